"""Averages of functions with kinks, against closed forms; the distance of two finenesses bounds the error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric.kinked import in_equal_steps, kinked
from numeric.laws import LAWS

NORMAL = (LAWS["normal"], (0.0, 1.0))
EXPONENTIAL = (LAWS["exponential"], (1.0,))

KINKS: list[tuple[str, list[Any], int, Callable[..., Any], float]] = [
    ("max of normals", [NORMAL, NORMAL], 1, np.maximum, 1 / np.sqrt(np.pi)),
    ("|x + y|", [NORMAL, NORMAL], 0, lambda x, y: np.abs(x + y), 2 / np.sqrt(np.pi)),
    ("min of exponentials", [EXPONENTIAL, EXPONENTIAL], 1, np.minimum, 0.5),
    ("|x + y + z|", [NORMAL] * 3, 2, lambda x, y, z: np.abs(x + y + z), np.sqrt(6 / np.pi)),
]


@pytest.mark.parametrize(("name", "laws", "one", "function", "expected"), KINKS, ids=[row[0] for row in KINKS])
def test_the_distance_of_two_finenesses_bounds_the_error(
    name: str, laws: list[Any], one: int, function: Callable[..., Any], expected: float
) -> None:
    coarse, fine = (float(joint.weights @ function(*joint.columns)) for joint in (kinked(laws, one, k) for k in (0, 1)))
    assert abs(fine - expected) <= 2 * abs(fine - coarse) + 1e-9
    assert abs(fine - expected) <= 1e-4


@pytest.mark.parametrize("name", ["normal", "exponential", "uniform", "gamma", "laplace"])
def test_equal_steps_have_the_moments_of_the_law(name: str) -> None:
    law = LAWS[name]
    parameters = {"normal": (0.3, 2.0), "exponential": (1.7,), "uniform": (-1.0, 2.0), "gamma": (2.5, 1.5),
                  "laplace": (0.4, 1.2)}[name]  # fmt: skip
    rule = in_equal_steps(law, 1501, *parameters)
    assert law.moment is not None
    for order in (1, 2):
        assert float(rule.weights @ rule.values**order) == pytest.approx(law.moment(order, *parameters), rel=1e-5)
