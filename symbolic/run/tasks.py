"""The tasks that a worker does: a given and a claim become a verdict, and no input makes them raise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from symbolic.run.worker import Answer
from symbolic.verdict import Failure, Verdict

if TYPE_CHECKING:
    from symbolic.api import Derived
    from symbolic.derive import Step


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
        chain = given.read_statement(task.claim)
    except api.Unread as problem:
        yield Verdict("unread", error=problem.failure)
        return
    yield Verdict("undecided", read_as=given.plain(chain))
    yield given.judge_text(chain, task.claim)


def warm(several: bool = False) -> None:
    """Load what every task needs, once, so that forked workers find it there.

    several  more than one worker will be forked: load also what judging loads when it first needs it
    """
    import symbolic.api
    import symbolic.crosscheck.judge
    import symbolic.decide
    import symbolic.given

    given = symbolic.api.given("X : random scalar, normal, mean 0, variance 1" if several else "")
    if several:
        given.prove("E[e^X] = sqrt(e)")


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


@dataclass(frozen=True)
class Expression:
    """What `derive` is asked."""

    given: str
    text: str


@dataclass(frozen=True)
class WorkedStep:
    """A step of a derivation in print: the rule, in words, what it came to, and what it used."""

    rule: str
    text: str
    latex: str
    unicode: str
    plain: str
    uses: tuple[str, ...]


@dataclass(frozen=True)
class Worked:
    """A derivation in print, or what could not be read."""

    latex: str = ""
    unicode: str = ""
    plain: str = ""
    steps: tuple[WorkedStep, ...] = ()
    uses: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    stopped_by: str | None = None
    error: Failure | None = None

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "error"}


def derive(task: Expression) -> Iterator[Worked]:
    """The derivation of an expression."""
    from symbolic import api

    try:
        yield worked(api.given(task.given).derive(task.text))
    except api.Unread as problem:
        yield Worked(error=problem.failure)


def worked(derived: Derived) -> Worked:
    """A derivation in print."""
    from symbolic.notation import latex, plain, unicode

    table, found = derived.table, derived.derivation

    def printed_step(step: Step) -> WorkedStep:
        after = step.after
        spelled = (latex(after, table), unicode(after, table), plain(after, table))
        return WorkedStep(step.rule, step.text, *spelled, step.uses)

    steps = tuple(printed_step(step) for step in derived.steps)
    printed = (derived.latex(), derived.unicode(), derived.plain())
    return Worked(*printed, steps, found.uses, found.missing, found.stopped_by)


@dataclass(frozen=True)
class Said:
    """A given in words, one instance of it ("" when none was found), or what is wrong with it."""

    words: str
    instance: str
    error: Failure | None


def explain(text: str) -> Iterator[Said]:
    """First the given in words, then with an instance."""
    from symbolic import api
    from symbolic.given import describe
    from symbolic.run.instances import instance

    try:
        table = api.given(text).table
    except api.Unread as problem:
        yield Said("", "", problem.failure)
        return
    words = describe(table)
    yield Said(words, "", None)
    yield Said(words, instance(table), None)
