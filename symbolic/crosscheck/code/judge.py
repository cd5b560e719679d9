"""judge_code(code, claim, arguments, table): a function's values beside a formula's, as a verdict.

Numbers can refute and can agree; they never prove, so the best verdict is `checked`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from numeric.foreign import compare_code, takes_batches
from symbolic.crosscheck.code.allowance import allowed, telling
from symbolic.crosscheck.code.claim import CodeClaim, index_order
from symbolic.crosscheck.code.near import constant_ratio, nearest
from symbolic.crosscheck.code.shown import counterexample
from symbolic.crosscheck.code.trials import Arguments, Trial, formula_at, is_index, trial_at, trials
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.experiments import SEED
from symbolic.crosscheck.instance import NoInstance
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.verdict import Evidence, Link, Reason, Verdict, worst

Function = Callable[..., Any]


@dataclass(frozen=True)
class Code:
    """A function to be called, its name, and what it is to be handed.

    stopped  asks whether the function's process is gone, and why
    changed  the arguments that it changed in place
    """

    function: Function
    name: str
    arguments: Arguments
    stopped: Callable[[], str] = str
    changed: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Seen:
    """What the trials of one formula showed: "agrees", "differs" or "unclear", where, and why."""

    status: str
    reason: str = ""
    trial: Trial | None = None
    value: Any = None
    wanted: Any = None
    error: float = 0.0
    notes: tuple[str, ...] = ()


def judge_code(code: Code, claim: CodeClaim, table: Table) -> Verdict:
    """The verdict on `code` against every right side of the claim."""
    from symbolic.notation import plain

    links: list[Link] = []
    shown = None
    notes: list[str] = []
    called = f"{code.name}({', '.join(code.arguments)})"
    for formula in claim.rights:
        seen, made = _judged(code, formula, claim.left, table)
        verdict = {"agrees": "checked", "differs": "refuted"}.get(seen.status, "undecided")
        reasons = [Reason("code", seen.reason)] if seen.reason else []
        if seen.status == "differs" and seen.trial is not None:
            recorded = replace(code, function=remembered(code.function))
            tried = [seen.trial, *made]
            fits = partial(_fits, recorded, claim.left, tried)
            factor = constant_ratio(seen.value, seen.wanted)
            slip = nearest(formula, table, fits, partial(_spent, tried), factor)
            if slip is not None:
                reasons.append(Reason(slip.name, f"the code computes {plain(slip.node, table)}"))
            shown = shown or _shown(code, formula, claim.left, table, seen)
        named = (r.text if r.rule == "code" else f"{r.text}: {r.rule}" for r in reasons)
        notes += [*seen.notes, *named]
        links.append(Link(called, plain(formula, table), verdict, reasons, _evidence(seen, made)))
    uses = _uses(code, claim, table)
    verdict = worst([link.verdict for link in links])
    note = "; ".join(dict.fromkeys(notes)) or None
    return Verdict(verdict, claim.text(called, table), links, uses, counterexample=shown, note=note)


def _judged(code: Code, formula: tree.Node, left: str | None, table: Table) -> tuple[Seen, list[Trial]]:
    """The trials of one formula; where an index is an argument, the function may count from zero."""
    readings = (True, False) if any(is_index(node, table) for node in code.arguments.values()) else (False,)
    first: tuple[Seen, list[Trial]] | None = None
    for from_zero in readings:
        made, problem = trials(table, code.arguments, [formula], from_zero)
        seen = _compared(code, formula, left, made, problem)
        if seen.status == "agrees":
            counts = (f"its indices count from {int(not from_zero)}",) if len(readings) > 1 else ()
            return replace(seen, notes=(*seen.notes, *counts)), made
        first = first or (seen, made)
    assert first is not None
    return first


def _compared(code: Code, formula: tree.Node, left: str | None, made: Sequence[Trial], problem: str) -> Seen:
    """Every trial in double precision, then in single."""
    if not made:
        return Seen("unclear", f"no instance of the given: {problem}")
    unclear: list[str] = []
    found: list[Seen] = []
    for trial in made:
        seen = at_trial(code, formula, left, trial)
        if code.stopped():
            return Seen("unclear", f"the code was stopped: {code.stopped()}")
        if seen.status == "differs":
            return seen
        found += [seen] if seen.status == "agrees" else []
        unclear += [seen.reason] if seen.status == "unclear" else []
    if unclear or not found:
        return Seen("unclear", unclear[0] if unclear else seen.reason)
    notes = list(dict.fromkeys(note for seen in found for note in seen.notes))
    notes += [f"it changes {name} in place" for name in sorted(code.changed)]
    notes += _in_single(code, formula, left, made) + _in_batches(code, formula, made)
    return Seen("agrees", error=max(seen.error for seen in found), notes=tuple(notes))


def at_trial(code: Code, formula: tree.Node, left: str | None, trial: Trial, dtype: str = "float64") -> Seen:
    """Code and formula at one trial."""
    notes: list[str] = []
    kept: list[Any] = []
    computed = formula_at(trial, formula, code.arguments, lambda names: index_order(left, names))
    try:
        with np.errstate(all="ignore"):
            wanted = computed(**trial.arguments)
    except (Unsupported, Mismatch, ArithmeticError, LookupError, TypeError, ValueError) as problem:
        return Seen("unclear", f"the formula has no value here: {problem}")

    def function(**arguments: Any) -> Any:
        value = code.function(**arguments)
        kept.append(value)
        return _shaped(value, np.shape(wanted), notes)

    scale, ulps = allowed(trial, dtype)
    report = compare_code(function, computed, [trial.arguments], (dtype,), None, scale, ulps)
    error = max(report.precision.values(), default=0.0) * float(np.finfo(np.dtype(dtype)).eps)
    if report.agrees is None:
        return Seen("silent", "the formula is undefined, or zero, at the values that were tried")
    if report.agrees and not telling(np.reshape(kept[0], np.shape(wanted)), wanted, scale):
        return Seen("unclear", "the values are too small beside the arguments for agreement to show anything")
    if report.agrees:
        return Seen("agrees", error=error, notes=tuple(dict.fromkeys(notes)))
    finding = report.findings[0]
    if finding.about == "raises" and not np.all(np.isfinite(wanted)) and not code.stopped():
        return Seen("silent", "the formula is undefined where the code raises")
    if finding.about in ("raises", "random"):
        raised = f"the code raises {finding.text.removeprefix('Raised: ')}{_brief(trial)}"
        return Seen("unclear", raised if finding.about == "raises" else finding.text)
    reason = "" if finding.about == "value" else finding.text
    return Seen("differs", reason, trial, kept[0] if kept else None, wanted)


def _brief(trial: Trial) -> str:
    sizes = ", ".join(f"{name} = {size}" for name, size in trial.world.sizes.items())
    return f" (at {sizes})" if sizes else ""


def _shaped(value: Any, shape: tuple[int, ...], notes: list[str]) -> Any:
    """A result with axes of size 1 more or fewer counts as the same, and is noted."""
    found = np.shape(value)
    if found == shape or [n for n in found if n != 1] != [n for n in shape if n != 1]:
        return value
    notes.append("its result has axes of size 1 more or fewer than the formula")
    return np.reshape(value, shape)


def _in_single(code: Code, formula: tree.Node, left: str | None, made: Sequence[Trial]) -> list[str]:
    """A note where single precision loses what double precision keeps."""
    for trial in made[:2]:
        if not any(isinstance(a, np.ndarray) and a.dtype.kind == "f" for a in trial.arguments.values()):
            return []
        if at_trial(code, formula, left, trial, "float32").status == "differs":
            return ["in single precision it loses digits"]
    return []


def _in_batches(code: Code, formula: tree.Node, made: Sequence[Trial]) -> list[str]:
    """A note where a leading batch axis on every array gives the stack of the single results."""
    first = made[0]
    arrays = [name for name, value in first.arguments.items() if np.ndim(value)]
    try:
        second = trial_at(first.world.table, code.arguments, [formula], 0, SEED + 1, False, first.from_zero)
    except (NoInstance, Unsupported, Mismatch):
        return []
    if not arrays or any(np.shape(second.arguments[n]) != np.shape(first.arguments[n]) for n in arrays):
        return []
    other = {**first.arguments, **{name: second.arguments[name] for name in arrays}}
    takes = takes_batches(code.function, [first.arguments, other], arrays)
    return ["it takes a leading batch axis"] if takes else []


def _fits(code: Code, left: str | None, made: Sequence[Trial], node: tree.Node) -> bool:
    """Does the code agree with another formula at every trial?"""
    seen = (at_trial(code, node, left, trial).status for trial in made)
    return next(seen) == "agrees" and all(status != "differs" for status in seen)


def _spent(made: Sequence[Trial]) -> int:
    """The work that the formulas took so far."""
    return sum(trial.scope.effort.spent for trial in made)


def remembered(function: Function) -> Function:
    """The function, asked once for the same arguments."""
    known: dict[tuple[Any, ...], Any] = {}

    def recalled(**arguments: Any) -> Any:
        key = tuple((name, np.shape(value), np.asarray(value).tobytes()) for name, value in arguments.items())
        if key not in known:
            known[key] = function(**arguments)
        return known[key]

    return recalled


def _shown(code: Code, formula: tree.Node, left: str | None, table: Table, seen: Seen) -> Any:
    """The counterexample, at small rational values where it shows there too."""
    from_zero = seen.trial is not None and seen.trial.from_zero
    try:
        simple = trial_at(table, code.arguments, [formula], 0, SEED, True, from_zero)
        again = at_trial(code, formula, left, simple)
    except (NoInstance, Unsupported, Mismatch):
        again = seen
    best = again if again.status == "differs" else seen
    assert best.trial is not None
    return counterexample(best.trial, formula, code.arguments, code.name, best.value, best.wanted)


def _evidence(seen: Seen, made: Sequence[Trial]) -> Evidence:
    sizes = [dict(s) for s in dict.fromkeys(tuple(trial.world.sizes.items()) for trial in made) if s]
    return Evidence("numeric", sizes, [], SEED, seen.error if seen.status == "agrees" else None)


def _uses(code: Code, claim: CodeClaim, table: Table) -> list[str]:
    """The sentences of the given that declare what code and formula speak of."""
    names = mentioned(tree.Tuple((*code.arguments.values(), *claim.rights)), table)
    said = [fact for name in names if (s := table.symbol(name)) for fact in s.facts.values()]
    said += [found.sentence for name in names if (found := table.definitions.get(name))]
    ordered = sorted({(s.line, s.column, s.text) for s in said if s.text})
    return list(dict.fromkeys(text for *_, text in ordered))
