"""The value at s = 0 of expressions whose Γ, ψ and ψ⁽ⁿ⁾ have poles there that cancel, by truncated Laurent series.

Γ(x + 1) = xΓ(x) is applied everywhere, so Γ(1 + s) is written sΓ(s): substituting s = 0 would find 0·∞.
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
from symbolic.algebra.powers import power
from symbolic.algebra.substitute import substitute
from symbolic.rules.calculus import differentiate
from symbolic.rules.univariate import coefficients

SINGULAR = frozenset({"Gamma", "psi", "polygamma"})
_LONGEST = 8


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
    if name not in poly.free:
        return poly
    orders = [_order(mono, name) for mono in poly.terms]
    length = 1 - min(orders)
    if length > _LONGEST:
        raise NoSeries
    total: dict[int, list[Poly]] = {}
    for mono, coefficient in poly.terms.items():
        series = _product(mono, name, max(length, 1))
        for k, part in enumerate(series.terms):
            if series.lowest + k <= 0:
                total.setdefault(series.lowest + k, []).append(part.scale(coefficient))
    if any(not is_zero(add(parts)) for order, parts in total.items() if order < 0):
        raise NoSeries
    return add(total.get(0, []))


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
    if isinstance(base, Atom) and base.kind == "fun" and base.args[0] in SINGULAR and _steps(base, name) is not None:
        number = base.args[1][0].number
        return -1 if base.args[0] != "polygamma" or number is None else -int(number) - 1
    return 0


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
    if _pole(base, name):
        return power_of(_singular(base, name, length), exponent)
    return _taylor(monomial(frozenset(((base, exponent),))), name, length)


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
