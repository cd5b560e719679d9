"""Intervals enclose what they should, at any number of digits, and say when something was lost."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest

from numeric.intervals import Beyond, arithmetic, compare

DIGITS = (20, 60, 200)


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "gamma"])
def test_an_interval_encloses_the_function_at_more_digits(name: str, digits: int) -> None:
    at, rng = arithmetic(digits), Random(digits)
    with mpmath.workdps(digits + 50):
        for _ in range(20):
            x = Fraction(rng.randint(1, 400), rng.randint(1, 40))
            found = getattr(at, name)(at.number(x))
            true = getattr(mpmath, name)(mpmath.mpf(x.numerator) / x.denominator)
            assert mpmath.make_mpf(found._mpi_[0]) <= true <= mpmath.make_mpf(found._mpi_[1])


@pytest.mark.parametrize("name", ["erf", "ncdf", "tanh", "atan"])
def test_a_rising_function_is_enclosed(name: str) -> None:
    at = arithmetic(30)
    with mpmath.workdps(80):
        for k in range(-20, 21):
            found, true = at.monotone(name, at.number(Fraction(k, 4))), getattr(mpmath, name)(mpmath.mpf(k) / 4)
            assert mpmath.make_mpf(found._mpi_[0]) <= true <= mpmath.make_mpf(found._mpi_[1])


def test_whole_powers_are_products_and_zero_to_the_zero_is_one() -> None:
    at = arithmetic(60)
    assert compare(at.power(at.number(-2), at.number(3)), at.number(-8)) == 0
    assert compare(at.power(at.number(0), at.number(0)), at.number(1)) == 0
    assert compare(at.power(at.number(4), at.number(Fraction(1, 2))), at.number(2)) is None


def test_a_term_rounded_away_is_told() -> None:
    at = arithmetic(60)
    at.sum(at.number(1), at.number(Fraction(1, 10**50)))
    assert not at.lost
    at.sum(at.number(1), at.number(Fraction(1, 10**80)))
    assert at.lost


@pytest.mark.parametrize(
    "broken",
    [
        lambda at: at.log(at.number(0)),
        lambda at: at.sqrt(at.number(-1)),
        lambda at: at.divided(at.number(1), at.number(0)),
        lambda at: at.exp(at.exp(at.number(40))),
        lambda at: at.power(at.number(10), at.power(at.number(10), at.number(20))),
        lambda at: at.gamma(at.number(-1)),
    ],
)
def test_what_is_undefined_or_beyond_reach_is_said(broken: object) -> None:
    with pytest.raises(Beyond):
        broken(arithmetic(60))  # type: ignore[operator]
