"""Joint laws of several random arrays, as a statement about them allows.

What is stated independent is independent; what is not may be anything else that keeps each array's own statement:
equal, opposed, permuted, one times a random sign of the other, uncorrelated but dependent, and independent too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from numeric.dependence import coupled, curved, random_sign, uncorrelated_pair
from numeric.ensembles import LIMIT, Array, Ensemble, TooLarge, common_degree, product
from numeric.families import Stated, families
from numeric.generic import Chooser
from numeric.jointly import stacked_laws

Pair = frozenset[str]


@dataclass(frozen=True)
class Relations:
    """What is stated of several arrays together, by pairs of names.

    independent, uncorrelated, jointly_normal  pairs; cross: (x, y) → Cov(x, y), of shape (size of x, size of y)
    """

    independent: Collection[Pair] = ()
    uncorrelated: Collection[Pair] = ()
    jointly_normal: Collection[Pair] = ()
    cross: Mapping[tuple[str, str], Array] | None = None


@dataclass(frozen=True)
class Experiment:
    """Independent blocks of arrays: the columns of `laws[b]` are the arrays named `names[b]`, in order."""

    names: tuple[tuple[str, ...], ...]
    laws: tuple[Ensemble, ...]

    @property
    def rows(self) -> int:
        return int(np.prod([law.rows for law in self.laws], dtype=object))

    @property
    def order(self) -> tuple[str, ...]:
        """The names of all columns, in the order of `joint` and `numeric.expectation`."""
        return tuple(name for block in self.names for name in block)

    @property
    def degree(self) -> int | None:
        return common_degree(self.laws)

    def joint(self, limit: int = LIMIT) -> Ensemble:
        """The joint law of all arrays; raises TooLarge beyond `limit` rows."""
        return product(*self.laws, limit=limit, name=self.describe())

    def describe(self) -> str:
        return "; ".join(f"{', '.join(names)}: {law.name}" for names, law in zip(self.names, self.laws, strict=True))


def all_pairs(*names: str) -> frozenset[Pair]:
    """The pairs of several names: `x, y, z : independent`."""
    return frozenset(frozenset(pair) for pair in combinations(names, 2))


def blocks(names: Sequence[str], independent: Collection[Pair]) -> list[tuple[str, ...]]:
    """The names in blocks that are independent of one another: linked where a pair is not stated independent.

    >>> blocks(["q", "k", "v"], all_pairs("q", "k"))
    [('q', 'k', 'v')]
    >>> blocks(["q", "k"], all_pairs("q", "k"))
    [('q',), ('k',)]
    """
    left, found = list(names), []
    while left:
        block = [left.pop(0)]
        for member in block:
            linked = [n for n in left if frozenset((member, n)) not in independent]
            block += linked
            left = [n for n in left if n not in linked]
        found.append(tuple(sorted(block, key=list(names).index)))
    return found


def experiments(
    stated: Mapping[str, Stated],
    relations: Relations,
    choose: Chooser,
    count: int = 8,
    points: int = 4,
    limit: int = LIMIT,
) -> list[Experiment]:
    """At most `count` joint laws that the statements allow, each within `limit` rows, that differ in all that is open.

    >>> q = Stated((2,), mean=0, variance=1, components="iid")
    >>> tried = experiments({"q": q, "k": q}, Relations(), Chooser(np.random.default_rng(0)))
    >>> [e.laws[0].name for e in tried][:2]
    ['k = q, iid two-point, skewness 1.5', 'k = q, iid rademacher']
    """
    parts = blocks(list(stated), relations.independent)
    choices = [_block(part, stated, relations, choose, points, limit) for part in parts]
    found: list[Experiment] = []
    smallest = [min(laws, key=lambda law: law.rows) for laws in choices]
    for turn in range(min(count, max((len(laws) for laws in choices), default=1))):
        chosen = [laws[(turn + place) % len(laws)] for place, laws in enumerate(choices)]
        experiment = _within(parts, chosen, smallest, limit)
        if all(any(a is not b for a, b in zip(e.laws, experiment.laws, strict=True)) for e in found):
            found.append(experiment)
    return found


def _within(
    parts: Sequence[tuple[str, ...]], chosen: list[Ensemble], smallest: list[Ensemble], limit: int
) -> Experiment:
    """The experiment with the chosen laws; the largest give way to the smallest of their block until it fits."""
    laws = list(chosen)
    for place in sorted(range(len(laws)), key=lambda i: -laws[i].rows):
        if np.prod([law.rows for law in laws], dtype=float) <= limit:
            break
        laws[place] = smallest[place]
    experiment = Experiment(tuple(parts), tuple(laws))
    if experiment.rows > limit:
        raise TooLarge(f"{' × '.join(str(law.rows) for law in laws)} rows exceed {limit}")
    return experiment


def _block(
    names: tuple[str, ...], stated: Mapping[str, Stated], relations: Relations, choose: Chooser, points: int, limit: int
) -> list[Ensemble]:
    """Joint laws of arrays that are not stated independent of one another."""
    members = [stated[name] for name in names]
    if len(names) == 1:
        return families(members[0], choose, points, limit)
    pairs = all_pairs(*names)
    cross = {key: value for key, value in (relations.cross or {}).items() if frozenset(key) in pairs}
    normal = bool(pairs & frozenset(relations.jointly_normal))
    if cross or normal:
        apart = frozenset(relations.uncorrelated) | frozenset(relations.independent)
        return list(stacked_laws(names, members, cross, apart, normal, choose, points, limit))
    each = [families(member, choose, points, limit) for member in members]
    tie = _uncorrelated if pairs & frozenset(relations.uncorrelated) else _tied
    found = [law for law in (*tie(names, members, each, limit), *_apart(each, limit)) if law.rows <= limit]
    if not found:
        raise TooLarge(f"no joint law of {', '.join(names)} within {limit} rows")
    return found


def _apart(each: Sequence[Sequence[Ensemble]], limit: int) -> Iterator[Ensemble]:
    """Independent after all: allowed wherever it is not excluded."""
    for turn in range(2):
        laws = [choice[(turn + place) % len(choice)] for place, choice in enumerate(each)]
        if np.prod([law.rows for law in laws], dtype=float) <= limit:
            yield product(*laws, limit=limit, name=f"independent: {', '.join(law.name for law in laws)}")


def _tied(
    names: Sequence[str], members: Sequence[Stated], each: Sequence[Sequence[Ensemble]], limit: int
) -> Iterator[Ensemble]:
    """Laws that keep each array's own: all equal, opposed, permuted, signed; driven by one variable."""
    alike = all(str(member) == str(members[0]) for member in members)
    if alike:
        yield from (_copies(names, law) for law in each[0][:2])
    for flips in ([False] * len(members), [place % 2 == 1 for place in range(len(members))]):
        laws = [choice[place % len(choice)] for place, choice in enumerate(each)]
        if common_degree(laws) is None:
            word = "driven against each other" if any(flips) else "driven by one variable"
            yield coupled(laws, flips, f"{word}: {', '.join(law.name for law in laws)}")
    if alike and len(members) == 2:
        yield from _turned(names, members[0], each[0])


