"""Averages over outcomes: exact on finite laws, by two rules of quadrature that agree, by refinement, by sampling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck.blocks import (
    Block,
    Conditional,
    Coordinates,
    Finite,
    Restricted,
    Rows,
    Ruled,
    Weighted,
    joined,
)
from symbolic.crosscheck.crossings import probability
from symbolic.crosscheck.dependencies import is_random
from symbolic.crosscheck.sampling import outcomes_scope, sampled
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real, settled
from symbolic.crosscheck.tied import Coupled, Mirrored, Mixture, Tied
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.ensembles import Ensemble
    from numeric.expectation import Estimate

Body = Callable[[Scope], Value]

#: Outcomes that one average may list.
ROWS = 1 << 17

#: Two rules that agree to this, relative to the value, are believed.
AGREEMENT = 1e-10

#: Share of the last outcomes of an endless law beyond which what is cut off may count.
TAIL = 1e-13

#: Most coordinates of a function with kinks, and the error beyond which its average shows nothing.
KINKED, LOOSE = 3, 1e-4

#: Numbers of points to try, one odd and one even, by how many coordinates are continuous.
LADDERS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((9, 16), (28, 41)),
    2: ((5, 8), (16, 21)),
    3: ((4, 7), (12, 17)),
    4: ((3, 4), (8, 9)),
    5: ((3, 4), (6, 7)),
    6: ((3, 4), (5, 6)),
    7: ((2, 3), (3, 4)),
    8: ((2, 3), (3, 4)),
}


def average(body: Body, names: frozenset[str], scope: Scope, event: bool = False) -> Value:
    """E body over the joint law of the names; an `event` is 0 or 1."""
    names = names - scope.locals.keys()
    if not names:
        return body(scope)
    return over(body, scope.world.blocks_of(names), scope, event)


def over(body: Body, blocks: list[Block], scope: Scope, event: bool = False) -> Value:
    """E body over independent blocks."""
    scope = replace(scope, averaged=True)
    smooth = [block for block in blocks if block.coordinates]
    if not smooth:
        return _listed(body, blocks, scope, 0)
    count = sum(block.coordinates for block in smooth)
    if event and len(blocks) == 1 and isinstance(blocks[0], Coordinates) and count == 1:
        found = probability(body, blocks[0], scope)
        if found is not None:
            scope.effort.note("quadrature", 1e-13)
            return found
    before = scope.effort.rough
    for coarse, fine in LADDERS.get(count, ()):
        found = _agreed(body, blocks, scope, coarse, fine)
        if scope.effort.rough > before:
            break
        if found is not None:
            return found
    most = 1 if scope.effort.rough > before else 2
    if count <= most and all(isinstance(block, Coordinates) for block in smooth):
        return _refined(body, blocks, scope)
    found = _kinked(body, blocks, scope) if scope.effort.rough > before and 1 < count <= KINKED else None
    if found is not None:
        return found
    nested = next((block for block in blocks if isinstance(block, Conditional)), None)
    if nested is not None:
        outer = [nested.outer, *(block for block in blocks if block is not nested)]
        return over(lambda inner: over(body, [nested.inner], inner, event), outer, scope)
    return sampled(body, blocks, scope, event)


def _agreed(body: Body, blocks: list[Block], scope: Scope, coarse: int, fine: int) -> Value | None:
    """The finer of two rules of quadrature when they agree, to a part of E|body|; not where both see zeros alone."""
    if _rows(blocks, scope, fine) > ROWS:
        return None
    before = scope.effort.rough
    first = _listed(body, blocks, scope, coarse)
    if scope.effort.rough > before:
        return None
    sizes: list[float] = []
    second = _listed(body, blocks, scope, fine, sizes)
    distance, scale = np.abs(first.data - second.data), max(sizes)
    if scale == 0.0 and scope.effort.small:
        return None
    scale = scale or 1.0
    if np.all(np.isfinite(second.data)) and np.all(distance <= AGREEMENT * scale):
        scope.effort.note("quadrature", float(np.max(distance / scale, initial=0.0)))
        return second
    return None


def _kinked(body: Body, blocks: list[Block], scope: Scope) -> Value | None:
    """Each coordinate in turn in many steps, the others by Gauss: the turn whose two finenesses are closest."""
    from numeric.kinked import kinked

    continuous = [block for block in blocks if isinstance(block, Coordinates)]
    if len(continuous) < len(blocks):
        return None
    laws = [law for block in continuous for law in block.laws(scope)]
    best: tuple[float, Value] | None = None
    for one in range(len(laws)):
        coarse, fine = (_weighed_along(body, continuous, kinked(laws, one, k), scope) for k in (0, 1))
        distance = np.abs(coarse.data - fine.data) / np.maximum(1.0, np.abs(fine.data))
        error = float(np.max(distance, initial=0.0))
        if np.all(np.isfinite(fine.data)) and (best is None or error < best[0]):
            best = error, fine
    if best is None or best[0] > LOOSE:
        return None
    scope.effort.note("numeric", best[0])
    return best[1]


def _weighed_along(body: Body, blocks: list[Coordinates], joint: Ensemble, scope: Scope) -> Value:
    """Σ weights·body over outcomes whose coordinates are the columns of an ensemble."""
    columns, inner = [scope.lane(column) for column in joint.columns], scope.opened()
    values: dict[str, Value] = {}
    for block in blocks:
        values |= block.placed(columns[: block.coordinates], inner)
        columns = columns[block.coordinates :]
    return weighed(body, Rows(values, scope.lane(joint.weights)), scope)


def _rows(blocks: list[Block], scope: Scope, points: int) -> int:
    return int(np.prod([float(_size(block, scope, points)) for block in blocks]))


def _size(block: Block, scope: Scope, points: int) -> int:
    if isinstance(block, Finite):
        return block.base.rows
    if isinstance(block, Conditional | Coupled):
        return block.rows(scope, points).count
    if isinstance(block, Restricted):
        return int(np.prod([float(_size(base, scope, points)) for base in block.bases]))
    if isinstance(block, Tied | Mirrored):
        return _size(block.first, scope, points)
    if isinstance(block, Mixture):
        return sum(_size(part, scope, points) for part in block.parts)
    if isinstance(block, Weighted):
        return len(block.support(scope))
    return int((2 * points if isinstance(block, Ruled) else points) ** block.coordinates)


def _listed(
    body: Body, blocks: list[Block], scope: Scope, points: int, sizes: list[float] | None = None
) -> Value:
    """Σ weights·body over every combination of the blocks' outcomes."""
    if _rows(blocks, scope, points) > ROWS:
        raise Unsupported("more outcomes than one average may list")
    rows = joined([block.rows(scope, points) for block in blocks], scope.depth)
    endless = [block.names[0] for block in blocks if isinstance(block, Weighted) and block.endless]
    return weighed(body, rows, scope, endless, sizes)


