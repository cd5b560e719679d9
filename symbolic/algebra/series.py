"""Closed forms of Σ_{i=a}^{b} over i itself: powers of i, geometric terms, their products, and `power_series`."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.poly import (
    ONE,
    Poly,
    add,
    as_exponent,
    product,
    symbol,
)
from symbolic.algebra.power_series import gamma_argument, summed
from symbolic.algebra.powers import power, raised
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import substitute

INFINITY = symbol("∞")
_HIGHEST = 12


def closed_form(name: str, span: tuple[Poly, Poly], body: Poly) -> Poly | None:
    """Σ i^k, Σ r^i i^k over the range, or None when the body is neither (or an endless sum does not converge)."""
    single = body.single()
    if single is None:
        return None
    index = Atom("sym", name)
    ratio = ONE
    factors: dict[Poly, int] = {}
    below: list[Poly] = []
    for base, exponent in single[1]:
        argument = gamma_argument(base)
        linear = base if isinstance(base, Poly) else symbol(name) if base == index else None
        if linear is not None and name in linear.free and isinstance(exponent, int) and abs(exponent) <= _HIGHEST:
            factors[linear] = exponent
        elif argument is not None and exponent == -1:
            below.append(argument)
        else:
            slope = _slope(name, exponent) if isinstance(exponent, Poly) else None
            if slope is None or name in getattr(base, "free", ()):
                return None
            ratio = product((ratio, raised(base, as_exponent(slope))))
    degree = factors.get(symbol(name), 0)
    if below or set(factors) - {symbol(name)} or degree < 0:
        return summed(name, span, ratio, factors, below)
    if ratio == ONE:
        return _power_sum(degree, span) if span[1] != INFINITY else None
    return _geometric(degree, ratio, span)


def _slope(name: str, exponent: Poly) -> Poly | None:
    """a when exponent = a·i."""
    slope = substitute(exponent, {name: ONE})
    return slope if exponent == slope * symbol(name) and name not in slope.free else None


def _power_sum(degree: int, span: tuple[Poly, Poly]) -> Poly:
    lower, upper = span
    return _faulhaber(degree, upper) - _faulhaber(degree, lower - 1)


def _faulhaber(degree: int, upper: Poly) -> Poly:
    """Σ_{i=1}^{n} i^k = 1/(k+1) Σ_j C(k+1, j) B_j n^{k+1-j}, B_1 = +1/2."""
    return add(
        power(upper, degree + 1 - j).scale(bernoulli(j) * comb(degree + 1, j) / (degree + 1)) for j in range(degree + 1)
    )


@lru_cache(maxsize=64)
def bernoulli(order: int) -> Fraction:
    """The Bernoulli number B_order with B_1 = +1/2."""
    if order == 0:
        return Fraction(1)
    total = sum((comb(order, k) * bernoulli(k) / (order - k + 1) for k in range(order)), Fraction(0))
    return 1 - total


def _geometric(degree: int, ratio: Poly, span: tuple[Poly, Poly]) -> Poly | None:
    """Σ r^i i^k by k applications of r d/dr to (r^a - r^{b+1})/(1 - r); r is treated as generic (r ≠ 1)."""
    lower, upper = span
    if upper == INFINITY:
        return _endless(degree, ratio, lower) if facts().small(ratio) else None
    if not _generic(ratio):
        return None
    return _geometric_part(degree, ratio, lower) - _geometric_part(degree, ratio, upper + 1)


def _generic(ratio: Poly) -> bool:
    """Is ratio ≠ 1 known?"""
    if is_positive(ONE - ratio) or is_positive(ratio - 1):
        return True
    return facts().small(ratio) or facts().small(power(ratio, -1))


def _endless(degree: int, ratio: Poly, lower: Poly) -> Poly:
    return _geometric_part(degree, ratio, lower)


def _geometric_part(degree: int, ratio: Poly, start: Poly) -> Poly:
    """Σ_{i≥start} r^i i^k as a rational function: A_k = (start^k r^start + r Σ_{j<k} C(k,j) A_j)/(1 - r) shifted."""
    parts: list[Poly] = []
    head = power(ratio, as_exponent(start))
    inverse = power(ONE - ratio, -1)
    for order in range(degree + 1):
        lower_terms = add(parts[j].scale(Fraction(comb(order, j))) for j in range(order))
        parts.append((power(start, order) * head + ratio * lower_terms) * inverse)
    return parts[degree]


