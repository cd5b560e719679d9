"""Exact expectation: E f = Σ w f over a product of finite laws, in bounded memory, with its rounding bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from numeric.ensembles import Array, Ensemble, TooLarge, common_degree, rows_of

#: Bytes that the rows of one chunk may take, inputs and outcome together.
CHUNK = 1 << 26

#: Evaluations that one exact expectation may take.
WORK = 1 << 22

EPS = float(np.finfo(np.float64).eps)

Kind = Literal["exact", "quadrature", "monte carlo", "numeric"]


@dataclass(frozen=True)
class Estimate:
    """A value with a bound of its error, and how it was come by.

    value        scalar or array
    bound        |value − truth| ≤ bound, entry by entry: certain for kind "exact" (rounding alone); with the stated
                 confidence for "monte carlo"; an estimate for "quadrature" and "numeric"
    kind         "exact", "quadrature", "monte carlo" or "numeric"
    evaluations  how many points the function was evaluated at
    scale        Σ w |f|: what rounding is relative to
    converged    False when the estimate does not settle: the value then shows nothing
    """

    value: Array
    bound: Array
    kind: Kind
    evaluations: int
    scale: Array | float = 0.0
    converged: bool = True


def chunks(
    ensembles: tuple[Ensemble, ...], outcome: int = 1, memory: int = CHUNK
) -> Iterator[tuple[tuple[Array, ...], Array]]:
    """The rows of the product of independent ensembles, as (columns, weights) that take at most `memory` bytes.

    outcome  numbers that the caller makes of one row
    """
    rows = int(np.prod([e.rows for e in ensembles], dtype=object))
    wide = sum(column[0].size for e in ensembles for column in e.columns) + len(ensembles) + outcome + 2
    step = max(1, memory // (8 * wide))
    for start in range(0, rows, step):
        yield rows_of(ensembles, np.arange(start, min(rows, start + step)))


def expectation(
    f: Callable[..., Array],
    *ensembles: Ensemble,
    ulps: float = 64.0,
    degree: int | None = None,
    memory: int = CHUNK,
    work: int = WORK,
) -> Estimate:
    """E f(x, y, …) for independent ensembles x, y, … whose columns come to f in order, each of shape (rows, *shape).

    f        acts on all rows at once and gives (rows, *out)
    ulps     roundings that one value of f may carry, relative to itself
    degree   total degree of f in each factor, if it is a polynomial: with it a rule of quadrature is exact up to its
             own degree; without it, the result is of kind "quadrature", with no bound but rounding (compare two rules)
    memory   bytes of a chunk; work: most rows to visit, else TooLarge

    >>> from numeric.ensembles import iid
    >>> q = iid(Ensemble.of([2, -0.5], [0.2, 0.8]), 3)
    >>> k = iid(Ensemble.of([1, -1], [0.5, 0.5]), 3)
    >>> result = expectation(lambda q, k: (q * k).sum(axis=1) ** 2, q, k)
    >>> round(float(result.value), 12), result.kind, result.evaluations
    (3.0, 'exact', 64)
    """
    rows = int(np.prod([e.rows for e in ensembles], dtype=object))
    if rows > work:
        raise TooLarge(f"{rows} rows exceed the work of {work}")
    total: Array | float = 0.0
    scale: Array | float = 0.0
    parts, outcome = 0, 1
    for columns, weights in _adaptive(f, ensembles, memory):
        values = np.asarray(f(*columns), dtype=np.float64)
        outcome = max(outcome, values[0].size)
        total = total + np.tensordot(weights, values, axes=(0, 0))
        scale = scale + np.tensordot(weights, np.abs(values), axes=(0, 0))
        parts += 1
    # a blocked dot product of m terms rounds like a sum of √m blocks at the very worst
    growth = ulps + 2 * len(ensembles) + 2 * np.sqrt(rows) + parts
    exact = common_degree(ensembles)
    sure = exact is None or (degree is not None and degree <= exact)
    bound = np.asarray(EPS * growth * np.asarray(scale))
    return Estimate(np.asarray(total), bound, "exact" if sure else "quadrature", rows, np.asarray(scale))


def _adaptive(
    f: Callable[..., Array], ensembles: tuple[Ensemble, ...], memory: int
) -> Iterator[tuple[tuple[Array, ...], Array]]:
    """Chunks sized by what one row of outcome takes, found on the first row."""
    columns, _ = rows_of(ensembles, np.arange(1))
    return chunks(ensembles, int(np.asarray(f(*columns)).size), memory)


def variance(f: Callable[..., Array], *ensembles: Ensemble, ulps: float = 64.0, work: int = WORK) -> Estimate:
    """Var f = E (f − E f)², in two passes, so that nothing cancels; f scalar by row or an array, entry by entry."""
    centre = expectation(f, *ensembles, ulps=ulps, work=work)
    return expectation(lambda *x: (f(*x) - centre.value) ** 2, *ensembles, ulps=4 * ulps, work=work)


def covariance(
    f: Callable[..., Array], g: Callable[..., Array], *ensembles: Ensemble, ulps: float = 64.0, work: int = WORK
) -> Estimate:
    """Cov(f, g) = E (f − E f)(g − E g)ᵀ: of scalars a scalar, of vectors the matrix of all pairs."""
    centre_f, centre_g = (expectation(h, *ensembles, ulps=ulps, work=work).value for h in (f, g))

    def outer(*x: Array) -> Array:
        left, right = f(*x) - centre_f, g(*x) - centre_g
        shape = (len(left), *left.shape[1:], *right.shape[1:])
        pairs = left.reshape(len(left), -1, 1) * right.reshape(len(right), 1, -1)
        return np.asarray(pairs.reshape(shape))

    return expectation(outer, *ensembles, ulps=4 * ulps, work=work)
