"""The derivatives of elementary functions: `DERIVATIVES` is the one table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symbolic.algebra.functions import HALF, function
from symbolic.algebra.poly import ONE, Poly, constant
from symbolic.algebra.powers import PI, exponential, power
from symbolic.lowering.scope import Unsupported


def _square_root_of_one_minus_square(x: Poly) -> Poly:
    return power(ONE - x * x, -HALF)


def _polygamma(place: int, order: Poly, argument: Poly) -> Poly:
    if place == 1:
        raise Unsupported("the derivative of polygamma by its order")
    return function("polygamma", (order + constant(1), argument))


#: name → (place of the argument, arguments) → the partial derivative.
DERIVATIVES: dict[str, Callable[..., Poly]] = {
    "log": lambda _, x: power(x, -1),
    "abs": lambda _, x: function("sign", (x,)),
    "sin": lambda _, x: function("cos", (x,)),
    "cos": lambda _, x: -function("sin", (x,)),
    "arctan": lambda _, x: power(x * x + 1, -1),
    "arcsin": lambda _, x: _square_root_of_one_minus_square(x),
    "arccos": lambda _, x: -_square_root_of_one_minus_square(x),
    "erf": lambda _, x: exponential(-x * x) * power(PI, -HALF).scale(Fraction(2)),
    "erfinv": lambda _, x: exponential(function("erfinv", (x,)) ** 2) * power(PI, HALF).scale(HALF),
    "Gamma": lambda _, x: function("Gamma", (x,)) * function("psi", (x,)),
    "psi": lambda _, x: function("polygamma", (ONE, x)),
    "polygamma": _polygamma,
}
