"""A given that cannot hold, or cannot be read, says where and what was expected."""

import pytest

from symbolic.given import GivenError, read_given


@pytest.mark.parametrize(
    "text",
    [
        "X : random scalar, variance -1",
        "s > 0; X : random scalar, variance -s^2",
        "X, Y : random scalar; corr(X, Y) = 2",
        "X, Y : random scalar, variance 1; cov(X, Y) = 2",
        "X, Y : random scalar; X, Y : independent; cov(X, Y) = 1",
        "x : random vector(2), mean 0, covariance [[1, 2], [2, 1]]",
        "x : random vector(2), mean 0, covariance [[1, 1], [0, 1]]",
        "S = [[1, 2], [2, 1]]; x : random vector(2), mean 0, covariance S",
        "X : random scalar, bernoulli(2)",
        "X : random scalar, uniform(1, 0)",
        "X : random scalar, gamma(-1, 2)",
        "X : random scalar, excess kurtosis -3",
        "X : random scalar, mean 2, second moment 1",
        "X : random scalar, bernoulli(1/2), mean 1/3",
        "X : random scalar, rademacher, variance 2",
        "X : random scalar, variance 2, fourth moment 1",
        "X : random scalar, variance 0, third moment 1",
        "X : random scalar, variance 0, fourth moment 1",
        "X : random scalar, variance 1, third moment 2, fourth moment 4",
        "X : random scalar, standard deviation 1, third moment 2, excess kurtosis 1",
        "X : random scalar, mean 1, second moment 1, third moment 1",
        "X : random scalar, symmetric law, third moment 1",
        "x : real, positive, negative",
        "x > 1; x < 0",
        "x : real, in (2, 1)",
        "1 > 2",
        "i : index(n); i != i",
        "n : dimension; n = 1/2",
        "c > 0; c = -1",
        "y = 1/0",
    ],
)
def test_contradictions(text: str):
    with pytest.raises(GivenError) as problem:
        read_given(text)
    assert problem.value.message
    assert problem.value.line == 1


def test_the_smallest_fourth_moment_is_allowed() -> None:
    """μ₄ σ² = μ₃² + σ⁶ on two points."""
    table = read_given("X : random scalar, variance 1, third moment 2, fourth moment 5")
    assert len(table.symbols["X"].moments) == 3


@pytest.mark.parametrize(
    "text",
    [
        "S : matrix(m, n); x : random vector(n), mean 0, covariance S",
        "S : matrix(m, m); x : random vector(n), mean 0, covariance S",
        "m : vector(k); x : random vector(n), mean m",
        "A : matrix(m, n); x : vector(m); y = A x",
        "x : vector(n); y : vector(m); z = x + y",
        "A : matrix(m, n), symmetric",
        "q : random vector(m); k : random vector(n); S : matrix(n, n); cov(q, k) = S",
        "A = [[1, 2], [3]]",
    ],
)
def test_shapes_that_do_not_fit(text: str):
    with pytest.raises(GivenError):
        read_given(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x : real\ny : vectr(n)", 2, 5),
        ("x : real, mean", 1, 11),
        ("x : vector(n)\nc = d + 1", 2, 5),
        ("q : random vector(n)\nk : random vector(n)\nq, k : indepndent", 3, 8),
        ("x = ", 1, 3),
    ],
)
def test_errors_know_their_place(text: str, line: int, column: int):
    with pytest.raises(GivenError) as problem:
        read_given(text)
    assert (problem.value.line, problem.value.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "T : dimension; x : vector(n); y = x^T x",
        ":",
        "x :",
        ": real",
        "x : real,",
        "x y z",
        "((",
        "3 : real",
        "x : 3",
        "use",
    ],
)
def test_what_is_no_given(text: str):
    with pytest.raises(GivenError):
        read_given(text)


def test_size_is_bounded():
    with pytest.raises(GivenError, match="characters"):
        read_given("x : real\n" * 20_000)
    with pytest.raises(GivenError):
        read_given("x = " + "(" * 5000 + "1" + ")" * 5000)
