"""Blocks of two names that depend on each other while each keeps the law that is stated of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.blocks import Block, Coordinates, Drawn, Rows
from symbolic.crosscheck.scope import NotAnalytic, Scope
from symbolic.crosscheck.values import Data, Unsupported, Value

if TYPE_CHECKING:
    from numeric.laws import Law

    Standard = tuple[Law, tuple[float, ...]]

#: Standard laws that are symmetric about their middle, and that middle.
SYMMETRIC = {"normal": 0.0, "laplace": 0.0, "student": 0.0, "uniform": 0.5}

#: Nodes in a piece of a continuous law for each point that a rule is told; the narrowest piece.
NODES, NARROW = 3, 1e-13


@dataclass(frozen=True)
class Tied:
    """Two names driven by the same outcomes: the same standard coordinates, or the same listed value."""

    names: tuple[str, ...]
    first: Block
    second: Block
    said: str

    @property
    def coordinates(self) -> int:
        return self.first.coordinates

    def rows(self, scope: Scope, points: int) -> Rows:
        first = self.first.rows(scope, points)
        if isinstance(self.first, Coordinates):
            return Rows({**first.values, **self.second.rows(scope, points).values}, first.weights)
        return Rows(dict.fromkeys(self.names, first.values[self.names[0]]), first.weights)

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
        state = rng.bit_generator.state
        first = _draw(self.first, scope, count, rng)
        rng.bit_generator.state = state
        second = _draw(self.second, scope, count, rng)
        return Rows({**first.values, **second.values}, first.weights)


@dataclass(frozen=True)
class Mirrored:
    """Two names of symmetric standard laws: the second has the first one's coordinates, each at the other side."""

    names: tuple[str, ...]
    first: Coordinates
    second: Coordinates
    said: str

    @property
    def coordinates(self) -> int:
        return self.first.coordinates

    def rows(self, scope: Scope, points: int) -> Rows:
        return self._placed(self.first.columns(scope, points), scope)

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
        columns = [law.sample(rng, count, *parameters) for law, parameters in self.first.laws(scope)]
        return self._placed((columns, np.full(count, 1 / count)), scope)

    def _placed(self, found: tuple[Sequence[Data], Data], scope: Scope) -> Rows:
        columns, weights = found
        inner = scope.opened()
        centres = [2 * SYMMETRIC[law.name] for law, _ in self.first.laws(scope)]
        turned = [centre - column for centre, column in zip(centres, columns, strict=True)]
        first = self.first.placed([scope.lane(column) for column in columns], inner)
        second = self.second.placed([scope.lane(column) for column in turned], inner)
        return Rows({**first, **second}, scope.lane(weights))


@dataclass(frozen=True)
class Coupled:
    """Two scalars that move together, or (`reverse`) against each other: F(x) = u and G(y) = u, or 1 − u.

    While a listed one rests, a continuous one runs over the part of its range that has the same probability; all parts
    end at the median, where a density may have a corner.
    """

    names: tuple[str, ...]
    first: Block
    second: Block
    reverse: bool
    said: str

    @property
    def coordinates(self) -> int:
        return int(any(isinstance(side, Coordinates) for side in (self.first, self.second)))

    def rows(self, scope: Scope, points: int) -> Rows:
        sides = [_listed(side, scope) for side in (self.first, self.second)]
        flips = (False, self.reverse)
        cuts = [_cuts(side[1], flip) for side, flip in zip(sides, flips, strict=True) if side]
        edges = np.sort(np.concatenate([np.array([0.0, 0.5, 1.0]), *cuts]))
        edges = edges[np.concatenate([[True], np.diff(edges) > NARROW])]
        edges[-1] = 1.0
        levels, weights = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
        lead = _leading(self.first, self.second, scope)
        column: Data = levels
        if lead is not None:
            law, parameters = _standard((self.first, self.second)[lead], scope)
            column, levels, weights = _pieces(law, parameters, edges, flips[lead], NODES * points)
        values: dict[str, Value] = {}
        for place, (block, side) in enumerate(zip((self.first, self.second), sides, strict=True)):
            level = 1 - levels if flips[place] else levels
            moved = column if place == lead else None
            values |= _at_levels(block, side, level, moved, scope)
        return Rows(values, scope.lane(weights))

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
        levels = rng.uniform(size=count)
        values: dict[str, Value] = {}
        for block, flip in ((self.first, False), (self.second, self.reverse)):
            values |= _at_levels(block, _listed(block, scope), 1 - levels if flip else levels, None, scope)
        return Rows(values, scope.lane(np.full(count, 1 / count)))


