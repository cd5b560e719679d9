"""What is said beside a verdict: where a false claim holds, the sentence that would save it, the likely slip."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic.audit import saving_sentence
from symbolic.candidates import candidates
from symbolic.crosscheck.assumed import assumed, needs_law
from symbolic.crosscheck.exceptional import exceptional
from symbolic.crosscheck.experiments import Worlds, survives
from symbolic.crosscheck.links import Decide, Judged, decided, plainly
from symbolic.crosscheck.repair import likely_slip
from symbolic.crosscheck.undefined import has_undefined_side, is_infinite, removable, sentences
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.verdict import Form, Slip

#: Entries that refuting a claim may have touched, for the search for a sentence that would save it to be affordable.
SEARCH = 3_000_000

#: Worlds that are tried beside the usual ones to see where both sides converge.
MORE = 40


def note_on(judged: Sequence[Judged], verdict: str, value: tree.Node | None, table: Table) -> str | None:
    """Why it stayed undecided, or where a refuted claim holds after all, and that its refutation is numerical.

    value  the right value of the leftmost side, where it is known
    """
    if verdict == "undecided":
        for link in judged:
            if link.verdict == "undecided" and not link.disagreement:
                tried = [part for part in (link.symbolic.stopped_by, link.numeric.reason) if part]
                return "stopped by " + "; ".join(dict.fromkeys(tried)) if tried else None
    refuted = [link for link in judged if link.verdict == "refuted"]
    if not refuted or verdict != "refuted":
        return None
    if _at_edges(judged):
        return refuted[0].numeric.reason
    notes = []
    if any(link.numeric.numerical for link in refuted):
        notes.append("numerical: the sides differ by more than a thousand times the estimated error, at three points")
    if _searchable(refuted, table):
        sides = [(link.left, link.relation, link.right) for link in refuted]
        found = exceptional(sides, table)
        if found is None and value is not None and refuted[0] is judged[0]:
            found = exceptional([(value, *sides[0][1:]), *sides[1:]], table)
        notes.append(found or "")
    return "; ".join(note for note in notes if note) or None


def missing_from(chain: tree.Chain, judged: Sequence[Judged], table: Table, decide: Decide) -> list[str]:
    """The sentence that would turn a refuted claim true, else what the rules say is missing."""
    if _at_edges(judged):
        return _defining(judged, table, decide)
    if any(link.verdict == "refuted" for link in judged):
        if not _searchable(judged, table):
            return []

        def holds(trial: Table, most: int | None = None) -> bool:
            return all(survives(link.left, link.relation, link.right, trial, most) for link in judged)

        def proves(trial: Table) -> bool | None:
            found = [decided(x.left, x.relation, x.right, trial, decide) for x in judged]
            unproved = [outcome for outcome in found if outcome.status != "equal"]
            lacking = any(outcome.status == "different" or outcome.missing for outcome in unproved)
            return False if lacking else (not unproved or None)

        reported = [said for link in judged for said in link.symbolic.missing]
        work = sum(link.numeric.work for link in judged)
        sentence = saving_sentence(candidates(chain, table, reported), table, holds, proves, SEARCH // (work + 1))
        return [sentence] if sentence else []
    lacking = [said for link in judged for said in link.symbolic.missing if link.verdict != "proved"]
    return list(dict.fromkeys([*_defining(judged, table, decide), *lacking]))


def _at_edges(judged: Sequence[Judged]) -> bool:
    """Is all that is refuted refuted by places at which one side has no value?"""
    refuted = [link for link in judged if link.verdict == "refuted"]
    return bool(refuted) and all(link.numeric.edge for link in refuted)


def _defining(judged: Sequence[Judged], table: Table, decide: Decide) -> list[str]:
    """The sentence that keeps both sides of an equality defined, where a side is not everywhere."""
    for link in judged:
        if (link.verdict == "undecided" or link.numeric.edge) and has_undefined_side(link.numeric):

            def holds(trial: Table, most: int | None = None, link: Judged = link) -> bool:
                more = MORE if is_infinite(link.numeric) else 0  # where it converges, rules do not tell
                held = survives(link.left, link.relation, link.right, trial, most, more)
                return held and not removable(link.left, link.relation, link.right, trial)

            def proves(trial: Table, link: Judged = link) -> bool | None:
                return decided(link.left, link.relation, link.right, trial, decide).status == "equal" or None

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


def slip_of(link: Judged, value: tree.Node | None, worlds: Worlds) -> Slip | None:
    """The likely slip of a refuted equality; `value` is that of its left side, where it is known.

    It only explains: where the search for it breaks down, the verdict stands without it.
    """
    if link.relation not in ("=", ":="):
        return None
    try:
        found = likely_slip(link.left, link.right, value, worlds)
        return Slip(found.name, form_of(found.node, worlds.table), tree.extent(found.part)) if found else None
    except Exception:
        return None


def form_of(node: tree.Node, table: Table) -> Form:
    from symbolic.notation import latex

    return Form(latex(node, table), plainly(node, table))
