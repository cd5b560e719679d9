"""Closed numbers: the sign of a difference without variables, by arithmetic of as many digits as it takes.

SymPy's strict `evalf` certifies the digits that it returns: it works with more until they stand, and gives up where
they never do, as at a difference that is zero.
"""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import Poly
from symbolic.algebra.signs import CONSTANTS
from symbolic.rules.bridge import Untranslatable, size, to_sympy

#: Digits that must stand, digits to work with, factors of an expression, and the largest power or factorial.
DIGITS, WORKING, FACTORS, LARGEST = 10, 1000, 60, 5000

#: Sides closer than this, relative to their size, are one number in double precision.
BLIND = 1e-9


def sign(difference: Poly) -> int | None:
    """-1 or 1 where a difference of closed numbers is certainly not zero, else None."""
    value = _value(difference)
    return None if value is None or value == 0 else 1 if value > 0 else -1


def hidden(left: Poly, right: Poly) -> bool:
    """Are the sides closed numbers that double precision cannot tell apart?"""
    gap, first, second = _value(left - right), _value(left), _value(right)
    if gap is None or first is None or second is None:
        return False
    return bool(abs(gap) <= BLIND * max(1, abs(first), abs(second)))


def _value(poly: Poly) -> Any:
    """Certified digits of a closed number, or None."""
    if not poly.free <= CONSTANTS or size(poly) > FACTORS or not _modest(poly):
        return None
    import sympy

    try:
        expression, bridge = to_sympy(poly)
        found = None if bridge.symbols else expression.evalf(DIGITS, maxn=WORKING, strict=True)
    except (Untranslatable, ArithmeticError, ValueError, TypeError):
        return None
    except sympy.core.evalf.PrecisionExhausted:
        return None
    return found if found is not None and found.is_real and found.is_finite else None


def _modest(part: Any) -> bool:
    """Is no number in it so large that its powers or factorials would fill the memory?"""
    if isinstance(part, Poly):
        return all(
            _modest(base) and _modest(exponent) and _small(exponent) for mono in part.terms for base, exponent in mono
        )
    if isinstance(part, Atom):
        return all(map(_modest, part.args)) and (part.args[0] != "Gamma" or all(map(_small, part.args[1])))
    return all(map(_modest, part)) if isinstance(part, tuple) else True


def _small(exponent: Any) -> bool:
    number = exponent.number if isinstance(exponent, Poly) else exponent
    return number is None or abs(number) <= LARGEST
