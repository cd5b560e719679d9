"""Syntax trees: what an author wrote, resolved against the declared names, before any algebra.

A tree is made of frozen dataclasses and needs neither SymPy nor NumPy.  It keeps what algebra would lose
(`d_k/d_k` stays a quotient) and forgets what is only dress (spacing, `\\left`, the sign of a product).  Fields that
record dress or place (`style`, `span`) take no part in equality, so two trees are equal when they say the same.

One meaning has one shape.  Brackets are kept: (ab)c is a product in a product, a + (b + c) a sum in a sum; side by
side, factors and terms lie in one node.  Numbers carry no sign: −2 is the Negative of 2, and a − b the sum of a and a
Negative; −ab is the Negative of a product, (−a)b a product.  ab/c is the quotient of a product, (a/b)c a product with a
quotient in it.  A power behind a function's name is a Power of the Call.  So reading undoes printing.

Names are canonical: see `glyphs.canonical`.  Everything below is total data; nothing here evaluates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from symbolic.notation.nodes import (
    Absolute,
    Add,
    Against,
    Average,
    Blank,
    Call,
    Component,
    Conditioned,
    Delta,
    Differential,
    Dot,
    Factorial,
    Hadamard,
    Indicator,
    Infix,
    Kronecker,
    Name,
    Negative,
    Node,
    Norm,
    Number,
    Operator,
    Partial,
    PlusMinus,
    Power,
    Prime,
    Product,
    Quotient,
    Range,
    Root,
    Span,
    Transpose,
)
from symbolic.notation.nodes_binding import (
    Big,
    Bound,
    Derivative,
    Evaluated,
    Extremum,
    Gathered,
    Gradient,
    Integral,
    IntegralOver,
    Limit,
    OfOrder,
    Optimum,
    OuterLimit,
)
from symbolic.notation.nodes_statements import (
    Builder,
    Cases,
    Chain,
    Claims,
    Dots,
    Interval,
    Labelled,
    Matrix,
    Members,
    Qualified,
    Quantified,
    Remark,
    Sequence,
    SetOf,
    Space,
    Tuple,
)

__all__ = [
    "Absolute",
    "Add",
    "Against",
    "Average",
    "Big",
    "Blank",
    "Bound",
    "Builder",
    "Call",
    "Cases",
    "Chain",
    "Claims",
    "Component",
    "Conditioned",
    "Delta",
    "Derivative",
    "Differential",
    "Dot",
    "Dots",
    "Evaluated",
    "Extremum",
    "Factorial",
    "Gathered",
    "Gradient",
    "Hadamard",
    "Indicator",
    "Infix",
    "Integral",
    "IntegralOver",
    "Interval",
    "Kronecker",
    "Labelled",
    "Limit",
    "Matrix",
    "Members",
    "Name",
    "Negative",
    "Node",
    "Norm",
    "Number",
    "OfOrder",
    "Operator",
    "Optimum",
    "OuterLimit",
    "Partial",
    "PlusMinus",
    "Power",
    "Prime",
    "Product",
    "Qualified",
    "Quantified",
    "Quotient",
    "Range",
    "Remark",
    "Root",
    "Sequence",
    "SetOf",
    "Space",
    "Span",
    "Transpose",
    "Tuple",
    "children",
    "extent",
    "is_event",
    "names",
    "rebuild",
    "walk",
]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in written order."""
    for item in fields(node):
        if item.name != "span":
            yield from _nodes(getattr(node, item.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)


def walk(node: Node) -> Iterator[Node]:
    """`node` and every node below it, parents first."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(list(children(top))))


def is_event(node: Node | None) -> bool:
    """A relation, or several that hold together: what P takes, and may stand behind a bar."""
    return isinstance(node, Chain) or (isinstance(node, Tuple) and all(isinstance(item, Chain) for item in node.items))


def extent(node: Node) -> Span | None:
    """The half-open range of characters over which a tree was read; None for one that was made."""
    spans = [part.span for part in walk(node) if part.span is not None]
    return (min(start for start, _ in spans), max(end for _, end in spans)) if spans else None


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """`node` with each direct child c replaced by change(c); the same object when nothing changed."""
    new: dict[str, Any] = {}
    for item in fields(node):
        if item.name != "span":
            old = getattr(node, item.name)
            value = _mapped(old, change)
            if value is not old:
                new[item.name] = value
    return replace(node, **new) if new else node


def _mapped(value: object, change: Callable[[Node], Node]) -> object:
    if isinstance(value, Node):
        return change(value)
    if isinstance(value, tuple):
        parts = tuple(_mapped(part, change) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    return value


def names(node: Node) -> set[str]:
    """The ids of all `Name` nodes in the tree, bound or free."""
    return {part.id for part in walk(node) if isinstance(part, Name)}
