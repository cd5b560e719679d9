"""What a statement about one random array leaves open: several finite laws that have all that is stated, exactly, and
differ from one another in everything else.

    Stated(shape=(3,), mean=0, variance=1, components="iid")      iid components of skewed, symmetric, heavy laws
    Stated(shape=(3,), mean=0, variance=1)                        components equal, opposed, permuted, uncorrelated, …
    Stated(shape=(2,), mean=m, covariance=S)                      linear maps of several uncorrelated vectors
    Stated(shape=(2, 3), law="normal", mean=0, variance=2)        Gauss rules, and correlations where none are excluded
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from numeric.dependence import coupled, standard_vectors, with_covariance
from numeric.ensembles import LIMIT, Array, Ensemble, TooLarge, common_degree, iid, stacked
from numeric.fitting import scalar_laws, standard_laws
from numeric.generic import Chooser
from numeric.laws import LAWS

#: Laws of which the parameters are arrays, and the values too.
ARRAY_LAWS = {"one-hot categorical", "multinomial", "dirichlet", "wishart", "matrix normal", "normal vector"}


@dataclass(frozen=True)
class Stated:
    """What is said of a random array; None is left open.

    shape        () for a scalar; a family's own axis comes first
    mean, variance, second_moment, third, fourth   of each component (third and fourth central, second raw), scalars or
                 arrays that broadcast to the shape
    covariance   of a vector, (n, n); second_matrix: its E x xᵀ
    excess       excess kurtosis, κ_4/σ⁴
    symmetric    X − mean and mean − X have one law
    components   "iid", "independent", "uncorrelated" or None, of all entries; for a family of arrays see `members`
    members      the same for the members along the first axis, where these are arrays themselves
    law, parameters  a named law of each component, or of the array (`ARRAY_LAWS`); "normal" takes its mean and variance
                 or covariance from the fields above
    integer      takes integer values (used when no moment and no law is stated)
    """

    shape: tuple[int, ...] = ()
    mean: ArrayLike | None = None
    variance: ArrayLike | None = None
    covariance: ArrayLike | None = None
    second_moment: ArrayLike | None = None
    second_matrix: ArrayLike | None = None
    third: ArrayLike | None = None
    fourth: ArrayLike | None = None
    excess: ArrayLike | None = None
    symmetric: bool = False
    components: str | None = None
    members: str | None = None
    law: str | None = None
    parameters: tuple[ArrayLike, ...] = ()
    integer: bool = False

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))


def families(stated: Stated, choose: Chooser, points: int = 4, limit: int = LIMIT) -> list[Ensemble]:
    """Laws that the statement allows, within `limit` rows each, the most telling first; `choose` fills what is open.

    points  of the Gauss rule of each component of a continuous law: its `degree` is 2·points − 1
    Raises ValueError where no law is like that, TooLarge where every law needs more rows.

    >>> laws = families(Stated((2,), mean=0, variance=1), Chooser(np.random.default_rng(0)))
    >>> [float(law.covariance()[0, 1].round(6)) for law in laws[:2]]
    [1.0, -1.0]
    """
    found: list[Ensemble] = []
    refused: TooLarge | None = None
    source = (_of_members if _nested(stated) else _of_entries)(stated, choose, points, limit)
    while True:
        try:
            law = next(source)
        except StopIteration:
            break
        except TooLarge as error:
            refused = error
            break
        if law.rows <= limit:
            found.append(law)
    if not found:
        raise refused or TooLarge(f"no law of shape {stated.shape} within {limit} rows")
    return found


def _nested(stated: Stated) -> bool:
    return stated.members is not None and len(stated.shape) > 1


def _of_members(stated: Stated, choose: Chooser, points: int, limit: int) -> Iterator[Ensemble]:
    """Members along the first axis, of one law or, where they are only independent, of several."""
    count, shape = stated.shape[0], stated.shape[1:]
    member = replace(stated, shape=shape, members=None)
    laws = families(member, choose, points, limit)
    for place, law in enumerate(laws):
        if law.rows**count > limit:
            continue
        used = [law] * count if stated.members == "iid" else [laws[(place + i) % len(laws)] for i in range(count)]
        if np.prod([u.rows for u in used], dtype=float) <= limit:
            yield stacked(used, (count,), limit, f"{stated.members} members, {law.name}")


def _of_entries(stated: Stated, choose: Chooser, points: int, limit: int) -> Iterator[Ensemble]:
    if stated.law is not None:
        yield from _named(stated, choose, points, limit)
    elif stated.integer and stated.mean is None and stated.variance is None:
        scalars = [Ensemble.of([1, 2, 5], [0.2, 0.5, 0.3], "on 1, 2, 5"), Ensemble.of([0, 3], [0.7, 0.3], "on 0, 3")]
        yield from _placed(stated, [scalars] * stated.size, limit)
    elif stated.covariance is not None or stated.second_matrix is not None:
        yield from _with_matrix(stated, choose, limit)
    else:
        yield from _with_moments(stated, choose, limit)


def _with_moments(stated: Stated, choose: Chooser, limit: int) -> Iterator[Ensemble]:
    """Mean, variance, third and fourth moments by components; what is open is chosen anew in each of two rounds."""
    loose = stated.third is None and stated.fourth is None and stated.excess is None and not stated.symmetric
    for turn in range(1 if stated.mean is not None and stated.variance is not None else 2):
        mean, variance = first_two(stated, choose, turn)
        if loose and stated.components not in ("iid", "independent") and stated.size > 1:
            for base in standard_vectors(stated.size, standard_laws(), stated.components, limit):
                yield _moved(base, mean, np.sqrt(variance), stated.shape)
        else:
            third, fourth = (_entries(m, stated.shape) for m in (stated.third, _fourth(stated, variance)))
            laws = [
                scalar_laws(mean[i], variance[i], _at(third, i), _at(fourth, i), stated.symmetric)
                for i in range(stated.size)
            ]
            yield from _placed(stated, laws, limit)


def _fourth(stated: Stated, variance: Array) -> ArrayLike | None:
    if stated.excess is None:
        return stated.fourth
    excess = _entries(stated.excess, stated.shape)
    assert excess is not None
    return ((excess + 3) * variance**2).reshape(stated.shape)


def first_two(stated: Stated, choose: Chooser, turn: int) -> tuple[Array, Array]:
    """Mean and variance of each entry, flat: as stated, or chosen, one for all where the entries are iid."""
    mean, variance = _entries(stated.mean, stated.shape), _entries(stated.variance, stated.shape)
    second = _entries(stated.second_moment, stated.shape)
    same = stated.components == "iid"
    if second is not None and variance is None:
        if mean is None:
            mean = np.sqrt(second) * (0.0 if stated.symmetric and turn else (0.6, -0.28)[turn % 2])
        return mean, second - mean**2
    if second is not None and mean is None and variance is not None:
        return np.sqrt(np.maximum(second - variance, 0)) * (1, -1)[turn % 2], variance
    if mean is None:
        mean = _chosen(stated.size, same, choose.scalar)
    if variance is None:
        variance = _chosen(stated.size, same, lambda: choose.scalar({"positive"}))
    return mean, variance


def _chosen(size: int, same: bool, draw: Callable[[], float]) -> Array:
    return np.full(size, draw()) if same else np.array([draw() for _ in range(size)])


def _entries(value: ArrayLike | None, shape: tuple[int, ...]) -> Array | None:
    if value is None:
        return None
    return np.broadcast_to(np.asarray(value, dtype=np.float64), shape).reshape(-1)


def _at(values: Array | None, place: int) -> float | None:
    return None if values is None else float(values[place])


def _moved(base: Ensemble, mean: Array, deviation: Array, shape: tuple[int, ...]) -> Ensemble:
    values = (mean + deviation * base.values).reshape(base.rows, *shape)
    return Ensemble((values,), base.weights, base.name, base.degree)


def _placed(stated: Stated, laws: Sequence[Sequence[Ensemble]], limit: int) -> Iterator[Ensemble]:
    """An array whose i-th entry has one of laws[i]: iid, independent of different laws, or moved together."""
    if stated.shape == ():
        yield from laws[0]
        return
    many = max(len(choice) for choice in laws)

    def entry(place: int, turn: int) -> Ensemble:
        return laws[place][turn % len(laws[place])]

    if stated.components is None and len(laws) > 1:
        yield from _tied(stated, [entry(i, 0) for i in range(len(laws))])
    if stated.components != "iid" and many > 1 and len(laws) > 1:
        for shift in range(2):
            used = [entry(i, i + shift) for i in range(len(laws))]
            if _rows(used) <= limit:
                yield stacked(used, stated.shape, limit, "independent components of different laws")
    for turn in range(many):
        used = [entry(i, turn) for i in range(len(laws))]
        if _rows(used) <= limit:
            word = "iid" if stated.components == "iid" else "independent"
            yield stacked(used, stated.shape, limit, f"{word} {used[0].name}")


def _tied(stated: Stated, scalars: Sequence[Ensemble]) -> Iterator[Ensemble]:
    """Entries with these laws, driven by one variable, upward together or by turns.

    Rules of quadrature are tied only where they are one rule, all entries equal: no other coupling of the points need
    be one of the laws.
    """
    degree = common_degree(scalars)
    if degree is not None and len({(s.values.tobytes(), s.weights.tobytes()) for s in scalars}) > 1:
        return
    for flip, name in ((False, "components move together"), (True, "components move against each other")):
        if flip and degree is not None:
            return
        joint = coupled(scalars, [flip and i % 2 == 1 for i in range(len(scalars))], name)
        values = np.stack(joint.columns, axis=1).reshape(joint.rows, *stated.shape)
        yield Ensemble((values,), joint.weights, name, degree)


def _rows(laws: Sequence[Ensemble]) -> float:
    return float(np.prod([law.rows for law in laws], dtype=float))


def _with_matrix(stated: Stated, choose: Chooser, limit: int) -> Iterator[Ensemble]:
    """A stated covariance matrix, or E x xᵀ: linear maps of uncorrelated vectors; by entries where diagonal."""
    mean = _entries(stated.mean, stated.shape)
    for turn in range(1 if stated.mean is not None else 2):
        if stated.covariance is not None:
            spread = np.asarray(stated.covariance, dtype=np.float64)
            centre = mean if mean is not None else choose.array((stated.size,))
        else:
            second = np.asarray(stated.second_matrix, dtype=np.float64)
            root = np.linalg.cholesky(second)
            centre = mean if mean is not None else np.asarray((0.6, -0.35)[turn] * root[:, turn % len(second)])
            spread = second - np.outer(centre, centre)
        higher = stated.third is not None or stated.fourth is not None or stated.excess is not None
        if stated.components in ("iid", "independent") or higher or stated.symmetric:
            if np.any(spread != np.diag(np.diag(spread))):
                raise ValueError("independent components, or third and fourth moments by components, need a diagonal "
                                 "covariance")
            diagonal = replace(stated, mean=centre, variance=np.diag(spread), covariance=None, second_matrix=None)
            yield from _with_moments(diagonal, choose, limit)
        else:
            bases = standard_vectors(stated.size, standard_laws(), "uncorrelated", limit)
            yield from with_covariance(centre, spread, bases)


def _named(stated: Stated, choose: Chooser, points: int, limit: int) -> Iterator[Ensemble]:
    if stated.law == "normal":
        yield from _normal(stated, choose, points, limit)
    elif stated.law in ARRAY_LAWS:
        law = LAWS[stated.law]
        yield law.ensemble(points, *stated.parameters)
    else:
        law = LAWS[stated.law or ""]
        columns = [np.broadcast_to(np.asarray(p, dtype=np.float64), stated.shape).reshape(-1)
                   if stated.law != "categorical" else [np.asarray(p)] * stated.size for p in stated.parameters]
        laws = [[law.ensemble(points, *(column[i] for column in columns))] for i in range(stated.size)]
        yield from _placed(stated, laws, limit)


def _normal(stated: Stated, choose: Chooser, points: int, limit: int) -> Iterator[Ensemble]:
    """Normal: independent components, a stated covariance, or jointly normal with correlations that are open."""
    if stated.covariance is not None:
        centre = _entries(stated.mean, stated.shape)
        centre = choose.array((stated.size,)) if centre is None else centre
        yield LAWS["normal vector"].ensemble(points, centre, stated.covariance)
        return
    mean, variance = first_two(stated, choose, 0)
    if stated.components is None and stated.size > 1:
        rough = choose.covariance(stated.size)
        deviation = np.sqrt(variance / np.diag(rough))
        base = LAWS["normal vector"].ensemble(points, mean, rough * np.outer(deviation, deviation))
        yield _moved(base, np.zeros(stated.size), np.ones(stated.size), stated.shape).named("correlated normal")
    laws = [LAWS["normal"].ensemble(points, mean[i], variance[i]) for i in range(stated.size)]
    if stated.shape == ():
        yield laws[0]
    elif len({(m, v) for m, v in zip(mean, variance, strict=True)}) == 1:
        yield iid(laws[0], stated.shape, limit)
    else:
        yield stacked(laws, stated.shape, limit, "independent normal")
