"""Quantiles and modes of named laws in closed form, as two tables.

A quantile takes (q, parameters) → the x with P(X ≤ x) = q; a mode takes the parameters.  None where none is elementary,
or where the given leaves open which formula holds.  Parameters of a normal law are mean and variance.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Poly, as_exponent, constant
from symbolic.algebra.powers import exponential, power
from symbolic.algebra.signs import is_nonnegative, is_positive

HALF = Fraction(1, 2)


def _log(value: Poly) -> Poly:
    return function("log", (value,))


def _standard_normal(q: Poly) -> Poly:
    return ZERO if q == constant(HALF) else function("normal quantile", (q,))


def _laplace(q: Poly, m: Poly, b: Poly) -> Poly | None:
    if is_nonnegative(constant(HALF) - q):
        return m + b * _log(2 * q)
    return m - b * _log(2 * (ONE - q)) if is_positive(q - constant(HALF)) else None


QUANTILES: dict[str, Callable[..., Poly | None]] = {
    "normal": lambda q, mean, variance: mean + power(variance, HALF) * _standard_normal(q),
    "uniform": lambda q, a, b: a + (b - a) * q,
    "exponential": lambda q, rate: -_log(ONE - q) / rate,
    "laplace": _laplace,
    "lognormal": lambda q, m, s: exponential(m + s * _standard_normal(q)),
    "student": lambda q, nu: ZERO if q == constant(HALF) else None,
    "pareto": lambda q, m, a: m * power(ONE - q, as_exponent(-power(a, -1))),
    "gumbel": lambda q, m, b: m - b * _log(-_log(q)),
}


def _gamma_mode(shape: Poly, rate: Poly) -> Poly | None:
    return (shape - 1) / rate if is_nonnegative(shape - 1) else None


def _beta_mode(a: Poly, b: Poly) -> Poly | None:
    inside = is_positive(a - 1) and is_positive(b - 1)
    return (a - 1) / (a + b - 2) if inside else None


MODES: dict[str, Callable[..., Poly | None]] = {
    "normal": lambda mean, variance: mean,
    "exponential": lambda rate: ZERO,
    "gamma": _gamma_mode,
    "chi-square": lambda k: k - 2 if is_nonnegative(k - 2) else None,
    "beta": _beta_mode,
    "laplace": lambda m, b: m,
    "lognormal": lambda m, s: exponential(m - s * s),
    "student": lambda nu: ZERO,
    "pareto": lambda m, a: m,
    "gumbel": lambda m, b: m,
}
