"""Powers and products of monomials: x^a·x^b = x^{a+b}, with the side conditions that real algebra needs."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from symbolic.algebra.acting import IDEMPOTENT, act, is_selector
from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import spend
from symbolic.algebra.poly import (
    ONE,
    ZERO,
    Exponent,
    Monomial,
    Poly,
    add,
    as_exponent,
    as_poly,
    constant,
    monomial,
    multiply,
    product,
    symbol,
)
from symbolic.algebra.signs import is_integer, is_nonnegative, is_positive

E = Atom("sym", "e")
PI = symbol("π")


class Undefined(ArithmeticError):
    """An expression without a value: 0^-1, log 0."""


def monomial_product(left: Monomial, right: Monomial) -> Monomial | Poly:
    """left·right: a monomial, or a polynomial when a δ, a root or a power of a sum had to be settled."""
    factors = dict(left)
    for base, exponent in right:
        total = plus(factors[base], exponent) if base in factors else exponent
        if total == 0:
            del factors[base]
        else:
            factors[base] = total
    if any(_special(base, exponent) for base, exponent in factors.items()):
        return settle(factors)
    return frozenset(factors.items())


def plus(left: Exponent, right: Exponent) -> Exponent:
    if isinstance(left, Poly) or isinstance(right, Poly):
        return as_exponent(as_poly(left) + as_poly(right))
    return as_exponent(left + right)


def times(left: Exponent, right: Exponent) -> Exponent:
    if isinstance(left, Poly) or isinstance(right, Poly):
        return as_exponent(as_poly(left) * as_poly(right))
    return as_exponent(left * right)


def _special(base: Any, exponent: Exponent) -> bool:
    if isinstance(base, Atom):
        return base.kind in IDEMPOTENT or is_selector(base) or _is_absolute_square(base, exponent)
    if isinstance(base, Poly):
        return (not isinstance(exponent, Poly) and exponent >= 1) or _is_even_power(base, exponent)
    return True


def _is_even_power(base: Poly, exponent: Exponent) -> bool:
    """Is it (-1)^{2k}?"""
    return base.number == -1 and is_integer(as_poly(exponent).scale(Fraction(1, 2)))


def _is_absolute_square(base: Atom, exponent: Exponent) -> bool:
    """Does |u|^k hold a whole power of |u|² = u²?"""
    return base.kind == "fun" and base.args[0] == "abs" and isinstance(exponent, int) and abs(exponent) > 1


def settle(factors: dict[Any, Any]) -> Monomial | Poly:
    """The product of the factors with integer radicals reduced, sums multiplied out and δ's applied."""
    coefficient, opened = Fraction(1), []
    plain: dict[Any, Any] = {}
    for base, exponent in factors.items():
        if isinstance(base, int):
            scale, rest = _split_integer(base, exponent)
            coefficient *= scale
            if rest != 0:
                plain[base] = rest
        elif isinstance(base, Poly) and _is_even_power(base, exponent):
            continue
        elif isinstance(base, Poly) and not isinstance(exponent, Poly) and exponent >= 1:
            whole = math.floor(exponent)
            opened.append(natural_power(base, whole))
            if exponent != whole:
                plain[base] = as_exponent(exponent - whole)
        elif isinstance(base, Atom) and _is_absolute_square(base, exponent):
            single = exponent % 2 * (1 if exponent > 0 else -1)
            opened.append(power(base.args[1][0], exponent - single))
            if single:
                plain[base] = single
        elif isinstance(base, Atom) and (base.kind in IDEMPOTENT or is_selector(base)):
            plain[base] = 1 if not isinstance(exponent, Poly) and exponent > 0 else exponent
        else:
            plain[base] = exponent
    acted = act(plain)
    if acted is None and not opened:
        mono = frozenset(plain.items())
        return mono if coefficient == 1 else monomial(mono, coefficient)
    start = acted if acted is not None else monomial(frozenset(plain.items()))
    return product((start, *opened)).scale(coefficient)


def _split_integer(base: int, exponent: Exponent) -> tuple[Fraction, Exponent]:
    """base^exponent = rational · base^rest with rest in [0, 1), or without an integer constant term."""
    known = exponent if not isinstance(exponent, Poly) else exponent.terms.get(frozenset(), Fraction(0))
    whole = math.floor(known)
    if abs(whole) > 4096:
        return Fraction(1), exponent
    return Fraction(base) ** whole, plus(exponent, -whole)


def natural_power(base: Poly, exponent: int) -> Poly:
    """base^exponent multiplied out."""
    result, square = ONE, base
    while exponent:
        if exponent & 1:
            result = multiply(result, square)
        exponent >>= 1
        if exponent:
            square = multiply(square, square)
    return result


def power(base: Poly, exponent: Exponent) -> Poly:
    """base^exponent for a real base, opened as far as signs and integrality allow."""
    if isinstance(exponent, Poly):
        from symbolic.algebra.division import reduced

        exponent = as_exponent(reduced(exponent))
    if exponent == 0:
        return ONE
    if exponent == 1:
        return base
    if not base:
        return _zero_power(exponent)
    if isinstance(exponent, int) and exponent > 0 and base.single() is None:
        spend(len(base.terms) * exponent)
        return natural_power(base, exponent)
    if base.atom == E:
        return exponential(as_poly(exponent))
    single = base.single()
    if single is not None:
        return _monomial_power(*single, exponent)
    return _sum_power(base, exponent)


def _zero_power(exponent: Exponent) -> Poly:
    if is_positive(as_poly(exponent)):
        return ZERO
    if isinstance(exponent, Poly):
        return monomial(frozenset(((ZERO, exponent),)))
    raise Undefined("division by zero")


