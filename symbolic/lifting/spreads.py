"""Variances and covariances put back: E[X²] − E[X]² is written Var(X), E[XY] − E[X]E[Y] is written Cov(X, Y)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import mean
from symbolic.algebra.poly import Monomial, Poly, add, atom, monomial, product

#: Factors of a product that is split in two.
_MOST = 4


def spreads(poly: Poly) -> Poly:
    """poly with every pair of terms c·E[UV] − c·E[U]E[V] as c·Cov(U, V)."""
    for mono, coefficient in sorted(poly.terms.items(), key=lambda term: str(sorted(map(str, term[0])))):
        for rest, partner, central in _partners(mono):
            if poly.terms.get(partner) == -coefficient:
                pair = monomial(mono, coefficient) + monomial(partner, -coefficient)
                return add((spreads(poly - pair), product((monomial(rest, coefficient), central))))
    return poly


def _partners(mono: Monomial) -> Iterator[tuple[Monomial, Monomial, Poly]]:
    """(m, m·E[U]E[V], Cov(U, V)) for the monomial m·E[UV]."""
    for pair in mono:
        base, exponent = pair
        if not isinstance(base, Atom) or base.kind != "mean" or exponent != 1:
            continue
        single = base.args[0].single()
        if single is None:
            continue
        for left, right in _halves(single[1]):
            rest = mono - {pair}
            apart = product((monomial(rest), mean(left), mean(right))).single()
            if apart is not None and apart[0] == 1:
                yield rest, apart[1], _central(left, right)


def _halves(mono: Monomial) -> Iterator[tuple[Poly, Poly]]:
    """The products U, V of two halves of the factors; equal halves first."""
    if all(isinstance(exponent, int) and exponent > 0 and exponent % 2 == 0 for _, exponent in mono):
        root = monomial(frozenset((base, exponent // 2) for base, exponent in mono))
        yield root, root
    factors = sorted(mono, key=lambda pair: getattr(pair[0], "key", str(pair[0])))
    if len(factors) <= _MOST:
        for size in range(1, len(factors) // 2 + 1):
            for part in combinations(factors, size):
                yield monomial(frozenset(part)), monomial(mono - frozenset(part))


def _central(left: Poly, right: Poly) -> Poly:
    if left == right:
        return atom(Atom("fun", "Var", (left,)))
    return atom(Atom("fun", "Cov", (left, right)))
