"""Changes of the variable of integration: x = e^u where log x stands in an exponent, u = e^{±x} where e^{kx} does,
x = u/c where e^{cx} does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ZERO, Poly, as_exponent, as_poly, map_terms, monomial, product, symbol
from symbolic.algebra.powers import E, exponential, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import mapped, substitute
from symbolic.rules.kernels import INFINITY, Span
from symbolic.rules.univariate import coefficients


@dataclass(frozen=True)
class Change:
    """∫_span poly d(new), equal to the integral before the change."""

    poly: Poly
    span: Span
    text: str


class _Elsewhere(Exception):
    """The variable stands where the change does not reach."""


def by_logarithm(poly: Poly, name: str, span: Span, new: str) -> Change | None:
    """x = e^u on the half line, and from a positive end on."""
    if span[1] != INFINITY:
        return None
    from_zero = span[0] == ZERO and _log_in_exponent(poly, name)
    if not from_zero and not (is_positive(span[0]) and _log_as_factor(poly, name)):
        return None
    u, low = symbol(new), -INFINITY if from_zero else function("log", (span[0],))
    return Change(substitute(poly, {name: exponential(u)}) * exponential(u), (low, INFINITY), "x = e^u")


def _log_as_factor(poly: Poly, name: str) -> bool:
    log = Atom("fun", "log", (symbol(name),))
    return any(base == log for mono in poly.terms for base, _ in mono)


def _log_in_exponent(poly: Poly, name: str) -> bool:
    log = Atom("fun", "log", (symbol(name),))
    exponents = [x for mono in poly.terms for base, x in mono if base == E and isinstance(x, Poly)]
    return any(pair[0] == log for exponent in exponents for mono in exponent.terms for pair in mono)


def by_exponential(poly: Poly, name: str, span: Span, new: str) -> Change | None:
    """u = e^x, or e^{-x} where only negative multiples occur; x itself becomes ±log u."""
    try:
        rates = set(_rates(poly, name))
        if not rates:
            return None
        half_line = span[1] == INFINITY and span[0] != -INFINITY
        sign = -1 if max(rates) < 0 or half_line else 1
        inside = _Exponentials(name, symbol(new), sign).poly(poly)
    except _Elsewhere:
        return None
    ends = [_exponential_end(end * sign) for end in span][::sign]
    return Change(inside * power(symbol(new), -1), (ends[0], ends[1]), "u = e^x" if sign > 0 else "u = e^{-x}")


def _exponential_end(end: Poly) -> Poly:
    """The limit of e^x towards an end."""
    return INFINITY if end == INFINITY else ZERO if end == -INFINITY else exponential(end)


def by_scale(poly: Poly, name: str, span: Span, new: str) -> Change | None:
    """x = u/c for the c > 0 of an e^{±cx}, so that what is left are whole multiples."""
    found = [rate for rate in _slopes(poly, name) if rate.number is None]
    scale = next((rate * sign for rate in found for sign in (1, -1) if is_positive(rate * sign)), None)
    if scale is None:
        return None
    inside = substitute(poly, {name: symbol(new) / scale}) / scale
    ends = [end if end in (INFINITY, -INFINITY) else end * scale for end in span]
    return Change(inside, (ends[0], ends[1]), "x = u/c for an e^{cx}")


def _slopes(value: Any, name: str) -> Iterator[Poly]:
    """The c of every e^{cx + …}, at any depth."""
    if isinstance(value, tuple):
        for part in value:
            yield from _slopes(part, name)
    elif isinstance(value, Atom):
        yield from _slopes(value.args, name)
    elif isinstance(value, Poly) and name in value.free:
        for mono in value.terms:
            for base, exponent in mono:
                line = coefficients(exponent, name, 1) if base == E and isinstance(exponent, Poly) else None
                if line is not None and line[1]:
                    yield line[1]
                yield from _slopes(base, name)
                yield from _slopes(exponent, name)


def _rates(value: Any, name: str) -> Iterator[int]:
    """The whole k of every e^{k·name}, at any depth."""
    if isinstance(value, tuple):
        for part in value:
            yield from _rates(part, name)
    elif isinstance(value, Atom):
        yield from _rates(value.args, name)
    elif isinstance(value, Poly) and name in value.free:
        for mono in value.terms:
            for base, exponent in mono:
                if base == E and isinstance(exponent, Poly):
                    rate = _linear(exponent, name)
                    if rate:
                        yield rate
                yield from _rates(base, name)
                yield from _rates(exponent, name)


def _linear(exponent: Poly, name: str) -> int:
    """The coefficient of name alone in an exponent."""
    rate = exponent.terms.get(frozenset(((Atom("sym", name), 1),)))
    if rate is None:
        return 0
    if rate.denominator != 1:
        raise _Elsewhere
    return int(rate)


@dataclass(frozen=True)
class _Exponentials:
    """Writes e^{k·name} as new^{±k} and name as ±log new."""

    name: str
    new: Poly
    sign: int

    def poly(self, poly: Poly) -> Poly:
        if self.name not in poly.free:
            return poly
        return map_terms(poly, lambda c, mono: product(self._factor(b, x) for b, x in mono).scale(c))

    def _factor(self, base: Any, exponent: Any) -> Poly:
        line = coefficients(exponent, self.name, 1) if base == E and isinstance(exponent, Poly) else None
        if line is not None:
            return power(self.new, as_exponent(line[1] * self.sign)) * exponential(line[0])
        if base == E and isinstance(exponent, Poly):
            rate = _linear(exponent, self.name)
            rest = exponent - symbol(self.name) * rate
            if any(self.name in monomial(mono).free and not self._holds_exponential(mono) for mono in rest.terms):
                raise _Elsewhere
            return power(self.new, self.sign * rate) * exponential(self.poly(rest))
        if self.name in getattr(exponent, "free", ()):
            raise _Elsewhere
        if self.name not in getattr(base, "free", ()):
            return monomial(frozenset(((base, exponent),)))
        return power(self._base(base), exponent)

    def _holds_exponential(self, mono: Any) -> bool:
        return any(base == E and self.name in as_poly(exponent).free for base, exponent in mono)

    def _base(self, base: Any) -> Poly:

        if isinstance(base, Poly):
            return self.poly(base)
        if base.kind == "sym":
            return function("log", (self.new,)) * self.sign
        if base.kind == "fun" and base.args[0] == "log":
            return mapped(base, self.poly)
        raise _Elsewhere


