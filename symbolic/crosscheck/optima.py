"""Minima and maxima: over an index by enumeration, over a real by bracketing and refinement."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic.crosscheck.events import truth
from symbolic.crosscheck.ranges import index_range
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.notation import tree

#: Points of a net, and how often it is drawn closer.
NET, ROUNDS = 81, 12


def optimum(node: Any, scope: Scope) -> Value:
    """min, max, argmin, argmax of a scalar over an index or a real."""
    if not isinstance(node.variable, tree.Name):
        raise Unsupported(f"{node.kind} over something other than a name")
    name = node.variable.id
    try:
        span = index_range(name, node.body, scope)
    except Unsupported:
        return _over_reals(node, name, scope)
    return _over_index(node, name, span, scope)


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
    """A net over the line, drawn closer around its best point, then Newton's parabola through three points."""
    sign = 1.0 if "min" in node.kind else -1.0
    declared = scope.world.table.symbol(name)
    positive = declared is not None and bool(declared.signs & {"positive", "nonnegative"})
    spread = np.sinh(np.linspace(0.0 if positive else -9.0, 9.0, NET))
    centre: Data = np.zeros((1,) * (scope.depth + 1))
    width = 1.0
    for round_ in range(ROUNDS):
        net = scope.lane(spread * width) + centre
        values = sign * _values(node, name, net, scope)
        best = np.nanargmin(np.where(np.isnan(values), np.inf, values), axis=0)[None]
        if round_ == 0 and np.any((best == len(spread) - 1) | ((best == 0) & (not positive))):
            raise Unsupported(f"a {node.kind} that no point attains")
        net = np.broadcast_to(net, values.shape)
        centre = np.take_along_axis(net, best, axis=0)
        spread, width = np.linspace(-1.0, 1.0, NET), (2.0 if round_ == 0 else 4.0 / NET) * _gap(net, best, width, round_)
    return _finished(node, name, centre, scope, sign)


def _gap(net: Data, best: Data, width: float, round_: int) -> float:
    """How far the neighbours of the best points are, at most."""
    if round_:
        return width
    last = net.shape[0] - 1
    low = np.take_along_axis(net, np.clip(best - 1, 0, last), axis=0)
    high = np.take_along_axis(net, np.clip(best + 1, 0, last), axis=0)
    return float(np.max(high - low))


def _finished(node: Any, name: str, centre: Data, scope: Scope, sign: float) -> Value:
    """The vertex of the parabola through the best point and its neighbours, whose distance rounding allows."""
    step = 1e-3 * np.maximum(1.0, np.abs(centre))
    net = np.concatenate([centre - step, centre, centre + step])
    low, middle, high = sign * _values(node, name, net, scope)
    bend = high - 2 * middle + low
    move = np.where(bend > 0, (low - high) / np.where(bend > 0, 2 * bend, 1.0), 0.0) * step[0]
    vertex = centre[0] + np.clip(move, -step[0], step[0])
    scope.effort.note("numeric", 1e-10)
    if node.kind.startswith("arg"):
        scope.effort.note("numeric", 1e-9)
        return Value(vertex)
    return Value(_values(node, name, vertex[None], scope)[0])