def exponential(exponent: Poly) -> Poly:
    """e^exponent, with e^{a log b} = b^a."""
    factors, rest = [], []
    for mono, coefficient in exponent.terms.items():
        logs = [b for b, x in mono if isinstance(b, Atom) and b.kind == "fun" and b.args[0] == "log" and x == 1]
        if len(logs) == 1:
            others = monomial(mono - {(logs[0], 1)}, coefficient)
            factors.append(power(logs[0].args[1][0], as_exponent(others)))
        else:
            rest.append(monomial(mono, coefficient))
    left = as_exponent(add(rest))
    head = ONE if left == 0 else monomial(frozenset(((E, left),)))
    return product((head, *factors))


def _monomial_power(coefficient: Fraction, mono: Monomial, exponent: Exponent) -> Poly:
    whole = is_integer(as_poly(exponent))
    parts: list[Poly] = []
    kept: dict[Any, Any] = {}
    sign = Fraction(-1) if coefficient < 0 and not whole else Fraction(1)
    for base, inner in mono:
        if whole or _is_nonnegative_base(base):
            parts.append(raised(base, times(inner, exponent)))
        elif isinstance(base, Poly) and isinstance(inner, int) and inner % 2 and _is_nonnegative_base(-base):
            sign = -sign
            parts.append(power(-base, times(inner, exponent)))
        elif isinstance(inner, int) and inner % 2 == 0:
            parts.append(power(absolute(as_base(base)), times(inner, exponent)))
        else:
            kept[base] = inner
    parts.append(_number_power(coefficient * sign, exponent))
    if kept and all(isinstance(inner, int) and inner < 0 for inner in kept.values()):
        below = product(raised(base, -inner) for base, inner in kept.items()).scale(sign)
        return product((*parts, power(below, times(-1, exponent))))
    if kept or sign < 0:
        inside = monomial(frozenset(kept.items()), sign)
        bare = inside.single()
        if bare and bare[0] == 1 and len(bare[1]) == 1:
            ((base, inner),) = bare[1]
            if inner == 1:
                inside = monomial(frozenset(((base, exponent),)))
                return product((*parts, inside))
        parts.append(monomial(frozenset(((inside, exponent),))))
    return product(parts)


def as_base(base: Any) -> Poly:
    return base if isinstance(base, Poly) else constant(base) if isinstance(base, int) else as_poly(base)


def raised(base: Any, exponent: Exponent) -> Poly:
    """base^exponent for a base that already stands in a monomial."""
    if exponent == 0:
        return ONE
    if base == E:
        return exponential(as_poly(exponent))
    if isinstance(base, Poly) and isinstance(exponent, int) and exponent > 0:
        return natural_power(base, exponent)
    settled = settle({base: exponent})
    return settled if isinstance(settled, Poly) else monomial(settled)


def absolute(base: Poly) -> Poly:
    from symbolic.algebra.functions import function

    return function("abs", (base,))


def _is_nonnegative_base(base: Any) -> bool:
    from symbolic.algebra.signs import is_nonnegative

    return isinstance(base, int) or is_nonnegative(as_base(base))


def _number_power(value: Fraction, exponent: Exponent) -> Poly:
    """value^exponent over primes, for a positive value or an integer exponent."""
    if value == 1:
        return ONE
    if isinstance(exponent, int):
        if abs(exponent) > 4096:
            raise Undefined("a number too large to write out")
        return constant(value**exponent)
    if value < 0:
        minus = monomial(frozenset(((constant(-1), exponent),)))
        return multiply(minus, _number_power(-value, exponent))
    parts = [raised(prime, times(count, exponent)) for prime, count in factorize(value.numerator).items()]
    parts += [raised(prime, times(-count, exponent)) for prime, count in factorize(value.denominator).items()]
    return product(parts)


def factorize(value: int) -> dict[int, int]:
    """The prime factors of a positive integer; a cofactor without small factors stays whole."""
    found: dict[int, int] = {}
    candidate = 2
    while candidate * candidate <= value and candidate < 10_000:
        while value % candidate == 0:
            found[candidate] = found.get(candidate, 0) + 1
            value //= candidate
        candidate += 1
    if value > 1:
        found[value] = found.get(value, 0) + 1
    return found


def _sum_power(base: Poly, exponent: Exponent) -> Poly:
    """(content · primitive)^exponent with the content taken out where its sign allows."""
    from symbolic.algebra.fractions import content, together

    numerator, denominator = together(base)
    whole = is_integer(as_poly(exponent))
    if denominator != ONE and is_positive(-denominator):
        numerator, denominator = -numerator, -denominator
    if denominator != ONE and (whole or is_positive(denominator)):
        return multiply(power(numerator, exponent), power(denominator, times(-1, exponent)))
    if whole and is_nonnegative(-base):
        return multiply(_number_power(Fraction(-1), exponent), _sum_power(-base, exponent))
    outside, primitive = content(base, signed=whole and not is_nonnegative(base))
    if outside != ONE:
        if whole or is_positive(outside):
            return multiply(power(outside, exponent), power(primitive, exponent))
        ((mono, rational),) = outside.terms.items()
        base = multiply(monomial(mono), primitive)
        return multiply(_number_power(abs(rational), exponent), _bare(base, exponent))
    return _bare(base, exponent)


def _bare(base: Poly, exponent: Exponent) -> Poly:
    if not isinstance(exponent, Poly) and exponent >= 1:
        whole = math.floor(exponent)
        rest = as_exponent(exponent - whole)
        tail = ONE if rest == 0 else monomial(frozenset(((base, rest),)))
        return multiply(natural_power(base, whole), tail)
    return monomial(frozenset(((base, exponent),)))
