"""Gauss rules: n points that integrate polynomials of degree 2n − 1 exactly against a law.

The points are the eigenvalues of the Jacobi matrix of the orthogonal polynomials of the law,
p_{k+1} = (x − a_k) p_k − b_k p_{k−1}; the weights are the squared first components of its eigenvectors (Golub and
Welsch, Math. Comp. 23, 1969).  The recurrences are those of Abramowitz and Stegun §22 and of the Askey scheme.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import numpy as np

from numeric.ensembles import Array, Ensemble

#: (a, b) of the monic recurrence, for an array k of orders; b_0 is not used.
Recurrence = Callable[[Array], tuple[Array, Array]]


def golub_welsch(a: Array, b: Array, name: str = "") -> Ensemble:
    """The Gauss rule of a law with recurrence coefficients a_0 … a_{n−1} and b_1 … b_{n−1}."""
    jacobi = np.diag(a) + np.diag(np.sqrt(b), 1) + np.diag(np.sqrt(b), -1)
    points, vectors = np.linalg.eigh(jacobi)
    weights = vectors[0] ** 2
    return Ensemble.of(points, weights / weights.sum(), name, degree=2 * len(a) - 1)


def from_recurrence(recurrence: Recurrence, points: int, name: str = "") -> Ensemble:
    """The Gauss rule on `points` points.

    >>> rule = from_recurrence(hermite, 3)
    >>> [round(float(rule.mean(lambda x: x**r)), 9) for r in (2, 4)]
    [1.0, 3.0]
    """
    a, b = recurrence(np.arange(points, dtype=np.float64))
    return golub_welsch(np.broadcast_to(a, points).astype(float), b[1:], name)


def from_moments(moments: Sequence[float], name: str = "") -> Ensemble:
    """The Gauss rule on n points of a law with raw moments 1, m_1, … m_{2n−1} (an even number of them).

    By the Cholesky factor of the Hankel matrix, after standardizing; digits are lost with n, so n ≤ 5 is meant.
    """
    n = len(moments) // 2
    mean, deviation = moments[1], np.sqrt(moments[2] - moments[1] ** 2) if n > 1 else 1.0
    centred = standardized(moments[: 2 * n], mean, float(deviation))
    hankel = np.array([[centred[i + j] for j in range(n)] for i in range(n)])
    factor = np.linalg.cholesky(hankel).T
    shifted = np.array([[centred[i + j + 1] for j in range(n)] for i in range(n)])
    inverse = np.linalg.inv(factor)
    jacobi = inverse.T @ shifted @ inverse
    points, vectors = np.linalg.eigh((jacobi + jacobi.T) / 2)
    weights = vectors[0] ** 2
    return Ensemble.of(mean + deviation * points, weights / weights.sum(), name, degree=2 * n - 1)


def standardized(moments: Sequence[float], mean: float, deviation: float) -> list[float]:
    """E ((x − mean)/deviation)^r for r = 0, 1, … from the raw moments."""
    return [
        sum(comb(r, j) * moments[j] * (-mean) ** (r - j) for j in range(r + 1)) / deviation**r
        for r in range(len(moments))
    ]


def hermite(k: Array) -> tuple[Array, Array]:
    """Standard normal: a_k = 0, b_k = k."""
    return np.zeros_like(k), k


def legendre(k: Array) -> tuple[Array, Array]:
    """Uniform on (−1, 1): a_k = 0, b_k = k²/(4k² − 1)."""
    return np.zeros_like(k), k**2 / (4 * k**2 - 1)


def laguerre(shape: float) -> Recurrence:
    """Gamma of rate 1: a_k = 2k + shape, b_k = k (k + shape − 1)."""
    return lambda k: (2 * k + shape, k * (k + shape - 1))


def jacobi(first: float, second: float) -> Recurrence:
    """2·Beta(first, second) − 1 on (−1, 1): the Jacobi polynomials with exponents second − 1 and first − 1."""
    alpha, beta = second - 1, first - 1
    total = alpha + beta

    def coefficients(k: Array) -> tuple[Array, Array]:
        odd = 2 * k + total
        with np.errstate(divide="ignore", invalid="ignore"):
            a = (beta**2 - alpha**2) / (odd * (odd + 2))
            b = 4 * k * (k + alpha) * (k + beta) * (k + total) / (odd**2 * (odd + 1) * (odd - 1))
        a[0] = (beta - alpha) / (total + 2)
        if len(k) > 1:
            b[1] = 4 * (1 + alpha) * (1 + beta) / ((2 + total) ** 2 * (3 + total))
        return a, b

    return coefficients


def charlier(rate: float) -> Recurrence:
    """Poisson: a_k = k + rate, b_k = k rate."""
    return lambda k: (k + rate, k * rate)


def meixner(p: float) -> Recurrence:
    """Geometric on 0, 1, …: with q = 1 − p, a_k = (k + (k + 1) q)/p, b_k = k² q/p²."""
    q = 1 - p
    return lambda k: ((k + (k + 1) * q) / p, k**2 * q / p**2)
