"""The tasks that a worker does: a given and a claim become a verdict, and no input makes them raise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from symbolic.run.worker import Answer
from symbolic.verdict import Failure, Verdict


@dataclass(frozen=True)
class Claim:
    """What `prove` is asked: a claim, as text, under a given, as text."""

    given: str
    claim: str


def prove(task: Claim) -> Iterator[Verdict]:
    """First what was read, as an undecided verdict, then the verdict itself."""
    from symbolic import api

    try:
        given = api.given(task.given)
        chain = given.read_claim(task.claim)
    except api.Unread as problem:
        yield Verdict("unread", error=problem.failure)
        return
    yield Verdict("undecided", read_as=given.plain(chain))
    yield given.judge(chain)


def warm() -> None:
    """Load what every task needs, once, so that forked workers find it there."""
    import symbolic.api
    import symbolic.crosscheck.judge
    import symbolic.decide
    import symbolic.given

    symbolic.api.given("")


def settled(answer: Answer, seconds: float) -> Verdict:
    """The verdict of an answer: cut short, it is undecided and says what stopped it."""
    verdict = answer.value if answer.value is not None else Verdict("undecided")
    if answer.fate != "done":
        verdict = replace(verdict, verdict="undecided", note=_stopped(answer, seconds))
    return replace(verdict, seconds=round(answer.seconds, 4))


def _stopped(answer: Answer, seconds: float) -> str:
    if answer.fate == "time":
        return f"time: stopped by its guard after {seconds:g} s"
    if answer.fate == "memory":
        return "memory: stopped by its guard"
    return f"an error of the companion itself: {answer.detail.strip().splitlines()[-1]}"


def malformed(message: str, line: int) -> Verdict:
    """The verdict of a line of a batch that is no task."""
    return Verdict("unread", error=Failure(message, line, None, "batch"))
