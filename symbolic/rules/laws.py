"""The named scalar laws by their raw moments, as one table; cumulants follow from them.

Each row gives E[X^k] for a natural k in closed form, its source formula in LaTeX, and up to which order moments exist.
Parameters are those of the given language: gamma(shape, rate), lognormal(m, s), geometric(p) on 1, 2, …
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, prod

from symbolic.algebra.functions import function
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, add, constant, product, symbol
from symbolic.algebra.powers import PI, exponential, power
from symbolic.algebra.series import bernoulli
from symbolic.algebra.sums import sum_over
from symbolic.rules.moments_cumulants import joint_cumulant, joint_moment

Moment = Callable[..., Poly]


@dataclass(frozen=True)
class ScalarLaw:
    """A law by its moments.

    moment  (k, parameters) → E[X^k]
    latex   the identity that `moment` computes
    limit   parameters → the order below which moments exist; None when all do
    """

    name: str
    moment: Moment
    latex: str
    limit: Callable[..., Poly] | None = None

    def cumulant(self, order: int, *parameters: Poly) -> Poly:
        """κ_k from the raw moments."""
        of = joint_cumulant(lambda orders: self.moment(orders[0], *parameters))
        return of((order,))

    def exists(self, order: int, *parameters: Poly) -> bool:
        """Is E[X^k] not known to be infinite or undefined?"""
        if self.limit is None or order == 0:
            return True
        below = (self.limit(*parameters) - order).number
        return below is None or below > 0


@lru_cache(maxsize=1024)
def stirling(n: int, k: int) -> int:
    """The number of partitions of n things into k blocks."""
    if n == k:
        return 1
    if k == 0 or k > n:
        return 0
    return k * stirling(n - 1, k) + stirling(n - 1, k - 1)


def falling(x: Poly, order: int) -> Poly:
    """x (x - 1) … (x - order + 1)."""
    return product(x - step for step in range(order))


def rising(x: Poly, order: int) -> Poly:
    """x (x + 1) … (x + order - 1)."""
    return product(x + step for step in range(order))


def _by_factorial(factorial_moment: Callable[..., Poly]) -> Moment:
    """E[X^k] = Σ_j S(k, j) E[X(X - 1) … (X - j + 1)]."""
    return lambda k, *p: add(factorial_moment(j, *p) * stirling(k, j) for j in range(k + 1))


def _from_cumulants(cumulant: Callable[..., Poly]) -> Moment:
    return lambda k, *p: joint_moment((k,), lambda orders: cumulant(orders[0], *p))


def _uniform(k: int, a: Poly, b: Poly) -> Poly:
    return add(a**j * b ** (k - j) for j in range(k + 1)).scale(Fraction(1, k + 1))


def _uniform_integer(k: int, a: Poly, b: Poly) -> Poly:
    index = fresh((a, b))
    return sum_over(next(iter(index.free)), a, b, index**k) * power(b - a + 1, -1)


def _geometric(j: int, p: Poly) -> Poly:
    if j == 0:
        return ONE
    return power(ONE - p, j - 1) * power(p, -j) * factorial(j)


def _gamma(k: int, shape: Poly, rate: Poly) -> Poly:
    return rising(shape, k) * power(rate, -k)


def _beta(k: int, a: Poly, b: Poly) -> Poly:
    return product((a + j) * power(a + b + j, -1) for j in range(k))


def _laplace_cumulant(k: int, m: Poly, b: Poly) -> Poly:
    return m if k == 1 else ZERO if k % 2 else b**k * (2 * factorial(k - 1))


def _lognormal(k: int, m: Poly, s: Poly) -> Poly:
    return exponential(m * k + (s * s).scale(Fraction(k * k, 2)))


def _student(k: int, nu: Poly) -> Poly:
    if k % 2:
        return ZERO
    return product((nu * (2 * j - 1)) * power(nu - 2 * j, -1) for j in range(1, k // 2 + 1))


def _pareto(k: int, m: Poly, a: Poly) -> Poly:
    return a * m**k * power(a - k, -1)


def zeta(k: int) -> Poly:
    """ζ(k): a power of π for even k, by ψ^{(k-1)}(1) otherwise."""
    if k % 2 == 0:
        scale = Fraction(2) ** (k - 1) * abs(bernoulli(k)) / factorial(k)
        return power(PI, k).scale(scale)
    return function("polygamma", (constant(k - 1), ONE)).scale(Fraction(1, factorial(k - 1)) * (-1) ** k)


def _gumbel_cumulant(k: int, m: Poly, b: Poly) -> Poly:
    if k == 1:
        return m + symbol("γ") * b
    return zeta(k) * b**k * factorial(k - 1)


def _double_factorial(k: int) -> int:
    return prod(range(k - 1, 0, -2)) if k else 1


def normal_moment(k: int, mean: Poly, variance: Poly) -> Poly:
    """Σ_j C(k, 2j) (2j - 1)!! σ^{2j} μ^{k-2j}."""
    return add(
        mean ** (k - 2 * j) * variance**j * (comb(k, 2 * j) * _double_factorial(2 * j)) for j in range(k // 2 + 1)
    )


SCALAR_LAWS: dict[str, ScalarLaw] = {
    law.name: law
    for law in (
        ScalarLaw("normal", normal_moment, r"\sum_j\binom{k}{2j}(2j-1)!!\,\sigma^{2j}\mu^{k-2j}"),
        ScalarLaw("uniform", _uniform, r"\frac{1}{k+1}\sum_{j=0}^{k}a^jb^{k-j}"),
        ScalarLaw("uniform integer", _uniform_integer, r"\frac{1}{b-a+1}\sum_{i=a}^{b}i^k"),
        ScalarLaw("bernoulli", lambda k, p: ONE if k == 0 else p, r"p"),
        ScalarLaw("rademacher", lambda k: ONE if k % 2 == 0 else ZERO, r"\mathbb 1[k\text{ even}]"),
        ScalarLaw("binomial", _by_factorial(lambda j, n, p: falling(n, j) * p**j), r"\sum_jS(k,j)(n)_jp^j"),
        ScalarLaw("geometric", _by_factorial(_geometric), r"\sum_jS(k,j)\,j!\,(1-p)^{j-1}p^{-j}"),
        ScalarLaw("poisson", _by_factorial(lambda j, r: r**j), r"\sum_jS(k,j)\,r^j"),
        ScalarLaw("exponential", lambda k, rate: power(rate, -k) * factorial(k), r"k!\,\lambda^{-k}"),
        ScalarLaw("gamma", _gamma, r"\frac{\Gamma(a+k)}{\Gamma(a)}b^{-k}"),
        ScalarLaw("beta", _beta, r"\prod_{j<k}\frac{a+j}{a+b+j}"),
        ScalarLaw("chi-square", lambda k, n: _gamma(k, n.scale(Fraction(1, 2)), constant(Fraction(1, 2))),
                  r"2^k\frac{\Gamma(\nu/2+k)}{\Gamma(\nu/2)}"),
        ScalarLaw("laplace", _from_cumulants(_laplace_cumulant), r"\kappa_k=2(k-1)!\,b^k\ (k\text{ even})"),
        ScalarLaw("lognormal", _lognormal, r"e^{km+k^2s^2/2}"),
        ScalarLaw("student", _student, r"\prod_{j\le k/2}\frac{(2j-1)\nu}{\nu-2j}", lambda nu: nu),
        ScalarLaw("pareto", _pareto, r"\frac{a\,m^k}{a-k}", lambda m, a: a),
        ScalarLaw("gumbel", _from_cumulants(_gumbel_cumulant), r"\kappa_1=m+\gamma b,\ \kappa_k=(k-1)!\,\zeta(k)\,b^k"),
    )
}  # fmt: skip


