"""Indices that leave their axis, ranges that run backwards, divisors that vanish below an empty sum."""

import pytest

from symbolic.api import Given

ENTRIES = "w : random matrix({m}, n), iid, mean 0, variance s^2; j : index(n); i : index({m})"


@pytest.mark.parametrize(
    "claim",
    ["E[w_{jj}^2] = s^2", "Var(w_{ii}) = s^2", "sum_{k=1}^n E[w_{kk}^2] = n s^2", "E[sum_{k=1}^M w_{ik}^2] = M s^2"],
)
def test_an_index_on_two_axes_of_different_sizes_is_not_believed(claim: str) -> None:
    assert Given(ENTRIES.format(m="m")).prove(claim.replace("M", "m")).verdict == "refuted"
    assert Given(ENTRIES.format(m="n")).prove(claim.replace("M", "n")).verdict == "proved"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        ("x : vector(n)", "sum_{i=1}^{n+1} x_i = x_{n+1} + sum_{i=1}^n x_i"),
        ("x : vector(n)", "sum_{i=1}^n (x_i - x_{i-1}) = x_n - x_0"),
        ("x : family(T) of random scalar, iid, mean 0, variance 1", "E[x_0^2] = 1"),
    ],
)
def test_an_entry_that_no_size_has_is_not_accepted(given: str, claim: str) -> None:
    found = Given(given).prove(claim)
    assert found.verdict == "undecided" and found.note is not None


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("n : dimension", "sum_{k=1}^{n-2} 1 = n - 2", "refuted"),
        ("n : dimension; n >= 2", "sum_{k=1}^{n-2} 1 = n - 2", "proved"),
        ("n : dimension", "sum_{k=1}^{n-3} k = (n-3)(n-2)/2", "refuted"),
        ("n, m : dimension", "sum_{k=m}^n 1 = n - m + 1", "refuted"),
        ("n, m : dimension; n >= m", "sum_{k=m}^n 1 = n - m + 1", "proved"),
        ("n : dimension", "sum_{i=1}^n sum_{j=i+1}^n 1 = n(n-1)/2", "proved"),
        ("n : dimension", "sum_{i=1}^n sum_{j=1}^{i-1} 1 = n(n-1)/2", "proved"),
        ("x : family(0..n) of real", "sum_{i=1}^n (x_i - x_{i-1}) = x_n - x_0", "proved"),
    ],
)
def test_a_range_that_runs_backwards_is_empty(given: str, claim: str, verdict: str) -> None:
    assert Given(given).prove(claim).verdict == verdict


def test_a_divisor_that_vanishes_below_an_empty_sum_is_no_disagreement() -> None:
    found = Given("n : dimension").prove("sum_{k=1}^{n-1} k/(n-1) = n/2")
    assert found.verdict == "undecided" and found.disagreement is None
    assert found.note is not None and "n = 1" in found.note
    assert Given("n : dimension; n >= 2").prove("sum_{k=1}^{n-1} k/(n-1) = n/2").verdict == "proved"


def test_an_integer_takes_no_broken_special_value() -> None:
    found = Given("n : integer, nonnegative; x : real").prove("sum_{k=0}^n x^k = (1 - x^{n+1})/(1 - x)")
    assert found.verdict == "refuted" and found.missing == ["x != 1"]
