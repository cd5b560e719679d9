"""Minima and maxima over vectors and matrices: parabolas through neighbouring points, again and again (Newton).

A quadratic is met exactly by the first; what other functions leave is the size of the last step.  A minimum that other
points undercut, or that more than one point attains, is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from symbolic.crosscheck.ranges import whole
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value

#: Newton steps, the widths of the parabolas, and points at which a lower value is looked for.
STEPS, WIDTHS, RIVALS = 14, (1.0, 1.0, 0.3, 0.1, 0.03, 0.01), 400

#: How far away a function is followed to see whether it falls without end.
FAR = 10.0 ** np.arange(2, 9)


def over_arrays(node: Any, name: str, scope: Scope) -> Value:
    """min, max, argmin, argmax over an array of a shape in which the body makes sense."""
    if scope.depth or node.domain is not None:
        raise Unsupported(f"{node.kind} over {name} under what varies")
    found = list(_fitting(node, name, scope))
    if len(found) != 1:
        raise Unsupported(f"{node.kind} over {name}, whose shape is not declared")
    (shape,) = found
    sign = 1.0 if "min" in node.kind else -1.0
    count = int(np.prod(shape, dtype=int))
    values = _body(node, name, shape, sign, scope)
    point, error = _newton(values, count, node.kind)
    if point is None:
        return _without_end(node, shape, sign, scope)
    scope.effort.note("numeric", error)
    if node.kind.startswith("arg"):
        return Value(point.reshape(shape), len(shape))
    return Value(np.asarray(sign * values(point[None])[0]))


def _fitting(node: Any, name: str, scope: Scope) -> Iterator[tuple[int, ...]]:
    """The declared shape; else those, of sizes of the world, in which the body has a value, vectors before matrices."""
    declared = scope.world.table.symbol(name)
    if declared is not None:
        if declared.signs or declared.bounds or declared.family is not None:
            raise Unsupported(f"{node.kind} over {name}, of which something is said")
        yield tuple(whole(size, scope) for size in declared.shape)
        return
    sizes = sorted(set(scope.world.sizes.values()))
    shapes = [*((size,) for size in sizes), *product(sizes, repeat=2)]
    rank = 0
    for shape in shapes:
        if rank and len(shape) > rank:
            return
        try:
            _body(node, name, shape, 1.0, scope)(np.full((1, int(np.prod(shape))), 0.3))
        except (Mismatch, Unsupported, ValueError):
            continue
        rank = len(shape)
        yield shape


def _body(node: Any, name: str, shape: tuple[int, ...], sign: float, scope: Scope) -> Callable[[Data], Data]:
    """Flat points (count, entries) to values."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    def values(points: Data) -> Data:
        value = Value(points.reshape((-1, *shape)), len(shape))
        found = evaluate_scalar(node.body, scope.opened().bind(name, value))
        return sign * real(along(found, 0, len(points)))

    return values


def _newton(values: Callable[[Data], Data], count: int, kind: str) -> tuple[Data | None, float]:
    """The point of least value and the length of the last step; None where the function falls without end."""
    point, step = np.zeros(count), np.full(count, np.inf)
    for turn in range(STEPS):
        width = WIDTHS[min(turn, len(WIDTHS) - 1)] * max(1.0, float(np.abs(point).max(initial=0.0)))
        slope, bends = _parabola(values, point, width)
        if not np.all(np.isfinite(bends)):
            raise Unsupported(f"a {kind} where the function is not smooth")
        sizes, ways = np.linalg.eigh(bends)
        scale = float(np.abs(sizes).max(initial=0.0))
        if sizes[0] < -1e-9 * scale and _falls(values, point, ways[:, 0]):
            return None, 0.0
        if sizes[0] <= 1e-9 * scale:
            raise Unsupported(f"a {kind} that no single point attains")
        step = -np.linalg.solve(bends, slope)
        point = point + step * min(1.0, 10.0 / max(1e-300, float(np.abs(step).max())))
    error = float(np.abs(step).max()) / max(1.0, float(np.abs(point).max()))
    rivals = point + np.sinh(np.random.default_rng(count).uniform(-6, 6, (RIVALS, count)))
    best = values(point[None])[0]
    if error > 1e-5 or np.any(values(rivals) < best - 1e-9 * max(1.0, abs(best))):
        raise Unsupported(f"a {kind} that was not found")
    return point, error + 1e-9


def _parabola(values: Callable[[Data], Data], point: Data, width: float) -> tuple[Data, Data]:
    """Gradient and Hessian of the parabola through the neighbours at this width."""
    steps = width * np.eye(len(point))
    pairs = (steps[:, None] + steps[None]).reshape(-1, len(point))
    mixed = values(np.concatenate([point + pairs, point - pairs]))
    near = values(np.concatenate([point[None], point + steps, point - steps]))
    centre, up, down = near[0], near[1 : len(point) + 1], near[len(point) + 1 :]
    slope = (up - down) / (2 * width)
    both = (mixed[: len(pairs)] + mixed[len(pairs) :]).reshape(len(point), len(point))
    single = up + down
    bends = (both - single[:, None] - single[None] + 2 * centre) / (2 * width**2)
    np.fill_diagonal(bends, (single - 2 * centre) / width**2)
    return slope, bends


def _falls(values: Callable[[Data], Data], point: Data, way: Data) -> bool:
    """Does the function fall without end along a line?"""
    return any(falls(values(point + side * FAR[:, None] * way)) for side in (1.0, -1.0))


def falls(members: Data) -> bool:
    """Do values at points ten times as far each fall at least three times as deep each?"""
    return bool(np.all(np.isfinite(members)) and np.all(members < 0) and np.all(members[1:] < 3 * members[:-1]))


def _without_end(node: Any, shape: tuple[int, ...], sign: float, scope: Scope) -> Value:
    scope.effort.note("numeric", 1e-9)
    if node.kind.startswith("arg"):
        return Value(np.full(shape, np.nan), len(shape))
    return Value(np.asarray(-sign * np.inf))

