"""A number or formula in a sentence, held against the expression in its mark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symbolic.verdict import Failure, Verdict

#: The exponent of 1e-3.
_SCIENTIFIC = re.compile(r"(?<=\d)[eE]([-+]?\d+)\Z")


@dataclass(frozen=True)
class Keep:
    """Hold a number or formula in a sentence against an expression."""

    given: str
    shown: str
    relation: str
    expression: str


@dataclass(frozen=True)
class Kept:
    """The verdict on shown = expression, and what to write instead ("" when nothing is known)."""

    verdict: Verdict
    latex: str = ""
    plain: str = ""


def keep(task: Keep) -> Iterator[Kept]:
    """A whole number or a formula is kept exactly, a decimal to the digits shown."""
    from symbolic import api
    from symbolic.article.decimals import grouped, rounded, ungrouped
    from symbolic.notation import latex, plain
    from symbolic.notation.tree import Chain

    try:
        given = api.given(task.given)
        wanted = given.read(task.expression)
    except api.Unread as problem:
        yield Kept(Verdict("unread", error=replace(problem.failure, where="mark")))
        return
    if isinstance(wanted, Chain):
        yield Kept(Verdict("unread", error=Failure("`= …` takes an expression, not a relation", 1, 1, "mark")))
        return
    number, marked = ungrouped(task.shown)
    digits = re.fullmatch(r"[-+−]?\d*\.(\d+)", number)
    relation = "≈" if digits else task.relation
    result = given.derive(wanted).result
    decimal = rounded(result, len(digits[1]) if digits else 0) if relation == "≈" else None
    written = (decimal, decimal) if decimal else (latex(result, given.table), plain(result, given.table))
    written = (grouped(written[0], marked), grouped(written[1], marked))
    try:
        shown = given.read(_SCIENTIFIC.sub(r" \\cdot 10^{\1}", number))
        verdict = given.judge(Chain(shown, ((relation, wanted),)))
    except api.Unread as problem:
        verdict = Verdict("unread", error=problem.failure)
    yield Kept(verdict, *written)
