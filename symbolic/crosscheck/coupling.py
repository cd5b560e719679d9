"""Names that nothing says are independent, tied to one another in pairs."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic.crosscheck.blocks import Block, Finite, Tied
from symbolic.crosscheck.recipes import solo
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.standardized import Random, bases_of, placement
from symbolic.given import queries
from symbolic.language.symbols import Table


def coupled(group: Sequence[Random], choice: int, reverse: bool, table: Table, scope: Scope) -> list[Block]:
    """Names that nothing says are independent, tied in pairs: k = q where the laws agree, reversed, or ±."""
    left, blocks = list(group), []
    while left:
        first = left.pop(0)
        partner = next((r for r in left if queries.independent(table, first.name, r.name) is None), None)
        tied = partner and _pair(first, partner, choice, reverse, table, scope)
        if tied and partner:
            left.remove(partner)
            blocks.append(tied)
        else:
            options = solo(first, scope)
            blocks.append(options[choice % len(options)])
    return blocks


def _pair(x: Random, y: Random, choice: int, reverse: bool, table: Table, scope: Scope) -> Block | None:
    from numeric.dependence import coupled as driven
    from numeric.dependence import uncorrelated_pair

    if x.symbol.law is not None or y.symbol.law is not None:
        return _same_outcome(x, y, table, scope)
    first, second = bases_of(x, scope), bases_of(y, scope)
    common = [b for b in first if any(b.name == c.name and b.shape == c.shape for c in second)]
    q = common[choice % len(common)] if common else first[choice % len(first)]
    k = next(c for c in second if c.name == q.name) if common else second[choice % len(second)]
    if queries.uncorrelated(table, x.name, y.name) is not None:
        if x.shape or y.shape:
            from numeric.dependence import vector_couplings

            joint = vector_couplings(q)[-1] if common and x.shape == y.shape and len(x.shape) == 1 else None
        else:
            joint = uncorrelated_pair(first[-1], second[-1])
        if joint is None or len(joint.columns) != 2:
            return None
    else:
        joint = driven([q, k], [False, reverse], "reversed" if reverse else "comonotone")
    relation = f"{y.name} = {'−' if reverse else ''}{x.name} up to scale" if common else joint.name
    return Finite((x.name, y.name), joint, (placement(x), placement(y)), f"{relation}; {q.name}")


def _same_outcome(x: Random, y: Random, table: Table, scope: Scope) -> Block | None:
    """Names of one named law that are one variable: both normal from the same z, else equal."""
    if x.symbol.law != y.symbol.law or x.shape != y.shape or queries.uncorrelated(table, x.name, y.name) is not None:
        return None
    first, second = solo(x, scope)[0], solo(y, scope)[0]
    return Tied((x.name, y.name), first, second, f"{x.name} and {y.name} from one variable; {first.said}")