def weighed(
    body: Body, rows: Rows, scope: Scope, endless: Sequence[str] = (), sizes: list[float] | None = None
) -> Value:
    """Σ weights·body, the greatest Σ|…| going to `sizes`; raises Unsupported where an endless law is cut too early."""
    before, value = scope.effort.small, body(outcomes_scope(rows, scope))
    data = along(value, scope.depth, rows.count)
    weights = rows.weights.reshape(rows.weights.shape + (1,) * value.rank)
    parts = data * weights
    if sizes is not None:
        sizes.append(float(np.abs(parts).sum(axis=0).max(initial=0.0)))
    scope.effort.small = before or (scope.effort.small and not np.any(parts))
    for name in endless:
        listed = np.real(rows.values[name].data).reshape(rows.count, -1).max(axis=1)
        if np.abs(parts[listed == listed.max()]).sum() > TAIL * np.abs(parts).sum():
            raise Unsupported("a sum over an endless law that is cut off where it still counts")
    return value.with_data(parts.sum(axis=0))


def _refined(body: Body, blocks: list[Block], scope: Scope) -> Value:
    """One continuous coordinate after another by integrals that are halved where they are rough."""
    chosen = next(block for block in blocks if isinstance(block, Coordinates))
    rest = [block for block in blocks if block is not chosen]
    return _by_coordinate(body, chosen, rest, [], scope)


