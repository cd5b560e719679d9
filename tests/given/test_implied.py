"""A matrix that stands as a covariance is symmetric and positive semidefinite, a real that stands as a variance is not
negative; nothing is implied of what is made of names."""

import pytest

from symbolic.given import read_given
from symbolic.given.queries import has


@pytest.mark.parametrize(
    ("given", "name", "fact"),
    [
        ("S : matrix(n, n); x : random vector(n), covariance S", "S", "symmetric"),
        ("S : matrix(n, n); x : random vector(n), mean 0, second moment S", "S", "positive semidefinite"),
        ("U, M : matrix(n, n); X : random matrix(n, n), matrix normal(M, U, U)", "U", "symmetric"),
        ("s : real; x : random scalar, variance s", "s", "nonnegative"),
        ("s, m : real; c : random scalar; t : random scalar; t | c : mean m, variance s", "s", "nonnegative"),
    ],
)
def test_what_stands_as_a_second_moment_is_as_one_must_be(given: str, name: str, fact: str) -> None:
    answer = has(read_given(given), name, fact)
    assert answer is not None and answer.sentences[0].text


@pytest.mark.parametrize(
    ("given", "name", "fact"),
    [
        ("S : matrix(n, n); x : random vector(n), mean 0", "S", "symmetric"),
        ("S : matrix(n, n); x : random vector(n), covariance S + S^T", "S", "symmetric"),
        ("M, U : matrix(n, n); X : random matrix(n, n), matrix normal(M, U, U)", "M", "symmetric"),
        ("s : real; x : random scalar, mean s, variance 1", "s", "nonnegative"),
        ("S : matrix(n, n); x : random vector(n), covariance S", "S", "invertible"),
    ],
)
def test_nothing_more_is_implied(given: str, name: str, fact: str) -> None:
    assert has(read_given(given), name, fact) is None


@pytest.mark.parametrize(
    ("given", "fact"),
    [
        ("m : real; x : random scalar, positive, mean m", "positive"),
        ("m : real; x : nonnegative, mean m", "nonnegative"),
        ("m : real; x : random scalar, negative, mean m", "negative"),
    ],
)
def test_a_mean_lies_where_the_outcomes_lie(given: str, fact: str) -> None:
    assert has(read_given(given), "m", fact) is not None
    assert has(read_given(given.replace("mean m", "variance 1")), "m", fact) is None


def test_a_mean_has_the_bounds_of_the_outcomes() -> None:
    table = read_given("m : real; x : random scalar, in (0, 1), mean m")
    assert table.symbols["m"].bounds == table.symbols["x"].bounds != ()
