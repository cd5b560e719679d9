"""The kinds of slips: what each makes of a part of a formula, or of a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from symbolic.language.symbols import Table
from symbolic.notation.tree import (
    Add,
    Big,
    Bound,
    Call,
    Component,
    Delta,
    Dot,
    Hadamard,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Transpose,
)

ONE, TWO = Number("1"), Number("2")
HALF = Quotient(ONE, TWO)

Made = Iterator[Node]
Maker = Callable[[Any, Table], Made]


def negated(node: Node) -> Node:
    return node.argument if isinstance(node, Negative) else Negative(node)


def added(terms: Iterable[Node]) -> Node:
    """The sum of some terms."""
    found = tuple(terms)
    return found[0] if len(found) == 1 else Add(found)


def multiplied(factors: Iterable[Node]) -> Node:
    """The product of some factors."""
    found = tuple(factors)
    return found[0] if len(found) == 1 else Product(found)


def times(factor: Node, node: Node) -> Node:
    """factor · node, the sign before it."""
    if isinstance(node, Negative):
        return Negative(times(factor, node.argument))
    return Product((factor, node))


def _each(parts: tuple[Node, ...], change: Callable[[Node], Node]) -> Iterator[tuple[Node, ...]]:
    for place, part in enumerate(parts):
        yield (*parts[:place], change(part), *parts[place + 1 :])


def _without(parts: tuple[Node, ...]) -> Iterator[tuple[Node, ...]]:
    return ((*parts[:place], *parts[place + 1 :]) for place in range(len(parts)))


def _sizes(table: Table) -> list[Node]:
    return [Name(name) for name, symbol in table.symbols.items() if symbol.kind == "dimension"]


def _is_size(node: Node, table: Table) -> bool:
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return symbol is not None and symbol.kind == "dimension"


def _is_value(node: Node, table: Table) -> bool:
    """Does a name stand for a number or array, and not for a size, an index or a function."""
    if not isinstance(node, Name) or not table.knows(node.id):
        return False
    symbol = table.symbol(node.id)
    return symbol is None or symbol.kind in ("scalar", "vector", "matrix")


def _matrix(node: Node, table: Table) -> bool:
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return symbol is not None and symbol.axes == 2


def signs(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (Add(terms) for terms in _each(node.terms, negated))


def terms(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (added(terms) for terms in _without(node.terms))


def factors(node: Node, table: Table) -> Made:
    if isinstance(node, Product):
        yield from (multiplied(factors) for factors in _without(node.factors))
    elif isinstance(node, Quotient):
        yield node.numerator
        yield Quotient(ONE, node.denominator)


def doubled(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (Add(terms) for terms in _each(node.terms, lambda term: times(TWO, term)))


def halved(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (Add(terms) for terms in _each(node.terms, lambda term: times(HALF, term)))


def roots_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Root):
        yield node.radicand
    elif isinstance(node, Power) and isinstance(node.exponent, Quotient):
        yield Power(node.base, node.exponent.numerator)
    elif isinstance(node, Power) and isinstance(node.exponent, Negative):
        inner = node.exponent.argument
        if isinstance(inner, Quotient):
            yield Power(node.base, Negative(inner.numerator))


def roots_added(node: Node, table: Table) -> Made:
    if isinstance(node, Quotient):
        yield Quotient(node.numerator, Root(node.denominator))
        yield Quotient(Root(node.numerator), node.denominator)
        yield Root(node)
    elif _is_size(node, table):
        yield Root(node)
    elif isinstance(node, Power) and node.exponent == Negative(ONE):
        yield Power(node.base, Negative(HALF))


def squares_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.exponent == TWO:
        yield node.base


def squares_added(node: Node, table: Table) -> Made:
    if isinstance(node, Component | Call) or _is_value(node, table) or _is_size(node, table):
        yield Power(node, TWO)


def powers_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.base != Name("e"):
        yield node.base


def exponents(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.base != Name("e"):
        yield Power(node.base, negated(node.exponent))


def less_one(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield Add((node, Negative(ONE)))
    elif isinstance(node, Add) and Negative(ONE) in node.terms:
        yield added(term for term in node.terms if term != Negative(ONE))


def plus_one(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield Add((node, ONE))


def complements(node: Node, table: Table) -> Made:
    if isinstance(node, Add) and len(node.terms) == 2 and node.terms[0] == ONE:
        yield negated(node.terms[1])
    elif _is_value(node, table) or isinstance(node, Component):
        yield Add((ONE, Negative(node)))


def transposes_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Transpose):
        yield node.argument


def transposes_added(node: Node, table: Table) -> Made:
    if _matrix(node, table):
        yield Transpose(node)


def swapped(node: Node, table: Table) -> Made:
    """ABC → BAC, ACB; x_ij → x_ji; a/b → b/a."""
    if isinstance(node, Product):
        for k in range(len(node.factors) - 1):
            yield Product((*node.factors[:k], node.factors[k + 1], node.factors[k], *node.factors[k + 2 :]))
    elif isinstance(node, Component) and len(node.indices) == 2:
        yield replace(node, indices=node.indices[::-1])
    elif isinstance(node, Quotient):
        yield Quotient(node.denominator, node.numerator)


def other_axis(node: Node, table: Table) -> Made:
    if isinstance(node, Call) and node.function in (Name("softmax"), Name("mean"), Name("var")):
        turned = replace(node, arguments=(Transpose(node.arguments[0]), *node.arguments[1:]))
        yield Transpose(turned)
        yield turned


def brackets(node: Node, table: Table) -> Made:
    """What stands in a bracket leaves it: a(b + c) → ab + c, a/(b + c) → a/b + c, √(a + b) → √a + b."""
    if isinstance(node, Quotient) and isinstance(node.denominator, Add):
        first, *rest = node.denominator.terms
        yield Add((Quotient(node.numerator, first), *rest))
    if isinstance(node, Quotient) and isinstance(node.numerator, Add):
        *start, last = node.numerator.terms
        yield Add((*start, Quotient(last, node.denominator)))
    if isinstance(node, Quotient) and isinstance(node.denominator, Product):
        first, *others = node.denominator.factors
        yield Product((Quotient(node.numerator, first), *others))
    if isinstance(node, Product) and isinstance(node.factors[-1], Add):
        *before, (total) = node.factors
        first, *rest = total.terms  # type: ignore[attr-defined]
        yield Add((Product((*before, first)), *rest))
    if isinstance(node, Root) and isinstance(node.radicand, Add):
        first, *rest = node.radicand.terms
        yield Add((replace(node, radicand=first), *rest))
    if isinstance(node, Call) and len(node.arguments) == 1 and isinstance(node.arguments[0], Add):
        first, *rest = node.arguments[0].terms
        yield Add((Call(node.function, (first,)), *rest))
    if isinstance(node, Add) and isinstance(node.terms[0], Root):
        yield Root(Add((node.terms[0].radicand, *node.terms[1:])))


def functions(node: Node, table: Table) -> Made:
    if isinstance(node, Call) and len(node.arguments) == 1:
        yield node.arguments[0]


def diagonals(node: Node, table: Table) -> Made:
    """M v → diag(M) ⊙ v: every entry is taken to depend on its own input only."""
    if isinstance(node, Product) and len(node.factors) >= 2:
        *matrix, vector = node.factors
        yield Hadamard(Call(Name("diag"), (multiplied(matrix),)), vector)


def deltas(node: Node, table: Table) -> Made:
    if isinstance(node, Delta):
        yield from (ONE, Number("0"))


def bounds(node: Node, table: Table) -> Made:
    if isinstance(node, Big):
        for place, bound in enumerate(node.bounds):
            for moved in _moved(bound):
                yield replace(node, bounds=(*node.bounds[:place], moved, *node.bounds[place + 1 :]))


def _moved(bound: Bound) -> Iterator[Bound]:
    if bound.lower is not None and bound.upper is not None:
        yield replace(bound, lower=Add((bound.lower, ONE)))
        yield replace(bound, upper=Add((bound.upper, Negative(ONE))))


def operations(node: Node, table: Table) -> Made:
    if isinstance(node, Product) and len(node.factors) == 2:
        yield Add(node.factors)
    elif isinstance(node, Add) and len(node.terms) == 2:
        yield Product(node.terms)
    elif isinstance(node, Dot):
        yield Hadamard(node.left, node.right)


def other_sizes(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        others = [size for size in _sizes(table) if size != node]
        yield from others
        yield from (Product((other, node)) for other in others)


def fixed_size(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield from (ONE, TWO, Number("3"))


def whole_sign(node: Node, table: Table) -> Made:
    yield negated(node)


def whole_factor(node: Node, table: Table) -> Made:
    yield times(TWO, node)
    yield times(HALF, node)


def whole_size(node: Node, table: Table) -> Made:
    for size in _sizes(table):
        yield Quotient(node, size)
        yield Product((size, node))


def whole_power(node: Node, table: Table) -> Made:
    yield Root(node)
    yield Power(node, TWO)


def whole_transpose(node: Node, table: Table) -> Made:
    yield Transpose(node)


def deviation(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Root(node)
        yield Power(node, TWO)


def logarithm(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Product((HALF, node))
        yield Product((TWO, node))


def probability(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Add((ONE, Negative(node)))


def other_value(node: Node, table: Table) -> Made:
    """Another name of as many indices: an input for the output, a mean for a variable."""
    if _is_value(node, table):
        own = _axes(node, table)
        others = [Name(name) for name in (*table.symbols, *table.definitions) if _is_value(Name(name), table)]
        yield from (other for other in others if own is None or _axes(other, table) in (own, None))


def _axes(node: Node, table: Table) -> int | None:
    """How many indices a name takes; None where no declaration says so."""
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return None if symbol is None else symbol.axes


def reciprocal(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Quotient(ONE, node)
        yield Negative(node)
