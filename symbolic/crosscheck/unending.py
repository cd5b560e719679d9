"""Families and sequences without an end: in an experiment only the first members differ from 0."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

import numpy as np

from symbolic.crosscheck.parameters import comparisons
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Unsupported, Value, lifted, scalar, taken
from symbolic.language.symbols import Definition, Symbol
from symbolic.notation import tree

#: The last index of an unending family that has a value in a world.
REACH = 40


def is_unending(declared: Symbol | None) -> bool:
    """Is it a family 1 … ∞ of what is not random?"""
    family = declared.family if declared is not None and not declared.random else None
    return family is not None and family[1] == tree.Name("∞")


def member(name: str, value: Value, at: list[Value], scope: Scope) -> Value:
    """An entry of an unending family: 0 beyond those that have a value, where the given allows that."""
    places = np.real(at[0].data)
    if not np.any(places > REACH):
        return taken(value, at)
    declared = scope.world.table.symbols[name]
    said = any(name in tree.names(side) for left, _, right in comparisons(scope.world.table) for side in (left, right))
    if declared.signs or declared.bounds or said:
        raise Unsupported(f"members of {name} beyond the {REACH}th")
    near = taken(value, [scalar(np.minimum(places, REACH)), *at[1:]])
    return replace(near, data=np.where(lifted(scalar(places <= REACH), near.rank), near.data, 0.0))


def open_end(found: Definition, at: tuple[int, ...], scope: Scope) -> Value | None:
    """Where x_t = f(x_{t+1}) is told without an end, any value far off makes one solution; None elsewhere."""
    declared = scope.world.table.symbol(found.name)
    if found.initial or len(at) != 1 or declared is None or declared.shape or not _looks_ahead(found):
        return None
    if at[0] > REACH:
        raise Unsupported(f"{found.name} beyond the {REACH}th")
    rng = np.random.default_rng((crc32(found.name.encode()), scope.world.seed))
    return scalar(rng.uniform(0.5, 1.5)) if at[0] == REACH else None


def _looks_ahead(found: Definition) -> bool:
    """Does the body ask for x at an index plus a number, and never at another?"""
    (index,) = found.indices
    asked = [node.indices[0] for node in tree.walk(found.body)
             if isinstance(node, tree.Component) and node.array == tree.Name(found.name)]  # fmt: skip
    return isinstance(index, tree.Name) and bool(asked) and all(_follows(each, index) for each in asked)


def _follows(node: tree.Node, index: tree.Node) -> bool:
    """t + 1, t + 2, … of t."""
    ahead = isinstance(node, tree.Add) and len(node.terms) == 2 and node.terms[0] == index
    return ahead and isinstance(node, tree.Add) and isinstance(node.terms[1], tree.Number)
