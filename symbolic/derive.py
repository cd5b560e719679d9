"""derive(node, table): an expression brought to its closed form, step by step.

A derivation is data: steps of (rule, before, after, uses).  The rules of `symbolic.rules.steps` propose a rewriting of
the tree as an author would write it; a step is taken only when the normal form proves before = after, so a rule need
not repeat the side conditions that the algebra checks anyway.  The last step is the normal form itself, lifted; what
the engine cannot evaluate stays in the result and is named in `stopped_by`.
"""

from __future__ import annotations

from dataclasses import dataclass

from symbolic.algebra.facts import OutOfWork
from symbolic.algebra.powers import Undefined
from symbolic.algebra.situation import Situation
from symbolic.decide import SymbolicOutcome, decide, situation_of
from symbolic.given.bare import with_bounds
from symbolic.language.symbols import Table
from symbolic.lifting.arrays import lift_array
from symbolic.lifting.lift import length
from symbolic.lowering.arrays import ShapeError
from symbolic.lowering.lower import lower
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation.tree import Chain, Node, walk
from symbolic.rules.step_rule import DEEPER, StepRule
from symbolic.rules.steps import STEPS, rewritings
from symbolic.rules.theorems import apply_theorems
from symbolic.verdict import Reason

_MOST_STEPS, _FEW = 24, 3


@dataclass(frozen=True)
class Step:
    """before = after by a rule; `text` says the rule in words, `uses` the sentences of the given it rests on."""

    rule: str
    text: str
    before: Node
    after: Node
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Derivation:
    """The steps from `start` to `result`; `reasons` are the rules that the normal form applied to the whole."""

    start: Node
    steps: tuple[Step, ...]
    result: Node
    reasons: tuple[Reason, ...] = ()
    uses: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    stopped_by: str | None = None


def closed_form(node: Node, table: Table) -> tuple[Node, Situation]:
    """The lifted normal form of an expression, and what its evaluation rested on.

    Raises `Unsupported`, `ShapeError`, `OutOfWork` or `Undefined` where there is none.
    """
    situation = situation_of(table)
    node, reasons = apply_theorems(node, table)
    situation.reasons.extend(reasons)
    with situation.working():
        return lift_array(lower(node, Scope(situation)), situation), situation


def right_value(node: Node, table: Table) -> Node | None:
    """The closed form of an expression, or None where it has none other than itself."""
    try:
        found, _ = closed_form(node, table)
    except (Unsupported, ShapeError, OutOfWork, Undefined):
        return None
    return found if found != node else None


def derive(node: Node, table: Table) -> Derivation:
    """The derivation of an expression under a given."""
    try:
        result, situation = closed_form(node, table)
    except (Unsupported, ShapeError, OutOfWork, Undefined) as problem:
        return Derivation(node, (), node, stopped_by=str(problem))
    steps = _steps(node, result, table)
    result = steps[-1].after if steps else result
    return Derivation(
        node,
        tuple(steps),
        result,
        tuple(situation.reasons),
        tuple(sentence.text for sentence in situation.used),
        tuple(situation.missing),
        situation.stopped_by,
    )


def _steps(node: Node, result: Node, table: Table) -> list[Step]:
    """Steps by the rules, as long as one applies and is proved; then the normal form."""
    steps: list[Step] = []
    seen = [node]
    current = node
    while len(steps) < _MOST_STEPS and current != result:
        step = _next_step(current, seen, table)
        if step is None:
            break
        steps = _joined(steps, step)
        current = step.after
        seen.append(current)
    if current != result and not _is_as_short(current, result):
        steps.append(_last_step(current, result, table))
    return steps


def _is_as_short(line: Node, result: Node) -> bool:
    """Is a line that was reached as short as the normal form, with nothing left in it to work out?"""
    return length(line) <= length(result) and not any(isinstance(part, DEEPER) for part in walk(line))


def _last_step(before: Node, result: Node, table: Table) -> Step:
    """What only the normal form shows, in the words of the rule that came last where few were applied."""
    reasons = [reason.text for reason in decide(before, "=", result, table).reasons if reason.rule != "normal form"]
    text = reasons[-1] if 0 < len(reasons) <= _FEW else "evaluate and collect terms"
    return Step("normal form", text, before, result)


def _joined(steps: list[Step], step: Step) -> list[Step]:
    """The steps with a new one; small steps of arithmetic in a row are one."""
    last = steps[-1] if steps else None
    if last is None or not (last.rule == step.rule == "arithmetic"):
        return [*steps, step]
    uses = tuple(dict.fromkeys((*last.uses, *step.uses)))
    return [*steps[:-1], Step(step.rule, step.text, last.before, step.after, uses)]


def _next_step(current: Node, seen: list[Node], table: Table) -> Step | None:
    for rule in STEPS:
        for after in rewritings(current, rule, table):
            if after not in seen:
                outcome = decide(*_in_context(seen, after, table), table)
                if outcome.status == "equal":
                    return _step(rule, current, after, outcome)
    return None


def _in_context(seen: list[Node], after: Node, table: Table) -> tuple[Node, str, Node]:
    """The last two lines of the derivation, bare indices read as in the lines before."""
    whole = with_bounds(Chain(seen[0], tuple(("=", node) for node in (*seen[1:], after))), table)
    lines = [whole.first, *(node for _, node in whole.links)]
    return lines[-2], "=", lines[-1]


def _step(rule: StepRule, before: Node, after: Node, outcome: SymbolicOutcome) -> Step:
    return Step(rule.name, rule.text, before, after, tuple(outcome.uses))
