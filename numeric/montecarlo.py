"""Monte Carlo with a confidence bound that holds over all looks, for what is too large to enumerate.

False alarms.  Let a whole check be allowed the chance α of any false alarm.  Question m of a check gets δ_m =
α/(m (m + 1)), look k at it δ_m/(k (k + 1)), and each of the e entries that a look compares the e-th part of that.
Every single bound below fails with at most the chance it was given; Σ_{k≥1} 1/(k (k + 1)) = 1, so by the union bound
the chance that any bound of any entry at any look of any question ever fails is at most Σ_m δ_m ≤ α, whatever rule
decides when to stop or what to ask next.  `Spending` is this schedule; the laboratory's α is 1e-9.

Two bounds are proved, and an estimate by them is of kind "monte carlo":
  known range     |mean − E f| ≤ √(2 V ln(4/δ)/n) + 7 R ln(4/δ)/(3 (n − 1)), with the sample variance V
                  (Maurer and Pontil, COLT 2009, both sides)
  known variance  the median of b = ⌈8 ln(1/δ)⌉ means of blocks: |median − E f| ≤ 2 σ √(b/n): each mean is further off
                  with chance ≤ 1/4 (Chebyshev), and half of them are with chance ≤ e^(−b/8) (Hoeffding)
Without either the bound is Student's over independently shifted lattices, an estimate of kind "numeric".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, log, sqrt
from typing import Protocol

import numpy as np

from numeric.ensembles import Array, Ensemble
from numeric.expectation import EPS, Estimate

#: Chance of any false alarm in a whole check.
ALPHA = 1e-9

#: Draws of one block: the arrays of a look are visited in pieces of this many rows.
BLOCK = 1 << 14

#: (rng, size) → columns, each (size, *shape).
Sampler = Callable[[np.random.Generator, int], tuple[Array, ...]]


@dataclass
class Spending:
    """Shares α/(1·2), α/(2·3), … of a chance of error: however many are taken, they sum to less than α.

    >>> spending = Spending(0.01)
    >>> bool(sum(spending.next() for _ in range(1000)) < 0.01)
    True
    """

    alpha: float = ALPHA
    taken: int = 0

    def next(self) -> float:
        self.taken += 1
        return self.alpha / (self.taken * (self.taken + 1))


def independent_draws(*ensembles: Ensemble) -> Sampler:
    """A sampler of independent ensembles, for products that are too large to enumerate."""

    def draw(rng: np.random.Generator, size: int) -> tuple[Array, ...]:
        return tuple(column for e in ensembles for column in e.sample(rng, size))

    return draw


def iid_draws(scalar: Ensemble, shape: tuple[int, ...]) -> Sampler:
    """A sampler of an array of independent components with one scalar law."""

    def draw(rng: np.random.Generator, size: int) -> tuple[Array, ...]:
        count = size * int(np.prod(shape, dtype=int))
        return (scalar.sample(rng, count)[0].reshape(size, *shape),)

    return draw


def monte_carlo(
    f: Callable[..., Array],
    draw: Sampler,
    rng: np.random.Generator,
    span: tuple[float, float] | None = None,
    variance: float | None = None,
    delta: float = ALPHA,
    accuracy: float = 0.0,
    work: int = 1 << 20,
) -> Estimate:
    """E f(columns…) from draws, with a bound that holds with probability 1 − delta at every look.

    span      (low, high) that f never leaves, or variance: an upper bound of Var f, for each entry
    accuracy  stop at the first look whose bound is below it; looks double the number of draws
    work      most draws

    Raises ValueError when f leaves its span.

    >>> coin = Ensemble.of([0, 1], [0.5, 0.5])
    >>> found = monte_carlo(lambda x: x.mean(axis=1), iid_draws(coin, (60,)), np.random.default_rng(1), span=(0, 1))
    >>> bool(abs(float(found.value) - 0.5) <= float(found.bound) < 0.01)
    True
    """
    if span is None and variance is None:
        raise ValueError("a bound needs the range or the variance of the function: see `lattice` for estimates")
    spending, size, count = Spending(delta), min(1 << 13, work), 0
    seen: _Seen = _Spread(span) if span is not None else _Kept(variance or 0.0)
    while True:
        while count < size:
            step = min(BLOCK, size - count)
            seen.add(np.asarray(f(*draw(rng, step)), dtype=np.float64))
            count += step
        value, bound = seen.bounded(spending.next())
        if bool(np.all(bound <= accuracy)) or 2 * size > work:
            scale = seen.scale()
            return Estimate(value, bound + 64 * EPS * sqrt(count) * scale, "monte carlo", count, scale)
        size *= 2


class _Seen(Protocol):
    """What is kept of the draws, and the bound that follows from it at a chance of error, shared by all entries."""

    def add(self, values: Array) -> None: ...
    def bounded(self, delta: float) -> tuple[Array, Array]: ...
    def scale(self) -> Array: ...


class _Spread:
    """Count, sums of values, of sizes and of squares about the first mean: the empirical Bernstein bound."""

    def __init__(self, span: tuple[float, float]) -> None:
        self.span, self.count = span, 0
        self.sums: tuple[Array, ...] = ()

    def add(self, values: Array) -> None:
        low, high = self.span
        slack = 1e-9 * (high - low)
        if values.min() < low - slack or values.max() > high + slack:
            said = f"values from {values.min():.6g} to {values.max():.6g}"
            raise ValueError(f"{said} leave the stated range [{low}, {high}]")
        if not self.count:
            self.centre = values.mean(axis=0)
        moved = values - self.centre
        new = (moved.sum(axis=0), (moved * moved).sum(axis=0), np.abs(values).sum(axis=0))
        self.sums = tuple(np.asarray(a + b) for a, b in zip(self.sums, new, strict=True)) if self.count else new
        self.count += len(values)

    def bounded(self, delta: float) -> tuple[Array, Array]:
        n, (total, squares, _) = self.count, self.sums
        spread = np.maximum(squares - total * total / n, 0.0) / (n - 1)
        weight = log(4 * max(1, spread.size) / delta)
        reach = 7 * (self.span[1] - self.span[0]) * weight / (3 * (n - 1))
        return self.centre + total / n, np.sqrt(2 * spread * weight / n) + reach

    def scale(self) -> Array:
        return self.sums[2] / self.count


class _Kept:
    """All values, for the median of means about a known variance."""

    def __init__(self, variance: float) -> None:
        self.variance, self.parts = variance, list[Array]()

    def add(self, values: Array) -> None:
        self.parts.append(values)

    def bounded(self, delta: float) -> tuple[Array, Array]:
        self.parts = [np.concatenate(self.parts)]
        return _blocks(self.parts[0], self.variance, delta / max(1, self.parts[0][0].size))

    def scale(self) -> Array:
        return np.asarray(np.abs(np.concatenate(self.parts)).mean(axis=0))


def _blocks(values: Array, variance: float, delta: float) -> tuple[Array, Array]:
    """The median of means for a known variance."""
    n = len(values)
    blocks = ceil(8 * log(1 / delta))
    if blocks > n:
        return values.mean(axis=0), np.full(values.shape[1:], inf)
    each = n // blocks
    means = values[: blocks * each].reshape(blocks, each, *values.shape[1:]).mean(axis=1)
    return np.median(means, axis=0), np.full(values.shape[1:], 2 * sqrt(variance / each))


def lattice(
    f: Callable[[Array], Array], dimension: int, rng: np.random.Generator, points: int = 1 << 12, shifts: int = 16
) -> Estimate:
    """∫ f over the unit cube by a rank-1 lattice with independent random shifts; f takes (points, dimension).

    Each shift gives an unbiased value; the bound is eight of their standard errors, an estimate that is not proved.

    >>> found = lattice(lambda u: np.exp(u.sum(axis=1)), 4, np.random.default_rng(0))
    >>> bool(abs(float(found.value) - (np.e - 1) ** 4) <= float(found.bound) < 0.01)
    True
    """
    base = np.arange(points)[:, None] * _generator(dimension, points)[None] / points
    results = []
    for _ in range(shifts):
        u = (base + rng.uniform(size=dimension)) % 1.0
        u = 1 - np.abs(2 * u - 1)  # the tent makes what is not periodic so
        u = np.clip(u, 1e-16, 1 - 1e-16)
        results.append(np.asarray(f(u), dtype=np.float64).mean(axis=0))
    table = np.stack(results)
    value, error = table.mean(axis=0), table.std(axis=0, ddof=1) / sqrt(shifts)
    scale = np.abs(table).mean(axis=0)
    bound = 8 * error + 1e3 * EPS * scale
    return Estimate(value, bound, "numeric", points * shifts, scale, bool(np.all(np.isfinite(value))))


def _generator(dimension: int, points: int) -> Array:
    """Korobov's vector 1, a, a², … modulo the points, with a near the golden section of the points and odd."""
    a = int(points * 0.38196601125) | 1
    vector = [1]
    for _ in range(dimension - 1):
        vector.append(vector[-1] * a % points)
    return np.array(vector, dtype=np.float64)


def mean_by_lattice(
    f: Callable[..., Array], quantiles: Sequence[Callable[[Array], Array]], rng: np.random.Generator,
    points: int = 1 << 12,
) -> Estimate:
    """E f(X_1, …, X_n) for independent scalars with these quantile functions, by `lattice`."""
    def g(u: Array) -> Array:
        return f(*(quantile(u[:, place]) for place, quantile in enumerate(quantiles)))

    return lattice(g, len(quantiles), rng, points)
