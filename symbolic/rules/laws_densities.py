"""The named scalar laws by density, by finite support and by generating function, as three tables.

E[f(X)] of an elementary f is an integral against the density, a sum over the support, or a derivative of E[s^X].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Poly, as_exponent, constant, symbol
from symbolic.algebra.powers import PI, exponential, power

INFINITY = symbol("∞")
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Density:
    """A law with a density in x.

    density  (x, parameters) → f(x) on the support
    support  parameters → (lower end, upper end)
    through  X = through(Z) where the density is that of Z; the identity if None
    centre   parameters → the point of symmetry, None for laws without one
    cut      are integrals over a part of the support elementary?
    """

    name: str
    density: Callable[..., Poly]
    support: Callable[..., tuple[Poly, Poly]]
    through: Callable[[Poly], Poly] | None = None
    centre: Callable[..., Poly] | None = None
    cut: bool = True


def _line(*_: Poly) -> tuple[Poly, Poly]:
    return -INFINITY, INFINITY


def _half_line(*_: Poly) -> tuple[Poly, Poly]:
    return ZERO, INFINITY


def _normal(x: Poly, mean: Poly, variance: Poly) -> Poly:
    return exponential((-(x - mean) ** 2 / variance).scale(HALF)) * power(2 * PI * variance, -HALF)


def _lognormal(z: Poly, m: Poly, s: Poly) -> Poly:
    return _normal(z, m, s * s)


def _gamma(x: Poly, shape: Poly, rate: Poly) -> Poly:
    front = power(rate, as_exponent(shape)) / function("Gamma", (shape,))
    return front * power(x, as_exponent(shape - 1)) * exponential(-rate * x)


def _beta(x: Poly, a: Poly, b: Poly) -> Poly:
    front = function("Gamma", (a + b,)) / function("Gamma", (a,)) / function("Gamma", (b,))
    return front * power(x, as_exponent(a - 1)) * power(ONE - x, as_exponent(b - 1))


def _student(x: Poly, nu: Poly) -> Poly:
    half = nu.scale(HALF)
    front = function("Gamma", (half + HALF,)) / function("Gamma", (half,)) * power(PI * nu, -HALF)
    return front * power(ONE + x * x / nu, as_exponent(-half - HALF))


def _gumbel(x: Poly, m: Poly, b: Poly) -> Poly:
    z = (x - m) / b
    return exponential(-z - exponential(-z)) / b


DENSITIES: dict[str, Density] = {
    law.name: law
    for law in (
        Density("normal", _normal, _line, centre=lambda mean, variance: mean),
        Density("uniform", lambda x, a, b: power(b - a, -1), lambda a, b: (a, b),
                centre=lambda a, b: (a + b).scale(HALF)),
        Density("exponential", lambda x, rate: rate * exponential(-rate * x), _half_line),
        Density("gamma", _gamma, _half_line, cut=False),
        Density("chi-square", lambda x, k: _gamma(x, k.scale(HALF), constant(HALF)), _half_line, cut=False),
        Density("beta", _beta, lambda a, b: (ZERO, ONE), cut=False),
        Density("laplace", lambda x, m, b: exponential(-function("abs", (x - m,)) / b) / (2 * b), _line,
                centre=lambda m, b: m),
        Density("lognormal", _lognormal, _line, through=exponential),
        Density("student", _student, _line, centre=lambda nu: ZERO, cut=False),
        Density("pareto", lambda x, m, a: a * power(m, as_exponent(a)) * power(x, as_exponent(-a - 1)),
                lambda m, a: (m, INFINITY)),
        Density("gumbel", _gumbel, _line),
    )
}  # fmt: skip

#: name → parameters → [(value, probability), …]
FINITE: dict[str, Callable[..., list[tuple[Poly, Poly]]]] = {
    "bernoulli": lambda p: [(ZERO, ONE - p), (ONE, p)],
    "rademacher": lambda: [(-ONE, constant(HALF)), (ONE, constant(HALF))],
}

#: name → (s, parameters) → E[s^X]
GENERATING: dict[str, Callable[..., Poly]] = {
    "bernoulli": lambda s, p: ONE - p + p * s,
    "binomial": lambda s, n, p: power(ONE - p + p * s, as_exponent(n)),
    "poisson": lambda s, r: exponential(r * (s - 1)),
    "geometric": lambda s, p: p * s / (ONE - (ONE - p) * s),
}
