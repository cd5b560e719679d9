"""E[body | Y] at each outcome of Y: the mean over what Y leaves open.

Names independent of Y keep their law.  Listed names keep the outcomes at which Y has its value.  Where Y is affine in
standard normal coordinates z, Kz + c = y, what is left is z = K⁺(y − c) + Nw with N a basis of the kernel of K and w
standard normal.  Nothing else is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from symbolic.crosscheck import averages, bayes
from symbolic.crosscheck.averages import Body
from symbolic.crosscheck.blocks import Block, Conditional, Coordinates, Restricted, Rows
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.sampling import outcomes_scope
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.notation import tree

#: Relative distance at which two outcomes are one, and at which a map counts as affine.
SAME = 1e-9

#: Laws whose outcomes are enumerated whole.
FINITE = frozenset(
    {"bernoulli", "rademacher", "uniform integer", "binomial", "categorical", "one-hot categorical", "multinomial"}
)

#: Laws whose outcomes are listed up to where their tail is negligible, and the share of that end that does no harm.
ENDLESS, CUT_OFF = frozenset({"poisson", "geometric"}), 1e-13

#: Outcomes, for each that is known, which one conditional law without end may list.
PAIRS = 4_500_000


def given(body: Body, condition: tree.Node, names: frozenset[str], scope: Scope, event: bool = False) -> Value:
    """E[body | condition] where the condition has its outcome in the scope; `names` are those of the body."""
    parts = condition.items if isinstance(condition, tree.Tuple) else (condition,)
    known = outcomes(condition, scope.world.table)
    blocks = scope.world.blocks_of(names | known)
    touched = [block for block in blocks if known & set(block.names)]
    laws = [block for block in blocks if block not in touched]
    if all(isinstance(part, tree.Name) and part.id in known for part in parts):
        weighed = _weighed(touched, parts, scope)
        if weighed is not None:
            return bayes.average(body, weighed, laws, scope)
        for block in touched:
            inside = [part for part in parts if part.id in block.names]  # type: ignore[attr-defined]
            laws += _left_of(block, inside, names - known, scope)
    else:
        laws.append(_together(touched, parts, scope))
    return averages.over(body, laws, scope, event)


def _weighed(touched: Sequence[Block], parts: Sequence[tree.Node], scope: Scope) -> bayes.Weighed | None:
    """The one block whose inner name is known, where its law has to be weighed."""
    if len(touched) != 1 or not _inside(touched[0], parts):
        return None
    found = bayes.left_open(touched[0], scope)  # type: ignore[arg-type]
    return found if isinstance(found, bayes.Weighed) else None


def _left_of(block: Block, parts: Sequence[tree.Node], wanted: frozenset[str], scope: Scope) -> list[Block]:
    """What is left open of one block when names of it are known."""
    if not wanted & set(block.names):
        return []
    if isinstance(block, Conditional) and set(block.outer.names) <= {part.id for part in parts}:  # type: ignore[attr-defined]
        return [block.inner]
    if _inside(block, parts):
        both = bayes.left_open(block, scope)  # type: ignore[arg-type]
        return [_together([both if isinstance(both, Coordinates) else block], parts, scope)]
    return [_together([block], parts, scope)]


def _inside(block: Block, parts: Sequence[tree.Node]) -> bool:
    """Is what is known the inner name of a conditional law that is not listed?"""
    known = {part.id for part in parts}  # type: ignore[attr-defined]
    return isinstance(block, Conditional) and bool(block.coordinates) and set(block.inner.names) == known


def _together(blocks: Sequence[Block], parts: Sequence[tree.Node], scope: Scope) -> Block:
    """The law of the names of some blocks given the value that each part has in the scope."""
    from symbolic.crosscheck.evaluate import evaluate

    keys = [evaluate(part, scope) for part in parts]
    names = tuple(name for block in blocks for name in block.names)
    if all(block.coordinates == 0 for block in blocks):
        endless = _endless(names, scope)
        if len(blocks) > 1 and endless is None:
            raise Unsupported("the law of a combination of quantities without finite support, as a condition")

        def keeps(rows: Rows, inner: Scope) -> Data:
            if endless and rows.count * max(key.data.size for key in keys) > PAIRS:
                raise Unsupported("more outcomes given one another than an experiment may list")
            there = outcomes_scope(rows, inner)
            fits = [_fits(evaluate(part, there), key) for part, key in zip(parts, keys, strict=True)]
            kept = np.asarray(reduce(np.multiply, fits))
            return _whole(kept, rows, endless, inner) if len(blocks) > 1 and endless else kept

        return Restricted(names, tuple(blocks), keeps, "; ".join(block.said for block in blocks))
    normal = [block for block in blocks if isinstance(block, Coordinates)]
    if len(normal) < len(blocks) or any(law.name != "normal" for block in normal for law, _ in block.laws(scope)):
        raise Unsupported("such a law, given what is known of it")
    return _projected(normal, parts, keys, scope)


def _endless(names: Sequence[str], scope: Scope) -> list[str] | None:
    """Those of listed names whose law has no end; None where one has a law of another kind."""
    laws = {name: scope.world.table.symbols[name].law for name in names}
    if any(law is not None and law.name not in FINITE | ENDLESS for law in laws.values()):
        return None
    return [name for name, law in laws.items() if law is not None and law.name in ENDLESS]


def _whole(kept: Data, rows: Rows, endless: Sequence[str], scope: Scope) -> Data:
    """Which outcomes fit; undefined where the end at which an endless law was cut off has a share among them."""
    edges = [rows.values[name].data == rows.values[name].data.max() for name in endless]
    at_edge = reduce(np.logical_or, edges)
    chance, share = (kept * rows.weights).sum(axis=0), (kept * rows.weights * at_edge).sum(axis=0)
    cut = share > CUT_OFF * chance
    scope.effort.large |= bool(np.any(cut))
    return np.where(cut, np.nan, kept)


def _fits(value: Value, key: Value) -> Data:
    """1 where an outcome is the one that is known, lane by lane; undefined where what is known is."""
    close = np.abs(value.data - key.data) <= SAME * np.maximum(1.0, np.abs(key.data))
    fits = np.where(np.isnan(key.data), np.nan, close * 1.0)
    return np.asarray(fits.min(axis=tuple(range(-value.rank, 0))) if value.rank else fits)


def _projected(blocks: Sequence[Coordinates], parts: Sequence[tree.Node], keys: list[Value], scope: Scope) -> Block:
    """The normal coordinates that Kz + c = key leaves open."""
    count = sum(block.coordinates for block in blocks)
    slopes, offset = _affine(blocks, parts, count, scope)
    target = np.concatenate([_flat(key, scope.depth) for key in keys], axis=-1)
    centre = (target - offset) @ np.linalg.pinv(slopes).T
    _, sizes, ways = np.linalg.svd(slopes)
    rank = int(np.sum(sizes > SAME * max(1.0, float(sizes.max(initial=0.0)))))
    kernel = ways[rank:].T
    law = blocks[0].laws(scope)[0]

    def placed(columns: list[Data], inner: Scope) -> dict[str, Value]:
        z = [centre[..., k] + sum(n * w for n, w in zip(kernel[k], columns, strict=True)) for k in range(count)]
        return _placed(blocks, z, inner)

    names = tuple(name for block in blocks for name in block.names)
    said = "; ".join(block.said for block in blocks)
    return Coordinates(names, count - rank, lambda _: [law] * (count - rank), placed, said)


def _placed(blocks: Sequence[Coordinates], z: list[Data], scope: Scope) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for block in blocks:
        found |= block.placed(z[: block.coordinates], scope)
        z = z[block.coordinates :]
    return found


def _flat(value: Value, depth: int) -> Data:
    """(lanes, entries), every lane of the depth there."""
    lanes = (1,) * (depth - len(value.lanes)) + value.lanes
    return np.asarray(np.real(value.data)).reshape((*lanes, -1))


def _affine(blocks: Sequence[Coordinates], parts: Sequence[tree.Node], count: int, scope: Scope) -> tuple[Data, Data]:
    """K (entries, coordinates) and c of the known quantities as functions of z; raises Unsupported if they are not."""
    from symbolic.crosscheck.evaluate import evaluate

    trials = np.random.default_rng(count).standard_normal((2, count))
    points = np.concatenate([np.zeros((1, count)), np.eye(count), trials])
    inner = scope.opened()
    there = inner.vary(_placed(blocks, [scope.lane(column) for column in points.T], inner))
    values = [evaluate(part, there) for part in parts]
    table = np.concatenate([_entries(value, scope.depth, len(points)) for value in values], axis=-1)
    offset, slopes = table[0], (table[1 : count + 1] - table[0]).T
    if not np.allclose(points @ slopes.T + offset, table, rtol=SAME, atol=SAME):
        raise Unsupported("a condition that is not affine in what is normal")
    return slopes, offset


def _entries(value: Value, depth: int, size: int) -> Data:
    """(points, entries) of a value that nothing but the newest lane varies."""
    data: Any = along(value, depth, size)
    data = np.real(data).reshape((size, -1, int(np.prod(value.shape, dtype=int))))
    if np.any(np.ptp(data, axis=1) > 0):
        raise Unsupported("a condition under varied parameters")
    return np.asarray(data[:, 0])
