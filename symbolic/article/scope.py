"""The given in force at a point of an article: pieces of text with their places, added, ended by sections, released."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from symbolic.article.document import Fragment, Place


@dataclass(frozen=True)
class Piece:
    """Some lines of given; those of a definition end with the section of `level` (0: never)."""

    fragment: Fragment
    level: int = 0


@dataclass(frozen=True)
class Scope:
    """What is given here; `level` is that of the section in force."""

    pieces: tuple[Piece, ...] = ()
    level: int = 0

    @property
    def text(self) -> str:
        """The whole given, to be read."""
        return "\n".join(piece.fragment.text for piece in self.pieces)

    def place(self, line: int, column: int) -> Place:
        """Where in the article line and column of `text` stand."""
        left = line
        for piece in self.pieces:
            count = piece.fragment.text.count("\n") + 1
            if left <= count:
                row, start = piece.fragment.origins[left - 1]
                return row, start + column - 1
            left -= count
        return (1, 1)

    def adding(self, fragment: Fragment) -> Scope:
        """With more given, to the end of the article."""
        return replace(self, pieces=(*self.pieces, Piece(fragment)))

    def defining(self, fragment: Fragment) -> Scope:
        """With a definition, to the end of the section."""
        return replace(self, pieces=(*self.pieces, Piece(fragment, self.level)))

    def entering(self, level: int) -> Scope:
        """Below a new heading: the definitions of the sections that it ends are over."""
        kept = tuple(piece for piece in self.pieces if not piece.level or piece.level < level)
        return Scope(kept, level)

    def without(self, names: tuple[str, ...], canonical: Callable[[str], str]) -> Scope:
        """Without some names: lists of names lose them, other statements about them are blanked out."""
        gone = {canonical(name) for name in names}
        pieces = (replace(piece, fragment=_released(piece.fragment, gone, canonical)) for piece in self.pieces)
        return replace(self, pieces=tuple(pieces))


#: Names in front of `:`, or around a sign that relates them.
_HEAD = re.compile(r"\s*(?P<names>[^:=<>]*?)\s*(?P<sign>:(?!=)|∈|~|∼)")


def _released(fragment: Fragment, gone: set[str], canonical: Callable[[str], str]) -> Fragment:
    text = fragment.text
    for start, end in _statements(text):
        text = text[:start] + _without(text[start:end], gone, canonical) + text[end:]
    return replace(fragment, text=text)


def _without(statement: str, gone: set[str], canonical: Callable[[str], str]) -> str:
    """The statement with its length kept, blanked where it speaks of a name that is gone."""
    match = _HEAD.match(statement)
    if match is None:
        return _blank(statement) if gone & _mentioned(statement, canonical) else statement
    names = re.split(r",(?![^{]*\})", match["names"])
    kept = [name for name in names if _named(name.strip(), canonical) not in gone]
    if len(kept) == len(names):
        return statement
    if not kept:
        return _blank(statement)
    start, end = match.span("names")
    return statement[:start] + ",".join(kept).strip().rjust(end - start) + statement[end:]


def _mentioned(statement: str, canonical: Callable[[str], str]) -> set[str]:
    words = re.findall(r"\\?[^\W\d_]+(?:_(?:\{[^}]*\}|\w))?", statement)
    return {_named(part, canonical) for word in words for part in (word, word.split("_")[0])}


def _named(text: str, canonical: Callable[[str], str]) -> str:
    """The name that a text spells, or the text where it spells none (`\\frac`)."""
    try:
        return canonical(text)
    except ValueError:
        return text


def _blank(statement: str) -> str:
    return re.sub(r"[^\n]", " ", statement)


def _statements(text: str) -> Iterator[tuple[int, int]]:
    """The half-open ranges of the statements: parted by line ends, and by `;` outside brackets."""
    start = depth = 0
    for place, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == "\n" or (char == ";" and depth <= 0 and text[place - 1] != "\\"):
            yield start, place
            start, depth = place + 1, 0
    yield start, len(text)
