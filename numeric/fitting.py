"""Scalar laws fitted to moments: each has the mean, variance, third and fourth moment that were stated, exactly, and
they differ from one another in all that was left open.

All stand on one construction.  For a standardized law (mean 0, variance 1) with skewness s and kurtosis κ ≥ 1 + s², and
any real c, there is one law on three points of which one is c: the roots of the quasi-orthogonal polynomial
(x − c)(x² + bx + a), whose Christoffel weights are positive because the rule is exact up to degree 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from numeric.ensembles import Ensemble, mixture


def two_point(skewness: float = 0.0, name: str = "") -> Ensemble:
    """The only two-point law with mean 0, variance 1 and this skewness: t with probability 1/(1+t²), else −1/t,
    where t − 1/t is the skewness.  Its kurtosis is 1 + skewness², the least there is.

    >>> two_point(1.5).table()
    [([2.0], 0.2), ([-0.5], 0.8)]
    """
    t = (skewness + math.hypot(skewness, 2)) / 2
    label = name or ("rademacher" if skewness == 0 else f"two-point, skewness {skewness:.4g}")
    return Ensemble.of([t, -1 / t], [1 / (1 + t * t), t * t / (1 + t * t)], label)


def three_point(skewness: float, kurtosis: float, node: float = 0.0, name: str = "") -> Ensemble:
    """The law on three points, `node` among them, with mean 0, variance 1, this skewness and this kurtosis.

    Raises ValueError unless kurtosis ≥ 1 + skewness²; at equality there are only the two points.
    """
    excess = kurtosis - skewness**2 - 1
    if excess < -1e-12 * max(1.0, kurtosis):
        raise ValueError(f"no law has skewness {skewness} and kurtosis {kurtosis}: kurtosis ≥ 1 + skewness²")
    if excess <= 1e-12 * max(1.0, kurtosis):
        return two_point(skewness, name)
    # E (x−c) q = 0 and E x (x−c) q = 0 for q = x² + b x + a
    system = np.array([[1.0, -node], [skewness - node, 1.0]])
    right = -np.array([skewness - node, kurtosis - node * skewness])
    if abs(np.linalg.det(system)) < 1e-9:
        raise ValueError(f"no three-point law of skewness {skewness} has a point at {node}: choose another")
    b, a = np.linalg.solve(system, right)
    root = math.sqrt(b * b / 4 - a)
    points = np.array([node, -b / 2 - root, -b / 2 + root])
    weights = np.array([
        (1 + y * z) / ((x - y) * (x - z)) for x, y, z in ((points[i], points[i - 1], points[i - 2]) for i in range(3))
    ])
    label = name or f"three-point, skewness {skewness:.4g}, kurtosis {kurtosis:.4g}"
    return Ensemble.of(points, weights / weights.sum(), label)


def symmetric_three_point(kurtosis: float) -> Ensemble:
    """±√κ with probability 1/(2κ) each, else 0: mean 0, variance 1, kurtosis κ ≥ 1, symmetric.

    >>> symmetric_three_point(4.0).table()
    [([-2.0], 0.125), ([0.0], 0.75), ([2.0], 0.125)]
    """
    if kurtosis < 1:
        raise ValueError(f"no law has kurtosis {kurtosis} < 1")
    root = math.sqrt(kurtosis)
    half = 1 / (2 * kurtosis)
    name = f"symmetric three-point, kurtosis {kurtosis:.4g}"
    return Ensemble.of([-root, 0.0, root], [half, 1 - 2 * half, half], name)


def between(skewness: float, place: float) -> float:
    """The point at `place` ∈ (−1, 1) between the two points of the two-point law: always a fit node."""
    return skewness / 2 + place * math.hypot(skewness / 2, 1)


def standard_laws(
    skewness: float | None = None, kurtosis: float | None = None, symmetric: bool = False
) -> list[Ensemble]:
    """Laws with mean 0 and variance 1, with the skewness and kurtosis that are stated (None: left open), symmetric
    where that is stated; those that need fewer points come first."""
    if symmetric and skewness not in (None, 0, 0.0):
        raise ValueError(f"a symmetric law has skewness 0, not {skewness}")
    if symmetric:
        return list(_symmetric(kurtosis))
    if kurtosis is None:
        return list(_skewed(skewness))
    return list(_fitted(skewness, kurtosis))


def laws_within(low: float, high: float) -> list[Ensemble]:
    """Laws with mean 0 and variance 1 whose outcomes lie between low < 0 < high: none where −low·high < 1."""
    least, largest = 1 / abs(low), high
    if not least < largest:
        return []
    points = [(least * factor, largest / factor) for factor in (1.25, 2.0)] if max(abs(low), high) == np.inf else []
    tops = [upper if low == -np.inf else lower for lower, upper in points]
    tops = tops or [least ** (1 - share) * largest**share for share in (1 / 3, 2 / 3)]
    first, second = (two_point(top - 1 / top) for top in tops)
    return [first, second, mixture([first, second], [0.5, 0.5], "a mixture of two-point laws")]


def _skewed(skewness: float | None) -> Iterator[Ensemble]:
    if skewness is None:
        yield two_point(1.5)
        yield two_point(0.0)
        yield two_point(-5 / 6)
        yield three_point(8 / 3, 11.0, 0.5)
        yield three_point(-0.75, 4.0, 0.25)
        yield symmetric_three_point(4.0)
    else:
        yield two_point(skewness)
        for surplus, place in ((0.75, 0.0), (3.0, 0.4), (8.0, -0.55)):
            yield three_point(skewness, 1 + skewness**2 + surplus, between(skewness, place))


def _symmetric(kurtosis: float | None) -> Iterator[Ensemble]:
    if kurtosis is None:
        yield two_point(0.0)
        yield symmetric_three_point(4.0)
        yield symmetric_three_point(2.25)
        yield mixture([two_point(0.0), symmetric_three_point(9.0)], [0.6, 0.4], "symmetric five-point")
        return
    yield symmetric_three_point(kurtosis)
    surplus = kurtosis - 1
    if surplus > 0:
        spread = [symmetric_three_point(1 + surplus * t) for t in (0.25, 2.5)]
        yield mixture(spread, [2 / 3, 1 / 3], "symmetric five-point")


def _fitted(skewness: float | None, kurtosis: float) -> Iterator[Ensemble]:
    extreme = math.sqrt(max(kurtosis - 1, 0.0))
    for s in (0.6 * extreme, -0.35 * extreme, 0.0) if skewness is None else (skewness,):
        if kurtosis - 1 - s * s <= 1e-12 * kurtosis:
            yield three_point(s, kurtosis)
            continue
        nodes = [0.0, between(s, 0.25), between(s, -0.5)]
        yield from (three_point(s, kurtosis, node) for node in nodes[:2])
        yield mixture([three_point(s, kurtosis, node) for node in nodes[1:]], [0.625, 0.375], "fitted six-point")


def scalar_laws(
    mean: float,
    variance: float,
    third: float | None = None,
    fourth: float | None = None,
    symmetric: bool = False,
) -> list[Ensemble]:
    """Laws with this mean, variance, third and fourth central moment (None: left open), that differ in all else.

    >>> [float(law.central_moment(3).round(9)) for law in scalar_laws(1.0, 4.0, third=-2.0)]
    [-2.0, -2.0, -2.0, -2.0]
    """
    if variance < 0:
        raise ValueError(f"no law has variance {variance}")
    if variance == 0:
        return [Ensemble.constant(mean)]
    deviation = math.sqrt(variance)
    skewness = None if third is None else third / deviation**3
    kurtosis = None if fourth is None else fourth / variance**2
    return [law.affine(mean, deviation) for law in standard_laws(skewness, kurtosis, symmetric)]
