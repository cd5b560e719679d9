"""Joint and conditional entropies, mutual information: right formulas proved, wrong ones refuted, by both witnesses."""

from __future__ import annotations

import pytest

from symbolic.api import Given

PAIR = (
    "r : in (-1, 1); s, t > 0; X, Y : random scalar, mean 0, jointly normal; X : variance s^2; Y : variance t^2;"
    "cov(X, Y) = r s t"
)
CHANNEL = (
    "P, N > 0; X, Z : random scalar, normal, mean 0; X : variance P; Z : variance N; X, Z : independent;"
    "Y = X + Z"
)
BITS = "p, q : in (0, 1); X : random integer, bernoulli(p); Z : random integer, bernoulli(q); X, Z : independent"
FLIPPED = BITS + "; Y = X (1 - Z) + Z (1 - X)"
NOISY = "a : in (0, 1); X : random integer, bernoulli(1/2); Y : random integer; Y | X : bernoulli(a + (1 - 2 a) X)"
VECTORS = "A, B : matrix(n, n), positive definite; X, Y : random vector(n), normal, mean 0; X : covariance A; " \
    "Y : covariance B; X, Y : independent"  # fmt: skip

#: given, left side, right value, wrong value
CLAIMS = [
    (PAIR, "I(X; Y)", "-log(1 - r^2)/2", "-log(1 - r)/2"),
    (PAIR, "h(X, Y)", "log(2 pi e s t sqrt(1 - r^2))", "log(2 pi e s t)"),
    (PAIR, "h(X | Y)", "log(2 pi e s^2 (1 - r^2))/2", "log(2 pi e s^2 (1 - r))/2"),
    (PAIR, "h(X) + h(Y) - h(X, Y)", "I(X; Y)", "2 I(X; Y)"),
    (CHANNEL, "I(X; Y)", "log(1 + P/N)/2", "log(1 + P/N)"),
    (CHANNEL, "h(Y | X)", "h(Z)", "h(Y)"),
    (BITS, "H(X, Z)", "H(X) + H(Z)", "H(X)"),
    (BITS, "I(X; Z)", "0", "log 2"),
    (BITS, "H(X Z | Z)", "q H(X)", "H(X)"),
    (FLIPPED, "I(X; Y)", "H(Y) - H(Z)", "H(Y)"),
    (NOISY, "H(Y | X)", "-a log a - (1 - a) log(1 - a)", "-a log a"),
    (NOISY, "I(X; Y)", "log 2 + a log a + (1 - a) log(1 - a)", "log 2 - a log a - (1 - a) log(1 - a)"),
    (VECTORS, "h(X, Y)", "h(X) + h(Y)", "h(X)"),
    ("m, k : vector(n); S, R : matrix(n, n), positive definite; P : law, normal, mean m, covariance S;"
     "Q : law, normal, mean k, covariance R", "KL(P ‖ Q)",
     "(tr(R^{-1} S) + (k - m)^T R^{-1} (k - m) - n + log(det(R)/det(S)))/2",
     "(tr(S^{-1} R) + (k - m)^T R^{-1} (k - m) - n + log(det(R)/det(S)))/2"),
    ("m : vector(n); s : vector(n), positive; P : law, normal, mean m, covariance diag(s ⊙ s);"
     "Q : law, normal, mean 0, covariance I_n", "KL(P ‖ Q)", "∑_i (s_i^2 + m_i^2 - 1 - log(s_i^2))/2",
     "∑_i (s_i^2 + m_i^2 - log(s_i^2))/2"),
    ("r, s : positive; P : law, poisson(r); Q : law, poisson(s)", "KL(P ‖ Q)", "r log(r/s) + s - r",
     "s log(s/r) + r - s"),
    ("p, q : in (0, 1); P : law, geometric(p); Q : law, geometric(q)", "KL(P ‖ Q)",
     "log(p/q) + (1 - p) log((1 - p)/(1 - q))/p", "log(p/q) + (1 - p) log((1 - p)/(1 - q))"),
    ("p, q : vector(n), positive, sums to 1", "H(p, q)", "H(p) + KL(p ‖ q)", "H(p) + KL(q ‖ p)"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "left", "right", "wrong"), CLAIMS)
def test_right_is_proved_and_wrong_refuted(given: str, left: str, right: str, wrong: str) -> None:
    assert [Given(given).prove(f"{left} = {side}").verdict for side in (right, wrong)] == ["proved", "refuted"]


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (PAIR, "H(X, Y) = 1"),
        ("X : random scalar, normal, mean 0, variance 1; Y = X^2", "h(Y) = 1"),
        ("X : random scalar, normal, mean 0, variance 1; Z : random integer, bernoulli(1/2); X, Z : independent",
         "I(X; Z X) = 0"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_undecided(given: str, claim: str) -> None:
    verdict = Given(given).prove(claim)
    assert verdict.verdict == "undecided" and verdict.note
