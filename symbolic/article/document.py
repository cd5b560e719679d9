"""An article as data: its formulas, marks and headings, each with its place in the text; edits by offset."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from symbolic.verdict import Failure

#: A place in a text: line and column, both from 1.
Place = tuple[int, int]


class MarkError(ValueError):
    """What is malformed in an article, in one line, and where; ends the check of it with status 2."""

    def __init__(self, message: str, place: Place, path: Path | None = None) -> None:
        self.message = " ".join(message.split())
        super().__init__(self.message)
        self.place = place
        self.path = path


@dataclass(frozen=True)
class Spot:
    """A place as the author sees it: in which file (None: the one that was asked for), and in which cell."""

    place: Place
    path: Path | None = None
    cell: str = ""


@dataclass(frozen=True)
class Source:
    """The text of a file with plain line ends and without its byte order mark, and the way back to the file.

    `raw` is the file's text to the character; `text` is what is parsed; edits are made in offsets of `text`.
    """

    raw: str
    text: str = field(init=False)
    starts: tuple[int, ...] = field(init=False)
    raw_starts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        mark = self.raw.startswith("\ufeff")
        lines = self.raw[mark:].replace("\r\n", "\n").replace("\r", "\n").split("\n")
        object.__setattr__(self, "text", "\n".join(lines))
        object.__setattr__(self, "starts", _starts(len(line) + 1 for line in lines))
        object.__setattr__(self, "raw_starts", tuple(_raw_starts(self.raw, int(mark))))

    def place(self, offset: int) -> Place:
        line = bisect_right(self.starts, offset) - 1
        return line + 1, offset - self.starts[line] + 1

    def offset(self, place: Place) -> int:
        return self.starts[place[0] - 1] + place[1] - 1

    def line(self, number: int) -> str:
        """The text of the numbered line, from 1."""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end]

    def edited(self, edits: Iterable[tuple[int, int, str]]) -> str:
        """The raw text with text[start:end] replaced by each new text, which takes on the file's line ends."""
        newline = "\r\n" if "\r\n" in self.raw else "\n"
        raw = self.raw
        for start, end, new in sorted(edits, reverse=True):
            raw = raw[: self._raw(start)] + new.replace("\n", newline) + raw[self._raw(end) :]
        return raw

    def spot(self, place: Place) -> Spot:
        """Where in the files a place of `text` is."""
        return Spot(place)

    def shown(self, place: Place) -> str:
        """The line of the file in which a place of `text` is."""
        return self.line(place[0])

    def rewritten(self, edits: Iterable[tuple[int, int, str]]) -> dict[Path | None, tuple[str, str]]:
        """The files that edits change (None: the one that was asked for): raw text before and after."""
        return {None: (self.raw, self.edited(edits))}

    def _raw(self, offset: int) -> int:
        line, column = self.place(offset)
        return self.raw_starts[line - 1] + column - 1


def _starts(lengths: Iterable[int]) -> tuple[int, ...]:
    starts = [0]
    for length in lengths:
        starts.append(starts[-1] + length)
    return tuple(starts[:-1])


def _raw_starts(raw: str, first: int) -> Iterable[int]:
    """The offsets at which the lines of `raw` begin, when lines end with \\n, \\r\\n or \\r."""
    yield first
    for place, char in enumerate(raw):
        if char == "\n" or (char == "\r" and raw[place + 1 : place + 2] != "\n"):
            yield place + 1


@dataclass(frozen=True)
class Fragment:
    """A stretch of text that a host took out of its containers, and the place where each of its lines began.

    letters  where each letter, and the end, came from, when the text is not letter by letter that of the source
    """

    text: str
    origins: tuple[Place, ...]
    letters: tuple[Place, ...] = ()

    def place(self, offset: int) -> Place:
        if self.letters:
            return self.letters[min(offset, len(self.letters) - 1)]
        number = bisect_right(self._begins, offset) - 1
        line, column = self.origins[min(number, len(self.origins) - 1)]
        return line, column + offset - self._begins[number]

    @cached_property
    def _begins(self) -> tuple[int, ...]:
        return (0, *(match.end() for match in re.finditer("\n", self.text)))

    def cut(self, start: int, end: int) -> Fragment:
        """The fragment of text[start:end]."""
        inner = self.text[start:end]
        if self.letters:
            return assembled(inner, self.letters[start : max(start, end) + 1])
        first = self.text.count("\n", 0, start)
        count = inner.count("\n")
        return Fragment(inner, (self.place(start), *self.origins[first + 1 : first + count + 1]))

    def stripped(self) -> Fragment:
        text = self.text
        return self.cut(len(text) - len(text.lstrip()), max(len(text.rstrip()), len(text) - len(text.lstrip())))