def _copies(names: Sequence[str], law: Ensemble) -> Ensemble:
    return Ensemble(law.columns * len(names), law.weights, f"{' = '.join(reversed(names))}, {law.name}", law.degree)


def _turned(names: Sequence[str], member: Stated, laws: Sequence[Ensemble]) -> Iterator[Ensemble]:
    """k = −q and k = ±q for laws that do not notice a sign, k_i = q_{i−1} for iid components."""
    q, k = names
    even = [law for law in laws if law.degree is None and is_even(law)]
    for law in even[:1]:
        yield law.map(lambda q: (q, -q), f"{k} = −{q}, {law.name}")
        yield random_sign(law, q, k)
    if member.components == "iid" and member.shape:
        for law in laws[:1]:
            rolled = np.roll(law.values, 1, axis=1)
            yield Ensemble((law.values, rolled), law.weights, f"{k} = {q} permuted, {law.name}", law.degree)


def is_even(law: Ensemble) -> bool:
    """Do X and −X have one law?"""
    flat = np.round(law.values.reshape(law.rows, -1), 9) + 0.0
    chances = {row.tobytes(): weight for row, weight in zip(flat, law.weights, strict=True)}
    turned = [chances.get((0.0 - row).tobytes(), 0.0) for row in flat]
    return len(chances) == law.rows and bool(np.abs(turned - law.weights).max() < 1e-12)


def _uncorrelated(
    names: Sequence[str], members: Sequence[Stated], each: Sequence[Sequence[Ensemble]], limit: int
) -> Iterator[Ensemble]:
    """Arrays of covariance 0 that are dependent: the first two tied so, the rest independent."""
    rest = [choice[0] for choice in each[2:]]
    spare = limit // max(1, int(np.prod([law.rows for law in rest])))
    bent = [law for law in each[0] if law.degree is None and np.any(curved(law))]
    for first, second in zip(bent[:3], [law for law in each[1] if law.degree is None], strict=False):
        if first.rows * second.rows <= spare:
            yield product(uncorrelated_pair(first, second), *rest, limit=limit)
    if all(str(member) == str(members[0]) for member in members):
        for law in each[0]:
            if law.degree is None and 2 * law.rows <= spare and is_even(law):
                yield product(random_sign(law, *names[:2]), *rest, limit=limit)
                break
