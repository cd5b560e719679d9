"""What must hold for an expression to have a value: divisors that do not vanish, arguments inside of a domain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.crosscheck.world import World, scope_of
from symbolic.language.symbols import Table
from symbolic.notation import tree

#: Functions that are real for some arguments only.
PARTIAL = frozenset({"log", "ln", "sqrt", "arcsin", "arccos", "arcosh", "artanh", "asin", "acos", "acosh", "atanh"})

#: Entries that looking at one guard may touch.
LITTLE = 1_000_000


@dataclass(frozen=True)
class Guard:
    """A part that must be defined, or (a divisor) must not vanish either."""

    part: tree.Node
    divisor: bool

    def breaks(self, world: World) -> bool:
        """Does it fail there?  What cannot be evaluated by itself, for an index that is bound around it, may."""
        effort = Effort(LITTLE, edge=True)
        try:
            with np.errstate(all="ignore"):
                data = evaluate(self.part, scope_of(world, effort)).data
        except (Unsupported, Mismatch, ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
            return True
        return bool(np.any(~np.isfinite(data)) or (self.divisor and np.any(data == 0)))


def guards(sides: tuple[tree.Node, ...], table: Table) -> list[Guard]:
    """The guards of all sides, through definitions."""
    reached = frozenset().union(*[mentioned(side, table) for side in sides])
    bodies = [d.body for n, d in table.definitions.items() if n in reached and not d.parameters and not d.indices]
    return list(dict.fromkeys(guard for body in (*sides, *bodies) for node in tree.walk(body) for guard in _of(node)))


def _of(node: tree.Node) -> Iterator[Guard]:
    if isinstance(node, tree.Quotient):
        yield Guard(node.denominator, True)
    if isinstance(node, tree.Limit):
        yield Guard(node, False)
    if isinstance(node, tree.Root) or (isinstance(node, tree.Power) and not _whole(node.exponent)):
        yield Guard(node, False)
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.id in PARTIAL:
        yield Guard(node, False)


def _whole(exponent: tree.Node) -> bool:
    return isinstance(exponent, tree.Number) and float(exponent.value).is_integer()
