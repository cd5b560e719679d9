"""The algebra against numbers: whatever it rewrites keeps its value; equal things meet; a planted slip is seen."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symbolic.algebra.facts import assuming
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.poly import constant
from tests.algebra.evaluate import value
from tests.algebra.strategies import Pair, PlainFacts, pairs, world

RELAXED = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.fixture(autouse=True)
def plain_facts():
    with assuming(PlainFacts(work=20_000_000)):
        yield


@RELAXED
@given(pairs(), st.integers(0, 8))
def test_every_rewriting_keeps_the_value(pair: Pair, seed: int) -> None:
    here = world(seed)
    expected = pair.value(here, {})
    assert value(pair.poly, here) == pytest.approx(expected, rel=1e-7, abs=1e-7 * (1 + abs(expected)))


@RELAXED
@given(pairs(depth=2), pairs(depth=2), pairs(depth=2))
def test_the_order_of_operations_does_not_matter(a: Pair, b: Pair, c: Pair) -> None:
    assert is_zero((a.poly + b.poly) * c.poly - (c.poly * b.poly + c.poly * a.poly))
    assert a.poly * (b.poly * c.poly) == (a.poly * b.poly) * c.poly
    assert a.poly + b.poly == b.poly + a.poly


@RELAXED
@given(pairs(depth=2), pairs(depth=2))
def test_quotients_cancel(a: Pair, b: Pair) -> None:
    denominator = b.poly * b.poly + 1
    assert is_zero((a.poly * denominator) * denominator**-1 - a.poly)
    assert is_zero(a.poly * denominator**-1 - (a.poly + denominator) * denominator**-1 + 1)


@RELAXED
@given(pairs(depth=2), st.integers(1, 5))
def test_a_planted_slip_is_seen(a: Pair, slip: int) -> None:
    assert not is_zero(a.poly - (a.poly + constant(slip)))
