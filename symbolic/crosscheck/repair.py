"""The likely slip: the one change that makes a refuted side true, or makes what stands there of the right value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from symbolic.crosscheck.compare import trial
from symbolic.crosscheck.experiments import Worlds
from symbolic.crosscheck.scope import Effort
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.slips import Slip, slips, undone

#: Changes that are tried each way, entries that one look and all of them may touch, and worlds that must confirm one.
MOST, LOOK, WORK, TURNS = 120, 50_000, 250_000, 3


@dataclass(frozen=True)
class Repair:
    """The author's slip in words, the right side without it, and the part of the right side where it is."""

    name: str
    node: tree.Node
    part: tree.Node


def likely_slip(left: tree.Node, right: tree.Node, value: tree.Node | None, worlds: Worlds) -> Repair | None:
    """What explains that left = right is false, the shortest right side first; None when no single slip does.

    value  the right value of the left side, where it is known: it is quicker to evaluate
    """
    table, aim = worlds.table, left if value is None else value
    search = _Search(worlds)
    mended = [slip for slip in _few(right, table) if search.equal(aim, slip.node)]
    if mended:
        slip = min(mended, key=lambda slip: sum(1 for _ in tree.walk(slip.node)))
        return Repair(undone(slip.name), slip.node, difference(right, slip.node))
    if value is not None:
        for slip in _few(value, table):
            if search.equal(right, slip.node):
                return Repair(slip.name, value, right)
    return None


def _few(node: tree.Node, table: Table) -> Iterator[Slip]:
    for number, slip in enumerate(slips(node, table)):
        if number == MOST:
            return
        yield slip


@dataclass
class _Search:
    """Comparisons in a few worlds, until too much work was done."""

    worlds: Worlds
    work: int = WORK

    def equal(self, one: tree.Node, other: tree.Node) -> bool:
        held = 0
        for turn in range(TURNS):
            world = self.worlds.at(turn)
            if self.work <= 0 or isinstance(world, str):
                break
            found = trial(one, "=", other, world, Effort(LOOK))
            self.work -= LOOK - max(found.effort.work, 0)
            if found.status == "differs":
                return False
            held += found.status == "agrees"
        return held > 0 and self.work > 0


def difference(one: tree.Node, other: tree.Node) -> tree.Node:
    """The smallest part of a tree outside of which another is the same.

    >>> from symbolic.notation.tree import Name, Number, Power
    >>> difference(Power(Name("d"), Number("2")), Power(Name("d"), Number("3")))
    Number(text='2')
    """
    if type(one) is not type(other):
        return one
    own = [item.name for item in fields(one) if item.compare]
    unlike = [name for name in own if getattr(one, name) != getattr(other, name)]
    children = list(tree.children(one)), list(tree.children(other))
    pairs = [(a, b) for a, b in zip(*children, strict=False) if a != b]
    if len(children[0]) != len(children[1]) or len(unlike) != 1 or len(pairs) != 1:
        return one
    return difference(*pairs[0])
