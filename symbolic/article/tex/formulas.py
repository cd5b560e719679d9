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
from symbolic.article.tex.tokens import Token, fragment, opens_condition, tokens

_WORD = re.compile(r"\\([A-Za-z@]+|.)")

_ENVIRONMENT = re.compile(rf"\s*\\begin\{{({NAMES})\}}(.*)\\end\{{\1\}}\s*\Z", re.DOTALL)

#: Groups and environments in one another that are taken off a formula.
DEEPEST = 8

#: A % that begins a comment.
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*%")


def with_macros(items: Iterable[Item], macros: Macros) -> Iterator[Item]:
    """The items of an article in order; a formula that only defines macros is none."""
    for item in items:
        if not isinstance(item, Formula) or not touched(item.body.text, macros):
            yield unwrapped(item) if isinstance(item, Formula) else item
            continue
        found = expanded(tokens(item.body.text), macros)
        body = _placed(found, item.body)
        if body.text.strip() or not item.body.text.strip():
            yield unwrapped(replace(item, body=body, trouble=trouble(found)))


def unwrapped(formula: Formula) -> Formula:
    """A formula that is nothing but a group, or an environment that displays one, without it."""
    body = formula.body
    for _ in range(DEEPEST):
        match = _ENVIRONMENT.match(body.text)
        if match and f"\\end{{{match[1]}}}" not in match[2]:
            start, end = match.span(2)
            body = body.cut(start + arguments_end(match[1], match[2]), end)
        elif _grouped(body.text):
            body = body.cut(body.text.index("{") + 1, body.text.rindex("}"))
        else:
            break
    return formula if body is formula.body else replace(formula, body=body)


def _grouped(text: str) -> bool:
    """Is the text one group in braces?"""
    if not text.lstrip().startswith("{") or not text.rstrip().endswith("}"):
        return False
    depth, parts = 0, [token for token in tokens(text) if token.kind != "space"]
    for token in parts[:-1]:
        depth += (token.kind == "open") - (token.kind == "close")
        if depth <= 0:
            return False
    return depth == 1 and parts[-1].kind == "close"


def touched(text: str, macros: Macros) -> bool:
    """Does a formula hold a macro, a definition or a comment?"""
    words = set(_WORD.findall(text))
    known = words & (DEFINITIONS.keys() | macros.commands.keys())
    conditional = any(opens_condition(word, "") for word in words)
    return bool(known) or conditional or bool(macros.environments and "begin" in words) or bool(_COMMENT.search(text))


def trouble(parts: Iterable[Token]) -> str:
    """Why tokens cannot be read: a macro among them that never ends; "" when all are fine."""
    name = next((token.text for token in parts if token.kind == "runaway"), "")
    return f"the macro `{name}` stands for itself, or for more than can be read" if name else ""


def _placed(parts: list[Token], body: Fragment) -> Fragment:
    return fragment(parts, body.place, len(body.text))
