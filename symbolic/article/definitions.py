"""What a formula of an article gives a meaning to: the sentence of given that it amounts to, if it defines anything."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic.article.names import name_of
from symbolic.article.scope import released
from symbolic.article.signs import DEFINING, Sign, relations, signs
from symbolic.verdict import Failure

if TYPE_CHECKING:
    from symbolic.api import Given
    from symbolic.language.symbols import Symbol, Table
    from symbolic.notation.tree import Node


@dataclass(frozen=True)
class Meaning:
    """The sentence that gives `name` its meaning; an `example` is a number for a name that the given knows already."""

    sentence: str
    name: str
    example: bool = False


@dataclass(frozen=True)
class Sides:
    """LEFT and RIGHT of the first link, each on one line, and what is between them."""

    left: str
    sign: str
    right: str

    @property
    def sentence(self) -> str:
        sign = "=" if DEFINING.fullmatch(self.sign) else self.sign
        return f"{self.left} {sign} {self.right}"


def as_equation(text: str) -> str:
    """The text with `:=`, `\\triangleq`, `\\overset{def}{=}` … as `=`, and `LEFT =: RIGHT` turned around.

    >>> as_equation("s := a + b"), as_equation("a + b =: s")
    ('s =  a + b', 's = a + b')
    """
    found = relations(text)
    if found and text[found[-1].start : found[-1].end] == "=:" and len(found) == 1:
        return f"{text[found[0].end :].strip().rstrip('.,;')} = {text[: found[0].start].strip()}"
    for sign in found:
        shown = text[sign.start : sign.end]
        if len(shown) > 1 and DEFINING.fullmatch(shown):
            text = text[: sign.start] + "=".ljust(len(shown)) + text[sign.end :]
    return text


def first_link(text: str) -> Sides | None:
    """The sides of the first link when it is an equation, X ∼ LAW or W ∈ SPACE."""
    found = relations(text)
    if not found or not _gives(text, found):
        return None
    end = found[1].start if len(found) > 1 else len(text)
    left, right = _one_line(text[: found[0].start]), _one_line(text[found[0].end : end])
    return Sides(left, text[found[0].start : found[0].end], right) if left and right else None


def _gives(text: str, found: list[Sign]) -> bool:
    sign = text[found[0].start : found[0].end]
    return bool(DEFINING.fullmatch(sign)) or (len(found) == 1 and _DECLARING.search(sign) is not None)


_DECLARING = re.compile(r"∼|~|∈|\\sim(?![A-Za-z])|\\in\Z")


def _one_line(part: str) -> str:
    """Without row ends, alignment, wide spaces and final punctuation, outside groups."""
    for sign in reversed(list(signs(part))):
        if sign.kind in ("row", "column", "quad"):
            part = part[: sign.start] + " " + part[sign.end :]
    return " ".join(part.split()).rstrip(".,; ")


def meaning_of(text: str, given: Given, given_text: str) -> Meaning | Failure | None:
    """What a formula defines under a given; why not, when its left side could be defined; None when it is a claim."""
    from symbolic import api
    from symbolic.notation.tree import names

    sides = first_link(text)
    if sides is None:
        return None
    before = given.table
    try:
        after = api.given(f"{given_text}\n{sides.sentence}").table
    except api.Unread as problem:
        return problem.failure
    if not DEFINING.fullmatch(sides.sign):
        new = [name for name in after.symbols if name not in before.symbols]
        said = [name for name in new if _begins(sides.left, name, after.symbols[name])]
        return Meaning(sides.sentence, said[0]) if said else None
    name = _defined(before, after)
    if name is None or len(after.assumptions) != len(before.assumptions):
        return None
    body = after.definitions[name].body
    known = before.symbols.get(name)
    if known is not None and not names(body) and name not in before.definitions:
        return None if known.random else Meaning(sides.sentence, name, example=True)
    own = not after.definitions[name].indices and name in names(body)
    return Meaning(sides.sentence, name) if _free(name, before) and not own else None


def _begins(left: str, name: str, symbol: Symbol) -> bool:
    """Is the name one of those on a left side?"""
    return name in {name_of(part) for part in left.split(",")} or symbol.dress == left


def _defined(before: Table, after: Table) -> str | None:
    """The name that has a definition, or an initial value, only afterwards."""
    for name, definition in after.definitions.items():
        old = before.definitions.get(name)
        if old is None or (definition.initial and not old.initial):
            return name
    return None


def _free(name: str, table: Table) -> bool:
    """May a formula still say what the name is?  It is new, or declared with nothing said of its values."""
    from symbolic.notation.glyphs import OPERATORS

    if name in OPERATORS:
        return False
    symbol = table.symbols.get(name)
    if symbol is None:
        return True
    if symbol.random:
        said = symbol.law or symbol.components or symbol.members or symbol.moments
        return not said and not any(name in relation.names for relation in table.relations)
    return symbol.kind not in ("dimension", "index")


def head(node: Node) -> str:
    """The name that a left side gives a meaning to: of x, x_i and f(x)."""
    from symbolic.notation.tree import Call, Component, Name

    while not isinstance(node, Name):
        if isinstance(node, Component):
            node = node.array
        elif isinstance(node, Call):
            node = node.function
        else:
            return ""
    return node.id


def forgetting(text: str, name: str) -> str:
    """The given without what it says of a name."""
    return released(text, {name})


def opened(given: Given, name: str) -> Given:
    """The given in which the own indices and parameters of a definition are names: of p_i = …, of f(x) = …"""
    from symbolic.language.symbols import Symbol
    from symbolic.notation.tree import Name, Number

    definition, symbol = given.table.definitions.get(name), given.table.symbols[name]
    if definition is None:
        return given
    known = given.table.symbols
    own: dict[str, Symbol] = {}
    spans = [*([symbol.family] if symbol.family else []), *((Number("1"), size) for size in symbol.shape)]
    for index, span in zip(definition.indices, spans, strict=False):
        if isinstance(index, Name) and index.id not in known:
            own[index.id] = Symbol(index.id, "index", span=span, domain="integer")
    for parameter, shape in zip(definition.parameters, symbol.parameter_shapes, strict=False):
        own[parameter] = Symbol(parameter, ("scalar", "vector", "matrix")[min(len(shape), 2)], shape)
    if not own:
        return given
    found = copy(given)
    found.table = replace(given.table, symbols={**own, **known})
    return found
