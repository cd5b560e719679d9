"""∫ f over finite and infinite ranges by the double exponential rule, with an error estimate.

The step is halved until two results agree; singular ends do no harm, kinks and singularities inside are handed in as
`breaks` (Takahasi and Mori, Publ. RIMS 9, 1974).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf

import numpy as np

from numeric.ensembles import Array
from numeric.expectation import Estimate
from numeric.gaps import hidden
from numeric.laws.law import Law
from numeric.nodes import Change, on_half_line, on_heavy_half_line, on_heavy_line, on_interval, on_line

#: Halvings of the step of 1/2, the agreement, relative to ∫|f|, at which no more are made, and the error believed.
LEVELS, AGREEMENT, SETTLED, EPS = 8, 1e-13, 1e-7, float(np.finfo(np.float64).eps)


def integral(
    f: Callable[[Array], Array], low: float = -inf, high: float = inf, breaks: Sequence[float] = ()
) -> Estimate:
    """∫_low^high f(x) dx for f that takes an array of x and gives (points, *out).

    Not converged, so that the value shows nothing, where halving the step does not settle: a divergent or oscillating
    integral, a kink that is not named.

    >>> import numpy as np
    >>> abs(float(integral(lambda x: np.exp(-x * x)).value) ** 2 - np.pi) < 1e-13
    True
    """
    if low > high:
        turned = integral(f, high, low, breaks)
        return Estimate(-turned.value, turned.bound, "numeric", turned.evaluations, turned.scale, turned.converged)
    cuts = [low, *sorted({b for b in breaks if low < b < high}), high]
    parts = [_piece(f, a, b) for a, b in pairwise(cuts)]
    return Estimate(
        np.asarray(sum(p.value for p in parts)), np.asarray(sum(p.bound for p in parts)), "numeric",
        sum(p.evaluations for p in parts), np.asarray(sum(p.scale for p in parts)), all(p.converged for p in parts),
    )


def _changes(low: float, high: float) -> list[Change]:
    """Changes of variable that suit the range, the gentler first."""
    if np.isfinite(low) and np.isfinite(high):
        return [on_interval(low, high)]
    if np.isfinite(low):
        return [on_half_line(low, 1.0), on_heavy_half_line(low, 1.0)]
    if np.isfinite(high):
        return [_mirrored(on_half_line(-high, 1.0)), _mirrored(on_heavy_half_line(-high, 1.0))]
    return [on_line(0.0, 1.0), on_heavy_line(0.0, 1.0)]


def _mirrored(change: Change) -> Change:
    def mirrored(t: Array) -> tuple[Array, Array]:
        x, slope = change(t)
        return -x, slope

    return mirrored


def _piece(f: Callable[[Array], Array], low: float, high: float) -> Estimate:
    tries = []
    for change in _changes(low, high):
        tries.append(_refined(f, change, (low, high)))
        if tries[-1].converged:
            return tries[-1]
    return min(tries, key=lambda e: float(np.nan_to_num(np.max(e.bound), nan=inf)))


def _refined(f: Callable[[Array], Array], change: Change, ends: tuple[float, float]) -> Estimate:
    """The step halved until two results agree; where they never do, ten times the greater of the last two changes."""
    values: list[Array] = []
    scale, edge, count = np.asarray(0.0), np.asarray(0.0), 0
    for level in range(1, LEVELS):
        value, scale, edge, used = _sum(f, change, 0.5**level, ends)
        values.append(value)
        count += used
        edge = edge + 256 * EPS * scale
        if level > 1 and np.all(np.abs(value - values[-2]) <= AGREEMENT * scale + 1e-300):
            settled = bool(np.all(edge <= SETTLED * scale + 1e-300))
            return Estimate(value, edge + np.abs(value - values[-2]), "numeric", count, scale, settled)
    changes = np.maximum(np.abs(values[-1] - values[-2]), np.abs(values[-2] - values[-3]))
    bound = 10 * changes + edge
    settled = bool(np.all(np.isfinite(bound)) and np.all(bound <= SETTLED * scale + 1e-300))
    return Estimate(values[-1], bound, "numeric", count, scale, settled)


def _sum(
    f: Callable[[Array], Array], change: Change, step: float, ends: tuple[float, float]
) -> tuple[Array, Array, Array, int]:
    """Σ f(φ(t)) φ'(t) h with Σ|…|, and what the cut at both sides and the rounding of x near an end may weigh.

    A singular f at an end e ≠ 0 sees x only to within ε|x|, which at a distance d from e changes a term by its
    ε|x|/d-th part.
    """
    t = np.asarray(step * np.arange(-int(7 / step), int(7 / step) + 1), dtype=np.float64)
    with np.errstate(all="ignore"):
        x, slope = change(t)
        usable = np.isfinite(x) & np.isfinite(slope) & (slope > 0)
        x, slope = x[usable], slope[usable]
        values = np.asarray(f(x), dtype=np.float64)
        along = (-1, *[1] * (values.ndim - 1))
        terms = values * slope.reshape(along) * step
        distance = np.minimum(np.abs(x - ends[0]), np.abs(ends[1] - x))
        rough = np.minimum(1.0, 4 * EPS * np.abs(x) / distance)
    lost, beside = ~np.isfinite(terms), hidden(terms)
    terms, rough = np.where(lost, 0.0, terms), np.where(np.isfinite(rough), rough, 1.0)
    cut = (np.abs(terms[:2]).max(axis=0) + np.abs(terms[-2:]).max(axis=0)) / step
    blurred = (np.abs(terms) * rough.reshape(along)).sum(axis=0)
    return terms.sum(axis=0), np.abs(terms).sum(axis=0), np.asarray(cut + blurred + beside), int(usable.sum())


def mean_of(f: Callable[[Array], Array], law: Law, *parameters: float, breaks: Sequence[float] = ()) -> Estimate:
    """E f(X) for a scalar law: ∫ f·density between the breaks, where f has kinks; a sum where the law is discrete.

    >>> from numeric.laws import LAWS
    >>> relu = mean_of(lambda x: np.maximum(x, 0), LAWS["normal"], 0.0, 1.0, breaks=[0.0])
    >>> import math
    >>> abs(float(relu.value) - 1 / math.sqrt(2 * math.pi)) < 1e-13
    True
    """
    law.check(*parameters)
    if law.discrete or law.density is None or law.span is None or law.quantile is None:
        points = law.smooth(1, *parameters)
        values = np.asarray(f(points.values), dtype=np.float64)
        scale = points.average(np.abs(values))
        return Estimate(points.average(values), 1e3 * EPS * scale, "numeric", points.rows, scale)
    density, (low, high) = law.density, law.span(*parameters)
    middle = [float(q) for q in law.quantile(np.array([0.02, 0.5, 0.98]), *parameters)]

    def weighted(x: Array) -> Array:
        values = np.asarray(f(x), dtype=np.float64)
        weights = density(x, *parameters).reshape(-1, *[1] * (values.ndim - 1))
        return np.where(weights > 0, values * weights, 0.0)

    return integral(weighted, low, high, [*breaks, *middle])
