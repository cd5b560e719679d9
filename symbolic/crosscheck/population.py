"""The joint laws of a world's random names, and values that are assumed through them."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from symbolic.crosscheck import coupling, recipes
from symbolic.crosscheck.assumed import assumed, holds, needs_law, solve_all
from symbolic.crosscheck.blocks import Block, Conditional
from symbolic.crosscheck.certain import make_certain
from symbolic.crosscheck.dependencies import is_random, outcomes
from symbolic.crosscheck.moments import Moments, stated_moments
from symbolic.crosscheck.ranges import whole
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.standardized import Random
from symbolic.crosscheck.supports import support_of
from symbolic.crosscheck.unending import REACH, is_unending
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.crosscheck.world import World, scope_of
from symbolic.given import queries
from symbolic.language.symbols import Relation, Symbol, Table
from symbolic.notation import tree

#: Of four turns, the one in which a mean that is left open is 0: only there some laws are symmetric about 0.
CENTRED = 3

#: Entries of one array, at most.
ENTRIES = 200_000


class TooMany(Exception):
    """An array has more entries than an experiment may hold."""


def shape_of(symbol: Symbol, scope: Scope) -> tuple[int, ...]:
    """The sizes of all axes, the family's first; raises TooMany."""
    shape = tuple(whole(size, scope) for size in symbol.shape)
    if symbol.family is not None:
        first = whole(symbol.family[0], scope)
        last = REACH if is_unending(symbol) else whole(symbol.family[1], scope)
        shape = (last - first + 1, *shape)
    if prod(shape) > ENTRIES:
        raise TooMany(f"{symbol.name} has {prod(shape)} entries, more than an experiment may hold")
    return shape


def moments_of(
    symbol: Symbol, shape: tuple[int, ...], table: Table, scope: Scope, rng: Any, centred: bool = False
) -> Moments:
    """Stated moments, and chosen ones for what is open; the mean 0 if `centred`, where it may be."""
    stated = stated_moments(symbol, table)
    own = shape[1:] if symbol.family is not None else shape
    same = symbol.components == "iid" or not own
    size = () if same else own
    support = support_of(symbol, scope)
    mean, variance = support.moments(rng, size, None if support.whole else _stated_mean(stated, scope))
    if scope.world.readable and not support.bounded:
        mean, variance = _rounded(mean, 4), _rounded(np.sqrt(variance), 8) ** 2
    mean = np.zeros(size) if centred and support.whole else mean
    variance = np.zeros(size) if scope.world.constant else variance
    if "second moment" in stated and "mean" not in stated:
        mean = _below_second(symbol, stated, scope, size)
    centre, spread = Value(np.asarray(mean), len(size)), Value(np.asarray(variance), len(size))
    return Moments(symbol.name, stated, len(shape), centre, spread, _is_joint(stated, scope))


def _stated_mean(stated: dict[str, tree.Node], scope: Scope) -> Data | None:
    from symbolic.crosscheck.evaluate import evaluate

    node = stated.get("mean")
    try:
        return None if node is None else np.real(evaluate(node, scope.globally()).data)
    except Unsupported:
        return None  # it is random itself


def _rounded(values: Any, parts: int) -> Any:
    """The values as quarters or eighths, none of them 0 or ½."""
    found = np.round(np.asarray(values) * parts)
    return np.where(np.isin(np.abs(found), (0, parts / 2)), np.sign(values) * (parts / 2 + 1), found) / parts


def _is_joint(stated: dict[str, tree.Node], scope: Scope) -> bool:
    """A covariance is said, or second moments of every pair."""
    from symbolic.crosscheck.evaluate import evaluate

    second = stated.get("second moment")
    return "covariance" in stated or (second is not None and evaluate(second, scope.globally()).rank == 2)


