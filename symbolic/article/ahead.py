"""Walking ahead of the judge: what the formulas to come will ask, as far as reading alone tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from symbolic.article.coding import Hold
from symbolic.article.document import MarkError
from symbolic.article.findings import Finding
from symbolic.article.judging import Compare, Compared, Judge, Judged, judge
from symbolic.article.keeping import Keep, Kept
from symbolic.verdict import Verdict


def foreseen(task: Judge | Compare | Keep | Hold) -> Any:
    """An answer that leads a walk where the true one will; None where only the true one tells.

    The verdict in it means nothing: what counts is the scope that the walk goes on with.
    """
    if isinstance(task, Keep):
        return Kept(Verdict("undecided"))
    if isinstance(task, Hold):
        return Judged(Verdict("undecided"))
    if isinstance(task, Compare):
        return None
    try:
        first = next(judge(task))
    except Exception:
        return None
    return first if first.certain else None


def misled(guess: Any, answer: Any) -> bool:
    """Does the true answer lead on to another scope than the guess did?"""
    if not isinstance(guess, Judged) or not isinstance(answer, Judged):
        return False
    return (guess.sentence, guess.replaces, guess.example) != (answer.sentence, answer.replaces, answer.example)


class Ahead:
    """A walk in front of the judge's own, a step at a time: it asks, so that answers are on their way when due."""

    def __init__(self, walk: Callable[[], Iterator[Finding]]) -> None:
        self._walk: Iterator[Finding] | None = walk()

    def step(self) -> bool:
        """One finding further; False at the end, and where a mark is malformed (the judge's walk says so)."""
        try:
            if self._walk is not None and next(self._walk, None) is not None:
                return True
        except MarkError:
            pass
        self._walk = None
        return False


def guessed(task: Judge | Compare | Keep | Hold) -> Any:
    """An answer without judging, whatever the task: enough to find the formulas of an article."""
    if isinstance(task, Compare):
        return Compared("", "", "", "")
    guess = foreseen(task)
    return Judged(Verdict("undecided")) if guess is None else guess
