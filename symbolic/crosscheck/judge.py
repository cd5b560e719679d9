"""judge(chain, table, decide): both witnesses, one verdict.

The rules prove; the experiments doubt.  Neither is believed against the other: a proof that numbers contradict is an
error of the companion, and is reported as one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Protocol

import numpy as np

from symbolic.audit import saving_sentence
from symbolic.candidates import candidates
from symbolic.crosscheck.assumed import assumed, needs_law
from symbolic.crosscheck.experiments import Outcome, Worlds, crosscheck, exceptional, survives
from symbolic.crosscheck.layouts import DENOMINATOR, NUMERATOR, relaid
from symbolic.crosscheck.repair import likely_slip
from symbolic.crosscheck.undefined import has_undefined_side, is_infinite, removable, sentences, where
from symbolic.given.bare import with_bounds
from symbolic.given.queries import only_in_pairs
from symbolic.given.relevant import relevant
from symbolic.given.sizes import with_sizes
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.verdict import Evidence, Form, Link, Reason, Slip, Verdict, worst


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


#: Worlds that are tried beside the usual ones to see where both sides converge.
MORE = 40

#: Entries that refuting a claim may have touched, for the search for a sentence that would save it to be affordable.
SEARCH = 3_000_000


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


@np.errstate(all="ignore")
def judge(chain: tree.Chain, table: Table, decide: Decide, derive: Derive | None = None) -> Verdict:
    """The verdict on a claim: link by link between neighbours, the whole as bad as its worst link."""
    table = relevant(table, chain)
    worlds = Worlds(table)
    written, completed = chain, with_sizes(with_bounds(chain, table), table)
    assert isinstance(completed, tree.Chain)
    chain = completed
    judged, layout = in_some_layout(chain, table, decide, worlds, derive)
    verdict = worst([link.verdict for link in judged])
    refuted = next((link for link in judged if link.verdict == "refuted"), None)
    value = _value(chain.first, table, derive) if refuted else None
    missing = _missing(chain, judged, table, decide)
    return Verdict(
        verdict,
        read_as=_plain(written, table),
        links=[_shown(link, table) for link in judged],
        uses=list(dict.fromkeys(use for link in judged for use in link.symbolic.uses)),
        missing=missing,
        correct=_form(value, table) if value is not None else None,
        counterexample=refuted.numeric.counterexample if refuted else None,
        layout=layout,
        disagreement=next((link.disagreement for link in judged if link.disagreement), None),
        note=_note(judged, verdict, table),
        slip=_slip(refuted, value if refuted is judged[0] else None, worlds) if refuted and not missing else None,
    )


def in_some_layout(
    chain: tree.Chain, table: Table, decide: Decide, worlds: Worlds, derive: Derive | None
) -> tuple[list[Judged], str | None]:
    """The links in the layout that is set; where that refutes, in another in which the whole claim holds."""
    world = worlds.at(0)
    derivatives = any(isinstance(node, tree.Derivative | tree.Gradient) for node in tree.walk(chain))
    if isinstance(world, str) or not derivatives:
        return _links(chain, table, decide, worlds, derive), None
    own = relaid(chain, DENOMINATOR, world) if table.layout == "gradient" else chain
    judged = _links(own, table, decide, worlds, derive)
    if not any(link.verdict == "refuted" for link in judged):
        return judged, None
    for layout in (DENOMINATOR, NUMERATOR):
        other = relaid(chain, layout, world)
        if other is not chain and other != own:
            again = _links(other, table, decide, worlds, derive)
            if all(link.verdict in ("proved", "checked") for link in again):
                return again, layout
    return judged, None


def _links(chain: tree.Node, table: Table, decide: Decide, worlds: Worlds, derive: Derive | None) -> list[Judged]:
    assert isinstance(chain, tree.Chain)
    lefts = [chain.first, *(right for _, right in chain.links)]
    return [
        _link(left, relation, right, table, decide, worlds, derive)
        for left, (relation, right) in zip(lefts, chain.links, strict=False)
    ]


def _link(
    left: tree.Node,
    relation: str,
    right: tree.Node,
    table: Table,
    decide: Decide,
    worlds: Worlds,
    derive: Derive | None,
) -> Judged:
    symbolic = _decided(left, relation, right, table, decide)
    numeric = crosscheck(left, relation, right, table, worlds)
    if symbolic.status == "unknown" and numeric.status == "unclear" and derive is not None:
        numeric = _by_value(left, relation, right, table, derive) or numeric
    if _blind(symbolic, relation, numeric):
        numeric = replace(numeric, status="unclear", counterexample=None, reason="closer than double precision tells")
    open_ended = bool(symbolic.missing) or numeric.untied or only_in_pairs(_random(table), table)
    verdict, disagreement = combined(symbolic.status, numeric, open_ended)
    if verdict in ("proved", "checked") and relation in ("=", ":="):
        alone = removable(left, right, table)
        verdict, numeric = ("undecided", alone) if alone is not None else (verdict, numeric)
    if verdict == "undecided" and has_undefined_side(numeric):
        disagreement = None
        numeric = replace(numeric, reason=where(numeric))
    if disagreement:
        shown = f"{_plain(left, table)} {relation} {_plain(right, table)}"
        disagreement = f"{disagreement}: {shown}; {numeric.counterexample or numeric.reason}"
    return Judged(left, relation, right, symbolic, numeric, verdict, disagreement)


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
    values = [_value(side, table, derive) for side in (left, right)]
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


def _shown(link: Judged, table: Table) -> Link:
    evidence = link.numeric.evidence
    if link.verdict == "checked" and link.numeric.status == "unclear":
        evidence = Evidence("rules only")
    reasons = list(link.symbolic.reasons)
    if link.verdict == "refuted" and (link.symbolic.note or link.numeric.reason):
        reasons.append(Reason("refuted", link.numeric.reason or link.symbolic.note or ""))
    sides = (_plain(link.left, table), _plain(link.right, table))
    return Link(*sides, link.verdict, reasons, evidence, link.relation, tree.extent(link.right))


def _note(judged: Sequence[Judged], verdict: str, table: Table) -> str | None:
    """Why it stayed undecided, or where a refuted claim holds after all, and that its refutation is numerical."""
    if verdict == "undecided":
        for link in judged:
            if link.verdict == "undecided" and not link.disagreement:
                tried = [part for part in (link.symbolic.stopped_by, link.numeric.reason) if part]
                return "stopped by " + "; ".join(dict.fromkeys(tried)) if tried else None
    refuted = [link for link in judged if link.verdict == "refuted"]
    if not refuted or verdict != "refuted":
        return None
    notes = []
    if any(link.numeric.numerical for link in refuted):
        notes.append("numerical: the sides differ by more than a thousand times the estimated error, at three points")
    if len(refuted) == 1 and _searchable(refuted, table):
        link = refuted[0]
        notes.append(exceptional(link.left, link.relation, link.right, table) or "")
    return "; ".join(note for note in notes if note) or None


def _missing(chain: tree.Chain, judged: Sequence[Judged], table: Table, decide: Decide) -> list[str]:
    """The sentence that would turn a refuted claim true, else what the rules say is missing."""
    if any(link.verdict == "refuted" for link in judged):
        if not _searchable(judged, table):
            return []

        def holds(trial: Table, most: int | None = None) -> bool:
            return all(survives(link.left, link.relation, link.right, trial, most) for link in judged)

        def proves(trial: Table) -> bool | None:
            found = [_decided(x.left, x.relation, x.right, trial, decide) for x in judged]
            unproved = [outcome for outcome in found if outcome.status != "equal"]
            lacking = any(outcome.status == "different" or outcome.missing for outcome in unproved)
            return False if lacking else (not unproved or None)

        reported = [said for link in judged for said in link.symbolic.missing]
        work = sum(link.numeric.work for link in judged)
        sentence = saving_sentence(candidates(chain, table, reported), table, holds, proves, SEARCH // (work + 1))
        return [sentence] if sentence else []
    lacking = [said for link in judged for said in link.symbolic.missing if link.verdict != "proved"]
    return list(dict.fromkeys([*_defining(judged, table, decide), *lacking]))


def _defining(judged: Sequence[Judged], table: Table, decide: Decide) -> list[str]:
    """The sentence that keeps both sides of an equality defined, where a side is not everywhere."""
    for link in judged:
        if link.verdict == "undecided" and has_undefined_side(link.numeric):

            def holds(trial: Table, most: int | None = None, link: Judged = link) -> bool:
                more = MORE if is_infinite(link.numeric) else 0  # where it converges, rules do not tell
                held = survives(link.left, "=", link.right, trial, most, more)
                return held and not removable(link.left, link.right, trial)

            def proves(trial: Table, link: Judged = link) -> bool | None:
                return _decided(link.left, link.relation, link.right, trial, decide).status == "equal" or None

            found = saving_sentence(sentences(link.numeric, table), table, holds, proves)
            return [found] if found else []
    return []


def _searchable(links: Sequence[Judged], table: Table) -> bool:
    """Can what would save equalities be searched for: cheap to try, and not of shapes that cannot fit."""
    found = [link.numeric.counterexample for link in links]
    misfit = any(example is not None and example.right is None for example in found)
    cheap = sum(link.numeric.work for link in links) <= SEARCH
    cheap = cheap and not any(needs_law(chain, table) for chain in assumed(table))
    return cheap and not misfit and all(link.relation in ("=", ":=") for link in links)


def _slip(link: Judged, value: tree.Node | None, worlds: Worlds) -> Slip | None:
    """The likely slip of a refuted equality; `value` is that of its left side, where it is known.

    It only explains: where the search for it breaks down, the verdict stands without it.
    """
    if link.relation not in ("=", ":="):
        return None
    try:
        found = likely_slip(link.left, link.right, value, worlds)
        return Slip(found.name, _form(found.node, worlds.table), tree.extent(found.part)) if found else None
    except Exception:
        return None


def _form(node: tree.Node, table: Table) -> Form:
    from symbolic.notation import latex

    return Form(latex(node, table), _plain(node, table))


def _decided(left: tree.Node, relation: str, right: tree.Node, table: Table, decide: Decide) -> Symbolic:
    """What the rules say; where they break down, that they say nothing, so that the experiments still speak."""
    try:
        return decide(left, relation, right, table)
    except Exception as problem:
        return Silent(f"an error of the rules: {type(problem).__name__}: {problem}")


def _value(node: tree.Node, table: Table, derive: Derive | None) -> tree.Node | None:
    """The right value of an expression, where the rules find one without breaking down."""
    try:
        return derive(node, table) if derive is not None else None
    except Exception:
        return None


def _plain(node: tree.Node, table: Table) -> str:
    from symbolic.notation import plain

    return plain(node, table)
