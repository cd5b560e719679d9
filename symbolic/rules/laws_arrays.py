"""The laws of random vectors and matrices by their joint cumulants, as one table.

A cumulant takes the places (index tuples) of the entries in a block, whose indices may coincide, so δ's stand in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from itertools import product as choices
from typing import TYPE_CHECKING

from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ZERO, Poly, add, product
from symbolic.algebra.powers import power
from symbolic.algebra.sums import sum_over
from symbolic.rules.moments_cumulants import cumulant_of

if TYPE_CHECKING:
    from symbolic.lowering.arrays import Array

Place = tuple[Poly, ...]


@dataclass(frozen=True)
class ArrayLaw:
    """A law of a vector or matrix: (places, parameters) → the joint cumulant there, and the identity in LaTeX."""

    name: str
    cumulant: Callable[..., Poly]
    latex: str


def total(a: Array) -> Poly:
    """α_0 = Σ_i α_i."""
    index = fresh(a.span(0))
    return sum_over(next(iter(index.free)), *a.span(0), a.entry((index,)))


def _coincide(places: Sequence[Place]) -> Poly:
    """Π δ: all places are one."""
    first = places[0]
    return product(delta(a, b) for place in places[1:] for a, b in zip(first, place, strict=True))


def _one_hot_moment(places: Sequence[Place], p: Array) -> Poly:
    return _coincide(places) * p.entry(places[0])


def _one_hot(places: Sequence[Place], p: Array) -> Poly:
    return cumulant_of(tuple(places), lambda block: _one_hot_moment(block, p))


def _multinomial(places: Sequence[Place], n: Array, p: Array) -> Poly:
    return n.scalar * _one_hot(places, p)


def _dirichlet_moment(places: Sequence[Place], a: Array) -> Poly:
    """Π_s (α_{i_s} + Σ_{t<s} δ_{i_s i_t})/(α_0 + s): the urn that is drawn from again and again."""
    every, parts = total(a), []
    for step, place in enumerate(places):
        before = add(delta(place[0], other[0]) for other in places[:step])
        parts.append((a.entry(place) + before) * power(every + step, -1))
    return product(parts)


def _dirichlet(places: Sequence[Place], a: Array) -> Poly:
    return cumulant_of(tuple(places), lambda block: _dirichlet_moment(block, a))


def _cycles(places: Sequence[Place]) -> Iterator[list[tuple[Poly, Poly]]]:
    """The ways to join the ends of all index pairs into one cycle, each a list of joined ends."""
    head, rest = places[0], places[1:]
    for order in permutations(rest):
        for turned in choices((False, True), repeat=len(rest)):
            chain = [head, *(place[::-1] if flip else place for place, flip in zip(order, turned, strict=True))]
            yield [(chain[k][1], chain[(k + 1) % len(chain)][0]) for k in range(len(chain))]


def _entry(array: Array, at: Place) -> Poly:
    """The entry of a parameter as it is stated: I and a number have the size that is asked of them."""
    if array.kind == "identity":
        return array.entry(()) * delta(*at)
    return array.entry(at if array.shape else ())


def _wishart(places: Sequence[Place], v: Array, n: Array) -> Poly:
    """n Σ over cycles of Π V: X is a sum of n independent z zᵀ with z normal of covariance V."""
    return n.scalar * add(product(_entry(v, pair) for pair in cycle) for cycle in _cycles(places))


def _matrix_normal(places: Sequence[Place], m: Array, u: Array, v: Array) -> Poly:
    if len(places) == 1:
        return _entry(m, places[0])
    if len(places) > 2:
        return ZERO
    first, second = places
    return _entry(u, (first[0], second[0])) * _entry(v, (first[1], second[1]))


ARRAY_LAWS: dict[str, ArrayLaw] = {
    law.name: law
    for law in (
        ArrayLaw("one-hot categorical", _one_hot, r"\mathbb E[x_ix_j\cdots]=p_i\delta_{ij}\cdots"),
        ArrayLaw("multinomial", _multinomial, r"n\,\kappa(\text{one-hot})"),
        ArrayLaw("dirichlet", _dirichlet, r"\mathbb E[x_{i_1}\cdots x_{i_r}]=\prod_s"
                 r"\frac{\alpha_{i_s}+\sum_{t<s}\delta_{i_si_t}}{\alpha_0+s-1}"),
        ArrayLaw("wishart", _wishart, r"n\sum_{\text{cycles}}\prod V"),
        ArrayLaw("matrix normal", _matrix_normal, r"\operatorname{Cov}(X_{ij},X_{kl})=U_{ik}V_{jl}"),
    )
}  # fmt: skip
