"""The laws against the laboratory's: the same names, the same moments; densities, supports, generating functions."""

from __future__ import annotations

from math import comb

import mpmath
import numpy as np
import pytest

from numeric.laws import LAWS
from symbolic.algebra.poly import Poly, constant, symbol
from symbolic.given.laws import BY_NAME
from symbolic.rules.laws import SCALAR_LAWS
from symbolic.rules.laws_arrays import ARRAY_LAWS
from symbolic.rules.laws_densities import DENSITIES, FINITE, GENERATING
from symbolic.rules.values import value as mp_value
from tests.rules.expected import at, lowered, same

#: Generic parameters, none of them 0, ½, 1 or 2.
PARAMETERS = {
    "normal": (0.7, 1.9), "uniform": (-0.6, 1.7), "uniform integer": (3, 7), "bernoulli": (0.3,), "rademacher": (),
    "binomial": (5, 0.3), "geometric": (0.4,), "poisson": (1.3,), "exponential": (1.7,), "gamma": (2.3, 1.4),
    "beta": (1.6, 2.7), "chi-square": (3,), "laplace": (0.4, 1.3), "lognormal": (0.2, 0.4), "student": (7.5,),
    "pareto": (1.2, 6.5), "gumbel": (0.4, 1.3),
}  # fmt: skip


def test_the_tables_have_the_same_laws() -> None:
    assert set(SCALAR_LAWS) | set(ARRAY_LAWS) | {"categorical"} == set(BY_NAME)
    assert set(BY_NAME) == set(LAWS) - {"normal vector"}
    assert set(PARAMETERS) == set(SCALAR_LAWS)


def _number(poly: Poly) -> float:
    return float(mp_value(poly, {}))


def _exact(parameters: tuple[float, ...]) -> tuple[Poly, ...]:
    from fractions import Fraction

    return tuple(constant(Fraction(str(parameter))) for parameter in parameters)


@pytest.mark.parametrize("name", SCALAR_LAWS)
@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
def test_moments(name: str, order: int) -> None:
    found = _number(SCALAR_LAWS[name].moment(order, *_exact(PARAMETERS[name])))
    assert found == pytest.approx(LAWS[name].moment(order, *PARAMETERS[name]))


@pytest.mark.parametrize("name", SCALAR_LAWS)
def test_the_second_cumulant_is_the_variance(name: str) -> None:
    law, parameters = SCALAR_LAWS[name], _exact(PARAMETERS[name])
    spread = law.moment(2, *parameters) - law.moment(1, *parameters) ** 2
    assert _number(law.cumulant(2, *parameters)) == pytest.approx(_number(spread))


@pytest.mark.parametrize("name", DENSITIES)
def test_densities(name: str) -> None:
    """A density integrates to 1, and gives the first moment."""
    row, parameters = DENSITIES[name], _exact(PARAMETERS[name])
    ends = [float(end.number) if end.number is not None else _number(end) for end in row.support(*parameters)]
    ends = [max(ends[0], -6.0), ends[1]] if name == "gumbel" else ends
    middle = [0.5] if ends[0] < 0.5 < ends[1] else []
    x = symbol("x")

    def weighted(order: int) -> float:
        through = row.through(x) if row.through is not None else x
        body = row.density(x, *parameters) * through**order
        atom = x.atom
        return float(mpmath.quad(lambda t: mp_value(body, {atom: t}), [ends[0], *middle, ends[1]]))

    assert weighted(0) == pytest.approx(1, rel=1e-6)
    assert weighted(1) == pytest.approx(LAWS[name].moment(1, *PARAMETERS[name]), rel=1e-4, abs=1e-6)


@pytest.mark.parametrize("name", FINITE)
def test_finite_laws(name: str) -> None:
    pairs = FINITE[name](*_exact(PARAMETERS[name]))
    assert sum(_number(weight) for _, weight in pairs) == pytest.approx(1)
    third = sum(_number(weight) * _number(point) ** 3 for point, weight in pairs)
    assert third == pytest.approx(LAWS[name].moment(3, *PARAMETERS[name]))


@pytest.mark.parametrize("name", GENERATING)
def test_generating_functions(name: str) -> None:
    """E[s^X] = Σ_k E[X^k] (log s)^k / k! near s = 1, by its first derivative; and its value at 1."""
    values = _exact(PARAMETERS[name])
    step = 1e-5

    def generate(s: float) -> float:
        return float(mp_value(GENERATING[name](symbol("s"), *values), {symbol("s").atom: s}))

    assert generate(1) == pytest.approx(1)
    slope = (generate(1 + step) - generate(1 - step)) / (2 * step)
    assert slope == pytest.approx(LAWS[name].moment(1, *PARAMETERS[name]), rel=1e-6)


ARRAYS = {
    "one-hot categorical": "p : vector(k), positive, sums to 1; X : random vector(k), one-hot categorical(p)",
    "multinomial": "n : integer, positive; p : vector(k), positive, sums to 1; X : random vector(k), multinomial(n, p)",
    "dirichlet": "a : vector(k), positive; X : random vector(k), dirichlet(a)",
}


@pytest.mark.parametrize("name", ARRAYS)
def test_mixed_moments_of_random_vectors(name: str) -> None:
    """E[X_i X_j X_l] against sums over outcomes, or draws."""
    p, a, n = np.array([0.2, 0.5, 0.3]), np.array([1.3, 0.7, 2.2]), 3
    parameters = {"one-hot categorical": (p,), "multinomial": (n, p), "dirichlet": (a,)}[name]
    draws = LAWS[name].draw(np.random.default_rng(5), (400_000,), *parameters)
    for places in ((1, 1, 2), (1, 1, 1), (1, 2, 3)):
        body = " ".join(f"X_{place}" for place in places)
        poly, _ = lowered(f"E[{body}]", ARRAYS[name])
        found = at(poly, {"k": 3, "n": n}, {"p": p, "a": a})
        sample = np.prod([draws[:, place - 1] for place in places], axis=0)
        assert abs(found - sample.mean()) < 6 * sample.std() / np.sqrt(len(sample)) + 1e-12


