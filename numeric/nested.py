"""∫ f for many integrands at once, as inside another integral: refined until those that matter agree."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from numeric.ensembles import Array
from numeric.expectation import Estimate
from numeric.gaps import hidden
from numeric.nodes import Change, on_half_line, on_heavy_half_line, on_heavy_line, on_interval, on_line

#: First and last halving of the step of 1/2, and the agreement, relative to the greatest of the integrals.
FIRST, LAST, AGREEMENT = 3, 6, 1e-13

#: The share of integrals that must settle before a gentler change of variable is given up.
MOST = 0.6

#: Where the double exponential rule is cut.
REACH = 6.2


def nested(f: Callable[[Array], Array], low: float = -inf, high: float = inf) -> Estimate:
    """∫_low^high f(x) dx for f that gives (points, *out), each entry an integral of its own.

    Entries far below the greatest one need not agree relative to themselves: the enclosing integral does not feel them.
    Converged when most entries settle; the bound says which.

    >>> import numpy as np
    >>> widths = np.array([0.1, 1.0, 5.0])
    >>> found = nested(lambda x: np.exp(-((x[:, None] - 1) / widths) ** 2))
    >>> bool(np.all(abs(found.value - np.sqrt(np.pi) * widths) < 1e-12))
    True
    """
    tries = [_refined(f, change) for change in _changes(low, high)[:1]]
    if not tries[0].converged:
        tries += [_refined(f, change) for change in _changes(low, high)[1:]]
    return min(tries, key=lambda estimate: float(np.max(estimate.bound, initial=0.0)))


def _changes(low: float, high: float) -> list[Change]:
    if np.isfinite(low) and np.isfinite(high):
        return [on_interval(low, high)]
    if np.isfinite(low):
        return [on_half_line(low, 1.0), on_heavy_half_line(low, 1.0)]
    return [on_line(0.0, 1.0), on_heavy_line(0.0, 1.0)]


def _refined(f: Callable[[Array], Array], change: Change) -> Estimate:
    """The rule of each step reuses the points of the one before."""
    total, count, beside = _sum(f, change, 0.5**FIRST, 0.0)
    used = count
    bound = np.full_like(total, inf)
    for level in range(FIRST + 1, LAST + 1):
        step = 0.5**level
        between, count, lost = _sum(f, change, 2 * step, step)
        finer, beside = (total + between) / 2, np.maximum(beside, lost)
        bound, total, used = np.abs(finer - total) + beside, finer, used + count
        greatest = float(np.max(np.abs(total), initial=0.0))
        if np.all(bound <= AGREEMENT * greatest):
            break
    greatest = float(np.max(np.abs(total), initial=0.0))
    settled = bool(np.mean(bound <= 1e-6 * greatest + 1e-300) > MOST)
    return Estimate(total, bound, "numeric", used, np.abs(total), settled)


def _sum(f: Callable[[Array], Array], change: Change, step: float, offset: float) -> tuple[Array, int, Array]:
    t = np.arange(-REACH + offset, REACH, step)
    with np.errstate(all="ignore"):
        x, slope = change(t)
        usable = np.isfinite(x) & np.isfinite(slope) & (slope > 0)
        values = np.asarray(f(x[usable]), dtype=np.float64)
        terms = values * slope[usable].reshape(-1, *[1] * (values.ndim - 1)) * step
    return np.where(np.isfinite(terms), terms, 0.0).sum(axis=0), int(usable.sum()), hidden(terms)
