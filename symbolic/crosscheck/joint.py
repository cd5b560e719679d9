"""Names with stated covariances between them, or jointly normal: one law for their stacked components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck import laws
from symbolic.crosscheck.blocks import Block, Finite, Placement, affine, cholesky
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.tied import Mixture
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.given import queries
from symbolic.language.symbols import Table
from symbolic.notation import tree

if TYPE_CHECKING:
    from symbolic.crosscheck.standardized import Random

Joint = Callable[[Scope], Value]

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
        known = [r.name for r in names]
        together = laws.normal(known, shapes, moments, joint, f"{label} jointly normal")
        if jointly:
            return [together]
        leaning = [_leaning(names, sizes, joint, side * _room(names, sizes, joint, scope)) for side in (1, -1)]
        said = f"{label} normal, with one of two covariances by chance: each normal, not jointly"
        apart = [laws.normal(known, shapes, moments, lean, said) for lean in leaning]
        return [together, Mixture(tuple(known), (apart[0], apart[1]), said)]
    if any(random.symbol.law is not None for random in names):
        raise Unsupported("a covariance between names with such laws")
    return [_stacked(names, sizes, joint, base, label) for base in _bases(sum(sizes))]


def _leaning(names: Sequence[Random], sizes: Sequence[int], joint: Joint, share: float) -> Joint:
    """The joint covariance, all that is across names moved by a pattern: the mean of both sides is what is stated."""
    ends = np.cumsum([0, *sizes])

    def moved(scope: Scope) -> Value:
        whole = joint(scope).data
        found = np.array(np.broadcast_to(whole, whole.shape))
        for a, b in combinations(range(len(names)), 2):
            one, other = slice(ends[a], ends[a + 1]), slice(ends[b], ends[b + 1])
            roots = [cholesky(Value(whole[..., part, part], 2)).data for part in (one, other)]
            across = share * roots[0] @ _pattern(sizes[a], sizes[b]) @ np.swapaxes(roots[1], -1, -2)
            found[..., one, other] += across
            found[..., other, one] += np.swapaxes(across, -1, -2)
        return Value(found, 2)

    return moved


def _room(names: Sequence[Random], sizes: Sequence[int], joint: Joint, scope: Scope) -> float:
    """How far the pattern may go to both sides and leave a covariance."""
    for share in (2.0, 1.0, 0.4, 0.1, 0.02):
        both = [_leaning(names, sizes, joint, side * share)(scope).data for side in (1, -1)]
        if min(float(np.linalg.eigvalsh(each).min()) for each in both) > 0:
            return share
    return 0.0


def _pattern(rows: int, columns: int) -> Data:
    return np.asarray(OPEN * np.cos(np.arange(rows)[:, None] + 2.0 * np.arange(columns)))


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
    pattern = _pattern(size[a.name], size[b.name])
    ordered = sorted((a, b), key=lambda random: random.name)
    first, second = (cholesky(r.moments.covariance(size[r.name], scope)).data for r in ordered)
    open_part = first @ (pattern if a.name < b.name else pattern.T) @ np.swapaxes(second, -1, -2)
    return open_part if a.name < b.name else np.swapaxes(open_part, -1, -2)
