"""Exact expectation is linear, factorizes over independence, and its bound covers its error."""

from fractions import Fraction

import numpy as np
import pytest

import numeric
from numeric.ensembles import Ensemble, TooLarge
from tests.benchmarks.exact_against_sampling import ratio

LAWS = numeric.standard_laws()
Q, K = numeric.iid(LAWS[0], 4), numeric.iid(LAWS[3], 3)


def test_linearity() -> None:
    def f(q: np.ndarray, k: np.ndarray) -> np.ndarray:
        return np.cos(q).sum(axis=1) * k[:, 0]

    def g(q: np.ndarray, k: np.ndarray) -> np.ndarray:
        return np.exp(k).sum(axis=1) + q[:, 1]

    both = numeric.expectation(lambda q, k: 3 * f(q, k) - 0.7 * g(q, k), Q, K)
    apart = 3 * numeric.expectation(f, Q, K).value - 0.7 * numeric.expectation(g, Q, K).value
    assert float(both.value) == pytest.approx(float(apart), abs=1e-12)


def test_bound_covers_the_error_against_fractions() -> None:
    """Σ over 5⁻ᵏ weights of x⁷, in rational arithmetic."""
    law = numeric.two_point(1.5)
    x = numeric.iid(law, 9)
    result = numeric.expectation(lambda x: x.sum(axis=1) ** 7, x)
    exact = Fraction(0)
    points = {Fraction(2): Fraction(1, 5), Fraction(-1, 2): Fraction(4, 5)}
    totals = {Fraction(0): Fraction(1)}
    for _ in range(9):
        new: dict[Fraction, Fraction] = {}
        for total, chance in totals.items():
            for point, weight in points.items():
                new[total + point] = new.get(total + point, Fraction(0)) + chance * weight
        totals = new
    exact = sum((total**7 * chance for total, chance in totals.items()), Fraction(0))
    assert abs(float(result.value) - float(exact)) <= float(result.bound)
    assert float(result.bound) < 1e-9 * float(result.scale)


def test_the_result_does_not_depend_on_the_chunks() -> None:
    def f(q: np.ndarray, k: np.ndarray) -> np.ndarray:
        return q[:, :, None] * k[:, None, :]

    whole = numeric.expectation(f, Q, K)
    pieces = numeric.expectation(f, Q, K, memory=10_000)
    assert pieces.value == pytest.approx(whole.value, abs=1e-13)
    assert whole.value.shape == (4, 3)


def test_variance_and_covariance_agree_and_are_bilinear() -> None:
    def total(q: np.ndarray, k: np.ndarray) -> np.ndarray:
        return q.sum(axis=1) * k[:, 1]

    spread = numeric.variance(total, Q, K)
    assert float(spread.value) == pytest.approx(4, rel=1e-12)
    assert float(numeric.covariance(total, total, Q, K).value) == pytest.approx(4, rel=1e-12)
    matrix = numeric.covariance(lambda q, k: q, lambda q, k: 2 * q + 5, Q, K)
    assert matrix.value == pytest.approx(2 * np.eye(4), abs=1e-12)


def test_variance_of_a_constant_is_zero_far_from_the_origin() -> None:
    assert float(numeric.variance(lambda q: 1e8 + 0 * q[:, 0], Q).value) == pytest.approx(0, abs=1e-12)


def test_a_rule_of_quadrature_is_exact_only_up_to_its_degree() -> None:
    rule = Ensemble.of([-(3**0.5), 0, 3**0.5], [1 / 6, 2 / 3, 1 / 6], "normal", degree=5)
    assert numeric.expectation(np.square, rule, degree=2).kind == "exact"
    assert numeric.expectation(lambda x: x**6, rule, degree=6).kind == "quadrature"
    assert numeric.expectation(np.cos, rule).kind == "quadrature"


def test_work_is_bounded() -> None:
    with pytest.raises(TooLarge, match="exceed the work"):
        numeric.expectation(lambda *x: x[0][:, 0], Q, Q, Q, work=1000)


def test_enumeration_takes_less_time_than_sampling_to_three_digits() -> None:
    coarse, _ = ratio(LAWS[0], 3, draws=1 << 12)
    assert coarse > 10
