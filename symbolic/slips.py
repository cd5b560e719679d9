"""slips(formula, table): the formulas that a slip of the pen, or of the code, makes of one.

One kind of slip is one line of a table at the end: its name, and the trees that it makes of a part.  `PARTS` apply to
one part at a time, `WHOLES` to the formula, `NAMES` to every place of a name at once.  What comes out may equal the
formula in truth (a transposed symmetric matrix); numbers tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from symbolic import slip_kinds as kinds
from symbolic.language.symbols import Table
from symbolic.notation.tree import (
    Component,
    Name,
    Node,
    names,
    rebuild,
)
from symbolic.slip_kinds import Made, Maker


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


def undone(name: str) -> str:
    """What had gone wrong in a formula that is mended by the slip of this name.

    >>> undone("a missing square"), undone("a sign")
    ('a square too many', 'a sign')
    """
    return UNDONE.get(name, name)


PARTS: tuple[tuple[str, Maker], ...] = (
    ("a sign", kinds.signs),
    ("a missing root", kinds.roots_lost),
    ("a root too many", kinds.roots_added),
    ("n − 1 for n, or n for n − 1", kinds.less_one),
    ("a missing square", kinds.squares_lost),
    ("p for 1 − p, or 1 − p for p", kinds.complements),
    ("a missing term", kinds.terms),
    ("a missing factor", kinds.factors),
    ("a factor 2", kinds.doubled),
    ("a factor ½", kinds.halved),
    ("a bracket", kinds.brackets),
    ("another size", kinds.other_sizes),
    ("the other axis", kinds.other_axis),
    ("a missing transpose", kinds.transposes_lost),
    ("a transpose too many", kinds.transposes_added),
    ("an exponent's sign", kinds.exponents),
    ("a missing exponent", kinds.powers_lost),
    ("places exchanged", kinds.swapped),
    ("a missing δ", kinds.deltas),
    ("a bound moved by one", kinds.bounds),
    ("a fixed number for a size", kinds.fixed_size),
    ("a function left out", kinds.functions),
    ("only the diagonal", kinds.diagonals),
    ("a square too many", kinds.squares_added),
    ("n + 1 for n", kinds.plus_one),
    ("+ for ×, or × for +", kinds.operations),
)

NAMES: tuple[tuple[str, Maker], ...] = (
    ("{0} taken for its square, or its root", kinds.deviation),
    ("{0} taken for twice or half of it", kinds.logarithm),
    ("1 − {0} for {0}", kinds.probability),
    ("{0} for its inverse or its negative", kinds.reciprocal),
    ("another quantity for {0}", kinds.other_value),
)

WHOLES: tuple[tuple[str, Maker], ...] = (
    ("the sign of the whole", kinds.whole_sign),
    ("a factor 2 or ½", kinds.whole_factor),
    ("a mean for a sum, or a sum for a mean", kinds.whole_size),
    ("a root or square of the whole", kinds.whole_power),
    ("the transpose of the whole", kinds.whole_transpose),
)

#: Slip → the slip that it undoes, where that is another.
UNDONE = {
    "a missing root": "a root too many",
    "a root too many": "a missing root",
    "a missing square": "a square too many",
    "a square too many": "a missing square",
    "a missing term": "a term too many",
    "a missing factor": "a factor too many",
    "a factor 2": "a missing factor 2",
    "a factor ½": "a missing factor ½",
    "a missing transpose": "a transpose too many",
    "a transpose too many": "a missing transpose",
    "a missing exponent": "an exponent too many",
    "a missing δ": "a δ too many",
    "a fixed number for a size": "a size for a fixed number",
    "a function left out": "a function too many",
    "only the diagonal": "more than the diagonal",
    "n + 1 for n": "n for n + 1",
}
