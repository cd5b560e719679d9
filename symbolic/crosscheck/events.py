"""Relations as events: where they hold, lane by lane."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from symbolic.crosscheck.scope import NotAnalytic, Scope
from symbolic.crosscheck.values import Data, Unsupported, Value, matched
from symbolic.notation import tree


def same(left: Data, right: Data) -> Data:
    """Equal up to rounding."""
    with np.errstate(all="ignore"):
        scale = np.maximum(1.0, np.maximum(np.abs(left), np.abs(right)))
        return np.asarray((np.abs(left - right) <= 1e-9 * scale) | (left == right))


def _real(relation: Callable[[Any, Any], Any]) -> Callable[[Data, Data], Data]:
    return lambda left, right: np.asarray(relation(np.real(left), np.real(right)))


RELATIONS: dict[str, Callable[[Data, Data], Data]] = {
    "=": same,
    ":=": same,
    "≠": lambda left, right: ~same(left, right),
    "<": _real(np.less),
    "≤": _real(np.less_equal),
    ">": _real(np.greater),
    "≥": _real(np.greater_equal),
}


def truth(node: tree.Node, scope: Scope) -> Data:
    """Where every relation of a chain holds; of an array, where it holds in all entries."""
    from symbolic.crosscheck.evaluate import evaluate

    if isinstance(node, tree.Tuple):
        return np.asarray(np.logical_and.reduce(np.broadcast_arrays(*[truth(item, scope) for item in node.items])))
    if not isinstance(node, tree.Chain):
        raise Unsupported("an event that is not a relation")
    scope.effort.rough += 1
    holds: Data = np.asarray(True)
    left_node = node.first
    for relation, right_node in node.links:
        if scope.complex and scope.averaged and _is_complex(node, scope):
            raise NotAnalytic
        if relation == "∈":
            holds = holds & member(evaluate(left_node, scope), right_node, scope)
        else:
            holds = holds & related(relation, evaluate(left_node, scope), evaluate(right_node, scope))
        left_node = right_node
    return holds


def _is_complex(chain: tree.Chain, scope: Scope) -> bool:
    from symbolic.crosscheck.evaluate import evaluate

    sides = [chain.first, *(side for relation, side in chain.links if relation != "∈")]
    return any(np.iscomplexobj(evaluate(side, scope).data) for side in sides)


def related(relation: str, left: Value, right: Value) -> Data:
    found = RELATIONS.get(relation)
    if found is None:
        raise Unsupported(f"the relation {relation} as an event")
    left, right = matched(left, right)
    rank = max(left.rank, right.rank)
    a, b = (v.data.reshape(v.data.shape + (1,) * (rank - v.rank)) for v in (left, right))
    holds = found(a, b)
    return np.asarray(holds.all(axis=tuple(range(-rank, 0)))) if rank else holds


def member(value: Value, where: tree.Node, scope: Scope) -> Data:
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if isinstance(where, tree.SetOf | tree.Tuple):
        found = [same(value.data, evaluate_scalar(item, scope).data) for item in where.items]
        return np.asarray(np.logical_or.reduce(np.broadcast_arrays(*found)))
    if isinstance(where, tree.Interval):
        low, high = (np.real(evaluate_scalar(end, scope).data) for end in (where.lower, where.upper))
        x = np.real(value.data)
        above = x > low if where.open_left else x >= low
        return np.asarray(above & (x < high if where.open_right else x <= high))
    if isinstance(where, tree.Space) and where.field_ == "ℝ" and not where.shape:
        return np.isfinite(value.data)
    raise Unsupported("membership in such a set")
