"""A check in the terminal: one line a formula, then what is wrong with each that is refuted, then the count."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from symbolic.article.document import Place
from symbolic.article.findings import Finding
from symbolic.cli.report import counterexample
from symbolic.cli.terminal import paint, printable, sign
from symbolic.report.items import ERROR, Item, likely, said


@dataclass
class Lines:
    """The report for a person at a terminal."""

    wrong: list[Item] = field(default_factory=list)

    def found(self, item: Item) -> Iterator[str]:
        unread = item.finding.verdict.verdict == "unread" and not item.finding.expected
        if not item.accepted and (unread or (item.level == ERROR and item.finding.verdict.verdict == "refuted")):
            self.wrong.append(item)
        yield line(item)

    def broken(self, path: Path, place: Place | None, message: str) -> Iterator[str]:
        return iter(())

    def ended(self, counted: str, status: int) -> Iterator[str]:
        for item in self.wrong:
            yield ""
            yield from details(item)
        if self.wrong:
            yield ""
        yield counted


def line(item: Item) -> str:
    """`file:line:column: ✗ refuted  eq:var  right: d_k`."""
    finding = item.finding
    name = printable(finding.id) or shortened(finding.verdict.read_as or finding.latex)
    accepted = ("(in the baseline)",) if item.accepted else ()
    told = (paint(name, "1"), *said(finding, brief=True), *accepted)
    return f"{place(finding)}: {sign(finding.word)}  " + "  ".join(told)


def place(finding: Finding) -> str:
    return f"{finding.path}:{finding.place[0]}:{finding.place[1]}"


def shortened(text: str, width: int = 60) -> str:
    flat = printable(" ".join(text.split()))
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def details(item: Item) -> Iterator[str]:
    """The line of the text with what is wrong underlined, the right form, and the counterexample."""
    finding, verdict = item.finding, item.finding.verdict
    name = f"  {paint(printable(finding.id), '1')}" if finding.id else ""
    (row, column), behind = item.region
    yield f"{finding.path}:{row}:{column}: {sign(finding.word)}{name}"
    end = behind[1] if behind is not None and behind[0] == row else len(finding.excerpt.rstrip()) + 1
    yield from underlined(finding.excerpt, column - 1, column if verdict.error else max(end - 1, column))
    if verdict.error:
        yield f"  {verdict.error.message}"
    if verdict.missing:
        yield "  true if also " + "; ".join(f"`{sentence}`" for sentence in verdict.missing)
    if verdict.correct:
        yield f"  right: {verdict.correct.plain}"
    if verdict.slip:
        yield f"  {likely(verdict.slip)}"
    if verdict.counterexample:
        yield from (f"  {text}" for text in counterexample(verdict.counterexample))
    if verdict.note:
        yield f"  note: {verdict.note}"


#: The widest excerpt of a line that is shown.
WIDE = 110


def underlined(text: str, start: int, end: int) -> Iterator[str]:
    """A line of text with carets under text[start:end], cut to what a terminal shows.

    >>> list(underlined("a = b + c", 4, 9))
    ['    a = b + c', '        ^^^^^']
    """
    text = printable(text.replace("\t", " ")).rstrip()
    first = 0 if len(text) <= WIDE else max(0, min(start - WIDE // 3, len(text) - WIDE))
    shown, end = text[first : first + WIDE], min(end, first + WIDE)
    yield "    " + ("…" if first else "") + shown + ("…" if first + WIDE < len(text) else "")
    before, under = width(text[first:start]) + bool(first), width(text[start:end])
    yield "    " + " " * before + paint("^" * max(1, under), "31")


def width(text: str) -> int:
    """The columns that a text takes in a terminal.

    >>> width("x̂ = 数")
    6
    """
    return sum(
        0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF") for char in text
    )


def counted(tally: Counter[str]) -> str:
    """The last line: everything, formulas that were not looked at included."""
    shown = (
        "proved", "checked", "definition", "redefined", "refuted", "drifted", "undecided", "unread", "no claim",
        "not run",
    )  # fmt: skip
    parts = ", ".join(f"{tally[word]} {word}" for word in shown if tally[word])
    accepted = f" ({tally['accepted']} in the baseline)" if tally["accepted"] else ""
    rest = tally["in sentences"] - tally["kept in sentences"]
    absent = f"; {tally['not found']} file{'s' * (tally['not found'] > 1)} not found" if tally["not found"] else ""
    many = "formula" if tally["formulas"] == 1 else "formulas"
    return f"{tally['formulas']} {many}: {parts or 'none'}{accepted}; {max(rest, 0)} in sentences not looked at{absent}"
