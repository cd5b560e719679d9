"""Limits at a point: continuity, l'Hôpital, the leading term of a series."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import is_zero, together
from symbolic.algebra.poly import ZERO, Poly, as_poly, monomial, symbol
from symbolic.algebra.powers import E, power
from symbolic.algebra.substitute import substitute
from symbolic.lowering.scope import Unsupported
from symbolic.rules.bridge import INFINITY
from symbolic.rules.calculus import differentiate
from symbolic.rules.laurent import NoSeries, leading
from symbolic.rules.limits_approach import Approach, LimitRule, jumps, kinked, sign_of

#: Derivatives tried on a quotient 0/0.
_ORDERS = 6


def continuous(approach: Approach) -> Poly | None:
    """f(x) → f(a) where f is continuous at a."""
    if approach.endless or jumps(approach.poly, approach.name):
        return None
    if any(_vanishes(base, approach) for base in _denominators(approach.poly)):
        return None
    return substitute(approach.poly, {approach.name: approach.target})


def _denominators(poly: Poly) -> list[Poly]:
    """Bases under negative or symbolic exponents."""
    found = []
    for mono in poly.terms:
        for base, exponent in mono:
            if not isinstance(base, int) and base != E and (isinstance(exponent, Poly) or exponent < 0):
                found.append(as_poly(base))
    return found


def _vanishes(base: Poly, approach: Approach) -> bool:
    return is_zero(substitute(base, {approach.name: approach.target}))


def lhopital(approach: Approach) -> Poly | None:
    """0/0 at a point: the quotient of the first derivatives that do not vanish (l'Hôpital)."""
    if approach.endless or jumps(approach.poly, approach.name) or kinked(approach.poly, approach):
        return None
    above, below = _fraction(approach.poly, approach.name)
    if approach.name not in below.free:
        return None
    first, second = _first_order(above, approach), _first_order(below, approach)
    if first is None or second is None:
        return ZERO if first is None and second is not None and is_zero(above) else None
    if first[0] > second[0]:
        return ZERO
    return first[1] * power(second[1], -1) if first[0] == second[0] else None


def _fraction(poly: Poly, name: str) -> tuple[Poly, Poly]:
    """(numerator, denominator), negative powers of atoms that depend on name in the denominator too."""
    above, below = together(poly)
    lowest: dict[Any, int] = {}
    for mono in above.terms:
        for base, exponent in mono:
            if isinstance(exponent, int) and exponent < 0 and name in getattr(base, "free", ()):
                lowest[base] = min(lowest.get(base, 0), exponent)
    factor = monomial(frozenset((base, -exponent) for base, exponent in lowest.items()))
    return above * factor, below * factor


def _first_order(poly: Poly, approach: Approach) -> tuple[int, Poly] | None:
    """(k, f⁽ᵏ⁾(a)) for the first derivative that does not vanish at a."""
    target = Atom("sym", approach.name)
    for order in range(_ORDERS):
        here = substitute(poly, {approach.name: approach.target})
        if not is_zero(here):
            return order, here
        try:
            poly = differentiate(poly, target)
        except Unsupported:
            return None
    return None


def reciprocal(approach: Approach) -> Poly | None:
    """f(1/x) → f(0) as x → ∞ where f is continuous at 0."""
    if not approach.endless or jumps(approach.poly, approach.name):
        return None
    moved = substitute(approach.poly, {approach.name: symbol(approach.name) ** -1})
    return continuous(replace(approach, poly=moved, target=ZERO, side="+"))


def expanded(approach: Approach) -> Poly | None:
    """The leading term of the Laurent series in x - a, or in 1/x towards ∞."""
    if jumps(approach.poly, approach.name) or kinked(approach.poly, approach):
        return None
    step = symbol(approach.name)
    near = step**-1 if approach.endless else approach.target + step
    try:
        order, value = leading(substitute(approach.poly, {approach.name: near}), approach.name)
    except (NoSeries, Unsupported):
        return None
    if order >= 0:
        return value if order == 0 else ZERO
    sign = sign_of(value) if approach.endless or approach.side == "+" else None
    return INFINITY.scale(Fraction(sign)) if sign is not None else None


POINT_RULES: tuple[LimitRule, ...] = (
    LimitRule("reciprocal", "f(1/x) goes to f(0) as x grows", reciprocal),
    LimitRule("l'Hôpital", "a quotient 0/0 goes as the quotient of derivatives", lhopital),
    LimitRule("series", "the leading term of the series decides", expanded),
)
