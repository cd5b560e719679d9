"""slips(formula, table): the formulas that a slip of the pen, or of the code, makes of one.

One kind of slip is one line of a table at the end: its name, and the trees that it makes of a part.  `PARTS` apply to
one part at a time, `WHOLES` to the formula, `NAMES` to every place of a name at once.  What comes out may equal the
formula in truth (a transposed symmetric matrix); numbers tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
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
    names,
    rebuild,
)

ONE, TWO = Number("1"), Number("2")
HALF = Quotient(ONE, TWO)

Made = Iterator[Node]
Maker = Callable[[Any, Table], Made]


@dataclass(frozen=True)
class Slip:
    """What went wrong, in words, and the formula that it leaves."""

    name: str
    node: Node


def slips(formula: Node, table: Table) -> Iterator[Slip]:
    """All single slips of the formula, each tree once, the commonest first."""
    seen = {formula}
    for name, node in _all(formula, table):
        if node not in seen:
            seen.add(node)
            yield Slip(name, node)


def _all(formula: Node, table: Table) -> Iterator[tuple[str, Node]]:
    for name, part in PARTS:
        yield from ((name, node) for node in everywhere(formula, part, table))
    for name, whole in WHOLES:
        yield from ((name, node) for node in whole(formula, table))
    for name, of_name in NAMES:
        for one in sorted(names(formula)):
            for new in of_name(Name(one), table):
                yield name.format(one), substituted(formula, one, new)


def everywhere(node: Node, change: Maker, table: Table) -> Made:
    """The trees in which one part became one of the trees that `change` makes of it."""
    yield from change(node, table)
    for item in fields(node):
        if item.name not in ("span", "style", "index", "kind"):
            for new in _variants(getattr(node, item.name), change, table):
                yield replace(node, **{item.name: new})


def _variants(value: Any, change: Maker, table: Table) -> Iterator[Any]:
    if isinstance(value, Node):
        yield from everywhere(value, change, table)
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            yield from ((*value[:place], new, *value[place + 1 :]) for new in _variants(part, change, table))


def substituted(node: Node, name: str, new: Node) -> Node:
    """Every place of a name taken by a tree, except where an array has an index: then the entry is taken."""
    if isinstance(node, Name):
        return new if node.id == name else node
    if isinstance(node, Component) and node.array == Name(name):
        indices = tuple(substituted(index, name, new) for index in node.indices)
        return rebuild(new, lambda part: replace(node, indices=indices) if part == Name(name) else part)
    return rebuild(node, lambda part: substituted(part, name, new))


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


def _signs(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (Add(terms) for terms in _each(node.terms, negated))


def _terms(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (added(terms) for terms in _without(node.terms))


def _factors(node: Node, table: Table) -> Made:
    if isinstance(node, Product):
        yield from (multiplied(factors) for factors in _without(node.factors))
    elif isinstance(node, Quotient):
        yield node.numerator
        yield Quotient(ONE, node.denominator)


def _doubled(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (Add(terms) for terms in _each(node.terms, lambda term: times(TWO, term)))


def _halved(node: Node, table: Table) -> Made:
    if isinstance(node, Add):
        yield from (Add(terms) for terms in _each(node.terms, lambda term: times(HALF, term)))


def _roots_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Root):
        yield node.radicand
    elif isinstance(node, Power) and isinstance(node.exponent, Quotient):
        yield Power(node.base, node.exponent.numerator)
    elif isinstance(node, Power) and isinstance(node.exponent, Negative):
        inner = node.exponent.argument
        if isinstance(inner, Quotient):
            yield Power(node.base, Negative(inner.numerator))


def _roots_added(node: Node, table: Table) -> Made:
    if isinstance(node, Quotient):
        yield Quotient(node.numerator, Root(node.denominator))
        yield Quotient(Root(node.numerator), node.denominator)
        yield Root(node)
    elif _is_size(node, table):
        yield Root(node)
    elif isinstance(node, Power) and node.exponent == Negative(ONE):
        yield Power(node.base, Negative(HALF))


def _squares_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.exponent == TWO:
        yield node.base


def _squares_added(node: Node, table: Table) -> Made:
    if isinstance(node, Component | Call) or _is_value(node, table) or _is_size(node, table):
        yield Power(node, TWO)


def _powers_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.base != Name("e"):
        yield node.base


def _exponents(node: Node, table: Table) -> Made:
    if isinstance(node, Power) and node.base != Name("e"):
        yield Power(node.base, negated(node.exponent))


def _less_one(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield Add((node, Negative(ONE)))
    elif isinstance(node, Add) and Negative(ONE) in node.terms:
        yield added(term for term in node.terms if term != Negative(ONE))


def _plus_one(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield Add((node, ONE))


def _complements(node: Node, table: Table) -> Made:
    if isinstance(node, Add) and len(node.terms) == 2 and node.terms[0] == ONE:
        yield negated(node.terms[1])
    elif _is_value(node, table) or isinstance(node, Component):
        yield Add((ONE, Negative(node)))


def _transposes_lost(node: Node, table: Table) -> Made:
    if isinstance(node, Transpose):
        yield node.argument


def _transposes_added(node: Node, table: Table) -> Made:
    if _matrix(node, table):
        yield Transpose(node)


def _swapped(node: Node, table: Table) -> Made:
    """ABC → BAC, ACB; x_ij → x_ji; a/b → b/a."""
    if isinstance(node, Product):
        for k in range(len(node.factors) - 1):
            yield Product((*node.factors[:k], node.factors[k + 1], node.factors[k], *node.factors[k + 2 :]))
    elif isinstance(node, Component) and len(node.indices) == 2:
        yield replace(node, indices=node.indices[::-1])
    elif isinstance(node, Quotient):
        yield Quotient(node.denominator, node.numerator)


def _other_axis(node: Node, table: Table) -> Made:
    if isinstance(node, Call) and node.function in (Name("softmax"), Name("mean"), Name("var")):
        turned = replace(node, arguments=(Transpose(node.arguments[0]), *node.arguments[1:]))
        yield Transpose(turned)
        yield turned


def _brackets(node: Node, table: Table) -> Made:
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


def _functions(node: Node, table: Table) -> Made:
    if isinstance(node, Call) and len(node.arguments) == 1:
        yield node.arguments[0]


def _diagonals(node: Node, table: Table) -> Made:
    """M v → diag(M) ⊙ v: every entry is taken to depend on its own input only."""
    if isinstance(node, Product) and len(node.factors) >= 2:
        *matrix, vector = node.factors
        yield Hadamard(Call(Name("diag"), (multiplied(matrix),)), vector)


def _deltas(node: Node, table: Table) -> Made:
    if isinstance(node, Delta):
        yield from (ONE, Number("0"))


def _bounds(node: Node, table: Table) -> Made:
    if isinstance(node, Big):
        for place, bound in enumerate(node.bounds):
            for moved in _moved(bound):
                yield replace(node, bounds=(*node.bounds[:place], moved, *node.bounds[place + 1 :]))


def _moved(bound: Bound) -> Iterator[Bound]:
    if bound.lower is not None and bound.upper is not None:
        yield replace(bound, lower=Add((bound.lower, ONE)))
        yield replace(bound, upper=Add((bound.upper, Negative(ONE))))


def _operations(node: Node, table: Table) -> Made:
    if isinstance(node, Product) and len(node.factors) == 2:
        yield Add(node.factors)
    elif isinstance(node, Add) and len(node.terms) == 2:
        yield Product(node.terms)
    elif isinstance(node, Dot):
        yield Hadamard(node.left, node.right)


def _other_sizes(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        others = [size for size in _sizes(table) if size != node]
        yield from others
        yield from (Product((other, node)) for other in others)


def _fixed_size(node: Node, table: Table) -> Made:
    if _is_size(node, table):
        yield from (ONE, TWO, Number("3"))


def _whole_sign(node: Node, table: Table) -> Made:
    yield negated(node)


def _whole_factor(node: Node, table: Table) -> Made:
    yield times(TWO, node)
    yield times(HALF, node)


def _whole_size(node: Node, table: Table) -> Made:
    for size in _sizes(table):
        yield Quotient(node, size)
        yield Product((size, node))


def _whole_power(node: Node, table: Table) -> Made:
    yield Root(node)
    yield Power(node, TWO)


def _whole_transpose(node: Node, table: Table) -> Made:
    yield Transpose(node)


def _deviation(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Root(node)
        yield Power(node, TWO)


def _logarithm(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Product((HALF, node))
        yield Product((TWO, node))


def _probability(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Add((ONE, Negative(node)))


def _other_value(node: Node, table: Table) -> Made:
    """Another name of as many indices: an input for the output, a mean for a variable."""
    if _is_value(node, table):
        own = _axes(node, table)
        others = [Name(name) for name in (*table.symbols, *table.definitions) if _is_value(Name(name), table)]
        yield from (other for other in others if own is None or _axes(other, table) in (own, None))


def _axes(node: Node, table: Table) -> int | None:
    """How many indices a name takes; None where no declaration says so."""
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return None if symbol is None else symbol.axes


def _reciprocal(node: Node, table: Table) -> Made:
    if _is_value(node, table):
        yield Quotient(ONE, node)
        yield Negative(node)


PARTS: tuple[tuple[str, Maker], ...] = (
    ("a sign", _signs),
    ("a missing root", _roots_lost),
    ("a root too many", _roots_added),
    ("n − 1 for n, or n for n − 1", _less_one),
    ("a missing square", _squares_lost),
    ("p for 1 − p, or 1 − p for p", _complements),
    ("a missing term", _terms),
    ("a missing factor", _factors),
    ("a factor 2", _doubled),
    ("a factor ½", _halved),
    ("a bracket", _brackets),
    ("another size", _other_sizes),
    ("the other axis", _other_axis),
    ("a missing transpose", _transposes_lost),
    ("a transpose too many", _transposes_added),
    ("an exponent's sign", _exponents),
    ("a missing exponent", _powers_lost),
    ("places exchanged", _swapped),
    ("a missing δ", _deltas),
    ("a bound moved by one", _bounds),
    ("a fixed number for a size", _fixed_size),
    ("a function left out", _functions),
    ("only the diagonal", _diagonals),
    ("a square too many", _squares_added),
    ("n + 1 for n", _plus_one),
    ("+ for ×, or × for +", _operations),
)

NAMES: tuple[tuple[str, Maker], ...] = (
    ("{0} taken for its square, or its root", _deviation),
    ("{0} taken for twice or half of it", _logarithm),
    ("1 − {0} for {0}", _probability),
    ("{0} for its inverse or its negative", _reciprocal),
    ("another quantity for {0}", _other_value),
)

WHOLES: tuple[tuple[str, Maker], ...] = (
    ("the sign of the whole", _whole_sign),
    ("a factor 2 or ½", _whole_factor),
    ("a mean for a sum, or a sum for a mean", _whole_size),
    ("a root or square of the whole", _whole_power),
    ("the transpose of the whole", _whole_transpose),
)
