"""Signs by cases: |u| opened by the sign of u, and quadratics that keep one sign."""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.atoms import BINDERS, Atom
from symbolic.algebra.functions import indicator
from symbolic.algebra.poly import Poly, atom
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.substitute import mapped, transform
from symbolic.rules.univariate import coefficients


def by_sign(poly: Poly) -> Poly:
    """poly with |u| = u − 2u·𝟙[u < 0], or 2u·𝟙[0 < u] − u: whichever indicator is an atom."""
    return transform(poly, _opened)


def _opened(inner: Atom) -> Poly:
    if inner.kind == "fun" and inner.args[0] == "abs":
        argument: Poly = by_sign(inner.args[1][0])
        below = indicator("<", argument)
        if len(below.terms) > 1:
            argument, below = -argument, indicator("<", -argument)
        return argument - argument.scale(Fraction(2)) * below
    return mapped(inner, by_sign) if inner.kind in BINDERS else atom(inner)


def quadratic_above(poly: Poly, strict: bool) -> bool:
    """Is poly ≥ 0 (> 0 when strict) as a quadratic a x² + b x + c in one name: a > 0 and 4ac − b² ≥ 0 (> 0)?"""
    for name in sorted(poly.free):
        listed = coefficients(poly, name, 2)
        if listed is not None and is_positive(listed[2]):
            discriminant = (listed[2] * listed[0]).scale(Fraction(4)) - listed[1] * listed[1]
            if (is_positive if strict else is_nonnegative)(discriminant):
                return True
    return False
