"""Sums that become integrals: (1/x) Σ_{k=1}^x g(k/x) → ∫_0^1 g(t) dt for a g that is continuous on [0, 1]."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.fractions import together
from symbolic.algebra.poly import ONE, ZERO, Poly, as_poly, monomial, symbol
from symbolic.algebra.powers import E, as_base, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import substitute
from symbolic.rules.integrals import integral
from symbolic.rules.limits_approach import Approach, positive_name

#: Functions that are continuous everywhere.
_CONTINUOUS = frozenset({"sin", "cos", "arctan", "erf", "abs"})


def as_integral(approach: Approach) -> Poly | None:
    """A sum up to x of values at the points k/x, beside the factor 1/x."""
    single = approach.poly.single()
    if not approach.endless or single is None:
        return None
    sums = [base for base, exponent in single[1]
            if isinstance(base, Atom) and base.kind == "sum" and exponent == 1]  # fmt: skip
    if len(sums) != 1 or len(sums[0].args[1]) != 1:
        return None
    (index,), ((low, high),), body = open_binder(sums[0])
    x, t = symbol(approach.name), positive_name(approach.situation)
    if high != x or low.number is None:
        return None
    front = monomial(single[1] - {(sums[0], 1)}, single[0])
    above, below = together(substitute(front * body, {index: symbol(t) * x}) * x)
    shape = above * power(below, -1)
    if approach.name in shape.free or not _is_continuous(shape, t):
        return None
    return integral(shape, t, ZERO, ONE, approach.situation)


def _is_continuous(value: Any, name: str) -> bool:
    """Is it continuous in name on [0, 1], by its parts?"""
    if isinstance(value, tuple):
        return all(_is_continuous(part, name) for part in value)
    if name not in getattr(value, "free", ()):
        return True
    if isinstance(value, Atom):
        known = value.kind == "sym" or (value.kind == "fun" and value.args[0] in _CONTINUOUS)
        return known and _is_continuous(value.args[1] if value.kind == "fun" else (), name)
    return all(_is_power(base, exponent, name) for mono in value.terms for base, exponent in mono)


def _is_power(base: Any, exponent: Any, name: str) -> bool:
    if isinstance(exponent, Poly) and name in exponent.free:
        return (base == E or (isinstance(base, int) and base > 0)) and _is_continuous(exponent, name)
    whole = as_base(base)
    if name not in whole.free:
        return True
    number = as_poly(exponent).number
    if number is not None and number > 0 and (number.denominator == 1 or is_positive(whole)):
        return _is_continuous(base, name)
    above_zero = is_positive(whole) and is_positive(substitute(whole, {name: ZERO}))
    return above_zero and _is_continuous(base, name)
