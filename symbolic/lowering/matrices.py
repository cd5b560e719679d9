"""Powers, inverses and determinants of square matrices."""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.binders import lam
from symbolic.algebra.matrix_atoms import determinant_atom, inverse_entry
from symbolic.algebra.poly import ONE, Poly, constant, product
from symbolic.algebra.powers import power
from symbolic.lowering import arrays
from symbolic.lowering.arrays import Array, ShapeError, Unsupported, describe, remembered


def matrix_power(base: Array, exponent: int) -> Array:
    """A^k for k ≥ 0 by products, A^{-k} by products of the inverse."""
    if len(base.shape) != 2 or base.shape[0] != base.shape[1]:
        raise ShapeError(f"a power of {describe(base)}")
    factor = inverse(base) if exponent < 0 else base
    if exponent == 0:
        return Array((), lambda _: ONE, kind="identity")
    result = factor
    for _ in range(abs(exponent) - 1):
        result = arrays.times(result, factor)
    return result


def inverse(array: Array) -> Array:
    """A^{-1}: by Cramer's rule at small fixed sizes, else by its own atoms."""
    size = array.shape[0].number
    if size is not None and size <= 3:
        return _cramer(array, int(size))
    if array.factors:
        result = inverse(array.factors[-1])
        for factor in reversed(array.factors[:-1]):
            result = arrays.times(result, inverse(factor))
        return result
    whole = lam(array.shape, lambda *at: array.entry(at))
    return Array(array.shape, remembered(lambda at: inverse_entry(whole, *at)))


def _cramer(array: Array, size: int) -> Array:
    grid = [[array.entry((constant(r), constant(c))) for c in range(1, size + 1)] for r in range(1, size + 1)]
    below = power(_determinant(grid), -1)

    def cofactor(row: int, column: int) -> Poly:
        minor = [[v for c, v in enumerate(line) if c != row] for r, line in enumerate(grid) if r != column]
        return (_determinant(minor) * below).scale(Fraction((-1) ** (row + column)))

    rows = [[cofactor(r, c) for c in range(size)] for r in range(size)]
    return Array(array.shape, lambda at: arrays.picked(at[0], [arrays.picked(at[1], row) for row in rows]))


def _determinant(grid: list[list[Poly]]) -> Poly:
    if not grid:
        return ONE
    parts = constant(0)
    for column, value in enumerate(grid[0]):
        minor = [[v for c, v in enumerate(line) if c != column] for line in grid[1:]]
        parts = parts + (value * _determinant(minor)).scale(Fraction((-1) ** column))
    return parts


def determinant(array: Array) -> Poly:
    """det A: expanded at small fixed sizes, the product of a diagonal, else an atom."""
    if array.kind:
        raise Unsupported(f"the size of {describe(array)} is not known here")
    if not array.shape:
        return array.scalar
    if len(array.shape) != 2 or array.shape[0] != array.shape[1]:
        raise ShapeError(f"the determinant of {describe(array)}")
    size = array.shape[0].number
    if size is not None and size <= 4:
        indices = [constant(k) for k in range(1, int(size) + 1)]
        return _determinant([[array.entry((r, c)) for c in indices] for r in indices])
    if array.factors:
        return product(determinant(factor) for factor in array.factors)
    return determinant_atom(lam(array.shape, lambda *at: array.entry(at)))
