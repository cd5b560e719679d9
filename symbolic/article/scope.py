"""The given in force at a point of an article: pieces of text with their places, added, ended by sections, released."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symbolic.article.document import Fragment, Place
from symbolic.article.names import lacking, name_of


@dataclass(frozen=True)
class Piece:
    """Some lines of given; those of a definition end with the section of `level` (0: never).

    hidden  what the lines were before a section redefined a name of theirs, with the level of that section
    """

    fragment: Fragment
    level: int = 0
    hidden: tuple[tuple[int, Fragment], ...] = ()

    def without(self, gone: set[str]) -> Piece:
        """The piece in which nothing is said of the names that are gone."""
        text = released(self.fragment.text, gone)
        return replace(self, fragment=replace(self.fragment, text=text))

    def after(self, level: int) -> Piece:
        """The piece when the sections of a level and deeper have ended."""
        ended = [fragment for section, fragment in self.hidden if section >= level]
        if not ended:
            return self
        return Piece(ended[0], self.level, self.hidden[: len(self.hidden) - len(ended)])


@dataclass(frozen=True)
class Example:
    """A number that a section works with: the name, and the sentence that says it."""

    name: str
    fragment: Fragment
    level: int


@dataclass(frozen=True)
class Scope:
    """What is given here; `level` is that of the section in force.

    examples  numbers for what the given leaves open, until the section ends
    """

    pieces: tuple[Piece, ...] = ()
    level: int = 0
    examples: tuple[Example, ...] = ()

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

    def working(self, name: str, fragment: Fragment) -> Scope:
        """With a number for a name, for the worked numbers of the section."""
        others = tuple(example for example in self.examples if example.name != name)
        return replace(self, examples=(*others, Example(name, fragment, self.level)))

    def entering(self, level: int) -> Scope:
        """Below a new heading: the definitions of the sections that it ends are over."""
        kept = tuple(piece.after(level) for piece in self.pieces if not piece.level or piece.level < level)
        return Scope(kept, level, tuple(example for example in self.examples if 0 < example.level < level))

    def without(self, names: tuple[str, ...]) -> Scope:
        """Without some names for good: lists of names lose them, other statements about them are blanked out."""
        gone = {name_of(name) for name in names}
        return replace(self, pieces=tuple(piece.without(gone) for piece in self.pieces))

    def redefining(self, name: str) -> Scope:
        """Without the meaning of a name, until the section ends."""
        bare = self.without((name,)).pieces
        pieces = (
            replace(piece, hidden=(*piece.hidden, (self.level, piece.fragment)), fragment=released.fragment)
            for piece, released in zip(self.pieces, bare, strict=True)
        )
        return replace(self, pieces=tuple(pieces))


#: Names in front of `:`, or around a sign that relates them.
_HEAD = re.compile(r"\s*(?P<names>[^:=<>]*?)\s*(?P<sign>:(?!=)|∈|~|∼)")


def released(text: str, gone: set[str]) -> str:
    """A given of the same length in which nothing is said of the names that are gone."""
    for start, end in _statements(text):
        text = text[:start] + _without(text[start:end], gone) + text[end:]
    return text


def _without(statement: str, gone: set[str]) -> str:
    """The statement with its length kept, blanked where it speaks of a name that is gone."""
    match = _HEAD.match(statement)
    if match is None:
        return _blank(statement) if gone & _mentioned(statement) else statement
    names = re.split(r",(?![^{]*\})", match["names"])
    kept = [name for name in names if name_of(name) not in gone]
    if len(kept) == len(names):
        return statement
    if not kept:
        return _blank(statement)
    start, end = match.span("names")
    return statement[:start] + ",".join(kept).strip().rjust(end - start) + statement[end:]


def _mentioned(statement: str) -> set[str]:
    """The names in a statement; where it is no formula, those that its words spell."""
    from symbolic.language.symbols import Table

    found = set(lacking(statement, Table()))
    if not found:
        found = {name_of(word) for word in re.findall(r"\\?[^\W\d_]+(?:_(?:\{[^}]*\}|\w))?", statement)} - {""}
    return found | {name.split("_")[0] for name in found}


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
