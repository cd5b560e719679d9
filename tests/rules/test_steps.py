"""Derivations go the way that a person writes them, each line is proved, and results are written as they are said."""

from __future__ import annotations

import pytest

from symbolic.api import given

QK = "d : dimension; q, k : random vector(d), iid, mean 0, variance 1; q, k : independent"
MEAN = (
    "n : dimension; mu : real; s : positive; x : family(1..n) of random scalar, iid, mean mu, variance s"
    "; m = 1/n sum_{i=1}^n x_i"
)
FORM = "n : dimension; mu : vector(n); S, A : matrix(n, n); x : random vector(n), mean mu, covariance S"
MAP = "n, m : dimension; A : matrix(m, n); b : vector(m); x : vector(n)"
LOSS = "n : dimension; z, y : vector(n); p = softmax(z); L = -sum_i y_i log(p_i)"
DERIVATIONS = [
    (QK, "Var(q' k/sqrt(d))",
     ["scaling", "inner product", "variances add", "variance of a product", "stated moment", "arithmetic",
      "equal terms", "arithmetic"]),
    (MEAN, "Var(m)",
     ["definition of a quantity", "scaling", "variances add", "stated moment", "equal terms", "arithmetic"]),
    (FORM, "E[x' A x]", ["inner product", "linearity", "linearity", "scaling", "stated moment", "arithmetic"]),
    ("W : random matrix(n, n), iid, mean 0, variance s; s : positive; x : vector(n); i : index(n)", "Var((W x)_i)",
     ["inner product", "variances add", "scaling", "stated moment", "arithmetic"]),
    ("a : real; X, Y : random scalar", "Var(a X + Y)",
     ["variance of a sum", "scaling", "covariance of a sum", "normal form"]),
    ("c : real; X : random scalar", "Var(X + c)", ["variances add", "constant", "normal form"]),
    ("a : real; X : random scalar", "Cov(a X, X)", ["covariance of a sum", "covariance of a sum"]),
    ("X ~ Poisson(l); l : positive", "Var(3 X)", ["scaling", "stated moment"]),
    (MAP, "∇_x ‖A x - b‖^2", ["gradient of a square", "Jacobian of a linear map"]),
    (FORM, "∇_mu (mu' A mu)", ["gradient of a form"]),
    (LOSS, "∇_z L", ["gradient of a definition", "gradient of a sum", "gradient of a sum", "normal form"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expression", "rules"), DERIVATIONS, ids=[row[1] for row in DERIVATIONS])
def test_the_way_of_a_derivation(text: str, expression: str, rules: list[str]) -> None:
    assert [step.rule for step in given(text).derive(expression).steps] == rules


@pytest.mark.parametrize(("text", "expression", "rules"), DERIVATIONS, ids=[row[1] for row in DERIVATIONS])
def test_its_lines_are_proved(text: str, expression: str, rules: list[str]) -> None:
    derived = given(text).derive(expression)
    chain = " = ".join(given(text).plain(tree) for tree in (derived.expression, *(s.after for s in derived.steps)))
    verdict = given(text).prove(chain)
    assert verdict.verdict in ("proved", "checked") and len(verdict.links) == len(rules), chain


@pytest.mark.parametrize(
    ("text", "expression", "result"),
    [
        ("a, b : real; X, Y : random scalar", "Var(a X + b Y)", "2a b Cov(X, Y) + a^2 Var(X) + b^2 Var(Y)"),
        ("X, Y, Z : random scalar", "Cov(X + Y, Z)", "Cov(X, Z) + Cov(Y, Z)"),
        ("R(t) = [[cos t, -sin t], [sin t, cos t]]; m, n : real", "R(m)^T R(n)",
         "[[cos(m - n), sin(m - n)], [-sin(m - n), cos(m - n)]]"),
        ("a, b : real", "sin(a) cos(b) + cos(a) sin(b)", "sin(a + b)"),
        ("a, b : real", "cos(a) cos(b) - sin(a) sin(b)", "cos(a + b)"),
        ("a, b, c : real", "c sin(a) cos(b) - c cos(a) sin(b) + c", "c sin(a - b) + c"),
        ("n : dimension; z : vector(n)", "∇_z log(sum_i e^{z_i})", "softmax(z)"),
        ("n : dimension; z : vector(n)", "∇_z^2 log(sum_i e^{z_i})", "diag(softmax(z)) - softmax(z) softmax(z)^T"),
        ("X : random scalar", "E[X^2] - E[X]^2", "Var(X)"),
        ("X : random scalar", "E[X^2] - 2 E[X]^2", "E[X^2] - 2 E[X]^2"),
        ("X, Y : random scalar", "3 E[X Y] - 3 E[X] E[Y]", "3 Cov(X, Y)"),
        ("beta : in (0, 1); g : real; t : integer, at least 1; m_t = beta m_{t-1} + (1 - beta) g, m_0 = 0", "m_t",
         "g(1 - beta^t)"),
        ("a, b : in (0, 1); t : integer, at least 1", "(1 - a^(t+1) - b + b a^(t+1))/(1 - b)", "1 - a^(t + 1)"),
        ("a, b : in (0, 1); t : integer, at least 1", "(a^(2t) - b^(2t))/(b^t - a^t)", "-(a^t + b^t)"),
    ],
)  # fmt: skip
def test_results_are_written_as_they_are_said(text: str, expression: str, result: str) -> None:
    derived = given(text).derive(expression)
    assert given(text).plain(derived.result) == given(text).plain(given(text).read(result))
