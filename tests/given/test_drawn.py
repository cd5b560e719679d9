"""Laws below an operator: E_{x∼P}[…] averages over a draw of its own."""

from __future__ import annotations

import pytest

from symbolic.api import Given

LAW = "mu : real; sigma > 0; P : law, normal, mean mu, variance sigma^2; x : random scalar; f(x) = x^2"
WEIGHTS = "p, q : vector(n), positive, sums to 1; f : vector(n); r > 0"
VECTOR = "mu, epsilon, u, v : vector(n); Sigma : matrix(n, n), positive definite; A : matrix(n, n)"

#: given, left side, right value, wrong value
CLAIMS = [
    (LAW, "E_{x∼P}[x^2]", "mu^2 + sigma^2", "sigma^2"),
    (LAW, r"\mathbb{E}_{z\sim\mathcal{N}(0,1)}[(\mu+\sigma z)^2]", "mu^2 + sigma^2", "mu^2 + sigma"),
    (LAW, "E_{z∼N(0,1)}[f(mu + sigma z)]", "E_{x∼N(mu, sigma^2)}[f(x)]", "E_{x∼N(mu, sigma)}[f(x)]"),
    (LAW, "E_{x∼P, z∼N(0,1)}[x z^2]", "mu", "2 mu"),
    (LAW, "Var_{z∼N(0,1)}[mu + sigma z]", "sigma^2", "sigma"),
    (LAW, "E_{u∼U(0,1)}[u^2]", "1/3", "1/2"),
    (WEIGHTS, "E_{i∼q}[p_i/q_i f_i]", "E_{i∼p}[f_i]", "E_{i∼q}[f_i]"),
    (WEIGHTS, "E_{i∼p}[log(p_i/q_i)]", "KL(p ‖ q)", "KL(q ‖ p)"),
    (WEIGHTS, "E_{k∼Poisson(r)}[k^2]", "r + r^2", "r^2"),
    (VECTOR, "E_{x∼N(mu, Sigma)}[x^T A x]", "tr(A Sigma) + mu^T A mu", "tr(A Sigma)"),
    (VECTOR, "E_{epsilon∼N(0, I)}[epsilon^T A epsilon]", "tr(A)", "n"),
    (VECTOR, "E_{u, v∼N(0, I)}[(u·v)^2]", "n", "n^2"),
    (VECTOR + "; P : law, normal, mean 0, covariance I_n", "E_{x∼P}[x^T A x]", "tr(A)", "n"),
    (VECTOR + "; P : law, normal, mean mu, covariance Sigma", "E_{x∼P}[x x^T]", "Sigma + mu mu^T", "Sigma"),
]


@pytest.mark.parametrize(("given", "left", "right", "wrong"), CLAIMS)
def test_right_is_proved_and_wrong_refuted(given: str, left: str, right: str, wrong: str) -> None:
    assert [Given(given).prove(f"{left} = {side}").verdict for side in (right, wrong)] == ["proved", "refuted"]


def test_what_else_is_random_stays_random() -> None:
    """E_{x∼P} averages over x alone: what is left of Y is no number."""
    given = LAW + "; Y : random scalar, normal, mean 0, variance 1"
    assert Given(given).prove("E_{x∼P}[x + Y] = mu").verdict not in ("proved", "checked")


def test_what_was_read_is_shown_as_written() -> None:
    assert "~" in Given(LAW).prove("E_{x∼P}[x] = mu").read_as
