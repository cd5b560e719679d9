"""decide(left, relation, right, table): does the relation hold for all sizes and all laws that the given allows?

The symbolic witness.  Both sides are lowered to components and compared in the normal form; an answer is "equal" (a
proof), "different" (a proof that the difference is a nonzero constant, or that the shapes cannot fit) or "unknown".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from symbolic.algebra.facts import OutOfWork
from symbolic.algebra.fractions import is_zero, numerator
from symbolic.algebra.given_facts import GivenFacts
from symbolic.algebra.indices import FRESH, fresh
from symbolic.algebra.poly import ZERO, Poly
from symbolic.algebra.powers import Undefined
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.situation import Situation
from symbolic.assumptions import learn_assumptions
from symbolic.asymptotics import judged
from symbolic.instances import nonzero_instance
from symbolic.language.orders import is_asymptotic
from symbolic.language.symbols import Table
from symbolic.lowering.arrays import Array, ShapeError, describe, same_shape, sized
from symbolic.lowering.kronecker import opened
from symbolic.lowering.lower import lower, lower_scalar
from symbolic.lowering.recurrences import settled
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation.tree import Node
from symbolic.rules.cases import by_sign, quadratic_above
from symbolic.rules.closed import hidden, sign
from symbolic.rules.equations import vanishes
from symbolic.rules.existence import existing
from symbolic.rules.harmonic import harmonic
from symbolic.rules.induction import by_induction
from symbolic.rules.inequalities import proposals
from symbolic.rules.inverses import vanishes_multiplied
from symbolic.rules.orders import shown
from symbolic.rules.orthogonal import with_unit_determinants
from symbolic.rules.shifts import shifted
from symbolic.rules.theorems import apply_theorems
from symbolic.verdict import Reason


@dataclass(frozen=True)
class SymbolicOutcome:
    """What the rules say of one link.

    status      "equal", "different" or "unknown"
    reasons     the rules that were applied
    uses        the sentences of the given that the result rests on, and the moments that are taken to exist
    missing     what the given would have to say for the sides to have a value
    note        in words, why the sides differ
    stopped_by  the construct that the engine has no mathematics for
    hidden      the sides are closed numbers that double precision cannot tell apart
    assumed     what the given would say for the moments that the claim writes to exist, as they are taken to
    """

    status: str
    reasons: list[Reason] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    note: str | None = None
    stopped_by: str | None = None
    hidden: bool = False
    assumed: list[str] = field(default_factory=list)


def situation_of(table: Table) -> Situation:
    """A fresh situation: facts that the table states, nothing used yet."""
    facts = GivenFacts(table)
    situation = Situation(table, facts)
    scope = Scope(situation)
    facts.evaluate = lambda node: lower_scalar(node, scope)  # type: ignore[arg-type]
    with situation.working():
        learn_assumptions(situation)
    return situation


def decide(left: Node, relation: str, right: Node, table: Table) -> SymbolicOutcome:
    """The symbolic judgement of `left relation right`."""
    situation = situation_of(table)
    left, right = (_known(side, situation) for side in (left, right))
    with situation.working():
        try:
            if relation in ("≤", "≥") and _bounded(left, relation, right, situation):
                return _outcome("equal", situation)
            status, note = _decided(left, relation, right, situation)
        except ShapeError as problem:
            return _outcome("different", situation, note=str(problem))
        except (Unsupported, OutOfWork, Undefined) as problem:
            return _outcome("unknown", situation, stopped_by=str(problem))
        except RecursionError:
            return _outcome("unknown", situation, stopped_by="an expression nested too deeply")
        taken = existing((left, right), situation) if status != "different" else {}
    return _outcome(status, situation, note=note, taken=taken)


def _in_given_order(sentences: list[str], table: Table) -> list[str]:
    """What is lacking, in the order in which the given declares the names it is about."""
    order = {name: place for place, name in enumerate(table.symbols)}

    def rank(sentence: str) -> tuple[list[int], str]:
        names = sentence.split(" : ")[0].split(",")
        return [order.get(name.strip(), len(order)) for name in names], sentence

    return sorted(sentences, key=rank)


def _known(side: Node, situation: Situation) -> Node:
    """The side with the theorems that apply put in."""
    changed, reasons = apply_theorems(side, situation.table)
    situation.reasons.extend(reasons)
    return changed


def _outcome(
    status: str,
    situation: Situation,
    note: str | None = None,
    stopped_by: str | None = None,
    taken: dict[str, list[str]] | None = None,
) -> SymbolicOutcome:
    if status == "equal" and not situation.reasons:
        situation.note("normal form", "both sides come to the same components")
    uses = [sentence.text for sentence in situation.used]
    uses += [f"{moment} exists ({', '.join(needed)})" for moment, needed in (taken or {}).items()]
    assumed = list(dict.fromkeys(sentence for needed in (taken or {}).values() for sentence in needed))
    stopped = stopped_by or situation.stopped_by
    missing = _in_given_order(situation.missing, situation.table)
    return SymbolicOutcome(status, situation.reasons, uses, missing, note, stopped, situation.hidden, assumed)


def _decided(left: Node, relation: str, right: Node, situation: Situation) -> tuple[str, str | None]:
    if is_asymptotic(left, relation, right, situation.table):
        return judged(left, relation, right, situation)
    scope = Scope(situation)
    first, second = aligned(*opened(lower(left, scope), lower(right, scope)))
    indices = tuple(fresh(first.span(axis)) for axis in range(len(first.shape)))
    left_entry, right_entry = first.entry(indices), second.entry(indices)
    found = compared(left_entry, relation, right_entry, situation)
    situation.hidden = hidden(left_entry, right_entry)
    if found[0] == "unknown" and relation == "=":
        for rule, text, closes in CLOSINGS:
            if closes(left_entry - right_entry, indices, scope):
                situation.note(rule, text)
                return "equal", None
    return found


#: What may show that a difference is zero where the normal form does not: (rule, in words, test).
CLOSINGS: tuple[tuple[str, str, Callable[[Poly, tuple[Poly, ...], Scope], bool]], ...] = (
    ("recurrence", "every term is put in terms of the earliest one", lambda d, at, scope: is_zero(settled(d, scope))),
    ("shift", "the index of a sum is moved to where the arrays show it", lambda d, at, scope: is_zero(shifted(d))),
    ("harmonic sum", "∑_{k=1}^n 1/k = ψ(n + 1) + γ, and so for the derivatives of ψ; products of lines by Γ",
     lambda d, at, scope: is_zero(harmonic(d))),
    ("orthogonal matrix", "det(Q)² = 1 where QᵀQ = I", lambda d, at, scope: is_zero(with_unit_determinants(d))),
    ("sign", "|u| is u where u ≥ 0 and −u elsewhere", lambda d, at, scope: is_zero(by_sign(d))),
    ("induction", "it holds at the least size, and from each size to the next",
     lambda d, at, scope: by_induction(d)),
    ("inverse", "both sides are equal after products with the matrices that are inverted",
     lambda d, at, scope: vanishes_multiplied(d, at)),
    ("assumed equation", "the equations of the given put one quantity in terms of the others",
     lambda d, at, scope: vanishes(d, scope.situation.facts.equations)),
)  # fmt: skip


def _bounded(left: Node, relation: str, right: Node, situation: Situation) -> bool:
    """Does an inequality that holds for every law, followed by the algebra, give the relation?"""
    if relation in ("≥", ">"):
        left, right = right, left
    for bound, conditions, reason in proposals(left):
        needed = ((bound, "≤", right), *conditions)
        if all(_holds(first, sign, second, situation) for first, sign, second in needed):
            situation.reasons.append(reason)
            return True
    return False


def _holds(left: Node, relation: str, right: Node, situation: Situation) -> bool:
    try:
        return _decided(left, relation, right, situation)[0] == "equal"
    except (ShapeError, Unsupported, OutOfWork, Undefined):
        return False


def aligned(first: Array, second: Array) -> tuple[Array, Array]:
    """Both sides with one shape; I takes the other's, 0 any, diag(matrix) the reading that fits."""
    first, second = sized(first, second), sized(second, first)
    if len(first.shape) != len(second.shape):
        first = first.twin if first.twin and len(first.twin.shape) == len(second.shape) else first
        second = second.twin if second.twin and len(second.twin.shape) == len(first.shape) else second
    if not first.shape and second.shape and first.scalar.number == 0:
        first = Array(second.shape, lambda _: ZERO, second.row)
    if not second.shape and first.shape and second.scalar.number == 0:
        second = Array(first.shape, lambda _: ZERO, first.row)
    same = same_shape(first, second) and (len(first.shape) != 1 or first.row == second.row)
    if not same or first.kind != second.kind:
        raise ShapeError(f"the left side is {describe(first)}, the right side {describe(second)}")
    return first, second


