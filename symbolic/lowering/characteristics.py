"""What describes the law of one quantity: density, distribution function, quantiles, mode, standardized moments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.functions import function, indicator
from symbolic.algebra.poly import ONE, Poly, constant
from symbolic.algebra.powers import exponential, power
from symbolic.lowering.arrays import Array, scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.rules.laws_densities import INFINITY
from symbolic.rules.laws_information import LOG_MASS
from symbolic.rules.laws_quantiles import MODES, QUANTILES
from symbolic.rules.moments_factors import random_names
from symbolic.rules.moments_models import Occurrence, model_of
from symbolic.rules.moments_quantities import density_of

HALF = Fraction(1, 2)


def _at_a_point(node: Any, scope: Scope) -> tuple[Poly, Poly]:
    """(X, x) of f_X(x): a scalar quantity and a place that is not random."""
    from symbolic.lowering.lower import lower_scalar

    if len(node.arguments) != 2 or node.condition is not None or node.subscript is not None:
        raise Unsupported(f"{node.kind} of other than a quantity and a point")
    quantity, point = (lower_scalar(part, scope) for part in node.arguments)
    if random_names(point, scope.situation):
        raise Unsupported(f"{node.kind} at a random point")
    return quantity, point


def _law(quantity: Poly, scope: Scope) -> Occurrence:
    """The quantity as one entry of a random name."""
    base = quantity.atom
    if base is None or base.kind not in ("sym", "comp") or not random_names(quantity, scope.situation):
        raise Unsupported("the law of something other than a random quantity by its name")
    return Occurrence(base.args[0], base.args[1] if base.kind == "comp" else ())


def lower_density(node: Any, scope: Scope) -> Array:
    """The density at x, 0 outside the support; the probability P(X = x) of a discrete law."""
    from symbolic.rules.moments import expectation

    quantity, x = _at_a_point(node, scope)
    found = _law(quantity, scope)
    law = model_of(found.name, scope.situation).symbol.law
    if law is not None and law.name in LOG_MASS:
        return scalar(expectation(indicator("=", quantity - x), scope.situation))
    known = density_of(found, scope.situation)
    if known is None:
        raise Unsupported("the density of such a law")
    row, values = known
    if row.through is not None:
        inside = ONE - indicator("≤", x)
        return scalar(row.density(function("log", (x,)), *values) / x * inside)
    low, high = row.support(*values)
    inside = ONE if low == -INFINITY else indicator("≤", low - x)
    inside = inside if high == INFINITY else inside * indicator("≤", x - high)
    return scalar(row.density(x, *values) * inside)


def lower_distribution(node: Any, scope: Scope) -> Array:
    """P(X ≤ x)."""
    from symbolic.rules.moments import expectation

    quantity, x = _at_a_point(node, scope)
    return scalar(expectation(indicator("≤", quantity - x), scope.situation))


def lower_quantile(node: Any, scope: Scope) -> Array:
    """The x with P(X ≤ x) = q; the median for q = ½."""
    quantity, q = _at_a_point(node, scope)
    return scalar(_quantile(quantity, q, scope))


def lower_median(node: Any, scope: Scope) -> Array:
    """The x with P(X ≤ x) = ½."""
    from symbolic.lowering.lower import lower_scalar

    if len(node.arguments) != 1 or node.condition is not None:
        raise Unsupported("the median of a sample")
    return scalar(_quantile(lower_scalar(node.arguments[0], scope), constant(HALF), scope))


def _quantile(quantity: Poly, q: Poly, scope: Scope) -> Poly:
    known = density_of(found := _law(quantity, scope), scope.situation)
    law = model_of(found.name, scope.situation).symbol.law
    value = QUANTILES[law.name](q, *known[1]) if known and law and law.name in QUANTILES else None
    if value is None:
        raise Unsupported("a quantile of such a law")
    scope.situation.note("quantile", "P(X ≤ x) = q is solved for x")
    return value


def lower_mode(node: Any, scope: Scope) -> Array:
    """Where the density is greatest."""
    from symbolic.lowering.lower import lower_scalar

    found = _law(lower_scalar(node.arguments[0], scope), scope)
    known, law = density_of(found, scope.situation), model_of(found.name, scope.situation).symbol.law
    value = MODES[law.name](*known[1]) if known and law and law.name in MODES else None
    if value is None or len(node.arguments) != 1:
        raise Unsupported("the mode of such a law")
    scope.situation.note("mode", "the density is greatest there")
    return scalar(value)


def lower_correlation(node: Any, scope: Scope) -> Array:
    """Corr(X, Y) = Cov(X, Y)/√(Var(X) Var(Y))."""
    from symbolic.rules.moments import covariance, variance

    x, y = _plain_arguments(node, 2, scope)
    spread = variance(x, scope.situation) * variance(y, scope.situation)
    return scalar(covariance(x, y, scope.situation) * power(spread, -HALF))


def lower_standardized(node: Any, scope: Scope) -> Array:
    """Skew(X) = E[(X − μ)³]/σ³, Kurt(X) = E[(X − μ)⁴]/σ⁴ (3 for a normal law)."""
    from symbolic.rules.moments import expectation, variance

    (x,) = _plain_arguments(node, 1, scope)
    order = {"Skew": 3, "Kurt": 4}[node.kind]
    central = expectation((x - expectation(x, scope.situation)) ** order, scope.situation)
    return scalar(central * power(variance(x, scope.situation), Fraction(-order, 2)))


def lower_generating(node: Any, scope: Scope) -> Array:
    """mgf(X, t) = E[e^{tX}]."""
    from symbolic.rules.moments import expectation

    quantity, t = _at_a_point(node, scope)
    return scalar(expectation(exponential(t * quantity), scope.situation))


def _plain_arguments(node: Any, count: int, scope: Scope) -> list[Poly]:
    from symbolic.lowering.lower import lower_scalar

    if len(node.arguments) != count or node.condition is not None or node.subscript is not None:
        raise Unsupported(f"{node.kind} of {len(node.arguments)} quantities, or with a condition")
    return [lower_scalar(part, scope) for part in node.arguments]


OPERATORS = {
    "density": lower_density, "cdf": lower_distribution, "quantile": lower_quantile, "median": lower_median,
    "mode": lower_mode, "Corr": lower_correlation, "Skew": lower_standardized, "Kurt": lower_standardized,
    "mgf": lower_generating,
}  # fmt: skip