def _below_second(symbol: Symbol, stated: dict[str, tree.Node], scope: Scope, size: tuple[int, ...]) -> Any:
    """A mean whose square is less than the stated second moment, by the variance where that is stated too."""
    from symbolic.crosscheck.evaluate import evaluate

    second = evaluate(stated["second moment"], scope)
    if second.rank == 2 or "symmetric law" in symbol.signs:
        return np.zeros(size)
    if "variance" in stated:
        square = np.real(second.data) - np.real(evaluate(stated["variance"], scope).data)
        return np.broadcast_to(np.sqrt(np.maximum(square, 0.0)), size)
    return np.broadcast_to(0.6 * np.sqrt(np.abs(second.data)), size)


def populate(world: World, turn: int, rng: Any) -> None:
    """Joint laws for the random names, and values that are assumed through them."""
    table, scope = world.table, scope_of(world)
    randoms = []
    for symbol in table.symbols.values():
        if is_random(symbol.name, table):
            shape = shape_of(symbol, scope)
            moments = moments_of(symbol, shape, table, scope, rng, abs(turn) % 4 == CENTRED)
            randoms.append(Random(symbol, shape, moments))
    conditional = {r.names[0]: r for r in table.relations if r.kind == "conditional"}
    inner = {r.name: _given_names(r.symbol, table, conditional) for r in randoms}
    plain = [r for r in randoms if not inner[r.name]]
    blocks: list[Block] = []
    three = coupling.three_in_pairs(plain, table, abs(turn), scope) if abs(turn) % 3 == 2 else None
    if three is not None:
        blocks.append(three)
        plain = [r for r in plain if r.name not in three.names]
    for group in recipes.groups(plain, table):
        blocks += recipes.combine(group, table, abs(turn), scope)
    for random in [r for r in randoms if inner[r.name]]:
        blocks = _nested(random, inner[random.name], conditional.get(random.name), blocks, abs(turn), scope)
    world.blocks = tuple(blocks)
    _try_laws(world, scope)
    make_certain(world)
    through_laws = [c for c in assumed(table) if needs_law(c, table) and not outcomes(c, table)]
    solve_all(world, [c for c in through_laws if all(r == "=" for r, _ in c.links)])
    for chain in through_laws:
        if not holds(chain, scope_of(world)):
            raise ValueError("an assumption about a law does not hold at the values that were tried")


def _try_laws(world: World, scope: Scope) -> None:
    """Raises ValueError when a law does not exist at the values drawn."""
    for block in world.blocks:
        if not isinstance(block, Conditional):
            rows = block.rows(scope, 2)
            if any(np.any(np.isnan(value.data)) for value in rows.values.values()):
                raise ValueError("no law has such moments")


def _given_names(symbol: Symbol, table: Table, conditional: dict[str, Relation]) -> list[str]:
    """The random names on whose outcome the law of a name depends."""
    if symbol.name in conditional:
        return list(conditional[symbol.name].names[1:])
    trees = [*symbol.moments.values(), *(symbol.law.parameters if symbol.law else ())]
    found = set().union(*[queries.random_names(node, table) for node in trees]) if trees else set()
    return sorted(found - {symbol.name})


def _nested(
    random: Random, given: list[str], relation: Relation | None, blocks: list[Block], turn: int, scope: Scope
) -> list[Block]:
    """The name's own law inside the block of what it is given."""
    outer = [block for block in blocks if set(given) & set(block.names)]
    if len(outer) != 1:
        raise Unsupported("a law given names that do not stand in one block")
    symbol = random.symbol
    if relation is not None:
        symbol = replace(symbol, law=relation.law or symbol.law, moments={**symbol.moments, **relation.moments},
                         components=relation.components or symbol.components,
                         members=relation.members or symbol.members)  # fmt: skip
    moments = replace(random.moments, stated=dict(symbol.moments))
    own = Random(symbol, random.shape, moments)
    inner = recipes.solo_given(own, turn, scope)
    names = (*outer[0].names, random.name)
    nested = Conditional(names, outer[0], inner, f"{outer[0].said}; {random.name} given {', '.join(given)}")
    return [block for block in blocks if block is not outer[0]] + [nested]
