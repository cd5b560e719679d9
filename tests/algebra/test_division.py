"""Exact division of polynomials, and δ's at bounds that are not the index's own."""

from __future__ import annotations

import numpy as np
import pytest

from symbolic.algebra.division import quotient, reduced
from symbolic.algebra.facts import assuming
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function
from symbolic.algebra.indices import delta, entry, fresh
from symbolic.algebra.poly import ONE, symbol
from symbolic.algebra.sums import sum_over
from tests.algebra.evaluate import value
from tests.algebra.strategies import N, PlainFacts, world

A, B, C = map(symbol, "abc")


@pytest.fixture(autouse=True)
def plain_facts():
    with assuming(PlainFacts(work=10**6)):
        yield


def test_a_product_is_divided_by_either_factor() -> None:
    first, second = A * A - B + 3, A * C + B * B - 1
    assert quotient(first * second, first) == second
    assert quotient(first * second, second) == first
    assert quotient(first * second + 1, first) is None


def test_what_does_not_divide_stays() -> None:
    assert reduced(A * (A + B) ** -1) == A * (A + B) ** -1


def test_arguments_are_divided_out_before_a_function_opens() -> None:
    whole = (A * (A + B) ** -1 + (A + B) ** -1) * (A + B)
    assert function("Gamma", (whole,)) == A * function("Gamma", (A,))


@pytest.mark.parametrize("step", [-2, 1, 3])
def test_a_delta_contracts_whatever_the_shift(step: int) -> None:
    index = fresh((ONE + step, N + step))
    name = next(iter(index.free))
    assert sum_over(name, ONE + step, N + step, delta(index - step, symbol("i")) * (index - step)) == symbol("i")


def test_a_delta_under_a_shorter_sum_leaves_the_missing_end() -> None:
    index = fresh((ONE, N - 1))
    name = next(iter(index.free))
    assert sum_over(name, ONE, N - 1, delta(index, symbol("i"))) == ONE - delta(N, symbol("i"))


def test_what_is_known_of_an_index_is_forgotten_when_its_range_moves() -> None:
    """Σ_{k=3}^{n+2} e^{[k − 2 ≠ 1] x_{k−2}} keeps its first term apart."""
    index = fresh((ONE + 2, N + 2))
    name = next(iter(index.free))
    place = index - 2
    kept = entry("x", (place,)) * (ONE - delta(place, ONE))
    moved = sum_over(name, ONE + 2, N + 2, function("exp", (kept,)))
    whole = fresh((ONE, N))
    plain = sum_over(next(iter(whole.free)), ONE, N, function("exp", (entry("x", (whole,)),)))
    assert not is_zero(moved - plain)
    here = world(4)
    x = here.arrays["x"]
    assert value(moved, here) == pytest.approx(1 + np.exp(x[1:]).sum())
