"""A proved formula used by a later one: what it says equal is put for what it is equal to, and the outcome judged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic.lemmas import rewritten
from symbolic.notation import tree as t
from symbolic.verdict import Reason, Verdict

if TYPE_CHECKING:
    from symbolic.api import Given

@dataclass(frozen=True)
class Lemma:
    """A labelled formula of the article."""

    name: str
    text: str


@dataclass(frozen=True)
class Leant:
    """The verdict of a claim by some lemmas (None: they do not reach it); which could not be used, and why."""

    verdict: Verdict | None
    refused: tuple[str, ...] = ()


def lean(given: Given, chain: t.Chain, lemmas: tuple[Lemma, ...]) -> Leant:
    """Judge a claim by lemmas that are proved under the same given; one that is not is refused."""
    from symbolic.api import Unread

    proved: list[tuple[str, t.Chain]] = []
    refused: list[str] = []
    for lemma in lemmas:
        try:
            claim = given.read_claim(lemma.text)
            verdict = given.judge(claim).verdict
        except Unread:
            verdict = "unread"
        if verdict == "proved" and all(sign == "=" for sign, _ in claim.links):
            proved.append((lemma.name, claim))
        else:
            why = "is no equation" if verdict == "proved" else f"is {verdict} under what is given here"
            refused.append(f"{lemma.name} {why}: it was not used")
    other, used = rewritten(chain, proved, given.table)
    verdict_by = given.judge(other) if used else None
    if verdict_by is None or verdict_by.verdict != "proved":
        return Leant(None, tuple(refused))
    said = [Reason(f"by {name}", given.plain(claim)) for name, claim in proved if name in used]
    links = [replace(link, reason=[*said, *link.reason]) for link in verdict_by.links]
    shown = replace(verdict_by, read_as=given.plain(chain), links=links, lemmas=list(used))
    return Leant(shown, tuple(refused))
