"""What terms of a sum without a value may weigh, judged by those beside them.

A term that overflows where the true one is negligible (e^{x²/4}·e^{-x²/2} far out) stands beside ever smaller terms;
one that hides the mass of an integral stands beside great ones, or comes at once after zeros (x^{100000} near 1).
"""

from __future__ import annotations

from math import inf

import numpy as np

from numeric.ensembles import Array


def hidden(terms: Array) -> Array:
    """The greatest term beside a run of terms without a value, ∞ beside an infinite run between zeros; by output.

    A single place is no run: it is a pole that a node hit, whose neighbourhood the other nodes see.

    >>> hidden(np.array([1.0, 0.5, 1e-9, inf, inf, 0.0])), hidden(np.array([0.0, inf, inf, 0.0])), hidden(np.ones(3))
    (array(1.e-09), array(inf), array(0.))
    """
    if np.all(np.isfinite(terms)):
        return np.zeros(terms.shape[1:])
    columns = terms.reshape(len(terms), -1).T
    return np.array([_hidden(column) for column in columns]).reshape(terms.shape[1:])


def _hidden(terms: Array) -> float:
    lost = np.concatenate(([False], ~np.isfinite(terms), [False]))
    if not lost.any():
        return 0.0
    size = np.concatenate(([0.0], np.abs(terms), [0.0]))
    turns = np.flatnonzero(lost[1:] != lost[:-1])
    runs = zip(turns[::2], turns[1::2] + 1, strict=True)
    return max((_weight(size[before : behind + 1]) for before, behind in runs if behind - before > 2), default=0.0)


def _weight(run: Array) -> float:
    beside = float(max(run[0], run[-1]))
    return inf if beside == 0 and bool(np.any(np.isinf(run))) else beside
