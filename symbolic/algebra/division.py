"""reduced(f): f with q·d/d written q, where the division by a sum d leaves no rest; sin² + cos² = 1 in what is left."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom, key
from symbolic.algebra.poly import Poly, add, monomial, multiply

#: Larger dividends are left as they are.
_MOST = 60


def reduced(poly: Poly) -> Poly:
    """An equal polynomial without the denominators that divide their numerators."""
    from symbolic.algebra.fractions import together
    from symbolic.algebra.trigonometry import pythagoras

    if any(_divides(base, exponent) for mono in poly.terms for base, exponent in mono):
        above, below = together(poly)
        found = quotient(above, below) if len(above.terms) <= _MOST else None
        poly = poly if found is None else found
    return pythagoras(poly) if _has_square_of_sine(poly) else poly


def _divides(base: Any, exponent: Any) -> bool:
    return isinstance(base, Poly) and isinstance(exponent, int) and exponent < 0


def _has_square_of_sine(poly: Poly) -> bool:
    sines = [
        exponent
        for mono in poly.terms
        for base, exponent in mono
        if isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "sin" and isinstance(exponent, int)
    ]
    return any(exponent > 1 for exponent in sines) and all(exponent > 0 for exponent in sines)


def quotient(dividend: Poly, divisor: Poly) -> Poly | None:
    """q with dividend = q·divisor, by division of leading terms in the lexical order of the bases; None if none."""
    bases = sorted({base for part in (dividend, divisor) for mono in part.terms for base, _ in mono}, key=_key)
    if not divisor or not all(_natural(part) for part in (dividend, divisor)):
        return None
    lead = _lead(divisor, bases)
    rest, found = dividend, []
    while rest:
        top = _lead(rest, bases)
        exponents = dict(top)
        for base, exponent in lead:
            exponents[base] = exponents.get(base, 0) - exponent
        if any(exponent < 0 for exponent in exponents.values()):
            return None
        kept = frozenset((base, exponent) for base, exponent in exponents.items() if exponent)
        step = monomial(kept, rest.terms[top] / divisor.terms[lead])
        found.append(step)
        rest = rest - multiply(step, divisor)
        if len(found) > _MOST:
            return None
    return add(found)


def _natural(poly: Poly) -> bool:
    """Only atoms and numbers that multiply freely, to natural powers."""
    return all(
        isinstance(exponent, int) and exponent > 0 and isinstance(base, Atom) and base.kind not in ("δ", "ind")
        for mono in poly.terms
        for base, exponent in mono
    )


def _key(base: Any) -> str:
    return key(base, None)


def _lead(poly: Poly, bases: list[Any]) -> Any:
    def exponents(mono: Any) -> tuple[int, ...]:
        powers = dict(mono)
        return tuple(powers.get(base, 0) for base in bases)

    return max(poly.terms, key=exponents)
