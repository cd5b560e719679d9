"""Verdicts in the margin of a PDF: a style for LaTeX, and a file with the verdicts and sums of the article's files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from symbolic.article.document import Document, MarkError
from symbolic.article.hosts.latex import styles
from symbolic.article.hosts.stitched import Stitched
from symbolic.article.settings import macro_files, settings
from symbolic.article.shared import files_used
from symbolic.report.items import Item
from symbolic.run.cache import replaced

STYLE = "companion.sty"

#: What both files begin with: a file that does not was written by someone else.
WRITTEN = "% Written by `companion check"

#: Characters that mean something to TeX in the name of a file.
SPECIAL = frozenset("\\{}%#^")


def write_margin(document: Document, items: Iterable[Item]) -> list[Path]:
    """Write both files beside an article in LaTeX; raises `MarkError` when one there is not ours, OSError."""
    folder = document.path.parent
    style, status = folder / STYLE, document.path.with_suffix(".companion")
    texts = {style: resources.files("symbolic.report").joinpath(STYLE).read_text("utf-8"), status: ""}
    texts[status] = status_text(document, items)
    for path in texts:
        if path.exists() and not path.read_text(encoding="utf-8", errors="replace").startswith(WRITTEN):
            raise MarkError("this file was not written by the companion, and stays", (1, 1), path)
    for path, text in texts.items():
        replaced(path, text, 0o644)
    return list(texts)


def status_text(document: Document, items: Iterable[Item]) -> str:
    """For each file of the article, and each that it rests on, its sum; the verdicts of displayed formulas by line."""
    folder = document.path.parent
    verdicts: dict[str, list[str]] = {}
    for item in items:
        found = item.finding
        if not found.id.startswith(("= ", "code ")):
            line = rf"\companionverdict{{{found.place[0]}}}{{{found.word}}}"
            verdicts.setdefault(relative(found.path, folder), []).append(line)
    lines = [f"{WRITTEN} --latex-status`; it holds for files with these MD5 sums."]
    files = {path: raw.encode("utf-8") for path, raw in files_of(document).items()}
    files |= {path: path.read_bytes() for path in beside(document, folder) if path not in files}
    for path, raw in files.items():
        name = relative(path, folder)
        if SPECIAL & set(name):
            raise MarkError("TeX cannot read a file of this name from a status file", (1, 1), path)
        digest = hashlib.md5(raw, usedforsecurity=False).hexdigest().upper()
        lines += [rf"\companionfile{{{name}}}{{{digest}}}", *verdicts.get(name, ())]
    return "\n".join((*lines, r"\endinput", ""))


def files_of(document: Document) -> dict[Path, str]:
    """The files that an article is read from, with their texts."""
    if isinstance(document.source, Stitched):
        return {part.path: part.source.raw for part in document.source.parts}
    return {document.path: document.source.raw}


def beside(document: Document, folder: Path) -> list[Path]:
    """The files that verdicts rest on besides the article's own: of givens, settings, macros and styles."""
    said = (path for path, _ in settings(document.path))
    packages = (path for path in styles(document.source.text, folder) if path.name != STYLE)
    return [*files_used(document), *said, *macro_files(document.path), *packages]


def relative(path: Path, folder: Path) -> str:
    """The path as TeX sees it when it runs in the folder."""
    return Path(os.path.relpath(path, folder)).as_posix()
