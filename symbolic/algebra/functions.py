"""Elementary functions: each opened into powers, exponentials and indicators as far as an identity without side
conditions (or with conditions that are known to hold) allows; otherwise kept as an atom.

`OPENINGS` is the one table: name → (arguments → polynomial, or None when no identity applies).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.gammas import binomial, digamma, factorial, gamma, polygamma
from symbolic.algebra.poly import (
    ONE,
    ZERO,
    Monomial,
    Poly,
    add,
    as_poly,
    atom,
    constant,
    monomial,
    multiply,
    product,
)
from symbolic.algebra.powers import PI, E, Undefined, as_base, exponential, factorize, power
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.smooth import MARK, ordered

HALF = Fraction(1, 2)


def function(name: str, arguments: tuple[Any, ...]) -> Poly:
    """name(arguments), opened when the table has an identity for it."""
    from symbolic.algebra.division import reduced

    arguments = tuple(reduced(part) if isinstance(part, Poly) else part for part in arguments)
    opening = OPENINGS.get(name)
    if opening is not None:
        result = opening(*arguments)
        if result is not None:
            return result
    if MARK in name:
        return ordered(name, arguments)
    return atom(Atom("fun", name, arguments))


def logarithm(argument: Poly) -> Poly | None:
    """log Π b^x = Σ x log b where at most one factor's sign is unknown."""
    from symbolic.algebra.fractions import content, together

    if not argument:
        raise Undefined("log 0")
    if argument == ONE:
        return ZERO
    single = argument.single()
    if single is not None:
        return _log_monomial(*single)
    above, below = together(argument)
    if below != ONE and is_positive(-below):
        above, below = -above, -below
    if below != ONE and is_positive(below):
        return function("log", (above,)) - function("log", (below,))
    outside, primitive = content(argument, signed=False)
    if outside != ONE and is_positive(outside):
        return function("log", (outside,)) + _bare_log(primitive)
    return None


def _bare_log(argument: Poly) -> Poly:
    return atom(Atom("fun", "log", (argument,)))


def _log_monomial(coefficient: Fraction, mono: Monomial) -> Poly | None:
    if coefficient < 0:
        return None
    parts, unknown = [], []
    for base, exponent in mono:
        whole = as_base(base)
        if base == E:
            parts.append(as_poly(exponent))
        elif isinstance(base, int):
            parts.append(as_poly(exponent) * _bare_log(constant(base)))
        elif is_positive(whole):
            parts.append(as_poly(exponent) * _positive_log(base, whole))
        elif isinstance(exponent, int) and exponent % 2 == 0:
            parts.append(constant(exponent) * _bare_log(function("abs", (whole,))))
        else:
            unknown.append((base, exponent))
    if len(unknown) > 1:
        return None
    if unknown and coefficient == 1 and not parts:
        ((base, exponent),) = unknown
        if exponent == 1:
            return None
    parts += [as_poly(x) * _positive_log(b, as_base(b)) for b, x in unknown]
    for value, sign in ((coefficient.numerator, 1), (coefficient.denominator, -1)):
        parts += [_bare_log(constant(prime)).scale(Fraction(sign * times)) for prime, times in factorize(value).items()]
    return add(parts)


def _positive_log(base: Any, whole: Poly) -> Poly:
    """log of one base; of a product over an index, the sum of logs."""
    from symbolic.algebra.binders import open_binder
    from symbolic.algebra.sums import sum_over

    if isinstance(base, Atom) and base.kind == "prod":
        names, ranges, body = open_binder(base)
        low, high = ranges[0]
        return sum_over(names[0], low, high, function("log", (body,)))
    return _bare_log(whole)


def indicator(relation: str, argument: Poly) -> Poly:
    """𝟙[argument relation 0], over the atoms 𝟙[p < 0] and 𝟙[p = 0] with p's leading sign positive."""
    number = argument.number
    if number is not None:
        holds = {"<": number < 0, "≤": number <= 0, "=": number == 0}[relation]
        return ONE if holds else ZERO
    if relation == "≤":
        return indicator("<", argument) + indicator("=", argument)
    if relation == "=" and (is_positive(argument) or is_positive(-argument)):
        return ZERO
    if relation == "<" and is_nonnegative(argument):
        return ZERO
    if relation == "<" and is_positive(-argument):
        return ONE
    from symbolic.algebra.fractions import content

    outside, primitive = content(argument, signed=True)
    sign = 1 if next(iter(outside.terms.values())) > 0 else -1
    rest = outside.scale(1 / next(iter(outside.terms.values())))
    if rest != ONE and not is_positive(rest):
        primitive = multiply(primitive, rest)
    if relation == "=":
        return atom(Atom("ind", "=", primitive))
    if sign > 0:
        return atom(Atom("ind", "<", primitive))
    return ONE - indicator("<", primitive) - indicator("=", primitive)


def maximum(*arguments: Poly) -> Poly | None:
    """max(a, b) = a + (b − a)·𝟙[a < b], or b + (a − b)·𝟙[b < a]: whichever indicator is an atom, so that min agrees."""
    if len(arguments) < 2 or any(isinstance(part, Atom) for part in arguments):
        return None
    best = arguments[0]
    for other in arguments[1:]:
        below = indicator("<", best - other)
        turned = len(below.terms) > 1
        step = (best - other) * indicator("<", other - best) if turned else (other - best) * below
        best = step + (other if turned else best)
    return best


