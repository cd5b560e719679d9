"""∫ f by bisection: panels are halved only where halving still changes the sum, so kinks and jumps cost little."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from numeric.ensembles import Array
from numeric.expectation import Estimate
from numeric.nodes import on_half_line, on_line

#: Points of a panel, panels at the start, and the most halvings of one.
POINTS, PANELS, HALVINGS = 10, 16, 44

#: The change, relative to ∫|f|, at which a panel is no longer halved.
AGREEMENT, EPS = 1e-14, float(np.finfo(np.float64).eps)

#: Evaluations after which the integral is given up.
WORK = 400_000


def adaptive(f: Callable[[Array], Array], low: float, high: float, work: int = WORK) -> Estimate:
    """∫_low^high f(x) dx for f that takes an array of x and gives (points, *out); ends may be infinite.

    >>> float(adaptive(lambda x: np.where(x < 0.3, 1.0, x), 0.0, 1.0).value.round(12))
    0.755
    """
    if np.isfinite(low) and np.isfinite(high):
        return _bisected(f, low, high, work)
    change = on_line(0.0, 1.0) if low == -inf and high == inf else on_half_line(low if np.isfinite(low) else -high, 1.0)

    def moved(t: Array) -> Array:
        with np.errstate(all="ignore"):
            x, slope = change(t)
            values = np.asarray(f(-x if high != inf else x), dtype=np.float64)
            return np.nan_to_num(values * slope.reshape(-1, *[1] * (values.ndim - 1)), posinf=0.0, neginf=0.0)

    return _bisected(moved, -6.5, 6.5, work)


def _bisected(f: Callable[[Array], Array], low: float, high: float, work: int) -> Estimate:
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    edges = np.linspace(low, high, PANELS + 1)
    starts, ends = edges[:-1], edges[1:]
    sums, sizes = _panels(f, starts, ends, nodes, weights)
    total = np.zeros(sums.shape[1:])
    scale, bound, count = sizes.sum(axis=0), np.zeros_like(total), sums.shape[0] * POINTS
    for _ in range(HALVINGS):
        middle = (starts + ends) / 2
        both = _panels(f, np.concatenate([starts, middle]), np.concatenate([middle, ends]), nodes, weights)
        first, second = np.split(both[0], 2)
        count += 2 * len(starts) * POINTS
        scale = np.maximum(scale, np.abs(total) + both[1].sum(axis=0))
        change = np.abs(first + second - sums)
        rough = np.any((change > AGREEMENT * np.maximum(scale, 1e-300)).reshape(len(starts), -1), axis=1)
        total = total + (first + second)[~rough].sum(axis=0)
        bound = bound + change[~rough].sum(axis=0)
        starts, ends = np.concatenate([starts[rough], middle[rough]]), np.concatenate([middle[rough], ends[rough]])
        sums = np.concatenate([first[rough], second[rough]])
        if not rough.any() or count > work:
            break
    total, rest = total + sums.sum(axis=0), np.abs(sums).sum(axis=0)
    bound = bound + (rest if len(sums) else 0.0) + 256 * EPS * scale
    settled = bool(np.all(bound <= 1e-7 * np.maximum(scale, 1e-300)))
    return Estimate(total, bound, "numeric", count, scale, settled)


def _panels(
    f: Callable[[Array], Array], starts: Array, ends: Array, nodes: Array, weights: Array
) -> tuple[Array, Array]:
    """∫ f and ∫|f| over each panel by one Gauss–Legendre rule."""
    half = (ends - starts) / 2
    points = (starts + ends)[:, None] / 2 + half[:, None] * nodes
    values = np.asarray(f(points.reshape(-1)), dtype=np.float64)
    values = np.broadcast_to(values, (points.size, *values.shape[1:])).reshape(*points.shape, *values.shape[1:])
    factor = half[:, None] * weights
    return np.einsum("pn,pn...->p...", factor, values), np.einsum("pn,pn...->p...", factor, np.abs(values))
