"""Formulas with the macros of their article replaced, each letter at its place in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from symbolic.article.document import Formula, Fragment, Item
from symbolic.article.tex.definitions import DEFINITIONS
from symbolic.article.tex.environments import NAMES, arguments_end
from symbolic.article.tex.expand import expanded
from symbolic.article.tex.macros import Macros
from symbolic.article.tex.tokens import Token, fragment, tokens

_WORD = re.compile(r"\\([A-Za-z@]+|.)")

_ENVIRONMENT = re.compile(rf"\s*\\begin\{{({NAMES})\}}(.*)\\end\{{\1\}}\s*\Z", re.DOTALL)

#: A % that begins a comment.
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*%")


def with_macros(items: Iterable[Item], macros: Macros) -> Iterator[Item]:
    """The items of an article in order; a formula that only defines macros is none."""
    for item in items:
        if not isinstance(item, Formula) or not touched(item.body.text, macros):
            yield _inner(item) if isinstance(item, Formula) else item
            continue
        found = expanded(tokens(item.body.text), macros)
        body = _placed(found, item.body)
        if body.text.strip() or not item.body.text.strip():
            yield _inner(replace(item, body=body, trouble=trouble(found)))


def _inner(formula: Formula) -> Formula:
    """A formula that is nothing but an environment which displays one, without it."""
    match = _ENVIRONMENT.match(formula.body.text)
    if match is None or f"\\end{{{match[1]}}}" in match[2]:
        return formula
    start, end = match.span(2)
    return replace(formula, body=formula.body.cut(start + arguments_end(match[1], match[2]), end))


def touched(text: str, macros: Macros) -> bool:
    """Does a formula hold a macro, a definition or a comment?"""
    words = set(_WORD.findall(text))
    known = words & (DEFINITIONS.keys() | macros.commands.keys())
    return bool(known) or bool(macros.environments and "begin" in words) or bool(_COMMENT.search(text))


def trouble(parts: Iterable[Token]) -> str:
    """Why tokens cannot be read: a macro among them that never ends; "" when all are fine."""
    name = next((token.text for token in parts if token.kind == "runaway"), "")
    return f"the macro `{name}` stands for itself, or for more than can be read" if name else ""


def _placed(parts: list[Token], body: Fragment) -> Fragment:
    return fragment(parts, body.place, len(body.text))
