"""Bounded and vanishing ratios along sequences, told from slow growth."""

from __future__ import annotations

import numpy as np
import pytest

from numeric.orders import bounded, vanishing

FAR = np.log(2) * np.array([6, 8, 11, 16, 22, 32, 45, 64, 90, 128.0])
EVEN = np.log(2) * np.arange(2.0, 14)


@pytest.mark.parametrize("k", [FAR, EVEN])
def test_powers_are_told(k: np.ndarray) -> None:
    h = np.exp(-k)
    assert bounded(3 + h, k) == bounded(h**0.5, k) == bounded(0 * h, k) == "agrees"
    assert bounded(h**-0.5, k) == bounded(1e-9 * h**-1.0, k) == "differs"
    assert vanishing(h**0.5, k) == vanishing(0 * h, k) == "agrees"
    assert vanishing(0.01 + 0 * h, k) == vanishing(h**-0.5, k) == "differs"


def test_what_slowly_grows_or_falls_is_no_bound_and_no_zero() -> None:
    assert bounded(FAR, FAR) == bounded(np.log(FAR), FAR) == "unclear"
    assert vanishing(1 / FAR, FAR) == "agrees"
    assert vanishing(1e-3 + np.exp(-EVEN), EVEN) == "unclear"


def test_what_swings_is_bounded_and_does_not_vanish() -> None:
    swinging = np.sin(37 * FAR**2)
    assert bounded(swinging, FAR) == "agrees"
    assert vanishing(swinging, FAR) != "agrees"


def test_few_or_infinite_members_tell_nothing() -> None:
    assert bounded(np.ones(5), FAR[:5]) == vanishing(np.ones(5), FAR[:5]) == "unclear"
    assert bounded(np.full(10, np.inf), FAR) == vanishing(np.full(10, np.nan), FAR) == "unclear"
