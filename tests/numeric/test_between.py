"""A law between two of its quantiles: pieces make the whole, for every continuous law."""

from itertools import pairwise

import numpy as np
import pytest

from numeric import LAWS
from numeric.between import between

LAW = {
    "normal": (0.3, 2.0), "uniform": (-1.0, 2.0), "exponential": (1.5,), "gamma": (0.6, 2.0), "chi-square": (3.0,),
    "beta": (0.5, 0.7), "laplace": (0.2, 1.5), "lognormal": (0.0, 0.5), "student": (9.0,), "pareto": (1.0, 9.0),
    "gumbel": (0.0, 1.0),
}  # fmt: skip


def test_every_continuous_scalar_law_is_here() -> None:
    assert LAW.keys() == {n for n, law in LAWS.items() if law.quantile is not None and not law.discrete}


@pytest.mark.parametrize("name", LAW)
@pytest.mark.parametrize("edges", [(0.0, 1.0), (0.0, 0.3, 0.31, 1.0), (0.0, 0.6, 0.999, 1.0)])
def test_pieces_make_the_whole(name: str, edges: tuple[float, ...]) -> None:
    law, parameters = LAWS[name], LAW[name]
    assert law.moment is not None and law.quantile is not None
    for order in (1, 2, 3):
        total = 0.0
        for low, high in pairwise(edges):
            rule = between(law, low, high, 84, *parameters)
            ends = law.quantile(np.array([low, high]), *parameters)
            assert np.all(rule.values >= ends[0] - 1e-12) and np.all(rule.values <= ends[1] + 1e-12)
            total += (high - low) * float(rule.mean(lambda x, order=order: x**order))
        assert total == pytest.approx(law.moment(order, *parameters), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize(("name", "ends"), [("poisson", (0.0, 1.0)), ("normal", (0.5, 0.5)), ("normal", (-0.1, 0.5))])
def test_what_has_no_such_piece_raises(name: str, ends: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match=r"quantiles|probability"):
        between(LAWS[name], *ends, 9, *(LAW.get(name) or (1.0,)))
