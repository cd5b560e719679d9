"""Expectations: the laws that hold for every law, what independence gives and only it, exact values on finite laws."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from symbolic.algebra.poly import ONE
from symbolic.rules import moments_blocks
from tests.algebra.evaluate import World
from tests.rules.expected import at, enumerated, lowered, same

QK = "q, k : random vector(d), iid, mean 0, variance 1; q, k : independent"
XYZ = "X, Y, Z : random scalar; a, b : real"
BITS = "q, k : random vector(d), iid, bernoulli(p); q, k : independent; a : vector(d); i, j : index(d)"
NORMAL = (
    "m, u : vector(d); S, T : matrix(d, d), positive definite; C : matrix(d, d); A, B : matrix(d, d)\n"
    "x : random vector(d), normal, mean m, covariance S; i, j : index(d)"
)
STANDARD = "w : vector(d); x : random vector(d), iid, normal, mean 0, variance 1; i : index(d)"
TWO = (
    "a, b : positive; X, Y : random scalar, normal, mean 0; X : variance a; Y : variance b; X, Y : independent"
)
JOINT = (
    "u, v : positive; a, b, c : real; X : random scalar, normal, mean a, variance u\n"
    "Y : random scalar, normal, mean b, variance v; X, Y : jointly normal; cov(X, Y) = c"
)

IDENTITIES = [
    ("linearity", "E[a X + b Y + 3]", "a E[X] + b E[Y] + 3", XYZ),
    ("variance", "Var(X)", "E[X^2] - E[X]^2", XYZ),
    ("centred variance", "Var(X)", "E[(X - E[X])^2]", XYZ),
    ("shift and scale", "Var(a X + b)", "a^2 Var(X)", XYZ),
    ("symmetry", "Cov(X, Y)", "Cov(Y, X)", XYZ),
    ("bilinearity", "Cov(a X + b Y, Z)", "a Cov(X, Z) + b Cov(Y, Z)", XYZ),
    ("variance of a sum", "Var(X + Y)", "Var(X) + Var(Y) + 2 Cov(X, Y)", XYZ),
    ("total expectation", "E[E[X | Y]]", "E[X]", XYZ),
    ("total variance", "Var(X)", "E[Var(X | Y)] + Var(E[X | Y])", XYZ),
    ("total covariance", "Cov(X, Z)", "E[Cov(X, Z | Y)] + Cov(E[X | Y], E[Z | Y])", XYZ),
    ("taking out what is known", "E[X Y | Y]", "Y E[X | Y]", XYZ),
    ("independence of a condition", "E[X Y^2 | Y]", "Y^2 E[X]", XYZ + "; X, Y : independent"),
    ("product", "Var(X Y)", "Var(X) Var(Y) + Var(X) E[Y]^2 + Var(Y) E[X]^2", XYZ + "; X, Y : independent"),
    ("scores", "Var(q·k)", "d", QK),
    ("second moment of scores", "E[(q·k)^2]", "d", QK),
    ("norm", "Var(‖q‖^2)", "d (E[q_1^4] - 1)", QK),
    ("one uncorrelated side", "Var(q·k)", "d", "q : random vector(d), mean 0, variance 1, uncorrelated components; "
     "k : random vector(d), mean 0, variance 1; q, k : independent"),
    ("quadratic form", "E[x' A x]", "tr(A S) + m' A m", NORMAL),
    ("variance of a quadratic form", "Var(x' A x)", "tr(A S A S) + tr(A S A' S) + m'(A + A')S(A + A')m", NORMAL),
    ("exponential", "E[exp(u·x)]", "exp(u·m + u' S u / 2)", NORMAL),
    ("tilted", "E[x_i exp(u·x)]", "(m_i + (S u)_i) exp(u·m + u' S u / 2)", NORMAL),
    ("joint normal", "Var(x·y)", "tr(S T) + tr(C C)", NORMAL + "; y : random vector(d), normal, mean 0, covariance T; "
     "x, y : jointly normal; cov(x, y) = C; m = 0 u"),
    ("unbiased variance", "E[1/(n-1) ∑_{i=1}^n (y_i - 1/n ∑_{j=1}^n y_j)^2]", "s^2",
     "y : family(n) of random scalar, iid, mean mu, variance s^2; n >= 2"),
    ("fourth cumulant of a mean", "E[(∑_i q_i)^4]", "d (c + 3) + 3 d (d - 1)",
     "q : random vector(d), iid, mean 0, variance 1, excess kurtosis c"),
    ("normal scores", "E[(q·k)^4]", "3 d (d + 2)", "q, k : random vector(d), iid, normal, mean 0, variance 1; "
     "q, k : independent"),
    ("projection", "Var(‖R u‖^2)", "2 k ‖u‖^4",
     "R : random matrix(k, d), iid, normal, mean 0, variance 1; u : vector(d)"),
    ("random number of terms", "Var(∑_{i=1}^N x_i)", "E[N] v + Var(N) mu^2", "N : random integer, poisson(r); "
     "x : family(1000) of random scalar, iid, mean mu, variance v; N, x : independent"),
    ("law with a random parameter", "Var(X)", "a/b + a/b^2",
     "Y : random scalar, gamma(a, b); X : random integer, poisson(Y)"),
    ("activation", "E[max(0, w·x)^2]", "‖w‖^2/2", STANDARD),
    ("Stein", "E[x_i max(0, w·x)]", "w_i/2", STANDARD),
    ("Stein twice", "E[x_i^2 cos(w·x)]", "(1 - w_i^2) exp(-‖w‖^2/2)", STANDARD),
    ("characteristic function", "E[cos(w·x)]", "exp(-‖w‖^2/2)", STANDARD),
    ("two normals", "E[max(0, X + Y)]", "sqrt((a + b)/(2 pi))", TWO),
    ("two normals squared", "E[max(0, X + Y)^2]", "(a + b)/2", TWO),
    ("regression", "E[X | Y]", "a + c/v (Y - b)", JOINT),
    ("residual variance", "Var(X | Y)", "u - c^2/v", JOINT),
    ("mixture", "Var(t)", "v + ∑_k p_k m_k^2 - (∑_k p_k m_k)^2", "p : vector(n), positive, sums to 1; m : vector(n); "
     "c : random integer, categorical(p); t : random scalar; t | c : normal, mean m_c, variance v"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "left", "right", "given"), IDENTITIES)
def test_identity(name: str, left: str, right: str, given: str) -> None:
    assert same(left, right, given), name


UNSAID = [
    ("E[X Y]", "E[X] E[Y]", XYZ),
    ("Var(X + Y)", "Var(X) + Var(Y)", XYZ),
    ("Var(q·k)", "d", "q, k : random vector(d), iid, mean 0, variance 1"),
    ("Var(q·k)", "d", "q, k : random vector(d), mean 0, variance 1; q, k : independent"),
    ("E[q_1 q_2]", "0", "q : random vector(d), mean 0, variance 1; d >= 2"),
    ("E[x_1 x_2]", "E[x_1] E[x_2]", "x : family(n) of random scalar, mean mu; n >= 2"),
    ("E[q_1^2 q_2^2]", "1", "q : random vector(d), mean 0, variance 1, uncorrelated components; d >= 2"),
    ("E[q_1^4]", "3", "q : random vector(d), iid, mean 0, variance 1"),
    ("E[q_1^3]", "0", "q : random vector(d), iid, mean 0, variance 1"),
    ("E[X | Y]", "E[X]", XYZ),
    ("E[X Y Z]", "E[X] E[Y] E[Z]", XYZ + "; X, Y : independent; Y, Z : independent; X, Z : independent"),
    ("E[x_1^2]", "E[x_2^2]", "x : random vector(d), independent components; d >= 2"),
    ("E[X^2 Y^2]", "E[X^2] E[Y^2]", XYZ + "; X, Y : uncorrelated"),
    ("E[∑_{i=1}^N x_i]", "N mu", "N : random integer, poisson(r); x : family(9) of random scalar, iid, mean mu; "
     "N, x : independent"),
    ("E[X]", "Y", "Y : random scalar, gamma(a, b); X : random integer, poisson(Y)"),
    ("P(w·x > 0)", "1/2", STANDARD),
    ("E[m_t]", "m_t", "n : dimension; g : family(n) of random scalar; t : index(n); m_t = m_{t-1}^2 + g_t, m_0 = 0"),
]


@pytest.mark.parametrize(("left", "right", "given"), UNSAID)
def test_nothing_is_assumed_that_is_not_said(left: str, right: str, given: str) -> None:
    assert not same(left, right, given)


def test_what_is_missing_is_named() -> None:
    _, situation = lowered("Var(q·k)", "q, k : random vector(d), iid, mean 0, variance 1")
    assert "k, q : independent" in situation.missing


def test_sentences_used_are_recorded() -> None:
    _, situation = lowered("Var(q·k)", QK)
    assert {sentence.text for sentence in situation.used} >= {"q, k : independent"}
    assert "independence" in {reason.rule for reason in situation.reasons}


FACTORS = ("(q·k)", "‖q‖^2", "(∑_i q_i)", "(a·q)", "q_i", "k_j", "(∑_i a_i q_i k_i)", "q_2", "k_1", "(q·k - d p^2)")


@pytest.mark.parametrize("seed", range(24))
def test_products_agree_with_enumeration(seed: int) -> None:
    """Random products of sums and entries, at size 3, against all outcomes."""
    source = random.Random(seed)
    body = " ".join(source.choice(FACTORS) for _ in range(source.randint(2, 4)))
    fixed = World({"d": 3, "p": 0.3, "i": 2, "j": source.choice((1, 2))}, {"a": np.array([0.7, -1.3, 2.1])})
    poly, _ = lowered(f"E[{body}]", BITS)
    assert at(poly, fixed.scalars, fixed.arrays) == pytest.approx(enumerated(body, BITS, ("q", "k"), 3, fixed))


def test_enumeration_sees_a_planted_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong law of Bernoulli variables is caught by the test above."""
    law = moments_blocks.SCALAR_LAWS["bernoulli"]
    wrong = type(law)("bernoulli", lambda k, p: p**k if k else ONE, law.latex)
    monkeypatch.setitem(moments_blocks.SCALAR_LAWS, "bernoulli", wrong)
    fixed = World({"d": 3, "p": 0.3, "i": 1, "j": 1}, {"a": np.ones(3)})
    poly, _ = lowered("E[(q·k)^2]", BITS)
    assert at(poly, fixed.scalars, fixed.arrays) != pytest.approx(enumerated("(q·k)^2", BITS, ("q", "k"), 3, fixed))


def test_both_mechanisms_agree() -> None:
    """Independent normal entries by places and by a diagonal covariance."""
    apart = "x : random vector(d), iid, normal, mean 0, variance s; a : vector(d)"
    joint = "s > 0; x : random vector(d), normal, mean 0, covariance s I; a : vector(d)"
    for body in ("(a·x)^2 ‖x‖^2", "(a·x)^4", "‖x‖^4", "(a·x)^3 (∑_i x_i)"):
        one, _ = lowered(f"E[{body}]", apart)
        other, _ = lowered(f"E[{body}]", joint)
        scalars, arrays = {"d": 3, "s": 1.7}, {"a": np.array([0.7, -1.3, 2.1])}
        assert at(one, scalars, arrays) == pytest.approx(at(other, scalars, arrays))


def test_high_powers_at_symbolic_size_are_fast() -> None:
    """E[(q·k)^20] for normal q and k at symbolic d, within a generous multiple of what it takes."""
    start = time.perf_counter()
    poly, _ = lowered(
        "E[(q·k)^20]", "q, k : random vector(d), iid, normal, mean 0, variance 1; q, k : independent"
    )
    assert time.perf_counter() - start < 5
    assert at(poly, {"d": 1}) == pytest.approx(654729075.0**2)
