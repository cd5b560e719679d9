"""Densities of laws of arrays: E_P[q/p] = 1 for two laws of one kind, where p and q are written down."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numeric.laws import LAWS

SPREAD, OTHER = np.array([[2.0, 0.3], [0.3, 1.0]]), np.array([[1.9, 0.1], [0.1, 0.9]])
PAIRS: list[tuple[str, tuple[Any, ...], tuple[Any, ...]]] = [
    ("normal vector", (np.array([0.1, -0.2]), SPREAD), (np.zeros(2), OTHER)),
    ("matrix normal", (np.zeros((1, 2)), np.array([[1.0]]), SPREAD), (np.full((1, 2), 0.1), np.array([[1.0]]), OTHER)),
    ("one-hot categorical", (np.array([0.2, 0.3, 0.5]),), (np.array([0.6, 0.3, 0.1]),)),
    ("multinomial", (4, np.array([0.2, 0.3, 0.5])), (4, np.array([0.6, 0.3, 0.1]))),
    ("dirichlet", (np.array([1.5, 2.0, 0.7]),), (np.array([2.5, 3.0, 1.7]),)),
    ("wishart", (SPREAD, 5.0), (SPREAD, 7.0)),
]


@pytest.mark.parametrize(("name", "own", "other"), PAIRS)
def test_the_mean_of_the_ratio_of_densities_is_one(
    name: str, own: tuple[Any, ...], other: tuple[Any, ...]
) -> None:
    law = LAWS[name]
    rule = law.ensemble(12, *own)
    assert law.log_density is not None
    gap = law.log_density(rule.values, *other) - law.log_density(rule.values, *own)
    assert float(rule.average(np.exp(gap))) == pytest.approx(1, rel=1e-6)
    assert float(rule.average(np.exp(2 * gap))) > 1.0001


def test_every_law_of_arrays_has_a_density() -> None:
    from numeric.laws.arrays import ARRAYS

    assert {law.name for law in ARRAYS} == {name for name, *_ in PAIRS}
    assert all(law.log_density is not None for law in ARRAYS)
