"""Claims with what prose says beside them: a condition narrows the given, anything else leaves the claim open.

`k ≠ j` behind a claim, and `for all x > 0`, are sentences that a given can state: the claim is judged where they hold
too.  An enumeration of the values that the given's own index takes says nothing new.  Everything else that may stand
around a claim (⟹ between claims, quantifiers, `subject to`, f : X → Y) is read, shown and left undecided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic.notation import tree as t
from symbolic.verdict import Verdict

if TYPE_CHECKING:
    from symbolic.api import Given

#: What a formula may be besides an expression and a chain of relations.
SAID = (t.Qualified, t.Claims, t.Labelled, t.Quantified, t.Remark)

_CONDITIONS = frozenset({"", "for all", "for", "if", "when", "where", "provided", "provided that", "and"})
_NAMED = {
    t.Claims: "claims that follow from one another",
    t.Labelled: "a statement behind a colon",
    t.Quantified: "a quantifier",
    t.Remark: "a remark without a claim",
}


def judge_said(given: Given, node: t.Node) -> Verdict:
    """The verdict on a claim with its remarks: judged where its conditions hold, or undecided with the reason."""
    shown = given.plain(node)
    if not isinstance(node, t.Qualified) or not isinstance(node.claim, t.Chain):
        stopped = _NAMED.get(type(node.claim if isinstance(node, t.Qualified) else node), "what stands beside it")
        return Verdict("undecided", read_as=shown, note=f"{stopped}: read, not judged")
    conditions = []
    for remark in node.remarks:
        condition = _condition(given, remark)
        if condition is None:
            told = f"`{given.plain(remark)}` is read, and no given can state it: the claim is not judged"
            return Verdict("undecided", read_as=shown, note=told)
        conditions += [condition] if condition else []
    return _judged(given, node.claim, conditions, shown)


def _judged(given: Given, claim: t.Chain, conditions: list[str], shown: str) -> Verdict:
    from dataclasses import replace

    from symbolic import api

    if not conditions:
        return replace(given.judge(claim), read_as=shown)
    try:
        narrowed = api.given("\n".join([given.text, *conditions]))
    except api.Unread as problem:
        told = f"the condition `{'; '.join(conditions)}` does not join the given: {problem.failure.message}"
        return Verdict("undecided", read_as=shown, note=told)
    return replace(narrowed.judge(claim), read_as=shown)


def _condition(given: Given, remark: t.Remark) -> str | None:
    """The sentence of given that a remark is; "" when the given says it already; None when it is none."""
    body = remark.body
    if remark.words.lower() not in _CONDITIONS or body is None:
        return None
    if isinstance(body, t.Name):
        symbol = given.table.symbol(body.id)
        free = symbol is not None and not symbol.random and remark.words in ("for all", "for")
        return "" if free else None
    if not isinstance(body, t.Chain):
        return None
    if any(isinstance(part, t.Sequence) for part in t.walk(body)):
        return "" if _counts(given, body) else None
    return given.plain(body)


def _counts(given: Given, body: t.Chain) -> bool:
    """Does i = 1, …, n name exactly the values of the given's index i?"""
    symbol = given.table.symbol(body.first.id) if isinstance(body.first, t.Name) else None
    ((sign, listed), *more) = body.links
    if symbol is None or symbol.span is None or sign != "=" or more or not isinstance(listed, t.Sequence):
        return False
    items = listed.items
    dotted = any(isinstance(item, t.Dots) for item in items)
    return dotted and (items[0], items[-1]) == symbol.span
