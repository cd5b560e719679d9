"""E[f(X)] of a discrete quantity X: over its values, by its generating function, by its mass at one value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function, indicator
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, Poly, add, as_exponent, symbol
from symbolic.algebra.powers import as_base, exponential, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.algebra.sums import sum_over
from symbolic.rules.laws_densities import FINITE, GENERATING, INFINITY
from symbolic.rules.laws_information import LOG_MASS
from symbolic.rules.moments_blocks import atom_of
from symbolic.rules.moments_factors import Factor, Names, independent_classes, is_polynomial, random_names
from symbolic.rules.moments_models import Model, model_of, parameters
from symbolic.rules.moments_quantities import put, the_quantity, whole

_names = count(1)

#: name → parameters → (least, greatest) value of a law on integers.
VALUES: dict[str, Callable[..., tuple[Poly, Poly]]] = {
    "bernoulli": lambda p: (Poly({}), ONE),
    "binomial": lambda n, p: (Poly({}), n),
    "poisson": lambda r: (Poly({}), INFINITY),
    "geometric": lambda p: (ONE, INFINITY),
    "uniform integer": lambda a, b: (a, b),
}


#: Laws whose masses are summed over reciprocals, where that has a closed form.
LISTED = frozenset({"binomial", "poisson", "geometric"})


def random_index(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(z)] = Σ_k P(z = k) f(k), the expectation over all else taken inside; z independent of all else."""
    for name in sorted(names):
        if frozenset({name}) in independent_classes(names, situation) and _is_index(name, factors, names):
            value = _over_support(name, whole(factors), situation)
            if value is not None:
                return value
    return None


def _is_index(name: str, factors: list[Factor], names: Names) -> bool:
    """Does the name stand in an index, below a fraction, or alone in something that is no polynomial?"""
    return any(_in_index(name, part) for factor in factors for part in factor) or _is_below(name, factors)


def _is_below(name: str, factors: Iterable[tuple[Any, Any]]) -> bool:
    """Does the name stand in a reciprocal?"""
    return any(isinstance(x, int) and x < 0 and name in getattr(base, "free", ()) for base, x in factors)


def _in_index(name: str, part: Any) -> bool:
    if isinstance(part, tuple):
        return any(_in_index(name, inner) for inner in part)
    if isinstance(part, Poly):
        return name in part.free and any(_in_index(name, pair) for mono in part.terms for pair in mono)
    if not isinstance(part, Atom) or name not in part.free or part.kind == "sym":
        return False
    if part.kind in ("comp", "scomp"):
        return any(name in index.free for index in part.args[1])
    return part.kind == "δ" or _in_index(name, part.args)


def _over_support(name: str, body: Poly, situation: Situation) -> Poly | None:
    """Σ over the values of a discrete scalar, E of the rest inside."""
    from symbolic.rules.moments import expectation

    model = model_of(name, situation)
    law = model.symbol.law
    if law is None or model.symbol.axes:
        return None
    if law.name in FINITE:
        pairs = FINITE[law.name](*parameters(model, ()))
        return add(weight * expectation(substitute(body, {name: value}), situation) for value, weight in pairs)
    span, weight = _spread(model)
    if span is None or weight is None:
        return None
    if law.name in LISTED and not any(_is_below(name, mono) for mono in body.terms):
        return None
    index = fresh(span)
    inside = expectation(substitute(body, {name: index}), situation)
    total = sum_over(next(iter(index.free)), *span, weight(index) * inside)
    return None if law.name in LISTED and still_summed(total, span) else total


def still_summed(total: Poly, span: tuple[Poly, Poly]) -> bool:
    """Is a sum over the whole range left?"""
    bases = (base for mono in total.terms for base, _ in mono)
    return any(isinstance(base, Atom) and base.kind == "sum" and span in base.args[1] for base in bases)


