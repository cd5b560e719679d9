"""Limits along sequences and infinite sums, extrapolated, with error estimates and a word for divergence.

Along t = 2^k an error of order t^(−p) falls geometrically in k, and so do sums of such errors: Wynn's ε-algorithm takes
them off one after another (Wynn, MTAC 10, 1956).  An exponential error is gone before the extrapolation begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import Array
from numeric.expectation import Estimate

EPS = float(np.finfo(np.float64).eps)

#: Doublings of the argument, and the relative error beyond which a limit shows nothing.
DOUBLINGS, LOOSE = 40, 1e-4

#: Roundings that one member of a sequence may carry at least.
ULPS = 64.0

#: Neighbours at which each member is looked at too, and their relative spacing.
NEIGHBOURS, SPACING = 5, 1.1e-3

#: Share of noise, over RUN members in a row, that ends a sequence; the share at which it is a step of the function.
NOISY, RUN, STEP = 1e-9, 6, 1e-5

#: Change within the neighbours, as a share of the change to the next member, below which the latter is rounding.
FROZEN = 1e-5


def limit(f: Callable[[float], ArrayLike], to: float = inf, side: int = 1, integer: bool = False) -> Estimate:
    """lim f(t) for t → to: ±∞, or a point from above (side 1) or below (−1); with `integer`, over integers.

    The value is ±inf where f grows without bound; the estimate is not converged, and its value nan, where f oscillates
    or settles too slowly.

    >>> import math
    >>> bool(abs(limit(lambda n: (1 + 1 / n) ** n).value - math.e) < 1e-9)
    True
    >>> float(limit(lambda t: 1 / t, to=0.0).value)
    inf
    """
    return limit_of(np.array([[_quiet(f, float(t)) for t in row] for row in approach(to, side, integer)]))


def approach(to: float = inf, side: int = 1, integer: bool = False, doublings: int = DOUBLINGS) -> Array:
    """Arguments t → to, (members, neighbours): each row a member of the sequence and its close neighbours."""
    steps = np.asarray(1.1 * 2.0 ** np.arange(doublings), dtype=np.float64)
    table = steps[:, None] * (1 + SPACING * np.arange(NEIGHBOURS))
    if integer:
        steps = np.asarray(2.0 ** np.arange(doublings) + np.arange(doublings) % 2)  # of both parities
        table = steps[:, None] + np.floor(1 + SPACING * steps)[:, None] * np.arange(NEIGHBOURS)
    return np.asarray(np.sign(to) * table if np.isinf(to) else to + side * 0.3 / table)


def limit_of(table: ArrayLike) -> Estimate:
    """The limit of values at the arguments of `approach`, (members, neighbours, *shape), entry by entry."""
    values = np.asarray(table, dtype=np.float64)
    with np.errstate(all="ignore"):
        rough = np.abs(np.diff(values, n=4, axis=1)[:, 0]) / np.sqrt(70)  # Var Δ⁴ = 70 σ² (Hamming)
        near = np.abs(values[:, 1:] - values[:, :1]).max(axis=1)
    noise = np.stack([rough[max(0, k - 2) : k + 3].max(axis=0) for k in range(len(rough))])  # by chance it may be 0
    return sequence_limit(values[:, 0], noise, near)


def _quiet(f: Callable[[float], ArrayLike], t: float) -> Array:
    with np.errstate(all="ignore"):
        try:
            return np.asarray(f(t), dtype=np.float64)
        except OverflowError:
            return np.asarray(inf)
        except (ZeroDivisionError, ValueError):
            return np.asarray(np.nan)


def sequence_limit(members: ArrayLike, noise: ArrayLike = 0.0, near: ArrayLike = inf) -> Estimate:
    """The limit of a sequence (members, *shape) whose error falls geometrically or faster, entry by entry.

    noise  error that each member carries
    near   how much each member changes close by: a change to the next that does not begin here is rounding
    """
    table = np.asarray(members, dtype=np.float64)
    columns = (np.broadcast_to(a, table.shape).reshape(len(table), -1).T for a in (table, noise, near))
    results = [_one(*column) for column in zip(*columns, strict=True)]
    values, bounds = (np.array([r[i] for r in results]).reshape(table.shape[1:]) for i in (0, 1))
    scale = np.where(np.isfinite(values), np.abs(values), 0.0)
    return Estimate(values, bounds, "numeric", len(table), scale, not bool(np.any(np.isnan(values))))


def _one(members: Array, noise: Array, near: Array) -> tuple[float, float]:
    first = int(np.argmax(np.isfinite(members)))
    members, noise, near = members[first:], noise[first:], near[first:]
    finite = np.isfinite(members)
    last = len(members) if finite.all() else int(np.argmin(finite))
    overflow = members[last] if last < len(members) and np.isinf(members[last]) else None
    kept = _trusted(members[:last], np.where(np.isfinite(noise[:last]), noise[:last], inf), near[:last])
    rounded = kept.stop < last and kept.stop - kept.start > 3
    seen = members[kept] if rounded else members[:last]
    if _grows(seen, None if rounded else overflow):
        return float(np.sign(seen[-1] if rounded or overflow is None else overflow) * inf), 0.0
    if kept.stop - kept.start < 8 or not _settles(members[kept]):
        return np.nan, inf
    value, error = _extrapolated(members[kept], noise[kept] + ULPS * EPS * np.abs(members[kept]))
    if not np.isfinite(error) or error > LOOSE * max(1.0, abs(value)):
        return np.nan, inf
    return value, error


def _trusted(members: Array, noise: Array, near: Array) -> slice:
    """The members between the last step of the function and the point where rounding takes over.

    Rounding begins small and stays: noise from NOISY on over RUN members, or a change between members of which their
    neighbourhoods show nothing.  What begins large is a step of the function itself, and the sequence starts after it.
    """
    if len(members) == 0:
        return slice(0, 0)
    size = np.maximum.accumulate(np.abs(members)) + 1e-300
    change = np.append(np.abs(np.diff(members)), 0.0)
    frozen = (change > ULPS * EPS * size) & (near < FROZEN * change)
    start = 0
    for k in range(len(members)):
        loud = noise[k : k + RUN] > NOISY * size[k : k + RUN]
        share = max(float(change[k]) if frozen[k] else 0.0, float(noise[k]) if loud[0] else 0.0) / size[k]
        if share > STEP:
            start = k + 1
        elif frozen[k] or loud.all():
            return slice(start, k + 1)
    return slice(start, len(members))


def _grows(kept: Array, overflow: float | None) -> bool:
    """Do the last members grow steadily in one direction, by steps that do not shrink?"""
    steps = np.diff(kept)[-6:]
    if len(steps) < 3:
        return overflow is not None
    one_way = bool(np.all(steps > 0) or np.all(steps < 0))
    steady = bool(np.all(np.diff(np.abs(steps)) >= -1e-9 * abs(steps[-1])))
    return one_way and steady and (overflow is not None or abs(steps[-1]) > 1e-6 * abs(kept[-1]))


def _settles(kept: Array) -> bool:
    """Do the steps shrink?  Else the ε-algorithm would sum an oscillation to its mean."""
    steps = np.abs(np.diff(kept))
    recent, before = steps[-4:].max(), steps[-12:-4].max() if len(steps) > 4 else inf
    return bool(recent <= 0.75 * before or recent <= 1e-9 * np.abs(kept).max() or recent == 0)


def _extrapolated(kept: Array, noise: Array) -> tuple[float, float]:
    """The best entry in the even columns of the ε-table, and ten times how far its neighbours are from it."""
    best, error = float(kept[-1]), inf
    before, now = np.zeros(len(kept) + 1), kept.copy()
    for column in range(min(len(kept) - 3, 12)):
        if column % 2 == 0:
            moves = np.abs(np.diff(now))
            spread = np.maximum(moves[1:], moves[:-1]) + noise[column + 2 :] * 3 ** (column / 2)
            place = int(np.flatnonzero(spread <= 2 * spread.min())[-1])  # the latest of equals
            if spread[place] < error:
                best, error = float(now[place + 2]), float(spread[place])
        gap = np.diff(now)
        gap = np.where(gap == 0, 1e-300, gap)
        before, now = now, before[1:-1] + 1 / gap
        if not np.all(np.isfinite(now)):
            break
    return best, 10 * error


def infinite_sum(term: Callable[[Array], ArrayLike], start: int = 0, most: int = 1 << 17) -> Estimate:
    """Σ_{n ≥ start} term(n), for a term that takes an array of n and gives (members, *shape).

    Partial sums at doubled lengths are extrapolated; before, Euler's transformation takes the alternation off.
    A series whose terms do not fall has no sum: ±∞ where they keep one sign, else nan, with bound 0.

    >>> import numpy as np
    >>> infinite_sum(lambda n: (-1.5) ** n).value
    array(nan)
    >>> bool(abs(infinite_sum(lambda n: 1.0 / n**2, start=1).value - np.pi**2 / 6) < 1e-10)
    True
    """
    with np.errstate(all="ignore"):
        terms = np.asarray(term(start + np.arange(most, dtype=np.float64)), dtype=np.float64)
    dead = ~np.isfinite(terms)
    if dead.any():
        terms = np.where(dead, np.nan, terms)
    without = _rising(terms)
    found = _summed(terms, most)
    value = np.where(without, _endless(terms), found.value)
    return replace(found, value=value, bound=np.where(without, 0.0, found.bound))


def _endless(terms: Array) -> Array:
    """±∞ where the terms keep one sign from the ninth on, else nan."""
    below, above = (terms[8:] < 0).any(axis=0), (terms[8:] > 0).any(axis=0)
    return np.where(above & below, np.nan, np.where(below, -inf, inf))


def _summed(terms: Array, most: int) -> Estimate:
    if _alternates(terms):
        return _euler(np.cumsum(terms[:80], axis=0))
    lengths = 2 ** np.arange(1, int(np.log2(most)) + 1)
    parts = [terms[low:high].sum(axis=0) for low, high in pairwise([0, *lengths.tolist()])]
    found = sequence_limit(np.cumsum(parts, axis=0))
    scale = np.nansum(np.abs(terms), axis=0)
    bound = found.bound + 64 * EPS * scale
    return Estimate(found.value, bound, "numeric", most, scale, found.converged)


def _rising(terms: Array) -> Array:
    """Does |t_{n+1}/t_n| tend to a limit of at least 1 without falling there as 1 − c/n does?  Told from 64 terms on.

    The limit is estimated from the ratios at N and N/2, N being the last finite term: of x^n/n!, x^n and n x^n the
    last two rise.
    """
    size = np.abs(terms)
    count = np.where(np.isnan(size).any(axis=0), np.isnan(size).argmax(axis=0), len(size))
    rising = np.zeros(size.shape[1:], dtype=bool)
    for place in np.ndindex(rising.shape):
        finite = size[(slice(0, int(count[place])), *place)]
        if len(finite) >= 64 and finite[-1] > finite.max() / 2:
            late, middle = (finite[n] / finite[n - 1] for n in (len(finite) - 1, len(finite) // 2))
            rising[place] = late - 2 * abs(late - middle) >= 1 - 4 * EPS
    return rising


def _alternates(terms: Array) -> bool:
    signs = np.sign(terms[16:64])
    return bool(np.all(signs[1:] == -signs[:-1]) and np.any(signs != 0))


def _euler(sums: Array) -> Estimate:
    """Means of neighbours, again and again: the limit of alternating partial sums."""
    table = sums[32:80]
    for _ in range(40):
        table = (table[1:] + table[:-1]) / 2
    error = np.abs(table[-1] - table[-2]) * 10 + ULPS * EPS * np.abs(sums).max(axis=0)
    settled = bool(np.all(error <= LOOSE * np.maximum(1.0, np.abs(table[-1]))))
    return Estimate(table[-1], error, "numeric", 80, np.abs(table[-1]), settled)
