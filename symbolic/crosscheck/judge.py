"""judge(chain, table, decide): both witnesses, one verdict.

The rules prove; the experiments doubt.  Neither is believed against the other: a proof that numbers contradict is an
error of the companion, and is reported as one.
"""

from __future__ import annotations

import numpy as np

from symbolic.crosscheck.experiments import Worlds
from symbolic.crosscheck.layouts import DENOMINATOR, NUMERATOR, relaid
from symbolic.crosscheck.links import Decide, Derive, Judged, judged_link, plainly, value_of
from symbolic.crosscheck.remarks import form_of, missing_from, note_on, slip_of
from symbolic.given.bare import with_bounds
from symbolic.given.relevant import relevant
from symbolic.given.sizes import with_sizes
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.verdict import Evidence, Link, Reason, Verdict, worst


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
    explained = refuted if refuted and not refuted.numeric.edge else None
    value = value_of(chain.first, table, derive) if explained else None
    own = value if explained is judged[0] else None
    missing = missing_from(chain, judged, table, decide)
    return Verdict(
        verdict,
        read_as=plainly(written, table),
        links=[_shown(link, table) for link in judged],
        uses=list(dict.fromkeys(use for link in judged for use in link.symbolic.uses)),
        missing=missing,
        correct=form_of(value, table) if value is not None else None,
        counterexample=refuted.numeric.counterexample if refuted else None,
        layout=layout,
        disagreement=next((link.disagreement for link in judged if link.disagreement), None),
        note=note_on(judged, verdict, value, table),
        slip=slip_of(explained, own, worlds) if explained and not missing else None,
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
        judged_link(left, relation, right, table, decide, worlds, derive)
        for left, (relation, right) in zip(lefts, chain.links, strict=False)
    ]


def _shown(link: Judged, table: Table) -> Link:
    evidence = link.numeric.evidence
    if link.verdict == "checked" and link.numeric.status == "unclear":
        evidence = Evidence("rules only")
    reasons = list(link.symbolic.reasons)
    if link.verdict == "refuted" and (link.symbolic.note or link.numeric.reason):
        reasons.append(Reason("refuted", link.numeric.reason or link.symbolic.note or ""))
    sides = (plainly(link.left, table), plainly(link.right, table))
    return Link(*sides, link.verdict, reasons, evidence, link.relation, tree.extent(link.right))
