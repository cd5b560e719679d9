"""The part of a given that a claim can depend on: random names that it does not reach are left out.

A name is reached when the claim mentions it, or a definition, a moment, a law, a size, a covariance, a conditional law
or an assumption of a reached name does; and a random name when its moments speak of a reached parameter and bound it:
with mean m and second moment s no law has s < m².
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic.language.symbols import Relation, Symbol, Table
from symbolic.notation import tree

#: Relations that make the law of one name depend on another.
BINDING = frozenset({"cov", "corr", "conditional"})

#: Moments that bound one another in no way.
FREE = frozenset({"mean", "variance", "standard deviation"})

#: What a moment may bound.
VALUES = frozenset({"scalar", "vector", "matrix"})


def relevant(table: Table, node: tree.Node) -> Table:
    """The table without the random names that `node` does not reach."""
    reached = _reached(table, node)
    dropped = {
        name
        for name, symbol in table.symbols.items()
        if symbol.random and name not in reached and name not in table.definitions
    }
    if not dropped:
        return table
    symbols = {name: symbol for name, symbol in table.symbols.items() if name not in dropped}
    definitions = {
        name: made for name, made in table.definitions.items() if name in reached or not tree.names(made.body) & dropped
    }
    symbols = {name: symbol for name, symbol in symbols.items() if name not in table.definitions or name in definitions}
    relations = [kept for relation in table.relations if (kept := _without(relation, dropped)) is not None]
    assumptions = [each for each in table.assumptions if not tree.names(each.relation) & dropped]
    return replace(table, symbols=symbols, definitions=definitions, relations=relations, assumptions=assumptions)


def _reached(table: Table, node: tree.Node) -> set[str]:
    found: set[str] = set()
    waiting = [*tree.names(node)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_needed(name, table))
    return found


def _needed(name: str, table: Table) -> Iterator[str]:
    """The names on which a name rests directly."""
    made, symbol = table.definitions.get(name), table.symbol(name)
    if made is not None:
        yield from tree.names(made.body)
    if symbol is not None:
        for part in _trees(symbol):
            yield from tree.names(part)
    for relation in table.relations:
        if relation.kind in BINDING and name in relation.names:
            yield from relation.names
            law = relation.law.parameters if relation.law is not None else ()
            for tied in (relation.value, *law, *relation.moments.values()):
                if tied is not None:
                    yield from tree.names(tied)
    for assumption in table.assumptions:
        mentioned = tree.names(assumption.relation)
        if name in mentioned:
            yield from mentioned
    if symbol is not None and not symbol.random and symbol.kind in VALUES and name not in table.definitions:
        yield from _bounding(name, table)


def _bounding(parameter: str, table: Table) -> Iterator[str]:
    """The random names whose stated moments speak of a parameter and may bound it by more than its sign."""
    for symbol in table.symbols.values():
        spoken = any(parameter in tree.names(value) for value in symbol.moments.values())
        if spoken and symbol.random and not _is_free(symbol):
            yield symbol.name
    for relation in table.relations:
        if any(parameter in tree.names(value) for value in (relation.value, *relation.moments.values()) if value):
            yield from relation.names


def _is_free(symbol: Symbol) -> bool:
    """Is there a law for every value of the stated moments: a mean and a variance that is v or s², of any outcomes?"""
    spread = symbol.moments.get("variance")
    bare = spread.base if isinstance(spread, tree.Power) else spread
    plain = bare is None or isinstance(bare, tree.Name | tree.Number)
    return plain and not symbol.bounds and not symbol.signs and symbol.moments.keys() <= FREE


def _trees(symbol: Symbol) -> Iterator[tree.Node]:
    yield from symbol.shape
    yield from symbol.family or ()
    yield from symbol.moments.values()
    yield from symbol.law.parameters if symbol.law is not None else ()
    yield from (bound for _, bound in symbol.bounds)


def _without(relation: Relation, dropped: set[str]) -> Relation | None:
    """The relation among the names that are left, or None when nothing is related any more."""
    if not dropped.intersection(relation.names):
        return relation
    if relation.kind in BINDING or getattr(relation, "groups", None):
        return None
    names = tuple(name for name in relation.names if name not in dropped)
    return replace(relation, names=names) if len(names) > 1 else None
