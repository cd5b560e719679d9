"""slips(formula, table): the formulas that a slip of the pen, or of the code, makes of one.

One kind of slip is one line of a table at the end: its name, and the trees that it makes of a part.  `PARTS` apply to
one part at a time, `WHOLES` to the formula, `NAMES` to every place of a name at once.  What comes out may equal the
formula in truth (a transposed symmetric matrix); numbers tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from symbolic import slip_brackets, slip_wholes
from symbolic import slip_kinds as kinds
from symbolic.language.symbols import Table
from symbolic.notation.tree import Component, Name, Node, Power, Product, Quotient, Root, names, rebuild
from symbolic.slip_kinds import Made, Maker


@dataclass(frozen=True)
class Slip:
    """What went wrong, in words, and the formula that it leaves."""

    name: str
    node: Node


def slips(formula: Node, table: Table) -> Iterator[Slip]:
    """All single slips of the formula, each tree once, the commonest first."""
    seen = {formula, tidied(formula)}
    for name, made in _all(formula, table):
        node = tidied(made)
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
                yield name.format(one), _unrooted(substituted(formula, one, new))


def tidied(node: Node) -> Node:
    """The tree without what a slip leaves behind: factors and divisors 1, 1^x, x^1, a/(1/b).

    >>> from symbolic.notation.tree import Number, Product
    >>> tidied(Product((Number("1"), Name("g"))))
    Name(id='g')
    """
    node = rebuild(node, tidied)
    if isinstance(node, Product) and kinds.ONE in node.factors:
        kept = [factor for factor in node.factors if factor != kinds.ONE]
        return kinds.multiplied(kept) if kept else kinds.ONE
    if isinstance(node, Power) and kinds.ONE in (node.base, node.exponent):
        return node.base
    if isinstance(node, Quotient) and node.denominator == kinds.ONE:
        return node.numerator
    if isinstance(node, Quotient) and isinstance(node.denominator, Quotient):
        inner = node.denominator
        return kinds.multiplied((node.numerator, inner.denominator)) if inner.numerator == kinds.ONE else node
    return node


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


def _unrooted(node: Node) -> Node:
    """The tree with (√x)² written x."""
    node = rebuild(node, _unrooted)
    root = node.base if isinstance(node, Power) and node.exponent == kinds.TWO else None
    return root.radicand if isinstance(root, Root) and root.degree is None else node


def undone(name: str) -> str:
    """What had gone wrong in a formula that is mended by the slip of this name.

    >>> undone("a missing square"), undone("a sign")
    ('a square too many', 'a sign')
    """
    return UNDONE.get(name, name.replace(" left out", " too many"))


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
    ("a bracket", slip_brackets.brackets),
    ("a bracket", slip_brackets.brackets_added),
    ("another size", kinds.other_sizes),
    ("the other axis", kinds.other_axis),
    ("a missing transpose", kinds.transposes_lost),
    ("a transpose too many", kinds.transposes_added),
    ("an exponent's sign", kinds.exponents),
    ("an exponent's sign", kinds.decays),
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
    ("× for ÷", kinds.divisions),
    ("component by component", kinds.componentwise),
    ("the mean taken off", kinds.centred),
    ("another quantity in one place", slip_wholes.other_value),
)

NAMES: tuple[tuple[str, Maker], ...] = (
    ("{0} taken for its square, or its root", slip_wholes.deviation),
    ("{0} taken for twice or half of it", slip_wholes.logarithm),
    ("1 − {0} for {0}", slip_wholes.probability),
    ("{0} for its inverse or its negative", slip_wholes.reciprocal),
    ("another quantity for {0}", slip_wholes.other_value),
    ("{0} left out", slip_wholes.left_out),
    ("{0} counted from another number", slip_wholes.from_zero),
)

WHOLES: tuple[tuple[str, Maker], ...] = (
    ("the sign of the whole", slip_wholes.whole_sign),
    ("a factor 2 or ½", slip_wholes.whole_factor),
    ("a mean for a sum, or a sum for a mean", slip_wholes.whole_size),
    ("a root or square of the whole", slip_wholes.whole_power),
    ("the transpose of the whole", slip_wholes.whole_transpose),
    ("two quantities exchanged", slip_wholes.exchanged),
    ("standard deviations for variances, or the other way round", slip_wholes.deviations),
    ("another range of the sum", slip_wholes.ranges),
    ("the logarithm of the whole, or the whole for its logarithm", slip_wholes.whole_logarithm),
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
    "× for ÷": "÷ for ×",
    "the mean taken off": "the mean not taken off",
}
