"""lim_{n→∞} in a size n: the world made anew at one size after another, all else kept; the members extrapolated."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from symbolic.crosscheck.dependencies import is_random, mentioned
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import real, settled
from symbolic.crosscheck.values import Unsupported, Value
from symbolic.crosscheck.world import World
from symbolic.language.symbols import Table
from symbolic.notation import tree

#: The sizes at which a growing world is tried.
SIZES = (2, 3, 4, 5, 6, 7, 8)


def grows(name: str, body: tree.Node, table: Table) -> bool:
    """Does an array that the body reaches have this size?"""
    return any(_has_size(other, name, table) for other in mentioned(body, table))


def _has_size(other: str, name: str, table: Table) -> bool:
    symbol = table.symbol(other)
    if symbol is None or other in table.definitions:
        return False
    extents = (*symbol.shape, *(symbol.family or ()), *(symbol.span or ()))
    return any(name in mentioned(extent, table) for extent in extents)


def limit_in_size(node: Any, scope: Scope) -> Value:
    """The limit of the body as the size grows, by a polynomial in its reciprocal."""
    from numeric.extrapolation import in_reciprocals
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if scope.depth or scope.frames:
        raise Unsupported(f"a limit in the size {node.variable.id} under what varies")
    members = []
    for size in SIZES:
        world = _at_size(node.variable.id, size, node.body, scope.world)
        members.append(real(evaluate_scalar(node.body, replace(scope, world=world, memo={}, running=set())).data))
    arguments = np.asarray(SIZES, dtype=float)
    estimate = in_reciprocals(arguments, np.stack([member.reshape(()) for member in members]))
    return settled(estimate, Value(np.asarray(0.0)), scope, "a limit")


def _at_size(name: str, size: int, body: tree.Node, world: World) -> World:
    """The world at another size; raises Unsupported where a value that is given at one size would have to grow."""
    from symbolic.crosscheck.population import populate

    table = world.table
    fixed = [other for other in mentioned(body, table) if other in world.values and not is_random(other, table)]
    if any(_has_size(other, name, table) for other in fixed):
        raise Unsupported(f"a limit in the size {name} of what is given at one size")
    values = {other: value for other, value in world.values.items() if not _has_size(other, name, table)}
    grown = World(table, {**world.sizes, name: size}, values, seed=world.seed, slopes=world.slopes)
    try:
        populate(grown, 0, np.random.default_rng(world.seed))
    except ValueError as problem:
        raise Unsupported(f"no law of this kind at size {size}") from problem
    return grown
