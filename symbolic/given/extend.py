"""with_definition(table, before, line): the table of a given with one more line, without reading it all again.

Order does not matter in a given, so a new line may change what the lines before it mean.  A definition `v = …` or
`u_5 = …` of a new name cannot where no line before could have meant that name: only then it is read by itself.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from symbolic.given.consistency import check
from symbolic.given.define import Definitions
from symbolic.given.errors import GivenError
from symbolic.given.expressions import Reading
from symbolic.given.forms import Equal, classify
from symbolic.given.names import LeftSide, left_side
from symbolic.given.relate import mated
from symbolic.given.source import MAX_LENGTH, MAX_STATEMENTS, continues, statements
from symbolic.language.symbols import Table
from symbolic.notation.errors import ReadError
from symbolic.notation.glyphs import CONSTANTS, FUNCTION_LETTERS, OPERATORS
from symbolic.notation.lexer import tokens
from symbolic.notation.names import parts, plain_name

#: Letters with a meaning of their own, which no definition here may take.
BUILT_IN = CONSTANTS | FUNCTION_LETTERS | OPERATORS | frozenset("di")

#: A name or a run of letters, and the number below it ("" for none or another subscript).
Mention = tuple[str, str]


@dataclass(frozen=True)
class _Defined:
    """A definition of a plain name: of one letter, or of one with a number below."""

    form: Equal
    letter: str
    number: str

    @property
    def name(self) -> str:
        return f"{self.letter}_{self.number}" if self.number else self.letter


def with_definition(table: Table, before: str, line: str) -> Table | None:
    """A new table, as `read_given` has it for both together; None where that cannot be told without reading them."""
    try:
        found = _defined(before, line)
        return _read(table, found) if found is not None and _apart(table, before, found) else None
    except (GivenError, ReadError):
        return None  # read whole, it is told as it is


def _defined(before: str, line: str) -> _Defined | None:
    """The definition that the line is, at its place behind the lines before it."""
    above = before.count("\n") + 1
    most = above + before.count(";") + line.count(";")
    if len(before) + len(line) >= MAX_LENGTH or most >= MAX_STATEMENTS or continues(before.rpartition("\n")[2]):
        return None
    pieces = statements("\n" * above + line)
    forms = classify(pieces[0]) if len(pieces) == 1 else []
    if len(forms) != 1 or not isinstance(forms[0], Equal):
        return None
    side = left_side(forms[0].left)
    return _Defined(forms[0], side.base, "".join(side.indices)) if side is not None and _plain(side) else None


def _plain(side: LeftSide) -> bool:
    """Is it one letter, or one letter with a number below?"""
    numbered = not side.indices or (len(side.indices) == 1 and side.indices[0].isdigit())
    bare = side.parameters is None and not side.squared and not side.bold and len(side.base) == 1
    return numbered and bare and side.base.isalpha() and side.base not in BUILT_IN


def _apart(table: Table, before: str, found: _Defined) -> bool:
    """Is the name new, and can no line before have meant it, nor its right side be read otherwise with fewer names?"""
    if table.knows(found.name) or table.knows(found.letter):
        return False
    letters = _letters(table) | {found.letter}
    if any(len(text) > 1 and letters.issuperset(text) for text, _ in _mentions(found.form.right.text)):
        return False
    mentions = (mention for line in before.split("\n") for mention in _mentions(line))
    return not any(_may_mean(found, text, number, letters) for text, number in mentions)


def _may_mean(found: _Defined, text: str, number: str, letters: set[str]) -> bool:
    """May a name or run of letters with this number below it mean the new name, or hold it?"""
    if text == found.letter:
        return not found.number or number in ("", found.number)
    spelled = plain_name(found.letter)
    held = found.letter in text and letters.issuperset(text)
    return len(text) > 1 and (held or (len(spelled) > 1 and spelled in text))


def _letters(table: Table) -> set[str]:
    """The letters of all names, and those with a meaning of their own: what letters side by side may be read as."""
    names = (*table.symbols, *table.definitions)
    return {letter for name in names for letter in parts(name).base} | {"e", "d", "i"}


@lru_cache(maxsize=4096)
def _mentions(line: str) -> frozenset[Mention]:
    """The names and runs of letters in a line; raises ReadError where it holds a sign that is not known."""
    row = tokens(line.partition("#")[0].replace("$", " "))
    found = set()
    for at, token in enumerate(row):
        if token.kind in ("name", "run", "text"):
            below = row[at + 1 : at + 5] if row[at + 1].kind == "_" else []
            braced = len(below) > 3 and below[1].kind == "{" and below[3].kind == "}"
            number = below[2] if braced else below[1] if len(below) > 1 else None
            found.add((token.text, number.text if number is not None and number.kind == "num" else ""))
    return frozenset(found)


def _read(table: Table, found: _Defined) -> Table | None:
    copies: dict[str, Any] = {field.name: copy(getattr(table, field.name)) for field in fields(table)}
    reading = Reading(Table(**copies))
    form, new = found.form, reading.table
    definitions = Definitions(reading)
    if mated(reading, form.left) is not None or not definitions.add(form.left, form.right, form.sentence):
        return None
    definitions.settle((found.name,))
    if form.sentence not in new.sentences:
        new.sentences.append(form.sentence)
    check(Table({found.name: new.symbols[found.name]}, {found.name: new.definitions[found.name]}))
    return new
