"""Entropies and divergences: known values, nonnegativity by numbers, what is not defined."""

from __future__ import annotations

import pytest

from symbolic.lowering.scope import Unsupported
from symbolic.rules.laws_information import LOG_MASS
from tests.rules.expected import lowered, same
from tests.rules.test_laws import PARAMETERS, _exact, _number

PAIR = "P : law, normal, mean mu_1, variance s_1^2; Q : law, normal, mean mu_2, variance s_2^2; s_1, s_2 : positive"
VECTORS = (
    "S, T : matrix(d, d), positive definite; m, n : vector(d); x : random vector(d), normal, mean m, covariance S\n"
    "y : random vector(d), normal, mean n, covariance T"
)
PSI = "psi(x) = d/dx log Gamma(x)"

KNOWN = [
    ("KL(P ‖ Q)", "log(s_2/s_1) + (s_1^2 + (mu_1 - mu_2)^2)/(2 s_2^2) - 1/2", PAIR),
    ("h(P)", "log(2 pi e s_1^2)/2", PAIR),
    ("KL(P ‖ P)", "0", PAIR),
    ("KL(p ‖ q)", "∑_i p_i log p_i - ∑_i p_i log q_i", "p, q : vector(d), positive, sums to 1"),
    ("H(p, q)", "H(p) + KL(p ‖ q)", "p, q : vector(d), positive, sums to 1"),
    ("h(X)", "1 - log r", "X : random scalar, exponential(r)"),
    ("h(X)", "log(b - a)", "X : random scalar, uniform(a, b)"),
    ("h(X)", "1 + log(2 b)", "X : random scalar, laplace(m, b)"),
    ("H(X)", "1 + log(2 b)", "X : random scalar, laplace(m, b)"),
    ("H(X)", "log(m/a) + 1 + 1/a", "m, a : positive; X : random scalar, pareto(m, a)"),
    ("h(X)", "a - log b + log Gamma(a) + (1 - a) psi(a)", "a, b : positive; X : random scalar, gamma(a, b); " + PSI),
    ("H(X)", "-p log p - (1 - p) log(1 - p)", "p : in (0, 1); X : random integer, bernoulli(p)"),
    ("H(X)", "-(1 - p)/p log(1 - p) - log p", "p : in (0, 1); X : random integer, geometric(p)"),
    ("H(z)", "H(p)", "p : vector(d), positive, sums to 1; z : random integer, categorical(p)"),
    ("KL(P ‖ Q)", "log(a/b) + b/a - 1", "P : law, exponential(a); Q : law, exponential(b)"),
    ("KL(P ‖ Q)", "a log(a/b) + b - a", "P : law, poisson(a); Q : law, poisson(b)"),
    ("KL(P ‖ Q)", "c log(b/d) - log Gamma(a) + log Gamma(c) + (a - c) psi(a) + a (d - b)/b",
     "a, b, c, d : positive; P : law, gamma(a, b); Q : law, gamma(c, d); " + PSI),
    ("KL(P ‖ Q)", "log(a/b) + b/a - 1", "a, b, m : positive; P : law, pareto(m, a); Q : law, pareto(m, b)"),
    ("KL(P ‖ Q)", "log a - 1 - b log c + log Gamma(b) + (b - 1) (γ + log a) + c/a",
     "a, b, c : positive; P : law, exponential(a); Q : law, gamma(b, c)"),
    ("KL(P ‖ Q)", "n (p log(p/q) + (1 - p) log((1 - p)/(1 - q)))",
     "n : dimension; p, q : in (0, 1); P : law, binomial(n, p); Q : law, binomial(n, q)"),
    ("h(x)", "d/2 log(2 pi e) + 1/2 log det(S)", VECTORS),
    ("KL(x ‖ y)", "1/2 (log(det(T)/det(S)) - d + tr(T^{-1} S) + (n - m)' T^{-1} (n - m))", VECTORS),
]


@pytest.mark.parametrize(("left", "right", "given"), KNOWN)
def test_known_values(left: str, right: str, given: str) -> None:
    assert same(left, right, given)


@pytest.mark.parametrize("name", LOG_MASS)
def test_masses_sum_to_one(name: str) -> None:
    from math import exp

    from symbolic.algebra.poly import constant

    values = _exact(PARAMETERS[name])
    support = {"bernoulli": range(2), "rademacher": (-1, 1), "binomial": range(6), "uniform integer": range(3, 8),
               "geometric": range(1, 90), "poisson": range(40)}[name]  # fmt: skip
    total = sum(exp(_number(LOG_MASS[name](constant(k), *values))) for k in support)
    assert total == pytest.approx(1)


OPEN = [
    ("h(X)", "X : random scalar, mean 0, variance 1"),
    ("H(x)", "x : random vector(d)"),
    ("h(X)", "X : random integer, poisson(r)"),
    ("KL(P ‖ Q)", "P : law, uniform(a, b); Q : law, uniform(c, d)"),
    ("KL(P ‖ Q)", "P : law, normal, mean m, variance v; Q : law, exponential(a)"),
    ("KL(P ‖ Q)", "P : law, poisson(a); Q : law, exponential(b)"),
    ("KL(P ‖ Q)", "P : law, pareto(m, a); Q : law, pareto(n, a)"),
    ("E_X[X Y]", "X, Y : random scalar"),
]


@pytest.mark.parametrize(("formula", "given"), OPEN)
def test_what_is_left_open_is_named(formula: str, given: str) -> None:
    with pytest.raises(Unsupported):
        lowered(formula, given)
