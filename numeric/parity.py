"""Limits over whole numbers of each parity: what tends elsewhere over even ones than over odd ones has no limit."""

from __future__ import annotations

import numpy as np

from numeric.ensembles import Array
from numeric.limits import DOUBLINGS, NEIGHBOURS, SPACING, limit_of

#: Relative distance at which two limits are two.
APART = 1e-6


def of_parity(odd: bool, doublings: int = DOUBLINGS) -> Array:
    """Even or odd whole numbers that grow, (members, neighbours), as `approach` has them.

    >>> of_parity(True, 3)[:, 0].tolist(), bool(np.all(of_parity(False) % 2 == 0))
    ([3.0, 5.0, 9.0], True)
    """
    steps = 2.0 ** np.arange(1, doublings + 1)
    table = steps[:, None] + 2 * np.floor(1 + SPACING * steps)[:, None] * np.arange(NEIGHBOURS)
    return np.asarray(table + odd)


def parts(even: Array, odd: Array) -> bool:
    """Do members over even and over odd numbers, each (members, neighbours), have limits that differ, maybe ±∞?

    >>> even, odd = of_parity(False, 12), of_parity(True, 12)
    >>> with np.errstate(over="ignore"):
    ...     [parts(np.power(x, even), np.power(x, odd)) for x in (-2.0, -1.0, -0.5, 2.0)]
    [True, True, False, False]
    """
    first, second = (float(np.reshape(limit_of(table).value, ())) for table in (even, odd))
    if np.isnan(first) or np.isnan(second) or first == second:
        return False
    if np.isinf(first) or np.isinf(second):
        return True
    return abs(first - second) > APART * max(1.0, abs(first), abs(second))
