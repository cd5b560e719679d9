"""X ∼ LAW and E[f | Y] = g(Y) by transforms: convolutions, thinning, functions of normal quantities, extremes."""

from __future__ import annotations

import pytest

from symbolic.api import given

COUNTS = "a, b : positive\nX : random integer, poisson(a)\nY : random integer, poisson(b)\nX, Y : independent"
TRIALS = (
    "n, m : dimension\np : in (0, 1)\nX : random integer, binomial(n, p)\nY : random integer, binomial(m, p)\n"
    "X, Y : independent"
)
WAITS = "a, b : positive\nX : random scalar, exponential(a)\nY : random scalar, exponential(b)\nX, Y : independent"
GAMMAS = "a, b, c : positive\nX : random scalar, gamma(a, c)\nY : random scalar, gamma(b, c)\nX, Y : independent"
NORMALS = (
    "k, m : real\ns, v : positive\nX : random scalar, normal, mean k, variance s^2\n"
    "Y : random scalar, normal, mean m, variance v^2\nX, Y : independent"
)
VECTOR = (
    "n, k : dimension\nA : matrix(k, n)\nm : vector(n)\nx : random vector(n), normal, mean m, covariance S\n"
    "S : matrix(n, n), positive definite"
)
SAMPLE = (
    "n : dimension\np : in (0, 1)\nB : random vector(n), iid, bernoulli(p)\nZ : random vector(n), iid, normal, mean 0,"
    " variance 1\nW : random vector(n), iid, exponential(1)"
)
THINNED = "r : positive\np : in (0, 1)\nN : random integer, poisson(r)\nX : random integer\nX | N : binomial(N, p)"

CLAIMS = [
    (COUNTS, r"X + Y \sim \mathrm{Poisson}(a + b)", "proved"),
    (COUNTS, r"X + Y \sim \mathrm{Poisson}(ab)", "refuted"),
    (COUNTS, r"E[X | X + Y] = \frac{a}{a + b}(X + Y)", "proved"),
    (COUNTS, r"E[X | X + Y] = \frac{b}{a + b}(X + Y)", "refuted"),
    (TRIALS, r"X + Y \sim \mathrm{Bin}(n + m, p)", "proved"),
    (TRIALS, r"X + Y \sim \mathrm{Bin}(n m, p)", "refuted"),
    (TRIALS, r"E[X | X + Y] = \frac{n}{n + m}(X + Y)", "proved"),
    (WAITS, r"\min(X, Y) \sim \mathrm{Exp}(a + b)", "proved"),
    (WAITS, r"\min(X, Y) \sim \mathrm{Exp}(a)", "refuted"),
    (WAITS, r"X + Y \sim \mathrm{Exp}(a + b)", "refuted"),
    (GAMMAS, r"X + Y \sim \mathrm{Gamma}(a + b, c)", "proved"),
    (GAMMAS, r"X + Y \sim \mathrm{Gamma}(a + b, 2c)", "refuted"),
    (GAMMAS, r"E[X | X + Y] = \frac{a}{a + b}(X + Y)", "proved"),
    (NORMALS, r"X + Y \sim N(k + m, s^2 + v^2)", "proved"),
    (NORMALS, r"X + Y \sim N(k + m, (s + v)^2)", "refuted"),
    (NORMALS, r"2X - 3 \sim N(2k - 3, 4s^2)", "proved"),
    (NORMALS, r"2X - 3 \sim N(2k - 3, 2s^2)", "refuted"),
    (NORMALS, r"\frac{(X - k)^2}{s^2} \sim \chi^2_1", "proved"),
    (VECTOR, r"x \sim N(m, S)", "proved"),
    (VECTOR, r"A x \sim N(A m, A S A^\top)", "proved"),
    (VECTOR, r"A x \sim N(A m, S)", "refuted"),
    (SAMPLE, r"\sum_i B_i \sim \mathrm{Bin}(n, p)", "proved"),
    (SAMPLE, r"\sum_i Z_i^2 \sim \chi^2_n", "proved"),
    (SAMPLE, r"\sum_i Z_i^2 \sim \chi^2_{2n}", "refuted"),
    (SAMPLE, r"\sum_i W_i \sim \mathrm{Gamma}(n, 1)", "proved"),
    (WAITS, r"aX \overset{d}{=} bY", "proved"),
    (WAITS, r"X \overset{d}{=} Y", "refuted"),
    (THINNED, r"X \sim \mathrm{Poisson}(pr)", "proved"),
    (THINNED, r"X \sim \mathrm{Poisson}(r)", "refuted"),
]


@pytest.mark.parametrize(("text", "claim", "verdict"), CLAIMS)
def test_laws_of_expressions(text: str, claim: str, verdict: str) -> None:
    found = given(text).prove(claim)
    assert found.verdict == verdict
    assert found.read_as.count("~") == claim.count(r"\sim")


@pytest.mark.parametrize("claim", [r"X + Y \sim \mathrm{Poisson}(a + b)", r"E[X | X + Y] = \frac{a}{a + b}(X + Y)"])
def test_dependent_terms_have_no_such_law(claim: str) -> None:
    text = COUNTS.replace("\nX, Y : independent", "")
    assert given(text).prove(claim).verdict not in ("proved", "checked")


def test_what_is_no_function_of_the_condition_is_not_compared_through_it() -> None:
    assert given(COUNTS).prove("E[X | X + Y] = X").verdict not in ("proved", "checked")


def test_a_law_that_is_left_open_shows_nothing() -> None:
    text = "X : random scalar, mean 0, variance 1"
    assert given(text).prove(r"2X \sim N(0, 4)").verdict not in ("proved", "checked")


def test_an_order_statistic_is_not_read_as_an_entry() -> None:
    assert given(SAMPLE).prove(r"\mathbb{E}[W_{(1)}] = \frac{1}{n}").verdict == "unread"
