"""Bare indices read in context: in Var(q·k) = ∑_i Var(q_ik_i) = ∑_i 1 the last ∑_i runs as the one before it.

A sum whose body does not show how far its bare index runs takes the range that the same letter has elsewhere in the
chain.  Where the chain shows none, or two different ones, the sum stays bare.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree

Range = tuple[tree.Node, tree.Node]


def with_bounds(chain: tree.Chain, table: Table) -> tree.Chain:
    """The chain with the bounds of such sums written out."""
    lacking = {bound.index for big in _sums(chain) for bound in big.bounds if _lacks(bound, big.body)}
    known = {index: found for index in lacking if (found := _range(index, chain, table)) is not None}
    if not known:
        return chain

    def filled(node: tree.Node) -> tree.Node:
        node = tree.rebuild(node, filled)
        if isinstance(node, tree.Big):
            bounds = tuple(_with_range(bound, node.body, known) for bound in node.bounds)
            return node if bounds == node.bounds else replace(node, bounds=bounds)
        return node

    result = filled(chain)
    assert isinstance(result, tree.Chain)
    return result


def _sums(chain: tree.Node) -> Iterator[tree.Big]:
    return (node for node in tree.walk(chain) if isinstance(node, tree.Big))


def _lacks(bound: tree.Bound, body: tree.Node) -> bool:
    return bound.upper is None and bound.index not in tree.names(body)


def _with_range(bound: tree.Bound, body: tree.Node, known: dict[str, Range]) -> tree.Bound:
    if bound.index not in known or not _lacks(bound, body):
        return bound
    first, last = known[bound.index]
    return replace(bound, lower=bound.lower or first, upper=last)


def _range(index: str, chain: tree.Node, table: Table) -> Range | None:
    """The one range with which the chain uses the index as an axis, or binds it."""
    found = set(_ranges(index, chain, table))
    return found.pop() if len(found) == 1 else None


def _ranges(index: str, chain: tree.Node, table: Table) -> Iterator[Range]:
    for node in tree.walk(chain):
        if isinstance(node, tree.Component) and isinstance(node.array, tree.Name):
            declared = table.symbol(node.array.id)
            for place, at in enumerate(node.indices):
                if at == tree.Name(index) and declared is not None and declared.axes > place:
                    yield axis_range(declared, place)
        elif isinstance(node, tree.Bound) and node.index == index and node.upper is not None:
            yield node.lower or tree.Number("1"), node.upper


def axis_range(declared: Symbol, place: int) -> Range:
    """(first, last) along one axis of a declared array, the family's axis before its own."""
    if declared.family is not None:
        if place == 0:
            return declared.family
        place -= 1
    return tree.Number("1"), declared.shape[place]
