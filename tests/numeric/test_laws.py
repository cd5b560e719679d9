"""Three accounts of each law agree: closed moments, rules of quadrature, and what is drawn."""

import math

import numpy as np
import pytest
from scipy import stats

from numeric.laws import LAWS, Law

PARAMETERS: dict[str, tuple[float, ...]] = {
    "normal": (0.7, 1.9), "uniform": (-1.3, 2.2), "uniform integer": (-2, 4), "bernoulli": (0.3,), "rademacher": (),
    "binomial": (5, 0.37), "geometric": (0.35,), "poisson": (1.7,), "exponential": (0.6,), "gamma": (2.3, 1.4),
    "chi-square": (3,), "beta": (1.7, 2.6), "laplace": (0.4, 0.8), "lognormal": (0.2, 0.45), "student": (9.5,),
    "pareto": (1.3, 9.7), "gumbel": (0.4, 1.2), "categorical": ([0.2, 0.5, 0.3],),
}
PEERS = {
    "normal": lambda m, v: stats.norm(m, v**0.5), "uniform": lambda a, b: stats.uniform(a, b - a),
    "uniform integer": lambda a, b: stats.randint(a, b + 1), "bernoulli": stats.bernoulli, "binomial": stats.binom,
    "rademacher": lambda: stats.rv_discrete(values=([-1, 1], [0.5, 0.5])),
    "geometric": stats.geom, "poisson": stats.poisson, "exponential": lambda r: stats.expon(scale=1 / r),
    "gamma": lambda a, r: stats.gamma(a, scale=1 / r), "chi-square": stats.chi2, "beta": stats.beta,
    "laplace": stats.laplace, "lognormal": lambda m, s: stats.lognorm(s, scale=math.exp(m)), "student": stats.t,
    "pareto": lambda m, a: stats.pareto(a, scale=m), "gumbel": stats.gumbel_r,
    "categorical": lambda p: stats.rv_discrete(values=([1, 2, 3], p)),
}
SCALARS = sorted(PARAMETERS)


def test_the_table_is_the_language() -> None:
    arrays = {"one-hot categorical", "multinomial", "dirichlet", "wishart", "matrix normal", "normal vector"}
    assert set(LAWS) == set(PARAMETERS) | arrays


