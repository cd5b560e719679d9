"""Every law of a family has all that was stated, exactly, and the family spreads over what was left open."""

import numpy as np
import pytest

from numeric import Chooser, Ensemble, TooLarge
from numeric.families import Stated, families
from numeric.laws import LAWS

S = np.array([[2.0, 0.6, -0.3], [0.6, 1.1, 0.2], [-0.3, 0.2, 0.9]])


def laws_of(stated: Stated, **kwargs: int) -> list[Ensemble]:
    laws = families(stated, Chooser(np.random.default_rng(4)), **kwargs)
    assert all(law.shape == stated.shape for law in laws)
    return laws


def spread(laws: list[Ensemble], f: object) -> int:
    return len({round(float(law.mean(f)), 6) for law in laws})


CASES = [
    Stated((), mean=0.3, variance=1.7),
    Stated((3,), mean=0.3, variance=1.7),
    Stated((3,), mean=[1, 2, 3], variance=[1, 2, 3.0]),
    Stated((3,), mean=0, variance=1, components="iid"),
    Stated((3,), mean=0, variance=1, components="uncorrelated"),
    Stated((2, 2), mean=0, variance=0.3, components="iid"),
    Stated((3,), mean=0, variance=1, third=0.4, components="iid"),
    Stated((3,), mean=0, variance=1, third=0.4),
    Stated((3,), mean=1, variance=2, fourth=16.0, components="independent"),
    Stated((3,), mean=1, variance=2, excess=0.7, components="iid"),
    Stated((3,), mean=1, variance=2, symmetric=True),
    Stated((3,), mean=0.5, symmetric=True, components="iid"),
    Stated((3,), variance=2.0),
    Stated((2,), second_moment=1.9),
    Stated((3,), mean=[1, 2, 3], covariance=S),
    Stated((3,), covariance=S),
    Stated((3,), second_matrix=S),
    Stated((3,), mean=0, covariance=np.diag([1, 2, 3.0]), components="independent", third=[0.3, 0.2, -0.1]),
    Stated((3, 2), mean=0, variance=1, members="iid", components="uncorrelated"),
    Stated((2,), mean=0.4, variance=1.5, law="normal"),
    Stated((3,), mean=0, variance=2, law="normal", components="iid"),
    Stated((3,), mean=[1, 2, 3], covariance=S, law="normal"),
    Stated((), mean=0.2, variance=0.7, law="normal"),
]


@pytest.mark.parametrize("stated", CASES, ids=str)
def test_what_is_stated_is_had_exactly(stated: Stated) -> None:
    for law in laws_of(stated):
        mean, variance = law.mean(), law.variance()
        if stated.mean is not None:
            assert mean == pytest.approx(np.broadcast_to(stated.mean, stated.shape), abs=1e-11)
        if stated.variance is not None:
            assert variance == pytest.approx(np.broadcast_to(stated.variance, stated.shape), abs=1e-11)
        if stated.covariance is not None:
            assert law.covariance() == pytest.approx(np.asarray(stated.covariance), abs=1e-11)
        if stated.second_moment is not None:
            assert law.mean(np.square) == pytest.approx(np.full(stated.shape, stated.second_moment), abs=1e-11)
        if stated.second_matrix is not None:
            outer = law.mean(lambda x: x[:, :, None] * x[:, None, :])
            assert outer == pytest.approx(np.asarray(stated.second_matrix), abs=1e-11)
        if stated.third is not None:
            assert law.central_moment(3) == pytest.approx(np.broadcast_to(stated.third, stated.shape), abs=1e-10)
        if stated.fourth is not None:
            assert law.central_moment(4) == pytest.approx(np.broadcast_to(stated.fourth, stated.shape), abs=1e-10)
        if stated.excess is not None:
            excess = law.central_moment(4) / variance**2 - 3
            assert excess == pytest.approx(np.broadcast_to(stated.excess, stated.shape), abs=1e-10)
        if stated.symmetric:
            for order in (3, 5):
                assert law.central_moment(order) == pytest.approx(np.zeros(stated.shape), abs=1e-10)


INDEPENDENT = [c for c in CASES if c.components in ("iid", "independent") and len(c.shape) == 1]


@pytest.mark.parametrize("stated", INDEPENDENT, ids=str)
def test_independent_components_factorize(stated: Stated) -> None:
    for law in laws_of(stated):
        for p, q in ((1, 1), (2, 1), (2, 2), (1, 3)):
            joint = float(law.mean(lambda x, p=p, q=q: x[:, 0] ** p * x[:, -1] ** q))
            apart = float(law.mean(lambda x, p=p: x[:, 0] ** p)) * float(law.mean(lambda x, q=q: x[:, -1] ** q))
            assert joint == pytest.approx(apart, abs=1e-9)


