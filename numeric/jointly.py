"""Several arrays with stated covariances between them: one stacked vector, its covariance matrix in blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from numeric.dependence import roots, split, standard_vectors, with_covariance
from numeric.ensembles import Array, Ensemble
from numeric.families import Stated, first_two
from numeric.fitting import standard_laws
from numeric.generic import Chooser
from numeric.laws import LAWS


def stacked_laws(
    names: Sequence[str],
    members: Sequence[Stated],
    cross: Mapping[tuple[str, str], Array],
    apart: Collection[frozenset[str]],
    normal: bool,
    choose: Chooser,
    points: int,
    limit: int,
) -> Iterator[Ensemble]:
    """Joint laws with each array's mean and covariance, and the stated cross-covariances.

    cross   (x, y) → Cov(x, y); what is not stated is 0 where the pair is in `apart` or the law not `normal`, else open
    normal  jointly normal; otherwise several linear maps of uncorrelated vectors, unless components are independent:
            then the normal law alone, of which uncorrelated components are so

    Raises ValueError where no law has these covariances.
    """
    centres, spreads = zip(*(_own(member, choose) for member in members), strict=True)
    sizes = [len(centre) for centre in centres]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    whole = np.zeros((starts[-1], starts[-1]))
    turn = _open_correlations(spreads, choose) if normal else whole
    for a in range(len(names)):
        for b in range(len(names)):
            here = slice(starts[a], starts[a + 1]), slice(starts[b], starts[b + 1])
            stated = cross.get((names[a], names[b]))
            back = cross.get((names[b], names[a]))
            if a == b:
                whole[here] = spreads[a]
            elif stated is not None or back is not None:
                value = stated if stated is not None else np.transpose(np.atleast_2d(np.asarray(back)))
                whole[here] = np.asarray(value, dtype=np.float64).reshape(sizes[a], sizes[b])
            elif frozenset((names[a], names[b])) not in apart:
                whole[here] = turn[here]
    mean, shapes = np.concatenate(centres), [member.shape for member in members]
    strict = normal or any(m.components in ("iid", "independent") or m.law == "normal" for m in members)
    if strict:
        yield split(LAWS["normal vector"].ensemble(_affordable(points, len(mean), limit), mean, whole), shapes)
        return
    for law in with_covariance(mean, whole, standard_vectors(len(mean), standard_laws(), "uncorrelated", limit)):
        yield split(law, shapes)


def _affordable(points: int, size: int, limit: int) -> int:
    while points > 2 and points**size > limit:
        points -= 1
    return points


def _own(member: Stated, choose: Chooser) -> tuple[Array, Array]:
    """Mean and covariance of one array, flat; a covariance that is open is taken diagonal."""
    if member.covariance is not None:
        spread = np.asarray(member.covariance, dtype=np.float64)
        mean = choose.array((len(spread),)) if member.mean is None else np.broadcast_to(member.mean, (len(spread),))
        return np.asarray(mean, dtype=np.float64), spread
    mean, variance = first_two(member, choose, 0)
    return mean, np.diag(variance)


def _open_correlations(spreads: Sequence[Array], choose: Chooser) -> Array:
    """A generic joint covariance with these diagonal blocks: A_a R_a⁻¹ G_ab R_b⁻ᵀ A_bᵀ, where G_aa = R_a R_aᵀ."""
    sizes = [len(spread) for spread in spreads]
    generic = choose.covariance(sum(sizes))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    turn = np.zeros_like(generic)
    for place, spread in enumerate(spreads):
        here = slice(starts[place], starts[place + 1])
        turn[here, here] = roots(spread)[0] @ np.linalg.inv(np.linalg.cholesky(generic[here, here]))
    return np.asarray(turn @ generic @ turn.T)
