"""E, Var, Cov and P of arrays of random quantities, entry by entry."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.poly import Poly
from symbolic.lowering import characteristics, cumulants
from symbolic.lowering.arrays import Array, ShapeError, describe, remembered, scalar
from symbolic.lowering.information import lower_divergence, lower_entropy, lower_mutual
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree


def lower_operator(node: Any, scope: Scope) -> Array:
    """The operator's value; Var of a vector and Cov of vectors are matrices."""
    if _weighs(node.subscript, scope):
        return _weighted(node, scope)
    if node.subscript is not None:
        _check_subscript(node, scope)
    handler = OPERATORS.get(node.kind)
    if handler is None:
        raise Unsupported(f"the operator {node.kind}")
    return handler(node, scope)


def _weighs(subscript: tree.Node | None, scope: Scope) -> bool:
    """Is what hangs below an operator a vector of weights, as the p of E_p[z]?"""
    symbol = scope.situation.table.symbol(subscript.id) if isinstance(subscript, tree.Name) else None
    return symbol is not None and symbol.kind == "vector" and symbol.axes == 1 and not symbol.random


def _check_subscript(node: Any, scope: Scope) -> None:
    """E_X averages over X alone, so that it is E only where nothing else is random."""
    from symbolic.lowering.lower import lower
    from symbolic.rules.moments_factors import random_names

    below = tree.names(node.subscript)
    for argument in node.arguments:
        part = argument.first if isinstance(argument, tree.Chain) else argument
        array = lower(part, scope)
        held = random_names(array.entry(array.free_indices()), scope.situation)
        law = any(isinstance(part, tree.Chain) for part in tree.walk(node.subscript))
        if law or isinstance(argument, tree.Chain) or not held <= below:
            raise Unsupported(f"{node.kind} over the quantity below it")


def _weighted(node: Any, scope: Scope) -> Array:
    """E_p[z] = p·z; Cov_p(y, z) = p·(y⊙z) − (p·y)(p·z)."""
    from symbolic.lowering.lower import lower

    if node.kind not in ("E", "Var", "Cov") or node.condition is not None:
        raise Unsupported(f"{node.kind} under a vector of weights")

    def mean(of: tree.Node) -> tree.Node:
        return tree.Dot(node.subscript, of)

    left, right = node.arguments[0], node.arguments[-1]
    if node.kind == "E":
        return lower(mean(left), scope)
    product = tree.Product((mean(left), mean(right)))
    return lower(tree.Add((mean(tree.Hadamard(left, right)), tree.Negative(product))), scope)


def _given_condition(node: Any, scope: Scope) -> Any:
    if node.condition is None:
        return None
    from symbolic.lowering.lower import lower, truth

    if tree.is_event(node.condition):
        return truth(node.condition, scope)
    return lower(node.condition, scope)


def _expected(value: Poly, condition: Any, scope: Scope) -> Poly:
    from symbolic.rules.moments import expectation

    if condition is None:
        return expectation(value, scope.situation)
    if isinstance(condition, Poly):
        return _given_event(value, condition, scope)
    from symbolic.rules.conditional import conditional_expectation

    return conditional_expectation(value, condition, scope.situation)


def _given_event(value: Poly, event: Poly, scope: Scope) -> Poly:
    """E[X | A] = E[X 𝟙_A]/P(A)."""
    from symbolic.rules.moments import expectation

    chance = expectation(event, scope.situation)
    if not chance:
        raise Unsupported("an expectation given an event of probability 0")
    scope.situation.note("given an event", "E[X | A] is E[X 𝟙_A] over P(A)")
    return expectation(value * event, scope.situation) / chance


def _mean(node: Any, scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    (argument,) = node.arguments
    array, condition = lower(argument, scope), _given_condition(node, scope)
    if array.kind:
        return array
    return Array(
        array.shape, remembered(lambda at: _expected(array.entry(at), condition, scope)), array.row, "", array.first
    )


def _covariance_of(left: Poly, right: Poly, condition: Any, scope: Scope) -> Poly:
    from symbolic.rules.moments import covariance

    if condition is None:
        return covariance(left, right, scope.situation)
    product = _expected(left * right, condition, scope)
    return product - _expected(left, condition, scope) * _expected(right, condition, scope)


def _variance(node: Any, scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    (argument,) = node.arguments
    array = lower(argument, scope)
    return _covariances(array, array, _given_condition(node, scope), scope)


def _covariance(node: Any, scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    parts = [lower(argument, scope) for argument in node.arguments]
    return _covariances(parts[0], parts[-1], _given_condition(node, scope), scope)


def _covariances(left: Array, right: Array, condition: Any, scope: Scope) -> Array:
    if not left.shape and not right.shape:
        return scalar(_covariance_of(left.scalar, right.scalar, condition, scope))
    if len(left.shape) > 1 or len(right.shape) > 1:
        raise ShapeError(f"the covariance of {describe(left)} and {describe(right)}")
    split = len(left.shape)

    def entry(at: tuple[Poly, ...]) -> Poly:
        return _covariance_of(left.entry(at[:split]), right.entry(at[split:]), condition, scope)

    return Array(left.shape + right.shape, remembered(entry))


def _probability(node: Any, scope: Scope) -> Array:
    from symbolic.lowering.lower import truth

    event = node.arguments[0] if len(node.arguments) == 1 else tree.Tuple(node.arguments)
    if not tree.is_event(event):
        raise Unsupported("the probability of something other than a relation")
    return scalar(_expected(truth(event, scope), _given_condition(node, scope), scope))


OPERATORS = {
    "E": _mean, "Var": _variance, "Cov": _covariance, "P": _probability,
    "H": lower_entropy, "h": lower_entropy, "KL": lower_divergence, "I": lower_mutual,
    **characteristics.OPERATORS,
    **cumulants.OPERATORS,
}  # fmt: skip
