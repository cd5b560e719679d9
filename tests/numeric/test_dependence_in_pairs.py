"""Three arrays, independent in pairs: every pair is a product, the three together are not."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from numeric.dependence import independent_in_pairs
from numeric.ensembles import Ensemble
from numeric.fitting import standard_laws


@pytest.mark.parametrize("places", [(0, 1, 2), (1, 1, 1), (3, 2, 0)])
def test_pairs_factor_and_the_three_do_not(places: tuple[int, int, int]) -> None:
    laws = [standard_laws()[place] for place in places]
    joint = independent_in_pairs(*laws)
    for a, b in combinations(range(3), 2):
        for power in (1, 2):
            mixed = joint.weights @ (joint.columns[a] ** power * joint.columns[b])
            apart = (laws[a].weights @ laws[a].values**power) * (laws[b].weights @ laws[b].values)
            assert mixed == pytest.approx(apart, abs=1e-12)
    assert abs(joint.weights @ np.prod(joint.columns, axis=0)) > 1e-3


def test_each_keeps_its_own_law() -> None:
    coin = Ensemble.of([-1, 1], [0.5, 0.5], "rademacher")
    joint = independent_in_pairs(coin, coin, coin)
    for column in joint.columns:
        assert joint.weights @ (column > 0) == pytest.approx(0.5)
