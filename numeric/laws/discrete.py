"""The discrete scalar laws of the given language, as one table."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import Array, Ensemble
from numeric.gauss import charlier, from_recurrence, meixner
from numeric.laws.law import Law, moment_of_factorials

#: Mass that a truncated infinite support may leave out.
TAIL = 2.0**-60


def binomial_law(n: int, p: float) -> Ensemble:
    """C(n, k) p^k (1−p)^(n−k) on 0 … n."""
    chances = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return Ensemble.of(np.arange(n + 1.0), chances)


def _poisson_support(rate: float) -> Ensemble:
    top = int(rate + 12 * math.sqrt(rate) + 40)
    logs = [k * math.log(rate) - rate - math.lgamma(k + 1) for k in range(top + 1)]
    weights = np.exp(logs)
    return Ensemble.of(np.arange(top + 1.0), weights / weights.sum(), degree=0)


def _geometric_support(p: float) -> Ensemble:
    if p == 1:
        return Ensemble.constant(1.0)
    top = math.ceil(math.log(TAIL) / math.log1p(-p))
    weights = p * (1 - p) ** np.arange(top)
    return Ensemble.of(np.arange(1.0, top + 1), weights / weights.sum(), degree=0)


def _poisson_mass(x: ArrayLike, rate: float) -> Array:
    """e^{-λ} λ^k/k! at every natural k, however far out."""
    from scipy.special import gammaln

    k = np.asarray(x, dtype=np.float64)
    inside = (k >= 0) & (k == np.floor(k))
    at = np.where(inside, k, 0.0)
    return np.where(inside, np.exp(at * np.log(rate) - rate - gammaln(at + 1)), 0.0)


def _binomial_mass(x: ArrayLike, n: ArrayLike, p: ArrayLike) -> Array:
    """C(n, k) p^k (1 − p)^{n−k} at k = 0, …, n; for many parameters at once."""
    from scipy.special import binom

    k, most, chance = (np.asarray(part, dtype=np.float64) for part in (x, n, p))
    inside = (k >= 0) & (k <= most) & (k == np.floor(k))
    at = np.where(inside, k, 0.0)
    return np.where(inside, binom(most, at) * chance**at * (1 - chance) ** (most - at), 0.0)


def _geometric_mass(x: ArrayLike, p: float) -> Array:
    """p (1 − p)^{k−1} at every k ≥ 1, however far out."""
    k = np.asarray(x, dtype=np.float64)
    inside = (k >= 1) & (k == np.floor(k))
    return np.where(inside, p * (1 - p) ** np.where(inside, k - 1, 0.0), 0.0)


def _finite(
    name: str,
    parameters: tuple[str, ...],
    valid: Callable[..., bool],
    law: Callable[..., Ensemble],
    draw: Callable[..., Array],
    mass: Callable[..., Array] | None = None,
) -> Law:
    """A law of finite support: moments, distribution and quantiles are sums over its points."""
    listed, cdf, quantile = _steps(law)

    def moment(order: int, *p: ArrayLike) -> float:
        whole = law(*p)
        return float(whole.weights @ whole.values**order)

    return Law(
        name, parameters, valid, draw, lambda n, *p: law(*p), moment, None,
        mass or listed, cdf, quantile,
        lambda *p: (float(law(*p).values.min()), float(law(*p).values.max())), True,
    )


def _steps(law: Callable[..., Ensemble]) -> tuple[Callable[..., Array], Callable[..., Array], Callable[..., Array]]:
    """Probability function, distribution function and quantile of a law on increasing points."""

    def mass(x: ArrayLike, *p: ArrayLike) -> Array:
        whole = law(*p)
        return np.asarray((np.asarray(x)[..., None] == whole.values) @ whole.weights)

    def cdf(x: ArrayLike, *p: ArrayLike) -> Array:
        whole = law(*p)
        return np.asarray((whole.values <= np.asarray(x)[..., None]) @ whole.weights)

    def quantile(u: ArrayLike, *p: ArrayLike) -> Array:
        whole = law(*p)
        order = np.argsort(whole.values)
        steps = np.cumsum(whole.weights[order])
        place = np.searchsorted(steps, np.asarray(u) - 1e-14)
        return np.asarray(whole.values[order][np.minimum(place, whole.rows - 1)])

    return mass, cdf, quantile


def _is_chance(p: float) -> bool:
    return 0 <= p <= 1


def is_probability(p: ArrayLike) -> bool:
    """Nonnegative entries of sum 1."""
    chances = np.asarray(p, dtype=float)
    return bool(chances.ndim == 1 and len(chances) and chances.min() >= 0 and abs(chances.sum() - 1) < 1e-9)


def _geometric_factorial(k: int, p: float) -> float:
    """E X(X−1)…(X−k+1) = k! (1−p)^(k−1)/p^k for X on 1, 2, …"""
    return math.factorial(k) * (1 - p) ** (k - 1) / p**k if k else 1.0


DISCRETE: tuple[Law, ...] = (
    _finite(
        "uniform integer", ("a", "b"), lambda a, b: a <= b and a == int(a) and b == int(b),
        lambda a, b: Ensemble.of(np.arange(a, b + 1.0), np.full(int(b - a) + 1, 1 / (b - a + 1))),
        lambda rng, size, a, b: rng.integers(int(a), int(b) + 1, size),
    ),
    _finite(
        "bernoulli", ("p",), _is_chance,
        lambda p: Ensemble.of([0, 1], [1 - p, p]), lambda rng, size, p: rng.uniform(size=size) < p,
        lambda x, p: _binomial_mass(x, 1, p),
    ),
    _finite(
        "rademacher", (), lambda: True,
        lambda: Ensemble.of([-1, 1], [0.5, 0.5]), lambda rng, size: 2 * rng.integers(0, 2, size) - 1,
    ),
    _finite(
        "binomial", ("n", "p"), lambda n, p: n >= 0 and n == int(n) and _is_chance(p),
        lambda n, p: binomial_law(int(n), p), lambda rng, size, n, p: rng.binomial(int(n), p, size),
        _binomial_mass,
    ),
    _finite(
        "categorical", ("p",), is_probability,
        lambda p: Ensemble.of(np.arange(1.0, len(p) + 1), p),
        lambda rng, size, p: rng.choice(len(p), size, p=np.asarray(p) / np.sum(p)) + 1,
    ),
    Law(
        "geometric", ("p",), lambda p: 0 < p <= 1,
        lambda rng, size, p: rng.geometric(p, size),
        lambda n, p: from_recurrence(meixner(p), n).affine(1.0) if p < 1 else Ensemble.constant(1.0),
        lambda r, p: moment_of_factorials(r, lambda k: _geometric_factorial(k, p)),
        lambda n, p: _geometric_support(p), _geometric_mass, *_steps(_geometric_support)[1:],
        lambda p: (1.0, inf), True,
    ),
    Law(
        "poisson", ("rate",), lambda rate: rate > 0,
        lambda rng, size, rate: rng.poisson(rate, size),
        lambda n, rate: from_recurrence(charlier(rate), n),
        lambda r, rate: moment_of_factorials(r, lambda k: rate**k),
        lambda n, rate: _poisson_support(rate), _poisson_mass, *_steps(_poisson_support)[1:],
        lambda rate: (0.0, inf), True,
    ),
)
