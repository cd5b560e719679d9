"""What normal quantities are given a sum of them, and divergences of laws whose supports are nested or not."""

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
