"""Limits at symbolic size, by an ordered table of rules; None where no rule decides.

A limit that a rule gives holds for all values that the facts in force allow.  What SymPy says of a scalar expression is
used only when numbers on the way to the limit agree with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.fractions import is_zero, together
from symbolic.algebra.indices import FRESH
from symbolic.algebra.poly import ZERO, Poly, as_poly, map_terms, monomial, product, symbol
from symbolic.algebra.powers import E, Undefined, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.lowering.scope import Unsupported
from symbolic.rules.bridge import INFINITY, Bridge, Untranslatable, from_sympy, to_sympy
from symbolic.rules.calculus import differentiate
from symbolic.rules.dominance import dominated
from symbolic.rules.laurent import NoSeries, leading
from symbolic.rules.values import value, worlds

_names = count(1)
#: Derivatives tried on a quotient 0/0, and the size of what SymPy is asked about.
_ORDERS = 6
_LARGEST = 60


@dataclass(frozen=True)
class Approach:
    """lim_{name → target} poly from `side` ("", "+", "-")."""

    poly: Poly
    name: str
    target: Poly
    side: str
    situation: Situation

    @property
    def endless(self) -> bool:
        return self.target == INFINITY

    def of(self, poly: Poly) -> Poly | None:
        """The limit of another expression along the same way."""
        return _by_rules(replace(self, poly=poly))


def limit(poly: Poly, name: str, target: Poly, side: str, situation: Situation) -> Poly | None:
    """The limit, or None when no rule gives it."""
    if not side and target == ZERO and is_positive(symbol(name)):
        side = "+"
    if target == -INFINITY or (target == INFINITY and not is_positive(symbol(name))):
        return _towards_infinity(poly, name, 1 if target == INFINITY else -1, situation)
    return _by_rules(Approach(poly, name, target, side, situation))


def _towards_infinity(poly: Poly, name: str, sign: int, situation: Situation) -> Poly | None:
    """x = ±u with u → ∞, u being positive from some point on."""
    new = _positive(situation)
    moved = substitute(poly, {name: symbol(new) * sign})
    return _by_rules(Approach(moved, new, INFINITY, "", situation))


def _positive(situation: Situation) -> str:
    """A new name, known to be positive."""
    name = f"{FRESH}u{next(_names)}"
    situation.facts.learn(name, "positive")
    return name


def _by_rules(approach: Approach) -> Poly | None:
    if approach.name not in approach.poly.free:
        return approach.poly
    for rule in RULES:
        try:
            found = rule.apply(approach)
        except Undefined:
            continue
        if found is not None:
            approach.situation.note(rule.name, rule.text)
            return found
    return None


def _continuous(approach: Approach) -> Poly | None:
    """f(x) → f(a) where f is continuous at a."""
    if approach.endless or _jumps(approach.poly, approach.name):
        return None
    if any(_vanishes(base, approach) for base in _denominators(approach.poly)):
        return None
    return substitute(approach.poly, {approach.name: approach.target})


def _jumps(value: Any, name: str) -> bool:
    """Does an indicator, a δ or an opaque function depend on name?"""
    if isinstance(value, tuple):
        return any(_jumps(part, name) for part in value)
    if name not in getattr(value, "free", ()):
        return False
    if isinstance(value, Poly):
        return any(_jumps(pair, name) for mono in value.terms for pair in mono)
    return value.kind in ("δ", "ind", "mean", "comp", "scomp") or _jumps(value.args, name)


def _denominators(poly: Poly) -> list[Poly]:
    """Bases under negative or symbolic exponents."""
    found = []
    for mono in poly.terms:
        for base, exponent in mono:
            if not isinstance(base, int) and base != E and (isinstance(exponent, Poly) or exponent < 0):
                found.append(as_poly(base))
    return found


def _vanishes(base: Poly, approach: Approach) -> bool:
    return is_zero(substitute(base, {approach.name: approach.target}))


def _peaks(approach: Approach) -> Poly | None:
    """Σ_j e^{cz_j} is dominated by its largest terms."""
    if not approach.endless:
        return None
    leading = dominated(approach.poly, approach.name, approach.situation)
    return None if leading is None or leading == approach.poly else approach.of(leading)


def _small_exponentials(approach: Approach) -> Poly | None:
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
        return -slope
    return slope if isinstance(base, int) or is_positive(whole - 1) else None


def _large_exponentials(approach: Approach) -> Poly | None:
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
    sign = _sign(top * power(bottom, -1))
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


def _sign(poly: Poly) -> int | None:
    if is_positive(poly):
        return 1
    return -1 if is_positive(-poly) else None


def _rational(approach: Approach) -> Poly | None:
    """A quotient of polynomials goes as the quotient of their leading terms."""
    above, below = together(approach.poly)
    if not approach.endless:
        return None
    leads = [_leading(part, approach.name) for part in (above, below)]
    if any(lead is None for lead in leads):
        return None
    (high, top), (low, bottom) = (lead for lead in leads if lead is not None)
    order = high - low
    ratio = top * power(bottom, -1)
    if not order:
        return ratio
    if is_positive(-order):
        return ZERO
    sign = _sign(ratio)
    return INFINITY.scale(Fraction(sign)) if sign is not None and is_positive(order) else None


def _leading(poly: Poly, name: str) -> tuple[Poly, Poly] | None:
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


def _quotient(approach: Approach) -> Poly | None:
    """0/0 at a point: the quotient of the first derivatives that do not vanish (l'Hôpital)."""
    if approach.endless or _jumps(approach.poly, approach.name):
        return None
    above, below = _fraction(approach.poly, approach.name)
    if approach.name not in below.free:
        return None
    first, second = _first_order(above, approach), _first_order(below, approach)
    if first is None or second is None:
        return ZERO if first is None and second is not None and is_zero(above) else None
    if first[0] > second[0]:
        return ZERO
    return first[1] * power(second[1], -1) if first[0] == second[0] else None


def _fraction(poly: Poly, name: str) -> tuple[Poly, Poly]:
    """(numerator, denominator), negative powers of atoms that depend on name in the denominator too."""
    above, below = together(poly)
    lowest: dict[Any, int] = {}
    for mono in above.terms:
        for base, exponent in mono:
            if isinstance(exponent, int) and exponent < 0 and name in getattr(base, "free", ()):
                lowest[base] = min(lowest.get(base, 0), exponent)
    factor = monomial(frozenset((base, -exponent) for base, exponent in lowest.items()))
    return above * factor, below * factor


def _first_order(poly: Poly, approach: Approach) -> tuple[int, Poly] | None:
    """(k, f⁽ᵏ⁾(a)) for the first derivative that does not vanish at a."""
    target = Atom("sym", approach.name)
    for order in range(_ORDERS):
        here = substitute(poly, {approach.name: approach.target})
        if not is_zero(here):
            return order, here
        try:
            poly = differentiate(poly, target)
        except Unsupported:
            return None
    return None


def _reciprocal(approach: Approach) -> Poly | None:
    """f(1/x) → f(0) as x → ∞ where f is continuous at 0."""
    if not approach.endless or _jumps(approach.poly, approach.name):
        return None
    moved = substitute(approach.poly, {approach.name: symbol(approach.name) ** -1})
    return _continuous(replace(approach, poly=moved, target=ZERO, side="+"))


def _expanded(approach: Approach) -> Poly | None:
    """The leading term of the Laurent series in x - a, or in 1/x towards ∞."""
    if _jumps(approach.poly, approach.name):
        return None
    step = symbol(approach.name)
    near = step**-1 if approach.endless else approach.target + step
    try:
        order, value = leading(substitute(approach.poly, {approach.name: near}), approach.name)
    except (NoSeries, Unsupported):
        return None
    if order >= 0:
        return value if order == 0 else ZERO
    sign = _sign(value) if approach.endless or approach.side == "+" else None
    return INFINITY.scale(Fraction(sign)) if sign is not None else None


def _inverted(approach: Approach) -> Poly | None:
    """x → a from one side is a ± 1/u with u → ∞."""
    if approach.endless or not approach.side:
        return None
    new = _positive(approach.situation)
    away = symbol(new) ** -1
    moved = substitute(approach.poly, {approach.name: approach.target + (-away if approach.side == "-" else away)})
    inner = Approach(moved, new, INFINITY, "", approach.situation)
    for rule in (_peaks, _small_exponentials, _large_exponentials):
        found = rule(inner)
        if found is not None:
            return found
    return None


def _by_sympy(approach: Approach) -> Poly | None:
    """SymPy's limit of a small scalar expression, where numbers agree."""
    if size(approach.poly) > _LARGEST:
        return None
    import sympy

    try:
        expression, back = to_sympy(approach.poly, Bridge(frozenset((approach.name,))))
        where = to_sympy(approach.target, back)[0]
        variable = back.symbol(Atom("sym", approach.name))
        found = sympy.limit(expression, variable, where, approach.side or "+")
        if not approach.endless and not approach.side and found != sympy.limit(expression, variable, where, "-"):
            return None
    except Untranslatable:
        return None
    except (ArithmeticError, AttributeError, NotImplementedError, RecursionError, TypeError, ValueError):
        return None
    result = from_sympy(found, back)
    return result if result is not None and _agrees(result, approach) else None


def size(value: Any) -> int:
    """How many factors a polynomial is written with."""
    if isinstance(value, Poly):
        return sum(1 + size(base) + size(exponent) for mono in value.terms for base, exponent in mono) + 1
    if isinstance(value, Atom):
        return 1 + size(value.args)
    return sum(size(part) for part in value) if isinstance(value, tuple) else 0


def _agrees(result: Poly, approach: Approach) -> bool:
    """Do values on the way come nearer to the result, at two generic points?"""
    import mpmath

    variable = Atom("sym", approach.name)
    found = worlds((approach.poly, result if result.free != {"∞"} else ZERO), 2)
    with mpmath.workdps(60):
        return bool(found) and all(_nears(result, approach, world, variable) for world in found)


def _nears(result: Poly, approach: Approach, world: dict[Atom, Any], variable: Atom) -> bool:
    import mpmath

    try:
        points = [_point(approach, step, world) for step in (3, 6, 9)]
        reached = [value(approach.poly, {**world, variable: point}) for point in points]
        if "∞" in result.free:
            sign = 1 if result == INFINITY else -1
            return bool(sign * reached[2] > sign * reached[1] > sign * reached[0] and sign * reached[2] > 10)
        aim = value(result, world)
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False
    errors = [abs(each - aim) for each in reached]
    near = mpmath.mpf(10) ** -2 * (1 + abs(aim))
    return bool(errors[2] <= near and (errors[2] < errors[1] / 2 or errors[2] < mpmath.mpf(10) ** -30))


def _point(approach: Approach, step: int, world: dict[Atom, Any]) -> Any:
    import mpmath

    if approach.endless:
        return mpmath.mpf(10) ** step
    away = -1 if approach.side == "-" else 1
    return value(approach.target, world) + away * mpmath.mpf(10) ** -step


@dataclass(frozen=True)
class LimitRule:
    """A rule: its name, what it says, and how it applies (None where it does not)."""

    name: str
    text: str
    apply: Callable[[Approach], Poly | None]


RULES: tuple[LimitRule, ...] = (
    LimitRule("continuity", "a continuous function goes to its value", _continuous),
    LimitRule("largest exponential", "a sum of exponentials is dominated by its largest term", _peaks),
    LimitRule("vanishing exponential", "exponentials with a negative rate vanish faster than powers grow",
              _small_exponentials),
    LimitRule("growing exponential", "the largest power of a growing exponential decides", _large_exponentials),
    LimitRule("leading terms", "a quotient of polynomials goes as the quotient of their leading terms", _rational),
    LimitRule("reciprocal", "f(1/x) goes to f(0) as x grows", _reciprocal),
    LimitRule("l'Hôpital", "a quotient 0/0 goes as the quotient of derivatives", _quotient),
    LimitRule("series", "the leading term of the series decides", _expanded),
    LimitRule("one side", "x → a from one side is x = a ± 1/u with u → ∞", _inverted),
    LimitRule("limit of a scalar expression", "SymPy takes the limit, and numbers on the way agree", _by_sympy),
)  # fmt: skip