@pytest.mark.parametrize("name", SCALARS)
def test_closed_moments_are_those_of_an_independent_table(name: str) -> None:
    peer = PEERS[name](*PARAMETERS[name])
    for order in range(1, 5):
        moment = LAWS[name].moment(order, *PARAMETERS[name])
        assert moment == pytest.approx(float(peer.moment(order)), rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("name", SCALARS)
@pytest.mark.parametrize("points", [2, 3, 4])
def test_gauss_rules_are_exact_to_their_degree(name: str, points: int) -> None:
    law = LAWS[name]
    rule = law.ensemble(points, *PARAMETERS[name])
    degree = 7 if rule.degree is None else rule.degree
    assert degree >= 3
    for order in range(degree + 1):
        moment = law.moment(order, *PARAMETERS[name])
        assert float(rule.mean(lambda x, r=order: x**r)) == pytest.approx(moment, rel=1e-9, abs=1e-10)


@pytest.mark.parametrize("name", SCALARS)
def test_gauss_rules_are_not_exact_beyond(name: str) -> None:
    law = LAWS[name]
    rule = law.ensemble(2, *PARAMETERS[name])
    if rule.degree is not None and rule.degree == 3:
        centred = law.moment(4, *PARAMETERS[name])
        assert float(rule.mean(lambda x: x**4)) != pytest.approx(centred, rel=1e-3)


@pytest.mark.parametrize("name", SCALARS)
def test_smooth_rules_converge_for_what_is_no_polynomial(name: str) -> None:
    law, peer = LAWS[name], PEERS[name](*PARAMETERS[name])
    coarse, fine = (law.smooth(points, *PARAMETERS[name]) for points in (121, 241))
    for f in (np.cos, lambda x: 1 / (1 + x * x), lambda x: np.log1p(np.exp(-np.abs(x - 0.3) ** 2))):
        assert float(coarse.mean(f)) == pytest.approx(float(fine.mean(f)), abs=1e-9)
    expected = float(peer.expect(lambda x: 1 / (1 + np.asarray(x) ** 2)))
    assert float(fine.mean(lambda x: 1 / (1 + x * x))) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("name", SCALARS)
def test_distribution_quantile_and_draws(name: str) -> None:
    law, peer = LAWS[name], PEERS[name](*PARAMETERS[name])
    for u in (0.1, 0.5, 0.83):
        assert float(law.quantile(u, *PARAMETERS[name])) == pytest.approx(float(peer.ppf(u)), rel=1e-9)
    x = np.asarray(peer.ppf([0.2, 0.7]), dtype=float)
    assert law.cdf(x, *PARAMETERS[name]) == pytest.approx(peer.cdf(x), abs=1e-12)
    density = peer.pmf(x) if law.discrete else peer.pdf(x)
    assert law.density(x, *PARAMETERS[name]) == pytest.approx(density, rel=1e-9)
    drawn = law.sample(np.random.default_rng(3), 20_000, *PARAMETERS[name])
    below = np.mean(drawn <= x[1])
    assert abs(below - float(peer.cdf(x[1]))) < 6 * 0.5 / math.sqrt(20_000)
    low, high = law.span(*PARAMETERS[name])
    assert low <= drawn.min() and drawn.max() <= high


def test_moments_that_do_not_exist() -> None:
    assert LAWS["student"].moment(4, 3.5) == math.inf and math.isnan(LAWS["student"].moment(3, 2.5))
    assert LAWS["pareto"].moment(2, 1.0, 1.5) == math.inf
    with pytest.raises(ValueError, match="without a mean"):
        LAWS["pareto"].ensemble(2, 1.0, 0.9)
    assert LAWS["student"].ensemble(4, 3.5).degree == 3


IMPOSSIBLE = [
    ("normal", (0, -1)), ("uniform", (2, 1)), ("bernoulli", (1.2,)), ("binomial", (2.5, 0.3)), ("geometric", (0,)),
    ("poisson", (-1,)), ("exponential", (0,)), ("gamma", (1, -2)), ("beta", (0, 1)), ("laplace", (0, 0)),
    ("lognormal", (0, -1)), ("student", (0,)), ("pareto", (1, 0)), ("gumbel", (0, 0)), ("categorical", ([0.5, 0.6],)),
    ("one-hot categorical", ([-0.5, 1.5],)), ("multinomial", (-1, [1.0])), ("dirichlet", ([1.0, 0.0],)),
    ("wishart", (np.eye(3), 1.5)), ("wishart", ([[1, 2], [2, 1]], 4)), ("normal vector", ([0, 0], [[1, 2], [2, 1]])),
    ("matrix normal", (np.zeros((2, 3)), np.eye(2), np.eye(2))), ("normal", (1,)), ("uniform integer", (0.5, 2)),
]


@pytest.mark.parametrize("name, parameters", IMPOSSIBLE)
def test_parameters_of_no_law_are_refused(name: str, parameters: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=f"there is no {name}"):
        LAWS[name].ensemble(2, *parameters)


V2 = np.array([[2.0, 0.6], [0.6, 1.1]])
V3 = np.array([[2.0, 0.6, -0.3], [0.6, 1.1, 0.2], [-0.3, 0.2, 0.9]])
P = np.array([0.2, 0.5, 0.3])
A = np.array([0.7, 1.9, 2.6])


def first_two(law: Law, points: int, *parameters: object) -> tuple[np.ndarray, np.ndarray]:
    rule = law.ensemble(points, *parameters)
    return rule.mean(), rule.covariance()


def test_normal_vector_and_its_fourth_moments() -> None:
    m = np.array([0.5, -1.0, 0.3])
    mean, covariance = first_two(LAWS["normal vector"], 3, m, V3)
    assert mean == pytest.approx(m) and covariance == pytest.approx(V3)
    rule = LAWS["normal vector"].ensemble(3, np.zeros(3), V3)
    fourth = rule.mean(lambda x: x[:, 0] ** 2 * x[:, 1] * x[:, 2])
    assert float(fourth) == pytest.approx(V3[0, 0] * V3[1, 2] + 2 * V3[0, 1] * V3[0, 2])


def test_multinomial_and_one_hot() -> None:
    mean, covariance = first_two(LAWS["multinomial"], 1, 4, P)
    assert mean == pytest.approx(4 * P) and covariance == pytest.approx(4 * (np.diag(P) - np.outer(P, P)))
    mean, covariance = first_two(LAWS["one-hot categorical"], 1, P)
    assert mean == pytest.approx(P) and covariance == pytest.approx(np.diag(P) - np.outer(P, P))


def test_dirichlet() -> None:
    total, share = A.sum(), A / A.sum()
    mean, covariance = first_two(LAWS["dirichlet"], 2, A)
    assert mean == pytest.approx(share)
    assert covariance == pytest.approx((np.diag(share) - np.outer(share, share)) / (total + 1))
    rule = LAWS["dirichlet"].ensemble(3, A)
    fourth = rule.mean(lambda x: x[:, 0] * x[:, 1] ** 2 * x[:, 2])
    rising = A[0] * A[1] * (A[1] + 1) * A[2] / math.prod(total + j for j in range(4))
    assert float(fourth) == pytest.approx(rising)


def test_wishart() -> None:
    rule = LAWS["wishart"].ensemble(2, V3, 4.5)
    assert rule.mean() == pytest.approx(4.5 * V3)
    covariance = rule.mean(lambda w: (w[:, 0, 1] - 4.5 * V3[0, 1]) * (w[:, 1, 2] - 4.5 * V3[1, 2]))
    assert float(covariance) == pytest.approx(4.5 * (V3[0, 1] * V3[1, 2] + V3[0, 2] * V3[1, 1]))
    square = LAWS["wishart"].ensemble(2, V2, 5).mean(lambda w: w @ w)
    assert square == pytest.approx(5 * 6 * V2 @ V2 + 5 * np.trace(V2) * V2)


def test_matrix_normal() -> None:
    m = np.array([[0.3, -0.4, 1.0], [0.2, 0.7, -1.1]])
    rule = LAWS["matrix normal"].ensemble(2, m, V2, V3)
    assert rule.mean() == pytest.approx(m)
    assert rule.covariance() == pytest.approx(np.kron(V2, V3))


@pytest.mark.parametrize("name, parameters", [
    ("normal vector", (np.zeros(3), V3)), ("multinomial", (4, P)), ("one-hot categorical", (P,)), ("dirichlet", (A,)),
    ("wishart", (V2, 4.5)), ("matrix normal", (np.zeros((2, 3)), V2, V3)),
])
def test_draws_of_arrays_have_the_moments_of_the_rule(name: str, parameters: tuple[object, ...]) -> None:
    rule = LAWS[name].ensemble(3, *parameters)
    drawn = LAWS[name].sample(np.random.default_rng(11), 40_000, *parameters)
    assert drawn.shape == (40_000, *rule.shape)
    error = np.sqrt(rule.variance() / 40_000) + 1e-12
    assert np.all(np.abs(drawn.mean(axis=0) - rule.mean()) < 6 * error)
    spread = np.sqrt(rule.central_moment(4) / 40_000)
    assert np.all(np.abs(drawn.var(axis=0) - rule.variance()) < 6 * spread + 1e-12)
