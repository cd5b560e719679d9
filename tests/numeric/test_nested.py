"""Many integrals at once, and limits that can be followed only a little way."""

import numpy as np
import pytest

from numeric.extrapolation import WHOLE, in_reciprocals
from numeric.nested import nested


@pytest.mark.parametrize("centre", [-3.0, 0.0, 4.0])
def test_normal_integrals_of_several_widths(centre: float) -> None:
    widths = np.array([0.2, 1.0, 6.0])
    found = nested(lambda x: np.exp(-(((x[:, None] - centre) / widths) ** 2)))
    assert found.converged and found.value == pytest.approx(np.sqrt(np.pi) * widths, rel=1e-11)


def test_half_lines_and_intervals() -> None:
    rates = np.array([0.3, 1.0, 5.0])
    decaying = nested(lambda x: np.exp(-x[:, None] * rates), 0.0)
    assert decaying.value == pytest.approx(1 / rates, rel=1e-11)
    powers = np.array([-0.5, 0.0, 3.0])
    assert nested(lambda x: x[:, None] ** powers, 0.0, 1.0).value == pytest.approx(1 / (powers + 1), rel=1e-7)


def test_what_does_not_settle_has_a_bound_that_says_so() -> None:
    centres = np.array([0.0, 1e9])
    found = nested(lambda x: np.exp(-((x[:, None] - centres) ** 2)))
    assert found.bound[0] < 1e-10 and abs(found.value[1] - np.sqrt(np.pi)) > 0.1


@pytest.mark.parametrize(("term", "limit"), [(lambda n: (1 + 1 / n) ** n, np.e), (lambda n: n * np.sin(2 / n), 2.0)])
def test_limits_in_one_over_n(term: object, limit: float) -> None:
    found = in_reciprocals(WHOLE, term(WHOLE))  # type: ignore[operator]
    assert found.converged and abs(float(found.value) - limit) <= 100 * float(found.bound) + 1e-12
    assert float(found.bound) < 1e-6


def test_no_limit_where_the_sequence_alternates() -> None:
    assert not in_reciprocals(WHOLE, (-1.0) ** np.arange(len(WHOLE))).converged
