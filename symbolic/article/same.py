"""Do two formulas say the same?  As trees up to the names of bound indices; else member by member, for every law."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from symbolic.language.symbols import Symbol, Table
from symbolic.notation.tree import Big, Bound, Chain, Integral, Limit, Name, Node, Optimum, rebuild


def same_text(one: Node, other: Node) -> bool:
    """Equal as trees, whatever the typography, when bound names are renamed alike."""
    return renamed(one) == renamed(other)


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


def same_meaning(one: Chain, other: Chain, table: Table) -> bool:
    """The same relations between members that are equal whatever the laws are: no assumption may be used for it."""
    if [sign for sign, _ in one.links] != [sign for sign, _ in other.links]:
        return False
    weak = lawless(table)
    pairs = zip(members(one), members(other), strict=True)
    return all(same_text(left, right) or _equal(left, right, weak) for left, right in pairs)


def members(chain: Chain) -> list[Node]:
    return [chain.first, *(node for _, node in chain.links)]


def _equal(left: Node, right: Node, table: Table) -> bool:
    from symbolic.crosscheck.judge import judge
    from symbolic.decide import decide

    return judge(Chain(left, (("=", right),)), table, decide).verdict == "proved"


#: What may be used of a name that is not random: that roots and quotients of it make sense.
KEPT = frozenset({"positive", "negative", "nonnegative", "nonpositive", "nonzero"})


def lawless(table: Table) -> Table:
    """The table with nothing assumed: names, kinds, shapes, definitions and signs stay."""
    return replace(
        table,
        symbols={name: _bare(symbol) for name, symbol in table.symbols.items()},
        relations=[],
        assumptions=[],
        lemmas=[],
    )


def _bare(symbol: Symbol) -> Symbol:
    return replace(
        symbol, law=None, components=None, members=None, moments={}, signs=symbol.signs & KEPT, maximum_at=None
    )
