"""Finite joint laws: E f = Σ_r w_r f(x_r), exactly, for every f.

An `Ensemble` lists the points of a finite law with their probabilities.  Its columns are the random arrays that it
governs together, so that dependence is nothing but which rows occur.  A rule of quadrature is the same data, exact only
for polynomials up to a `degree`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

#: Rows that a product may have: beyond it the product is refused, never thinned in silence.
LIMIT = 1 << 18


class TooLarge(ValueError):
    """A product of supports exceeds the limit of rows; draw from the factors instead (`expectation.monte_carlo`)."""


@dataclass(frozen=True, eq=False)
class Ensemble:
    """A finite joint law: with probability `weights[r]` the random arrays are `column[r] for column in columns`.

    columns  one array (rows, *shape) for each random array
    weights  (rows,), positive, of sum 1
    name     how a reader would call the law
    degree   None for a law in its own right; for a rule of quadrature, the total degree (in the variables of one
             independent factor) up to which polynomials are integrated exactly

    >>> coin = Ensemble.of([-1, 1], [0.5, 0.5], "rademacher")
    >>> float(coin.mean(lambda x: x**2))
    1.0
    """

    columns: tuple[Array, ...]
    weights: Array
    name: str = ""
    degree: int | None = None

    def __post_init__(self) -> None:
        rows = len(self.weights)
        if any(len(column) != rows for column in self.columns):
            raise ValueError(f"columns of {[len(c) for c in self.columns]} rows for {rows} weights")
        if rows == 0 or np.any(self.weights <= 0) or abs(self.weights.sum() - 1) > 1e-9:
            raise ValueError(f"{self.name or 'law'}: weights must be positive and of sum 1")

    @staticmethod
    def of(values: ArrayLike, weights: ArrayLike, name: str = "", degree: int | None = None) -> Ensemble:
        """The law of one random array, `values` (rows, *shape); rows of weight 0 are left out."""
        points, chance = np.asarray(values, dtype=np.float64), np.asarray(weights, dtype=np.float64)
        kept = chance != 0
        return Ensemble((points[kept],), chance[kept], name, degree)

    @staticmethod
    def constant(value: ArrayLike, name: str = "constant") -> Ensemble:
        """The law of what is not random."""
        return Ensemble.of(np.asarray(value, dtype=np.float64)[None], [1.0], name)

    @property
    def rows(self) -> int:
        return len(self.weights)

    @property
    def values(self) -> Array:
        """The points of the only (or first) random array."""
        return self.columns[0]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the only (or first) random array."""
        return self.columns[0].shape[1:]

    def named(self, name: str) -> Ensemble:
        return replace(self, name=name)

    def average(self, outcomes: Array) -> Array:
        """Σ_r w_r outcomes[r], over the first axis."""
        return np.asarray(np.tensordot(self.weights, outcomes, axes=(0, 0)))

    def mean(self, f: Callable[..., Array] | None = None) -> Array:
        """E f(columns…); without `f` the mean of the first random array."""
        return self.average(self.values if f is None else f(*self.columns))

    def variance(self) -> Array:
        """The variance of each component of the first random array."""
        return self.central_moment(2)

    def central_moment(self, order: int) -> Array:
        """E (x − E x)^order of each component of the first random array."""
        return self.average((self.values - self.mean()) ** order)

    def covariance(self) -> Array:
        """Cov of all columns, flattened and joined: (D, D)."""
        flat = np.concatenate([c.reshape(self.rows, -1) for c in self.columns], axis=1)
        centred = flat - self.weights @ flat
        return np.asarray((centred * self.weights[:, None]).T @ centred)

    def map(self, f: Callable[..., Array | tuple[Array, ...]], name: str = "") -> Ensemble:
        """The law of f(columns…); `f` acts on all rows at once and may return several columns."""
        image = f(*self.columns)
        columns = image if isinstance(image, tuple) else (image,)
        return Ensemble(tuple(np.asarray(c, dtype=np.float64) for c in columns), self.weights, name or self.name)

    def affine(self, mean: ArrayLike, scale: ArrayLike = 1.0) -> Ensemble:
        """The law of mean + scale·x, component by component, for the first random array alone."""
        moved = np.asarray(mean, dtype=np.float64) + np.asarray(scale, dtype=np.float64) * self.values
        return Ensemble((moved,), self.weights, self.name, self.degree)

    def sample(self, rng: np.random.Generator, size: int) -> tuple[Array, ...]:
        """`size` independent draws of all columns."""
        chosen = rng.choice(self.rows, size=size, p=self.weights / self.weights.sum())
        return tuple(column[chosen] for column in self.columns)

    def conditional_mean(self, outcomes: Array, given: Sequence[Array]) -> Array:
        """E[outcomes | given], row by row: rows at which every array of `given` agrees share their mean."""
        keys = np.concatenate([np.asarray(g, dtype=np.float64).reshape(self.rows, -1) for g in given], axis=1)
        _, group = np.unique(keys, axis=0, return_inverse=True)
        group = group.reshape(-1)
        mass = np.bincount(group, weights=self.weights)
        flat = outcomes.reshape(self.rows, -1)
        sums = np.stack([np.bincount(group, weights=self.weights * column) for column in flat.T], axis=1)
        return np.asarray((sums / mass[:, None])[group].reshape(outcomes.shape))

    def table(self) -> list[tuple[list[object], float]]:
        """The law written out: (values of each column, probability), for a reader."""
        return [([c[r].tolist() for c in self.columns], float(w)) for r, w in enumerate(self.weights)]


