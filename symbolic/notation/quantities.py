r"""Quantities whose name is several words: \text{Marginal Likelihood} is Marginal_Likelihood where that is declared."""

from __future__ import annotations

import re
from collections.abc import Callable

from symbolic.notation.lexer import Token

_WORDS = re.compile(r"[A-Za-z]+")
#: Words of one name; more are prose.
MOST = 8


def spelled_out(text: str) -> tuple[str, str] | None:
    """(letters before the subscript, subscript) of the name that the words spell; None for what is prose.

    >>> spelled_out("Marginal Likelihood"), spelled_out("Bandwidth Bytes/s"), spelled_out("see (3).")
    (('Marginal', 'Likelihood'), ('Bandwidth', 'Bytess'), None)
    """
    words = _WORDS.findall(text)
    plain = re.fullmatch(r"[A-Za-z][A-Za-z /-]*", text) is not None
    return (words[0], "".join(words[1:])) if plain and 2 <= len(words) <= MOST else None


def named(row: list[Token], declared: Callable[[str], bool]) -> list[Token]:
    """The row with each text that spells a declared name as that name."""
    found: list[Token] = []
    for token in row:
        pair = spelled_out(token.text) if token.kind == "text" else None
        if pair is None or not declared("_".join(pair)):
            found.append(token)
            continue
        start, end = token.start, token.end
        found.append(Token("name", pair[0], start, end, token.gap, "upright"))
        found.append(Token("_", "_", end, end))
        found.append(Token("name", pair[1], end, end, False, "upright"))
    return found
