"""Powers and logarithms of the length of a normal vector, against what other laws and other sizes make of them."""

from __future__ import annotations

import pytest

from symbolic.api import given

STANDARD = "z : random vector(n), iid, normal, mean 0, variance 1"
SCALED = "z : random vector(n), iid, normal, mean 0, variance s^2\ns : real, positive"
ROUND = "z : random vector(n), normal, mean 0, covariance s^2 I\ns : real, positive"
LENGTH = "√2 Γ((n+1)/2)/Γ(n/2)"


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        (STANDARD, f"E[‖z‖] = {LENGTH}", "proved"),
        (STANDARD, r"E[‖z‖] = \sqrt{n}", "refuted"),
        (STANDARD, "E[‖z‖] = √2 Γ(n/2)/Γ((n-1)/2)", "refuted"),
        (SCALED, f"E[‖z‖] = s {LENGTH}", "proved"),
        (SCALED, f"E[‖z‖] = s^2 {LENGTH}", "refuted"),
        (ROUND, f"E[‖z‖] = s {LENGTH}", "proved"),
        (STANDARD, "Var(‖z‖) = n - 2 (Γ((n+1)/2)/Γ(n/2))^2", "proved"),
        (STANDARD, "Var(‖z‖) = 1/2", "refuted"),
        (STANDARD, "E[‖z‖^3] = 2 √2 Γ((n+3)/2)/Γ(n/2)", "proved"),
        (STANDARD, r"E[\log(z·z)] = ψ(n/2) + \log 2", "proved"),
        (SCALED, r"E[\log ‖z‖] = ψ(n/2)/2 + \log(2 s^2)/2", "proved"),
        (SCALED, r"E[\log ‖z‖] = ψ(n/2)/2 + \log(s^2)/2", "refuted"),
        (STANDARD + "\nn > 2", "E[1/(z·z)] = 1/(n-2)", "checked"),
        (STANDARD + "\nn > 2", "E[1/(z·z)] = 1/(n-1)", "refuted"),
        (STANDARD, "E[1/(z·z)] = 1/(n-2)", "refuted"),
    ],
)
def test_lengths(text: str, claim: str, verdict: str) -> None:
    assert given(text).prove(claim).verdict == verdict


@pytest.mark.parametrize(
    "text",
    [
        "z : random vector(n), iid, mean 0, variance 1",
        "z : random vector(n), normal, mean 0, covariance S",
        "z : random vector(n), iid, normal, mean m, variance 1\nm : real, positive",
    ],
)
def test_other_laws_have_other_lengths(text: str) -> None:
    assert given(text).prove(f"E[‖z‖] = {LENGTH}").verdict in ("refuted", "undecided")
