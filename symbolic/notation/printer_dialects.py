"""What the three notations spell differently: signs, spaces, scripts.  The names are spelt by the glyph table."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from symbolic.notation import glyphs

_SUPERSCRIPTS = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")


@dataclass(frozen=True)
class Dialect:
    """A notation.

    column     its place in a row of the layouts
    name       spells a canonical id
    plus, minus, plusminus  between terms; `leading` are the signs without spaces
    comma, relation_space, times, thin   between arguments, around relations, for an explicit product, between words
    script     writes ^content or _content
    commands   do names of commands end where letters begin (LaTeX)
    grows      do brackets grow
    letters    may one-letter names stand side by side
    """

    column: int
    name: Callable[[str], str]
    plus: str
    minus: str
    plusminus: str
    leading: tuple[str, str]
    comma: str
    relation_space: str
    times: str
    thin: str
    script: Callable[[str, str], str]
    commands: bool = False
    grows: bool = False
    letters: bool = False


def _latex_script(mark: str, content: str) -> str:
    bare = len(content) == 1 or re.fullmatch(r"\\[A-Za-z]+", content)
    return mark + (content if bare else f"{{{content}}}")


def _unicode_script(mark: str, content: str) -> str:
    digits = content.lstrip("−")
    if content in ("+", "-"):
        return {"+": "⁺", "-": "⁻"}[content]
    if mark == "^" and digits.isascii() and digits.isdigit() and len(content) - len(digits) < 2:
        return content.translate(_SUPERSCRIPTS)
    return _plain_script(mark, content)


def _plain_script(mark: str, content: str) -> str:
    glyph = glyphs.WORDS.get(content)
    bare = len(content) == 1 or (glyph is not None and glyph.role == glyphs.LETTER)
    return mark + (content if bare else f"{{{content}}}")


LATEX = Dialect(
    0, glyphs.latex_name, "+", "-", r"\pm ", ("-", r"\pm "), ",", "", r"\cdot ", r"\,", _latex_script,
    commands=True, grows=True, letters=True,
)  # fmt: skip
UNICODE = Dialect(
    1, glyphs.unicode_name, " + ", " − ", " ± ", ("−", "±"), ", ", " ", "·", " ", _unicode_script, letters=True
)
PLAIN = Dialect(2, glyphs.plain_name, " + ", " - ", " +- ", ("-", "+-"), ", ", " ", " * ", " ", _plain_script)
