"""Bounds of Monte Carlo fail no more often than they say; counterexamples shrink and stay counterexamples."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import numeric
from numeric.montecarlo import (
    Spending,
    _Kept,
    _Spread,
    iid_draws,
    independent_draws,
    lattice,
    mean_by_lattice,
    monte_carlo,
)
from numeric.search import (
    first_failure,
    grids,
    holds_only_at,
    law_in_words,
    literal,
    number,
    shrink,
    simpler_sizes,
    simpler_values,
)

SKEW = numeric.two_point(1.5)


@pytest.mark.parametrize("alpha", [1e-2, 1e-3])
@pytest.mark.parametrize("kind", ["span", "variance"])
def test_false_alarms_over_all_looks_are_rarer_than_stated(alpha: float, kind: str) -> None:
    """600 questions, each looked at 5 times: alarms at any look stay below α with three deviations to spare."""
    rng, alarms, runs = np.random.default_rng(8), 0, 600
    for _ in range(runs):
        drawn = SKEW.sample(rng, 1 << 10)[0]
        spending = Spending(alpha)
        for look in range(5):
            part = drawn[: 64 << look]
            seen = _Spread((-0.5, 2.0)) if kind == "span" else _Kept(1.0)
            seen.add(part)
            value, bound = seen.bounded(spending.next())
            alarms += abs(float(value)) > float(bound)
    assert alarms <= runs * alpha + 3 * math.sqrt(runs * alpha)


def test_a_bound_shrinks_like_the_root_of_the_work() -> None:
    bounds = []
    for work in (1 << 14, 1 << 18):
        found = monte_carlo(lambda x: x[:, 0], iid_draws(SKEW, (1,)), np.random.default_rng(1), (-0.5, 2), work=work)
        assert found.kind == "monte carlo" and found.evaluations == work
        bounds.append(float(found.bound))
    assert 3.3 < bounds[0] / bounds[1] < 8


def test_a_false_value_is_refuted_for_certain_and_a_true_one_is_not() -> None:
    """Var(q·k) for d = 40, where enumeration is hopeless: 40, not 80; the range is d·max|q|·max|k| squared."""
    d = 40
    law = numeric.two_point(0.0)
    draw = independent_draws(numeric.iid(law, 12), numeric.iid(law, 12))
    found = monte_carlo(lambda q, k: (q * k).sum(axis=1) ** 2, draw, np.random.default_rng(3), span=(0, 144))
    assert numeric.compare(found.value, 12.0, found.bound).equal is True or float(found.bound) > 0.12
    assert numeric.compare(found.value, 24.0, found.bound).equal is False
    wide = iid_draws(law, (d,))
    by_variance = monte_carlo(lambda x: x.sum(axis=1), wide, np.random.default_rng(4), variance=float(d), work=1 << 16)
    assert abs(float(by_variance.value)) <= float(by_variance.bound)


def test_a_look_stops_at_its_accuracy() -> None:
    draw = iid_draws(SKEW, (2,))
    found = monte_carlo(lambda x: x[:, 0], draw, np.random.default_rng(1), (-0.5, 2), accuracy=0.2)
    assert found.evaluations == 1 << 13 and float(found.bound) <= 0.2


def test_arrays_share_the_chance_and_a_wrong_range_is_noticed() -> None:
    draw = iid_draws(SKEW, (3,))
    found = monte_carlo(lambda x: x, draw, np.random.default_rng(1), (-0.5, 2), work=1 << 14)
    assert found.value.shape == (3,) and np.all(np.abs(found.value) <= found.bound)
    with pytest.raises(ValueError, match="leave the stated range"):
        monte_carlo(lambda x: x, draw, np.random.default_rng(1), (-0.5, 1))
    with pytest.raises(ValueError, match="range or the variance"):
        monte_carlo(lambda x: x, draw, np.random.default_rng(1))


def test_same_seed_same_estimate() -> None:
    draw = iid_draws(SKEW, (3,))
    first, second = (
        monte_carlo(lambda x: x, draw, np.random.default_rng(5), (-0.5, 2), work=1 << 14) for _ in range(2)
    )
    assert np.array_equal(first.value, second.value)


@pytest.mark.parametrize("dimension", [1, 3, 6])
def test_lattices_within_their_estimate_and_better_than_draws(dimension: int) -> None:
    found = lattice(lambda u: np.prod(3 * u**2, axis=1), dimension, np.random.default_rng(2))
    assert abs(float(found.value) - 1) <= float(found.bound)
    plain = 8 * math.sqrt((9 / 5) ** dimension - 1) / math.sqrt(found.evaluations)
    assert float(found.bound) < plain


def test_mean_by_lattice_of_named_laws() -> None:
    laws = numeric.LAWS
    found = mean_by_lattice(
        lambda x, y: np.log1p(np.exp(x)) * y,
        [lambda u: laws["normal"].quantile(u, 0.3, 2.0), lambda u: laws["gamma"].quantile(u, 2.0, 0.5)],
        np.random.default_rng(0),
    )
    exact = 4 * float(numeric.mean_of(lambda x: np.log1p(np.exp(x)), laws["normal"], 0.3, 2.0).value)
    assert abs(float(found.value) - exact) <= float(found.bound) < 0.05


@given(st.integers(0, 10_000), st.integers(1, 150))
def test_shrinking_ends_at_a_failing_case(start: int, threshold: int) -> None:
    found = shrink(max(start, threshold), lambda n: [n // 2, n - 1], lambda n: n >= threshold)
    assert found == threshold


def test_shrinking_values_makes_them_readable_and_keeps_the_failure() -> None:
    start = np.array([0.7312, -1.2945, 2.0911])

    def fails(x: np.ndarray) -> bool:
        return numeric.compare(np.sum(x**2), np.sum(x) ** 2).equal is False

    found = shrink(start, simpler_values, fails)
    assert fails(found)
    assert np.array_equal(found, np.round(found)) and np.abs(found).max() <= 1


def test_shrinking_sizes() -> None:
    found = shrink({"d": 5, "n": 3}, simpler_sizes, lambda s: s["d"] >= 2)
    assert found == {"d": 2, "n": 1}


def test_the_first_certain_failure_is_found_and_unclear_ones_are_passed_over() -> None:
    cases = grids({"sigma": [1.0, 0.7], "n": [1, 3]})

    def judge(case: dict[str, float]) -> numeric.Comparison | None:
        if case["n"] == 1:
            return None
        return numeric.compare(case["sigma"] ** 2 * case["n"], case["sigma"] * case["n"])

    found = first_failure(cases, judge)
    assert found is not None and found[0] == {"sigma": 0.7, "n": 3}
    assert first_failure([1.0], lambda x: numeric.compare(x, 2.0, 0.9, certain=False)) is None
    assert first_failure(grids({"n": range(10)}), judge=lambda case: numeric.compare(case["n"], 0), limit=1) is None


def test_exceptional_values_are_reported() -> None:
    assert holds_only_at(lambda s: s**2 == s, low=0.1) == [1.0]
    assert holds_only_at(lambda s: 2 * s == s**2, low=0.1) == [2.0]
    assert holds_only_at(lambda s: None) == []


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=4))
def test_literals_read_back(values: list[float]) -> None:
    text = literal(values)
    assert text.startswith("np.array([") and text.endswith("])")
    entries = [float(eval_fraction(part)) for part in text[10:-2].split(", ")]
    assert entries == pytest.approx(values, rel=1e-11, abs=1e-14)


def eval_fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def test_numbers_that_are_not_finite() -> None:
    assert [number(v) for v in (math.inf, -math.inf, math.nan)] == ["np.inf", "-np.inf", "np.nan"]


def test_laws_in_words() -> None:
    assert law_in_words(SKEW.affine(0, 2)) == "two-point, skewness 1.5: 4 with probability 1/5, -1 with probability 4/5"
    assert law_in_words(numeric.iid(SKEW, 3)) == "iid two-point, skewness 1.5"
