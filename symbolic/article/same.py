"""Do two formulas say the same?  As trees up to the names of bound indices; else member by member, for every law."""

from __future__ import annotations

from dataclasses import replace

from symbolic.language.symbols import Symbol, Table
from symbolic.notation.renaming import renamed
from symbolic.notation.tree import Chain, Node


def same_text(one: Node, other: Node) -> bool:
    """Equal as trees, whatever the typography, when bound names are renamed alike."""
    return renamed(one) == renamed(other)


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
