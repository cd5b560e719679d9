"""sin and cos: angle addition, parity, multiples of π/2, and sin² + cos² = 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ONE, ZERO, Poly, add, atom, constant, monomial, multiply, product, symbol
from symbolic.algebra.powers import natural_power, power

#: sin of k·π/6 and k·π/4 for the angles with one square root: fraction of π → (rational, radicand).
SINES = {
    Fraction(0): (Fraction(0), 1), Fraction(1, 6): (Fraction(1, 2), 1), Fraction(1, 4): (Fraction(1, 2), 2),
    Fraction(1, 3): (Fraction(1, 2), 3), Fraction(1, 2): (Fraction(1), 1),
}
_LARGEST_MULTIPLE = 12


def expanded(name: str, argument: Poly) -> Poly | None:
    """sin or cos of a sum by angle addition; None for a single positive angle."""
    if not argument:
        return ZERO if name == "sin" else ONE
    if len(argument.terms) > 1:
        first, rest = _split(argument)
        sin_a, cos_a, sin_b, cos_b = (_of(n, x) for x in (first, rest) for n in ("sin", "cos"))
        return sin_a * cos_b + cos_a * sin_b if name == "sin" else cos_a * cos_b - sin_a * sin_b
    ((mono, coefficient),) = argument.terms.items()
    if mono == frozenset(((Atom("sym", "π"), 1),)):
        return _at_multiple_of_pi(name, coefficient)
    if coefficient < 0:
        return _of(name, -argument).scale(Fraction(-1 if name == "sin" else 1))
    if coefficient.denominator == 1 and 1 < coefficient <= _LARGEST_MULTIPLE:
        one = monomial(mono)
        return _multiple(name, one, int(coefficient))
    return None


def _of(name: str, argument: Poly) -> Poly:
    result = expanded(name, argument)
    return result if result is not None else atom(Atom("fun", name, (argument,)))


def _split(argument: Poly) -> tuple[Poly, Poly]:
    mono = min(argument.terms, key=lambda m: monomial(m).key)
    first = monomial(mono, argument.terms[mono])
    return first, argument - first


def _multiple(name: str, angle: Poly, times: int) -> Poly:
    """sin(kx), cos(kx) from (cos x + i sin x)^k."""
    sin, cos = _of("sin", angle), _of("cos", angle)
    start = 1 if name == "sin" else 0
    parts, binomial = [], 1
    for k in range(times + 1):
        if k % 2 == start:
            sign = -1 if (k - start) // 2 % 2 else 1
            power_product = product((natural_power(cos, times - k), natural_power(sin, k)))
            parts.append(power_product.scale(Fraction(sign * binomial)))
        binomial = binomial * (times - k) // (k + 1)
    return add(parts)


def _at_multiple_of_pi(name: str, turns: Fraction) -> Poly | None:
    if name == "cos":
        turns += Fraction(1, 2)
    turns %= 2
    sign = 1
    if turns >= 1:
        turns, sign = turns - 1, -1
    turns = min(turns, 1 - turns)
    if turns not in SINES:
        angle = turns if name == "sin" else None
        return None if angle is None else atom(Atom("fun", "sin", (symbol("π").scale(angle),))).scale(Fraction(sign))
    rational, radicand = SINES[turns]
    return power(constant(radicand), Fraction(1, 2)).scale(rational * sign)


def pythagoras(poly: Poly) -> Poly:
    """poly with sin² replaced by 1 - cos², after negative powers of sines were multiplied away."""
    poly = _cleared(poly)
    parts = []
    for mono, coefficient in poly.terms.items():
        sines = [(base, exponent) for base, exponent in mono if _is_sine(base) and isinstance(exponent, int)]
        if not any(exponent > 1 for _, exponent in sines):
            parts.append(monomial(mono, coefficient))
            continue
        rest = monomial(frozenset(pair for pair in mono if pair not in sines), coefficient)
        parts.append(product((rest, *(_even_part(base, exponent) for base, exponent in sines))))
    return add(parts)


def _is_sine(base: Any) -> bool:
    return isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "sin"


def _even_part(base: Atom, exponent: int) -> Poly:
    cosine = atom(Atom("fun", "cos", base.args[1]))
    even = natural_power(ONE - multiply(cosine, cosine), exponent // 2)
    return multiply(even, atom(base)) if exponent % 2 else even


def _cleared(poly: Poly) -> Poly:
    lowest: dict[Any, int] = {}
    for mono in poly.terms:
        for base, exponent in mono:
            if _is_sine(base) and isinstance(exponent, int):
                lowest[base] = min(lowest.get(base, 0), exponent)
    factor = frozenset((base, -exponent) for base, exponent in lowest.items() if exponent < 0)
    return multiply(poly, monomial(factor)) if factor else poly
