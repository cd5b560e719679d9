"""The continuous scalar laws of the given language, as one table."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import comb, factorial, inf, nan

import numpy as np

from numeric.ensembles import Array, Ensemble, mixture
from numeric.gauss import from_moments, from_recurrence, hermite, jacobi, laguerre, legendre
from numeric.laws.law import Law, existing, moments_of_cumulants
from numeric.nodes import on_half_line, on_heavy_half_line, on_heavy_line, on_interval, on_line, shifted, trapezoidal

#: Points of a rule made from moments: beyond it too many digits are lost.
MOST_FROM_MOMENTS = 4


def _normal_moment(order: int, mean: float, variance: float) -> float:
    """m_r = μ m_{r−1} + (r − 1) σ² m_{r−2}."""
    before, now = 0.0, 1.0
    for r in range(1, order + 1):
        before, now = now, mean * now + (r - 1) * variance * before
    return now


def _rising(x: float, order: int) -> float:
    return math.prod(x + j for j in range(order))


def _laplace_moment(order: int, m: float, b: float) -> float:
    return sum(comb(order, j) * m ** (order - j) * b**j * factorial(j) for j in range(0, order + 1, 2))


def _student_moment(order: int, nu: float) -> float:
    if order == 0:
        return 1.0
    if order % 2:
        return 0.0 if order < nu else nan
    if order >= nu:
        return inf
    return math.prod(nu * (2 * j - 1) / (nu - 2 * j) for j in range(1, order // 2 + 1))


def _gumbel_moment(order: int, m: float, b: float) -> float:
    from scipy.special import zeta

    higher = [factorial(r - 1) * float(zeta(r)) * b**r for r in range(2, order + 1)]
    return moments_of_cumulants([m + float(np.euler_gamma) * b, *higher][:order])[order]


def _laplace_rule(points: int, m: float, b: float) -> Ensemble:
    side = from_recurrence(laguerre(1.0), points)
    return mixture([side.affine(m, b), side.affine(m, -b)], [0.5, 0.5])


def _by_moments(moment: Callable[..., float]) -> Callable[..., Ensemble]:
    def rule(points: int, *parameters: float) -> Ensemble:
        found = existing(lambda r: moment(r, *parameters), 2 * min(points, MOST_FROM_MOMENTS))
        if not found:
            raise ValueError("a law without a mean has no Gauss rule: use `smooth`")
        return from_moments(found)

    return rule


def _normal_density(x: Array, mean: float, variance: float) -> Array:
    return np.asarray(np.exp(-((x - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance))


def _gamma_density(x: Array, shape: float, rate: float) -> Array:
    from scipy.special import gammaln

    with np.errstate(divide="ignore"):
        return np.asarray(np.exp(shape * np.log(rate) + (shape - 1) * np.log(x) - rate * x - gammaln(shape)))


def _beta_density(x: Array, a: float, b: float) -> Array:
    from scipy.special import betaln

    return np.asarray(np.exp((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - betaln(a, b)))


def _student_density(x: Array, nu: float) -> Array:
    from scipy.special import gammaln

    constant = gammaln((nu + 1) / 2) - gammaln(nu / 2) - np.log(nu * np.pi) / 2
    return np.asarray(np.exp(constant - (nu + 1) / 2 * np.log1p(x * x / nu)))


def _gumbel_density(x: Array, m: float, b: float) -> Array:
    z = (x - m) / b
    return np.asarray(np.exp(-z - np.exp(-z)) / b)


def _lognormal_moment(order: int, m: float, s: float) -> float:
    return math.exp(order * m + order**2 * s**2 / 2)


def _pareto_moment(order: int, m: float, a: float) -> float:
    return float(a * m**order / (a - order)) if order < a else inf


def _uniform_moment(order: int, a: float, b: float) -> float:
    return sum(a**j * b ** (order - j) for j in range(order + 1)) / (order + 1)


def _gamma_like(name: str, parameters: tuple[str, ...], to: Callable[..., tuple[float, float]]) -> Law:
    """A gamma law in other parameters: `to` gives its shape and rate."""

    def fine(points: int, *p: float) -> Ensemble:
        shape, rate = to(*p)
        return trapezoidal(lambda x: _gamma_density(x, shape, rate), on_half_line(0.0, max(shape, 1.0) / rate), points)

    return Law(
        name, parameters, lambda *p: min(to(*p)) > 0,
        lambda rng, size, *p: rng.gamma(to(*p)[0], 1 / to(*p)[1], size),
        lambda n, *p: from_recurrence(laguerre(to(*p)[0]), n).affine(0.0, 1 / to(*p)[1]),
        lambda r, *p: _rising(to(*p)[0], r) / to(*p)[1] ** r,
        fine,
        lambda x, *p: _gamma_density(x, *to(*p)),
        lambda x, *p: _gamma_cdf(x, *to(*p)),
        lambda u, *p: _gamma_quantile(u, *to(*p)),
        lambda *p: (0.0, inf),
    )


def _ndtr(x: Array) -> Array:
    from scipy.special import ndtr

    return np.asarray(ndtr(x))


def _ndtri(u: Array) -> Array:
    from scipy.special import ndtri

    return np.asarray(ndtri(u))


def _gamma_cdf(x: Array, shape: float, rate: float) -> Array:
    from scipy.special import gammainc

    return np.asarray(gammainc(shape, rate * np.maximum(x, 0)))


def _gamma_quantile(u: Array, shape: float, rate: float) -> Array:
    from scipy.special import gammaincinv

    return np.asarray(gammaincinv(shape, u) / rate)


def _beta_cdf(x: Array, a: float, b: float) -> Array:
    from scipy.special import betainc

    return np.asarray(betainc(a, b, np.clip(x, 0, 1)))


def _beta_quantile(u: Array, a: float, b: float) -> Array:
    from scipy.special import betaincinv

    return np.asarray(betaincinv(a, b, u))


def _student_cdf(x: Array, nu: float) -> Array:
    from scipy.special import stdtr

    return np.asarray(stdtr(nu, x))


def _student_quantile(u: Array, nu: float) -> Array:
    from scipy.special import stdtrit

    return np.where(np.asarray(u) == 0, -inf, stdtrit(nu, u))


def _laplace_fine(points: int, m: float, b: float) -> Ensemble:
    side = trapezoidal(lambda x: np.exp(-x), on_half_line(0.0, 1.0), points)
    return mixture([side.affine(m, b), side.affine(m, -b)], [0.5, 0.5])


def _laplace_quantile(u: Array, m: float, b: float) -> Array:
    low = np.minimum(u, 1 - np.asarray(u))
    with np.errstate(divide="ignore"):
        return np.asarray(m + b * np.sign(np.asarray(u) - 0.5) * -np.log(2 * low))


def _gumbel_quantile(u: Array, m: float, b: float) -> Array:
    with np.errstate(divide="ignore"):
        return np.asarray(m - b * np.log(-np.log(u)))


def _laplace_cdf(x: Array, m: float, b: float) -> Array:
    tail = np.exp(-np.abs(x - m) / b) / 2
    return np.where(x < m, tail, 1 - tail)


CONTINUOUS: tuple[Law, ...] = (
    Law(
        "normal", ("mean", "variance"), lambda m, v: v >= 0,
        lambda rng, size, m, v: rng.normal(m, np.sqrt(v), size),
        lambda n, m, v: from_recurrence(hermite, n).affine(m, math.sqrt(v)),
        _normal_moment,
        lambda n, m, v: trapezoidal(lambda x: np.exp(-x * x / 2), shifted(0.0, 1.0), n).affine(m, math.sqrt(v)),
        _normal_density,
        lambda x, m, v: _ndtr((x - m) / math.sqrt(v)),
        lambda u, m, v: m + math.sqrt(v) * _ndtri(u),
        lambda m, v: (-inf, inf),
    ),
    Law(
        "uniform", ("a", "b"), lambda a, b: a < b,
        lambda rng, size, a, b: rng.uniform(a, b, size),
        lambda n, a, b: from_recurrence(legendre, n).affine((a + b) / 2, (b - a) / 2),
        _uniform_moment,
        lambda n, a, b: trapezoidal(lambda x: np.full_like(x, 1 / (b - a)), on_interval(a, b), n),
        lambda x, a, b: np.where((x >= a) & (x <= b), 1 / (b - a), 0.0),
        lambda x, a, b: np.clip((x - a) / (b - a), 0, 1),
        lambda u, a, b: a + (b - a) * np.asarray(u),
        lambda a, b: (a, b),
    ),
    _gamma_like("exponential", ("rate",), lambda rate: (1.0, rate)),
    _gamma_like("gamma", ("shape", "rate"), lambda shape, rate: (shape, rate)),
    _gamma_like("chi-square", ("k",), lambda k: (k / 2, 0.5)),
    Law(
        "beta", ("a", "b"), lambda a, b: min(a, b) > 0,
        lambda rng, size, a, b: rng.beta(a, b, size),
        lambda n, a, b: from_recurrence(jacobi(a, b), n).affine(0.5, 0.5),
        lambda r, a, b: _rising(a, r) / _rising(a + b, r),
        lambda n, a, b: trapezoidal(lambda x: _beta_density(x, a, b), on_interval(0.0, 1.0), n),
        _beta_density, _beta_cdf, _beta_quantile, lambda a, b: (0.0, 1.0),
    ),
    Law(
        "laplace", ("m", "b"), lambda m, b: b > 0,
        lambda rng, size, m, b: rng.laplace(m, b, size),
        _laplace_rule, _laplace_moment, _laplace_fine,
        lambda x, m, b: np.exp(-np.abs(x - m) / b) / (2 * b),
        _laplace_cdf, _laplace_quantile, lambda m, b: (-inf, inf),
    ),
    Law(
        "lognormal", ("m", "s"), lambda m, s: s > 0,
        lambda rng, size, m, s: rng.lognormal(m, s, size),
        _by_moments(_lognormal_moment), _lognormal_moment,
        lambda n, m, s: trapezoidal(lambda x: np.exp(-x * x / 2), shifted(0.0, 1.0), n).map(
            lambda x: np.exp(m + s * x)),
        lambda x, m, s: _normal_density(np.log(x), m, s * s) / x,
        lambda x, m, s: _ndtr((np.log(x) - m) / s),
        lambda u, m, s: np.exp(m + s * _ndtri(u)),
        lambda m, s: (0.0, inf),
    ),
    Law(
        "student", ("nu",), lambda nu: nu > 0,
        lambda rng, size, nu: rng.standard_t(nu, size),
        _by_moments(_student_moment), _student_moment,
        lambda n, nu: trapezoidal(lambda x: _student_density(x, nu), on_heavy_line(0.0, 1.0), n),
        _student_density, _student_cdf, _student_quantile, lambda nu: (-inf, inf),
    ),
    Law(
        "pareto", ("m", "a"), lambda m, a: min(m, a) > 0,
        lambda rng, size, m, a: m * (1 + rng.pareto(a, size)),
        _by_moments(_pareto_moment), _pareto_moment,
        lambda n, m, a: trapezoidal(lambda x: a * m**a / x ** (a + 1), on_heavy_half_line(m, m), n),
        lambda x, m, a: np.where(x >= m, a * m**a / x ** (a + 1), 0.0),
        lambda x, m, a: np.where(x >= m, 1 - (m / np.maximum(x, m)) ** a, 0.0),
        lambda u, m, a: m * (1 - np.asarray(u)) ** (-1 / a),
        lambda m, a: (m, inf),
    ),
    Law(
        "gumbel", ("m", "b"), lambda m, b: b > 0,
        lambda rng, size, m, b: rng.gumbel(m, b, size),
        _by_moments(_gumbel_moment), _gumbel_moment,
        lambda n, m, b: trapezoidal(lambda x: _gumbel_density(x, m, b), on_line(m, b), n),
        _gumbel_density,
        lambda x, m, b: np.exp(-np.exp(-(x - m) / b)),
        _gumbel_quantile,
        lambda m, b: (-inf, inf),
    ),
)
