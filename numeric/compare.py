"""Comparison with evidence: two numbers agree, differ for certain, or cannot be told apart.

The error of each side is a bound, not a guess: rounding is measured against the scale of what was added up, so that
1e-17 beside sums of size 1 is zero, and beside sums of size 1e-15 is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

EPS = float(np.finfo(np.float64).eps)

#: Roundings allowed for one evaluation of a formula, relative to its scale.
ULPS = 4096.0

#: Agreement within bounds wider than this, relative to the scale, shows nothing.
COARSE = 1e-2


@dataclass(frozen=True)
class Comparison:
    """What a comparison showed.

    equal  True: they agree within the bounds; False: they differ, beyond all error; None: unclear
    error  the greatest distance, relative to the scale
    bound  the greatest distance, relative to the scale, that error alone could make
    where  the index at which they are furthest apart, in units of the bound
    left, right  the values there
    reason in words, when it is not the numbers that tell: "shapes (2, 3) and (3, 2)", "left undefined"
    """

    equal: bool | None
    error: float
    bound: float
    where: tuple[int, ...] = ()
    left: complex | float | None = None
    right: complex | float | None = None
    reason: str = ""


def compare(
    left: ArrayLike,
    right: ArrayLike,
    left_bound: ArrayLike = 0.0,
    right_bound: ArrayLike = 0.0,
    scale: ArrayLike = 1.0,
    ulps: float = ULPS,
    certain: bool = True,
    gap: float = 1000.0,
) -> Comparison:
    """Compare arrays of one shape, or a scalar with an array entry by entry.

    left_bound, right_bound  absolute error bounds of the sides
    scale    magnitude of what was added to make them (Σ|terms|), where it is larger than the values; 1 suits formulas
             of parameters of order one, 0 trusts the values to have no cancellation in them
    certain  True: the bounds are proved, and beyond them the sides differ; False: they are estimates, and the sides
             differ only beyond `gap` times their sum; what lies between is unclear

    Values that are infinite of one sign agree; undefined on both sides is unclear, on one side only is a difference.

    >>> compare(0.1 + 0.2, 0.3).equal, compare(1.0, 1.0001).equal, compare(1.0, 1.0001, 1e-5, certain=False).equal
    (True, False, None)
    """
    a, b = np.asarray(left), np.asarray(right)
    if a.shape != b.shape and a.ndim and b.ndim:
        return Comparison(False, np.inf, 0.0, reason=f"shapes {a.shape} and {b.shape}")
    a, b = np.broadcast_arrays(a.astype(np.result_type(a, float)), b.astype(np.result_type(b, float)))
    if a.size == 0:
        return Comparison(True, 0.0, 0.0, reason="nothing to compare")
    finite = np.isfinite(a) & np.isfinite(b)
    magnitude = np.maximum.reduce([np.abs(a), np.abs(b), np.broadcast_to(np.abs(np.asarray(scale)), a.shape)])
    magnitude = np.where(finite, magnitude, 1.0)
    error = np.abs(np.where(finite, a, 0) - np.where(finite, b, 0))
    bound = np.asarray(left_bound) + np.asarray(right_bound) + ulps * EPS * magnitude + np.finfo(float).tiny
    return _judge(a, b, error, np.broadcast_to(bound, a.shape), magnitude, finite, 1.0 if certain else gap)


def _judge(
    a: NDArray[np.inexact],
    b: NDArray[np.inexact],
    error: NDArray[np.float64],
    bound: NDArray[np.float64],
    magnitude: NDArray[np.float64],
    finite: NDArray[np.bool_],
    gap: float,
) -> Comparison:
    odd = _odd(a, b, finite)
    if odd is not None and odd.equal is False:
        return odd
    ratio = np.where(finite, error / bound, 0.0)
    where = np.unravel_index(int(np.argmax(ratio)), a.shape)
    size = max(float(magnitude[where]), np.finfo(float).tiny)
    worst, relative, allowed = float(ratio[where]), float(error[where]) / size, float(bound[where]) / size
    place = tuple(int(i) for i in where)
    if worst > gap:
        return Comparison(False, relative, allowed, place, a[where].item(), b[where].item())
    if odd is not None:
        return odd
    coarse = bool(np.any(finite & (bound > COARSE * magnitude)))
    equal = True if worst <= 1 and not coarse else None
    return Comparison(equal, relative, allowed, place, a[where].item(), b[where].item())


def _odd(a: NDArray[np.inexact], b: NDArray[np.inexact], finite: NDArray[np.bool_]) -> Comparison | None:
    """What values that are not finite tell: a difference, or that nothing can be said; None when all is well."""
    undefined_a, undefined_b = np.isnan(a), np.isnan(b)
    alone = (undefined_a != undefined_b) | (~finite & ~undefined_a & ~undefined_b & (a != b))
    if np.any(alone):
        where = tuple(int(i) for i in np.argwhere(alone)[0])
        side = "left" if undefined_a[where] else "right" if undefined_b[where] else ""
        reason = f"{side} undefined" if side else "one side is infinite"
        return Comparison(False, np.inf, 0.0, where, a[where].item(), b[where].item(), reason)
    if np.any(undefined_a):
        where = tuple(int(i) for i in np.argwhere(undefined_a)[0])
        return Comparison(None, np.inf, 0.0, where, a[where].item(), b[where].item(), "undefined on both sides")
    return None
