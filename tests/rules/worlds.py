"""Small tables for tests of rules, built without the reader."""

from __future__ import annotations

from symbolic.algebra.given_facts import GivenFacts
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, Poly, symbol
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import sum_over
from symbolic.language.symbols import Symbol, Table
from symbolic.lowering.lower import lower_scalar
from symbolic.lowering.scope import Scope
from symbolic.notation import tree

N = tree.Name("n")


def real(name: str, *signs: str) -> Symbol:
    return Symbol(name, "scalar", signs=frozenset(signs))


def integer(name: str, *signs: str) -> Symbol:
    return Symbol(name, "scalar", domain="integer", signs=frozenset(signs))


def vector(name: str, maximum_at: tree.Node | None = None) -> Symbol:
    return Symbol(name, "vector", (N,), maximum_at=maximum_at)


def matrix(name: str, *signs: str) -> Symbol:
    return Symbol(name, "matrix", (N, N), signs=frozenset(signs))


def index(name: str) -> Symbol:
    return Symbol(name, "index", span=(tree.Number("1"), N), domain="integer")


def situation(*symbols: Symbol) -> Situation:
    """The situation of a given with these symbols, a dimension n and indices i, j, k."""
    table = Table({each.name: each for each in (Symbol("n", "dimension"), *map(index, "ijk"), *symbols)})
    facts = GivenFacts(table)
    made = Situation(table, facts)
    facts.evaluate = lambda node: lower_scalar(node, Scope(made))  # type: ignore[arg-type]
    return made


def total(term) -> Poly:  # type: ignore[no-untyped-def]
    """Σ_{m=1}^{n} term(m)."""
    place = fresh((ONE, symbol("n")))
    return sum_over(next(iter(place.free)), ONE, symbol("n"), term(place))
