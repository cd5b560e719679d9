"""An inverse beside the matrix that it inverts, however that one is made, is the identity; powers keep a known sign."""

import pytest

from symbolic.api import Given

LEAST_SQUARES = (
    "X : matrix(n, p), full column rank; β : vector(p); s : positive; P = X (X^T X)^{-1} X^T; "
    "ε : random vector(n), mean 0, covariance s^2 I; y = X β + ε; b = (X^T X)^{-1} X^T y"
)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (LEAST_SQUARES, "P^2 = P", "proved"),
        (LEAST_SQUARES, "P X = X", "proved"),
        (LEAST_SQUARES, "tr(P) = p", "proved"),
        (LEAST_SQUARES, "tr(P) = n", "refuted"),
        (LEAST_SQUARES, "E[b] = β", "proved"),
        (LEAST_SQUARES, "Cov(b) = s^2 (X^T X)^{-1}", "proved"),
        (LEAST_SQUARES, "Cov(b) = s^2 X^T X", "refuted"),
        ("A : matrix(n, n), positive definite; c : positive", "(A + c I)^{-1} A = I - c (A + c I)^{-1}", "proved"),
        ("A : matrix(n, n), positive definite; c : positive", "(A + c I)^{-1} A = I + c (A + c I)^{-1}", "refuted"),
        ("A, B : matrix(n, n), invertible", "(A + B)^{-1} A = I - (A + B)^{-1} B", "proved"),
        ("X : matrix(m, n), full column rank", "X (X^T X)^{-1} X^T = I", "refuted"),
    ],
)
def test_inverses_meet_their_matrices(given: str, claim: str, verdict: str):
    assert Given(given).prove(claim).verdict == verdict


Q = "α : real, in (0, 1); q, r : real; t : integer, nonnegative; Q_{t+1} = Q_t + α(r - Q_t), Q_0 = q"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (Q, "Q_t = (1 - α)^t q + (1 - (1 - α)^t) r", "proved"),
        (Q, "Q_t = (1 - α)^t q + α^t r", "refuted"),
        ("α : real, in (0, 1); t : integer, positive", "sum_{i=0}^{t-1} (1 - α)^i = (1 - (1 - α)^t)/α", "proved"),
        ("α : real; t : integer, positive", "(1 - α)^t = (-1)^t (α - 1)^t", "proved"),
        ("α : real, in (0, 1); t : integer, positive", "(α - 1)^t (1 - α)^{-1} = (-1)^t (1 - α)^{t-1}", "proved"),
    ],
)
def test_powers_of_a_difference_whose_sign_is_known_or_not(given: str, claim: str, verdict: str):
    assert Given(given).prove(claim).verdict == verdict
