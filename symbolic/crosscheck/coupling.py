"""Names that nothing says are independent, tied to one another in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from symbolic.crosscheck.blocks import Block, Coordinates, Finite
from symbolic.crosscheck.recipes import solo
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.standardized import ROWS, Random, bases_of, placement
from symbolic.crosscheck.tied import SYMMETRIC, Coupled, Mirrored, Mixture, Tied
from symbolic.given import queries
from symbolic.language.symbols import Table


def coupled(group: Sequence[Random], choice: int, reverse: bool, table: Table, scope: Scope) -> list[Block]:
    """Names that nothing says are independent, tied in pairs: k = q where the laws agree, reversed, or ±."""
    turned = choice % len(group)
    left, blocks = [*group[turned:], *group[:turned]], []
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
        return _of_laws(x, y, choice, reverse, table, scope)
    first, second = bases_of(x, scope), bases_of(y, scope)
    uncorrelated = queries.uncorrelated(table, x.name, y.name) is not None
    common = [b for b in first if any(b.name == c.name and b.shape == c.shape for c in second)]
    q = common[choice % len(common)] if common else first[choice % len(first)]
    k = next(c for c in second if c.name == q.name) if common else second[choice % len(second)]
    if uncorrelated:
        if x.shape or y.shape:
            from numeric.dependence import vector_couplings

            joint = vector_couplings(q)[-1] if common and x.shape == y.shape and len(x.shape) == 1 else None
        else:
            joint = uncorrelated_pair(first[-1], second[-1])
        if joint is None or len(joint.columns) != 2:
            return None
    else:
        joint = driven([q, k], [False, reverse], "reversed" if reverse else "comonotone")
    if uncorrelated:
        return Finite((x.name, y.name), joint, (placement(x), placement(y)), f"{x.name}, {y.name}: {joint.name}")
    relation = f"{y.name} = {'−' if reverse else ''}{x.name} up to scale" if common else joint.name
    return Finite((x.name, y.name), joint, (placement(x), placement(y)), f"{relation}; {q.name}")


def three_in_pairs(randoms: Sequence[Random], table: Table, turn: int, scope: Scope) -> Block | None:
    """Three names, any two of them independent, all three not: where the given does not exclude it."""
    from numeric.dependence import independent_in_pairs

    for three in combinations([r for r in randoms if r.symbol.law is None], 3):
        if not _may_tie(three, table):
            continue
        bases = [bases_of(r, scope) for r in three]
        chosen = [options[turn // 3 % len(options)] for options in bases]
        if np.prod([float(base.rows) for base in chosen]) <= ROWS:
            names = tuple(r.name for r in three)
            said = f"{', '.join(names)}: independent in pairs, not together"
            return Finite(names, independent_in_pairs(*chosen), tuple(placement(r) for r in three), said)
    return None


def _may_tie(three: Sequence[Random], table: Table) -> bool:
    """No one of the three is said to be independent of the other two together, no two to covary."""
    names = [r.name for r in three]
    splits = [([a], [b for b in names if b != a]) for a in names]
    covarying = any(r.kind in ("cov", "corr", "jointly normal") and set(r.names) & set(names) for r in table.relations)
    return not covarying and all(queries.independent_groups(table, one, rest) is None for one, rest in splits)


def _of_laws(x: Random, y: Random, choice: int, reverse: bool, table: Table, scope: Scope) -> Block | None:
    """Names of which one at least has a named law: one variable where the laws agree, else driven by one."""
    names = (x.name, y.name)
    first, second = (_own(random, choice, scope) for random in (x, y))
    alike = x.symbol.law == y.symbol.law and x.shape == y.shape
    mirrored = _mirrored(first, second, scope)
    tied = Tied(names, first, second, f"{x.name} and {y.name} from one variable; {first.said}")
    if queries.uncorrelated(table, *names) is not None:
        said = "together or against each other by chance: uncorrelated but dependent"
        if alike and mirrored is not None:
            return Mixture(names, (tied, mirrored), f"{first.said}, {second.said}, {said}")
        return None if x.shape or y.shape else _moving(names, first, second, said)
    if alike and not (reverse and mirrored):
        return tied
    if alike:
        return mirrored
    if x.shape or y.shape:
        return None
    said = "moving against each other" if reverse else "moving together"
    return Coupled(names, first, second, reverse, f"{first.said}, {second.said}, {said}")


def _own(random: Random, choice: int, scope: Scope) -> Block:
    options = solo(random, scope)
    return options[choice % len(options) if random.symbol.law is None else 0]


def _mirrored(first: Block, second: Block, scope: Scope) -> Mirrored | None:
    """The second driven by the first one's coordinates turned round, where the standard laws allow."""
    if not (isinstance(first, Coordinates) and isinstance(second, Coordinates)):
        return None
    laws = first.laws(scope)
    if laws != second.laws(scope) or any(law.name not in SYMMETRIC for law, _ in laws):
        return None
    names = (*first.names, *second.names)
    return Mirrored(names, first, second, f"{first.said}, {second.said}, moving against each other")


def _moving(names: tuple[str, str], first: Block, second: Block, said: str) -> Mixture:
    """Two scalars together or against each other, with the chances that make them uncorrelated."""
    both = [Coupled(names, first, second, reverse, said) for reverse in (False, True)]
    return Mixture(names, (both[0], both[1]), f"{first.said}, {second.said}, {said}", even=False)
