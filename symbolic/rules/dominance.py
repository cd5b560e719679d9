"""Sums of exponentials as their scale grows: e^{cz_i} is e^{c max z}·𝟙[z_i = max z], up to exponentially smaller parts.

A term in which the exponentials balance (as many above as below) keeps its limit under that replacement, even beside
powers of c, since what is left out is smaller than any of them.  Under `unique maximum at k` the indicator is δ_ik.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import lam, open_binder
from symbolic.algebra.functions import function, indicator
from symbolic.algebra.indices import delta, entry
from symbolic.algebra.poly import (
    ONE,
    ZERO,
    Poly,
    add,
    as_poly,
    atom,
    map_terms,
    monomial,
    multiply,
    product,
    symbol,
)
from symbolic.algebra.powers import E, exponential, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped
from symbolic.algebra.sums import sum_over_all


@dataclass(frozen=True)
class Peak:
    """The largest entry of an array: its name, where it is when that is unique, and its value."""

    array: str
    size: Poly
    place: Poly | None
    top: Poly

    def at(self, index: Poly) -> Poly:
        """1 where the entry is the largest, else 0."""
        if self.place is not None:
            return delta(index, self.place)
        return indicator("=", self.top - entry(self.array, (index,)))


class Unbalanced(Exception):
    """A term whose exponentials do not balance, or a denominator that may vanish."""


def dominated(poly: Poly, name: str, situation: Situation) -> Poly | None:
    """poly with its exponentials replaced by their leading parts as name → ∞; None where that is not allowed."""
    arrays = sorted(set(_scaled_arrays(poly, name)))
    if len(arrays) != 1:
        return None
    peak = _peak(arrays[0], situation)
    if peak is None:
        return None
    work = _Leading(name, peak)
    try:
        if any(work.degree_of(mono) for mono in poly.terms):
            return None
        result = work.poly(poly)
    except Unbalanced:
        return None
    if peak.place is None:
        situation.lack(f"{peak.array} : unique maximum at 1")
    return result


def _peak(array: str, situation: Situation) -> Peak | None:
    declared = situation.table.symbol(array)
    evaluate = situation.facts.evaluate
    if declared is None or declared.axes != 1 or len(declared.shape) != 1 or evaluate is None:
        return None
    size = evaluate(declared.shape[0])
    if declared.maximum_at is None:
        whole = lam((size,), lambda index: entry(array, (index,)))
        return Peak(array, size, None, atom(Atom("fun", "max", (whole,))))
    place = evaluate(declared.maximum_at)
    situation.use(declared.facts.get("unique maximum"))
    return Peak(array, size, place, entry(array, (place,)))


def _scaled_arrays(poly: Poly, name: str) -> Iterator[str]:
    """The vectors z whose entries stand in an exponent beside name."""
    for part, exponent in _factors(poly):
        if part == E and isinstance(exponent, Poly) and name in exponent.free:
            for mono in exponent.terms:
                if any(base == Atom("sym", name) for base, _ in mono):
                    yield from (b.args[0] for b, x in mono if isinstance(b, Atom) and b.kind == "comp" and x == 1)


def _factors(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (base, exponent) in a polynomial, at any depth."""
    if isinstance(value, Poly):
        for mono in value.terms:
            for base, exponent in mono:
                yield base, exponent
                yield from _factors(base)
                yield from _factors(exponent)
    elif isinstance(value, Atom):
        yield from _factors(value.args)
    elif isinstance(value, tuple):
        for part in value:
            yield from _factors(part)


class _Leading:
    """Replaces exponentials by their leading parts, and counts how many times e^{c max z} each term holds."""

    def __init__(self, name: str, peak: Peak) -> None:
        self.name, self.peak = name, peak
        self.scale = symbol(name)

    def degree_of(self, mono: Any) -> Poly:
        """The power of e^{c max z} in a monomial."""
        return add(self._degree(base, exponent) for base, exponent in mono)

    def _degree(self, base: Any, exponent: Any) -> Poly:
        if base == E:
            return add(weight for weight, _, _ in self._weights(as_poly(exponent)))
        if isinstance(exponent, Poly) and self.name in exponent.free:
            raise Unbalanced
        if isinstance(base, Atom) and base.kind == "sum":
            base = open_binder(base)[2]
        if not isinstance(base, Poly) or self.peak.array not in base.free:
            return ZERO
        degrees = {self.degree_of(mono) for mono in base.terms}
        if len(degrees) != 1:
            raise Unbalanced
        return multiply(as_poly(exponent), degrees.pop())

    def _weights(self, exponent: Poly) -> list[tuple[Poly, Poly, Poly]]:
        """(weight a, index i, the term) for each a·c·z_i in an exponent."""
        found = []
        for mono, coefficient in exponent.terms.items():
            for base, times in mono:
                if isinstance(base, Atom) and base.kind == "comp" and base.args[0] == self.peak.array:
                    rest = dict(mono - {(base, times)})
                    if times != 1 or rest.pop(Atom("sym", self.name), 0) != 1:
                        raise Unbalanced
                    weight = monomial(frozenset(rest.items()), coefficient)
                    found.append((weight, base.args[1][0], monomial(mono, coefficient)))
        return found

    def poly(self, poly: Poly) -> Poly:
        if self.peak.array not in poly.free:
            return poly
        return map_terms(poly, lambda c, mono: product(self._factor(b, x) for b, x in mono).scale(c))

    def _factor(self, base: Any, exponent: Any) -> Poly:
        if base == E:
            return self._exponential(as_poly(exponent))
        if self.peak.array not in getattr(base, "free", ()):
            return monomial(frozenset(((base, exponent),)))
        inner = self.poly(base) if isinstance(base, Poly) else self._atom(base)
        if not (isinstance(exponent, int) and exponent > 0) and not self._nonzero(inner):
            raise Unbalanced
        return power(inner, exponent)

    def _nonzero(self, inner: Poly) -> bool:
        """Is the leading part of a denominator (or of a logarithm's argument) positive?"""
        if is_positive(inner):
            return True
        single = inner.single()
        if single is None or self.peak.place is not None:
            return False
        ties = sum_over_all([("·", (ONE, self.peak.size))], self.peak.at(symbol("·"))).atom
        return (ties, 1) in single[1] and is_positive(monomial(single[1] - {(ties, 1)}, single[0]))

    def _exponential(self, exponent: Poly) -> Poly:
        head, rest = ONE, exponent
        for weight, index, term in self._weights(exponent):
            if index == self.peak.place:
                continue
            if not is_positive(weight):
                raise Unbalanced
            head = head * self.peak.at(index)
            rest = rest - term + weight * self.scale * self.peak.top
        return head * exponential(rest)

    def _atom(self, inner: Atom) -> Poly:
        if inner.kind == "sum":
            names, ranges, body = open_binder(inner)
            return sum_over_all(list(zip(names, ranges, strict=True)), self.poly(body))
        if self.name not in inner.free:
            return atom(inner)
        if inner.kind == "fun" and inner.args[0] == "log":
            argument = self.poly(inner.args[1][0])
            if len({self.degree_of(mono) for mono in inner.args[1][0].terms}) != 1 or not self._nonzero(argument):
                raise Unbalanced
            return function("log", (argument,))
        if any(base == E for base, _ in _factors(inner)):
            raise Unbalanced
        return mapped(inner, self.poly)


