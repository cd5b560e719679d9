"""What a given assumes of outcomes holds for certain: x + y = 1, x ≤ y, x² = 1, a random vector of norm 1.

Laws that the given leaves open are listed and their outcomes moved until the assumptions hold; where a law or moments
are stated that no such outcomes have, the world is none of the given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from symbolic.crosscheck import solving
from symbolic.crosscheck.assumed import assumed, is_mask, sides
from symbolic.crosscheck.blocks import Block, Finite, Placement, Rows, joined, thinned
from symbolic.crosscheck.dependencies import mentioned, outcomes
from symbolic.crosscheck.events import related
from symbolic.crosscheck.sampling import outcomes_scope
from symbolic.crosscheck.values import Data, Unsupported, Value, entrywise
from symbolic.crosscheck.world import World, scope_of
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree

#: Outcomes at which an assumption is looked at, and outcomes that are moved at most.
LOOKED, MOVED = 256, 24

#: How closely an equation must hold in the end.
CLOSE = 1e-11

#: How far apart the sides of an inequality are put that did not hold.
APART = 0.3


def conditions(table: Table) -> list[tree.Chain]:
    """The assumptions about outcomes: stated relations, and properties of random names taken whole."""
    stated = [chain for chain in assumed(table) if outcomes(chain, table) and not is_mask(chain, table)]
    randoms = [s for s in table.symbols.values() if s.random and s.name not in table.definitions and s.family is None]
    return stated + [chain for symbol in randoms for chain in _of_properties(symbol)]


def _of_properties(symbol: Symbol) -> Iterator[tree.Chain]:
    name, one = tree.Name(symbol.name), tree.Number("1")
    if "unit norm" in symbol.signs:
        yield tree.Chain(tree.Norm(name), (("=", one),))
    if "sums to 1" in symbol.signs and symbol.law is None:
        yield tree.Chain(tree.Product((tree.Transpose(tree.Name("𝟏")), name)), (("=", one),))


def make_certain(world: World) -> None:
    """Move the outcomes of laws that are left open; raises Unsolved where that does not bring the conditions about."""
    chains = [chain for chain in conditions(world.table) if not _holds(chain, world)]
    if not chains:
        return
    names = frozenset().union(*[outcomes(chain, world.table) for chain in conditions(world.table)])
    blocks = world.blocks_of(names)
    together = frozenset(name for block in blocks for name in block.names)
    if not all(_open(world.table.symbols[name], world.table) for name in together):
        raise solving.Unsolved("no outcomes of the stated laws satisfy what is assumed of them")
    moved = _moved(world, blocks, conditions(world.table))
    world.blocks = (*[block for block in world.blocks if block not in blocks], moved)
    if not all(_holds(chain, world) for chain in conditions(world.table)):
        raise solving.Unsolved("no outcomes were found that satisfy what is assumed of them")


def _open(symbol: Symbol, table: Table) -> bool:
    """Does the given leave the law and the moments of a name open, and its dependence on others."""
    related_to = any(symbol.name in relation.names for relation in table.relations)
    said = symbol.law or symbol.moments or symbol.components or symbol.members or "symmetric law" in symbol.signs
    about = (a for a in assumed(table) if symbol.name in mentioned(a, table) and not outcomes(a, table))
    return not (said or related_to or any(about))


def _holds(chain: tree.Chain, world: World) -> bool:
    scope = scope_of(world)
    blocks = world.blocks_of(outcomes(chain, world.table))
    rows = thinned(joined([block.rows(scope, 3) for block in blocks], scope.depth), LOOKED, scope.depth)
    links = sides(chain, outcomes_scope(rows, scope))
    return all(_link_holds(left, relation, right) for left, relation, right in links)


def _link_holds(left: Value, relation: str, right: Value) -> bool:
    if relation == "=":
        return bool(np.all(np.abs(_gap(left, right)) <= CLOSE))
    return bool(np.all(related(relation, left, right)))


def _gap(left: Value, right: Value) -> Data:
    return np.asarray(np.real(entrywise(np.subtract, left, right).data))


def _moved(world: World, blocks: list[Block], chains: list[tree.Chain]) -> Finite:
    """The listed outcomes of the blocks, moved until every condition holds at each of them."""
    from numeric.ensembles import Ensemble

    scope = scope_of(world)
    rows = thinned(joined([block.rows(scope, 3) for block in blocks], scope.depth), MOVED, scope.depth)
    names = sorted(rows.values)
    start = {name: _spread(rows.values[name], rows.count, k) for k, name in enumerate(names)}

    def residual(values: dict[str, Value]) -> Data:
        inner = outcomes_scope(Rows(values, rows.weights), scope)
        return np.concatenate([
            _missed(relation, left, right).reshape(-1)
            for chain in chains
            for left, relation, right in sides(chain, inner)
        ])

    found = solving.solved(start, residual, solving.kept_positive(names, world.table))
    weights = rows.weights.reshape(-1) / rows.weights.sum()
    said = f"{', '.join(names)}: {rows.count} outcomes at which what is assumed of them holds"
    base = Ensemble(tuple(np.asarray(found[name].data) for name in names), weights, said)
    return Finite(tuple(names), base, tuple(_placement(name, found[name]) for name in names), said)


def _spread(value: Value, count: int, place: int) -> Value:
    """One array of outcomes, none twice: names that shared their outcomes part."""
    data = np.broadcast_to(value.data, (count, *value.data.shape[1:])).copy()
    turn = 0.05 * np.sin(1.0 + place + np.arange(data.size, dtype=float) * 1.7).reshape(data.shape)
    return replace(value, data=data * (1 + turn))


def _missed(relation: str, left: Value, right: Value) -> Data:
    """By how much an equality fails; of an inequality, how far it is from holding with room."""
    gap = _gap(left, right)
    if relation == "=":
        return gap
    if relation in ("<", "≤"):
        return np.where(gap < 0, 0.0, gap + APART)
    if relation in (">", "≥"):
        return np.where(gap > 0, 0.0, gap - APART)
    if relation == "≠":
        return np.where(gap != 0, 0.0, APART)
    raise Unsupported(f"the relation {relation} between outcomes")


def _placement(name: str, value: Value) -> Placement:
    shape = value.data.shape[1:]
    return Placement(name, shape, lambda data, scope: replace(value, data=data))
