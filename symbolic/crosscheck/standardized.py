"""Finite laws of mean 0 and variance 1 that the given allows, and how they are moved to the stated moments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.blocks import Placement, affine, cholesky
from symbolic.crosscheck.moments import Moments, deviation, kurtosis, skewness
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.supports import Support, support_of
from symbolic.crosscheck.values import Data, Value
from symbolic.language.symbols import Symbol

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
            return "uncorrelated" if self.moments.joint else None
        return max((s for s in said if s), key=order.index)


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
        found = [_reshaped(stacked(each, (size,)), random.shape) for each in fitting]
        equal = _equal(scalars, random, size)
        return [*found[:1], *equal[:1], *found[1:], *equal[1:]]
    if random.symbol.family is not None and random.symbol.shape:
        return _families(random, scalars[0])
    laws_ = [law for law in scalars[0] if law.rows**size <= ROWS] or scalars[0][:1]
    return [_reshaped(base, random.shape) for base in standard_vectors(size, laws_, random.relation, ROWS * 4)]


def _equal(scalars: list[list[Ensemble]], random: Random, size: int) -> list[Ensemble]:
    """All components one quantity, where nothing is said of how they depend and one law serves them all."""
    if random.relation is not None or len(scalars) > 1:
        return []
    def repeated(law: Ensemble) -> Ensemble:
        return law.map(lambda x: np.repeat(x[:, None], size, axis=1), f"all components equal, {law.name}")

    return [_reshaped(repeated(law), random.shape) for law in scalars[0]]


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
    within = random.symbol.components or ("uncorrelated" if random.moments.joint else None)
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
    """Those whose outcomes lie where the given says."""
    support = support_of(random.symbol, scope)
    if support == Support():
        return options
    mean, variance = np.real(random.moments.mean(scope).data), np.real(random.moments.variance(scope).data)
    width, ends = float(np.max(np.sqrt(variance))), (float(np.min(mean)), float(np.max(mean)))
    if width and not support.whole and not _higher(random) and "symmetric law" not in random.symbol.signs:
        options = [*options, *support.laws(mean, width)]
    kept = [law for law in options if all(support.holds(end + width * law.values) for end in ends)]
    if not kept:
        raise ValueError(f"no law of {random.name} was found that lies {support}")
    return kept


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
