"""mutants(chain, table): the claims that one slip makes of a true claim, of the kinds that errata are full of.

Every kind is tried at every place of every side.  A slip changes what a formula says, not what it binds: the variable
of a derivative, a limit or an optimum stays, and inside an index or a bound only indices and bounds slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from symbolic import slip_kinds as kinds
from symbolic import slip_wholes
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.experiments import Worlds
from symbolic.crosscheck.sides import free_scope
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.crosscheck.world import scope_of
from symbolic.language.symbols import Table
from symbolic.notation.tree import (
    Add,
    Big,
    Bound,
    Call,
    Chain,
    Component,
    Integral,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Transpose,
    children,
    walk,
)
from symbolic.slip_kinds import ONE, TWO, Made, Maker

#: Fields that hold no formula, or that bind what the formula speaks of.
BINDING = ("span", "style", "index", "kind", "variable", "variables", "function", "subscript", "domain")

#: Fields in which only indices and bounds slip.
PLACES = ("indices", "lower", "upper")


@dataclass(frozen=True)
class Mutant:
    """A claim with one slip: its kind, the side that slipped (0 is the leftmost), and the claim that is left."""

    kind: str
    side: int
    chain: Chain


def mutants(chain: Chain, table: Table) -> Iterator[Mutant]:
    """All single slips of the claim, each tree once."""
    seen = {chain}
    sides = (chain.first, *(right for _, right in chain.links))
    for place, side in enumerate(sides):
        for kind, node in _slips(side, chain, table):
            made = _with_side(chain, place, node)
            if made not in seen:
                seen.add(made)
                yield Mutant(kind, place, made)


def _with_side(chain: Chain, place: int, node: Node) -> Chain:
    if place == 0:
        return replace(chain, first=node)
    relation, _ = chain.links[place - 1]
    return replace(chain, links=(*chain.links[: place - 1], (relation, node), *chain.links[place:]))


def _slips(side: Node, chain: Chain, table: Table) -> Iterator[tuple[str, Node]]:
    for kind, makers in PARTS.items():
        for maker in makers:
            yield from ((kind, node) for node in everywhere(side, maker, table, kind in IN_PLACES))
    for kind, makers in WHOLES.items():
        for maker in makers:
            yield from ((kind, node) for node in maker(side, table))
    indices, free = _indices(chain), _unbound(chain, frozenset())
    for node in everywhere(side, lambda part, _: _other_index(part, indices), table, True):
        if _unbound(node, frozenset()) <= free:
            yield "index swapped", node
    for name in sorted({part.id for part in walk(side) if isinstance(part, Name)}):
        for power in (lambda part: Power(part, TWO), Root):
            yield "σ for σ², or σ² for σ", _raised(side, name, power, table)


def everywhere(node: Node, change: Maker, table: Table, places: bool) -> Made:
    """The trees in which one part became one of those that `change` makes of it; in indices and bounds if `places`."""
    yield from change(node, table)
    for item in fields(node):
        if item.name not in BINDING and (places or item.name not in PLACES) and not _entry_of(node, item.name):
            for new in _variants(getattr(node, item.name), change, table, places):
                yield replace(node, **{item.name: new})


def _entry_of(node: Node, field: str) -> bool:
    """Is it the name of an array whose entry is taken: the entry slips as a whole."""
    return field == "array" and isinstance(node, Component) and isinstance(node.array, Name)


def _variants(value: Any, change: Maker, table: Table, places: bool) -> Iterator[Any]:
    if isinstance(value, Node):
        yield from everywhere(value, change, table, places)
    elif isinstance(value, tuple):
        for at, part in enumerate(value):
            yield from ((*value[:at], new, *value[at + 1 :]) for new in _variants(part, change, table, places))


def _indices(chain: Chain) -> set[str]:
    """The names that the claim uses as an index."""
    found = {part.index for part in walk(chain) if isinstance(part, Bound)}
    for part in walk(chain):
        if isinstance(part, Component):
            found |= {index.id for index in part.indices if isinstance(index, Name)}
    return found


def _other_index(node: Node, indices: set[str]) -> Made:
    """x_i → x_j, and x_ij → x_ji."""
    if isinstance(node, Component):
        for place, index in enumerate(node.indices):
            for other in sorted(indices) if isinstance(index, Name) and index.id in indices else ():
                yield replace(node, indices=(*node.indices[:place], Name(other), *node.indices[place + 1 :]))
        if len(node.indices) == 2:
            yield replace(node, indices=node.indices[::-1])


def _unbound(node: Node, bound: frozenset[str]) -> set[str]:
    """The names that stand as an index where no sum binds them."""
    if isinstance(node, Big):
        bound |= {part.index for part in node.bounds}
    found = set().union(*(_unbound(part, bound) for part in children(node)))
    if isinstance(node, Component):
        found |= {index.id for index in node.indices if isinstance(index, Name)} - bound
    return found


def _raised(node: Node, name: str, power: Callable[[Node], Node], table: Table) -> Node:
    """Every entry of the name, or the name if it is a scalar, squared or under a root; what is bound stays."""
    if (isinstance(node, Component) and node.array == Name(name)) or (node == Name(name) and _is_scalar(node, table)):
        return power(node)
    changes = {
        item.name: _mapped(getattr(node, item.name), lambda part: _raised(part, name, power, table))
        for item in fields(node)
        if item.name not in BINDING
    }
    return replace(node, **changes)


def _mapped(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, tuple):
        return tuple(_mapped(part, change) for part in value)
    return change(value) if isinstance(value, Node) else value


def _is_scalar(node: Node, table: Table) -> bool:
    """Does a name stand for a number, declared or defined without parameters or indices."""
    if not isinstance(node, Name) or not table.knows(node.id):
        return False
    symbol, defined = table.symbol(node.id), table.definitions.get(node.id)
    if symbol is not None:
        return symbol.kind == "scalar" and not symbol.axes
    return defined is not None and not defined.parameters and not defined.indices


def squares(node: Node, table: Table) -> Made:
    """x → x² of a scalar, a size, an entry, a call."""
    if isinstance(node, Component | Call) or _is_scalar(node, table) or _is_size(node, table):
        yield Power(node, TWO)


def _is_size(node: Node, table: Table) -> bool:
    symbol = table.symbol(node.id) if isinstance(node, Name) else None
    return symbol is not None and symbol.kind == "dimension"


def turned(side: Node, table: Table) -> Made:
    """Mᵀ for a side M that is an array."""
    world = Worlds(table).at(0)
    if not isinstance(world, str):
        try:
            with np.errstate(all="ignore"):
                rank = evaluate(side, free_scope(side, scope_of(world))).rank
        except (Unsupported, Mismatch, ArithmeticError, LookupError, ValueError):
            return
        if rank:
            yield Transpose(side)


def unsigned(node: Node, table: Table) -> Made:
    """−a → a, at any place."""
    if isinstance(node, Negative):
        yield node.argument


def without_two(node: Node, table: Table) -> Made:
    """2a → a and a/2 → a."""
    if isinstance(node, Product) and TWO in node.factors:
        yield kinds.multiplied(factor for factor in node.factors if factor != TWO)
    elif isinstance(node, Quotient):
        if TWO in (node.numerator, node.denominator):
            yield replace(node, numerator=ONE) if node.numerator == TWO else node.numerator
        for inner in without_two(node.denominator, table) if isinstance(node.denominator, Product) else ():
            yield replace(node, denominator=inner)


def scaled(node: Node, table: Table) -> Made:
    """The exponent of e twice or half as large."""
    if isinstance(node, Power) and node.base == Name("e"):
        yield from (replace(node, exponent=kinds.times(by, node.exponent)) for by in (TWO, kinds.HALF))


def sums(node: Node, table: Table) -> Made:
    """+ for × between two neighbours, and × for +."""
    yield from kinds.operations(node, table)
    if isinstance(node, Product) and len(node.factors) > 2:
        for k in range(len(node.factors) - 1):
            pair = Add((node.factors[k], node.factors[k + 1]))
            yield Product((*node.factors[:k], pair, *node.factors[k + 2 :]))
    elif isinstance(node, Add) and len(node.terms) > 2:
        for k in range(len(node.terms) - 1):
            pair_ = Product((node.terms[k], node.terms[k + 1]))
            yield Add((*node.terms[:k], pair_, *node.terms[k + 2 :]))


def moved_ends(node: Node, table: Table) -> Made:
    """The ends of a sum or an integral moved by one; an infinite one stays."""
    if isinstance(node, Big):
        endless = {bound.index for bound in node.bounds if bound.upper == Name("∞")}
        for moved in kinds.bounds(node, table):
            ends = moved.bounds if isinstance(moved, Big) else ()
            if all(bound.upper == Name("∞") for bound in ends if bound.index in endless):
                yield moved
    if isinstance(node, Integral):
        for name in ("lower", "upper"):
            end = getattr(node, name)
            if end is not None and Name("∞") not in walk(end):
                yield replace(node, **{name: Number("1") if end == Number("0") else Add((end, ONE))})


#: kind: what it makes of a part
PARTS: dict[str, tuple[Maker, ...]] = {
    "sign": (kinds.signs, unsigned, kinds.exponents),
    "factor 2 or ½": (kinds.doubled, kinds.halved, without_two, scaled),
    "square dropped": (kinds.squares_lost,),
    "square added": (squares,),
    "δ dropped": (kinds.deltas,),
    "n for n − 1, or n − 1 for n": (kinds.less_one,),
    "p for 1 − p, or 1 − p for p": (kinds.complements,),
    "transpose": (kinds.transposes_lost, kinds.transposes_added),
    "bound shifted": (moved_ends,),
    "+ for ×, or × for +": (sums,),
    "term dropped": (kinds.terms,),
}

#: Kinds that slip inside an index or a bound too.
IN_PLACES = frozenset({"n for n − 1, or n − 1 for n", "bound shifted"})

#: kind: what it makes of a whole side
WHOLES: dict[str, tuple[Maker, ...]] = {
    "sign": (slip_wholes.whole_sign,),
    "factor 2 or ½": (slip_wholes.whole_factor,),
    "transpose": (turned,),
}
