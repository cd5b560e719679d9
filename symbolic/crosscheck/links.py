"""judged_link(left, relation, right, …): what both witnesses say of one link, and the verdict that follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

from symbolic.crosscheck.certain import conditions
from symbolic.crosscheck.experiments import Outcome, Worlds, crosscheck
from symbolic.crosscheck.undefined import at_a_pole, averages, has_undefined_side, is_infinite, removable, where
from symbolic.given.errors import GivenError
from symbolic.given.queries import only_in_pairs
from symbolic.given.read import read_more
from symbolic.given.relevant import relevant
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.verdict import Reason


class Symbolic(Protocol):
    """What the rules say of one link: see `symbolic.decide.SymbolicOutcome`."""

    @property
    def status(self) -> str: ...
    @property
    def reasons(self) -> list[Reason]: ...
    @property
    def uses(self) -> list[str]: ...
    @property
    def missing(self) -> list[str]: ...
    @property
    def note(self) -> str | None: ...
    @property
    def stopped_by(self) -> str | None: ...
    @property
    def hidden(self) -> bool: ...
    @property
    def assumed(self) -> list[str]: ...


@dataclass(frozen=True)
class Silent:
    """The outcome of rules that could say nothing."""

    stopped_by: str
    status: str = "unknown"
    reasons: list[Reason] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    note: str | None = None
    hidden: bool = False
    assumed: list[str] = field(default_factory=list)


Decide = Callable[[tree.Node, str, tree.Node, Table], Symbolic]

#: The right value of an expression, where one is derived.
Derive = Callable[[tree.Node, Table], tree.Node | None]


@dataclass(frozen=True)
class Judged:
    """One link with both witnesses and what follows from them."""

    left: tree.Node
    relation: str
    right: tree.Node
    symbolic: Symbolic
    numeric: Outcome
    verdict: str
    disagreement: str | None = None


def judged_link(
    left: tree.Node,
    relation: str,
    right: tree.Node,
    table: Table,
    decide: Decide,
    worlds: Worlds,
    derive: Derive | None,
) -> Judged:
    symbolic = decided(left, relation, right, table, decide)
    narrower = _where_moments_exist(symbolic.assumed, table, worlds) if symbolic.assumed else worlds
    worlds = narrower or worlds
    table = worlds.table
    numeric = crosscheck(left, relation, right, table, worlds)
    if symbolic.status == "unknown" and numeric.status == "unclear" and derive is not None:
        numeric = _by_value(left, relation, right, table, derive) or numeric
    if symbolic.status == "different" and numeric.status != "differs" and conditions(table):
        symbolic = Silent("what the given assumes of outcomes, which a refutation by rules does not take in")
    if _blind(symbolic, relation, numeric):
        numeric = replace(numeric, status="unclear", counterexample=None, reason="closer than double precision tells")
    open_ended = bool(symbolic.missing) or numeric.untied or only_in_pairs(_random(table), table)
    verdict, disagreement = combined(symbolic.status, numeric, open_ended)
    if narrower is None and verdict in ("proved", "checked"):
        reason = f"a moment that does not exist, for which {', '.join(symbolic.assumed)}"
        return Judged(left, relation, right, symbolic, replace(numeric, status="unclear", reason=reason), "undecided")
    silent = verdict == "undecided" and numeric.status == "unclear" and not disagreement
    if verdict in ("proved", "checked") or silent:
        alone = removable(left, relation, right, table)
        verdict, numeric = ("refuted", alone) if alone is not None else (verdict, numeric)
    if verdict == "undecided" and has_undefined_side(numeric):
        disagreement = None
        existing = is_infinite(numeric) and averages(tree.Tuple((left, right)))
        verdict = "undecided" if existing or symbolic.status != "equal" else "refuted"
        numeric = replace(numeric, reason=where(numeric), edge=verdict == "refuted")
    pole = at_a_pole(left, right, table, numeric) if disagreement and symbolic.status == "equal" else None
    if pole is not None:
        disagreement, numeric = None, replace(numeric, reason=pole)
    if disagreement:
        disagreement = _reproduced(
            disagreement, f"{plainly(left, table)} {relation} {plainly(right, table)}", numeric, table
        )
    return Judged(left, relation, right, symbolic, numeric, verdict, disagreement)


def _where_moments_exist(assumed: list[str], table: Table, worlds: Worlds) -> Worlds | None:
    """The worlds of the given in which the moments of the claim exist; None where it says that there are none."""
    try:
        narrower = Worlds(read_more(table, "; ".join(assumed)), worlds.seed, spending=worlds.spending)
    except GivenError:
        return None
    if isinstance(narrower.at(0), str):
        return None if not isinstance(worlds.at(0), str) else worlds
    return narrower


def _reproduced(what: str, claim: str, numeric: Outcome, table: Table) -> str:
    """The report of a disagreement: the claim, what was given, where the sides differ, and a line that shows it."""
    facts = [fact for symbol in table.symbols.values() for fact in symbol.facts.values()]
    facts += [definition.sentence for definition in table.definitions.values()]
    said = dict.fromkeys(fact.text for fact in sorted(facts, key=lambda fact: (fact.line, fact.column)) if fact.text)
    parts = [f"{what}: {claim}", f"given {'; '.join(said)}" if said else ""]
    found = numeric.counterexample
    if found is not None:
        places = {**found.sizes, **found.values}
        where = [", ".join(f"{name} = {value}" for name, value in places.items()), found.law or ""]
        parts += [f"at {'; '.join(part for part in where if part)}" if any(where) else ""]
        parts += [f"left {found.left}, right {found.right}", found.numpy or ""]
    else:
        parts += [numeric.reason, f"seed {numeric.evidence.seed}" if numeric.evidence else ""]
    return "; ".join(part for part in parts if part)


def _blind(symbolic: Symbolic, relation: str, numeric: Outcome) -> bool:
    """Do the witnesses contradict each other only within rounding: equal, or closed numbers too close to tell?"""
    if symbolic.status == "different":
        return symbolic.hidden and numeric.status == "agrees"
    example = numeric.counterexample
    if symbolic.status != "equal" or numeric.status != "differs" or example is None:
        return False
    try:
        left, right = (float(Fraction(str(side))) for side in (example.left, example.right))
    except (ValueError, ArithmeticError):
        return False
    strict = relation in ("<", ">", "≠")
    return (strict or symbolic.hidden) and abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right))


def _random(table: Table) -> set[str]:
    """The random names that the claim reaches."""
    return {name for name, symbol in table.symbols.items() if symbol.random and name not in table.definitions}


def _by_value(left: tree.Node, relation: str, right: tree.Node, table: Table, derive: Derive) -> Outcome | None:
    """A counterexample from the proved value of a side that no experiment reaches (a false limit falls so)."""
    values = [value_of(side, table, derive) for side in (left, right)]
    if values == [None, None]:
        return None
    first, second = (value or side for value, side in zip(values, (left, right), strict=True))
    known = relevant(table, tree.Chain(first, ((relation, second),)))
    found = crosscheck(first, relation, second, known, Worlds(known))
    return found if found.status == "differs" else None


def combined(symbolic: str, numeric: Outcome, open_ended: bool = False) -> tuple[str, str | None]:
    """The verdict of two witnesses, and what they disagree about.

    Where the rules name something that the given leaves open, experiments that agree tell only that they did not try
    the law that would differ: such a claim is undecided.  So is one on a limit that only numbers speak against.

    >>> combined("equal", Outcome("agrees")), combined("unknown", Outcome("agrees"))
    (('proved', None), ('checked', None))
    >>> combined("equal", Outcome("differs"))
    ('undecided', 'the rules prove what an experiment contradicts')
    """
    if symbolic == "equal":
        if numeric.status == "differs":
            return "undecided", "the rules prove what an experiment contradicts"
        return ("proved" if numeric.status == "agrees" else "checked"), None
    if symbolic == "different":
        if numeric.status == "agrees":
            return "undecided", "the rules refute what every experiment confirms"
        return "refuted", None
    if numeric.status == "differs":
        return ("undecided" if numeric.limiting else "refuted"), None
    return ("checked" if numeric.status == "agrees" and not open_ended else "undecided"), None


def decided(left: tree.Node, relation: str, right: tree.Node, table: Table, decide: Decide) -> Symbolic:
    """What the rules say; where they break down, that they say nothing, so that the experiments still speak."""
    try:
        return decide(left, relation, right, table)
    except Exception as problem:
        return Silent(f"an error of the rules: {type(problem).__name__}: {problem}")


def value_of(node: tree.Node, table: Table, derive: Derive | None) -> tree.Node | None:
    """The right value of an expression, where the rules find one without breaking down."""
    try:
        return derive(node, table) if derive is not None else None
    except Exception:
        return None


def plainly(node: tree.Node, table: Table) -> str:
    from symbolic.notation import plain

    return plain(node, table)
