"""Does an integrand change sign through a pole?  What symmetric rules then return is a principal value, no integral."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np

from numeric.ensembles import Array

#: Points between which a change of sign is looked for; halvings of the range that has one.
POINTS, HALVINGS = 513, 40

#: How much of |f| times the width of a bracket is left after a halving at a pole of order 1 or more.
KEPT = 0.97

#: Halvings that tell.
TELLING = 20

#: Digits that a bracket may shrink to before rounding moves the pole.
NARROW = 1e-11


def crosses_a_pole(f: Callable[[Array], Array], low: float = 0.0, high: float = 1.0) -> bool:
    """Has f inside of its range a pole of order 1 or more at which its sign changes?

    f takes an array of x and gives one number for each.  A bracket of a change of sign is halved: at a root |f| falls,
    at a jump it stays, at |x|^{-p} it grows as the width to the power −p, and p ≥ 1 has no integral.

    >>> [crosses_a_pole(f, -1, 2) for f in (lambda x: 1 / x, lambda x: x, np.sign, lambda x: np.cbrt(1 / x))]
    [True, False, False, False]
    """

    def value(points: Array) -> Array:
        with np.errstate(all="ignore"):
            return np.asarray(f(_placed(points, low, high)), dtype=np.float64).reshape(-1)

    inner = (np.arange(POINTS) + 0.5 * (np.sqrt(5) - 1)) / (POINTS + 0.3)
    values = value(inner)
    if values.shape != inner.shape:
        return False
    found = np.flatnonzero(np.sign(values[:-1]) * np.sign(values[1:]) < 0)
    if not len(found):
        return False
    return bool(np.any(_is_pole(value, inner[found], inner[found + 1], values[found], values[found + 1])))


def _is_pole(value: Callable[[Array], Array], a: Array, b: Array, at_a: Array, at_b: Array) -> Array:
    """For each bracket: does min |f| of its ends, times its width, keep to what it was?"""
    weights = []
    for _ in range(HALVINGS):
        middle = (a + b) / 2
        at = value(middle)
        left = np.sign(at) == np.sign(at_a)
        a, at_a = np.where(left, middle, a), np.where(left, at, at_a)
        b, at_b = np.where(left, b, middle), np.where(left, at_b, at)
        weights.append(np.minimum(np.abs(at_a), np.abs(at_b)) * (b - a))
        if np.any(b - a < NARROW):
            break
    with np.errstate(all="ignore"):
        told = np.log(np.array(weights[-TELLING:]))
        half = len(told) // 2
        slope = (np.median(told[half:], axis=0) - np.median(told[:half], axis=0)) / half
    return np.asarray(np.isfinite(slope) & (slope >= np.log(KEPT)))


def _placed(points: Array, low: float, high: float) -> Array:
    """Points of (0, 1) in the range: by u/(1 − u) towards an infinite end."""
    if low == -inf and high == inf:
        return np.asarray((2 * points - 1) / (1 - (2 * points - 1) ** 2))
    if high == inf:
        return np.asarray(low + points / (1 - points))
    return np.asarray(high - (1 - points) / points) if low == -inf else np.asarray(low + (high - low) * points)
