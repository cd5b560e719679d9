"""Where the sides of a strict relation meet: special values, and random names that are constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic.crosscheck.compare import Trial, trial
from symbolic.crosscheck.dependencies import is_random
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.parameters import fixed_names
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Unsupported
from symbolic.language.symbols import Table
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.montecarlo import Spending

#: Values at which the sides may meet.
SPECIAL = (0.0, 1.0, 0.5, 2.0, -1.0)


def at_special_values(
    left: tree.Node, relation: str, right: tree.Node, table: Table, spending: Spending
) -> Trial | None:
    """Where all values that may are equal, the sides of a strict inequality may be."""
    names = [symbol.name for symbol in fixed_names(table)]
    for special in SPECIAL:
        for turn in (0, -1):
            try:
                world = instance(table, turn, special=dict.fromkeys(names, special))
                found = trial(left, relation, right, world, Effort(spending=spending))
            except (NoInstance, Unsupported):
                continue
            if found.status == "differs" and found.certain and not found.reason:
                return found
    return None


def is_equal_at_constants(left: tree.Node, relation: str, right: tree.Node, table: Table, spending: Spending) -> bool:
    """Does a strict relation fail where all that is random and of open spread is constant?"""
    if not any(is_random(name, table) for name in table.symbols):
        return False
    try:
        world = instance(table, 0, constant=True)
        return trial(left, relation, right, world, Effort(spending=spending)).status == "differs"
    except (NoInstance, Unsupported):
        return False