def minimum(*arguments: Poly) -> Poly | None:
    negated = maximum(*(-part for part in arguments)) if all(isinstance(p, Poly) for p in arguments) else None
    return -negated if negated is not None else None


def absolute(argument: Poly) -> Poly | None:
    """|Π b^x| = Π |b|^x, over real b."""
    if is_nonnegative(argument):
        return argument
    if is_nonnegative(-argument):
        return -argument
    single = argument.single()
    if single is None:
        from symbolic.algebra.fractions import content

        outside, primitive = content(argument, signed=True)
        if outside == ONE:
            return None
        return multiply(function("abs", (outside,)), function("abs", (primitive,)))
    coefficient, mono = single
    if coefficient == 1 and len(mono) == 1 and next(iter(mono))[1] == 1:
        return None
    parts = [power(function("abs", (monomial(frozenset(((b, 1),))),)), x) for b, x in mono if _real_power(x)]
    rest = [monomial(frozenset(((b, x),))) for b, x in mono if not _real_power(x)]
    if rest and not all(is_nonnegative(part) for part in rest):
        return None
    return product((*parts, *rest)).scale(abs(coefficient))


def _real_power(exponent: Any) -> bool:
    return isinstance(exponent, int)


def sign_of(argument: Poly) -> Poly:
    """sign x = 𝟙[x > 0] - 𝟙[x < 0]."""
    return indicator("<", -argument) - indicator("<", argument)


def odd(name: str) -> Callable[[Poly], Poly | None]:
    """f(-x) = -f(x), so that the leading sign of the argument is positive."""

    def opened(argument: Poly) -> Poly | None:
        if not argument:
            return ZERO
        from symbolic.algebra.fractions import content

        outside, _ = content(argument, signed=True)
        return -atom(Atom("fun", name, (-argument,))) if next(iter(outside.terms.values())) < 0 else None

    return opened


def arcsine(argument: Poly) -> Poly | None:
    """arcsin(-x) = -arcsin x; the angles of `SINES` have their values."""
    from symbolic.algebra.trigonometry import SINES

    for turns, (rational, radicand) in SINES.items():
        for sign in (1, -1):
            if argument == power(constant(radicand), HALF).scale(rational * sign):
                return PI.scale(turns * sign)
    return odd("arcsin")(argument)


def _hyperbolic(sign: int) -> Callable[[Poly], Poly]:
    return lambda x: (exponential(x) + exponential(-x).scale(Fraction(sign))).scale(HALF)


def tanh(argument: Poly) -> Poly:
    """tanh x = (e^{2x} - 1)/(e^{2x} + 1)."""
    twice = exponential(argument.scale(Fraction(2)))
    return (twice - 1) * power(twice + 1, -1)


def mean(body: Poly) -> Poly:
    """E[body] kept as it is: coefficients stand outside."""
    single = body.single()
    if single is not None and single[0] != 1:
        return mean(monomial(single[1])).scale(single[0])
    return atom(Atom("mean", body))


def _log_base(argument: Poly, base: Poly) -> Poly:
    return function("log", (argument,)) * power(function("log", (base,)), -1)


def _trigonometric(name: str) -> Callable[[Poly], Poly | None]:
    def opened(argument: Poly) -> Poly | None:
        from symbolic.algebra.trigonometry import expanded

        return expanded(name, argument)

    return opened


OPENINGS: dict[str, Callable[..., Poly | None]] = {
    "exp": exponential,
    "log": logarithm,
    "log_base": _log_base,
    "sqrt": lambda x: power(x, HALF),
    "abs": absolute,
    "sign": sign_of,
    "max": maximum,
    "min": minimum,
    "relu": lambda x: maximum(ZERO, x),
    "sin": _trigonometric("sin"),
    "cos": _trigonometric("cos"),
    "tan": lambda x: function("sin", (x,)) * power(function("cos", (x,)), -1),
    "cot": lambda x: function("cos", (x,)) * power(function("sin", (x,)), -1),
    "sec": lambda x: power(function("cos", (x,)), -1),
    "csc": lambda x: power(function("sin", (x,)), -1),
    "sinh": _hyperbolic(-1),
    "cosh": _hyperbolic(1),
    "tanh": tanh,
    "sech": lambda x: power(function("cosh", (x,)), -1),
    "Gamma": gamma,
    "psi": digamma,
    "polygamma": polygamma,
    "factorial": factorial,
    "binom": binomial,
    "erf": odd("erf"),
    "erfc": lambda x: ONE - function("erf", (x,)),
    "erfinv": odd("erfinv"),
    "arctan": odd("arctan"),
    "arcsin": arcsine,
    "arccos": lambda x: PI.scale(HALF) - function("arcsin", (x,)),
    "normal cdf": lambda x: (ONE + function("erf", (x * power(constant(2), -HALF),))).scale(HALF),
    "normal quantile": lambda q: power(constant(2), HALF) * function("erfinv", (q + q - 1,)),
    "normal pdf": lambda x: exponential((x * x).scale(-HALF)) * power(PI.scale(Fraction(2)), -HALF),
}
