"""E[f(X) 𝟙[X > b]] and E[f(X) 𝟙[X < b]] of a count X, where the sum over its values has a closed form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import Poly, add, constant
from symbolic.algebra.signs import is_integer, is_nonnegative
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import sum_over
from symbolic.rules.laws_densities import INFINITY
from symbolic.rules.laws_information import LOG_MASS
from symbolic.rules.moments_blocks import atom_of
from symbolic.rules.moments_discrete import VALUES, still_summed
from symbolic.rules.moments_factors import Factor, Names, random_names
from symbolic.rules.moments_models import Occurrence, model_of, parameters
from symbolic.rules.moments_quantities import put, the_quantity, whole

#: How many values are written out.
_SHORT = 16

#: relation of an indicator → is the argument 0 allowed
CLOSED = {"<": False, "≤": True}


def by_tail(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """Σ f(k) P(X = k) over the values on one side of b."""
    quantity = the_quantity(factors, names, situation)
    law = model_of(quantity.name, situation).symbol.law if quantity is not None else None
    if quantity is None or law is None or law.name not in VALUES or law.name not in LOG_MASS:
        return None
    values = parameters(model_of(quantity.name, situation), quantity.indices)
    for factor in factors:
        span = _side(factor, atom_of(quantity), VALUES[law.name](*values), situation)
        if span is not None:
            rest = whole([other for other in factors if other != factor])
            total = _total(partial(_term, rest, quantity, law.name, values), span)
            return None if still_summed(total, span) else total
    return None


def _term(rest: Poly, quantity: Occurrence, law: str, values: Sequence[Poly], k: Poly) -> Poly:
    """f(k) P(X = k)."""
    return put(rest, quantity, k) * function("exp", (LOG_MASS[law](k, *values),))


def _total(term: Callable[[Poly], Poly], span: tuple[Poly, Poly]) -> Poly:
    """Σ over the range, written out where it is short."""
    first, length = span[0].number, (span[1] - span[0]).number
    if first is not None and length is not None and length < _SHORT:
        return add(term(constant(first + k)) for k in range(int(length) + 1))
    index = fresh(span)
    return sum_over(next(iter(index.free)), *span, term(index))


def _side(factor: Factor, variable: Poly, support: tuple[Poly, Poly], situation: Situation) -> tuple[Poly, Poly] | None:
    """The values at which the factor 𝟙[±X + c < 0] (or ≤) is 1, where its end is known to lie in the support."""
    base, exponent = factor
    if not isinstance(base, Atom) or base.kind != "ind" or exponent != 1 or base.args[0] not in CLOSED:
        return None
    argument: Poly = base.args[1]
    low, high = support
    step = constant(0 if CLOSED[base.args[0]] else 1)
    for sign in (1, -1):
        rest = argument - variable.scale(Fraction(sign))
        if random_names(rest, situation) or not is_integer(rest):
            continue
        # X ≤ −c − step for +X + c < 0, and X ≥ c + step for −X + c < 0.
        found = (low, -rest - step) if sign > 0 else (rest + step, high)
        inside = is_nonnegative(found[1] - low + 1) if sign > 0 else is_nonnegative(found[0] - low)
        if inside and (high == INFINITY or is_nonnegative(high - found[1] if sign > 0 else high - found[0] + 1)):
            return found
    return None
