"""Γ, ψ, ψ⁽ⁿ⁾, factorials and binomial coefficients: shifted by whole numbers towards a constant part in [0, 1)."""

from __future__ import annotations

import math
from fractions import Fraction

from symbolic.algebra.poly import ONE, Poly, add, constant, product, symbol
from symbolic.algebra.powers import PI, Undefined, power

HALF = Fraction(1, 2)


def _function(name: str, *arguments: Poly) -> Poly:
    from symbolic.algebra.functions import function

    return function(name, arguments)


def factorial(argument: Poly) -> Poly:
    """n! = Γ(n + 1)."""
    return _function("Gamma", argument + 1)


def binomial(n: Poly, k: Poly) -> Poly:
    """n!/(k!(n − k)!)."""
    below = _function("factorial", k) * _function("factorial", n - k)
    return _function("factorial", n) * power(below, -1)


def gamma(argument: Poly) -> Poly | None:
    """Γ(x + 1) = x Γ(x), down to a constant part in [0, 1); Γ(1) = 1, Γ(1/2) = √π."""
    number = argument.number
    if number is not None and number.denominator <= 2:
        return _gamma_number(number)
    shift = math.floor(argument.terms.get(frozenset(), Fraction(0)))
    if shift == 0 or abs(shift) > 64:
        return None
    low = argument - shift
    steps = product(low + step for step in range(shift)) if shift > 0 else product(low - k for k in range(1, 1 - shift))
    return _function("Gamma", low) * (steps if shift > 0 else steps**-1)


def _gamma_number(number: Fraction) -> Poly | None:
    if number.denominator == 1:
        if number <= 0:
            raise Undefined("Γ at a pole")
        return constant(math.factorial(int(number) - 1)) if number < 200 else None
    value, position = power(PI, HALF), HALF
    while position < number and number < 200:
        value, position = value.scale(position), position + 1
    while position > number > -200:
        position -= 1
        value = value.scale(1 / position)
    return value if position == number else None


def _shift(argument: Poly) -> int | None:
    """The whole number to take off so that the constant part lies in [0, 1), of a number in (0, 1]; None for none."""
    shift = math.floor(argument.terms.get(frozenset(), Fraction(0)))
    if argument.number is not None:
        shift -= argument.number.denominator == 1
    return None if shift == 0 or abs(shift) > 64 else shift


def digamma(argument: Poly) -> Poly | None:
    """ψ(x + 1) = ψ(x) + 1/x; ψ(1) = -γ."""
    if argument == ONE:
        return -symbol("γ")
    if argument == constant(HALF):
        return -symbol("γ") - _function("log", constant(2)).scale(Fraction(2))
    shift = _shift(argument)
    if shift is None:
        return None
    low = argument - shift
    if shift > 0:
        return _function("psi", low) + add((low + step) ** -1 for step in range(shift))
    return _function("psi", low) - add((low - step) ** -1 for step in range(1, 1 - shift))


def polygamma(order: Poly, argument: Poly) -> Poly | None:
    """ψ⁽ⁿ⁾(x + 1) = ψ⁽ⁿ⁾(x) + (-1)ⁿ n!/x^{n+1}; ψ⁽⁰⁾ = ψ, ψ'(1) = π²/6, ψ'(1/2) = π²/2."""
    number = order.number
    if number is None or number.denominator != 1 or number < 0:
        return None
    if number == 0:
        return _function("psi", argument)
    if number == 1 and argument in (ONE, constant(HALF)):
        return power(PI, 2).scale(Fraction(1, 6) if argument == ONE else HALF)
    shift = _shift(argument)
    if shift is None:
        return None
    low = argument - shift
    places = range(shift) if shift > 0 else range(shift, 0)
    steps = add(power(low + step, -int(number) - 1) for step in places)
    sign = Fraction(math.factorial(int(number)) * (-1) ** int(number) * (1 if shift > 0 else -1))
    return _function("polygamma", order, low) + steps.scale(sign)
