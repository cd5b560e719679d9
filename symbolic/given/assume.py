"""Assumptions: relations between expressions, the reals they declare, and the signs they say of names."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from symbolic.given.apply import signs_of
from symbolic.given.expressions import Postponed, Reading
from symbolic.given.forms import Assume
from symbolic.given.shapes import Shapes, describe, shape_in
from symbolic.given.source import Piece
from symbolic.language.symbols import Assumption, Sentence, Symbol, Table
from symbolic.notation import tree
from symbolic.notation.names import read_name
from symbolic.notation.tree import Chain, Component, Name, Node, Number


def assume(reading: Reading, form: Assume) -> None:
    """An assumed relation; undeclared names in it become reals, signs that it says are put on the names."""
    form = _one_sided(form)
    _euler(reading, form)
    found = reading.unknown(form.piece)
    indices = [Symbol(name, "index", domain="integer") for name, role, _ in found if role == "index"]
    if any(name in reading.pending for name, role, _ in found):
        raise Postponed
    _grow_limits(reading, form)
    for piece in (form.piece, *form.also):
        reading.introduce(piece, form.sentence)
    relation = reading.relation(form.piece, indices)
    shape_of_chain(reading, relation, form.piece, indices)
    sides = [*(reading.expression(piece) for piece in form.also), relation.first]
    for side in sides:
        said = replace(relation, first=side)
        reading.table.assumptions.append(Assumption(said, form.sentence))
        learn(reading.table, said, form.sentence)


def _one_sided(form: Assume) -> Assume:
    """ε → 0⁺ as ε → 0; from which side is read off ε > 0."""
    tail = re.search(r"(?<=0)\s*(?:\^\s*\{?\s*\+\s*\}?|⁺|\+)\s*$", form.piece.text)
    return replace(form, piece=form.piece.cut(0, tail.start())) if tail else form


def _euler(reading: Reading, form: Assume) -> None:
    """`0 < gamma < 1` and `p/n -> gamma` declare γ, although γ alone is Euler's constant."""
    sides = re.split(r"<=|>=|!=|->|[<>≤≥≠→]|\\(?:le|leq|ge|geq|ne|neq|to|rightarrow|lt|gt)(?![a-z])", form.piece.text)
    for side in sides:
        if side.strip() in ("γ", "gamma", r"\gamma", "π", "pi", r"\pi"):
            name = read_name(side).id
            if name not in reading.table.symbols and name not in reading.pending:
                reading.declare_new(name, form.sentence)


def _grow_limits(reading: Reading, form: Assume) -> None:
    """`n -> oo` of an undeclared n."""
    found = re.fullmatch(r"\s*(\S+)\s*(?:->|→|\\to|\\rightarrow)\s*(?:oo|∞|\\infty|\+∞|\+\\infty)\s*", form.piece.text)
    if found and reading.unknown(form.piece):
        name = reading.unknown(form.piece)[0][0]
        integer = name[:1] in "nNmMkKdDTtpP"
        model = Symbol(name, "dimension", domain="integer") if integer else Symbol(name, "scalar")
        reading.declare_new(name, form.sentence, model)


def shape_of_chain(reading: Reading, relation: Chain, piece: Piece, local: list[Symbol]) -> None:
    """Both sides of a relation have one shape, or one is a scalar."""

    shapes = Shapes(reading.table, {symbol.name: () for symbol in local})
    sides = [shape_in(shapes, side, piece) for side in (relation.first, *(node for _, node in relation.links))]
    arrays = [side for side in sides if side]
    for one, other in pairwise(arrays):
        if not shapes.fits(one, other):
            raise piece.error(f"{describe(one)} and {describe(other)} are compared", "sizes that agree")


_MIRROR = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}
_BOUND = {"<": "below", ">": "above", "≤": "at most", "≥": "at least", "≠": "not"}


def learn(table: Table, relation: Chain, sentence: Sentence) -> None:
    """Puts what `NAME < value` says on the symbol of the name."""
    sides = (relation.first, *(node for _, node in relation.links))
    for place, (operator, _) in enumerate(relation.links):
        left, right = sides[place], sides[place + 1]
        if operator in _MIRROR:
            _learn(table, left, operator, right, sentence)
            _learn(table, right, _MIRROR[operator], left, sentence)


def _learn(table: Table, side: Node, operator: str, value: Node, sentence: Sentence) -> None:
    name = side.id if isinstance(side, Name) else _whole_array(table, side)
    symbol = table.symbols.get(name)
    kind = _BOUND.get(operator)
    if symbol is None or kind is None or name in tree.names(value):
        return
    signs = signs_of(kind, value) - symbol.signs
    facts = {**dict.fromkeys(signs, sentence), **symbol.facts}
    bounds = symbol.bounds if (kind, value) in symbol.bounds else (*symbol.bounds, (kind, value))
    table.symbols[name] = replace(symbol, signs=symbol.signs | signs, bounds=bounds, facts=facts)


def _whole_array(table: Table, side: Node) -> str:
    """p for p_{ij} with free indices that range over the whole array."""
    if not isinstance(side, Component) or not isinstance(side.array, Name):
        return ""
    symbol = table.symbols.get(side.array.id)
    if symbol is None or len(side.indices) != symbol.axes or len(set(side.indices)) != symbol.axes:
        return ""
    sizes = (symbol.family[1], *symbol.shape) if symbol.family else symbol.shape
    for index, size in zip(side.indices, sizes, strict=True):
        declared = table.symbols.get(index.id) if isinstance(index, Name) else None
        if not isinstance(index, Name) or (declared is not None and declared.span != (Number("1"), size)):
            return ""
    return side.array.id
