"""E[X^k] of one scalar with a named law, from the law's own table and not by way of its cumulants."""

from __future__ import annotations

from symbolic.algebra.facts import spend
from symbolic.algebra.poly import Poly
from symbolic.algebra.situation import Situation
from symbolic.rules.laws import SCALAR_LAWS
from symbolic.rules.moments_models import Occurrence, model_of, parameters


def law_moment(block: tuple[Occurrence, ...], situation: Situation) -> Poly | None:
    """E[X^k] where the block is one entry k times, its law is in the table, and nothing else is said of its moments."""
    if len(set(block)) != 1:
        return None
    model, order = model_of(block[0].name, situation), len(block)
    law = model.symbol.law
    if law is None or law.name == "normal" or law.name not in SCALAR_LAWS or model.symbol.moments:
        return None
    row, values = SCALAR_LAWS[law.name], parameters(model, block[0].indices)
    if row.limit is not None or not row.exists(order, *values):
        return None
    spend(order**2)
    situation.note("named law", "the moments of the stated law")
    return row.moment(order, *values)
