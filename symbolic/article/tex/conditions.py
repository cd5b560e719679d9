"""Conditions of TeX, `\\if… A \\else B \\fi`: which of both stands in the document, where that can be told.

Flags of \\newif, \\iftrue and \\iffalse, \\ifdefined, \\ifx and \\ifnum of numbers are decided; of any other condition
both parts are read, as they stand.  A name that no macro of the article has counts as not defined.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from symbolic.article.tex.macros import Macros
from symbolic.article.tex.mouth import Missing, Mouth
from symbolic.article.tex.tokens import Token, opens_condition

#: How far the reading of a condition has come.
THEN, ELSE, BOTH = "then", "else", "both"

_NUMBERS = re.compile(r"\s*(-?\d+)\s*([<=>])\s*(-?\d+)(?!\d)")

_COMPARED: dict[str, Callable[[int, int], bool]] = {"<": int.__lt__, "=": int.__eq__, ">": int.__gt__}

#: Names that stand for no meaning, and for nothing.
_UNDEFINED, _EMPTY = frozenset({"undefined", "@undefined"}), frozenset({"empty", "@empty"})


def is_condition(token: Token, mouth: Mouth, macros: Macros) -> bool:
    """Does the word begin a condition that ends with \\fi?"""
    if token.name in macros.commands:
        return False
    return token.name in macros.flags or opens_condition(token.name, mouth.stack[-1].text if mouth.stack else "")


def holds(token: Token, mouth: Mouth, macros: Macros) -> bool | None:
    """Is the condition true?  What it asks is taken; None: that cannot be told, and nothing is taken."""
    name = token.name
    if name in macros.flags:
        return macros.flags[name]
    if name == "ifdefined":
        return mouth.control().name in macros.commands
    if name == "ifx":
        same = _same(_next(mouth), _next(mouth), macros)
        if same is None:
            mouth.put_back()
        return same
    return _compared(mouth) if name == "ifnum" else None


def _next(mouth: Mouth) -> Token:
    mouth.peek()
    return mouth.take()


def _same(one: Token, other: Token, macros: Macros) -> bool | None:
    """Do both tokens mean the same?  Of two words of TeX's own that cannot be told."""
    if one.text == other.text:
        return True
    left, right = _meaning(one, macros), _meaning(other, macros)
    if one.name and other.name and isinstance(left, str) and isinstance(right, str) and left != right:
        return True if "" in (left, right) else None
    return left == right


def _meaning(token: Token, macros: Macros) -> object:
    """What a token means: a macro's parameters and body, else its text; "" for a name that has no meaning."""
    known = macros.commands.get(token.name)
    if known is None and token.name in _EMPTY:
        return "", (), ()
    if known is None:
        return "" if token.name in _UNDEFINED else token.text
    if not known.parameters and [part.kind for part in known.body] == ["frozen"]:
        return known.body[0].text
    return known.prefix, known.parameters, tuple(part.text for part in known.body)


def _compared(mouth: Mouth) -> bool | None:
    """The comparison of two numbers in figures, each ended by a space or by what is no figure."""
    text = ""
    for token in reversed(mouth.stack[-12:]):
        if token.kind not in ("text", "space"):
            break
        text += token.text
    match = _NUMBERS.match(text)
    if match is None:
        return None
    for _ in range(match.end()):
        if mouth.stack[-1].kind == "text":
            mouth.take()
        else:
            _take_space(mouth)
    return _COMPARED[match[2]](int(match[1]), int(match[3]))


def _take_space(mouth: Mouth) -> None:
    """A space of one character, or one character of a longer one."""
    token = mouth.stack.pop()
    mouth.taken.append(token._replace(text=token.text[:1]))
    if len(token.text) > 1:
        mouth.stack.append(token._replace(text=token.text[1:]))


def skip(mouth: Mouth, macros: Macros, to_else: bool) -> str:
    """Pass over what does not hold, up to the \\else (where that is asked for) or the \\fi of its condition: which."""
    depth = 0
    while mouth.stack:
        token = mouth.stack.pop()
        mouth.taken.append(token)
        if token.name == "fi":
            if not depth:
                return "fi"
            depth -= 1
        elif token.name == "else" and not depth and to_else:
            return "else"
        elif token.kind == "verbatim":
            depth += token.text.startswith("\\iffalse") and not token.text.endswith("\\fi")
        elif token.name:
            depth += is_condition(token, mouth, macros)
    raise Missing
