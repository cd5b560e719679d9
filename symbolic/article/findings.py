"""What a check found of one formula, block or value: where, its verdict, and how it departs from what is wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic.article.document import Fragment, Place
from symbolic.verdict import Verdict

#: text[start:end] of the source is to become `new`.
Edit = tuple[int, int, str]


@dataclass(frozen=True)
class Finding:
    """The fate of one formula.

    id        its label, the block's name, or `= EXPRESSION` for a value in a sentence
    drift     how a block or value departs from what it states ("" when it does not)
    states    what it is to say, in Unicode, where that is known
    expected  the verdict that a mark expects ("" when none does)
    edit      what `sync` writes
    cell      the cell of a notebook and the line in it
    wrong     from where to where the part that is refuted stands
    excerpt   the line of the file where that part, or else the formula, begins
    heading   that of its section, as written ("" above the first)
    also      its other labels: of the further rows of a chain, or a tag beside a label
    """

    path: Path
    place: Place
    id: str
    latex: str
    verdict: Verdict
    drift: str = ""
    states: str = ""
    expected: str = ""
    edit: Edit | None = None
    cell: str = ""
    wrong: tuple[Place, Place] | None = None
    excerpt: str = ""
    heading: str = ""
    also: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        return "drifted" if self.drift else self.verdict.verdict

    @property
    def unexpected(self) -> bool:
        return bool(self.expected) and self.expected != self.verdict.verdict

    @property
    def failed(self) -> bool:
        """Refuted, drifted, or not as expected."""
        return bool(self.drift) or self.unexpected or (self.verdict.verdict == "refuted" and not self.expected)

    @property
    def open(self) -> bool:
        """Undecided or unread, and not expected to be."""
        return self.verdict.verdict in ("undecided", "unread") and not self.expected

    def to_json(self) -> dict[str, Any]:
        """The object that `check --json` prints."""
        line, column = self.place
        own = {"file": str(self.path), "line": line, "column": column, "id": self.id or None, "latex": self.latex}
        ends = [{"line": line, "column": column} for line, column in self.wrong or ()]
        own |= {"heading": self.heading or None, "wrong": ends or None}
        kept = {"drift": self.drift or None, "states": self.states or None, "expected": self.expected or None}
        own |= {"cell": self.cell} if self.cell else {}
        return {**own, **self.verdict.to_json(), **kept}


def wrong_part(verdict: Verdict, body: Fragment) -> tuple[Place, Place] | None:
    """Where in a formula the likely slip, or else the first refuted right side, stands."""
    if verdict.verdict != "refuted":
        return None
    spans = (link.span for link in verdict.links if link.verdict == "refuted")
    span = verdict.slip.span if verdict.slip and verdict.slip.span else next(spans, None)
    if span is None or not 0 <= span[0] < span[1] <= len(body.text):
        return None
    return body.place(span[0]), body.place(span[1])


def heading_text(line: str) -> str:
    """What a line with a heading says, whatever the host.

    >>> [heading_text(line) for line in ("## The mean", "\\\\section*{The mean}", "<h2 id='m'>The mean</h2>")]
    ['The mean', 'The mean', 'The mean']
    """
    found = re.search(r"\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\*?\s*(?:\[[^\]]*\])?\{(.*)\}", line)
    return re.sub(r"<[^>]*>", "", found[1] if found else line).strip(" #\t")
