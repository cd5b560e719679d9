"""A continuous law given that it lies between two of its quantiles, as a rule of quadrature.

What couples laws of different kinds is made of such pieces: while one of them rests at an outcome, the other runs over
the part of its range that has the same probability.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from numeric.ensembles import Array, Ensemble, mixture
from numeric.gauss import from_recurrence, legendre
from numeric.laws.law import Law
from numeric.nodes import Change, on_half_line, on_heavy_half_line, on_heavy_line, on_interval, on_line, trapezoidal

#: Laws whose tails fall like a power, or so slowly that a rule for exponential tails would miss them.
HEAVY = frozenset({"student", "pareto", "lognormal"})

#: Laws whose density has a corner at the median: a rule for smooth functions must not cross it.
CORNERED = frozenset({"laplace"})


def between(law: Law, low: float, high: float, points: int, *parameters: float) -> Ensemble:
    """The law of X given F⁻¹(low) < X < F⁻¹(high); exact for polynomials where the law is uniform.

    Raises ValueError for a law without density and quantile, or unless 0 ≤ low < high ≤ 1.

    >>> from numeric.laws import LAWS
    >>> half = between(LAWS["normal"], 0.5, 1.0, 60, 0.0, 1.0)
    >>> abs(float(half.mean()) - (2 / np.pi) ** 0.5) < 1e-13
    True
    """
    law.check(*parameters)
    if law.discrete or law.density is None or law.quantile is None or law.span is None:
        raise ValueError(f"{law.name} has no quantiles between which its density lies")
    if not 0 <= low < high <= 1:
        raise ValueError(f"no probability lies between {low} and {high}")
    if law.name in CORNERED and low < 0.5 < high:
        halves = [between(law, low, 0.5, points, *parameters), between(law, 0.5, high, points, *parameters)]
        return mixture(halves, [(0.5 - low) / (high - low), (high - 0.5) / (high - low)])
    start, stop = law.span(*parameters)
    a = start if low == 0 else float(law.quantile(low, *parameters))
    b = stop if high == 1 else float(law.quantile(high, *parameters))
    if law.name == "uniform":
        return _even(points).affine((a + b) / 2, (b - a) / 2)
    middle = float(law.quantile((low + high) / 2, *parameters))
    density = law.density
    return trapezoidal(lambda x: density(x, *parameters), _change(a, b, middle, law.name in HEAVY), points)


@cache
def _even(points: int) -> Ensemble:
    return from_recurrence(legendre, points)


def _change(a: float, b: float, middle: float, heavy: bool) -> Change:
    if np.isfinite(a) and np.isfinite(b):
        return on_interval(a, b)
    half = on_heavy_half_line if heavy else on_half_line
    if np.isfinite(a):
        return half(a, middle - a)
    if np.isfinite(b):
        return _mirrored(half(-b, b - middle))
    return (on_heavy_line if heavy else on_line)(middle, 1.0)


def _mirrored(change: Change) -> Change:
    def mirrored(t: Array) -> tuple[Array, Array]:
        x, slope = change(t)
        return -x, slope

    return mirrored
