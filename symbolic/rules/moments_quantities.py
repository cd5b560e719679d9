"""E[f(X)] of one random quantity X, an elementary f and a named law: by its support, its density, its symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import indicator
from symbolic.algebra.indices import entry, fresh
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, add, as_exponent, atom, monomial, symbol
from symbolic.algebra.powers import as_base, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import sum_over
from symbolic.rules.laws_arrays import total
from symbolic.rules.laws_densities import DENSITIES, FINITE, GENERATING, Density
from symbolic.rules.moments_blocks import atom_of, cumulant
from symbolic.rules.moments_factors import (
    ENTRIES,
    Factor,
    Names,
    entries,
    holds_bound,
    independent_classes,
    is_declared,
    is_polynomial,
    random_names,
)
from symbolic.rules.moments_models import Model, Occurrence, model_of, parameters

_names = count(1)


def the_quantity(factors: list[Factor], names: Names, situation: Situation) -> Occurrence | None:
    """The one entry that all factors are functions of."""
    if len(names) != 1 or not is_declared(names, situation):
        return None
    found = {each for factor in factors for each in entries(factor, names)}
    if len(found) != 1:
        return None
    (only,) = found
    return None if any(holds_bound(index) for index in only.indices) else only


def put(poly: Poly, quantity: Occurrence, value: Poly) -> Poly:
    """poly with the entry replaced by a value, wherever it stands."""
    if not quantity.indices:
        return substitute(poly, {quantity.name: value})

    def change(inner: Atom) -> Poly:
        if inner.free.isdisjoint((quantity.name,)) or inner.kind == "mean":
            return atom(inner)
        if atom(inner) == entry(quantity.name, quantity.indices):
            return value
        return atom(inner) if inner.kind in ENTRIES else mapped(inner, lambda part: transform(part, change))

    return transform(poly, change, frozenset((quantity.name,)))


def random_index(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(z)] = Σ_k P(z = k) f(k), the expectation over all else taken inside; z independent of all else."""
    for name in sorted(names):
        if frozenset({name}) in independent_classes(names, situation) and _is_index(name, factors, names):
            value = _over_support(name, _whole(factors), situation)
            if value is not None:
                return value
    return None


def _is_index(name: str, factors: list[Factor], names: Names) -> bool:
    """Does the name stand in an index, or alone in something that is no polynomial?"""
    return any(_in_index(name, part) for factor in factors for part in factor)


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


def _whole(factors: list[Factor]) -> Poly:
    from symbolic.rules.moments import joined

    return joined(factors)


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
    index = fresh(span)
    inside = expectation(substitute(body, {name: index}), situation)
    return sum_over(next(iter(index.free)), *span, weight(index) * inside)


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
        return _over_support(quantity.name, _whole(factors), situation)
    if law.name not in FINITE:
        return None
    body = _whole(factors)
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


