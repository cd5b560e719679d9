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


def sizes_of(table: Table) -> list[Node]:
    return [Name(name) for name, symbol in table.symbols.items() if symbol.kind == "dimension"]


def _is_size(node: Node, table: Table) -> bool:
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return symbol is not None and symbol.kind == "dimension"


def is_value(node: Node, table: Table) -> bool:
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
    elif isinstance(node, Power):
        inner = node.exponent.argument if isinstance(node.exponent, Negative) else node.exponent
        if isinstance(inner, Quotient) and inner.denominator == TWO:
            whole = inner.numerator
            yield Power(node.base, Negative(whole) if isinstance(node.exponent, Negative) else whole)


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
    if isinstance(node, Component | Call) or is_value(node, table) or _is_size(node, table):
        yield Power(node, TWO)


def powers_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.base != Name("e"):
        yield node.base


def exponents(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.base != Name("e"):
        yield Power(node.base, negated(node.exponent))


def decays(node: Node, table: Table) -> Made:
    """e^x → e^{−x}."""
    if isinstance(node, Power) and node.base == Name("e"):
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
    elif is_value(node, table) or isinstance(node, Component):
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


def divisions(node: Node, table: Table) -> Made:
    """a/b → ab."""
    if isinstance(node, Quotient):
        yield Product((node.numerator, node.denominator))


def componentwise(node: Node, table: Table) -> Made:
    """A + B → A ⊙ B, AB → A ⊙ B, and back."""
    if isinstance(node, Hadamard):
        yield Add((node.left, node.right))
        yield Product((node.left, node.right))
    parts = node.terms if isinstance(node, Add) else node.factors if isinstance(node, Product) else ()
    if len(parts) == 2:
        yield Hadamard(*parts)


def centred(node: Node, table: Table) -> Made:
    """∑ x² → ∑ (x − x̄)²: the variance for the mean square."""
    if isinstance(node, Power) and node.exponent == TWO and isinstance(node.base, Component):
        mean = Call(Name("mean"), (node.base.array,))
        yield Power(Add((node.base, Negative(mean))), TWO)


def other_sizes(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        others = [size for size in sizes_of(table) if size != node]
        yield from others
        yield from (Product((other, node)) for other in others)


def fixed_size(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield from (ONE, TWO, Number("3"))
