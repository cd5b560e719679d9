"""Minima and maxima: over an index by enumeration, over a real by bracketing and refinement."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic.crosscheck.events import truth
from symbolic.crosscheck.ranges import index_range
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value
from symbolic.crosscheck.vector_optima import FAR, falls, over_arrays
from symbolic.notation import tree

#: Points of a net, and how often it is drawn closer.
NET, ROUNDS = 81, 5


def optimum(node: Any, scope: Scope) -> Value:
    """min, max, argmin, argmax of a scalar over an index or a real."""
    scope.effort.rough += 1
    if not isinstance(node.variable, tree.Name):
        raise Unsupported(f"{node.kind} over something other than a name")
    name = node.variable.id
    try:
        span = index_range(name, node.body, scope)
    except Unsupported:
        return _over_undeclared(node, name, scope)
    return _over_index(node, name, span, scope)


def _over_undeclared(node: Any, name: str, scope: Scope) -> Value:
    """A name that nothing declares is a real where its place allows it, else a quantity of unknown shape."""
    declared = scope.world.table.symbol(name)
    if declared is not None and declared.axes:
        return over_arrays(node, name, scope)
    try:
        return _over_reals(node, name, scope)
    except Mismatch:
        if scope.world.table.knows(name):
            raise
        return over_arrays(node, name, scope)


def _over_index(node: Any, name: str, span: tuple[int, int], scope: Scope) -> Value:
    places = np.arange(span[0], span[1] + 1.0)
    values = _values(node, name, scope.lane(places), scope)
    best = values.argmin(axis=0) if "min" in node.kind else values.argmax(axis=0)
    if node.kind.startswith("arg"):
        return Value(best + float(span[0]))
    return Value(np.take_along_axis(values, best[None], axis=0)[0])


def _values(node: Any, name: str, places: Data, scope: Scope) -> Data:
    """The body at places (a lane in front), infinite outside the domain."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    inner = scope.opened().bind(name, Value(places))
    value = along(evaluate_scalar(node.body, inner), scope.depth, places.shape[0])
    if node.domain is not None:
        worst = np.inf if "min" in node.kind else -np.inf
        value = np.where(truth(node.domain, inner), value, worst)
    return real(value)


def _over_reals(node: Any, name: str, scope: Scope) -> Value:
    """A net over the line, drawn closer around its best point, then the vertex of the parabola there."""
    sign = 1.0 if "min" in node.kind else -1.0
    declared = scope.world.table.symbol(name)
    positive = declared is not None and bool(declared.signs & {"positive", "nonnegative"})
    net = scope.lane(np.sinh(np.linspace(-9.0, 9.0, NET)) if not positive else np.exp(np.linspace(-9.0, 9.0, NET)))
    values = sign * _values(node, name, net, scope)
    if np.all(np.ptp(values, axis=0) <= 1e-12 * np.abs(values).max(axis=0)):
        return _constant(node, values, sign)
    best = _best(values)
    if np.any((best == NET - 1) | (best == 0)):
        return _at_the_end(node, name, scope, sign, positive)
    net = np.broadcast_to(net, values.shape)
    centre, low, high = (np.take_along_axis(net, best + move, axis=0) for move in (0, -1, 1))
    width = np.maximum(high - centre, centre - low)
    for _ in range(ROUNDS):
        net = centre + width * scope.lane(np.linspace(-1.0, 1.0, NET))
        values = sign * _values(node, name, net, scope)
        centre = np.take_along_axis(np.broadcast_to(net, values.shape), _best(values), axis=0)
        width = width * 3 / NET
    return _vertex(node, name, centre, scope, sign)


def _constant(node: Any, values: Data, sign: float) -> Value:
    if node.kind.startswith("arg"):
        raise Unsupported(f"a {node.kind} that every point attains")
    return Value(sign * values[0])


def _at_the_end(node: Any, name: str, scope: Scope, sign: float, positive: bool) -> Value:
    """A function that falls without end has the minimum −∞, which no point attains."""
    for side in (1.0,) if positive else (1.0, -1.0):
        members = sign * _values(node, name, scope.lane(side * FAR), scope)
        if members.size == len(FAR) and falls(members.reshape(-1)):
            scope.effort.note("numeric", 1e-9)
            end = np.nan if node.kind.startswith("arg") else -sign * np.inf
            return Value(np.full(members.shape[1:], end))
    raise Unsupported(f"a {node.kind} that no point attains")


def _best(values: Data) -> Data:
    return np.asarray(np.argmin(np.where(np.isnan(values), np.inf, values), axis=0))[None]


def _vertex(node: Any, name: str, centre: Data, scope: Scope, sign: float) -> Value:
    """The stationary point beside `centre`: parabolas of two widths, extrapolated."""
    wide, narrow = (_offset(node, name, centre, step, scope, sign) for step in (1e-2, 5e-3))
    vertex = centre[0] + (4 * narrow - wide) / 3
    scope.effort.note("numeric", float(np.max(np.abs(narrow - wide), initial=0.0)) ** 2 + 1e-9)
    if node.kind.startswith("arg"):
        return Value(vertex)
    return Value(_values(node, name, vertex[None], scope)[0])


def _offset(node: Any, name: str, centre: Data, step: float, scope: Scope, sign: float) -> Data:
    h = step * np.maximum(1.0, np.abs(centre))
    low, middle, high = sign * _values(node, name, np.concatenate([centre - h, centre, centre + h]), scope)
    bend = high - 2 * middle + low
    moved = np.where(bend > 0, (low - high) / np.where(bend > 0, 2 * bend, 1.0), 0.0)
    return np.asarray(np.clip(moved, -1, 1) * h[0])
