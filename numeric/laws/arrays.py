"""The laws of random arrays: normal vectors and matrices, one-hot and counted categories, Dirichlet, Wishart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from numeric.dependence import roots
from numeric.ensembles import Array, Ensemble, iid, product
from numeric.gauss import from_recurrence, hermite, jacobi, laguerre
from numeric.laws import array_densities as densities
from numeric.laws.discrete import is_probability
from numeric.laws.law import Law


def is_covariance(matrix: ArrayLike) -> bool:
    """Symmetric and positive semidefinite, up to rounding."""
    square = np.asarray(matrix, dtype=float)
    if square.ndim != 2 or square.shape[0] != square.shape[1] or not np.allclose(square, square.T):
        return False
    values = np.linalg.eigvalsh(square)
    return bool(values.min() >= -1e-10 * max(1.0, values.max()))


def _root(covariance: ArrayLike) -> Array:
    return roots(np.asarray(covariance, dtype=float))[0]


def _normal_rule(points: int, mean: ArrayLike, covariance: ArrayLike) -> Ensemble:
    """m + L·z with the tensor Gauss–Hermite rule: exact to total degree 2·points − 1."""
    root = _root(covariance)
    base = iid(from_recurrence(hermite, points), len(root))
    return Ensemble((np.asarray(mean) + base.values @ root.T,), base.weights, degree=base.degree)


def _normal_draw(rng: np.random.Generator, size: int, mean: ArrayLike, covariance: ArrayLike) -> Array:
    root = _root(covariance)
    return np.asarray(np.asarray(mean) + rng.standard_normal((size, len(root))) @ root.T)


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All (n_1, …, n_parts) of nonnegative integers with this total."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        yield from ((first, *rest) for rest in compositions(total - first, parts - 1))


def _multinomial(points: int, n: int, p: ArrayLike) -> Ensemble:
    from scipy.special import gammaln

    chances = np.asarray(p, dtype=float)
    counts = np.array(list(compositions(int(n), len(chances))), dtype=float)
    weights = np.exp(gammaln(n + 1) - gammaln(counts + 1).sum(axis=1)) * np.prod(chances**counts, axis=1)
    return Ensemble.of(counts, weights / weights.sum())


def _dirichlet(points: int, a: ArrayLike) -> Ensemble:
    """By broken sticks: v_j ~ Beta(a_j, a_{j+1} + …), x_j = v_j Π_{l<j} (1 − v_l), of the same degree in each v."""
    shape = np.asarray(a, dtype=float)
    rest = shape[::-1].cumsum()[::-1]
    if len(shape) == 1:
        return Ensemble.constant(np.ones(1))
    sticks = [from_recurrence(jacobi(shape[j], rest[j + 1]), points).affine(0.5, 0.5) for j in range(len(shape) - 1)]
    joint = product(*sticks)
    broken = np.stack(joint.columns, axis=1)
    left = np.cumprod(np.concatenate([np.ones((joint.rows, 1)), 1 - broken], axis=1), axis=1)
    values = left * np.concatenate([broken, np.ones((joint.rows, 1))], axis=1)
    return Ensemble((values,), joint.weights, degree=joint.degree)


def _wishart(points: int, scale: ArrayLike, n: float) -> Ensemble:
    """By Bartlett: W = L A Aᵀ Lᵀ, A lower triangular, A_ii² ~ χ²(n − i + 1), A_ij standard normal.

    A monomial of degree r in W that does not vanish is of degree at most r in each A_ii², at most 2r in each A_ij.
    """
    root = _root(scale)
    size = len(root)
    below = [(i, j) for i in range(size) for j in range(i)]
    diagonal = [from_recurrence(laguerre((n - i) / 2), points).affine(0.0, 2.0) for i in range(size)]
    joint = product(*diagonal, *[from_recurrence(hermite, 2 * points)] * len(below))
    factor = np.zeros((joint.rows, size, size))
    for i in range(size):
        factor[:, i, i] = np.sqrt(joint.columns[i])
    for place, (i, j) in enumerate(below):
        factor[:, i, j] = joint.columns[size + place]
    half = root @ factor
    return Ensemble((half @ half.transpose(0, 2, 1),), joint.weights, degree=2 * points - 1)


def _wishart_draw(rng: np.random.Generator, size: int, scale: ArrayLike, n: float) -> Array:
    root = _root(scale)
    order = len(root)
    factor = np.tril(rng.standard_normal((size, order, order)), -1)
    for i in range(order):
        factor[:, i, i] = np.sqrt(rng.chisquare(n - i, size))
    half = root @ factor
    return np.asarray(half @ half.transpose(0, 2, 1))


def _matrix_normal(points: int, mean: ArrayLike, rows: ArrayLike, columns: ArrayLike) -> Ensemble:
    """M + A Z Bᵀ with U = AAᵀ, V = BBᵀ and the tensor Gauss–Hermite rule for Z."""
    left, right = _root(rows), _root(columns)
    base = iid(from_recurrence(hermite, points), (len(left), len(right)))
    return Ensemble((np.asarray(mean) + left @ base.values @ right.T,), base.weights, degree=base.degree)


def _matrix_normal_draw(
    rng: np.random.Generator, size: int, mean: ArrayLike, rows: ArrayLike, columns: ArrayLike
) -> Array:
    left, right = _root(rows), _root(columns)
    return np.asarray(np.asarray(mean) + left @ rng.standard_normal((size, len(left), len(right))) @ right.T)


def _one_hot_draw(rng: np.random.Generator, size: int, p: ArrayLike) -> Array:
    chances = np.asarray(p, dtype=float)
    return np.asarray(np.eye(len(chances))[rng.choice(len(chances), size, p=chances / chances.sum())])


ARRAYS: tuple[Law, ...] = (
    Law(
        "normal vector", ("mean", "covariance"),
        lambda m, s: is_covariance(s) and np.shape(m) in ((), (len(np.asarray(s)),)), _normal_draw, _normal_rule,
        log_density=densities.normal_vector,
    ),
    Law(
        "one-hot categorical", ("p",), is_probability, _one_hot_draw,
        lambda points, p: Ensemble.of(np.eye(len(p)), p), discrete=True,
        log_density=densities.one_hot,
    ),
    Law(
        "multinomial", ("n", "p"), lambda n, p: n >= 0 and n == int(n) and is_probability(p),
        lambda rng, size, n, p: rng.multinomial(int(n), np.asarray(p) / np.sum(p), size), _multinomial, discrete=True,
        log_density=densities.multinomial,
    ),
    Law(
        "dirichlet", ("a",), lambda a: np.ndim(a) == 1 and bool(np.min(a) > 0),
        lambda rng, size, a: rng.dirichlet(a, size), _dirichlet, log_density=densities.dirichlet,
    ),
    Law(
        "wishart", ("V", "n"), lambda v, n: is_covariance(v) and n > len(np.asarray(v)) - 1, _wishart_draw, _wishart,
        log_density=densities.wishart,
    ),
    Law(
        "matrix normal", ("M", "U", "V"),
        lambda m, u, v: is_covariance(u) and is_covariance(v) and np.shape(m) in ((), (len(u), len(v))),
        _matrix_normal_draw, _matrix_normal, log_density=densities.matrix_normal,
    ),
)
