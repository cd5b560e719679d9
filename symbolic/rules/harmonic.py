"""Σ_{k=a}^{n} k^{-p} in closed form: ψ(n + 1) − ψ(a) for p = 1, by derivatives of ψ for greater powers."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.functions import function
from symbolic.algebra.poly import Poly, atom, constant
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import mapped, transform

_HIGHEST = 8


def harmonic(poly: Poly) -> Poly:
    """poly with its harmonic sums in closed form; the same polynomial where it has none."""
    return transform(poly, _closed)


def _closed(inner: Atom) -> Poly:
    if inner.kind != "sum" or len(inner.args[1]) != 1:
        return mapped(inner, harmonic) if inner.args and inner.kind == "fun" else atom(inner)
    (index,), (span,), body = open_binder(inner)
    first, last = span
    single = body.single()
    if single is None or len(single[1]) != 1 or not is_positive(first):
        return atom(inner)
    ((base, exponent),) = single[1]
    if base != Atom("sym", index) or not isinstance(exponent, int) or not -_HIGHEST <= exponent < 0:
        return atom(inner)
    return _polygamma_difference(-exponent, first, last).scale(single[0])


def _polygamma_difference(power: int, first: Poly, last: Poly) -> Poly:
    """Σ k^{-p} = (-1)^p (ψ^{(p-1)}(a) − ψ^{(p-1)}(n + 1))/(p − 1)!."""
    order = constant(power - 1)
    ends = [function("polygamma", (order, place)) for place in (first, last + 1)]
    return (ends[0] - ends[1]).scale(Fraction((-1) ** power, factorial(power - 1)))
