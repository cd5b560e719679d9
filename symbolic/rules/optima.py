"""Minima and maxima over a scalar: of quadratics, by completing the square; of what has one stationary point, by it.

A minimum is claimed only where the leading coefficient is known to be positive, a maximum where it is negative.
"""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.poly import Poly
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.rules.univariate import coefficients

#: kind → (sign that the leading coefficient must have, is the place asked for).
KINDS = {"min": (1, False), "argmin": (1, True), "max": (-1, False), "argmax": (-1, True)}


def optimum(kind: str, poly: Poly, name: str, situation: Situation) -> Poly | None:
    """The optimum of a quadratic in name over the real line, or None when no rule gives it."""
    sign, place_asked = KINDS[kind]
    listed = coefficients(poly, name, 2)
    if listed is None or not _ranges_freely(name, situation):
        return None
    constant, linear, square = listed
    if not is_positive(square.scale(Fraction(sign))):
        if square or linear:
            return None
        return None if place_asked else constant
    place = -linear * power(square, -1).scale(Fraction(1, 2))
    situation.note("completing the square", "a quadratic ac² + bc + k with a > 0 is least at c = −b/(2a)")
    return place if place_asked else substitute(poly, {name: place})


def _ranges_freely(name: str, situation: Situation) -> bool:
    """Is the variable a real without conditions?"""
    declared = situation.table.symbol(name)
    bounded = any(name in known.free for known, _ in situation.facts.known_positive())
    if declared is None:
        return not bounded
    plain = declared.kind == "scalar" and declared.domain == "real" and not declared.axes and not declared.random
    return plain and not declared.signs and not declared.bounds and not bounded