def by_density(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(X)] = ∫ f(x) p(x) dx."""
    quantity = the_quantity(factors, names, situation)
    if quantity is None or all(is_polynomial(factor, situation) for factor in factors):
        return None
    found = density_of(quantity, situation)
    if found is None:
        return None
    (row, values), name = found, f"{quantity.name}′{next(_names)}"
    if not row.cut and any(_broken(part) for factor in factors for part in factor):
        return None
    span = row.support(*values)
    if span[0].number == 0:
        situation.facts.learn(name, "positive")
    x = symbol(name)
    body = put(_whole(factors), quantity, row.through(x) if row.through is not None else x)
    return integrated(continuous(body, name) * row.density(x, *values), name, span, situation)


def integrated(poly: Poly, name: str, span: tuple[Poly, Poly], situation: Situation) -> Poly | None:
    """∫ poly over the span, term by term where each term has an integral."""
    from symbolic.rules.integrals import integral

    varying: dict[Monomial, Poly] = {}
    for mono, coefficient in poly.terms.items():
        inside = frozenset(pair for pair in mono if any(name in getattr(part, "free", ()) for part in pair))
        varying[inside] = varying.get(inside, ZERO) + monomial(mono - inside, coefficient)
    parts = [integral(monomial(inside), name, *span, situation) for inside in varying]
    if all(part is not None for part in parts):
        return add(head * part for head, part in zip(varying.values(), parts, strict=True) if part is not None)
    return integral(poly, name, *span, situation)


def _broken(part: Any) -> bool:
    """Does an indicator or an absolute value stand in it?"""
    if isinstance(part, tuple):
        return any(_broken(inner) for inner in part)
    if isinstance(part, Poly):
        return any(_broken(pair) for mono in part.terms for pair in mono)
    if not isinstance(part, Atom) or part.kind in ENTRIES:
        return False
    return part.kind == "ind" or (part.kind == "fun" and part.args[0] == "abs") or _broken(part.args)


def density_of(quantity: Occurrence, situation: Situation) -> tuple[Density, tuple[Poly, ...]] | None:
    """The density of a quantity and its parameters; those of a normal law are mean and variance.

    An entry of a Dirichlet vector has a beta law.
    """
    model = model_of(quantity.name, situation)
    law = model.symbol.law
    if law is None:
        return None
    if law.name == "dirichlet":
        a = model.array(law.parameters[0])
        own, every = a.entry(quantity.indices), total(a)
        return DENSITIES["beta"], (own, every - own)
    if law.name not in DENSITIES:
        return None
    if law.name != "normal":
        return DENSITIES[law.name], parameters(model, quantity.indices)
    mean, variance = model.mean(quantity.indices), model.variance(quantity.indices)
    model.use("law")
    return None if mean is None or variance is None else (DENSITIES["normal"], (mean, variance))


def continuous(poly: Poly, name: str) -> Poly:
    """poly without what holds at single points only (𝟙[g(x) = 0]), and without |·| inside an indicator."""
    nested = next((a for mono in poly.terms for base, _ in mono for a in _nested_absolutes(base)), None)
    if nested is not None and nested.args[1][0].free >= {name}:
        (inside,) = nested.args[1]
        below = indicator("<", inside)
        cases = ((-inside, below), (inside, ONE - below))
        return add(weight * continuous(_with(poly, nested, value), name) for value, weight in cases)
    return Poly({mono: c for mono, c in poly.terms.items() if not any(_is_point(base, name) for base, _ in mono)})


def _nested_absolutes(base: Any, inside: bool = False) -> Iterator[Atom]:
    """The atoms |u| in the argument of an indicator, u without any."""
    if isinstance(base, Poly):
        for mono in base.terms:
            for pair in mono:
                yield from _nested_absolutes(pair[0], inside)
    elif isinstance(base, Atom) and base.kind == "ind":
        yield from _nested_absolutes(base.args[1], True)
    elif isinstance(base, Atom) and inside and base.kind == "fun" and base.args[0] == "abs":
        deeper = list(_nested_absolutes(base.args[1][0], True))
        yield from deeper or [base]


def _with(poly: Poly, old: Atom, value: Poly) -> Poly:
    def change(inner: Atom) -> Poly:
        if inner == old:
            return value
        return atom(inner) if inner.kind in ENTRIES else mapped(inner, lambda part: transform(part, change))

    return transform(poly, change)


def _is_point(base: Any, name: str) -> bool:
    return isinstance(base, Atom) and base.kind == "ind" and base.args[0] == "=" and name in base.free


def by_symmetry(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(X)] = ½ E[f(X) + f(2μ − X)] where that sum is a polynomial."""
    from symbolic.rules.moments import expectation

    quantity = the_quantity(factors, names, situation)
    if quantity is None or all(is_polynomial(factor, situation) for factor in factors):
        return None
    centre = _centre(quantity, situation)
    if centre is None:
        return None
    body = _whole(factors)
    both = (body + put(body, quantity, 2 * centre - atom_of(quantity))) / 2
    if not all(is_polynomial(pair, situation) for mono in both.terms for pair in mono):
        return None
    model_of(quantity.name, situation).use("symmetric law", "law")
    return expectation(both, situation)


def _centre(quantity: Occurrence, situation: Situation) -> Poly | None:
    """The point of symmetry of the law."""
    model = model_of(quantity.name, situation)
    if "symmetric law" in model.symbol.signs:
        return cumulant((quantity,), situation)
    found = density_of(quantity, situation)
    if found is None or (reflect := found[0].centre) is None:
        return None
    return reflect(*found[1])
