"""Limits along sequences and infinite sums, extrapolated, with error estimates and a word for divergence.

Along t = 2^k an error of order t^(−p) falls geometrically in k, and so do sums of such errors: Wynn's ε-algorithm takes
them off one after another (Wynn, MTAC 10, 1956).  An exponential error is gone before the extrapolation begins.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import Array
from numeric.expectation import Estimate

EPS = float(np.finfo(np.float64).eps)

#: Doublings of the argument, and the relative error beyond which a limit shows nothing.
DOUBLINGS, LOOSE = 40, 1e-4

#: Roundings that one member of a sequence may carry at least; the share of noise at which a sequence is cut.
ULPS, NOISY = 64.0, 1e-9

#: Members that must be noisy in a row before the rest is given up: a step of the function itself passes sooner.
RUN = 6

#: Relative spacing of the neighbours by which noise is measured.
SPACING = 1.1e-3


def limit(f: Callable[[float], ArrayLike], to: float = inf, side: int = 1, integer: bool = False) -> Estimate:
    """lim f(t) for t → to: ±∞, or a point from above (side 1) or below (−1); with `integer`, over integers.

    The value is ±inf where f grows without bound; the estimate is not converged, and its value nan, where f oscillates
    or settles too slowly.

    >>> import math
    >>> abs(float(limit(lambda n: (1 + 1 / n) ** n).value) - math.e) < 1e-9
    True
    >>> float(limit(lambda t: 1 / t, to=0.0).value)
    inf
    """
    steps = np.asarray(1.1 * 2.0 ** np.arange(DOUBLINGS), dtype=np.float64)
    neighbours = steps[:, None] * (1 + SPACING * np.arange(5))
    if integer:
        steps = np.asarray(2.0 ** np.arange(DOUBLINGS) + np.arange(DOUBLINGS) % 2)  # of both parities
        neighbours = steps[:, None] + np.floor(1 + SPACING * steps)[:, None] * np.arange(5)
    arguments = np.sign(to) * neighbours if np.isinf(to) else to + side / neighbours
    with np.errstate(all="ignore"):
        table = np.array([[_quiet(f, float(t)) for t in row] for row in arguments])
        rough = np.abs(np.diff(table, n=4, axis=1)[:, 0]) / np.sqrt(70)  # Var Δ⁴ = 70 σ² (Hamming)
    rough[steps < 64] *= not integer
    return sequence_limit(table[:, 0], rough)


def _quiet(f: Callable[[float], ArrayLike], t: float) -> Array:
    try:
        return np.asarray(f(t), dtype=np.float64)
    except OverflowError:
        return np.asarray(inf)
    except (ZeroDivisionError, ValueError):
        return np.asarray(np.nan)


def sequence_limit(members: ArrayLike, noise: ArrayLike = 0.0) -> Estimate:
    """The limit of a sequence (members, *shape) whose error falls geometrically or faster, entry by entry.

    noise  error that each member carries; what follows the first one that noise governs is not used
    """
    table = np.asarray(members, dtype=np.float64)
    grain = np.broadcast_to(np.asarray(noise, dtype=np.float64), table.shape)
    columns = zip(table.reshape(len(table), -1).T, grain.reshape(len(table), -1).T, strict=True)
    results = [_one(column, noise_of) for column, noise_of in columns]
    values, bounds = (np.array([r[i] for r in results]).reshape(table.shape[1:]) for i in (0, 1))
    scale = np.where(np.isfinite(values), np.abs(values), 0.0)
    return Estimate(values, bounds, "numeric", len(table), scale, not bool(np.any(np.isnan(values))))


def _one(members: Array, noise: Array) -> tuple[float, float]:
    finite = np.isfinite(members)
    last = len(members) if finite.all() else int(np.argmin(finite))
    overflow = members[last] if last < len(members) and np.isinf(members[last]) else None
    size = np.maximum.accumulate(np.abs(members[:last])) if last else members[:0]
    loud = np.where(np.isfinite(noise[:last]), noise[:last], inf) > NOISY * size
    trusted = next((k for k in range(last) if loud[k] and loud[k : k + RUN].all()), last)
    kept = members[:trusted]
    if _grows(members[:last], overflow):
        return float(np.sign(members[last - 1] if overflow is None else overflow) * inf), 0.0
    if len(kept) < 8 or not _settles(kept):
        return np.nan, inf
    value, error = _extrapolated(kept, noise[:trusted] + ULPS * EPS * np.abs(kept))
    if not np.isfinite(error) or error > LOOSE * max(1.0, abs(value)):
        return np.nan, inf
    return value, error


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

    >>> import numpy as np
    >>> abs(float(infinite_sum(lambda n: 1.0 / n**2, start=1).value) - np.pi**2 / 6) < 1e-10
    True
    """
    with np.errstate(all="ignore"):
        terms = np.asarray(term(start + np.arange(most, dtype=np.float64)), dtype=np.float64)
    dead = ~np.isfinite(terms)
    if dead.any():
        terms = np.where(dead, np.nan, terms)
    sums = np.cumsum(terms, axis=0)
    if _alternates(terms):
        return _euler(sums)
    lengths = 2 ** np.arange(1, int(np.log2(most)) + 1)
    found = sequence_limit(sums[lengths - 1])
    scale = np.abs(terms).sum(axis=0)
    bound = found.bound + 64 * EPS * scale
    return Estimate(found.value, bound, "numeric", most, scale, found.converged)


def _alternates(terms: Array) -> bool:
    signs = np.sign(terms[16:64])
    return bool(np.all(signs[1:] == -signs[:-1]) and np.any(signs != 0))


def _euler(sums: Array) -> Estimate:
    """Means of neighbours, again and again: the limit of alternating partial sums."""
    table = sums[32:80]
    for _ in range(40):
        table = (table[1:] + table[:-1]) / 2
    error = np.abs(table[-1] - table[-2]) * 10 + ULPS * EPS * np.abs(sums[:80]).max(axis=0)
    settled = bool(np.all(error <= LOOSE * np.maximum(1.0, np.abs(table[-1]))))
    return Estimate(table[-1], error, "numeric", 80, np.abs(table[-1]), settled)
