"""Quantiles and modes against SciPy, row by row; densities, standardized moments and correlations by claims."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from symbolic.algebra.poly import constant
from symbolic.api import Given
from symbolic.rules.laws_quantiles import MODES, QUANTILES
from tests.rules.test_laws import PARAMETERS, _exact, _number

#: Where the quantile of a law stands in one closed form only in part.
LEVELS = {"student": (Fraction(1, 2),)}


def _law(name: str):  # type: ignore[no-untyped-def]
    from numeric.laws import LAWS

    return LAWS[name], [float(value) for value in PARAMETERS[name]]


@pytest.mark.parametrize("name", QUANTILES)
def test_quantiles_invert_the_distribution(name: str) -> None:
    law, numbers = _law(name)
    for q in LEVELS.get(name, (Fraction(1, 5), Fraction(1, 2), Fraction(5, 7))):
        found = QUANTILES[name](constant(q), *_exact(PARAMETERS[name]))
        assert found is not None
        assert float(law.cdf(np.asarray(_number(found)), *numbers)) == pytest.approx(float(q), rel=1e-9)


@pytest.mark.parametrize("name", MODES)
def test_modes_are_the_highest_points(name: str) -> None:
    law, numbers = _law(name)
    found = MODES[name](*_exact(PARAMETERS[name]))
    if found is None:
        pytest.skip("the parameters leave no mode inside")
    place = _number(found)
    around = np.linspace(place - 2, place + 2, 2001)
    with np.errstate(all="ignore"):
        heights = np.nan_to_num(law.density(around, *numbers))
    low, high = law.span(*numbers)
    near = float(np.clip(place, low + 1e-12, high - 1e-12))
    assert float(law.density(np.asarray(near), *numbers)) >= heights.max() * (1 - 1e-9)


NORMAL = "mu, x, t : real; sigma > 0; q : in (0, 1); X : random scalar, normal, mean mu, variance sigma^2"
GAMMA = "a : at least 2; b : positive; x > 0; X : random scalar, gamma(a, b)"
BETA = "a, b : at least 3; X : random scalar, beta(a, b)"
EXPONENTIAL = "r, x : positive; q : in (0, 1); X : random scalar, exponential(r)"
PAIR = "x, y : random vector(n), iid, mean 0, variance 1; x, y : independent; i : index(n)"

#: given, left side, right value, wrong value
CLAIMS = [
    (NORMAL, "median(X)", "mu", "mu + sigma"),
    (NORMAL, "mode(X)", "mu", "mu + sigma"),
    (NORMAL, "f_X(x)", "exp(-(x - mu)^2/(2 sigma^2))/sqrt(2 pi sigma^2)", "exp(-(x - mu)^2/(2 sigma^2))/sigma"),
    (NORMAL, "F_X(x)", "Φ((x - mu)/sigma)", "Φ((x - mu)/sigma^2)"),
    (NORMAL, "M_X(t)", "exp(mu t + sigma^2 t^2/2)", "exp(mu t + sigma^2 t^2)"),
    (NORMAL, "quantile(X, q)", "mu + sigma Φ^{-1}(q)", "mu + sigma^2 Φ^{-1}(q)"),
    (NORMAL, "Kurt(X)", "3", "0"),
    (NORMAL, r"\operatorname{Corr}(X, -X)", "-1", "1"),
    (GAMMA, "mode(X)", "(a - 1)/b", "a/b"),
    (GAMMA, "Skew(X)", "2/sqrt(a)", "1/sqrt(a)"),
    (GAMMA, "f_X(x)", "b^a x^{a-1} e^{-b x}/Gamma(a)", "b^a x^a e^{-b x}/Gamma(a)"),
    (BETA, "mode(X)", "(a - 1)/(a + b - 2)", "a/(a + b)"),
    (EXPONENTIAL, "F_X(x)", "1 - exp(-r x)", "exp(-r x)"),
    (EXPONENTIAL, "quantile(X, q)", "-log(1 - q)/r", "-log(q)/r"),
    (PAIR, "Corr(x_i, x_i + y_i)", "1/sqrt(2)", "1/2"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "left", "right", "wrong"), CLAIMS)
def test_right_is_proved_and_wrong_refuted(given: str, left: str, right: str, wrong: str) -> None:
    assert [Given(given).prove(f"{left} = {side}").verdict for side in (right, wrong)] == ["proved", "refuted"]


def test_a_declared_letter_keeps_its_meaning() -> None:
    given = "X : random scalar, mean 0, variance 1; f_X : real"
    assert Given(given).prove("f_X (1 + 1) = 2 f_X").verdict == "proved"
