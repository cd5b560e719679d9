"""Σ_{k=a}^{n} (ck + d)^{-p} in closed form by ψ and its derivatives: for k^{-1}, ψ(n + 1) − ψ(a); and by Γ

Σ_{k=a}^{n} log k = log Γ(n + 1) − log Γ(a), Π_{k=a}^{n} (ck + d) = c^{n−a+1} Γ(n + 1 + d/c)/Γ(a + d/c).
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.functions import function
from symbolic.algebra.poly import Poly, as_exponent, atom, constant, symbol
from symbolic.algebra.powers import as_base, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import mapped, transform
from symbolic.algebra.sums import INFINITY
from symbolic.rules.univariate import coefficients

_HIGHEST = 8


def harmonic(poly: Poly) -> Poly:
    """poly with its harmonic sums in closed form; the same polynomial where it has none."""
    return transform(poly, _closed)


def _closed(inner: Atom) -> Poly:
    if inner.kind == "prod":
        return _gamma_quotient(inner)
    if inner.kind != "sum" or len(inner.args[1]) != 1:
        return mapped(inner, harmonic) if inner.args and inner.kind == "fun" else atom(inner)
    (index,), (span,), body = open_binder(inner)
    first, last = span
    single = body.single()
    if single is None or len(single[1]) != 1:
        return atom(inner)
    ((base, exponent),) = single[1]
    if base == Atom("fun", "log", (symbol(index),)) and exponent == 1 and last != INFINITY and is_positive(first):
        ends = [function("log", (function("Gamma", (place,)),)) for place in (last + 1, first)]
        return (ends[0] - ends[1]).scale(single[0])
    line = coefficients(as_base(base), index, 1)
    if line is None or not isinstance(exponent, int) or not -_HIGHEST <= exponent < 0 or not is_positive(line[1]):
        return atom(inner)
    shift = line[0] * power(line[1], -1)
    if not is_positive(first + shift) or (last == INFINITY and exponent == -1):
        return atom(inner)
    scale = power(line[1], exponent).scale(single[0])
    return scale * _polygamma_difference(-exponent, first + shift, last if last == INFINITY else last + shift)


def _polygamma_difference(power: int, first: Poly, last: Poly) -> Poly:
    """Σ k^{-p} = (-1)^p (ψ^{(p-1)}(a) − ψ^{(p-1)}(n + 1))/(p − 1)!, the second of them 0 for n = ∞."""
    order = constant(power - 1)
    found = function("polygamma", (order, first))
    if last != INFINITY:
        found = found - function("polygamma", (order, last + 1))
    return found.scale(Fraction((-1) ** power, factorial(power - 1)))


def _gamma_quotient(inner: Atom) -> Poly:
    (index,), ((first, last),), body = open_binder(inner)
    line = coefficients(body, index, 1)
    if line is None or not is_positive(line[1]) or last == INFINITY:
        return atom(inner)
    shift = line[0] * power(line[1], -1)
    if not is_positive(first + shift):
        return atom(inner)
    ends = [function("Gamma", (place + shift,)) for place in (last + 1, first)]
    return power(line[1], as_exponent(last - first + 1)) * ends[0] * power(ends[1], -1)
