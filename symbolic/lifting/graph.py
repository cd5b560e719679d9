"""Contractions as matrix notation: Σ_ij x_i A_ij y_j is xᵀAy, a closed walk is a trace, an open one an entry.

Indices are the vertices of a graph, factors with two indices its edges, factors with one its ends.  A monomial lifts
when every bound index is met exactly twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from symbolic.lifting import build
from symbolic.notation import tree


@dataclass(frozen=True)
class Factor:
    """An array with its indices (one or two names), whether it is symmetric, and the tree of the whole array."""

    array: tree.Node
    indices: tuple[str, ...]
    symmetric: bool = False


@dataclass(frozen=True)
class Walk:
    """Steps (array, is it transposed) from one end to the other.

    Between two vectors both are steps, the first transposed; from a free index the walk starts, to one it ends; with no
    ends it is closed.
    """

    steps: tuple[tuple[tree.Node, bool], ...]
    start: str | None = None
    end: str | None = None
    closed: bool = False

    def trees(self) -> list[tree.Node]:
        """The factors as trees, transposed where they are met backwards; equal neighbours as a power."""
        found: list[tree.Node] = []
        for (array, flipped), run in groupby(self.steps):
            node = tree.Transpose(array) if flipped else array
            count = len(list(run))
            found.append(node if count == 1 else tree.Power(node, tree.Number(str(count))))
        return found


def walk_of(factors: Sequence[Factor], bound: Sequence[str]) -> Walk | None:
    """The walk that the factors make, or None when they make no single one."""
    meetings = Counter(index for factor in factors for index in factor.indices)
    if any(meetings[index] != 2 for index in bound):
        return None
    free = sorted(index for index in meetings if index not in bound)
    if any(meetings[index] != 1 for index in free):
        return None
    ends = [factor for factor in factors if len(factor.indices) == 1]
    if len(ends) + len(free) not in (0, 2):
        return None
    return _followed(list(factors), ends, free)


def _followed(left: list[Factor], ends: list[Factor], free: list[str]) -> Walk | None:
    steps: list[tuple[tree.Node, bool]] = []
    if free:
        here = free[0]
    elif ends:
        left.remove(ends[0])
        steps.append((ends[0].array, True))
        here = ends[0].indices[0]
    else:
        here = left[0].indices[0]
    while left:
        step = next((factor for factor in left if here in factor.indices), None)
        if step is None:
            return None
        left.remove(step)
        if len(step.indices) == 1:
            steps.append((step.array, False))
            return Walk(tuple(steps), free[0] if free else None) if not left else None
        forward = step.indices[0] == here
        steps.append((step.array, not forward and not step.symmetric))
        here = step.indices[1] if forward else step.indices[0]
    return Walk(tuple(steps), free[0] if free else None, free[1] if len(free) > 1 else None, not free and not ends)


def contracted(walk: Walk, rank: Callable[[tree.Node], int]) -> tree.Node:
    """The scalar of a walk between two vectors, or the trace of a closed one."""
    if walk.closed:
        return tree.Call(tree.Name("tr"), (build.product(walk.trees()),))
    first, last = walk.steps[0][0], walk.steps[-1][0]
    if len(walk.steps) > 2:
        return build.product(walk.trees())
    if first == last:
        return tree.Norm(first)
    left, right = sorted((first, last), key=rank)
    return tree.Dot(left, right)