def _spread(model: Model) -> tuple[tuple[Poly, Poly] | None, Any]:
    """(range, k → P(X = k)) of a law on a range of integers."""
    law = model.symbol.law
    assert law is not None
    if law.name == "categorical":
        model.use("law")
        p = model.array(law.parameters[0])
        return p.span(0), lambda index: p.entry((index,))
    if law.name == "uniform integer":
        low, high = parameters(model, ())
        return (low, high), lambda _: power(high - low + 1, -1)
    if law.name in LISTED:
        values = parameters(model, ())
        return VALUES[law.name](*values), lambda k: exponential(LOG_MASS[law.name](k, *values))
    return None, None


def by_support(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(X)] = Σ_x P(X = x) f(x)."""
    quantity = the_quantity(factors, names, situation)
    if quantity is None:
        return None
    model = model_of(quantity.name, situation)
    law = model.symbol.law
    if law is None:
        return None
    if law.name != "categorical" and all(is_polynomial(factor, situation) for factor in factors):
        return None
    if not model.symbol.axes:
        return _over_support(quantity.name, whole(factors), situation)
    if law.name not in FINITE:
        return None
    body = whole(factors)
    pairs = FINITE[law.name](*parameters(model, quantity.indices))
    return add(weight * put(body, quantity, value) for value, weight in pairs)


def by_generating(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[X^k s^X] = (s d/ds)^k E[s^X]."""
    from symbolic.rules.calculus import differentiate

    quantity = the_quantity(factors, names, situation)
    law = model_of(quantity.name, situation).symbol.law if quantity is not None else None
    if quantity is None or law is None or law.name not in GENERATING:
        return None
    read = _exponential_type(factors, atom_of(quantity), situation)
    if read is None:
        return None
    order, base = read
    name = f"s′{next(_names)}"
    value = GENERATING[law.name](symbol(name), *parameters(model_of(quantity.name, situation), quantity.indices))
    for _ in range(order):
        value = symbol(name) * differentiate(value, Atom("sym", name))
    return substitute(value, {name: base})


def _exponential_type(factors: list[Factor], variable: Poly, situation: Situation) -> tuple[int, Poly] | None:
    """(k, s) when the product is X^k s^X."""
    order, base = 0, ONE
    for held, exponent in factors:
        if as_base(held) == variable and isinstance(exponent, int) and exponent > 0:
            order = exponent
        elif isinstance(exponent, Poly) and not random_names(held, situation):
            slope = exponent / variable
            if random_names(slope, situation):
                return None
            base = base * power(as_base(held), as_exponent(slope))
        else:
            return None
    return order, base


def by_mass(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(X) δ_{X,k}] = f(k) P(X = k), for k in the support."""
    quantity = the_quantity(factors, names, situation)
    law = model_of(quantity.name, situation).symbol.law if quantity is not None else None
    if quantity is None or law is None or law.name not in VALUES:
        return None
    variable = atom_of(quantity)
    for base, exponent in factors:
        value = _fixed(base, variable) if exponent == 1 else None
        if value is not None and not random_names(value, situation):
            rest = put(whole([factor for factor in factors if factor[0] != base]), quantity, value)
            values = parameters(model_of(quantity.name, situation), quantity.indices)
            mass = function("exp", (LOG_MASS[law.name](value, *values),))
            return rest * mass * _between(value, *VALUES[law.name](*values))
    return None


def _fixed(base: Any, variable: Poly) -> Poly | None:
    """k of δ_{X,k} and of 𝟙[±X ∓ k = 0]."""
    if not isinstance(base, Atom):
        return None
    if base.kind == "δ" and variable in base.args:
        other: Poly = base.args[1] if base.args[0] == variable else base.args[0]
        return other
    if base.kind == "ind" and base.args[0] == "=":
        argument: Poly = base.args[1]
        rests = (variable - argument, variable + argument)
        return next((rest for rest in rests if rest.free.isdisjoint(variable.free)), None)
    return None


def _between(value: Poly, low: Poly, high: Poly) -> Poly:
    inside = indicator("≤", low - value)
    return inside if high == INFINITY else inside * indicator("≤", value - high)
