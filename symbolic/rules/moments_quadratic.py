"""E[e^{f(x)}] of a normal vector x and a quadratic f that is bounded above.

Source: Mathai and Provost, Quadratic Forms in Random Variables (1992), theorem 3.2a.1.
"""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import lam
from symbolic.algebra.indices import delta, entry, fresh
from symbolic.algebra.matrix_atoms import determinant_atom, inverse_entry
from symbolic.algebra.poly import ONE, Poly, as_poly
from symbolic.algebra.powers import E, exponential, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import sum_over_all
from symbolic.rules.calculus import differentiate
from symbolic.rules.moments_exponential import jointly_normal
from symbolic.rules.moments_factors import Factor, Names, is_declared
from symbolic.rules.moments_models import model_of
from symbolic.rules.quadratic_forms import is_semidefinite

HALF = Fraction(1, 2)


def by_quadratic(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[e^{f(x)}] = |M|^{-1/2} e^{f(μ) + ½ gᵀM^{-1}Σg}, M = I − 2ΣQ, g = ∇f(μ), of f = xᵀQx + bᵀx + c with −Q ⪰ 0."""
    if len(names) != 1 or any(base != E for base, _ in factors) or not is_declared(names, situation):
        return None
    (name,) = names
    symbol = model_of(name, situation).symbol
    if len(symbol.shape) != 1 or symbol.family is not None or not jointly_normal(names, situation):
        return None
    form = sum((as_poly(exponent) for _, exponent in factors), start=as_poly(0))
    size = _size(name, situation)
    i, j, k = (fresh((ONE, size)) for _ in range(3))
    slope = differentiate(form, _atom(name, i))
    curve = differentiate(slope, _atom(name, j)).scale(HALF)
    if not curve or name in curve.free or not is_semidefinite(-curve, i, j):
        return None
    return _value(form, slope, (curve, i, j, k), name, size, situation)


def _value(
    form: Poly, slope: Poly, quadratic: tuple[Poly, Poly, Poly, Poly], name: str, size: Poly, situation: Situation
) -> Poly:
    curve, i, j, k = quadratic
    span = (ONE, size)

    def spread(row: Poly, column: Poly) -> Poly:
        from symbolic.rules.moments import covariance

        return covariance(entry(name, (row,)), entry(name, (column,)), situation)

    def reduced(row: Poly, column: Poly) -> Poly:
        inner = substitute(curve, {_name(i): k, _name(j): column})
        return delta(row, column) - sum_over_all([(_name(k), span)], spread(row, k) * inner).scale(Fraction(2))

    matrix = lam((size, size), reduced)
    pull = _at_mean(slope, name, situation)
    ranges = [(_name(index), span) for index in (i, j, k)]
    lifted = pull * inverse_entry(matrix, i, j) * spread(j, k) * substitute(pull, {_name(i): k})
    shift = sum_over_all(ranges, lifted).scale(HALF) if pull else pull
    return power(determinant_atom(matrix), -HALF) * exponential(_at_mean(form, name, situation) + shift)


def _at_mean(poly: Poly, name: str, situation: Situation) -> Poly:
    """poly with the mean for every entry."""

    def change(inner: Atom) -> Poly:
        from symbolic.rules.moments import expectation

        if inner.kind == "comp" and inner.args[0] == name:
            return expectation(entry(name, inner.args[1]), situation)
        return mapped(inner, lambda part: transform(part, change, frozenset((name,))))

    return transform(poly, change, frozenset((name,)))


def _size(name: str, situation: Situation) -> Poly:
    from symbolic.lowering.names import axes
    from symbolic.lowering.scope import Scope

    return axes(model_of(name, situation).symbol, Scope(situation))[0][0]


def _atom(name: str, index: Poly) -> Atom:
    inner = entry(name, (index,)).atom
    assert inner is not None
    return inner


def _name(index: Poly) -> str:
    return next(iter(index.free))
