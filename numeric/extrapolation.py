"""Limits of sequences in 1/n, not to be followed far: a polynomial in 1/n through the last members."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import Array
from numeric.expectation import Estimate

#: Whole arguments, below those at which factorials overflow.
WHOLE = np.array([4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80], dtype=np.float64)

#: Relative error beyond which the value shows nothing.
LOOSE = 1e-5


def in_reciprocals(arguments: Array, members: ArrayLike) -> Estimate:
    """lim a(n) of members a(n) = Σ_k c_k n^(−k), by Neville's scheme at 1/n = 0; entry by entry.

    >>> n = WHOLE
    >>> abs(float(in_reciprocals(n, (2 * n + 1) / (n + 3)).value) - 2) < 1e-7
    True
    """
    points, table = 1 / np.asarray(arguments, dtype=np.float64), np.asarray(members, dtype=np.float64)
    value, bound = table[-1], np.full(table.shape[1:], np.inf)
    column, power = table, 1
    while len(column) > 2:
        low, high = points[: len(column) - 1], points[power : power + len(column) - 1]
        shape = (-1,) + (1,) * (table.ndim - 1)
        low, high = low.reshape(shape), high.reshape(shape)
        finer = (low * column[1:] - high * column[:-1]) / (low - high)
        error = np.abs(finer[-1] - column[-1]) + np.abs(finer[-1] - finer[-2])
        better = error < bound
        value, bound = np.where(better, finer[-1], value), np.where(better, error, bound)
        column, power = finer, power + 1
    settled = bool(np.all(bound <= LOOSE * np.maximum(1.0, np.abs(value))))
    return Estimate(np.asarray(value), np.asarray(bound), "numeric", len(table), np.abs(value), settled)
