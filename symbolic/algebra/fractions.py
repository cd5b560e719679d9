"""Content, common denominators, and the zero test that decides equality of rational functions over atoms."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import (
    ONE,
    Exponent,
    Monomial,
    Poly,
    add,
    as_poly,
    monomial,
    multiply,
    product,
)
from symbolic.algebra.powers import natural_power, plus, times


def content(poly: Poly, signed: bool) -> tuple[Poly, Poly]:
    """(c, q) with poly = c·q, c one term: the common numbers and the least power of each common base.

    With `signed`, q's leading coefficient is positive.  Σ_j e^{-u_j} and 1 + e^{-u} have a canonical primitive part,
    since exponents are compared by an order that translation does not change.
    """
    numbers = list(poly.terms.values())
    rational = Fraction(
        math.gcd(*(abs(number.numerator) for number in numbers)), math.lcm(*(n.denominator for n in numbers))
    )
    if signed and poly.terms[max(poly.terms, key=_lead_key)] < 0:
        rational = -rational
    least = _least_powers(poly)
    outside = monomial(frozenset(least.items()), rational)
    inverse = monomial(frozenset((base, times(-1, exponent)) for base, exponent in least.items()), 1 / rational)
    return outside, multiply(poly, inverse) if least else poly.scale(1 / rational)


def _lead_key(mono: Monomial) -> str:
    from symbolic.algebra.poly import monomial_key

    return monomial_key(mono)


def _least_powers(poly: Poly) -> dict[Any, Exponent]:
    """Each base's least exponent over all terms (0 where it is missing), zero ones left out."""
    monos = [dict(mono) for mono in poly.terms]
    least: dict[Any, Exponent] = {}
    for base in {base for mono in monos for base in mono}:
        if isinstance(base, Atom) and base.kind in ("δ", "ind"):
            continue
        lowest = min((mono.get(base, 0) for mono in monos), key=_Order)
        if lowest != 0:
            least[base] = lowest
    return least


class _Order:
    """A total order of exponents that adding a constant to both sides does not change."""

    def __init__(self, exponent: Exponent) -> None:
        self.poly = as_poly(exponent)

    def __lt__(self, other: _Order) -> bool:
        difference = self.poly - other.poly
        if not difference:
            return False
        return difference.terms[max(difference.terms, key=_lead_key)] < 0


def together(poly: Poly) -> tuple[Poly, Poly]:
    """(numerator, denominator) with poly = numerator/denominator and no `Poly` base to a negative power in either."""
    denominator = ONE
    while True:
        lowest: dict[Any, int] = {}
        for mono in poly.terms:
            for base, exponent in mono:
                if isinstance(base, Poly) and base:
                    step = offset(exponent)
                    lowest[base] = min(lowest.get(base, 0), step)
        wanted = [(base, -step) for base, step in lowest.items() if step < 0]
        if not wanted:
            return poly, denominator
        base, steps = min(wanted, key=lambda pair: pair[0].key)
        poly = raise_all(poly, base, steps)
        denominator = multiply(denominator, natural_power(base, steps))


def offset(exponent: Exponent) -> int:
    """The integer part of an exponent: exponent = offset + (a symbolic or fractional rest)."""
    known = exponent.terms.get(frozenset(), Fraction(0)) if isinstance(exponent, Poly) else exponent
    return math.floor(known)


def raise_all(poly: Poly, base: Poly, steps: int) -> Poly:
    """poly·base^steps, the powers of `base` in each term counted before anything is multiplied out."""
    parts = []
    for mono, coefficient in poly.terms.items():
        factors = dict(mono)
        exponent = plus(factors.pop(base, 0), steps)
        whole = offset(exponent)
        rest = plus(exponent, -whole)
        head = monomial(frozenset(factors.items()), coefficient)
        tail = ONE if rest == 0 else monomial(frozenset(((base, rest),)))
        parts.append(product((head, tail, natural_power(base, whole))))
    return add(parts)


#: b^{t+k} is written b^k·b^t up to this k.
_LEVELLED = 8


def _levelled(poly: Poly) -> Poly:
    """poly with b^{t+k} of a sum b multiplied out to b^k·b^t."""
    high = {
        base
        for mono in poly.terms
        for base, exponent in mono
        if isinstance(base, Poly) and isinstance(exponent, Poly) and 1 <= offset(exponent) <= _LEVELLED
    }
    for base in sorted(high, key=lambda each: each.key):
        poly = raise_all(poly, base, 0)
    return poly


def numerator(poly: Poly) -> Poly:
    """poly times every denominator, sums' and atoms' alike: it vanishes exactly where poly does."""
    while True:
        cleared = _reduced(_levelled(together(poly)[0]))
        if cleared == poly:
            return poly
        poly = cleared


def _reduced(poly: Poly) -> Poly:
    from symbolic.algebra.trigonometry import pythagoras

    return pythagoras(poly)


def is_zero(poly: Poly) -> bool:
    """Is poly identically 0?  True is a proof; False says only that this normal form does not show it."""
    if not poly:
        return True
    cleared = numerator(poly)
    return not cleared or not _normal_exponents(cleared)


def _normal_exponents(poly: Poly) -> Poly:
    """Terms whose exponents or arguments are equal without being alike are merged."""
    from symbolic.algebra.canonical import canonical
    from symbolic.algebra.matrix_atoms import commuted

    return canonical(commuted(poly))