RACE = "X : random scalar, exponential(a); Y : random scalar, exponential(b); X, Y : independent; s, t : positive"

ELEMENTARY = [
    ("E[log X]", "psi(a) - log b", "X : random scalar, gamma(a, b); psi(x) = d/dx ln Gamma(x)"),
    ("E[X log X]", "a/b (psi(a + 1) - log b)", "X : random scalar, gamma(a, b); psi(x) = d/dx ln Gamma(x)"),
    ("E[exp(t X)]", "exp(t mu + t^2 s^2/2)", "X : random scalar, normal, mean mu, variance s^2; s > 0; t : real"),
    ("E[exp(t X)]", "exp(r (e^t - 1))", "X : random integer, poisson(r); t : real"),
    ("E[max(0, X)]", "1/sqrt(2 pi)", "X : random scalar, normal, mean 0, variance 1"),
    ("E[max(0, X)^2]", "Var(X)/2", "X : random scalar, mean 0, symmetric law"),
    ("E[abs(X)]", "b", "X : random scalar, laplace(0, b)"),
    ("E[cos(X)]", "sin(a)/a", "a > 0; X : random scalar, uniform(-a, a)"),
    ("P(X > t)", "exp(-r t)", "X : random scalar, exponential(r); t > 0"),
    ("Var(e^Y)", "e^{2 m + 2 s^2} - e^{2 m + s^2}", "Y : random scalar, normal, mean m, variance s^2; s > 0"),
    ("E[f_z]", "∑_i p_i f_i", "p : vector(n), positive, sums to 1; f : vector(n); z : random integer, categorical(p)"),
    ("E[X^2]", "ν/(ν - 2)", "X : random scalar, student(ν); ν > 2"),
    ("E[2^X]", "1 + p", "X : random integer, bernoulli(p)"),
    ("Var(X)", "(b - a)^2/12", "X : random scalar, uniform(a, b)"),
    ("P(X > s + t | X > s)", "P(X > t)", RACE),
    ("P(min(X, Y) > t)", "exp(-(a + b) t)", RACE),
    ("P(max(X, Y) <= t)", "(1 - exp(-a t)) (1 - exp(-b t))", RACE),
    ("P(X < Y)", "a/(a + b)", RACE),
    ("E[max(X, Y)]", "1/a + 1/b - 1/(a + b)", RACE),
    ("E[abs(X - Y)]", "1/3", "X, Y : random scalar, uniform(0, 1); X, Y : independent"),
    ("P(X = k)", "exp(-r) r^k/k!", "k : integer, nonnegative; X : random integer, poisson(r)"),
    ("P(X = k)", "p (1 - p)^{k-1}", "k : integer, positive; p : in (0, 1); X : random integer, geometric(p)"),
    ("E[X | X > 0]", "sqrt(2/pi)", "X : random scalar, normal, mean 0, variance 1"),
    ("E[E[sin(X Y) | Y]]", "E[sin(X Y)]", "X, Y : random scalar; X, Y : independent"),
]


@pytest.mark.parametrize(("left", "right", "given"), ELEMENTARY)
def test_elementary_functions(left: str, right: str, given: str) -> None:
    assert same(left, right, given)


FALSE = [
    ("E[max(0, X)^2]", "Var(X)", "X : random scalar, mean 0, symmetric law"),
    ("E[max(0, X)^2]", "Var(X)/2", "X : random scalar, mean 0"),
    ("E[X^4]", "9", "X : random scalar, student(3)"),
    ("E[log X]", "log(a/b)", "X : random scalar, gamma(a, b)"),
    ("E[1/X]", "0", "X : random scalar, normal, mean 0, variance 1"),
    ("E[1/X]", "0", "X : random scalar, mean 0, symmetric law"),
    ("E[sin(X Y) | Y]", "E[sin(X Y)]", "X, Y : random scalar; X, Y : independent"),
    ("P(X = k)", "exp(-r) r^k/k!", "k : integer; X : random integer, poisson(r)"),
    ("d/dt P(X <= t)", "0", "X : random scalar, gamma(a, b); t > 0"),
]


@pytest.mark.parametrize(("left", "right", "given"), FALSE)
def test_false_values_are_not_proved(left: str, right: str, given: str) -> None:
    assert not same(left, right, given)


def test_moving_boundary() -> None:
    """The derivative of a distribution function is the density."""
    given = "X : random scalar, exponential(r); t > 0; Y : random scalar, gamma(a, b)"
    assert same("d/dt P(X <= t)", "r exp(-r t)", given)
    assert same("d/dt P(Y <= t)", "b^a t^{a-1} exp(-b t)/Gamma(a)", given)


def test_wishart_covariance() -> None:
    given = "V : matrix(p, p), positive definite; X : random matrix(p, p), wishart(V, n); i, j : index(p)"
    assert same("Var(X_{ij})", "n (V_{ij}^2 + V_{ii} V_{jj})", given)


def test_binomial_counts() -> None:
    poly, _ = lowered("E[X^3]", "X : random integer, binomial(n, p)")
    exact = sum(comb(5, k) * 0.3**k * 0.7 ** (5 - k) * k**3 for k in range(6))
    assert at(poly, {"n": 5, "p": 0.3}) == pytest.approx(exact)
