"""Limits at symbolic size, by an ordered table of rules; None where no rule decides.

A limit that a rule gives holds for all values that the facts in force allow.  What SymPy says of a scalar expression is
used only when numbers on the way to the limit agree with it.
"""

from __future__ import annotations

from symbolic.algebra.poly import ZERO, Poly, symbol
from symbolic.algebra.powers import Undefined
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.rules.bridge import INFINITY
from symbolic.rules.limits_approach import Approach, LimitRule, positive_name
from symbolic.rules.limits_growth import GROWTH_RULES, growing_exponential, largest_exponential, vanishing_exponential
from symbolic.rules.limits_points import POINT_RULES, continuous
from symbolic.rules.limits_scalar import by_sympy
from symbolic.rules.limits_scale import by_closed_sums, by_logarithm, on_scale
from symbolic.rules.limits_sums import as_integral


def limit(poly: Poly, name: str, target: Poly, side: str, situation: Situation) -> Poly | None:
    """The limit, or None when no rule gives it."""
    if not side and target == ZERO and is_positive(symbol(name)):
        side = "+"
    if target == -INFINITY or (target == INFINITY and not is_positive(symbol(name))):
        return _towards_infinity(poly, name, 1 if target == INFINITY else -1, situation)
    if side and target == ZERO and not is_positive(symbol(name)):
        return _from_one_side(poly, name, side, situation)
    return by_rules(Approach(poly, name, target, side, situation))


def _from_one_side(poly: Poly, name: str, side: str, situation: Situation) -> Poly | None:
    """x = ±u with a positive u → 0, so that |x| = u."""
    new = positive_name(situation)
    moved = substitute(poly, {name: -symbol(new) if side == "-" else symbol(new)})
    return by_rules(Approach(moved, new, ZERO, "+", situation))


def _towards_infinity(poly: Poly, name: str, sign: int, situation: Situation) -> Poly | None:
    """x = ±u with u → ∞, u being positive from some point on."""
    new = positive_name(situation)
    moved = substitute(poly, {name: symbol(new) * sign})
    return by_rules(Approach(moved, new, INFINITY, "", situation))


def by_rules(approach: Approach) -> Poly | None:
    """What the first rule that applies says; its name is noted."""
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


def _inverted(approach: Approach) -> Poly | None:
    """x → a from one side is a ± 1/u with u → ∞."""
    if approach.endless or not approach.side:
        return None
    new = positive_name(approach.situation)
    away = symbol(new) ** -1
    moved = substitute(approach.poly, {approach.name: approach.target + (-away if approach.side == "-" else away)})
    inner = Approach(moved, new, INFINITY, "", approach.situation)
    for rule in (largest_exponential, vanishing_exponential, growing_exponential):
        found = rule(inner)
        if found is not None:
            return found
    return None


RULES: tuple[LimitRule, ...] = (
    LimitRule("continuity", "a continuous function goes to its value", continuous),
    LimitRule("sum to integral", "(1/x) ∑ g(k/x) goes to the integral of a continuous g over [0, 1]", as_integral),
    LimitRule("closed sums", "sums and products up to n are closed by Γ and ψ", by_closed_sums),
    *GROWTH_RULES,
    *POINT_RULES,
    LimitRule("one side", "x → a from one side is x = a ± 1/u with u → ∞", _inverted),
    LimitRule("logarithmic scale", "expanded in powers of x and log x, what is of the highest order decides", on_scale),
    LimitRule("limit by the logarithm", "a product of powers goes to e^L where its logarithm goes to L", by_logarithm),
    LimitRule("limit of a scalar expression", "SymPy takes the limit, and numbers on the way agree", by_sympy),
)
