"""Trees whose bound names are renamed alike, so that two that differ in such names alone are equal."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from symbolic.notation.tree import Big, Bound, Integral, Limit, Name, Node, Optimum, rebuild


def renamed(tree: Node) -> Node:
    """The tree with its bound names replaced by numbers, in the order of their binding."""
    numbers = count(1)

    def change(node: Node, names: dict[str, str]) -> Node:
        bound = {name: f"#{next(numbers)}" for name in _binds(node)}
        inner = {**names, **bound}
        if isinstance(node, Name):
            return replace(node, id=names.get(node.id, node.id))
        if isinstance(node, Bound):
            node = replace(node, index=names.get(node.index, node.index))
        if isinstance(node, Integral):
            node = replace(node, variable=inner[node.variable])
        return rebuild(node, lambda child: change(child, inner))

    return change(tree, {})


def _binds(node: Node) -> list[str]:
    """The names that a node binds in what is below it."""
    if isinstance(node, Big):
        return [bound.index for bound in node.bounds]
    if isinstance(node, Integral):
        return [node.variable]
    if isinstance(node, Limit | Optimum) and isinstance(node.variable, Name):
        return [node.variable.id]
    return []
