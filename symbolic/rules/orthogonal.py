"""Determinants of orthogonal matrices: det(Q)² = 1 and |det Q| = 1 where QᵀQ = I."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import apply_lam
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ONE, Poly, map_terms, monomial, product
from symbolic.algebra.powers import power
from symbolic.algebra.sums import sum_over


def with_unit_determinants(poly: Poly) -> Poly:
    """poly with even powers and absolute values of determinants of orthogonal matrices put to 1."""
    return map_terms(poly, lambda coefficient, mono: product(_factor(b, x) for b, x in mono).scale(coefficient))


def _factor(base: Any, exponent: Any) -> Poly:
    whole = monomial(frozenset(((base, exponent),)))
    if not isinstance(base, Atom) or base.kind != "fun":
        return whole
    if base.args[0] == "abs":
        inner = base.args[1][0].atom
        return ONE if inner is not None and _is_unit(inner) else whole
    if isinstance(exponent, int) and _is_unit(base):
        return power(monomial(frozenset(((base, 1),))), exponent % 2)
    return whole


def _is_unit(inner: Atom) -> bool:
    """Is it det Q with QᵀQ = I, as the entries tell?"""
    if inner.kind != "fun" or inner.args[0] != "det":
        return False
    (array,) = inner.args[1]
    size = array.args[1][0]
    k, i, j = (fresh((ONE, size)) for _ in range(3))
    found = sum_over(next(iter(k.free)), ONE, size, apply_lam(array, k, i) * apply_lam(array, k, j))
    return found == delta(i, j)
