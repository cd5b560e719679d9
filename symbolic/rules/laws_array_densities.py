"""The log-densities of random arrays: of named laws of arrays as one table, of independent entries as a sum.

A row takes the array's entries as a function of indices, so that the density of one law is taken at a draw of another.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from symbolic.algebra.binders import lam
from symbolic.algebra.functions import function
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.matrix_atoms import determinant_atom, inverse_entry
from symbolic.algebra.poly import ONE, Poly, add, product
from symbolic.algebra.powers import PI
from symbolic.algebra.sums import sum_over_all
from symbolic.lowering.arrays import Array, ShapeError
from symbolic.rules.laws_arrays import total

if TYPE_CHECKING:
    from symbolic.algebra.atoms import Atom

Entry = Callable[..., Poly]
Sizes = tuple[Poly, ...]
HALF = Fraction(1, 2)


def _log(value: Poly) -> Poly:
    return function("log", (value,))


def _log_gamma(value: Poly) -> Poly:
    return _log(function("Gamma", (value,)))


def over(sizes: Sizes, body: Callable[..., Poly]) -> Poly:
    """Σ_{i, j, …} body(i, j, …) over all entries."""
    spans = [(ONE, size) for size in sizes]
    indices = [fresh(span) for span in spans]
    ranges = [(next(iter(index.free)), span) for index, span in zip(indices, spans, strict=True)]
    return sum_over_all(ranges, body(*indices))


def square(array: Array, size: Poly) -> Atom:
    """A matrix of a size; s·I takes the one that is asked for."""
    if array.kind == "identity":
        scale = array.entry(())
        return lam((size, size), lambda *at: scale * delta(*at))
    if len(array.shape) != 2:
        raise ShapeError("a covariance that is no matrix")
    return lam(array.shape, lambda *at: array.entry(at))


def normal(x: Entry, sizes: Sizes, mean: Entry, covariance: Array) -> Poly:
    """−½ (d log 2π + log|Σ| + (x − μ)ᵀ Σ^{-1} (x − μ))."""
    spread = square(covariance, sizes[0])
    form = over(sizes * 2, lambda i, j: inverse_entry(spread, i, j) * (x(i) - mean(i)) * (x(j) - mean(j)))
    return -add((sizes[0] * _log(PI.scale(Fraction(2))), _log(determinant_atom(spread)), form)).scale(HALF)


def _dirichlet(x: Entry, sizes: Sizes, a: Array) -> Poly:
    return _log_gamma(total(a)) + over(sizes, lambda i: (a.entry((i,)) - 1) * _log(x(i)) - _log_gamma(a.entry((i,))))


def _one_hot(x: Entry, sizes: Sizes, p: Array) -> Poly:
    return over(sizes, lambda i: x(i) * _log(p.entry((i,))))


def _multinomial(x: Entry, sizes: Sizes, n: Array, p: Array) -> Poly:
    orders = over(sizes, lambda i: _log(function("factorial", (x(i),))))
    return _log(function("factorial", (n.scalar,))) - orders + _one_hot(x, sizes, p)


def _matrix_normal(x: Entry, sizes: Sizes, mean: Array, rows: Array, columns: Array) -> Poly:
    """−½ (mn log 2π + n log|U| + m log|V| + tr(V^{-1} (X − M)ᵀ U^{-1} (X − M)))."""
    (m, n), (u, v) = sizes, (square(each, size) for each, size in zip((rows, columns), sizes, strict=True))

    def gap(i: Poly, a: Poly) -> Poly:
        return x(i, a) - (mean.entry((i, a)) if mean.shape else mean.entry(()))

    form = over((m, n, m, n), lambda i, a, j, b: product(
        (inverse_entry(u, i, j), inverse_entry(v, a, b), gap(i, a), gap(j, b))))  # fmt: skip
    levels = n * _log(determinant_atom(u)) + m * _log(determinant_atom(v))
    return -add((m * n * _log(PI.scale(Fraction(2))), levels, form)).scale(HALF)


def log_multivariate_gamma(a: Poly, size: Poly) -> Poly:
    """log Γ_p(a) = p(p − 1)/4 log π + Σ_{j=1}^p log Γ(a + (1 − j)/2)."""
    each = over((size,), lambda j: _log_gamma(a + (ONE - j).scale(HALF)))
    return (size * (size - 1) * _log(PI)).scale(Fraction(1, 4)) + each


def _wishart(x: Entry, sizes: Sizes, v: Array, n: Array) -> Poly:
    """½(n − p − 1) log|X| − ½ tr(V^{-1} X) − ½ n (p log 2 + log|V|) − log Γ_p(n/2)."""
    size, degrees, scale = sizes[0], n.scalar, square(v, sizes[0])
    drawn = lam(sizes, lambda *at: x(*at))
    form = over(sizes, lambda i, j: inverse_entry(scale, i, j) * x(i, j))
    level = size * _log(ONE.scale(Fraction(2))) + _log(determinant_atom(scale))
    spread = (degrees - size - 1) * _log(determinant_atom(drawn)) - form - degrees * level
    return spread.scale(HALF) - log_multivariate_gamma(degrees.scale(HALF), size)


#: law → (entries, sizes, parameters) → log p(X), or log P(X = x) of a discrete one
LOG_DENSITIES: dict[str, Callable[..., Poly]] = {
    "dirichlet": _dirichlet,
    "one-hot categorical": _one_hot,
    "multinomial": _multinomial,
    "matrix normal": _matrix_normal,
    "wishart": _wishart,
}
#: Of these, the discrete ones.
COUNTED = frozenset({"one-hot categorical", "multinomial"})
#: law → which of its parameters has the sizes of the array
SIZED = {"dirichlet": 0, "one-hot categorical": 0, "multinomial": 1, "wishart": 0}
