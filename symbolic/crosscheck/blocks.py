"""Blocks of random names whose joint law is known, independent of one another.

A block lists the outcomes of its names, in a lane, with their weights.  Means, variances and parameters are read from
the given where an average stands, so that a derivative by a parameter of a law sees the law change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from symbolic.crosscheck.scope import NotAnalytic, Scope
from symbolic.crosscheck.values import Data, Unsupported, Value, entrywise, times

if TYPE_CHECKING:
    from numeric.ensembles import Ensemble
    from numeric.laws import Law


@dataclass(frozen=True)
class Rows:
    """Outcomes of names and their weights: the first lane axis, opened at the scope's depth, lists them."""

    values: Mapping[str, Value]
    weights: Data

    @property
    def count(self) -> int:
        return len(self.weights)


@dataclass(frozen=True)
class Placement:
    """How standardized columns become a name's outcomes; reads moments in the scope at hand."""

    name: str
    shape: tuple[int, ...]
    place: Callable[[Data, Scope], Value]


class Block(Protocol):
    """A joint law of some names; `coordinates` counts what is continuous: `rows` is told points for it."""

    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def coordinates(self) -> int: ...
    @property
    def said(self) -> str: ...
    def rows(self, scope: Scope, points: int) -> Rows: ...


@runtime_checkable
class Drawn(Protocol):
    """A block that can be drawn from."""

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows: ...


@dataclass(frozen=True)
class Finite:
    """A finite joint law: columns of an ensemble, one for each name, then moved to the stated moments."""

    names: tuple[str, ...]
    base: Ensemble
    placements: tuple[Placement, ...]
    said: str
    coordinates: int = 0

    def rows(self, scope: Scope, points: int) -> Rows:
        inner = scope.opened()
        pairs = zip(self.placements, self.base.columns, strict=True)
        values = {p.name: p.place(scope.lane(column), inner) for p, column in pairs}
        return Rows(values, scope.lane(self.base.weights))


@dataclass(frozen=True)
class Weighted:
    """A discrete law whose weights depend on parameters: the outcomes stay, the weights follow the scope.

    endless  the law has more outcomes than are listed: what lies behind the last ones must not count
    """

    names: tuple[str, ...]
    support: Callable[[Scope], Data]
    weights: Callable[[Data, Scope], Data]
    said: str
    rank: int = 0
    coordinates: int = 0
    endless: bool = False

    def rows(self, scope: Scope, points: int) -> Rows:
        support = self.support(scope)
        lane = scope.lane(support)
        weights = self.weights(support, scope.opened())
        weights = np.broadcast_to(weights, np.broadcast_shapes(weights.shape, (len(support),) + (1,) * scope.depth))
        return Rows({self.names[0]: Value(lane, self.rank)}, weights)


@dataclass(frozen=True)
class Coordinates:
    """Names that are a function of independent standard scalars with a named law each: z ↦ m + Lz, u ↦ a + (b−a)u.

    laws(scope) lists the standard laws with their parameters; placed(z, scope) makes the names' outcomes of arrays z.
    """

    names: tuple[str, ...]
    coordinates: int
    laws: Callable[[Scope], list[tuple[Law, tuple[float, ...]]]]
    placed: Callable[[list[Data], Scope], Mapping[str, Value]]
    said: str

    def columns(self, scope: Scope, points: int) -> tuple[Sequence[Data], Data]:
        """The standard scalars on a rule of so many points each, and the weights."""
        from numeric.ensembles import product

        joint = product(*[_rule(law, parameters, points) for law, parameters in self.laws(scope)])
        return joint.columns, joint.weights

    def rows(self, scope: Scope, points: int) -> Rows:
        columns, weights = self.columns(scope, points)
        values = self.placed([scope.lane(column) for column in columns], scope.opened())
        return Rows(values, scope.lane(weights))

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
        columns = [law.sample(rng, count, *parameters) for law, parameters in self.laws(scope)]
        values = self.placed([scope.lane(column) for column in columns], scope.opened())
        return Rows(values, scope.lane(np.full(count, 1 / count)))


#: Laws whose Gauss rules are made from moments, and so have four points at most; laws that lack moments for any.
FEW, NONE = frozenset({"gumbel"}), frozenset({"student"})


def _rule(law: Law, parameters: tuple[float, ...], points: int) -> Ensemble:
    """A rule of quadrature such that an odd and an even number of points are never the same rule."""
    if law.name in NONE:
        return law.smooth(points, *parameters)
    return law.ensemble(min(points, 3 + points % 2) if law.name in FEW else points, *parameters)


@dataclass(frozen=True)
class Ruled:
    """A law of arrays that the laboratory has a rule of quadrature for: Dirichlet, Wishart."""

    names: tuple[str, ...]
    law: Law
    parameters: Callable[[Scope], tuple[Any, ...]]
    coordinates: int
    rank: int
    said: str

    def rows(self, scope: Scope, points: int) -> Rows:
        rule = self.law.ensemble(points, *self.parameters(scope))
        return Rows({self.names[0]: Value(scope.lane(rule.values), self.rank)}, scope.lane(rule.weights))

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
        values = self.law.sample(rng, count, *self.parameters(scope))
        return Rows({self.names[0]: Value(scope.lane(values), self.rank)}, scope.lane(np.full(count, 1 / count)))


