"""Inverses and determinants of a matrix and an update of it (Sherman and Morrison 1950; Sylvester 1851).

(B + uvᵀ)⁻¹ = B⁻¹ − B⁻¹u vᵀB⁻¹/(1 + vᵀB⁻¹u) and det(B + uvᵀ) = (1 + vᵀB⁻¹u) det B, for an invertible B;
det(cI_n + LR) = c^{n−k} det(cI_k + RL).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symbolic.algebra.atoms import BINDERS, INVERSES, Atom
from symbolic.algebra.binders import apply_lam, lam, open_binder
from symbolic.algebra.facts import facts, spend
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.matrix_atoms import determinant_atom, inverse_entry, is_diagonal
from symbolic.algebra.poly import ONE, Monomial, Poly, as_exponent, atom, monomial, product, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import sum_over


def opened(poly: Poly) -> Poly:
    """poly with every such inverse and determinant in terms of B's."""
    return transform(poly, _opened)


def _opened(inner: Atom) -> Poly:
    if inner.kind in INVERSES:
        update = _update(inner.args[0])
        if update is not None:
            return update.inverse(inner.args[1], inner.args[2])
    if inner.kind == "fun" and inner.args[0] == "det":
        update = _update(inner.args[1][0])
        if update is not None:
            return update.determinant()
        return _turned(inner)
    holds = inner.kind in BINDERS or inner.kind in ("fun", "mean")
    return mapped(inner, opened) if holds else atom(inner)


@dataclass(frozen=True)
class _Update:
    """B and the entries of u and v, each at an index of its own."""

    base: Atom
    u: Poly
    v: Poly
    row: str
    column: str

    @property
    def size(self) -> Poly:
        found: Poly = self.base.args[1][0]
        return found

    def _pivot(self) -> Poly:
        """1 + vᵀB⁻¹u."""
        i, j = fresh((ONE, self.size)), fresh((ONE, self.size))
        body = product((substitute(self.v, {self.column: i}), inverse_entry(self.base, i, j), self._u_at(j)))
        return ONE + self._summed(j, self._summed(i, body))

    def inverse(self, row: Poly, column: Poly) -> Poly:
        i, j = fresh((ONE, self.size)), fresh((ONE, self.size))
        left = self._summed(i, inverse_entry(self.base, row, i) * self._u_at(i))
        right = self._summed(j, substitute(self.v, {self.column: j}) * inverse_entry(self.base, j, column))
        return inverse_entry(self.base, row, column) - product((left, right, power(self._pivot(), -1)))

    def determinant(self) -> Poly:
        scale = _multiple_of_identity(self.base)
        whole = determinant_atom(self.base) if scale is None else power(scale, as_exponent(self.size))
        return self._pivot() * whole

    def _u_at(self, index: Poly) -> Poly:
        return substitute(self.u, {self.row: index})

    def _summed(self, index: Poly, body: Poly) -> Poly:
        return sum_over(next(iter(index.free)), ONE, self.size, body)


def _update(array: Atom) -> _Update | None:
    """The array as B + u vᵀ with a B that is known to be invertible; None where it is not of that form."""
    (row, column), _, body = open_binder(array)
    spend(len(body.terms))
    split = [(mono, _outer(mono, row, column)) for mono in body.terms]
    outer = [(mono, pair) for mono, pair in split if pair is not None]
    if len(outer) != 1 or len(body.terms) < 2:
        return None
    mono, pair = outer[0]
    number = body.terms[mono]
    rest = body - monomial(mono, number)
    base = lam(array.args[1], lambda i, j: substitute(rest, {row: i, column: j}))
    if not _invertible(rest, base, row, column):
        return None
    return _Update(base, pair[0].scale(number), pair[1], row, column)


def _turned(inner: Atom) -> Poly:
    """det(cI + LR) in terms of whichever of LR and RL comes first in the order of atoms."""
    array = inner.args[1][0]
    (row, column), (size, _), body = open_binder(array)
    terms = [(mono, _through(mono, row, column)) for mono in body.terms]
    products = [(mono, pair) for mono, pair in terms if pair is not None]
    if len(products) != 1:
        return atom(inner)
    mono, (left, right, middle, count) = products[0]
    rest = body - monomial(mono, body.terms[mono])
    scale = _multiple_of_identity(lam((size, size), lambda i, j: substitute(rest, {row: i, column: j})))
    if scale is None:
        return atom(inner)
    number = body.terms[mono]

    def entry(i: Poly, j: Poly) -> Poly:
        whole = substitute(right, {middle: i}) * substitute(left, {middle: j, row: symbol(column)})
        return scale * delta(i, j) + sum_over(column, ONE, size, whole).scale(number)

    other = determinant_atom(lam((count, count), entry))
    return min((atom(inner), power(scale, as_exponent(size - count)) * other), key=lambda each: each.key)


def _through(mono: Monomial, row: str, column: str) -> tuple[Poly, Poly, str, Poly] | None:
    """(L at row and m, R at m and column, m, how far m runs) of Σ_m L R."""
    sums = [base for base, exponent in mono if isinstance(base, Atom) and base.kind == "sum" and exponent == 1]
    if len(mono) != 1 or len(sums) != 1 or len(sums[0].args[1]) != 1:
        return None
    (middle,), (span,), body = open_binder(sums[0])
    single = body.single()
    pair = _outer(single[1], row, column) if single is not None and span[0] == ONE else None
    return (*pair, middle, span[1]) if pair is not None and single is not None and single[0] == 1 else None


def _outer(mono: Monomial, row: str, column: str) -> tuple[Poly, Poly] | None:
    """(what depends on the row or on neither, what depends on the column) when no factor depends on both."""
    first: list[Any] = []
    second: list[Any] = []
    for base, exponent in mono:
        free = getattr(base, "free", frozenset()) | getattr(exponent, "free", frozenset())
        if row in free and column in free:
            return None
        (second if column in free else first).append((base, exponent))
    return monomial(frozenset(first)), monomial(frozenset(second))


def _invertible(body: Poly, base: Atom, row: str, column: str) -> bool:
    if _multiple_of_identity(base) is not None:
        return True
    inner = body.atom
    entry = inner is not None and inner.kind in ("comp", "scomp") and len(inner.args[1]) == 2
    return entry and inner is not None and facts().has(inner.args[0], "invertible")


def _multiple_of_identity(base: Atom) -> Poly | None:
    """c when B = c·I."""
    if not is_diagonal(base):
        return None
    index = fresh()
    value = apply_lam(base, index, index)
    return value if value.free.isdisjoint(index.free) else None
