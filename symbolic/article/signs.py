"""The signs that structure a display, outside its groups: relations, row ends, wide spaces, commas and words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symbolic.notation import glyphs
from symbolic.notation.glyphs import CONNECTIVE, GLYPHS

#: What says nothing at either end of a row.
FILLING = " \t\r\n&"

_STACKED = r"\\(?:stackrel|overset|underset)\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*\{\s*(?::?=|\\[a-z]+|[∼~≈≤≥])\s*\}"

#: Relations that also stand within an expression: x ↦ x², V^⊥.
_WITHIN = frozenset({"↦", "⊥"})

_RELATIONS = [glyph for glyph in GLYPHS if glyph.role == glyphs.RELATION and glyph.id not in _WITHIN]

#: Relations, as LaTeX and Unicode write them.
RELATION = re.compile(
    rf"{_STACKED}|:=|=:|{'|'.join(sign for glyph in _RELATIONS for sign in glyph.unicode)}"
    rf"|\\(?:{'|'.join(word for glyph in _RELATIONS for word in glyph.latex)})(?![A-Za-z])"
)

#: The relations that say what the left side means, plain `=` among them.
DEFINING = re.compile(
    r":=|≔|≜|≡|\\(?:coloneqq|triangleq|doteq|equiv)(?![A-Za-z])|="
    r"|\\(?:stackrel|overset)\s*\{(?:[^{}]|\{[^{}]*\})*\}\s*\{\s*:?=\s*\}"
)

_ARROWS = [glyph for glyph in GLYPHS if glyph.role == CONNECTIVE]

#: What joins two claims: ⟹ and its kin.
CONNECTING = re.compile(
    rf"(?:{'|'.join(sign for glyph in _ARROWS for sign in glyph.unicode)}|"
    rf"\\(?:{'|'.join(word for glyph in _ARROWS for word in glyph.latex)})(?![A-Za-z]))"
)

_TEXT = r"\\(?:text|textrm|textnormal|textit|textsf|mbox|hbox|intertext)\s*\{(?P<words>(?:[^{}]|\{[^{}]*\})*)\}"

_TOKEN = re.compile(
    rf"{_TEXT}|\\begin\{{[^}}]*\}}|\\end\{{[^}}]*\}}|\\(?:left|right)(?![A-Za-z])\s*\\?.?|\\[A-Za-z]+|\\.|.|\\",
    re.DOTALL,
)

_OPENS = re.compile(r"[{(\[]|\\\{|\\begin\{|\\left(?![A-Za-z])|\\langle\Z")
_CLOSES = re.compile(r"[})\]]|\\\}|\\end\{|\\right(?![A-Za-z])|\\rangle\Z")


@dataclass(frozen=True)
class Sign:
    """text[start:end], of kind "relation", "row", "quad", "comma", "column" or "words"."""

    kind: str
    start: int
    end: int
    words: str = ""


def signs(text: str) -> Iterator[Sign]:
    """The signs of a LaTeX text outside its groups, from left to right."""
    depth, place = 0, 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        assert token is not None
        word, relation = token.group(), RELATION.match(text, place)
        end = max(token.end(), relation.end() if relation else 0)
        if _OPENS.match(word):
            depth += 1
        elif _CLOSES.match(word):
            depth -= 1
        elif depth <= 0:
            kind = "relation" if relation else "words" if token["words"] is not None else _KINDS.get(word, "")
            if kind:
                yield Sign(kind, place, end, token["words"] or "")
        place = end


_KINDS = {"\\\\": "row", "\\quad": "quad", "\\qquad": "quad", ",": "comma", "&": "column"}


def relations(text: str) -> list[Sign]:
    return [sign for sign in signs(text) if sign.kind == "relation"]
