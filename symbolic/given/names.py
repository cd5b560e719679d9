"""Names in a given: lists of them, left sides of definitions, and those an expression uses undeclared."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from symbolic.given.source import Piece
from symbolic.language.symbols import Table
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer import Token
from symbolic.notation.lexer import tokens as lex
from symbolic.notation.names import NameRead, read_name, script_content

_DOTS = frozenset({"…", "...", r"\ldots", r"\dots", r"\cdots", ".."})


@dataclass(frozen=True)
class Declared:
    """A name as it stands in a list: its id, its dress as typed, its place; `last` when it is x_1, …, x_n."""

    id: str
    dress: str
    piece: Piece
    first: str = ""
    last: str = ""
    bold: bool = False


@dataclass(frozen=True)
class LeftSide:
    """The left side of a definition: NAME, NAME_{indices}, NAME(parameters), NAME^2.

    whole   the id with the subscript as part of the name, "" when the subscript is an expression
    base    the id without the subscript
    indices   the texts of the subscripts; a run of letters gives one text
    """

    base: str
    whole: str
    dress: str
    indices: tuple[str, ...] = ()
    parameters: tuple[Piece, ...] | None = None
    squared: bool = False
    bold: bool = False


def read_names(piece: Piece) -> list[Declared]:
    """The names of a list `q, k`; `x_1, …, x_n` is one family."""
    parts = [part for listed in piece.split(",") for part in _listed(listed)]
    found: list[Declared] = []
    place = 0
    while place < len(parts):
        part = parts[place]
        if part.text in _DOTS and found and place + 1 < len(parts):
            found[-1] = _family(found[-1], one_name(parts[place + 1]))
            place += 1
        else:
            found.append(one_name(part))
        place += 1
    return found


def _listed(piece: Piece) -> list[Piece]:
    """`q and k` as two names."""
    found = re.search(r"\s+and\s+", piece.text)
    if found is None or not is_name(piece.cut(0, found.start())):
        return [piece]
    return [piece.cut(0, found.start()), *_listed(piece.cut(found.end()))]


def one_name(piece: Piece) -> Declared:
    """The name that the whole piece spells."""
    if not piece.text:
        raise piece.error("a name was expected here", "a letter or a word, such as `q`, `d_k`, `\\sigma`")
    try:
        read: NameRead = read_name(piece.text, labels=True)
    except ReadError as problem:
        message = f"`{piece.text}` is not a name"
        raise piece.error(
            message, problem.hint or "a letter or a word, such as `q`, `d_k`, `\\sigma`", problem.offset
        ) from None
    return Declared(read.id, _dress(piece.text), piece, bold=read.dress == "bold")


def _dress(text: str) -> str:
    return " ".join(text.split())


def _family(first: Declared, last: Declared) -> Declared:
    base, _, start = first.id.rpartition("_")
    other, _, stop = last.id.rpartition("_")
    if not base or base != other:
        raise last.piece.error("the dots join names that differ in more than their subscript", "x_1, …, x_n")
    return replace(first, id=base, first=start, last=stop, dress=base)


def is_name(piece: Piece) -> bool:
    """Does the whole piece spell one name?"""
    return bool(spelled(piece))


def is_known_name(table: Table, piece: Piece) -> bool:
    """Does the piece spell a name that the table declares?"""
    return spelled(piece) in table.symbols


def spelled(piece: Piece) -> str:
    """The id of the name that the whole piece spells, "" when it spells none."""
    return _id(piece.text)


def left_side(piece: Piece) -> LeftSide | None:
    """The left side that the piece spells; None when it can define nothing."""
    try:
        row = lex(piece.text)
        return _left_side(piece, row)
    except ReadError:
        return None


def letters_of(text: str, declared: Container[str]) -> list[str]:
    """The indices that a subscript holds: `ij` is i, j unless it is a name itself."""
    return [text] if text in declared or not text.isalpha() else list(text)


def numbered(piece: Piece) -> bool:
    """Is the left side x_0, with a number for its subscript?"""
    side = left_side(piece)
    return side is not None and bool(side.indices) and all(text.isdigit() for text in side.indices)


def _left_side(piece: Piece, row: list[Token]) -> LeftSide | None:
    text = piece.text
    stop = next((k for k, token in enumerate(row) if token.kind in ("_", "(", "end of text")), len(row) - 1)
    stop = next((k for k in range(stop) if _is_square(row, k)), stop)
    base = read_name(text[: row[stop].start])
    whole, after = base.id, stop
    indices: tuple[str, ...] = ()
    if row[stop].kind == "_":
        content, after = script_content(row, stop + 1)
        if not content:
            return None
        indices = tuple(_index_texts(content))
        whole = _id(text[: row[after].start])
    squared = _is_square(row, after)
    after = script_content(row, after + 1)[1] if squared else after
    parameters, after = _parameters(piece, row, after)
    if row[after].kind != "end of text":
        return None
    return LeftSide(base.id, whole, _dress(base.text), indices, parameters, squared, base.dress == "bold")


def _is_square(row: list[Token], at: int) -> bool:
    """Does `^2` stand at the token?"""
    return row[at].kind == "^" and [token.text for token in script_content(row, at + 1)[0]] == ["2"]


def _id(text: str) -> str:
    """The id of a name, "" when the text spells none."""
    try:
        return read_name(text).id
    except ReadError:
        return ""


def _index_texts(content: list[Token]) -> Iterator[str]:
    """The texts between commas of a subscript, respelled in canonical glyphs."""
    text = ""
    level = 0
    for token in content:
        level += (token.kind in ("{", "(")) - (token.kind in ("}", ")"))
        if token.kind == "," and level == 0:
            yield text
            text = ""
        else:
            text += f" {token.text}" if text and text[-1].isalpha() and token.text[:1].isalpha() else token.text
    yield text


def _parameters(piece: Piece, row: list[Token], at: int) -> tuple[tuple[Piece, ...] | None, int]:
    if row[at].kind != "(":
        return None, at
    level = 0
    for place in range(at, len(row)):
        level += (row[place].kind == "(") - (row[place].kind == ")")
        if level == 0:
            inside = piece.cut(row[at].end, row[place].start)
            return tuple(inside.split(",;")), place + 1
    return None, at


def unknown_names(text: str, table: Table) -> list[tuple[str, str, int]]:
    """(id, role, offset) of each name in `text` that the table lacks.

    role  "index" in a subscript of a known name, "call" before a bracket, else ""
    """
    from symbolic.notation.reader import undeclared_names

    return [(name.id, name.use, name.offset) for name in undeclared_names(text, table)]