def offset_of(text: str, failure: Failure) -> int:
    """The offset that line and column of a failure stand for."""
    lines = text.split("\n")[: (failure.line or 1) - 1]
    return sum(len(line) + 1 for line in lines) + (failure.column or 1) - 1


def moved(failure: Failure, text: str, start: int) -> Failure:
    """The failure of text[start:] as one of the text."""
    offset = min(start + offset_of(text[start:], failure), len(text))
    before = text[:offset]
    return replace(failure, line=before.count("\n") + 1, column=offset - before.rfind("\n"))


def assembled(text: str, letters: tuple[Place, ...]) -> Fragment:
    """A text whose letters, and end, came from these places."""
    begins = (0, *(match.end() for match in re.finditer("\n", text)))
    return Fragment(text, tuple(letters[begin] for begin in begins), letters)


#: Characters that a formula may have.
LONGEST = 100_000

#: The styles of formulas in a sentence.
SENTENCE = frozenset({"$", "\\("})


@dataclass(frozen=True)
class Formula:
    """A formula: `body` between its delimiters, and the half-open ranges of both in the source.

    style     "$$", "\\\\[", "math" (a fence), the name of an environment, "$" or "\\\\(" (in a sentence)
    label     the name it is given by \\label, \\tag, {#…} or (…)
    closed    False when its closing delimiter is missing
    trouble   why it cannot be read, when a macro in it has no end
    rendered  a typeset copy stands beside it, so that the source alone is not to be written
    """

    body: Fragment
    start: int
    end: int
    style: str
    label: str = ""
    closed: bool = True
    trouble: str = ""
    rendered: bool = False

    @property
    def unreadable(self) -> str:
        """Why it cannot be read whatever it says, "" when it may."""
        if len(self.body.text) > LONGEST:
            return f"a display of {len(self.body.text)} characters is longer than {LONGEST}; split it"
        return self.trouble or ("" if self.closed else f"`{self.style}` is not closed")

    @property
    def displayed(self) -> bool:
        return self.style not in SENTENCE

    @property
    def place(self) -> Place:
        return self.body.stripped().origins[0] if self.body.text.strip() else self.body.origins[0]


@dataclass(frozen=True)
class Mark:
    """A mark's content (behind `companion:`), and the half-open range of its comment in the source."""

    content: Fragment
    start: int
    end: int
    place: Place


@dataclass(frozen=True)
class Fence:
    """A fence of Python: its text, and where it begins in the source."""

    text: str
    start: int


@dataclass(frozen=True)
class Heading:
    """A heading of level 1 … 6: it ends the sections of its level and deeper."""

    level: int
    start: int


Item = Formula | Mark | Heading


@dataclass(frozen=True)
class Dress:
    """How a host writes a mark, a displayed formula and the letters of TeX."""

    mark: tuple[str, str] = ("<!-- ", " -->")
    display: tuple[str, str] = ("$$", "$$")
    escape: Callable[[str], str] = str


@dataclass(frozen=True)
class Absent:
    """`command` puts in a file that is not there, at a place of `path`: the article was not read whole."""

    command: str
    path: Path
    place: Place


@dataclass(frozen=True)
class Document:
    """An article: `items` and fences of Python in the order of the text, and the given of its front matter."""

    path: Path
    source: Source
    items: tuple[Item, ...]
    given: Fragment | None = None
    fences: tuple[Fence, ...] = ()
    dress: Dress = Dress()
    absent: tuple[Absent, ...] = ()

    def spot(self, place: Place) -> Spot:
        """Where in the files a place of the text is."""
        spot = self.source.spot(place)
        return Spot(spot.place, spot.path or self.path, spot.cell)

    def located(self, problem: MarkError) -> MarkError:
        """The problem at its place in the files."""
        if problem.path is not None:
            return problem
        spot = self.spot(problem.place)
        return MarkError(problem.message, spot.place, spot.path)


def read_source(path: Path) -> Source:
    """The source of a file; raises `MarkError` when it is not UTF-8, OSError when it cannot be read."""
    return decoded(path.read_bytes())


def decoded(data: bytes) -> Source:
    """The source of the bytes of a file; raises `MarkError` when they are not UTF-8."""
    try:
        return Source(data.decode("utf-8"))
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        other = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        told = f"broken UTF-8: byte 0x{data[problem.start]:02x} is part of no character"
        raise MarkError("the file is UTF-16: save it as UTF-8" if other else told, (line, column)) from None
