"""Worlds for a relation made of pieces: |x|, max(x, c), 1[x < c] hold other formulas where generic values seldom come.

The values of a usual world are made larger or smaller, and turned round where their sign is free.  What differs there
counts when many digits confirm it, for large values lose more in rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from symbolic.crosscheck.assumed import check
from symbolic.crosscheck.calls import ROUGH
from symbolic.crosscheck.compare import Trial, closer, trial
from symbolic.crosscheck.dependencies import is_random, mentioned
from symbolic.crosscheck.parameters import bounds, fixed_names, words
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value
from symbolic.crosscheck.world import World, scope_of
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree

#: Worlds that are made, and entries that may be touched in all of them.
COUNT, WORK = 40, 2_000_000

#: Powers of ten by which values and the numbers of a claim are multiplied.
POWERS = (-1.0, 1.0)

#: Differences that double precision cannot make by itself where no digits can be had: at usual magnitudes only.
USUAL = 4.0

#: Nodes that are one formula here and another there.
PIECES = (tree.Absolute, tree.Indicator, tree.Cases)


def apart(left: tree.Node, relation: str, right: tree.Node, world: World) -> Trial | None:
    """A world like this one in which a relation made of pieces fails; None where none was found, or it has no pieces.

    >>> from symbolic.crosscheck.instance import instance
    >>> from symbolic.given import read_given
    >>> from symbolic.notation import read
    >>> table = read_given("x : real")
    >>> floor, x = read("max(x, -10)", table), read("x", table)
    >>> apart(floor, "=", x, instance(table)).status
    'differs'
    """
    table, both = world.table, tree.Tuple((left, right))
    reached = mentioned(both, table)
    trees = [both, *(table.definitions[name].body for name in reached if name in table.definitions)]
    parts = [part for one in trees for part in tree.walk(one)]
    if not any(map(_in_pieces, parts)) or any(is_random(name, table) for name in reached):
        return None
    numbers = {abs(float(part.value)) for part in parts if isinstance(part, tree.Number)} - {0.0}
    spent = 0
    for moved in _moved(world, reached, sorted({1.0} | numbers)):
        found = trial(left, relation, right, moved, Effort())
        differs = found.status == "differs" and found.certain and not found.reason
        if differs and _confirmed(found, left, relation, right):
            return found
        spent += found.effort.spent
        if spent > WORK:
            break
    return None


def _in_pieces(part: tree.Node) -> bool:
    named = isinstance(part, tree.Call) and isinstance(part.function, tree.Name) and part.function.id in ROUGH
    rooted = isinstance(part, tree.Root) and isinstance(part.radicand, tree.Power)
    return named or rooted or isinstance(part, PIECES)


def _confirmed(found: Trial, left: tree.Node, relation: str, right: tree.Node) -> bool:
    """Do many digits show the difference too; or are all values of a usual size, where double precision tells?"""
    if closer(found, left, relation, right).status == "differs":
        return True
    return all(np.all(np.abs(value.data) <= USUAL) for value in found.world.values.values())


def _moved(world: World, names: frozenset[str], numbers: list[float]) -> Iterator[World]:
    """The world with other values, wherever all assumptions still hold."""
    free = [symbol for symbol in fixed_names(world.table) if symbol.name in names and symbol.domain != "integer"]
    for turn in range(COUNT if free else 0):
        rng = np.random.default_rng((world.seed, turn))
        values = dict(world.values)
        for symbol in free:
            values[symbol.name] = _other(world, symbol, world.table, rng, numbers, wide=turn % 2 == 1)
        moved = replace(world, values=values)
        try:
            check(moved)
        except (ValueError, Mismatch, Unsupported):
            continue
        yield moved


def _other(
    world: World, symbol: Symbol, table: Table, rng: np.random.Generator, numbers: list[float], wide: bool
) -> Value:
    """The value made larger or smaller, its free signs turned; unchanged where it has a structure or two bounds."""
    old, said = world.values[symbol.name], words(symbol, table)
    low, high = bounds(symbol, table, scope_of(world))
    structured = said - {"positive", "negative", "nonnegative", "nonzero", "invertible"}
    if structured or (low is not None and high is not None):
        return old
    size = 10.0 ** rng.uniform(*POWERS) * float(rng.choice(numbers)) if wide else 1.0
    data: Data = old.data
    if low is None and high is None and not said - {"nonzero", "invertible"}:
        turned = rng.integers(3)
        data = np.abs(data) * (1 if turned == 1 else -1) if turned else data
        return replace(old, data=_short(data * size))
    end = low if low is not None else high if high is not None else 0.0
    return replace(old, data=end + _short((data - end) * size))


def _short(data: Data) -> Data:
    """Values with three digits, as a reader likes them."""
    with np.errstate(all="ignore"):
        places = np.power(10.0, 2 - np.floor(np.log10(np.abs(np.where(data == 0, 1.0, data)))))
    return np.asarray(np.round(data * places) / places)
