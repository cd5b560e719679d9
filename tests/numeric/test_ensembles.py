"""Every finite law has exactly what it claims, and those that share a claim differ in what is open."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import numeric
from numeric import dependence
from numeric.ensembles import Ensemble, TooLarge, rows_of
from numeric.expectation import chunks

skewnesses = st.floats(-3, 3)
surpluses = st.floats(0.01, 8)
places = st.floats(-0.9, 0.9)


def moments(law: Ensemble, order: int = 4) -> list[float]:
    return [float(law.central_moment(r)) for r in range(2, order + 1)]


@given(skewnesses)
def test_two_point_has_its_skewness_and_the_least_kurtosis(s: float) -> None:
    law = numeric.two_point(s)
    assert float(law.mean()) == pytest.approx(0, abs=1e-12)
    assert moments(law) == pytest.approx([1, s, 1 + s * s], abs=1e-11)


@given(st.floats(-9, -0.05), st.floats(0.05, 9))
def test_laws_within_lie_there_where_there_are_any(low: float, high: float) -> None:
    laws = numeric.fitting.laws_within(low, high)
    assert bool(laws) == (-low * high > 1)
    for law in laws:
        assert float(law.mean()) == pytest.approx(0, abs=1e-9) and moments(law, 2) == pytest.approx([1], abs=1e-9)
        assert low - 1e-9 <= np.min(law.values) and np.max(law.values) <= high + 1e-9


@pytest.mark.parametrize(("low", "high"), [(-0.3, math.inf), (-math.inf, 0.2)])
def test_laws_within_a_half_line_lie_well_inside(low: float, high: float) -> None:
    laws = numeric.fitting.laws_within(low, high)
    assert len(laws) == 3 and all(low < np.min(law.values) and np.max(law.values) < high for law in laws)


@given(skewnesses, surpluses, places)
def test_three_point_has_four_moments_and_its_node(s: float, surplus: float, place: float) -> None:
    node = numeric.fitting.between(s, place)
    law = numeric.three_point(s, 1 + s * s + surplus, node)
    assert float(law.mean()) == pytest.approx(0, abs=1e-10)
    assert moments(law) == pytest.approx([1, s, 1 + s * s + surplus], rel=1e-9, abs=1e-9)
    assert np.min(np.abs(law.values - node)) == 0


def test_no_law_beyond_the_bound_of_kurtosis() -> None:
    with pytest.raises(ValueError, match="kurtosis"):
        numeric.three_point(1.0, 1.9)
    with pytest.raises(ValueError, match="variance"):
        numeric.scalar_laws(0, -1)


CLAIMS = [
    {"third": None, "fourth": None}, {"third": -2.5, "fourth": None}, {"third": 0.0, "fourth": None},
    {"third": None, "fourth": 9.0}, {"third": 1.25, "fourth": 20.0},
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_scalar_laws_share_the_claim_and_differ_beyond_it(claim: dict[str, float | None]) -> None:
    laws = numeric.scalar_laws(0.7, 1.7, **claim)
    assert len(laws) >= 3
    for law in laws:
        assert float(law.mean()) == pytest.approx(0.7, abs=1e-12)
        found = moments(law)
        assert found[0] == pytest.approx(1.7, rel=1e-12)
        for value, stated in zip(found[1:], (claim["third"], claim["fourth"]), strict=True):
            assert stated is None or value == pytest.approx(stated, rel=1e-11, abs=1e-11)
    for order, stated in ((3, claim["third"]), (4, claim["fourth"]), (5, None)):
        values = {round(float(law.central_moment(order)), 8) for law in laws}
        assert len(values) == 1 if stated is not None else len(values) >= 2


@pytest.mark.parametrize("fourth", [None, 3.0, 1.0])
def test_symmetric_laws_are_symmetric(fourth: float | None) -> None:
    laws = numeric.scalar_laws(0.0, 1.0, fourth=fourth, symmetric=True)
    for law in laws:
        pairs = dict(zip(law.values.tolist(), law.weights.tolist(), strict=True))
        assert all(pairs[-x] == pytest.approx(w, rel=1e-12) for x, w in pairs.items())
        assert fourth is None or float(law.central_moment(4)) == pytest.approx(fourth, rel=1e-12)
    assert fourth == 1.0 or len({round(float(law.central_moment(6)), 8) for law in laws}) >= 2


SCALARS = numeric.standard_laws()


@pytest.mark.parametrize("components", ["iid", "independent", "uncorrelated", None])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_standard_vectors_have_mean_0_and_variance_1(components: str | None, size: int) -> None:
    laws = dependence.standard_vectors(size, SCALARS, components)
    assert laws
    for law in laws:
        assert law.shape == (size,)
        assert law.mean() == pytest.approx(np.zeros(size), abs=1e-12)
        assert law.variance() == pytest.approx(np.ones(size), abs=1e-12)
        if components is not None:
            assert law.covariance() == pytest.approx(np.eye(size), abs=1e-12)


@pytest.mark.parametrize("components", ["iid", "independent"])
def test_independent_components_factorize(components: str) -> None:
    for law in dependence.standard_vectors(3, SCALARS, components):
        for powers in itertools.product(range(4), repeat=3):
            joint = law.mean(lambda x, powers=powers: np.prod(x ** np.array(powers), axis=1))
            apart = math.prod(float(law.mean(lambda x, i=i, r=r: x[:, i] ** r)) for i, r in enumerate(powers))
            assert float(joint) == pytest.approx(apart, rel=1e-11, abs=1e-11)


def test_iid_components_share_a_law_and_independent_ones_need_not() -> None:
    def thirds(law: Ensemble) -> np.ndarray:
        return law.central_moment(3)

    assert all(np.ptp(thirds(law)) < 1e-12 for law in dependence.standard_vectors(3, SCALARS, "iid"))
    assert any(np.ptp(thirds(law)) > 0.1 for law in dependence.standard_vectors(3, SCALARS, "independent"))


def test_uncorrelated_vectors_are_not_all_independent_and_free_ones_not_all_uncorrelated() -> None:
    def squares(law: Ensemble) -> float:
        return float(law.mean(lambda x: x[:, 0] ** 2 * x[:, 1] ** 2))

    assert any(abs(squares(law) - 1) > 0.1 for law in dependence.standard_vectors(3, SCALARS, "uncorrelated"))
    free = [law.covariance()[0, 1] for law in dependence.standard_vectors(3, SCALARS)]
    assert max(free) == pytest.approx(1) and min(free) == pytest.approx(-1)


def test_pairwise_independent_is_not_independent() -> None:
    law = dependence.pairwise_independent(4)
    assert law.covariance() == pytest.approx(np.eye(4), abs=1e-15)
    assert float(law.mean(lambda x: x[:, 0] * x[:, 1] * x[:, 3])) == 1


def test_stated_covariance_is_had_exactly_and_bases_differ() -> None:
    covariance = numeric.Chooser(np.random.default_rng(1)).covariance(3)
    mean = np.array([0.3, -1.2, 2.2])
    laws = numeric.with_covariance(mean, covariance, dependence.standard_vectors(3, SCALARS, "uncorrelated"))
    for law in laws:
        assert law.mean() == pytest.approx(mean, abs=1e-12)
        assert law.covariance() == pytest.approx(covariance, abs=1e-12)
    assert len({round(float(law.central_moment(4)[0]), 6) for law in laws}) >= 4


def test_singular_covariance_is_a_covariance_and_an_indefinite_matrix_is_not() -> None:
    base = [dependence.iid(SCALARS[0], 2)]
    (law,) = numeric.with_covariance([0, 0], np.ones((2, 2)), base)
    assert law.covariance() == pytest.approx(np.ones((2, 2)), abs=1e-12)
    with pytest.raises(ValueError, match="not a covariance"):
        numeric.with_covariance([0, 0], [[1, 2], [2, 1]], base)


@pytest.mark.parametrize("x, y", list(itertools.product(SCALARS[:4], repeat=2)))
def test_couplings_keep_both_laws(x: Ensemble, y: Ensemble) -> None:
    for pair in numeric.couplings(x, y):
        for column, law in zip(pair.columns, (x, y), strict=True):
            for order in range(1, 6):
                assert pair.weights @ column**order == pytest.approx(law.weights @ law.values**order, abs=1e-11)
    free = numeric.uncorrelated_pair(x, y)
    assert free.covariance()[0, 1] == pytest.approx(0, abs=1e-12)
    mixed = free.mean(lambda a, b: a**2 * b**2), free.mean(lambda a, b: a**2 * b), free.mean(lambda a, b: a * b**2)
    dependent = max(abs(float(m) - m0) for m, m0 in zip(mixed, (1.0, 0.0, 0.0), strict=True)) > 1e-3
    assert dependent or x.rows == y.rows == 2


def test_two_point_laws_of_covariance_0_are_independent() -> None:
    """Two indicators that are uncorrelated are independent: for them the coupling has nothing else to offer."""
    pair = numeric.uncorrelated_pair(SCALARS[0], SCALARS[1])
    assert float(pair.mean(lambda a, b: a**2 * b**2)) == pytest.approx(1)


def test_equal_laws_comonotone_are_equal_and_of_vectors_too() -> None:
    vector = dependence.iid(SCALARS[0], 3)
    pair = numeric.coupled([vector, vector])
    assert np.array_equal(pair.columns[0], pair.columns[1])


def test_componentwise_couplings_keep_independence_within_each_vector() -> None:
    for pair in numeric.couplings(SCALARS[0], SCALARS[3], size=2):
        first, second = pair.columns
        assert Ensemble((first,), pair.weights).covariance() == pytest.approx(np.eye(2), abs=1e-12)
        assert Ensemble((second,), pair.weights).covariance() == pytest.approx(np.eye(2), abs=1e-12)
        product = pair.mean(lambda q, k: q[:, 0] ** 2 * q[:, 1] ** 3)
        assert float(product) == pytest.approx(float(SCALARS[0].central_moment(3)), abs=1e-12)


def test_covariance_of_a_pair_within_its_bounds_only() -> None:
    pair = dependence.pair_with_covariance(SCALARS[0], SCALARS[2], 0.25)
    assert pair.covariance()[0, 1] == pytest.approx(0.25)
    with pytest.raises(ValueError, match="outside"):
        dependence.pair_with_covariance(SCALARS[0], SCALARS[2], 1.25)


def test_vector_couplings_keep_variances() -> None:
    for pair in numeric.vector_couplings(dependence.iid(SCALARS[0], 3)):
        assert np.diag(pair.covariance()) == pytest.approx(np.ones(6), abs=1e-12)


def test_split_keeps_the_joint_law() -> None:
    law = dependence.split(dependence.iid(SCALARS[0], 5), [(2,), (3,)])
    assert [c.shape[1:] for c in law.columns] == [(2,), (3,)]
    assert law.covariance() == pytest.approx(np.eye(5), abs=1e-12)


def test_product_is_refused_not_thinned() -> None:
    with pytest.raises(TooLarge, match="1024 rows exceed 1000"):
        numeric.iid(SCALARS[0], 10, limit=1000)


def test_chunks_are_the_product_and_stay_small() -> None:
    factors = (numeric.iid(SCALARS[0], 4), numeric.iid(SCALARS[3], 3))
    pieces = list(chunks(factors, memory=4096))
    assert len(pieces) > 5
    assert all(sum(c.nbytes for c in columns) + weights.nbytes <= 4096 for columns, weights in pieces)
    whole, weights = rows_of(factors, np.arange(factors[0].rows * factors[1].rows))
    assert np.array_equal(np.concatenate([p[0][1] for p in pieces]), whole[1])
    assert weights.sum() == pytest.approx(1)


def test_conditional_mean_is_the_mean_over_equal_rows() -> None:
    joint = numeric.product(SCALARS[0], SCALARS[3])
    x, y = joint.columns
    seen = joint.conditional_mean(x * y + y**2, [x])
    assert seen == pytest.approx(np.ones(joint.rows), abs=1e-12)
    assert joint.conditional_mean(x * y, [x, y]) == pytest.approx(x * y)


def test_merged_joins_equal_rows_only() -> None:
    doubled = numeric.mixture([SCALARS[0], SCALARS[0]], [0.5, 0.5])
    assert numeric.merged(doubled).rows == 2


@pytest.mark.parametrize("weights", [[0.5, 0.6], [1.5, -0.5], []])
def test_weights_that_are_no_law_are_refused(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Ensemble.of(np.arange(len(weights)), weights)
