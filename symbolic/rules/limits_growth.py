"""Limits towards ∞ by comparing how fast things grow: exponentials before powers, the largest of each deciding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.fractions import is_zero, together
from symbolic.algebra.poly import ZERO, Poly, as_exponent, as_poly, map_terms, monomial, product, symbol
from symbolic.algebra.powers import PI, E, exponential, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import substitute
from symbolic.rules.bridge import INFINITY
from symbolic.rules.dominance import dominated
from symbolic.rules.limits_approach import Approach, LimitRule, sign_of
from symbolic.rules.univariate import coefficients


def largest_exponential(approach: Approach) -> Poly | None:
    """Σ_j e^{cz_j} is dominated by its largest terms."""
    if not approach.endless:
        return None
    leading = dominated(approach.poly, approach.name, approach.situation)
    return None if leading is None or leading == approach.poly else approach.of(leading)


def vanishing_exponential(approach: Approach) -> Poly | None:
    """e^{-ax} → 0 and β^x → 0 for |β| < 1, faster than any power of x grows."""
    if not approach.endless or not _tame(approach.poly, approach.name) or _growing(approach.poly, approach.name):
        return None
    left, found = _without_decaying(approach.poly, approach.name)
    return approach.of(left) if found else None


#: Functions that keep what grows like a power growing like a power.
_MILD = frozenset({"log", "sin", "cos", "arctan", "erf", "abs"})


def _tame(value: Any, name: str) -> bool:
    """Does value grow like a power of name times exponentials with known rates, and nothing else?"""
    if isinstance(value, tuple):
        return all(_tame(part, name) for part in value)
    if name not in getattr(value, "free", ()):
        return True
    if isinstance(value, Atom):
        return value.kind == "sym" or (value.kind == "fun" and value.args[0] in _MILD and _tame(value.args[1], name))
    for mono in value.terms:
        for base, exponent in mono:
            if isinstance(exponent, Poly) and name in exponent.free:
                rate = _rate(base, exponent, name)
                if rate is None or not (is_positive(rate) or is_positive(-rate)):
                    return False
            elif not _tame(base, name):
                return False
    return True


def _without_decaying(poly: Poly, name: str) -> tuple[Poly, bool]:
    found = False

    def factor(base: Any, exponent: Any) -> Poly:
        nonlocal found
        rate = _rate(base, exponent, name)
        if rate is not None and is_positive(-rate):
            found = True
            return ZERO
        if isinstance(base, Poly) and name in base.free:
            inner, changed = _without_decaying(base, name)
            found = found or changed
            return power(inner, exponent)
        return monomial(frozenset(((base, exponent),)))

    return map_terms(poly, lambda c, mono: product(factor(b, x) for b, x in mono).scale(c)), found


def _rate(base: Any, exponent: Any, name: str) -> Poly | None:
    """a when base^exponent = e^{a·name + …}; ∓1 for a base known to be below or above 1."""
    if not isinstance(exponent, Poly) or name not in exponent.free or name in getattr(base, "free", ()):
        return None
    slope = exponent - substitute(exponent, {name: ZERO})
    slope = slope * symbol(name) ** -1
    if name in slope.free:
        return None
    if base == E:
        return slope
    whole = as_poly(base)
    if facts().small(whole):
        return -slope if is_positive(whole) or is_positive(slope) else None
    return slope if isinstance(base, int) or is_positive(whole - 1) else None


def growing_exponential(approach: Approach) -> Poly | None:
    """Numerator and denominator compared in their one growing exponential, then in what is left."""
    if not approach.endless or not _tame(approach.poly, approach.name):
        return None
    rates = _growing(approach.poly, approach.name)
    if len(rates) != 1:
        return None
    (rate,) = rates
    above, below = together(approach.poly)
    leads = [_lead_exponential(part, approach.name, rate) for part in (above, below)]
    if any(lead is None for lead in leads):
        return None
    (high, top), (low, bottom) = (lead for lead in leads if lead is not None)
    if high == low:
        return approach.of(top * power(bottom, -1))
    if high < low:
        return ZERO
    sign = sign_of(top * power(bottom, -1))
    return None if sign is None else INFINITY.scale(Fraction(sign))


def _growing(poly: Poly, name: str) -> set[Poly]:
    """The rates a > 0 of the exponentials e^{k·a·name}, k > 0, each counted once up to k."""
    rates: set[Poly] = set()
    for mono in poly.terms:
        for base, exponent in mono:
            rate = _rate(base, exponent, name) if base == E else None
            if rate is not None and is_positive(rate) and not any(_multiple(rate, other) for other in rates):
                rates.add(rate)
            if isinstance(base, Poly):
                rates |= {r for r in _growing(base, name) if not any(_multiple(r, other) for other in rates)}
    return rates


def _multiple(rate: Poly, other: Poly) -> Fraction | None:
    return (rate * power(other, -1)).number


def _lead_exponential(poly: Poly, name: str, rate: Poly) -> tuple[Fraction, Poly] | None:
    """(k, c) with poly = c·e^{k·rate·name} + smaller, or None when it is not of that form."""
    parts: dict[Fraction, list[Poly]] = {}
    for mono, coefficient in poly.terms.items():
        times, rest = Fraction(0), dict(mono)
        for base, exponent in mono:
            if base == E and isinstance(exponent, Poly) and name in exponent.free:
                own = _rate(base, exponent, name)
                ratio = _multiple(own, rate) if own is not None else None
                if ratio is None or own is None:
                    return None
                times += ratio
                del rest[base]
                left = exponent - own * symbol(name)
                if left:
                    rest[base] = left
            elif isinstance(base, Poly) and name in base.free and _growing(base, name):
                return None
        parts.setdefault(times, []).append(monomial(frozenset(rest.items()), coefficient))
    top = max(parts)
    total = sum(parts[top], ZERO)
    return None if is_zero(total) else (top, total)


def quotient_of_polynomials(approach: Approach) -> Poly | None:
    """A quotient of polynomials goes as the quotient of their leading terms."""
    above, below = together(approach.poly)
    if not approach.endless:
        return None
    leads = [leading_power(part, approach.name) for part in (above, below)]
    if any(lead is None for lead in leads):
        return None
    (high, top), (low, bottom) = (lead for lead in leads if lead is not None)
    order = high - low
    ratio = top * power(bottom, -1)
    if not order:
        return ratio
    if is_positive(-order):
        return ZERO
    sign = sign_of(ratio)
    return INFINITY.scale(Fraction(sign)) if sign is not None and is_positive(order) else None


def leading_power(poly: Poly, name: str) -> tuple[Poly, Poly] | None:
    """(p, c) with poly = c·name^p + lower powers."""
    parts: dict[Poly, list[Poly]] = {}
    for mono, coefficient in poly.terms.items():
        factors = dict(mono)
        order = as_poly(factors.pop(Atom("sym", name), 0))
        rest = monomial(frozenset(factors.items()), coefficient)
        if name in rest.free or name in order.free:
            return None
        parts.setdefault(order, []).append(rest)
    highest = next((p for p in parts if all(p == q or is_positive(p - q) for q in parts)), None)
    if highest is None:
        return None
    total = sum(parts[highest], ZERO)
    return None if is_zero(total) else (highest, total)


def stirling(approach: Approach) -> Poly | None:
    """Γ(cx + a) ~ √(2π) e^{-cx} (cx)^{cx+a-1/2} in each term, where the terms have finite limits."""
    gammas = [a for mono in approach.poly.terms for a, _ in mono if _is_growing_gamma(a, approach.name)]
    if not approach.endless or not gammas or not _fixed_powers(approach):
        return None
    total = ZERO
    for mono, coefficient in approach.poly.terms.items():
        parts = [
            power(_equivalent(base, approach.name), exponent) if _is_growing_gamma(base, approach.name)
            else monomial(frozenset(((base, exponent),)))
            for base, exponent in mono
        ]
        found = approach.of(product(parts).scale(coefficient))
        if found is None or INFINITY.free & found.free:
            return None
        total = total + found
    return total


def _fixed_powers(approach: Approach) -> bool:
    """Does every Γ stand under an exponent that is a number?"""
    pairs = [pair for mono in approach.poly.terms for pair in mono if _is_growing_gamma(pair[0], approach.name)]
    return not any(isinstance(exponent, Poly) for _, exponent in pairs)


def _is_growing_gamma(base: Any, name: str) -> bool:
    if not isinstance(base, Atom) or base.kind != "fun" or base.args[0] != "Gamma" or name not in base.free:
        return False
    line = coefficients(base.args[1][0], name, 1)
    return line is not None and is_positive(line[1])


def _equivalent(base: Atom, name: str) -> Poly:
    line = coefficients(base.args[1][0], name, 1)
    assert line is not None
    shift, rate = line
    grown = rate * symbol(name)
    root = power(PI.scale(Fraction(2)), Fraction(1, 2))
    return root * exponential(-grown) * power(grown, as_exponent(grown + shift - Fraction(1, 2)))


GROWTH_RULES: tuple[LimitRule, ...] = (
    LimitRule("largest exponential", "a sum of exponentials is dominated by its largest term", largest_exponential),
    LimitRule("vanishing exponential", "exponentials with a negative rate vanish faster than powers grow",
              vanishing_exponential),
    LimitRule("growing exponential", "the largest power of a growing exponential decides", growing_exponential),
    LimitRule("leading terms", "a quotient of polynomials goes as the quotient of their leading terms",
              quotient_of_polynomials),
    LimitRule("Stirling's formula", "Γ(x + a) goes as √(2π) e^{−x} x^{x+a−1/2}", stirling),
)  # fmt: skip
