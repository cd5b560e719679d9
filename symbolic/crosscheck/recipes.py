"""Which joint laws the given allows: every block of random names with its variants, the generic ones first.

What is not said is varied: the shape of a law whose moments alone are stated, the dependence of components and of names
that are not said to be independent.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symbolic.crosscheck import laws
from symbolic.crosscheck.blocks import Block, Finite
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.standardized import Random, bases_of, placement
from symbolic.crosscheck.values import Unsupported, Value
from symbolic.given import queries
from symbolic.language.symbols import Table


def variants(names: Sequence[Random], table: Table, scope: Scope) -> list[Block]:
    """The joint laws of names that are not all independent of one another."""
    if len(names) == 1:
        return solo(names[0], scope)
    covariances = [r for r in table.relations if r.kind in ("cov", "corr") and {*r.names} <= {n.name for n in names}]
    jointly = any(r.kind == "jointly normal" for r in table.relations if {*r.names} & {n.name for n in names})
    if covariances or jointly:
        from symbolic.crosscheck.joint import joint_variants

        return joint_variants(names, table, jointly, scope)
    return []


def groups(randoms: Sequence[Random], table: Table) -> list[list[Random]]:
    """The names parted into groups, independent of one another."""
    left, found = list(randoms), []
    while left:
        group = [left.pop(0)]
        for member in group:
            tied = [r for r in left if queries.independent(table, member.name, r.name) is None]
            left = [r for r in left if r not in tied]
            group += tied
        found.append(group)
    return found


def solo(random: Random, scope: Scope) -> list[Block]:
    """The laws of one name."""
    law = random.symbol.law
    if law is None:
        return list(_fitted(random, scope))
    if law.name == "normal":
        return _normals(random)
    found = [laws.named(random.name, law, random.shape)]
    if random.shape and random.relation is None and law.name not in ARRAYS:
        found.append(laws.named(random.name, law, random.shape, copies=True))
    return found


ARRAYS = frozenset({"one-hot categorical", "multinomial", "dirichlet", "wishart", "matrix normal"})


def _normals(random: Random) -> list[Block]:
    """A normal name; a vector whose covariance is left open is tried with correlated components too."""
    own = [laws.normal([random.name], [random.shape], [random.moments], None, f"{random.name} normal")]
    size = int(np.prod(random.shape, dtype=int))
    stated = {"covariance", "second moment"} & random.moments.stated.keys()
    if random.relation is not None or size < 2 or stated:
        return own

    def correlated(scope: Scope) -> Value:
        spread = random.moments.variance(scope)
        if spread.rank == 2:
            return spread
        single = spread.data if spread.rank else spread.data[..., None]
        roots = np.broadcast_to(np.sqrt(single), (*spread.lanes, size))
        correlation = np.full((size, size), 0.4) + 0.6 * np.eye(size)
        return Value(roots[..., :, None] * roots[..., None, :] * correlation, 2)

    said = f"{random.name} normal, correlated components"
    return [*own, laws.normal([random.name], [random.shape], [random.moments], correlated, said)]


def _fitted(random: Random, scope: Scope) -> Sequence[Block]:
    """Finite laws with the stated moments that differ in all else."""
    bases = bases_of(random, scope)
    return [Finite((random.name,), base, (placement(random),), f"{random.name}: {base.name}") for base in bases]


def combine(group: Sequence[Random], table: Table, turn: int, scope: Scope) -> list[Block]:
    """The blocks of one group of names at one turn."""
    from symbolic.crosscheck.coupling import coupled

    special = variants(group, table, scope) if len(group) > 1 else []
    if special:
        return [special[turn % len(special)]]
    if len(group) > 1 and turn % 2 == 1:
        return coupled(group, turn // 2, bool(turn // 2 % 2), table, scope)
    found = []
    for random in group:
        options = solo(random, scope)
        if not options:
            raise Unsupported(f"a law for {random.name}")
        found.append(options[(turn if len(group) == 1 else turn // 2) % len(options)])
    return found




def solo_given(random: Random, turn: int, scope: Scope) -> Block:
    """The law of a name whose moments depend on other outcomes: standardized, moved where the others are known."""
    from numeric.fitting import standard_laws

    if random.symbol.law is not None:
        options = solo(random, scope)
        return options[turn % len(options)]
    scalars = standard_laws()
    from numeric.ensembles import iid

    base = iid(scalars[0], random.shape) if random.shape else scalars[0]
    return Finite((random.name,), base, (placement(random),), f"{random.name}: {base.name}")
