"""Logarithms of the densities of random arrays; of discrete ones, of the probabilities.

Each takes x of shape (…, *shape) and the law's parameters, and gives (…).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import Array


def _log_det(matrix: ArrayLike) -> float:
    return float(np.linalg.slogdet(np.asarray(matrix, dtype=float))[1])


def normal_vector(x: Array, mean: ArrayLike, covariance: ArrayLike) -> Array:
    """−½ (log|2πΣ| + (x − μ)ᵀ Σ^{-1} (x − μ))."""
    gap = x - np.asarray(mean)
    form = (gap * np.linalg.solve(np.asarray(covariance), gap[..., None])[..., 0]).sum(axis=-1)
    return np.asarray(-(_log_det(2 * np.pi * np.asarray(covariance)) + form) / 2)


def matrix_normal(x: Array, mean: ArrayLike, rows: ArrayLike, columns: ArrayLike) -> Array:
    """As of the vector of all entries, whose covariance is the Kronecker product."""
    gap = (x - np.asarray(mean)).reshape(*x.shape[:-2], -1)
    return normal_vector(gap, 0.0, np.kron(np.asarray(rows), np.asarray(columns)))


def one_hot(x: Array, p: ArrayLike) -> Array:
    return np.asarray((x * np.log(np.asarray(p))).sum(axis=-1))


def multinomial(x: Array, n: float, p: ArrayLike) -> Array:
    from scipy.special import gammaln

    return np.asarray(gammaln(n + 1) - gammaln(x + 1).sum(axis=-1) + one_hot(x, p))


def dirichlet(x: Array, a: ArrayLike) -> Array:
    from scipy.special import gammaln

    shape = np.asarray(a, dtype=float)
    front = gammaln(shape.sum()) - gammaln(shape).sum()
    with np.errstate(divide="ignore"):
        return np.asarray(front + ((shape - 1) * np.log(x)).sum(axis=-1))


def wishart(x: Array, scale: ArrayLike, n: float) -> Array:
    from scipy.special import multigammaln

    size = x.shape[-1]
    traces = np.trace(np.linalg.solve(np.asarray(scale), x), axis1=-2, axis2=-1)
    level = n * size * np.log(2) / 2 + n * _log_det(scale) / 2 + multigammaln(n / 2, size)
    return np.asarray((n - size - 1) / 2 * np.linalg.slogdet(x)[1] - traces / 2 - level)
