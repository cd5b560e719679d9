"""What quantities are given what is observed of them, and divergences of laws whose supports are nested or not."""

from __future__ import annotations

import pytest

from symbolic.api import given

POSITIVE = "s, τ : real, positive"
ONE = f"ε : random scalar, normal, mean 0, variance s^2\nμ, ε : independent\nx = μ + ε\n{POSITIVE}"
CENTRAL = f"μ : random scalar, normal, mean 0, variance τ^2\n{ONE}"
PRIOR = f"m : real\nμ : random scalar, normal, mean m, variance τ^2\n{ONE}"
SAMPLE = f"""μ : random scalar, normal, mean 0, variance τ^2
ε : random vector(n), iid, normal, mean 0, variance s^2
μ, ε : independent
x = μ + \\frac1n \\sum_{{i=1}}^n ε_i
{POSITIVE}"""


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        (CENTRAL, "E[μ | x] = τ^2 x/(τ^2 + s^2)", "proved"),
        (CENTRAL, "E[μ | x] = s^2 x/(τ^2 + s^2)", "refuted"),
        (PRIOR, "E[μ | x] = (τ^2 x + s^2 m)/(τ^2 + s^2)", "proved"),
        (PRIOR, "E[μ | x] = (s^2 x + τ^2 m)/(τ^2 + s^2)", "refuted"),
        (CENTRAL, "Var(μ | x) = τ^2 s^2/(τ^2 + s^2)", "proved"),
        (CENTRAL, "Var(μ | x) = τ^2/(τ^2 + s^2)", "refuted"),
        (CENTRAL, "E[E[μ | x]] = 0", "proved"),
        (SAMPLE, "E[μ | x] = n τ^2 x/(n τ^2 + s^2)", "proved"),
        (SAMPLE, "E[μ | x] = τ^2 x/(τ^2 + s^2)", "refuted"),
    ],
)
def test_a_normal_mean_given_what_is_observed(text: str, claim: str, verdict: str) -> None:
    assert given(text).prove(claim).verdict == verdict


def test_noise_of_another_law_leaves_no_linear_posterior() -> None:
    text = CENTRAL.replace("ε : random scalar, normal, mean", "ε : random scalar, mean")
    assert given(text).prove("E[μ | x] = τ^2 x/(τ^2 + s^2)").verdict not in ("proved", "checked")


LINE = "P : law, uniform(a, b)\nQ : law, uniform(c, d)\na, b, c, d : real\na < b\nc < d"


@pytest.mark.parametrize(
    ("more", "claim", "verdict"),
    [
        ("\nc < a\nb < d", r"KL(P ‖ Q) = \ln((d-c)/(b-a))", "proved"),
        ("\nc < a\nb < d", r"KL(P ‖ Q) = \ln((b-a)/(d-c))", "refuted"),
        ("\nc < a\nb < d", r"KL(Q ‖ P) = \ln((b-a)/(d-c))", "refuted"),
        ("", r"KL(P ‖ Q) = \ln((d-c)/(b-a))", "refuted"),
    ],
)
def test_divergences_of_uniform_laws_are_finite_where_the_supports_are_nested(
    more: str, claim: str, verdict: str
) -> None:
    assert given(LINE + more).prove(claim).verdict == verdict


NORMAL = "m : real\ns, τ : positive\nμ : random scalar, normal, mean m, variance τ^2\n"
OBSERVED = NORMAL + "x : random vector(n)\nx | μ : iid, normal, mean μ, variance s^2"
VECTORS = (
    "m : vector(d)\nR, S : matrix(d, d), positive definite\nμ : random vector(d), normal, mean m, covariance R\n"
    "x : random vector(d)\nx | μ : normal, mean μ, covariance S"
)
CHANCE = "a, b : positive\nθ : random scalar, beta(a, b)\nx : random integer\nx | θ : binomial(n, θ)\nn : dimension"
RATE = "a, b : positive\nλ : random scalar, gamma(a, b)\nx : random vector(n)\nx | λ : iid, poisson(λ)"
COUNTS = (
    "K, N : dimension\na : vector(K), positive\np : random vector(K), dirichlet(a)\nx : random vector(K)\n"
    "x | p : multinomial(N, p)\ni : index(K)"
)


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        (OBSERVED, r"E[μ | x] = \frac{τ^2\sum_i x_i + s^2 m}{n τ^2 + s^2}", "proved"),
        (OBSERVED, r"E[μ | x] = \frac{τ^2\sum_i x_i + s^2 m}{τ^2 + s^2}", "refuted"),
        (VECTORS, "E[μ | x] = m + R (R + S)^{-1} (x - m)", "proved"),
        (VECTORS, "E[μ | x] = m + S (R + S)^{-1} (x - m)", "refuted"),
        (VECTORS, "Cov(μ | x) = (R^{-1} + S^{-1})^{-1}", "proved"),
        (CHANCE, "E[θ | x] = (a + x)/(a + b + n)", "proved"),
        (CHANCE, "E[θ | x] = (a + x)/(a + b)", "refuted"),
        (RATE, r"E[λ | x] = \frac{a + \sum_i x_i}{b + n}", "proved"),
        (RATE, r"Var(λ | x) = \frac{a + \sum_i x_i}{b + n}", "refuted"),
        (COUNTS, r"E[p_i | x] = \frac{a_i + x_i}{N + \sum_j a_j}", "proved"),
        (COUNTS, r"E[p_i | x] = \frac{a_i + x_i}{\sum_j a_j}", "refuted"),
    ],
)
def test_bayes_rule_for_laws_as_they_are_stated(text: str, claim: str, verdict: str) -> None:
    assert given(text).prove(claim).verdict == verdict


def test_observations_that_are_not_said_to_be_independent_have_no_posterior() -> None:
    text = OBSERVED.replace("iid, ", "")
    claim = r"E[μ | x] = \frac{τ^2\sum_i x_i + s^2 m}{n τ^2 + s^2}"
    assert given(text).prove(claim).verdict not in ("proved", "checked")


def test_a_covariance_that_may_be_singular_is_not_inverted() -> None:
    text = VECTORS.replace("R, S : matrix(d, d), positive definite", "R, S : matrix(d, d), symmetric")
    assert given(text).prove("E[μ | x] = m + R (R + S)^{-1} (x - m)").verdict != "proved"
