"""Sums, products and integrals."""

from __future__ import annotations

from itertools import count
from typing import Any

from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, Poly, symbol
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.sums import product_over, sum_over
from symbolic.lowering import ranges
from symbolic.lowering.arrays import Array, remembered
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

_variables = count(1)


def lower_big(node: Any, scope: Scope) -> Array:
    """∑ and ∏ over the bounds, the first one outermost."""
    spans: list[tuple[str, Poly, Poly]] = []
    inner = scope
    conditions = []
    for bound in node.bounds:
        lower_end, upper_end = _bounds(bound, node.body, inner)
        index = fresh((lower_end, upper_end))
        spans.append((next(iter(index.free)), lower_end, upper_end))
        inner = inner.with_index(bound.index, index)
        if bound.condition is not None:
            conditions.append(bound.condition)
    if conditions and node.operator == "∏":
        raise Unsupported("a product over a condition")
    return _accumulated(node, inner, spans, conditions)


def _bounds(bound: tree.Bound, body: tree.Node, scope: Scope) -> tuple[Poly, Poly]:
    from symbolic.lowering.lower import lower_scalar

    if bound.lower is not None and bound.upper is not None:
        return lower_scalar(bound.lower, scope), lower_scalar(bound.upper, scope)
    first, last = ranges.index_range(bound.index, body, scope)
    return (lower_scalar(bound.lower, scope) if bound.lower is not None else first), last


def _accumulated(node: Any, scope: Scope, spans: list[tuple[str, Poly, Poly]], conditions: list[Any]) -> Array:
    from symbolic.lowering.lower import lower, truth

    array = lower(node.body, scope)
    weight = ONE
    for condition in conditions:
        weight = weight * truth(condition, scope)
    over = sum_over if node.operator == "∑" else product_over

    def entry(at: tuple[Poly, ...]) -> Poly:
        result = array.entry(at) * weight
        for name, first, last in reversed(spans):
            result = over(name, first, last, result)
        return result

    return Array(array.shape, remembered(entry), array.row, array.kind, array.first)


def lower_integral(node: Any, scope: Scope) -> Array:
    """∫ body d(variable) by the table of integrals."""
    from symbolic.lowering.lower import lower, lower_scalar
    from symbolic.rules.integrals import integral

    if node.lower is None or node.upper is None:
        raise Unsupported("an indefinite integral")
    first, last = lower_scalar(node.lower, scope), lower_scalar(node.upper, scope)
    name = f"{node.variable}′{next(_variables)}"
    if is_nonnegative(first):
        scope.situation.facts.learn(name, "positive")
    body = lower(node.body, scope.with_index(node.variable, symbol(name)))

    def entry(at: tuple[Poly, ...]) -> Poly:
        value = integral(body.entry(at), name, first, last, scope.situation)
        if value is None:
            raise Unsupported("an integral that no rule evaluates")
        return value

    return Array(body.shape, remembered(entry), body.row)


