"""Limits towards ∞ on the scale x^p (log x)^q: every part is expanded there, with a remainder that stays bounded.

An expansion is a polynomial in x, log x and marks ρ, each of which stands for something bounded.  What is of the
highest order decides, where no mark stands in it.

Source: NIST Digital Library of Mathematical Functions, 2.10, 5.11 and 5.15.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb, factorial
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, add, constant, monomial, product, symbol
from symbolic.algebra.powers import PI, as_base, exponential, power
from symbolic.algebra.signs import is_positive
from symbolic.rules.bridge import INFINITY
from symbolic.rules.harmonic import harmonic
from symbolic.rules.limits_approach import Approach, sign_of
from symbolic.rules.univariate import coefficients

#: Orders to which a function is expanded, and terms that an expansion may have.
ORDERS, MOST = 4, 400

#: (p, q) of x^p (log x)^q.
Order = tuple[Fraction, Fraction]
_NONE = (Fraction(0), Fraction(0))


class NoScale(Exception):
    """Something has no expansion here."""


def on_scale(approach: Approach) -> Poly | None:
    """What the parts of the highest order go to."""
    if not approach.endless:
        return None
    try:
        parts = _by_order(_expanded(approach.poly, approach.name), approach.name)
    except NoScale:
        return None
    order, leading = _leading(parts)
    if order < _NONE:
        return ZERO
    if not _settled(leading):
        return None
    if order == _NONE:
        return leading
    sign = sign_of(leading)
    return None if sign is None else INFINITY.scale(Fraction(sign))


def by_closed_sums(approach: Approach) -> Poly | None:
    """Sums and products that Γ and ψ close."""
    closed = harmonic(approach.poly)
    return approach.of(closed) if closed != approach.poly else None


def by_logarithm(approach: Approach) -> Poly | None:
    """Π b^x goes to e^L where Σ x log b goes to L."""
    single = approach.poly.single()
    if not approach.endless or single is None or single[0] <= 0:
        return None
    moving = [(base, x) for base, x in single[1] if isinstance(x, Poly) and approach.name in x.free]
    if not any(approach.name in getattr(base, "free", ()) for base, _ in moving):
        return None
    if not all(is_positive(as_base(base)) for base, _ in single[1]):
        return None
    found = on_scale(replace(approach, poly=function("log", (approach.poly,))))
    if found is None or INFINITY in (found, -found):
        return {INFINITY: INFINITY, -INFINITY: ZERO}.get(found) if found is not None else None
    return exponential(found)


def _by_order(poly: Poly, name: str) -> dict[Order, Poly]:
    """The coefficient of each x^p (log x)^q."""
    parts: dict[Order, list[Poly]] = {_NONE: [ZERO]}
    variable, grown = Atom("sym", name), Atom("fun", "log", (symbol(name),))
    for mono, coefficient in poly.terms.items():
        factors = dict(mono)
        order = (_number(factors.pop(variable, 0)), _number(factors.pop(grown, 0)))
        rest = monomial(frozenset(factors.items()), coefficient)
        if name in rest.free:
            raise NoScale
        parts.setdefault(order, []).append(rest)
    return {order: add(found) for order, found in parts.items()}


def _number(exponent: Any) -> Fraction:
    number = exponent.number if isinstance(exponent, Poly) else Fraction(exponent)
    if number is None:
        raise NoScale
    return Fraction(number)


def _leading(parts: dict[Order, Poly]) -> tuple[Order, Poly]:
    """The highest order that is there; (0, 0) of nothing."""
    for order in sorted(parts, reverse=True):
        if not is_zero(parts[order]):
            return order, parts[order]
    return _NONE, ZERO


#: How the names of bounded quantities start.
_MARK = "ρ′"


def _bounded() -> Poly:
    (name,) = fresh().free
    return symbol(f"{_MARK}{name}")


def _settled(poly: Poly) -> bool:
    """Does no bounded quantity stand in it?"""
    return not any(name.startswith(_MARK) for name in poly.free)


def _expanded(poly: Poly, name: str) -> Poly:
    found = add(
        product(_factor(base, exponent, name) for base, exponent in mono).scale(coefficient)
        for mono, coefficient in poly.terms.items()
    )
    if len(found.terms) > MOST:
        raise NoScale
    return found


def _factor(base: Any, exponent: Any, name: str) -> Poly:
    whole = monomial(frozenset(((base, exponent),)))
    if name not in whole.free:
        return whole
    if base in (Atom("sym", name), Atom("fun", "log", (symbol(name),))):
        _number(exponent)
        return whole
    inner = _expanded(base, name) if isinstance(base, Poly) else _series(base, name)
    if isinstance(exponent, int) and 0 < exponent <= ORDERS:
        return product([inner] * exponent)
    return _raised(inner, _number(exponent), name)


def _raised(series: Poly, exponent: Fraction, name: str) -> Poly:
    """(c(1 + u))^e = c^e Σ_k binom(e, k) u^k for a u that vanishes."""
    parts = _by_order(series, name)
    (p, q), leading = _leading(parts)
    certain = _settled(leading) and (is_positive(leading) or (exponent.denominator == 1 and is_positive(-leading)))
    if not certain:
        raise NoScale
    below = product((leading, _place((p, q), name)))
    rest = (series - below) * power(below, -1)
    if any(order >= _NONE and not is_zero(found) for order, found in _by_order(rest, name).items()):
        raise NoScale
    total, term, factor = ZERO, ONE, Fraction(1)
    for k in range(ORDERS + 1):
        total = total + term.scale(factor)
        term, factor = term * rest, factor * (exponent - k) / (k + 1)
        if len(term.terms) > MOST:
            raise NoScale
    rest = _bounded() * _size(term, name) if term else ZERO
    return power(below, _exponent(exponent)) * (total + rest)


def _exponent(number: Fraction) -> Any:
    return int(number) if number.denominator == 1 else number


def _place(order: Order, name: str) -> Poly:
    """x^p (log x)^q."""
    x = symbol(name)
    return power(x, _exponent(order[0])) * power(function("log", (x,)), _exponent(order[1]))


def _size(poly: Poly, name: str) -> Poly:
    """x^p (log x)^q of the highest order in it."""
    return _place(max(order for order, found in _by_order(poly, name).items() if found), name)


def _series(base: Any, name: str) -> Poly:
    if isinstance(base, Atom) and base.kind == "fun" and base.args[0] in SERIES:
        return SERIES[base.args[0]](base.args[1], name)
    if isinstance(base, Atom) and base.kind == "sum":
        return _sum_of_powers(base, name)
    raise NoScale


def _line(argument: Poly, name: str) -> tuple[Poly, Poly]:
    """(a, z) with argument = z + a and z = cx, c > 0."""
    found = coefficients(argument, name, 1)
    if found is None or not is_positive(found[1]):
        raise NoScale
    return found[0], found[1] * symbol(name)


def _remainder(name: str, order: int) -> Poly:
    return _bounded() * power(symbol(name), -order)


def _bernoulli(k: int, a: Poly) -> Poly:
    """B_k(a) = Σ_j binom(k, j) B_{k−j} a^j."""
    numbers = [Fraction(1)]
    for m in range(1, k + 1):
        numbers.append(-sum(comb(m + 1, j) * numbers[j] for j in range(m)) / Fraction(m + 1))
    return add((a**j).scale(comb(k, j) * numbers[k - j]) for j in range(k + 1))


def _logarithm(arguments: tuple[Poly, ...], name: str) -> Poly:
    """log(z + a) = log z + Σ_k (−1)^{k+1} (a/z)^k/k, and Stirling's series of log Γ(z + a)."""
    (argument,) = arguments
    inner = argument.atom
    if inner is not None and inner.kind == "fun" and inner.args[0] == "Gamma":
        return _log_gamma(inner.args[1][0], name)
    a, z = _line(argument, name)
    terms = [(a**k * power(z, -k)).scale(Fraction((-1) ** (k + 1), k)) for k in range(1, ORDERS + 1)]
    return function("log", (z,)) + add(terms) + _remainder(name, ORDERS + 1)


