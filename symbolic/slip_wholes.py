"""The kinds of slips that concern a formula as a whole, or a name wherever it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symbolic.language.symbols import Table
from symbolic.notation.tree import (
    Add,
    Big,
    Bound,
    Call,
    Name,
    Negative,
    Node,
    Power,
    Product,
    Quotient,
    Root,
    Transpose,
    names,
    rebuild,
    walk,
)
from symbolic.slip_kinds import HALF, ONE, TWO, Made, is_value, negated, sizes_of, times


def whole_sign(node: Node, table: Table) -> Made:
    yield negated(node)


def whole_factor(node: Node, table: Table) -> Made:
    yield times(TWO, node)
    yield times(HALF, node)


def whole_size(node: Node, table: Table) -> Made:
    for size in sizes_of(table):
        yield Quotient(node, size)
        yield Product((size, node))


def whole_power(node: Node, table: Table) -> Made:
    yield Root(node)
    yield Power(node, TWO)


def whole_transpose(node: Node, table: Table) -> Made:
    yield Transpose(node)


def deviation(node: Node, table: Table) -> Made:
    if is_value(node, table):
        yield Root(node)
        yield Power(node, TWO)


def logarithm(node: Node, table: Table) -> Made:
    if is_value(node, table):
        yield Product((HALF, node))
        yield Product((TWO, node))


def probability(node: Node, table: Table) -> Made:
    if is_value(node, table):
        yield Add((ONE, Negative(node)))


def other_value(node: Node, table: Table) -> Made:
    """Another name of as many indices: an input for the output, a mean for a variable."""
    if is_value(node, table):
        own = _axes(node, table)
        others = [Name(name) for name in (*table.symbols, *table.definitions) if is_value(Name(name), table)]
        yield from (other for other in others if own is None or _axes(other, table) in (own, None))


def _axes(node: Node, table: Table) -> int | None:
    """How many indices a name takes; None where no declaration says so."""
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return None if symbol is None else symbol.axes


def reciprocal(node: Node, table: Table) -> Made:
    if is_value(node, table):
        yield Quotient(ONE, node)
        yield Negative(node)


def left_out(node: Node, table: Table) -> Made:
    """A scalar factor, divisor or exponent that is not there."""
    if is_value(node, table) and _axes(node, table) in (0, None):
        yield ONE


def from_zero(node: Node, table: Table) -> Made:
    """A whole number that is counted from 0 for 1, or from 1 for 0."""
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    if symbol is not None and symbol.domain == "integer" and symbol.kind != "dimension":
        yield Add((node, Negative(ONE)))
        yield Add((node, ONE))


def whole_logarithm(node: Node, table: Table) -> Made:
    yield Call(Name("log"), (node,))
    yield Power(Name("e"), node)


def exchanged(node: Node, table: Table) -> Made:
    """Two names change places everywhere, and two pairs that share their letters."""
    known = [name for name in sorted(names(node)) if is_value(Name(name), table)]
    pairs = [(a, b) for a in known for b in known if a < b and _alike(a, b, table)]
    for a, b in pairs:
        yield _renamed(node, {a: Name(b), b: Name(a)})
    for ends in dict.fromkeys((_end(a), _end(b)) for a, b in pairs if _letter(a) == _letter(b)):
        several = [(a, b) for a, b in pairs if (_end(a), _end(b)) == ends and _letter(a) == _letter(b)]
        if len(several) > 1:
            yield _renamed(node, {a: Name(b) for pair in several for a, b in (pair, pair[::-1])})


def deviations(node: Node, table: Table) -> Made:
    """All names of one letter (σ_1, σ_2) taken for their squares, or their roots."""
    known = [name for name in sorted(names(node)) if is_value(Name(name), table)]
    for letter in dict.fromkeys(map(_letter, known)):
        family = [name for name in known if _letter(name) == letter]
        if len(family) > 1:
            yield _renamed(node, {name: Root(Name(name)) for name in family})
            yield _renamed(node, {name: Power(Name(name), TWO) for name in family})


def ranges(node: Node, table: Table) -> Made:
    """Another range of a sum, wherever it stands: 1 … i taken for i … n, and for 1 … n."""
    spans = [bound for part in walk(node) if isinstance(part, Big) for bound in part.bounds]
    for bound in dict.fromkeys(spans):
        if bound.lower is None or bound.upper is None:
            continue
        for size in sizes_of(table):
            for new in (replace(bound, lower=bound.upper, upper=size), replace(bound, upper=size)):
                yield _with_bound(node, bound, new)


def _with_bound(node: Node, old: Bound, new: Bound) -> Node:
    if isinstance(node, Big):
        node = replace(node, bounds=tuple(new if bound == old else bound for bound in node.bounds))
    return rebuild(node, lambda part: _with_bound(part, old, new))


def _renamed(node: Node, values: Mapping[str, Node]) -> Node:
    if isinstance(node, Name):
        return values.get(node.id, node)
    return rebuild(node, lambda part: _renamed(part, values))


def _alike(one: str, other: str, table: Table) -> bool:
    return _axes(Name(one), table) == _axes(Name(other), table)


def _letter(name: str) -> str:
    return name.partition("_")[0]


def _end(name: str) -> str:
    return name.partition("_")[2]
