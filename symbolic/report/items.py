"""One formula of a check as reports tell it: its fate in words, how grave that is, and what it is known by."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from symbolic.article.document import Place
from symbolic.article.findings import Finding
from symbolic.verdict import Counterexample, Slip

#: How grave a finding is.
ERROR, WARNING, NONE = "error", "warning", "none"


@dataclass(frozen=True)
class Item:
    """A finding with what a report needs besides.

    key       names the formula by its label, or by heading and content; a formula that stands again has a number
    content   changes when the formula says something else
    strict    does what is undecided or unread count
    accepted  does the baseline accept it as it is
    """

    finding: Finding
    key: str
    content: str
    strict: bool = False
    accepted: bool = False

    @property
    def level(self) -> str:
        found = self.finding
        if found.verdict.disagreement or (found.failed and not self.accepted):
            return ERROR
        return WARNING if self.strict and found.open and not self.accepted else NONE

    @property
    def region(self) -> tuple[Place, Place | None]:
        """Where what is wrong begins, and where it ends if that is known."""
        error = self.finding.verdict.error
        if error is not None and error.where == "claim" and error.line is not None:
            return (error.line, error.column or 1), None
        return self.finding.wrong or (self.finding.place, None)

    @property
    def fingerprint(self) -> str:
        """The same for the same formula with the same fate, wherever it moves in its file."""
        return digest(f"{self.key}\n{self.content}\n{self.finding.word}")


def digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass
class Naming:
    """Names the findings of a check in their order."""

    seen: Counter[tuple[Path, str]] = field(default_factory=Counter)

    def item(self, finding: Finding, strict: bool = False) -> Item:
        content = digest(" ".join(finding.latex.split()))
        name = finding.id if finding.id and not finding.id.startswith("= ") else f"{finding.heading}: {content}"
        self.seen[finding.path, name] += 1
        times = self.seen[finding.path, name]
        return Item(finding, name if times == 1 else f"{name} ({times})", content, strict)


#: The longest right form that stands in a line; where the slip is told shorter, that one stands there.
LONG = 80


def said(finding: Finding, brief: bool = False) -> Iterator[str]:
    """What there is to say of a finding beside its verdict, in sentences without ends; `brief`: on one line."""
    verdict = finding.verdict
    if finding.cell:
        yield f"({finding.cell})"
    if finding.drift:
        yield finding.drift + (f"; it states {finding.states}" if not finding.id.startswith("= ") else "")
    elif verdict.error:
        yield verdict.error.message
    if finding.expected:
        yield f"(expected {finding.expected})" if finding.unexpected else "(as expected)"
    if verdict.verdict == "refuted":
        if verdict.missing:
            yield "true if also " + "; ".join(f"`{sentence}`" for sentence in verdict.missing)
        right, slip = verdict.correct, verdict.slip
        if right and slip and brief and len(right.plain) > LONG > len(slip.right.plain):
            yield likely(slip)
        elif right:
            yield f"right: {right.plain}"
        if finding.id.startswith("code ") and verdict.note:
            yield verdict.note
    elif verdict.verdict == "undecided" and verdict.note:
        yield verdict.note
    if verdict.disagreement:
        yield verdict.disagreement


def likely(slip: Slip) -> str:
    """The slip that would explain a refuted claim."""
    return f"likely slip: {slip.name}; without it: {slip.right.plain}"


def written(value: object) -> str:
    """A number, or an array by its entries.

    >>> written([["3/4", -2], [0.25, "5/3"]])
    '((3/4, −2), (0.25, 5/3))'
    """
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(written, value)) + ")"
    text = str(value)
    return "−" + text[1:] if text.startswith("-") else text


def sides(found: Counterexample) -> str:
    """The two sides at a counterexample; of arrays, the shape and the first entry that differs."""
    both = f"left {written(found.left)}, right {written(found.right)}" if found.right is not None else str(found.left)
    if not found.shape:
        return both
    shape = " × ".join(map(str, found.shape))
    entry = ", ".join(map(str, found.values.get("entry", ())))
    kind = "vectors of length" if len(found.shape) == 1 else "arrays of shape"
    return f"both sides are {kind} {shape}; first entry that differs ({entry}): {both}"