@dataclass(frozen=True)
class Mixture:
    """One of two joint laws of the same names, by chance; each name has the same law in both.

    even  with chance ½ each; else the first with λ = c₂/(c₂ − c₁), where c₁ and c₂ are the covariances of two scalars
          in the two, so that they are uncorrelated
    """

    names: tuple[str, ...]
    parts: tuple[Block, Block]
    said: str
    even: bool = True

    @property
    def coordinates(self) -> int:
        return self.parts[0].coordinates

    def rows(self, scope: Scope, points: int) -> Rows:
        return self._mixed([part.rows(scope, points) for part in self.parts])

    def drawn(self, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
        if not self.even:
            raise Unsupported("draws of a mixture whose chances are not known")
        both = [_draw(part, scope, count, rng) for part in self.parts]
        chosen = rng.uniform(size=count) < 0.5
        values: dict[str, Value] = {}
        for name in self.names:
            one, other = (rows.values[name] for rows in both)
            mask = chosen.reshape(-1, *(1,) * (one.data.ndim - 1))
            values[name] = one.with_data(np.where(mask, one.data, other.data))
        return Rows(values, both[0].weights)

    def _mixed(self, both: list[Rows]) -> Rows:
        share: Data = np.asarray(0.5)
        if not self.even:
            up, down = (_covariance(rows, self.names) for rows in both)
            share = down / (down - up)
        values: dict[str, Value] = {}
        for name in self.names:
            one, other = (rows.values[name] for rows in both)
            lanes = np.broadcast_shapes(one.data.shape[1:], other.data.shape[1:])
            full = [np.broadcast_to(v.data, (len(v.data), *lanes)) for v in (one, other)]
            values[name] = one.with_data(np.concatenate(full))
        weights = [share * both[0].weights, (1 - share) * both[1].weights]
        lanes = np.broadcast_shapes(*[w.shape[1:] for w in weights])
        return Rows(values, np.concatenate([np.broadcast_to(w, (len(w), *lanes)) for w in weights]))


def _covariance(rows: Rows, names: tuple[str, ...]) -> Data:
    x, y = (rows.values[name].data for name in names)
    weights = rows.weights / rows.weights.sum(axis=0)
    centred = [data - (weights * data).sum(axis=0) for data in (x, y)]
    return np.asarray((weights * centred[0] * centred[1]).sum(axis=0))


def _leading(first: Block, second: Block, scope: Scope) -> int | None:
    """Which of two blocks is continuous and drives the other: not a uniform one, whose rule suits polynomials alone."""
    found = [k for k, block in enumerate((first, second)) if isinstance(block, Coordinates)]
    both = (first, second)
    return min(found, key=lambda k: _standard(both[k], scope)[0].name == "uniform", default=None)


def _draw(block: Block, scope: Scope, count: int, rng: np.random.Generator) -> Rows:
    if isinstance(block, Drawn):
        return block.drawn(scope, count, rng)
    raise Unsupported("draws of such a law")


def _listed(block: Block, scope: Scope) -> tuple[Data, Data] | None:
    """The outcomes of a listed scalar, in order, and their weights; None for a continuous one."""
    if block.coordinates:
        return None
    rows = block.rows(scope, 0)
    data, weights = rows.values[block.names[0]].data, rows.weights
    if np.iscomplexobj(data) or np.iscomplexobj(weights):
        raise NotAnalytic
    if max(data.size, weights.size) > rows.count:
        raise Unsupported("a dependence between laws whose parameters vary")
    flat = np.broadcast_to(data.reshape(-1), (rows.count,))
    order = np.argsort(flat, kind="stable")
    return flat[order], weights.reshape(-1)[order] / weights.sum()


def _standard(block: Block, scope: Scope) -> Standard:
    if not isinstance(block, Coordinates):
        raise Unsupported("a dependence between such laws")
    (found,) = block.laws(scope)
    return found


def _cuts(weights: Data, flip: bool) -> Data:
    steps = np.cumsum(weights)[:-1]
    return np.asarray(1 - steps if flip else steps)


def _pieces(law: Law, parameters: tuple[float, ...], edges: Data, flip: bool, nodes: int) -> tuple[Data, Data, Data]:
    """Outcomes of a standard law between the levels, the levels in the middle of their pieces, and their weights."""
    from numeric.between import between

    columns, levels, weights = [], [], []
    for low, high in pairwise(edges):
        ends = (1 - high, 1 - low) if flip else (low, high)
        rule = between(law, float(ends[0]), float(ends[1]), nodes, *parameters)
        columns.append(rule.values)
        own = law.cdf(rule.values, *parameters) if law.cdf is not None else np.full(rule.rows, np.nan)
        own = 1 - own if flip else own
        levels.append(np.clip(own, low + NARROW / 4, high - NARROW / 4))
        weights.append(rule.weights * (high - low))
    return np.concatenate(columns), np.concatenate(levels), np.concatenate(weights)


def _at_levels(
    block: Block, side: tuple[Data, Data] | None, levels: Data, column: Data | None, scope: Scope
) -> dict[str, Value]:
    """The outcome of one name at levels of its distribution function."""
    if side is not None:
        outcomes, weights = side
        place = np.searchsorted(np.cumsum(weights), levels)
        return {block.names[0]: Value(scope.lane(outcomes[np.minimum(place, len(outcomes) - 1)]))}
    law, parameters = _standard(block, scope)
    if column is None:
        if law.quantile is None:
            raise Unsupported("a law without quantiles")
        column = law.quantile(np.clip(levels, NARROW / 1e3, 1 - NARROW / 1e3), *parameters)
    assert isinstance(block, Coordinates)
    return dict(block.placed([scope.lane(column)], scope.opened()))
