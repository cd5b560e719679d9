"""Inverses and determinants of matrices as atoms, opened where the matrix is a diagonal one."""

from __future__ import annotations

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import apply_lam, lam
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ONE, Poly, atom
from symbolic.algebra.powers import power
from symbolic.algebra.sums import product_over


def inverse_entry(array: Atom, row: Poly, column: Poly) -> Poly:
    """(A^{-1})_{row,column}; of a diagonal matrix, δ/a; symmetric when A is; (Aᵀ)^{-1} is (A^{-1})ᵀ."""
    if is_diagonal(array):
        return delta(row, column) * power(apply_lam(array, row, row), -1)
    flipped = _flipped(array)
    if flipped == array:
        row, column = sorted((row, column), key=lambda index: index.key)
    elif flipped.key < array.key:
        array, row, column = flipped, column, row
    return atom(Atom("inv", array, row, column))


def determinant_atom(array: Atom) -> Poly:
    """det A = det Aᵀ as an atom; of a diagonal matrix, the product of its diagonal."""
    if is_diagonal(array):
        size = array.args[1][0]
        place = fresh((ONE, size))
        return product_over(next(iter(place.free)), ONE, size, apply_lam(array, place, place))
    flipped = _flipped(array)
    return atom(Atom("fun", "det", (min(array, flipped, key=lambda each: each.key),)))


def is_diagonal(array: Atom) -> bool:
    """Is δ of its indices a factor of every term of the entry?"""
    left, right = fresh(), fresh()
    on = delta(left, right).atom
    entry = apply_lam(array, left, right)
    return on is not None and all(any(base == on for base, _ in mono) for mono in entry.terms)


def _flipped(array: Atom) -> Atom:
    return lam(array.args[1][::-1], lambda i, j: apply_lam(array, j, i))
