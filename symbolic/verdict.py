"""Verdicts, their evidence and counterexamples: data, and the order from worst to best."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

#: From worst to best: the verdict of a chain is the first of these that one of its links has.
ORDER = ("refuted", "unread", "undecided", "checked", "proved")


@dataclass(frozen=True)
class Reason:
    """A rule that was applied, and what it says in words."""

    rule: str
    text: str


@dataclass(frozen=True)
class Evidence:
    """What the laboratory did: kind "exact", "quadrature", "monte carlo", "numeric", "rules only"."""

    kind: str
    sizes: list[dict[str, int]] = field(default_factory=list)
    laws: list[str] = field(default_factory=list)
    seed: int | None = None
    max_error: float | None = None


@dataclass(frozen=True)
class Counterexample:
    """Sizes, values and laws at which the two sides differ; `numpy` is a line to paste and run.

    shape  that of both sides when they are arrays: `left` and `right` are the first entry that differs
    """

    sizes: dict[str, int]
    values: dict[str, Any]
    law: str | None
    left: Any
    right: Any
    numpy: str | None = None
    shape: list[int] | None = None


@dataclass(frozen=True)
class Form:
    """One expression in the notations that are printed."""

    latex: str
    plain: str


@dataclass(frozen=True)
class Failure:
    """What could not be read, and where: `where` is "claim", "given", "mark" or "code"; line and column from 1."""

    message: str
    line: int | None = None
    column: int | None = None
    where: str = "claim"


@dataclass(frozen=True)
class Link:
    """The judgement of one relation of a chain, between neighbours; `span`: the characters of its right side."""

    left: str
    right: str
    verdict: str
    reason: list[Reason] = field(default_factory=list)
    evidence: Evidence | None = None
    relation: str = "="
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Slip:
    """The single slip that would explain a refuted claim.

    name   what went wrong, in words
    right  that side of the claim without the slip
    span   the characters of the claim where it is
    """

    name: str
    right: Form
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Verdict:
    """The judgement of a claim; `to_json` gives the object that `prove --json` prints."""

    verdict: str
    read_as: str = ""
    links: list[Link] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    correct: Form | None = None
    counterexample: Counterexample | None = None
    layout: str | None = None
    lemmas: list[str] | None = None
    disagreement: str | None = None
    error: Failure | None = None
    note: str | None = None
    seconds: float = 0.0
    slip: Slip | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def worst(verdicts: list[str]) -> str:
    """The worst of some verdicts; "proved" of none."""
    return min(verdicts, key=ORDER.index, default="proved")
