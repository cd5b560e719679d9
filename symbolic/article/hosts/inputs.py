"""A LaTeX article from its files: \\input and its kin put in place, from the root that a chapter names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from symbolic.article.document import Absent, MarkError, Source, read_source
from symbolic.article.hosts.stitched import Part, Stitched
from symbolic.article.tex.mouth import Missing, Mouth
from symbolic.article.tex.tokens import tokens

#: Commands that put in a file.
INPUTS = frozenset({"input", "include", "subfile", "subfileinclude"})

_ROOT = re.compile(r"%\s*!\s*T[eE]X\s+root\s*=\s*(.+?)\s*$|\\documentclass\[([^][]+)\]\{subfiles\}", re.MULTILINE)

#: Lines in which a chapter names its root.
_HEAD = 30


@dataclass(frozen=True)
class Assembly:
    """The whole text, the half-open range of it that is asked for, the folder of its root, and all its files.

    absent  what is to be put in and is not there: it may be a file of the TeX system
    """

    source: Source
    start: int
    end: int
    folder: Path
    files: frozenset[Path]
    absent: tuple[Absent, ...] = ()


def assembly(path: Path, source: Source) -> Assembly:
    """The text that a file belongs to; raises `MarkError` for a root or input that is not there or goes in circles."""
    root = root_of(path, source)
    folder, absent = (root or path).parent, list[Absent]()
    if root is not None:
        parts = list(_parts(root, read_source(root), folder, (), absent))
        if not any(part.path.resolve() == path.resolve() for part in parts):
            absent.clear()
            parts = [*_preamble(parts), *_parts(path, source, folder, (), absent)]
    else:
        parts = list(_parts(path, source, folder, (), absent))
    files = frozenset(part.path.resolve() for part in parts)
    whole = Stitched(parts) if len(parts) > 1 else source
    extent = (0, len(whole.text)) if root is None else _range(path, parts)
    return Assembly(whole, *extent, folder, files, tuple(absent))


def inputs_of(path: Path) -> frozenset[Path]:
    """The files that a root puts in; none where that cannot be told: whoever reads it says why."""
    try:
        source = read_source(path)
        if root_of(path, source) is not None:
            return frozenset()
        return assembly(path, source).files - {path.resolve()}
    except (MarkError, OSError):
        return frozenset()


def root_of(path: Path, source: Source) -> Path | None:
    """The root that the head of a chapter names, if it names one; raises `MarkError` where that is not there."""
    head = source.text.split("\n", _HEAD)[:_HEAD]
    match = _ROOT.search("\n".join(head))
    if match is None:
        return None
    name = (match[1] or match[2]).strip()
    root = _file(path.parent, name)
    if root is None:
        raise MarkError(f"the root `{name}` that is named here is not there", source.place(match.start()), path)
    return root if root.resolve() != path.resolve() else None


def _file(folder: Path, name: str) -> Path | None:
    names = (Path(os.path.normpath(folder / name)), Path(os.path.normpath(folder / f"{name}.tex")))
    try:
        return next((path for path in names if path.is_file()), None) if name else None
    except (OSError, ValueError):
        return None  # what no file can be called


def _parts(
    path: Path, source: Source, folder: Path, above: tuple[Path, ...], absent: list[Absent]
) -> Iterator[Part]:
    """The parts of a file, with those of its inputs in their places."""
    start = 0
    for begin, end, command, name in _inputs(source.text):
        place = source.place(begin)
        found = _file(folder, name) or _file(path.parent, name)
        if found is None:
            if not name or "\\" in name or (command == "input" and "/" not in name):
                absent.append(Absent(source.text[begin:end].strip(), path, place))
                continue
            raise MarkError(f"`\\{command}{{{name}}}`: there is no such file", place, path)
        if found.resolve() in (path.resolve(), *above):
            raise MarkError(f"`\\{command}{{{name}}}`: the file goes into itself", place, path)
        yield Part(path, source, start, begin)
        yield from _parts(found, _read(found), folder, (*above, path.resolve()), absent)
        start = end
    yield Part(path, source, start, len(source.text))


def _read(path: Path) -> Source:
    try:
        return read_source(path)
    except MarkError as problem:
        raise MarkError(problem.message, problem.place, path) from None


def _inputs(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Where files are put in: the half-open range of the command, its name, and that of the file."""
    if not any(f"\\{command}" in text for command in INPUTS):
        return
    found = list(tokens(text))
    for number, token in enumerate(found):
        if token.name in INPUTS:
            mouth = Mouth(found[number + 1 : number + 40])
            if mouth.peek() == "{":
                try:
                    name = mouth.name()
                except Missing:
                    name = ""  # named by a macro
                yield token.start, max(part.end for part in mouth.taken), token.name, name
            elif mouth.stack and mouth.stack[-1].kind == "text":
                yield token.start, mouth.stack[-1].end, token.name, mouth.stack[-1].text


def _preamble(parts: list[Part]) -> Iterator[Part]:
    for part in parts:
        place = part.source.text.find("\\begin{document}", part.start, part.end)
        if place >= 0:
            yield Part(part.path, part.source, part.start, place)
            return
        yield part


def _range(path: Path, parts: list[Part]) -> tuple[int, int]:
    """From the first part of a file to its last."""
    own = [number for number, part in enumerate(parts) if part.path.resolve() == path.resolve()]
    lengths = [part.end - part.start for part in parts]
    return sum(lengths[: own[0]]), sum(lengths[: own[-1] + 1])
