"""Workflow commands: annotations that a code host shows at the formula.

Source: GitHub, "Workflow commands for GitHub Actions": `::error file=F,line=L,col=C,title=T::MESSAGE`; in a message %,
CR and LF are escaped, in a property : and , besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from symbolic.article.document import Place
from symbolic.report.items import NONE, Item, likely, said


class Annotations:
    """One annotation for each formula that counts."""

    def found(self, item: Item) -> Iterator[str]:
        if item.level == NONE:
            return
        found = item.finding
        (line, column), end = item.region
        where = {"line": line, **({"endLine": end[0]} if end else {}), "col": column}
        where |= {"endColumn": end[1]} if end and end[0] == line else {}
        title = f"{found.word}: {found.id or found.verdict.read_as or found.latex}"
        slip = (likely(found.verdict.slip),) if found.verdict.slip else ()
        message = "\n".join((*said(found), *slip)) or found.word
        yield command(item.level, {"file": found.path.as_posix(), **where, "title": title}, message)

    def broken(self, path: Path, place: Place | None, message: str) -> Iterator[str]:
        where = dict(zip(("line", "col"), place, strict=True)) if place else {}
        yield command("error", {"file": path.as_posix(), **where}, message)

    def ended(self, counted: str, status: int) -> Iterator[str]:
        return iter(())


def command(level: str, properties: dict[str, object], message: str) -> str:
    """One workflow command.

    >>> command("error", {"file": "a,b.md", "line": 3}, "100 %")
    '::error file=a%2Cb.md,line=3::100 %25'
    """
    said_so = ",".join(f"{name}={escaped(str(value), ':,')}" for name, value in properties.items())
    return f"::{level} {said_so}::{escaped(message)}"


def escaped(text: str, more: str = "") -> str:
    """The text with %, CR, LF and the characters of `more` as % and their number."""
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" + more else char for char in text)
