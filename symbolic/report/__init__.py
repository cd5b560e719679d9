"""What a check found, for other programs and for readers: JSON lines, SARIF, annotations, a page, a LaTeX style."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from symbolic.article.document import Place
from symbolic.report.items import Item

#: The formats, besides `text`, which belongs to the command line.
FORMATS = ("json", "github", "sarif", "html")


class Report(Protocol):
    """Takes in a check as it goes on; what each call yields are the lines that can be written by then."""

    def found(self, item: Item) -> Iterator[str]:
        """One formula."""

    def broken(self, path: Path, place: Place | None, message: str) -> Iterator[str]:
        """A file that could not be checked to its end."""

    def ended(self, counted: str, status: int) -> Iterator[str]:
        """The end: the line that counts everything, and the exit status."""


def report_of(name: str, wide: bool, home: Path) -> Report:
    """The report of a format.

    wide  may characters beyond ASCII be written
    home  the folder from which a page's links start
    """
    if name == "json":
        from symbolic.report.lines import JsonLines

        return JsonLines(wide)
    if name == "github":
        from symbolic.report.github import Annotations

        return Annotations()
    if name == "sarif":
        from symbolic.report.sarif import Sarif

        return Sarif(wide)
    if name == "html":
        from symbolic.report.page import Page

        return Page(home, wide)
    raise ValueError(f"there is no format {name!r}")


def address(path: Path, home: Path | None = None) -> str:
    """The path as a relative reference of a URI, from `home` where it is given; absolute ones stay so."""
    from urllib.parse import quote

    shown = Path(os.path.relpath(path, home)) if home is not None else path
    return quote(shown.as_posix())