def common_degree(ensembles: Sequence[Ensemble]) -> int | None:
    """The degree to which independent factors together are exact: the least of theirs; None when all are laws."""
    return min((e.degree for e in ensembles if e.degree is not None), default=None)


def product(*ensembles: Ensemble, limit: int = LIMIT, name: str = "") -> Ensemble:
    """The joint law of independent ensembles; its columns are theirs in order.  Raises TooLarge beyond `limit` rows.

    >>> coin = Ensemble.of([0, 1], [0.5, 0.5])
    >>> product(coin, coin, coin).rows
    8
    """
    counts = [e.rows for e in ensembles]
    rows = int(np.prod(counts, dtype=object)) if counts else 1
    if rows > limit:
        raise TooLarge(f"{' × '.join(map(str, counts))} = {rows} rows exceed {limit}")
    columns, weights = rows_of(ensembles, np.arange(rows))
    label = name or ", ".join(dict.fromkeys(e.name for e in ensembles if e.name))
    return Ensemble(columns, weights, label, common_degree(ensembles))


def rows_of(ensembles: Sequence[Ensemble], index: NDArray[np.int64]) -> tuple[tuple[Array, ...], Array]:
    """The rows `index` (row-major) of the product of independent ensembles: their columns and weights."""
    weights = np.ones(len(index))
    columns: list[Array] = []
    places = np.unravel_index(index, [e.rows for e in ensembles]) if ensembles else ()
    for ensemble, place in zip(ensembles, places, strict=True):
        columns += [column[place] for column in ensemble.columns]
        weights = weights * ensemble.weights[place]
    return tuple(columns), weights


def mixture(ensembles: Sequence[Ensemble], chances: Sequence[float], name: str = "") -> Ensemble:
    """The law that is that of ensembles[j] with probability chances[j]; all have columns of the same shapes."""
    columns = tuple(np.concatenate(parts) for parts in zip(*(e.columns for e in ensembles), strict=True))
    weights = np.concatenate([c * e.weights for e, c in zip(ensembles, chances, strict=True)])
    kept = weights > 0
    return Ensemble(tuple(c[kept] for c in columns), weights[kept], name, common_degree(ensembles))


def merged(ensemble: Ensemble) -> Ensemble:
    """The same law with equal rows joined into one."""
    flat = np.concatenate([c.reshape(ensemble.rows, -1) for c in ensemble.columns], axis=1)
    _, first, group = np.unique(flat, axis=0, return_index=True, return_inverse=True)
    weights = np.asarray(np.bincount(group.reshape(-1), weights=ensemble.weights), dtype=np.float64)
    return replace(ensemble, columns=tuple(c[first] for c in ensemble.columns), weights=weights)


def stacked(scalars: Sequence[Ensemble], shape: tuple[int, ...], limit: int = LIMIT, name: str = "") -> Ensemble:
    """The law of an array of `shape` whose entries are independent with the given laws, in row-major order.

    Laws of arrays stack along the new leading axes.  Of laws with several columns (coupled scalars) each column becomes
    an array: the entries (x_i, y_i) are independent over i.
    """
    if not scalars:
        return Ensemble.constant(np.zeros(shape), name)
    joint = product(*scalars, limit=limit)
    width = len(scalars[0].columns)
    columns = tuple(
        np.stack(joint.columns[c::width], axis=1).reshape(joint.rows, *shape, *scalars[0].columns[c].shape[1:])
        for c in range(width)
    )
    return Ensemble(columns, joint.weights, name or joint.name, joint.degree)


def iid(scalar: Ensemble, shape: int | tuple[int, ...], limit: int = LIMIT) -> Ensemble:
    """The law of an array of independent components with one scalar law.

    >>> x = iid(Ensemble.of([-1, 1], [0.5, 0.5]), 3)
    >>> float(x.mean(lambda x: (x.sum(axis=1)) ** 2))
    3.0
    """
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return stacked([scalar] * int(np.prod(sizes)), sizes, limit, f"iid {scalar.name}".strip())