@dataclass(frozen=True)
class Conditional:
    """A name whose law is stated given others: for each of their outcomes, its own, moved to the stated moments."""

    names: tuple[str, ...]
    outer: Block
    inner: Block
    said: str

    @property
    def coordinates(self) -> int:
        return self.outer.coordinates + self.inner.coordinates

    def rows(self, scope: Scope, points: int) -> Rows:
        """The inner block's lane is opened inside the outer one's; both are then joined into one."""
        first = self.outer.rows(scope, points)
        within = scope.opened().vary(first.values)
        second = self.inner.rows(within, points)
        weights = second.weights * first.weights
        sizes = (second.count, first.count)
        values = {
            name: Value(_joined(v.data, v.rank, scope.depth, sizes), v.rank, v.row, first=v.first)
            for name, v in {**first.values, **second.values}.items()
        }
        return Rows(values, _joined(weights, 0, scope.depth, sizes))


def _joined(data: Data, rank: int, depth: int, sizes: tuple[int, int]) -> Data:
    """The two newest lanes, of these sizes, as one."""
    missing = depth + 2 - (data.ndim - rank)
    full = data.reshape((1,) * missing + data.shape)
    full = np.broadcast_to(full, (*sizes, *full.shape[2:]))
    return full.reshape(sizes[0] * sizes[1], *full.shape[2:])


@dataclass(frozen=True)
class Restricted:
    """Listed names of which something is known: `keeps` marks with 1, lane by lane, the outcomes that fit."""

    names: tuple[str, ...]
    bases: tuple[Block, ...]
    keeps: Callable[[Rows, Scope], Data]
    said: str
    coordinates: int = 0

    def rows(self, scope: Scope, points: int) -> Rows:
        whole = joined([base.rows(scope, points) for base in self.bases], scope.depth)
        weights = whole.weights * self.keeps(whole, scope)
        chance = weights.sum(axis=0)
        if np.any(chance == 0):
            raise Unsupported("a condition at an outcome without weight")
        return Rows(whole.values, weights / chance)


def joined(parts: list[Rows], depth: int) -> Rows:
    """The rows of independent blocks together: every combination, weights multiplied."""
    counts = [part.count for part in parts]
    places = np.unravel_index(np.arange(int(np.prod(counts))), counts)
    values: dict[str, Value] = {}
    weights: Data = np.ones((1,) * (depth + 1))
    for part, place in zip(parts, places, strict=True):
        weights = weights * part.weights[place]
        for name, value in part.values.items():
            data = value.data
            if len(value.lanes) > depth and data.shape[0] == part.count:
                data = data[place]
            values[name] = Value(data, value.rank, value.row, first=value.first)
    return Rows(values, weights)


def thinned(rows: Rows, most: int, depth: int) -> Rows:
    """At most so many of the rows, evenly chosen: what holds for all outcomes is tried at these."""
    if rows.count <= most:
        return rows
    return _picked(rows, np.unique(np.linspace(0, rows.count - 1, most).astype(int)), depth)


def _picked(rows: Rows, picks: Data, depth: int) -> Rows:
    values = {
        name: Value(v.data[picks] if len(v.lanes) > depth else v.data, v.rank, v.row, first=v.first)
        for name, v in rows.values.items()
    }
    return Rows(values, rows.weights[picks])


def affine(mean: Value, deviation: Value, standard: Value) -> Value:
    """mean + deviation·standard, entry by entry or by a matrix root; of a family, for each member."""
    if deviation.rank == 2 and standard.rank == 2 and deviation.shape != standard.shape:
        moved = Value(standard.data @ np.swapaxes(deviation.data, -1, -2), 2)
    elif deviation.rank == 2 and standard.rank == 1:
        moved = times(deviation, standard)
    else:
        moved = entrywise(np.multiply, _for_members(deviation, standard), standard)
    return entrywise(np.add, _for_members(mean, standard), moved)


def _for_members(moment: Value, standard: Value) -> Value:
    """A vector that holds for each member of a family, with an axis for the members."""
    if moment.rank == 1 and standard.rank == 2:
        data = moment.data[..., None, :]
        return Value(np.broadcast_to(data, (*moment.lanes, *standard.shape)), 2)
    return moment


def cholesky(matrix: Value) -> Value:
    """The triangular root of a covariance matrix; a singular one by eigenvalues."""
    if np.iscomplexobj(matrix.data):
        raise NotAnalytic
    try:
        return Value(np.linalg.cholesky(matrix.data), 2)
    except np.linalg.LinAlgError:
        values, vectors = np.linalg.eigh(matrix.data)
        if values.min() < -1e-9 * max(1.0, float(values.max())):
            raise ValueError("a covariance that no law can have") from None
        return Value(vectors * np.sqrt(np.clip(values, 0, None))[..., None, :], 2)


def plain(value: Value) -> Any:
    """A parameter that does not vary, as a float or array for the laboratory."""
    if np.iscomplexobj(value.data):
        raise NotAnalytic
    lanes = int(np.prod(value.lanes, dtype=int))
    if lanes != 1:
        raise ValueError("a parameter that varies")
    data = value.data.reshape(value.shape)
    return float(data) if not value.rank else data


