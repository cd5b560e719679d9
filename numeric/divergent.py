"""Is E f(X) = ∞, or ∫ f = ∞?  What ten times the height, or the distance, adds does not shrink, again and again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from numeric.ensembles import Array
from numeric.expectation import Estimate

#: Heights at which a function is cut off, and how much less each may add than the one before.
HEIGHTS, STEADY = 10.0 ** np.arange(2, 9), 0.97

#: The share of points at which a function may lack a value.
SINGLE = 0.1

Integrated = Callable[[Callable[[Array], Array]], Estimate]


def diverges(f: Callable[[Array], Array], mean: Integrated) -> bool:
    """Do the means of min(f, h) grow by steps that do not shrink?  `mean` integrates under the law; f is a scalar.

    A function that is somewhere negative is not judged: its mean may be undefined.  Nor is one that lacks a value
    at more than single points: sin(x^x) where x^x overflows.

    >>> from numeric.laws import LAWS
    >>> from numeric.adaptive import adaptive
    >>> mean = lambda g: adaptive(lambda x: g(x), 0.0, 1.0)
    >>> diverges(lambda x: 1 / x, mean), diverges(lambda x: 1 / np.sqrt(x), mean)
    (True, False)
    """
    lowest, unknown = 0.0, False

    def below(height: float) -> Callable[[Array], Array]:
        def cut(x: Array) -> Array:
            nonlocal lowest, unknown
            with np.errstate(all="ignore"):
                values = np.asarray(f(x), dtype=np.float64)
            lowest = min(lowest, float(np.nanmin(values, initial=0.0)))
            unknown = unknown or bool(np.mean(np.isnan(values)) > SINGLE)
            return np.minimum(np.where(np.isnan(values), height, values), height)

        return cut

    means = []
    for height in HEIGHTS:
        estimate = mean(below(float(height)))
        if not estimate.converged or lowest < 0 or unknown or np.size(estimate.value) != 1:
            return False
        means.append(float(np.reshape(estimate.value, ())))
    steps = np.diff(means)
    return bool(np.all(steps > 0) and np.all(steps[1:] >= STEADY * steps[:-1]))


#: Decades over which the tail of an integrand is followed, and how much less each may add than the one before.
DECADES, LEVEL = range(1, 9), 1 - 1e-6


def endless(f: Callable[[Array], Array], start: float = 0.0, sign: float = 1.0) -> bool:
    """Is ∫ f = ∞ over start … sign·∞: do the decades of the range add no less, each than the one before?

    f takes an array of x and gives one number for each; where it is somewhere negative it is not judged.

    >>> [endless(f) for f in (lambda x: 1 / (1 + x), np.exp, lambda x: 1 / (1 + x) ** 1.01, lambda x: np.exp(-x))]
    [True, True, False, False]
    """
    nodes, weights = np.polynomial.legendre.leggauss(40)
    added = []
    for decade in DECADES:
        away = 10.0 ** (decade + (nodes + 1) / 2)
        with np.errstate(all="ignore"):
            values = np.asarray(f(start + sign * away), dtype=np.float64).reshape(-1)
        if values.shape != away.shape or np.any(np.isnan(values)) or np.any(values < 0):
            return False
        added.append(float(np.sum(weights * values * away)))
    return added[0] > 0 and all(later >= LEVEL * earlier for earlier, later in pairwise(added))