def _by_coordinate(body: Body, block: Coordinates, rest: list[Block], before: list[Data], scope: Scope) -> Value:
    laws, small = block.laws(scope), scope.effort.small
    law, parameters = laws[len(before)]
    shape, seen = Value(np.asarray(0.0)), scope.effort.rough

    def integrand(points: Data) -> Data:
        nonlocal shape
        inner = scope.opened()
        placed = [*before, scope.lane(points)]
        if len(placed) < len(laws):
            shape = _by_coordinate(body, block, rest, placed, inner)
        else:
            rows = Rows(block.placed(placed, inner), np.ones((1,) * (inner.depth + 1)))
            shape = _remaining(body, rest, inner.vary(rows.values))
        return real(along(shape, scope.depth, len(points)))

    if law.quantile is not None:
        integrand(law.quantile(np.array([0.3, 0.6]), *parameters))
    estimate = _mean(integrand, law, parameters, scope.effort.rough > seen)
    scope.effort.small = small or (scope.effort.small and not np.any(estimate.scale))
    return settled(estimate, shape, scope, "an average")


def _remaining(body: Body, rest: list[Block], scope: Scope) -> Value:
    smooth = [block for block in rest if block.coordinates]
    if smooth:
        return _refined(body, rest, scope)
    return _listed(body, rest, scope, 0) if rest else body(scope)


def _mean(integrand: Callable[[Data], Data], law: Any, parameters: tuple[float, ...], rough: bool) -> Estimate:
    """E f(X) of one scalar law, by the double exponential rule or, where f is rough, by bisection."""
    from numeric.divergent import diverges
    from numeric.integrals import mean_of

    if not rough:
        estimate = mean_of(integrand, law, *parameters)
        if estimate.converged:
            return estimate
    estimate = _by_halves(integrand, law, parameters)
    if not estimate.converged and diverges(integrand, lambda f: _by_halves(f, law, parameters)):
        return replace(estimate, value=np.full(np.shape(estimate.value), np.inf), converged=True)
    return estimate


def _by_halves(f: Callable[[Data], Data], law: Any, parameters: tuple[float, ...]) -> Estimate:
    """∫ f·density, halved where it is rough."""
    from numeric.adaptive import adaptive

    def weighted(x: Data) -> Data:
        values = np.asarray(f(x), dtype=float)
        weights = law.density(x, *parameters).reshape(-1, *(1,) * (values.ndim - 1))
        return np.where(weights > 0, values * weights, 0.0)

    return adaptive(weighted, *law.span(*parameters))


def over_subscript(body: Body, names: frozenset[str], subscript: tree.Node, scope: Scope) -> Value:
    """E_x over the names below alone, or E_{x∼P} with the law that stands there."""
    plain = isinstance(subscript, tree.Tuple) and all(isinstance(item, tree.Name) for item in subscript.items)
    if isinstance(subscript, tree.Name) or plain:
        below = tree.names(subscript)
        random = {n for n in below if is_random(n, scope.world.table)}
        if random == below:
            kept = names - random
            if kept and any(kept & set(block.names) for block in scope.world.blocks_of(frozenset(random))):
                raise Unsupported("an average over a name that depends on others")
            return average(body, frozenset(random), scope)
        if not random:
            return average(body, names, scope)
    if isinstance(subscript, tree.Chain) and len(subscript.links) == 1 and isinstance(subscript.first, tree.Name):
        relation, law = subscript.links[0]
        if relation in ("∼", "∈"):
            block = scope.world.law_block(subscript.first.id, law, scope)
            return _refined(body, [block], scope) if block.coordinates else weighed(body, block.rows(scope, 0), scope)
    raise Unsupported("an average with such a subscript")
