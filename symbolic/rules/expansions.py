"""Taylor expansions in a scalar, and equality up to an order: f = g + O(h^k).

Coefficients come from derivatives, so expressions of symbolic size expand like scalars.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ZERO, Poly, add, symbol
from symbolic.algebra.powers import Undefined, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.lowering.scope import Unsupported
from symbolic.rules.bridge import INFINITY
from symbolic.rules.calculus import differentiate
from symbolic.rules.limits import limit


def taylor(poly: Poly, name: str, point: Poly, order: int, situation: Situation) -> list[Poly] | None:
    """[f(a), f'(a), f''(a)/2, …] up to the order, each by a limit where the value itself is not defined."""
    variable, listed = Atom("sym", name), []
    for k in range(order + 1):
        here = _at(poly, name, point, situation)
        if here is None or INFINITY.free & here.free:
            return None
        listed.append(here.scale(Fraction(1, factorial(k))))
        if k < order:
            try:
                poly = differentiate(poly, variable)
            except Unsupported:
                return None
    return listed


def _at(poly: Poly, name: str, point: Poly, situation: Situation) -> Poly | None:
    try:
        return substitute(poly, {name: point})
    except Undefined:
        return limit(poly, name, point, "", situation)


def series(poly: Poly, name: str, point: Poly, order: int, situation: Situation) -> Poly | None:
    """f up to and including the order: Σ f⁽ᵏ⁾(a)/k! (x - a)^k."""
    listed = taylor(poly, name, point, order, situation)
    if listed is None:
        return None
    step = symbol(name) - point
    situation.note("Taylor expansion", f"expanded in {name} up to order {order}")
    return add(part * power(step, k) for k, part in enumerate(listed))


def differences(
    left: Poly, right: Poly, name: str, point: Poly, order: int, situation: Situation
) -> list[Poly] | None:
    """The Taylor coefficients of left - right up to the order, towards ∞ in 1/name; None when they are not found."""
    difference = left - right
    if point == INFINITY:
        difference = substitute(difference, {name: power(symbol(name), -1)})
        point = ZERO
    listed = taylor(difference, name, point, order, situation)
    if listed is not None:
        situation.note("Taylor expansion", f"both sides compared in {name} up to order {order}")
    return listed
