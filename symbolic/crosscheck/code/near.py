"""The near formula that a function computes instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.slips import Slip, slips

#: Near formulas that are tried, and the work that may be spent on them.
MOST, WORK = 500, 200_000


def nearest(
    formula: tree.Node, table: Table, fits: Callable[[tree.Node], bool], spent: Callable[[], int]
) -> Slip | None:
    """The first slip of the formula that fits; None when no near one does."""
    start = spent()
    for tried, slip in enumerate(_slips(formula, table)):
        if tried >= MOST or spent() - start > WORK:
            break
        if fits(slip.node):
            return slip
    return None


def _slips(formula: tree.Node, table: Table) -> Iterator[Slip]:
    """The slips of the formula as it stands, then with its definitions written out."""
    yield from slips(formula, table)
    written = opened(formula, table)
    if written != formula:
        yield from slips(written, table)


def opened(node: tree.Node, table: Table) -> tree.Node:
    """The tree with every name that is defined as a whole replaced by what it is."""
    found = table.definitions.get(node.id) if isinstance(node, tree.Name) else None
    if found is not None and not (found.parameters or found.indices or found.recurrent):
        return opened(found.body, table)
    return tree.rebuild(node, lambda part: opened(part, table))
