"""κ_r(X), the joint cumulant κ(X, Y, …), and the logarithm of the moment generating function, K_X(t)."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, Poly, product
from symbolic.lowering.arrays import Array, scalar
from symbolic.lowering.characteristics import lower_generating
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.rules.moments_cumulants import cumulant_of
from symbolic.rules.moments_factors import random_names

#: The highest order of a cumulant.
HIGHEST = 8


def lower_cumulant(node: Any, scope: Scope) -> Array:
    """κ(X_1, …, X_r) from the moments of its parts; κ_r(X) is κ(X, …, X)."""
    from symbolic.rules.moments import expectation

    parts = cumulant_arguments(node, scope)
    scope.situation.note("cumulants", "a cumulant is what the moment has beside products of lower cumulants")

    def moment(block: tuple[Poly, ...]) -> Poly:
        return expectation(product(block), scope.situation) if block else ONE

    return scalar(cumulant_of(parts, moment))


def cumulant_arguments(node: Any, scope: Scope) -> tuple[Poly, ...]:
    """(X, …, X) of cumulant(X, r), (X, Y, …) of several quantities."""
    from symbolic.lowering.lower import lower_scalar

    if node.condition is not None or node.subscript is not None or len(node.arguments) < 2:
        raise Unsupported("a cumulant without its order, or with a condition")
    parts = tuple(lower_scalar(part, scope) for part in node.arguments)
    order = parts[-1].number
    if order is None:
        if not all(random_names(part, scope.situation) for part in parts) or len(parts) > HIGHEST:
            raise Unsupported("a cumulant of an order that is no number")
        return parts
    if len(parts) != 2 or order.denominator != 1 or not 1 <= order <= HIGHEST:
        raise Unsupported(f"a cumulant of an order that is no number from 1 to {HIGHEST}")
    return (parts[0],) * int(order)


def lower_cumulant_generating(node: Any, scope: Scope) -> Array:
    """K_X(t) = log E[e^{tX}]."""
    return scalar(function("log", (lower_generating(node, scope).scalar,)))


OPERATORS = {"cumulant": lower_cumulant, "cgf": lower_cumulant_generating}
