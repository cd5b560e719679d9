"""Names with stated covariances between them, or jointly normal: one law for their stacked components."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck import laws
from symbolic.crosscheck.blocks import Block, Finite, Placement, affine, cholesky
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.given import queries
from symbolic.language.symbols import Table
from symbolic.notation import tree

if TYPE_CHECKING:
    from symbolic.crosscheck.standardized import Random

#: Variance of a name whose own is left open, beside stated covariances; and correlation left open.
WIDE, OPEN = 9.0, 0.3


def joint_variants(names: Sequence[Random], table: Table, jointly: bool, scope: Scope) -> list[Block]:
    """The laws of names with stated cross-covariances."""
    sizes = [int(np.prod(random.shape, dtype=int)) for random in names]
    if any(len(random.shape) > 1 for random in names):
        raise Unsupported("a covariance of matrices")

    def joint(inner: Scope) -> Value:
        return _joint(names, sizes, table, jointly, inner)

    cholesky(joint(scope))
    label = ", ".join(random.name for random in names)
    if jointly or all(r.symbol.law is not None and r.symbol.law.name == "normal" for r in names):
        moments, shapes = [random.moments for random in names], [random.shape for random in names]
        return [laws.normal([r.name for r in names], shapes, moments, joint, f"{label} jointly normal")]
    if any(random.symbol.law is not None for random in names):
        raise Unsupported("a covariance between names with such laws")
    return [_stacked(names, sizes, joint, base, label) for base in _bases(sum(sizes))]


def _bases(size: int) -> list[Data]:
    from numeric.dependence import standard_vectors
    from numeric.fitting import standard_laws

    scalars = [law for law in standard_laws() if law.rows**size <= 1 << 13] or standard_laws()[:1]
    return standard_vectors(size, scalars, "uncorrelated", 1 << 14)  # type: ignore[return-value]


def _stacked(names: Sequence[Random], sizes: Sequence[int], joint: object, base: object, label: str) -> Block:
    """m + L r of the stacked vector, cut into its names."""
    ends = np.cumsum(sizes)

    def placed(place: int) -> Placement:
        random = names[place]

        def cut(column: Data, scope: Scope) -> Value:
            moved = (cholesky(joint(scope)).data @ column[..., None])[..., 0]  # type: ignore[operator]
            part = moved[..., ends[place] - sizes[place] : ends[place]]
            part = part.reshape((*part.shape[:-1], *random.shape))
            return affine(random.moments.mean(scope), Value(np.asarray(1.0)), Value(part, len(random.shape)))

        return Placement(random.name, random.shape, cut)

    placements = tuple(placed(place) for place in range(len(names)))
    repeated = base.map(lambda x: tuple([x] * len(names)), base.name)  # type: ignore[attr-defined]
    return Finite(tuple(r.name for r in names), repeated, placements, f"{label}: {repeated.name}")


def _joint(names: Sequence[Random], sizes: Sequence[int], table: Table, jointly: bool, scope: Scope) -> Value:
    """The covariance matrix of the stacked components; what is open is small beside what is stated."""
    blocks = [[_block(a, b, sizes, names, table, jointly, scope) for b in names] for a in names]
    lanes = np.broadcast_shapes(*[block.shape[:-2] for row in blocks for block in row])
    rows = [np.concatenate([np.broadcast_to(b, (*lanes, *b.shape[-2:])) for b in row], axis=-1) for row in blocks]
    return Value(np.concatenate(rows, axis=-2), 2)


def _block(
    a: Random, b: Random, sizes: Sequence[int], names: Sequence[Random], table: Table, jointly: bool, scope: Scope
) -> Data:
    from symbolic.crosscheck.evaluate import evaluate

    size = {random.name: n for random, n in zip(names, sizes, strict=True)}
    if a is b:
        if not {"variance", "covariance", "standard deviation", "second moment"} & a.moments.stated.keys():
            return WIDE * np.eye(size[a.name])
        return a.moments.covariance(size[a.name], scope).data
    answer = queries.cross_covariance(table, a.name, b.name)
    if answer is not None and isinstance(answer.value, tree.Node):
        found = evaluate(answer.value, scope.globally())
        if not found.rank:
            return found.data[..., None, None] * np.eye(size[a.name], size[b.name])
        if found.rank == 1:
            return found.data[..., None, :] if size[a.name] == 1 else found.data[..., :, None]
        return found.data
    if not jointly:
        return np.zeros((size[a.name], size[b.name]))
    pattern = OPEN * np.cos(np.arange(size[a.name])[:, None] + 2.0 * np.arange(size[b.name]))
    ordered = sorted((a, b), key=lambda random: random.name)
    first, second = (cholesky(r.moments.covariance(size[r.name], scope)).data for r in ordered)
    open_part = first @ (pattern if a.name < b.name else pattern.T) @ np.swapaxes(second, -1, -2)
    return open_part if a.name < b.name else np.swapaxes(open_part, -1, -2)
