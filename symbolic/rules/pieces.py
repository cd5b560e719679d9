"""Where an integrand changes its form: the integral is split at the zero of what stands in |·| or in an indicator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Poly, as_poly, atom, monomial, symbol
from symbolic.algebra.powers import E, exponential, power
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.substitute import mapped, transform
from symbolic.lowering.scope import Unsupported
from symbolic.rules.kernels import INFINITY, Span
from symbolic.rules.univariate import coefficients


def pieces(poly: Poly, name: str, span: Span) -> list[tuple[Poly, Span]] | None:
    """The integrand on both sides of a point where an absolute value or an indicator changes."""
    broken = next(iter(sorted(_broken(poly, name), key=lambda inner: inner.key)), None)
    if broken is None:
        return None
    argument: Poly = broken.args[1] if broken.kind == "ind" else broken.args[1][0]
    point = _break(argument, name)
    if point is None:
        return None
    place, slope = point
    left, right = (_settled(poly, argument, below) for below in (slope > 0, slope < 0))
    if _at_least(place, span[1]):
        return [(left, span)]
    if _at_least(span[0], place):
        return [(right, span)]
    if _at_least(place, span[0]) and _at_least(span[1], place):
        return [(left, (span[0], place)), (right, (place, span[1]))]
    raise Unsupported("an integral whose pieces the given does not order")


def _break(argument: Poly, name: str) -> tuple[Poly, int] | None:
    """(where it vanishes, the sign of its slope) of a + bx, a + be^{kx} or a + b log x."""
    line = coefficients(argument, name, 1)
    if line is not None:
        slope = _sign(line[1])
        return (-line[0] * power(line[1], -1), slope) if slope else None
    moving = [(mono, coefficient) for mono, coefficient in argument.terms.items() if name in monomial(mono).free]
    if len(moving) != 1:
        return None
    ((mono, coefficient),) = moving
    rest = argument - monomial(mono, coefficient)
    for base, exponent in mono:
        factor = monomial(mono - {(base, exponent)}, coefficient)
        line = coefficients(as_poly(exponent), name, 1) if base == E else None
        if name in factor.free or rest == ZERO:
            continue
        if line is not None:
            ratio = -rest * power(factor * exponential(line[0]), -1)
            slope = _sign(factor) * _sign(line[1])
            return (function("log", (ratio,)) * power(line[1], -1), slope) if slope and is_positive(ratio) else None
        if base == Atom("fun", "log", (symbol(name),)) and exponent == 1 and _sign(factor):
            return exponential(-rest * power(factor, -1)), _sign(factor)
    return None


def _sign(poly: Poly) -> int:
    return 1 if is_positive(poly) else -1 if is_positive(-poly) else 0


def _broken(value: Any, name: str) -> Iterator[Atom]:
    if isinstance(value, tuple):
        for part in value:
            yield from _broken(part, name)
    elif isinstance(value, Poly) and name in value.free:
        for mono in value.terms:
            for pair in mono:
                yield from _broken(pair, name)
    elif isinstance(value, Atom) and name in value.free:
        if value.kind == "ind" or (value.kind == "fun" and value.args[0] == "abs"):
            yield value
        else:
            yield from _broken(value.args, name)


def _settled(poly: Poly, argument: Poly, below: bool) -> Poly:
    """poly where argument < 0 (`below`) or > 0."""

    def change(inner: Atom) -> Poly:
        if inner.kind == "ind" and inner.args[1] == argument:
            return ONE if below and inner.args[0] == "<" else ZERO
        if inner.kind == "fun" and inner.args == ("abs", (argument,)):
            return -argument if below else argument
        return mapped(inner, lambda part: transform(part, change)) if not argument.free.isdisjoint(inner.free) and (
            inner.kind not in ("sym", "comp", "scomp")) else atom(inner)

    return transform(poly, change)


def _at_least(high: Poly, low: Poly) -> bool:
    if high == INFINITY or low == -INFINITY:
        return True
    return INFINITY not in (low, -high) and is_nonnegative(high - low)
