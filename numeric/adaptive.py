"""∫ f by bisection: panels are halved only where halving still changes the sum, so kinks and jumps cost little.

On each panel the rules of Clenshaw and Curtis on 9 and 17 points are compared.  Both see the ends of the panel: a kink
hidden between an end and its neighbour bends the value at that end, and two rules that leave the ends out would agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf

import numpy as np

from numeric.ensembles import Array
from numeric.expectation import Estimate
from numeric.gaps import hidden
from numeric.nodes import on_heavy_half_line, on_heavy_line

#: Intervals of the finer rule, panels at the start, and the most halvings of one.
FINE, PANELS, HALVINGS = 16, 16, 48

#: The error, relative to ∫|f|, at which a panel is no longer halved, and at which the whole is believed.
AGREEMENT, SETTLED, EPS = 1e-14, 1e-8, float(np.finfo(np.float64).eps)

#: How far a doubly exponential change of variable is followed: beyond 1e100; and the share of the integral that may be
#: left where it is cut.
REACH, CUT = 5.7, 1e-5

#: Evaluations after which the integral is given up.
WORK = 400_000

Integrand = Callable[[Array], Array]


def adaptive(f: Integrand, low: float = -inf, high: float = inf, work: int = WORK) -> Estimate:
    """∫_low^high f(x) dx for f that takes an array of x and gives (points, *out).

    Infinite ranges after x = sinh(π/2 sinh t), or x = low + exp(π/2 sinh t), up to 1e100, so that heavy tails are not
    cut; where f does not die out towards an end, the integral is not converged, with no bound.

    >>> float(adaptive(lambda x: np.where(x < 0.3, 1.0, x), 0.0, 1.0).value.round(12))
    0.755
    >>> adaptive(lambda x: 1 / (1 + np.abs(x))).converged
    False
    """
    if low > high:
        turned = adaptive(f, high, low, work)
        return Estimate(-turned.value, turned.bound, "numeric", turned.evaluations, turned.scale, turned.converged)
    if np.isfinite(low) and np.isfinite(high):
        return _bisected(f, low, high, work)
    mirrored = bool(np.isfinite(high))
    end = -high if mirrored else low
    change = on_heavy_half_line(end, 1.0) if np.isfinite(end) else on_heavy_line(0.0, 1.0)

    def terms(t: Array) -> Array:
        with np.errstate(all="ignore"):
            x, slope = change(t)
            values = np.asarray(f(-x if mirrored else x), dtype=np.float64)
            return values * slope.reshape(-1, *[1] * (values.ndim - 1))

    def moved(t: Array) -> Array:
        found = terms(t)
        return np.where(np.isfinite(found), found, 0.0)

    found = _bisected(moved, -REACH, REACH, work)
    beyond = _cut(terms(np.linspace(-REACH, REACH, 2001)))
    ended = bool(np.all(beyond <= CUT * np.maximum(np.abs(found.value), found.bound)))
    return replace(found, converged=found.converged and ended, bound=found.bound + beyond if ended else beyond + inf)


def _cut(terms: Array) -> Array:
    """The greatest of the terms at the ends of the range and beside places without a value."""
    size, lost = np.abs(terms), ~np.isfinite(terms)
    beside = np.concatenate((lost[1:], lost[:1] | True)) | np.concatenate((lost[:1] | True, lost[:-1]))
    return np.asarray(np.maximum(np.where(beside & ~lost, size, 0.0).max(axis=0), hidden(terms)))


@cache
def clenshaw_curtis(intervals: int) -> tuple[Array, Array]:
    """Points cos(πk/n) and weights on (−1, 1) for an even n: the integral of the interpolant at these points."""
    k = np.arange(intervals + 1)
    orders = np.arange(0, intervals + 1, 2)
    halved = np.where((orders == 0) | (orders == intervals), 0.5, 1.0)
    waves = np.cos(np.pi * np.outer(k, orders) / intervals)
    weights = 4 / intervals * waves @ (halved / (1.0 - orders**2))
    weights[[0, -1]] /= 2
    return np.cos(np.pi * k / intervals), weights


def _bisected(f: Integrand, low: float, high: float, work: int) -> Estimate:
    edges = np.linspace(low, high, PANELS + 1)
    starts, ends = edges[:-1], edges[1:]
    total = bound = scale = np.asarray(0.0)
    count = 0
    for _ in range(HALVINGS):
        values, errors, sizes = _panels(f, starts, ends)
        count += len(starts) * (FINE + 1)
        whole = scale + sizes.sum(axis=0)
        rough = np.any((errors > AGREEMENT * np.maximum(whole, 1e-300)).reshape(len(starts), -1), axis=1)
        if count > work:
            rough[:] = False
        total, bound, scale = (
            kept + part[~rough].sum(axis=0) for kept, part in ((total, values), (bound, errors), (scale, sizes))
        )
        if not rough.any():
            break
        middle = (starts + ends)[rough] / 2
        starts, ends = np.concatenate([starts[rough], middle]), np.concatenate([middle, ends[rough]])
    else:
        total, bound = total + values[rough].sum(axis=0), bound + errors[rough].sum(axis=0)
    bound = 10 * bound + 1024 * EPS * scale
    settled = bool(np.all(np.isfinite(bound)) and np.all(bound <= SETTLED * np.maximum(scale, 1e-300)))
    return Estimate(np.asarray(total), np.asarray(bound), "numeric", count, np.asarray(scale), settled)


def _panels(f: Integrand, starts: Array, ends: Array) -> tuple[Array, Array, Array]:
    """∫ f, the difference of the two rules, and ∫|f|, for each panel; no bound where f is only infinite and zero."""
    nodes, weights = clenshaw_curtis(FINE)
    coarse = np.zeros_like(weights)
    coarse[::2] = clenshaw_curtis(FINE // 2)[1]
    half = (ends - starts) / 2
    points = (starts + ends)[:, None] / 2 + half[:, None] * nodes
    with np.errstate(all="ignore"):
        values = np.asarray(f(points.reshape(-1)), dtype=np.float64)
    values = np.broadcast_to(values, (points.size, *values.shape[1:])).reshape(*points.shape, *values.shape[1:])
    infinite, values = np.isinf(values).any(axis=1), np.where(np.isfinite(values), values, 0.0)
    blind = infinite & ~np.any(values, axis=1)

    def summed(rule: Array, of: Array) -> Array:
        return np.asarray(np.einsum("p,n,pn...->p...", half, rule, of))

    errors = np.where(blind, inf, np.abs(summed(weights - coarse, values)))
    return summed(weights, values), errors, summed(weights, np.abs(values))
