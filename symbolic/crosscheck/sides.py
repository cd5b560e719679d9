"""The sides of a relation: their free indices and outcomes, each at all its values, and one shape for both."""

from __future__ import annotations

import numpy as np

from symbolic.crosscheck.assumed import free_indices, index_scope
from symbolic.crosscheck.blocks import Conditional, joined, thinned
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.ranges import BUILT_IN, index_range
from symbolic.crosscheck.sampling import outcomes_scope
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Mismatch, Value, describe, lifted, sized
from symbolic.notation import tree

#: Outcomes at which an equality between random quantities is tried.
OUTCOMES = 4096
#: Of a law that is stated given others, whose averages at each outcome are dear.
NESTED = 96


def freed(both: tree.Node, scope: Scope) -> tuple[Scope, dict[str, Value]]:
    """The scope with free indices and free outcomes as lanes."""
    table = scope.world.table
    lanes: dict[str, Value] = {}
    indices = free_indices(both, table)
    scope = index_scope(indices, scope)
    lanes |= {name: scope.varied[name] for name in indices}
    for name in bare_indices(both, scope):
        first, last = index_range(name, both, scope)
        lanes[name] = Value(scope.lane(np.arange(first, last + 1.0)))
        scope = scope.opened().local({name: lanes[name]})
    names = outcomes(both, table) - scope.locals.keys()
    if names:
        blocks = scope.world.blocks_of(names)
        rows = joined([block.rows(scope, 3) for block in blocks], scope.depth)
        most = NESTED if any(isinstance(block, Conditional) for block in blocks) else OUTCOMES
        scope = outcomes_scope(thinned(rows, most, scope.depth), scope)
        lanes |= {name: scope.varied[name] for name in names}
    return scope, lanes


def free_scope(node: tree.Node, scope: Scope) -> Scope:
    """The scope in which every free index and outcome of a tree has its values."""
    return freed(node, scope)[0]


def bare_indices(node: tree.Node, scope: Scope) -> list[str]:
    """Names that nothing declares or binds and that stand as an index: they are free."""
    found: dict[str, None] = {}
    bound = {b.index for part in tree.walk(node) if isinstance(part, tree.Big) for b in part.bounds}
    for part in tree.walk(node):
        if isinstance(part, tree.Optimum | tree.Limit):
            bound |= tree.names(part.variable)
    for part in tree.walk(node):
        if isinstance(part, tree.Component):
            for index in part.indices:
                if isinstance(index, tree.Name) and not scope.world.table.knows(index.id) and index.id not in bound:
                    found[index.id] = None
    return [name for name in found if name not in BUILT_IN]


def fitted(first: Value, second: Value, zero_first: bool, zero_second: bool) -> tuple[Value, Value]:
    """Both sides in one shape: 0 and I take the other's, diag(matrix) the reading that fits."""
    first, second = sized(first, second), sized(second, first)
    if first.kind and second.kind == first.kind:
        return Value(first.data), Value(second.data)
    if first.rank != second.rank:
        first = first.twin if first.twin is not None and first.twin.rank == second.rank else first
        second = second.twin if second.twin is not None and second.twin.rank == first.rank else second
    if zero_first and not first.rank:
        first = Value(lifted(first, second.rank) + np.zeros(second.shape), second.rank, second.row)
    if zero_second and not second.rank:
        second = Value(lifted(second, first.rank) + np.zeros(first.shape), first.rank, first.row)
    same = first.shape == second.shape and (first.rank != 1 or first.row == second.row)
    if not same or first.kind or second.kind:
        raise Mismatch(f"the left side is {describe(first)}, the right side {describe(second)}")
    return first, second