@pytest.mark.parametrize("stated", [c for c in CASES if c.components == "iid" and not c.members], ids=str)
def test_iid_components_share_one_law(stated: Stated) -> None:
    for law in laws_of(stated):
        for order in range(1, 6):
            assert float(np.ptp(law.average(law.values**order))) < 1e-9


@pytest.mark.parametrize("stated, f, least", [
    (Stated((), mean=0, variance=1), lambda x: x**3, 4),
    (Stated((), mean=0, variance=1, third=0.5), lambda x: x**4, 3),
    (Stated((), mean=0, variance=1, third=0.5, fourth=4.0), lambda x: x**5, 2),
    (Stated((3,), mean=0, variance=1), lambda x: x[:, 0] * x[:, 1], 4),
    (Stated((3,), mean=0, variance=1, components="uncorrelated"), lambda x: x[:, 0] ** 2 * x[:, 1] ** 2, 3),
    (Stated((3,), mean=0, variance=1, components="independent"), lambda x: x[:, 0] ** 3 - x[:, 1] ** 3, 2),
    (Stated((2,)), lambda x: x[:, 0], 2), (Stated((2,)), lambda x: (x[:, 0] - x[:, 1]) ** 2, 3),
    (Stated((2,), mean=0), lambda x: x[:, 0] ** 2, 2), (Stated((2,), variance=1), lambda x: x[:, 0], 2),
    (Stated((2,), second_moment=2), lambda x: x[:, 0], 2), (Stated((3,), covariance=S), lambda x: x[:, 0], 2),
    (Stated((3,), mean=0, covariance=S), lambda x: x[:, 0] ** 4, 4),
    (Stated((2,), mean=0, variance=1, symmetric=True), lambda x: x[:, 0] ** 4, 2),
    (Stated((2,), mean=0, variance=1, law="normal"), lambda x: x[:, 0] * x[:, 1], 2),
    (Stated((), integer=True), lambda x: x, 2),
    (Stated((3,), law="bernoulli", parameters=(0.3,)), lambda x: x[:, 0] * x[:, 1], 3),
], ids=str)
def test_what_is_open_varies(stated: Stated, f: object, least: int) -> None:
    assert spread(laws_of(stated), f) >= least


def test_named_laws_of_entries_and_arrays() -> None:
    (law, *_) = laws_of(Stated((2,), law="gamma", parameters=(2.0, [0.5, 4.0]), components="independent"))
    assert law.mean() == pytest.approx([4.0, 0.5]) and law.degree == 7
    (equal, free) = laws_of(Stated((2,), law="exponential", parameters=(0.5,)))
    assert equal.covariance()[0, 1] == pytest.approx(4) and free.covariance()[0, 1] == pytest.approx(0, abs=1e-12)
    (counts,) = laws_of(Stated((3,), law="multinomial", parameters=(2, [0.2, 0.5, 0.3])))
    assert counts.values.sum(axis=1) == pytest.approx(2)
    (die,) = laws_of(Stated((), law="categorical", parameters=([0.2, 0.5, 0.3],)))
    assert float(die.mean()) == pytest.approx(2.1)
    assert "gamma" in LAWS


def test_normal_entries_may_be_correlated_only_where_nothing_excludes_it() -> None:
    for components, count in ((None, 2), ("iid", 1), ("uncorrelated", 1)):
        laws = laws_of(Stated((2,), mean=0, variance=1, law="normal", components=components))
        assert len(laws) == count
        assert laws[-1].covariance() == pytest.approx(np.eye(2), abs=1e-12)


def test_integers_are_integers() -> None:
    for law in laws_of(Stated((2,), integer=True, components="iid")):
        assert np.array_equal(law.values, np.round(law.values))


def test_what_no_law_has_is_refused_and_what_is_too_large_too() -> None:
    with pytest.raises(ValueError, match="kurtosis"):
        laws_of(Stated((), mean=0, variance=1, third=2.0, fourth=2.0))
    with pytest.raises(ValueError, match="diagonal"):
        laws_of(Stated((3,), mean=0, covariance=S, components="independent"))
    with pytest.raises(ValueError, match="not a covariance"):
        laws_of(Stated((2,), mean=0, covariance=[[1, 2], [2, 1]]))
    with pytest.raises(TooLarge):
        laws_of(Stated((4, 5), mean=0, variance=1, components="iid"), limit=1000)


def test_rows_stay_within_the_limit() -> None:
    for law in laws_of(Stated((4,), mean=0, variance=1), limit=100):
        assert law.rows <= 100
