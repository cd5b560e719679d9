"""Jupyter notebooks: their Markdown cells as an article, their cells of Python as its fences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder, decoder, scanner
from pathlib import Path
from typing import Any

from symbolic.article.document import Document, Fence, Fragment, Item, MarkError, Place, Source, Spot
from symbolic.article.hosts.frontmatter import front_matter
from symbolic.article.hosts.markdown import Text
from symbolic.article.tex.macros import Macros

#: A character of a JSON string as it is written.
_WRITTEN = re.compile(r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|.", re.DOTALL)


def parse(path: Path, source: Source, macros: Macros | None = None) -> Document:
    """The document of a notebook; raises `MarkError`."""
    book = _read(source)
    cells = list(_cells(book, source))
    whole = Notebook(source, cells)
    try:
        given, items, fences = _parsed(whole, cells, _language(book), macros.copy() if macros else Macros())
    except MarkError as problem:
        raise Document(path, whole, ()).located(problem) from None
    return Document(path, whole, items, given, fences)


class _Written(str):
    """A string of a JSON text, and the half-open range of what stands between its quotes."""

    start: int
    end: int


def _read(source: Source) -> dict[str, Any]:
    """A notebook with the places of its strings; raises `MarkError` when it is none."""
    import nbformat

    try:
        book = _decoder().decode(source.text)
    except (JSONDecodeError, RecursionError) as problem:
        place = source.place(problem.pos) if isinstance(problem, JSONDecodeError) else (1, 1)
        words = getattr(problem, "msg", "it is nested too deep")
        raise MarkError(f"the notebook is not JSON: {words}", place) from None
    if not isinstance(book, dict):
        raise MarkError("this JSON is no notebook: it is not an object", (1, 1))
    try:
        nbformat.reads(source.text, nbformat.NO_CONVERT)
    except Exception as problem:
        words = " ".join(str(problem).split())
        raise MarkError(f"this JSON is no notebook: {words[:120]}", (1, 1)) from None
    if not isinstance(book.get("cells"), list):
        raise MarkError("the notebook has no list of cells: it is older than version 4 of the format", (1, 1))
    return book


def _decoder() -> Any:
    """Python's decoder of JSON, which hands over each string with its place."""
    parts: Any = (decoder, scanner)
    scanstring, make_scanner = parts[0].scanstring, parts[1].py_make_scanner
    found: Any = JSONDecoder()

    def placed(text: str, begin: int, strict: bool = True) -> tuple[str, int]:
        content, end = scanstring(text, begin, strict)
        written = _Written(content)
        written.start, written.end = begin, end - 1
        return written, end

    found.parse_string = placed
    found.scan_once = make_scanner(found)
    return found


@dataclass(frozen=True)
class Cell:
    """A cell of the notebook, numbered from 1: its text, and where each letter and the end stand in the file."""

    number: int
    kind: str
    text: str
    letters: tuple[int, ...]
    between: str


def _cells(book: dict[str, Any], source: Source) -> Iterator[Cell]:
    for number, cell in enumerate(book["cells"], 1):
        content = cell.get("source", "") if isinstance(cell, dict) else ""
        parts = content if isinstance(content, list) else [content]
        written = [part for part in parts if isinstance(part, _Written)]
        letters = [place for part in written for place in _letters(part, source.text)]
        if letters or written:
            text = "".join(written).replace("\r", " ")
            between = _break(written, isinstance(content, list), source.text)
            yield Cell(number, str(cell.get("cell_type", "")), text, (*letters, written[-1].end), between)


def _letters(part: _Written, text: str) -> Iterator[int]:
    place = part.start
    for _ in part:
        yield place
        match = _WRITTEN.match(text, place)
        place = match.end() if match else place


def _break(written: list[_Written], listed: bool, text: str) -> str:
    """What stands between two lines of a cell: the end of a string, the beginning of the next."""
    if not listed:
        return "\\n"
    if len(written) > 1:
        return "\\n" + text[written[0].end : written[1].start]
    before = text[: written[0].start - 1]
    return '\\n",' + before[len(before.rstrip()) :] + '"'


def _language(book: dict[str, Any]) -> str:
    metadata = book.get("metadata", {})
    keys = (("language_info", "name"), ("kernelspec", "language"))
    names = [metadata.get(key, {}).get(word, "") for key, word in keys]
    return str(next(filter(None, names), "python"))


class Notebook(Source):
    """The source whose text is that of the cells, one behind the other with blank lines between."""

    file: Source
    cells: tuple[Cell, ...]
    begins: tuple[int, ...]

    def __init__(self, file: Source, cells: Iterable[Cell]) -> None:
        cells = tuple(cells)
        super().__init__("\n\n".join(cell.text for cell in cells))
        begins, place = [], 0
        for cell in cells:
            begins.append(place)
            place += len(cell.text) + 2
        for name, value in (("file", file), ("cells", cells), ("begins", tuple(begins))):
            object.__setattr__(self, name, value)

    def cell(self, offset: int) -> tuple[Cell, int]:
        """The cell in which an offset is, and the offset in its text."""
        number = max(bisect_right(self.begins, offset) - 1, 0)
        return self.cells[number], offset - self.begins[number]

    def spot(self, place: Place) -> Spot:
        if not self.cells:
            return Spot((1, 1))
        cell, offset = self.cell(self.offset(place))
        line = cell.text.count("\n", 0, offset) + 1
        return Spot(self.file.place(_letter(cell, offset)), cell=f"cell {cell.number}, line {line}")

    def shown(self, place: Place) -> str:
        return self.file.line(self.spot(place).place[0])

    def edited(self, edits: Iterable[tuple[int, int, str]]) -> str:
        return self.file.edited(self._written(*edit) for edit in edits)

    def rewritten(self, edits: Iterable[tuple[int, int, str]]) -> dict[Path | None, tuple[str, str]]:
        return {None: (self.file.raw, self.edited(edits))}

    def _written(self, start: int, end: int, new: str) -> tuple[int, int, str]:
        """An edit of the text as one of the file: only what stands between is written anew."""
        cell, first = self.cell(start)
        last = end - start + first
        if last > len(cell.text):
            raise MarkError("what is to be written goes across cells", self.place(start))
        plain = self.file.text.isascii() and "\\u" in self.file.text
        quoted = (_quoted(line, plain) for line in new.split("\n"))
        return _letter(cell, first), _letter(cell, last), cell.between.join(quoted)


def _letter(cell: Cell, offset: int) -> int:
    return cell.letters[min(offset, len(cell.letters) - 1)]


def _quoted(line: str, plain: bool) -> str:
    import json

    return json.dumps(line, ensure_ascii=plain)[1:-1]


def _parsed(
    whole: Notebook, cells: list[Cell], language: str, macros: Macros
) -> tuple[Fragment | None, tuple[Item, ...], tuple[Fence, ...]]:
    text = Text(whole, macros)
    given: Fragment | None = None
    items: list[Item] = []
    fences: list[Fence] = []
    for begin, cell in zip(whole.begins, cells, strict=True):
        top = whole.place(begin)[0] - 1
        content = cell.text
        if cell is cells[0] and cell.kind in ("raw", "markdown"):
            given, content = front_matter(content, top + 1)
        if cell.kind == "markdown":
            found, code = text.read(content, top)
            items.extend(found)
            fences.extend(code)
        elif cell.kind == "code" and language == "python":
            fences.append(Fence(content, begin))
    return given, tuple(items), tuple(fences)
