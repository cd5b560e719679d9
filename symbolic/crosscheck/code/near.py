"""The near formulas that a function computes instead."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.slips import Slip, slips

#: Near formulas that are tried.
MOST = 300


def nearest(formula: tree.Node, table: Table, fits: Callable[[tree.Node], bool]) -> list[Slip]:
    """The first slip of the formula that fits, none when no near one does."""
    for tried, slip in enumerate(slips(formula, table)):
        if tried >= MOST:
            break
        if fits(slip.node):
            return [slip]
    return []
