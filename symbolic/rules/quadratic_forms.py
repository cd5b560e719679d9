"""Optima of quadratic forms: wᵀQw + bᵀw + k with a positive definite Q is least at −Q⁻¹b/2.

Q is shown to be positive definite from its entries: a sum of Gram terms Σ_k X_ki X_kj, which are semidefinite, and at
least one part that is definite (δ_ij times something positive, or a matrix given as positive definite).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import lam, open_binder
from symbolic.algebra.facts import facts
from symbolic.algebra.indices import entry, fresh
from symbolic.algebra.matrix_atoms import inverse_entry
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, atom, monomial
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import sum_over
from symbolic.lowering.arrays import Array, scalar
from symbolic.rules.calculus import differentiate
from symbolic.rules.optima import KINDS

HALF = Fraction(1, 2)


def vector_optimum(kind: str, poly: Poly, name: str, size: Poly, situation: Situation) -> Array | None:
    """The optimum of a quadratic form in the vector `name`: its place for argmin and argmax, else its value."""
    sign, place_asked = KINDS[kind]
    i, j = fresh((ONE, size)), fresh((ONE, size))
    slope = differentiate(poly, _entry(name, i))
    curve = differentiate(slope, _entry(name, j)).scale(HALF)
    if name in curve.free or not _definite(curve.scale(Fraction(sign)), i, j):
        return None
    start = _at_origin(slope, name)
    array = lam((size, size), lambda row, column: _renamed(curve, (i, row), (j, column)))

    def place(index: Poly) -> Poly:
        k = fresh((ONE, size))
        body = inverse_entry(array, index, k) * _renamed(start, (i, k))
        return sum_over(next(iter(k.free)), ONE, size, body).scale(-HALF)

    situation.note("quadratic form", "wᵀQw + bᵀw with a positive definite Q is least at −Q⁻¹b/2")
    if place_asked:
        return Array((size,), lambda at: place(at[0]))
    gain = sum_over(next(iter(i.free)), ONE, size, start * place(i)).scale(HALF)
    return scalar(_at_origin(poly, name) + gain)


def _entry(name: str, index: Poly) -> Atom:
    inner = entry(name, (index,)).atom
    assert inner is not None
    return inner


def _renamed(poly: Poly, *pairs: tuple[Poly, Poly]) -> Poly:
    return substitute(poly, {next(iter(old.free)): new for old, new in pairs})


def _at_origin(poly: Poly, name: str) -> Poly:
    """poly with every entry of the array put to 0."""

    def change(inner: Atom) -> Poly:
        if inner.kind == "comp" and inner.args[0] == name:
            return ZERO
        return mapped(inner, lambda part: transform(part, change)) if name in inner.free else atom(inner)

    return transform(poly, change, frozenset((name,)))


def _definite(curve: Poly, i: Poly, j: Poly) -> bool:
    """Is the matrix with entries curve(i, j) shown to be positive definite?"""
    kinds = [_kind(mono, coefficient, i, j) for mono, coefficient in curve.terms.items()]
    return "definite" in kinds and None not in kinds


def is_semidefinite(curve: Poly, i: Poly, j: Poly) -> bool:
    """Is the matrix with entries curve(i, j) shown to be positive semidefinite?"""
    return all(_kind(mono, coefficient, i, j) is not None for mono, coefficient in curve.terms.items())


def _kind(mono: Monomial, coefficient: Fraction, i: Poly, j: Poly) -> str | None:
    names = (next(iter(i.free)), next(iter(j.free)))
    for base, exponent in mono:
        rest = monomial(mono - {(base, exponent)}, coefficient)
        if isinstance(base, Atom) and exponent == 1 and _is_definite_atom(base, names) and is_positive(rest):
            return "definite"
        if isinstance(base, Atom) and base.kind == "sum" and exponent == 1 and rest.free.isdisjoint(names):
            body = open_binder(base)[2].single()
            if body is not None and is_nonnegative(rest) and _is_gram(*body, i, j):
                return "definite" if is_positive(rest) and _is_full_gram(*body) else "semidefinite"
    return "semidefinite" if _is_gram(coefficient, mono, i, j) else None


def _is_definite_atom(base: Atom, names: tuple[str, str]) -> bool:
    """δ_ij, or S_ij of a matrix given as positive definite."""
    if base.kind == "scomp":
        held = {index.atom for index in base.args[1]}
        return held == {Atom("sym", name) for name in names} and facts().has(base.args[0], "positive definite")
    return base.kind == "δ" and {index.atom for index in base.args} == {Atom("sym", name) for name in names}


def _is_full_gram(coefficient: Fraction, mono: Monomial) -> bool:
    """Is the term X_ki X_kj of a matrix X of full column rank?"""
    bases = [base for base, exponent in mono if exponent == 1 and isinstance(base, Atom) and base.kind == "comp"]
    if coefficient <= 0 or len(bases) != 2 or len(mono) != 2 or bases[0].args[0] != bases[1].args[0]:
        return False
    rows = {base.args[1][0] for base in bases}
    return len(rows) == 1 and len(bases[0].args[1]) == 2 and facts().has(bases[0].args[0], "full column rank")


def _is_gram(coefficient: Fraction, mono: Monomial, i: Poly, j: Poly) -> bool:
    """Is the term w·f(i)·f(j) with w ≥ 0?"""
    first, second = (next(iter(index.free)) for index in (i, j))
    left = {pair for pair in mono if _mentions(pair, first)}
    right = {pair for pair in mono if _mentions(pair, second)}
    if not left or left & right:
        return False
    weight = monomial(mono - left - right, coefficient)
    mirrored = substitute(monomial(frozenset(left)), {first: j})
    return mirrored == monomial(frozenset(right)) and is_nonnegative(weight)


def _mentions(pair: tuple[Any, Any], name: str) -> bool:
    return any(name in getattr(part, "free", ()) for part in pair)
