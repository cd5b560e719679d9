"""Exit statuses, and which of several comes first."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.verdict import Verdict

FINE = 0
REFUTED = 1
USAGE = 2
OPEN = 3
DISAGREE = 4

#: The first that applies.
ORDER = (DISAGREE, REFUTED, USAGE, OPEN, FINE)


def first(statuses: Iterable[int]) -> int:
    """The status of a run whose parts have these statuses."""
    return min(statuses, key=ORDER.index, default=FINE)


def of(verdict: Verdict, strict: bool = True) -> int:
    """The status of one verdict; what is open counts only when `strict`."""
    if verdict.disagreement:
        return DISAGREE
    if verdict.verdict == "refuted":
        return REFUTED
    return OPEN if strict and verdict.verdict in ("undecided", "unread") else FINE
