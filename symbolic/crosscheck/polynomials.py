"""degrees(node, name, …): which powers of a variable a polynomial has, read off its tree."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.crosscheck.dependencies import mentioned
from symbolic.language.symbols import Table
from symbolic.notation import tree

#: The power up to which a sum is multiplied out.
MOST = 12


def degrees(node: tree.Node, name: str, reciprocal: bool, table: Table) -> set[int] | None:
    """The powers of `name` (of 1/name if `reciprocal`) among the terms; None of what is no polynomial in it."""
    if name not in mentioned(node, table) | tree.names(node):
        return {0}
    if node == tree.Name(name):
        return {-1 if reciprocal else 1}
    parts = [degrees(part, name, reciprocal, table) for part in _parts(node)]
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        return None
    if isinstance(node, tree.Add):
        return set().union(*known)
    if isinstance(node, tree.Quotient):
        below = known[1]
        return {power - min(below) for power in known[0]} if len(below) == 1 else None
    if isinstance(node, tree.Power):
        return _power(known[0], node.exponent)
    return _products(known)


def _parts(node: tree.Node) -> tuple[tree.Node, ...]:
    """The parts of which a polynomial is made; none of anything else."""
    if isinstance(node, tree.Add):
        return node.terms
    if isinstance(node, tree.Negative):
        return (node.argument,)
    if isinstance(node, tree.Product):
        return node.factors
    if isinstance(node, tree.Quotient):
        return node.numerator, node.denominator
    if isinstance(node, tree.Dot):
        return node.left, node.right
    if isinstance(node, tree.Transpose):
        return (node.argument,)
    if isinstance(node, tree.Big) and node.operator == "∑":
        return (node.body,)
    return (node.base,) if isinstance(node, tree.Power) else ()


def _products(parts: Iterable[set[int]]) -> set[int]:
    found = {0}
    for part in parts:
        found = {first + second for first in found for second in part}
    return found


def _power(base: set[int], exponent: tree.Node) -> set[int] | None:
    sign, bare = (-1, exponent.argument) if isinstance(exponent, tree.Negative) else (1, exponent)
    if not isinstance(bare, tree.Number) or bare.value.denominator != 1 or bare.value > MOST:
        return None
    if sign < 0:
        return {-int(bare.value) * min(base)} if len(base) == 1 else None
    return _products([base] * int(bare.value))
