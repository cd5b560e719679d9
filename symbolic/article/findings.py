"""What a check found of one formula, block or value: where, its verdict, and how it departs from what is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic.article.document import Place
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
        kept = {"drift": self.drift or None, "states": self.states or None, "expected": self.expected or None}
        own |= {"cell": self.cell} if self.cell else {}
        return {**own, **self.verdict.to_json(), **kept}
