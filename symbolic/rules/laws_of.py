"""Which parameters the laws of random quantities depend on, definitions seen through."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.algebra.poly import Poly
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree


def is_random(poly: Poly, table: Table | None) -> bool:
    """May poly hold a random quantity?  Without a table: yes."""
    if table is None:
        return True
    return any((declared := table.symbol(name)) is not None and declared.random for name in poly.free)


def depends_on(body: Poly, name: str, table: Table | None) -> bool:
    """Does the law of some random quantity in `body` depend on `name`?  Without a table: no."""
    if table is None:
        return False
    random = [declared for each in body.free if (declared := table.symbol(each)) is not None and declared.random]
    return any(name in _reached(node, table, set()) for declared in random for node in _parameters(declared, table))


def _parameters(declared: Symbol, table: Table) -> Iterator[tree.Node]:
    """The trees that a law is stated by."""
    yield from declared.moments.values()
    if declared.law is not None:
        yield from declared.law.parameters
    yield from (bound for _, bound in declared.bounds)
    for relation in table.relations:
        if declared.name in relation.names:
            yield from relation.moments.values()
            yield from relation.law.parameters if relation.law is not None else ()
            if relation.value is not None:
                yield relation.value


def _reached(node: tree.Node, table: Table, seen: set[str]) -> set[str]:
    """The names in a tree and in the definitions behind them."""
    for name in tree.names(node):
        if name not in seen:
            seen.add(name)
            found = table.definitions.get(name)
            if found is not None:
                _reached(found.body, table, seen)
    return seen
