"""An instance of a given: sizes, generic values and laws at which everything that it assumes holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symbolic.crosscheck import parameters, solving
from symbolic.crosscheck.assumed import assumed, check, holds, solve
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.population import TooMany, populate, shape_of
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Mismatch, Value
from symbolic.crosscheck.world import World, dimensions, scope_of
from symbolic.given import queries
from symbolic.language.symbols import Symbol, Table

#: Draws of parameters before a given counts as having no instance that was found.
ATTEMPTS = 60

#: Draws of the other parameters where some have special values.
FEW = 6

#: Sizes in the order in which turns hand them to the dimensions; the last turn of all is every size 1.
SIZES: tuple[tuple[int, ...], ...] = (
    (2, 3, 4, 5, 6), (3, 2, 4, 5, 2), (1, 3, 2, 4, 5), (2, 1, 3, 2, 4), (4, 2, 3, 5, 1),
)  # fmt: skip


@dataclass(frozen=True)
class Scaled:
    """A multiple of I, as the value of a matrix."""

    factor: float

    def may_be(self, symbol: Symbol) -> bool:
        """Does what is said of a matrix allow it?"""
        unit = {"orthogonal"} if abs(self.factor) == 1 else set()
        above = {"positive definite", "positive semidefinite", "nonnegative"} if self.factor > 0 else set()
        return symbol.signs <= {"symmetric", "diagonal", "invertible"} | unit | above


#: A value that a name takes in every entry, or as a matrix.
Special = float | Scaled

#: Turns of a search for a counterexample after which all sizes are one larger.
GROWTH = 30


class NoInstance(Exception):
    """No values were found at which every assumption of the given holds."""


def instance(
    table: Table,
    turn: int = 0,
    readable: bool = False,
    seed: int = 0,
    small: frozenset[str] = frozenset(),
    special: Mapping[str, Special] | None = None,
    constant: bool = False,
) -> World:
    """A world of the given; the turn chooses sizes and laws, the sizes in `small` before others.

    special   values that names and sizes take which may take them
    constant  random names are constants where nothing is said of their spread
    Raises NoInstance when none is found.
    """
    from numeric.generic import Chooser

    unmade = [(name, word) for name, symbol in table.symbols.items() for word in symbol.signs & parameters.UNMADE]
    if unmade:
        raise NoInstance(f"no generic value is made {unmade[0][1]}, as {unmade[0][0]} is said to be")
    rng = np.random.default_rng((seed, turn % 997))
    problem = "no sizes satisfy the assumptions"
    for chosen in _sizes(table, turn, small, special or {}):
        unsolved = 0
        for attempt in range(ATTEMPTS if special is None else FEW):
            try:
                world = World(table, chosen, seed=seed, readable=readable and attempt == 0, constant=constant)
                _fill(world, Chooser(rng, world.readable))
                _specialize(world, special or {})
                check(world)
                populate(world, turn, rng)
                return world
            except TooMany as reason:
                raise NoInstance(str(reason)) from reason
            except (ValueError, Mismatch) as reason:
                problem = str(reason)
                unsolved += isinstance(reason, solving.Unsolved)
                if unsolved == 3 or (attempt > 5 and not table.assumptions and not queries.requirements(table)):
                    break
    raise NoInstance(problem)


def _sizes(
    table: Table, turn: int, small: frozenset[str], special: Mapping[str, Special]
) -> Iterator[dict[str, int]]:
    """Assignments of sizes, those of the turn first, that satisfy what is assumed of sizes alone."""
    names = sorted(dimensions(table), key=lambda name: name not in small)
    about = [a for a in assumed(table) if mentioned(a, table) and mentioned(a, table) <= set(names)]
    first = [(1, 1, 1, 1, 1)] if turn % 2 and turn < 0 else []
    ladder = first + [SIZES[(abs(turn) + k) % len(SIZES)] for k in range(len(SIZES))]
    if turn < 0:
        more = abs(turn) // GROWTH  # an inequality may fail for large sizes alone
        ladder = [tuple(size + more for size in sizes) for sizes in ladder]
    ladder += [tuple(k + j for j in range(5)) for k in (3, 5, 7)]
    found = 0
    for sizes in ladder:
        chosen = {name: sizes[place % len(sizes)] + (place // len(sizes)) for place, name in enumerate(names)}
        fixed = {name: size for name, size in special.items() if not isinstance(size, Scaled)}
        chosen |= {name: round(size) for name, size in fixed.items() if name in chosen}
        scope = scope_of(World(table, chosen))
        if all(_in_bounds(name, size, table, scope) for name, size in chosen.items()) and all(
            holds(chain, scope) for chain in about
        ):
            yield chosen
            found += 1
            if found == 4:
                return


def _in_bounds(name: str, size: int, table: Table, scope: Scope) -> bool:
    """Is the size one that its declaration allows (`n : at least 2`)?"""
    symbol = table.symbol(name)
    if symbol is None or not symbol.bounds:
        return True
    low, high = parameters.bounds(symbol, table, scope)
    return (low is None or size >= low) and (high is None or size <= high)


def _fill(world: World, choose: Any) -> None:
    """Values for every name that has one."""
    scope = scope_of(world)
    for symbol in parameters.fixed_names(world.table):
        shape = shape_of(symbol, scope)
        world.values[symbol.name] = parameters.draw(symbol, shape, world.table, scope, choose)
        if symbol.depends_on:
            plain = replace(symbol, signs=frozenset())
            world.slopes[symbol.name] = parameters.draw(plain, shape, world.table, scope, choose)
    solve(world)


def _specialize(world: World, special: Mapping[str, Special]) -> None:
    """Every value whose declaration allows it becomes the special one, those too that another's allows only then."""
    fixed = [symbol for symbol in parameters.fixed_names(world.table) if symbol.name in special]
    for symbol in fixed * len(fixed):
        old, number = world.values[symbol.name], special[symbol.name]
        if isinstance(number, Scaled):
            if number.may_be(symbol) and old.rank == 2 and old.shape[0] == old.shape[1]:
                world.values[symbol.name] = Value(number.factor * np.eye(old.shape[0]), 2)
            continue
        low, high = parameters.bounds(symbol, world.table, scope_of(world))
        inside = (low is None or low <= number) and (high is None or number <= high)
        inside = inside and not parameters.on_open_end(symbol, number, scope_of(world))
        inside = inside and (symbol.domain != "integer" or float(number).is_integer())
        if inside and parameters.allows(parameters.words(symbol, world.table), number):
            world.values[symbol.name] = Value(np.full_like(old.data, number), old.rank)