def compared(left: Poly, relation: str, right: Poly, situation: Situation) -> tuple[str, str | None]:
    """("equal" | "different" | "unknown", why) for two scalar components."""
    difference = left - right
    apart = sign(difference)
    if relation == "=":
        if is_zero(difference):
            return "equal", None
        if apart:
            return "different", "the sides differ by a constant"
        if numerator(difference).number:
            return "different", "the sides differ by a constant"
        instance = nonzero_instance(difference, situation)
        if instance is None:
            return "unknown", None
        shown = ", ".join(f"{name} = {value}" for name, value in instance.items() if not name.startswith(FRESH))
        return "different", f"the sides have other values at {shown}" if shown else "the sides have other values"
    if relation == "≠":
        if is_zero(difference):
            return "different", "the sides are equal"
        unequal = apart or is_positive(difference) or is_positive(-difference)
        return ("equal", None) if unequal else ("unknown", None)
    if apart and relation in _SIGNS:
        return ("equal", None) if apart == _SIGNS[relation] else ("different", "the sides differ by a constant")
    return _ordered(difference, relation, situation)


#: The sign that each order asks of left − right.
_SIGNS = {"<": -1, "≤": -1, ">": 1, "≥": 1}


def _ordered(difference: Poly, relation: str, situation: Situation) -> tuple[str, str | None]:
    if relation in ("<", "≤"):
        difference, relation = -difference, {"<": ">", "≤": "≥"}[relation]
    if relation == ">":
        holds = is_positive(difference) or quadratic_above(difference, strict=True)
        holds = holds or shown(difference, True, situation)
        return ("equal", None) if holds else ("unknown", None)
    if relation == "≥":
        holds = is_nonnegative(difference) or is_zero(difference) or quadratic_above(difference, strict=False)
        holds = holds or shown(difference, False, situation)
        return ("equal", None) if holds else ("unknown", None)
    return "unknown", f"the relation {relation}"
