"""E, Var, Cov, P and their kin: a lane of outcomes with weights, closed by an average."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from symbolic.crosscheck import averages, conditional, cumulants, information
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.events import truth
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Mismatch, Unsupported, Value, describe, entrywise, inner, scalar
from symbolic.notation import tree

Body = Callable[[Scope], Value]


def operator(node: Any, scope: Scope) -> Value:
    """The value of E, Var, Cov or P; Var of a vector and Cov of vectors are matrices."""
    if _weighs(node.subscript, scope):
        return _by_weights(node, scope)
    others = (information.OPERATORS, cumulants.OPERATORS)
    handler = OPERATORS.get(node.kind) or next((each[node.kind] for each in others if node.kind in each), None)
    if handler is None:
        raise Unsupported(f"the operator {node.kind}")
    return handler(node, scope)


def _weighs(subscript: tree.Node | None, scope: Scope) -> bool:
    """Is the subscript a vector of weights over the components of what is averaged?"""
    declared = scope.world.table.symbol(subscript.id) if isinstance(subscript, tree.Name) else None
    return declared is not None and declared.kind == "vector" and declared.axes == 1 and not declared.random


def _by_weights(node: Any, scope: Scope) -> Value:
    """E, Var, Cov over the position of a component, drawn with the weights below."""
    from symbolic.crosscheck.evaluate import evaluate

    if node.kind not in ("E", "Var", "Cov") or node.condition is not None:
        raise Unsupported(f"{node.kind} under a vector of weights")
    weights = evaluate(node.subscript, scope)
    first, second = evaluate(node.arguments[0], scope), evaluate(node.arguments[-1], scope)
    if node.kind == "E":
        return inner(weights, first)
    one = entrywise(np.subtract, first, inner(weights, first))
    other = entrywise(np.subtract, second, inner(weights, second))
    return inner(weights, entrywise(np.multiply, one, other))


def expectation(body: Body, names: frozenset[str], node: Any, scope: Scope, event: bool = False) -> Value:
    """E[body], E[body | event], E[body | Y], as the operator's bar says."""
    table = scope.world.table
    if node.subscript is not None:
        return averages.over_subscript(body, names, node.subscript, scope)
    if node.condition is None:
        return averages.average(body, names, scope, event)
    if isinstance(node.condition, tree.Chain | tree.Tuple) and tree.is_event(node.condition):
        names = names | outcomes(node.condition, table)
        happens = _event(node.condition)
        total = averages.average(lambda inner: _weighted(body, happens, inner), names, scope)
        chance = averages.average(happens, names, scope, event=True)
        return entrywise(np.divide, total, chance)
    return conditional.given(body, node.condition, names, scope, event)


def _event(condition: tree.Chain | tree.Tuple) -> Body:
    return lambda inner: scalar(truth(condition, inner) * 1.0)


def _weighted(body: Body, event: Body, inner: Scope) -> Value:
    return entrywise(np.multiply, body(inner), event(inner))


def _mean(node: Any, scope: Scope) -> Value:
    (argument,) = node.arguments
    event = isinstance(argument, tree.Indicator)
    return expectation(_body(argument), outcomes(argument, scope.world.table), node, scope, event)


def _body(argument: tree.Node) -> Body:
    from symbolic.crosscheck.evaluate import evaluate

    return lambda inner: evaluate(argument, inner)


def _variance(node: Any, scope: Scope) -> Value:
    (argument,) = node.arguments
    return _covariances(argument, argument, node, scope)


def _covariance(node: Any, scope: Scope) -> Value:
    return _covariances(node.arguments[0], node.arguments[-1], node, scope)


def _covariances(left: tree.Node, right: tree.Node, node: Any, scope: Scope) -> Value:
    """E[(x − E x)(y − E y)ᵀ], centred first so that nothing cancels."""
    table = scope.world.table
    names = outcomes(left, table) | outcomes(right, table)
    first, second = _body(left), _body(right)
    centre = expectation(first, names, node, scope)
    other = centre if left is right else expectation(second, names, node, scope)

    def body(inner: Scope) -> Value:
        a = entrywise(np.subtract, first(inner), centre)
        b = a if left is right else entrywise(np.subtract, second(inner), other)
        return _outer(a, b)

    return expectation(body, names, node, scope)


def _outer(a: Value, b: Value) -> Value:
    if a.rank > 1 or b.rank > 1 or a.kind or b.kind:
        raise Mismatch(f"the covariance of {describe(a)} and {describe(b)}")
    if a.rank and b.rank:
        return Value(a.data[..., :, None] * b.data[..., None, :], 2)
    return entrywise(np.multiply, a, b)


def _probability(node: Any, scope: Scope) -> Value:
    event = node.arguments[0] if len(node.arguments) == 1 else tree.Tuple(node.arguments)
    names = outcomes(event, scope.world.table)
    if not isinstance(event, tree.Chain | tree.Tuple) or not tree.is_event(event):
        raise Unsupported("the probability of something other than a relation")
    return expectation(_event(event), names, node, scope, event=True)


def _correlation(node: Any, scope: Scope) -> Value:
    """Corr(X, Y): the covariance of both in units of their standard deviations."""
    if len(node.arguments) != 2:
        raise Unsupported("a correlation of other than two quantities")
    left, right = node.arguments
    both, one, other = (_covariances(a, b, node, scope) for a, b in ((left, right), (left, left), (right, right)))
    if both.rank or one.rank or other.rank:
        raise Unsupported("a correlation of arrays")
    return scalar(both.data / np.sqrt(one.data * other.data))


def _standardized(node: Any, scope: Scope) -> Value:
    """Skew and Kurt: the third and fourth moment of X in standard units."""
    (argument,) = node.arguments
    names = outcomes(argument, scope.world.table)
    inside = _body(argument)
    centre, spread = expectation(inside, names, node, scope), _covariances(argument, argument, node, scope)
    if centre.rank:
        raise Unsupported(f"{node.kind} of an array")
    order = {"Skew": 3, "Kurt": 4}[node.kind]

    def body(inner: Scope) -> Value:
        away = entrywise(np.subtract, inside(inner), centre)
        return scalar((away.data / np.sqrt(spread.data)) ** order)

    return expectation(body, names, node, scope)


def _generating(node: Any, scope: Scope) -> Value:
    """mgf(X, t): the mean of e^{tX}."""
    if len(node.arguments) != 2:
        raise Unsupported("a generating function without its point")
    quantity, point = (_body(argument) for argument in node.arguments)
    names = outcomes(node.arguments[0], scope.world.table)

    def body(inner: Scope) -> Value:
        return scalar(np.exp(entrywise(np.multiply, point(inner), quantity(inner)).data))

    return expectation(body, names, node, scope)


OPERATORS: dict[str, Callable[[Any, Scope], Value]] = {
    "Corr": _correlation,
    "Skew": _standardized,
    "Kurt": _standardized,
    "mgf": _generating,
    "E": _mean,
    "Var": _variance,
    "Cov": _covariance,
    "P": _probability,
}
