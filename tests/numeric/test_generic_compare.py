"""Generic values have what was asked of them and nothing more; comparisons know certain from unclear."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import Chooser, compare, exceptional, sizes
from numeric.generic import SPECIAL

seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.sampled_from(["positive", "negative", "nonzero", "nonnegative"]))
def test_scalars_have_their_sign_and_avoid_special_and_former_values(seed: int, word: str) -> None:
    choose = Chooser(np.random.default_rng(seed))
    values = [choose.scalar({word}) for _ in range(6)]
    assert all(v > 0 for v in values) or word in ("negative", "nonzero")
    assert all(v < 0 for v in values) or word != "negative"
    assert min(abs(abs(v) - s) for v in values for s in SPECIAL) > 1e-3
    assert len({round(abs(v), 4) for v in values}) == 6


@given(seeds, st.floats(-5, 5), st.floats(0.01, 5))
def test_scalars_stay_in_their_interval(seed: int, low: float, width: float) -> None:
    value = Chooser(np.random.default_rng(seed)).scalar(low=low, high=low + width)
    assert low < value < low + width


def test_same_seed_same_values() -> None:
    first, second = (Chooser(np.random.default_rng(5)).matrix(3, 2) for _ in range(2))
    assert np.array_equal(first, second)


@given(seeds, st.integers(2, 5))
def test_matrices_have_their_properties_and_no_other(seed: int, n: int) -> None:
    choose = Chooser(np.random.default_rng(seed))
    plain = choose.matrix(n, n)
    assert np.abs(plain - plain.T).max() > 1e-3
    symmetric = choose.matrix(n, n, {"symmetric"})
    assert np.array_equal(symmetric, symmetric.T) and np.abs(symmetric - np.diag(np.diag(symmetric))).max() > 1e-3
    definite = choose.matrix(n, n, {"positive definite"})
    assert np.linalg.eigvalsh(definite).min() > 1e-3 and np.allclose(definite, definite.T)
    turn = choose.matrix(n, n, {"orthogonal"})
    assert np.allclose(turn @ turn.T, np.eye(n)) and np.abs(turn - turn.T).max() > 1e-6
    reflection = choose.matrix(n, n, {"orthogonal", "symmetric"})
    assert np.allclose(reflection @ reflection.T, np.eye(n)) and np.allclose(reflection, reflection.T)
    assert np.linalg.matrix_rank(choose.matrix(n, n, {"invertible"})) == n
    assert np.linalg.matrix_rank(choose.matrix(n + 1, n, {"full column rank"})) == n
    diagonal = choose.matrix(n, n, {"diagonal"})
    assert np.array_equal(diagonal, np.diag(np.diag(diagonal))) and np.ptp(np.diag(diagonal)) > 1e-3


@given(seeds, st.integers(2, 5))
def test_vectors_have_their_properties(seed: int, n: int) -> None:
    choose = Chooser(np.random.default_rng(seed))
    chance = choose.vector(n, {"positive", "sums to 1"})
    assert chance.min() > 0 and chance.sum() == pytest.approx(1)
    assert choose.vector(n, {"sums to 1"}).sum() == pytest.approx(1)
    assert np.linalg.norm(choose.vector(n, {"unit norm"})) == pytest.approx(1)
    hot = choose.vector(n, {"one-hot"})
    assert sorted(hot)[-1] == 1 and hot.sum() == 1
    best = choose.vector(n, {"unique maximum"}, maximum_at=2)
    assert int(np.argmax(best)) == 1 and np.sort(best)[-1] - np.sort(best)[-2] > 1e-4


def test_properties_that_cannot_be_are_refused() -> None:
    choose = Chooser(np.random.default_rng(0))
    for attempt in (
        lambda: choose.scalar({"positive", "negative"}),
        lambda: choose.scalar({"purple"}),
        lambda: choose.matrix(2, 3, {"symmetric"}),
        lambda: choose.matrix(2, 3, {"full column rank"}),
    ):
        with pytest.raises(ValueError):
            attempt()


def test_readable_values_are_small_rationals() -> None:
    choose = Chooser(np.random.default_rng(0), readable=True)
    values = [choose.scalar() for _ in range(4)]
    assert values == [3 / 4, -2 / 3, 5 / 3, 2 / 5]


def test_sizes_are_pairwise_different() -> None:
    for turn in range(6):
        chosen = sizes(["a", "b", "c", "d"], turn)
        assert len(set(chosen.values())) == 4
    assert sizes(["n"], 1) != sizes(["n"], 0)
    assert len(set(sizes([str(i) for i in range(9)]).values())) == 9
    assert 1.0 in exceptional() and -1.0 not in exceptional(low=0)


@pytest.mark.parametrize("left, right, kwargs, verdict", [
    (1.0, 1.0 + 1e-14, {}, True),
    (1e-17, 0.0, {}, True),
    (1e-17, 0.0, {"scale": 0.0}, False),
    (1.0, 1.0 + 1e-9, {}, False),
    (1.0, 1.0 + 1e-9, {"left_bound": 1e-8}, True),
    (1.0, 1.5, {"left_bound": 1.0}, None),
    (1.0, 1.01, {"left_bound": 1e-4, "certain": False}, None),
    (1.0, 1.5, {"left_bound": 1e-4, "certain": False}, False),
    (np.inf, np.inf, {}, True),
    (np.inf, -np.inf, {}, False),
    (np.nan, 1.0, {}, False),
    (np.nan, np.nan, {}, None),
    ([1.0, 2.0], [1.0, 2.0, 3.0], {}, False),
    ([[1.0]], [1.0], {}, False),
    ([1.0, 1.0], 1.0, {}, True),
    (1 + 2j, 1 + 2j, {}, True),
    (1 + 2j, 1 - 2j, {}, False),
])
def test_verdicts_of_comparisons(left: object, right: object, kwargs: dict[str, float], verdict: bool | None) -> None:
    assert compare(left, right, **kwargs).equal is verdict
    assert compare(right, left, **kwargs).equal is verdict


def test_a_difference_is_located() -> None:
    result = compare([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [3.5, 4.0]])
    assert result.where == (1, 0) and result.left == 3.0 and result.right == 3.5


def test_one_undefined_entry_does_not_hide_a_difference() -> None:
    assert compare([np.nan, 1.0], [np.nan, 2.0]).equal is False