def _log_gamma(argument: Poly, name: str) -> Poly:
    """(z + a − ½) log z − z + ½ log 2π + Σ_k (−1)^{k+1} B_{k+1}(a)/(k(k + 1) z^k)."""
    a, z = _line(argument, name)
    half = Fraction(1, 2)
    start = (z + a - half) * function("log", (z,)) - z + function("log", (PI * 2,)).scale(half)
    terms = [
        (_bernoulli(k + 1, a) * power(z, -k)).scale(Fraction((-1) ** (k + 1), k * (k + 1)))
        for k in range(1, ORDERS + 1)
    ]
    return start + add(terms) + _remainder(name, ORDERS + 1)


def _psi(arguments: tuple[Poly, ...], name: str) -> Poly:
    """ψ(z + a) = log z + Σ_k (−1)^{k+1} B_k(a)/(k z^k)."""
    return _polygamma((ZERO, *arguments), name)


def _polygamma(arguments: tuple[Poly, ...], name: str) -> Poly:
    """The m-th derivative of ψ's series."""
    number = arguments[0].number
    if number is None or number.denominator != 1 or not 0 <= number <= ORDERS:
        raise NoScale
    m, (a, z) = int(number), _line(arguments[1], name)
    start = power(z, -m).scale(Fraction((-1) ** (m - 1) * factorial(m - 1))) if m else function("log", (z,))
    terms = [
        (_bernoulli(k, a) * power(z, -k - m)).scale(Fraction((-1) ** (k + 1 + m) * factorial(k + m - 1), factorial(k)))
        for k in range(1, ORDERS + 1)
    ]
    return start + add(terms) + _remainder(name, ORDERS + m + 1)


def _sum_of_powers(base: Atom, name: str) -> Poly:
    """Σ_{k=a}^x k^p = x^{p+1}/(p + 1) + O(x^{max(p, 0)}) for p > −1."""
    (index,), ((low, high),), body = open_binder(base)
    single = body.single()
    if single is None or len(single[1]) != 1 or high != symbol(name) or low.number is None or low.number < 1:
        raise NoScale
    ((inner, exponent),) = single[1]
    if inner != Atom("sym", index):
        raise NoScale
    p = _number(exponent)
    if p <= -1:
        raise NoScale
    grown = power(symbol(name), _exponent(p + 1)).scale(1 / (p + 1))
    rest = _bounded() * power(symbol(name), _exponent(max(p, Fraction(0))))
    return (grown + rest) * constant(single[0])


#: name → (arguments, variable) → the expansion.
SERIES: dict[str, Callable[[tuple[Poly, ...], str], Poly]] = {
    "log": _logarithm,
    "psi": _psi,
    "polygamma": _polygamma,
}
