"""Definitions seen through: the random names below a tree, and the tree with definitions put in."""

from __future__ import annotations

from symbolic.given.substitution import Blocked, free_names, substitute
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.tree import Call, Component, Name, Node, Number


def random_names(node: Node, table: Table) -> set[str]:
    """The declared random names on which the value of a tree depends, seen through definitions.

    E[X] depends on no random name, E[X | Y] on Y.
    """
    found: set[str] = set()
    seen: set[str] = set()
    stack = [free_names(_outside_means(node))]
    while stack:
        for name in stack.pop() - seen:
            seen.add(name)
            definition = table.definitions.get(name)
            symbol = table.symbols.get(name)
            if definition is not None:
                stack.append(free_names(_outside_means(definition.body)) - set(definition.parameters))
            elif symbol is not None and symbol.random:
                found.add(name)
    return found


def _outside_means(node: Node) -> Node:
    """The tree with each E, Var, P … replaced by its condition, or by a number."""
    if isinstance(node, tree.Operator):
        return Number("0") if node.condition is None else _outside_means(node.condition)
    return tree.rebuild(node, _outside_means)


MAX_EXPANSION = 20_000


def expand(node: Node, table: Table) -> Node:
    """The tree with definitions put in for their names, without capture; recurrences and bare f' are left alone.

    What would grow beyond MAX_EXPANSION nodes keeps its later names.
    """
    return _Expansion(table).of(node, 0)


class _Expansion:
    """One expansion, with the number of nodes it may still make."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.left = MAX_EXPANSION

    def of(self, node: Node, depth: int) -> Node:
        self.left -= 1
        if depth > 40 or self.left < 0:
            return node
        if isinstance(node, Component | Call | Name):
            opened = _opened(node, self.table)
            if opened is not None:
                return self.of(opened, depth + 1)
        return tree.rebuild(node, lambda child: self.of(child, depth))


def _opened(node: Component | Call | Name, table: Table) -> Node | None:
    head = node.array if isinstance(node, Component) else node.function if isinstance(node, Call) else node
    definition = table.definitions.get(head.id) if isinstance(head, Name) else None
    if definition is None or definition.recurrent:
        return None
    try:
        if isinstance(node, Call) and len(node.arguments) == len(definition.parameters) > 0:
            return substitute(definition.body, dict(zip(definition.parameters, node.arguments, strict=True)))
        if isinstance(node, Component) and definition.indices and len(node.indices) == len(definition.indices):
            labels = [index.id for index in definition.indices if isinstance(index, Name)]
            if len(labels) == len(node.indices):
                return substitute(definition.body, dict(zip(labels, node.indices, strict=True)))
    except Blocked:
        return None
    plain = isinstance(node, Name) and not definition.parameters and not definition.indices
    return definition.body if plain else None
