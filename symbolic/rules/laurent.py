"""Truncated Laurent series in a symbol s around 0: the value there of expressions whose poles cancel.

Γ(x + 1) = xΓ(x) is applied everywhere, so Γ(1 + s) is written sΓ(s), and substituting s = 0 would find 0·∞.  A power
such as (1 + s)^{1/s} expands through its logarithm.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, add, as_poly, constant, monomial
from symbolic.algebra.powers import E, as_base, exponential, power
from symbolic.algebra.substitute import substitute
from symbolic.rules.calculus import differentiate
from symbolic.rules.univariate import coefficients

SINGULAR = frozenset({"Gamma", "psi", "polygamma"})
_LONGEST = 8
#: Terms looked at for the first that does not vanish.
_STRIPPED = 4


class NoSeries(Exception):
    """A factor without a Laurent series that the rules know."""


@dataclass(frozen=True)
class Series:
    """s^lowest · (c_0 + c_1 s + …), known to len(terms) terms."""

    lowest: int
    terms: tuple[Poly, ...]

    def __mul__(self, other: Series) -> Series:
        length = min(len(self.terms), len(other.terms))
        terms = (add(self.terms[j] * other.terms[k - j] for j in range(k + 1)) for k in range(length))
        return Series(self.lowest + other.lowest, tuple(terms))

    def scale(self, factor: Fraction) -> Series:
        return Series(self.lowest, tuple(part.scale(factor) for part in self.terms))

    def inverse(self) -> Series:
        """1/series, by c_0 d_k = −Σ_{j≥1} c_j d_{k−j}."""
        first = power(self.terms[0], -1)
        found = [first]
        for k in range(1, len(self.terms)):
            found.append(-first * add(self.terms[j] * found[k - j] for j in range(1, k + 1)))
        return Series(-self.lowest, tuple(found))


def power_of(series: Series, exponent: int) -> Series:
    """series^exponent for a whole exponent."""
    root = series if exponent > 0 else series.inverse()
    result = Series(0, (ONE, *[ZERO] * (len(series.terms) - 1)))
    for _ in range(abs(exponent)):
        result = result * root
    return result


def at_zero(poly: Poly, name: str) -> Poly:
    """The limit of poly as name → 0 where its poles cancel; raises NoSeries where they do not."""
    order, value = leading(poly, name)
    if order < 0:
        raise NoSeries
    return value if order == 0 else ZERO


def leading(poly: Poly, name: str) -> tuple[int, Poly]:
    """(k, c) with poly = c·name^k + higher powers; (0, 0) when no power up to name^0 stands in it."""
    if name not in poly.free:
        return 0, poly
    orders = [_order(mono, name) for mono in poly.terms]
    whole = series(poly, name, max(1, 1 - min(orders)))
    for k, part in enumerate(whole.terms):
        if not is_zero(part):
            return whole.lowest + k, part
    return 0, ZERO


def series(poly: Poly, name: str, length: int) -> Series:
    """The series of poly to `length` terms from the lowest power that a term of it has."""
    if length > _LONGEST:
        raise NoSeries
    if not poly:
        return Series(0, (ZERO,) * length)
    found = [_product(mono, name, length).scale(coefficient) for mono, coefficient in poly.terms.items()]
    lowest = min(each.lowest for each in found)
    terms = (add(each.terms[k + lowest - each.lowest] for each in found if k + lowest >= each.lowest)
             for k in range(length))
    return Series(lowest, tuple(terms))


def _order(mono: Monomial, name: str) -> int:
    """The lowest power of name in a monomial."""
    total = 0
    for base, exponent in mono:
        order = _pole(base, name)
        if order:
            if not isinstance(exponent, int):
                raise NoSeries
            total += order * exponent
    return total


def _pole(base: Any, name: str) -> int:
    if base == Atom("sym", name):
        return 1
    if isinstance(base, Poly) and name in base.free and is_zero(substitute(base, {name: ZERO})):
        return _stripped(series(base, name, _STRIPPED)).lowest
    if isinstance(base, Atom) and base.kind == "fun" and base.args[0] in SINGULAR and _steps(base, name) is not None:
        number = base.args[1][0].number
        return -1 if base.args[0] != "polygamma" or number is None else -int(number) - 1
    return 0


def _stripped(whole: Series) -> Series:
    """The series from its first term that is not zero."""
    for k, part in enumerate(whole.terms):
        if not is_zero(part):
            return Series(whole.lowest + k, whole.terms[k:])
    raise NoSeries


def _steps(base: Atom, name: str) -> tuple[int, Poly] | None:
    """(m, c) when the argument is −m + c·name."""
    line = coefficients(base.args[1][-1], name, 1)
    number = line[0].number if line is not None else None
    if line is None or number is None or number.denominator != 1 or number > 0 or not line[1]:
        return None
    return -int(number), line[1]


def _product(mono: Monomial, name: str, length: int) -> Series:
    result = Series(0, (ONE, *[ZERO] * (length - 1)))
    for base, exponent in mono:
        result = result * _factor(base, exponent, name, length)
    return result


def _factor(base: Any, exponent: Any, name: str, length: int) -> Series:
    if base == Atom("sym", name):
        return Series(exponent, (ONE, *[ZERO] * (length - 1)))
    if isinstance(exponent, Poly) and name in exponent.free:
        inside = exponent if base == E else exponent * function("log", (as_base(base),))
        return _exponential(inside, name, length)
    pole = _pole(base, name)
    if pole and isinstance(base, Poly):
        longer = _stripped(series(base, name, min(length + pole, _LONGEST)))
        return power_of(Series(longer.lowest, longer.terms[:length]), exponent)
    if pole:
        return power_of(_singular(base, name, length), exponent)
    return _taylor(monomial(frozenset(((base, exponent),))), name, length)


def _exponential(exponent: Poly, name: str, length: int) -> Series:
    """e^{c_0 + c_1 s + …} = e^{c_0}·Σ g_k s^k with k·g_k = Σ_j j·c_j·g_{k−j}."""
    extra = max((-_order(mono, name) for mono in exponent.terms), default=0)
    whole = series(exponent, name, length + max(0, extra))
    inside = [ZERO] * length
    for place, part in enumerate(whole.terms):
        k = whole.lowest + place
        if k < 0 and not is_zero(part):
            raise NoSeries
        if 0 <= k < length:
            inside[k] = part
    found = [exponential(inside[0])]
    for k in range(1, length):
        found.append(add((inside[j] * found[k - j]).scale(Fraction(j, k)) for j in range(1, k + 1)))
    return Series(0, tuple(found))


def _taylor(poly: Poly, name: str, length: int) -> Series:
    terms = []
    for k in range(length):
        terms.append(substitute(poly, {name: ZERO}).scale(Fraction(1, factorial(k))))
        poly = differentiate(poly, Atom("sym", name)) if k + 1 < length else poly
    return Series(0, tuple(terms))


def _singular(base: Atom, name: str, length: int) -> Series:
    found = _steps(base, name)
    assert found is not None
    m, rate = found
    if base.args[0] == "Gamma":
        return _gamma(m, rate, length)
    order = 0 if base.args[0] == "psi" else int(as_poly(base.args[1][0]).number or 0)
    return _polygamma(order, m, rate, length)


def _gamma(m: int, rate: Poly, length: int) -> Series:
    """Γ(−m + x) = Γ(1 + x)/(x(x − 1)…(x − m))."""
    result = Series(-1, (power(rate, -1), *[ZERO] * (length - 1))) * _gamma_at_one(rate, length)
    for j in range(1, m + 1):
        line = (constant(-j), rate, *[ZERO] * length)[:length]
        result = result * Series(0, line).inverse()
    return result


def _gamma_at_one(rate: Poly, length: int) -> Series:
    """Γ(1 + x) by its logarithm Σ ψ⁽ᵏ⁻¹⁾(1) x^k/k!: k·g_k = Σ_{j≥1} j·l_j·g_{k−j}."""
    logs = [ZERO, *(_at_one(k - 1).scale(Fraction(1, factorial(k))) * power(rate, k) for k in range(1, length))]
    found = [ONE]
    for k in range(1, length):
        found.append(add((logs[j] * found[k - j]).scale(Fraction(j, k)) for j in range(1, k + 1)))
    return Series(0, tuple(found))


def _at_one(order: int) -> Poly:
    return function("psi", (ONE,)) if order == 0 else function("polygamma", (constant(order), ONE))


def _polygamma(order: int, m: int, rate: Poly, length: int) -> Series:
    """ψ⁽ⁿ⁾(−m + x) = ψ⁽ⁿ⁾(1 + x) − (−1)ⁿ n! Σ_{j=0}^{m} (x − j)^{−n−1}."""
    lowest = -order - 1
    terms = [ZERO] * length
    sign = Fraction((-1) ** order * factorial(order))
    terms[0] = power(rate, lowest).scale(-sign)
    for place in range(-lowest, length):
        k = place + lowest
        regular = _at_one(order + k).scale(Fraction(1, factorial(k)))
        steps = sum((_step(order + 1, k, j) for j in range(1, m + 1)), Fraction(0))
        terms[place] = (regular - constant(sign * steps)) * power(rate, k)
    return Series(lowest, tuple(terms))


def _step(p: int, k: int, j: int) -> Fraction:
    """The coefficient of x^k in (x − j)^{−p}."""
    return Fraction((-1) ** p * comb(p + k - 1, k), j ** (p + k))
