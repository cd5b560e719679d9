"""Which joint laws the given allows: every block of random names with its variants, the generic ones first.

What is not said is varied: the shape of a law whose moments alone are stated, the dependence of components and of names
that are not said to be independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck import laws
from symbolic.crosscheck.blocks import Block, Finite, Placement, Tied, affine, cholesky
from symbolic.crosscheck.moments import Moments, deviation, kurtosis, skewness
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Value
from symbolic.given import queries
from symbolic.language.symbols import Symbol, Table

if TYPE_CHECKING:
    from numeric.ensembles import Ensemble

#: Rows that one standardized array may have.
ROWS = 1 << 13


@dataclass(frozen=True)
class Random:
    """A random name at the sizes of a world: its array's shape, the family axis first."""

    symbol: Symbol
    shape: tuple[int, ...]
    moments: Moments

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def relation(self) -> str | None:
        """What is said of all entries together: the weaker of what is said of members and of components."""
        said = [self.symbol.members] if self.symbol.family is not None else []
        said += [self.symbol.components] if self.symbol.shape else []
        if not said:
            return "iid"
        order = ("iid", "independent", "uncorrelated")
        if None in said:
            return "uncorrelated" if self.moments.stated.keys() & {"covariance"} else None
        return max((s for s in said if s), key=order.index)


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


def bases_of(random: Random, scope: Scope) -> list[Ensemble]:
    """Standardized arrays (mean 0, variance 1) that the given allows."""
    from numeric.dependence import standard_vectors
    from numeric.ensembles import stacked

    size = int(np.prod(random.shape, dtype=int))
    scalars = scalar_laws(random, scope)
    if not random.shape:
        return list(scalars[0])
    if len(scalars) > 1 or _higher(random):
        rounds = [[options[k % len(options)] for options in spread(scalars, size)] for k in range(len(scalars[0]))]
        fitting = [each for each in rounds if np.prod([float(law.rows) for law in each]) <= ROWS * 8]
        return [_reshaped(stacked(each, (size,)), random.shape) for each in fitting]
    if random.symbol.family is not None and random.symbol.shape:
        return _families(random, scalars[0])
    laws_ = [law for law in scalars[0] if law.rows**size <= ROWS] or scalars[0][:1]
    return [_reshaped(base, random.shape) for base in standard_vectors(size, laws_, random.relation, ROWS * 4)]


def _higher(random: Random) -> bool:
    return bool({"third moment", "fourth moment", "excess kurtosis"} & random.moments.stated.keys())


def spread(scalars: list[list[Ensemble]], size: int) -> list[list[Ensemble]]:
    return scalars if len(scalars) == size else [scalars[0]] * size


def _families(random: Random, scalars: list[Ensemble]) -> list[Ensemble]:
    """Families of arrays: the members' relation between, the components' relation within."""
    from numeric.dependence import standard_vectors
    from numeric.ensembles import stacked

    count, own = random.shape[0], int(np.prod(random.shape[1:], dtype=int))
    fitting = [law for law in scalars if law.rows ** (count * own) <= ROWS] or scalars[:1]
    found = []
    within = random.symbol.components or ("uncorrelated" if "covariance" in random.moments.stated else None)
    for base in standard_vectors(own, fitting, within, ROWS):
        if base.rows**count <= ROWS * 4:
            found.append(_reshaped(stacked([base] * count, (count,)), random.shape))
        if random.symbol.members is None:
            repeated = base.map(lambda x: np.repeat(x[:, None], count, axis=1), f"equal members, {base.name}")
            found.append(_reshaped(repeated, random.shape))
    return found


def _reshaped(base: Ensemble, shape: tuple[int, ...]) -> Ensemble:
    return base.map(lambda x: x.reshape(-1, *shape), base.name)


def scalar_laws(random: Random, scope: Scope) -> list[list[Ensemble]]:
    """Standardized laws of one component; of each component where higher moments differ among them."""
    from numeric.fitting import standard_laws

    third, fourth = skewness(random.moments, scope), kurtosis(random.moments, scope)
    symmetric = "symmetric law" in random.symbol.signs
    count = max([1, *(len(m) for m in (third, fourth) if m is not None)])
    found = []
    for place in range(count):
        s = None if third is None else float(third[place % len(third)])
        k = None if fourth is None else float(fourth[place % len(fourth)])
        found.append(_allowed(standard_laws(s, k, symmetric), random, scope))
    return found


def _allowed(options: list[Ensemble], random: Random, scope: Scope) -> list[Ensemble]:
    """Those whose outcomes have the stated sign."""
    signs = random.symbol.signs & {"positive", "negative", "nonnegative", "nonzero"}
    if not signs:
        return options
    mean, variance = random.moments.mean(scope), random.moments.variance(scope)
    centre, width = float(np.min(np.real(mean.data))), float(np.max(np.sqrt(np.real(variance.data))))
    kept = [law for law in options if _signed(centre + width * law.values, signs)]
    if not kept:
        raise ValueError(f"no law of {random.name} was found that is {', '.join(sorted(signs))}")
    return kept


def _signed(values: Data, signs: frozenset[str]) -> bool:
    tests: dict[str, Callable[[Data], bool]] = {
        "positive": lambda x: bool(x.min() > 0),
        "nonnegative": lambda x: bool(x.min() >= 0),
        "negative": lambda x: bool(x.max() < 0),
        "nonzero": lambda x: bool(np.abs(x).min() > 0),
    }
    return all(tests[sign](values) for sign in signs)


def placement(random: Random) -> Placement:
    """m + σ r, or m + L r where a covariance matrix is stated."""

    def place(column: Data, scope: Scope) -> Value:
        standard = Value(column, len(random.shape))
        spread = random.moments.variance(scope)
        if spread.kind == "identity":
            spread = Value(spread.data)
        if spread.rank == 2 and len(random.symbol.shape) == 1:
            return affine(random.moments.mean(scope), cholesky(spread), standard)
        return affine(random.moments.mean(scope), deviation(spread), standard)

    return Placement(random.name, random.shape, place)


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


def combine(group: Sequence[Random], table: Table, turn: int, scope: Scope) -> list[Block]:
    """The blocks of one group of names at one turn."""
    special = variants(group, table, scope) if len(group) > 1 else []
    if special:
        return [special[turn % len(special)]]
    if len(group) > 1 and turn % 2 == 1:
        return coupled(group, turn // 2, bool(turn // 2 % 2), table, scope)
    found = []
    for random in group:
        options = solo(random, scope)
        found.append(options[(turn if len(group) == 1 else turn // 2) % len(options)])
    return found


def breadth(group: Sequence[Random], table: Table, scope: Scope) -> int:
    """How many turns show all variants of a group."""
    if len(group) == 1:
        return len(solo(group[0], scope))
    return 2 * max(2, *(len(solo(random, scope)) for random in group))




def solo_given(random: Random, scope: Scope) -> Block:
    """The law of a name whose moments depend on other outcomes: standardized, moved where the others are known."""
    from numeric.fitting import standard_laws

    if random.symbol.law is not None:
        return solo(random, scope)[0]
    scalars = standard_laws()
    from numeric.ensembles import iid

    base = iid(scalars[0], random.shape) if random.shape else scalars[0]
    return Finite((random.name,), base, (placement(random),), f"{random.name}: {base.name}")
