"""E[f(X)] of one random quantity X, an elementary f and a law with a density: by the density, by symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import indicator
from symbolic.algebra.indices import entry
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, add, atom, monomial, symbol
from symbolic.algebra.powers import as_base
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.rules.laws_arrays import total
from symbolic.rules.laws_densities import DENSITIES, INFINITY, Density
from symbolic.rules.moments_blocks import atom_of, cumulant
from symbolic.rules.moments_factors import (
    ENTRIES,
    Factor,
    Names,
    entries,
    holds_bound,
    is_declared,
    is_polynomial,
    random_names,
)
from symbolic.rules.moments_models import Occurrence, model_of, parameters

_names = count(1)
#: Functions without poles.
BOUNDED = frozenset({"sin", "cos", "abs", "erf", "arctan"})


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


def whole(factors: list[Factor]) -> Poly:
    """The product of the factors."""
    from symbolic.rules.moments import joined

    return joined(factors)


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
    body = put(whole(factors), quantity, row.through(x) if row.through is not None else x)
    if any(_has_pole(base, exponent, name) for mono in body.terms for base, exponent in mono):
        return None
    return integrated(continuous(body, name) * row.density(x, *values), name, span, situation)


def _has_pole(base: Any, exponent: Any, name: str) -> bool:
    """Is it 1/g(x)^k, k ≥ 1, for a g that may change sign?  Such an integral is at most a principal value."""
    if name not in getattr(base, "free", ()) or isinstance(exponent, Poly) or exponent > -1:
        return False
    return not (is_nonnegative(as_base(base)) or is_nonnegative(-as_base(base)))


def learn_support(quantity: Occurrence, situation: Situation) -> None:
    """A scalar lies between the ends of its support."""
    found = density_of(quantity, situation) if not model_of(quantity.name, situation).symbol.axes else None
    if found is None or found[0].through is not None:
        return
    low, high = found[0].support(*found[1])
    bounds = [atom_of(quantity) - low] if low != -INFINITY else []
    bounds += [high - atom_of(quantity)] if high != INFINITY else []
    known = situation.facts.positive
    known += [(bound, True) for bound in bounds if (bound, True) not in known]


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
    """E[f(X)] = ½ E[f(X) + f(2μ − X)] where that sum is a polynomial and f has no pole."""
    from symbolic.rules.moments import expectation

    quantity = the_quantity(factors, names, situation)
    if quantity is None or all(is_polynomial(factor, situation) for factor in factors):
        return None
    if any(_may_have_pole(*factor, situation) for factor in factors):
        return None
    centre = _centre(quantity, situation)
    if centre is None:
        return None
    body = whole(factors)
    both = (body + put(body, quantity, 2 * centre - atom_of(quantity))) / 2
    if not all(is_polynomial(pair, situation) for mono in both.terms for pair in mono):
        return None
    model_of(quantity.name, situation).use("symmetric law", "law")
    return expectation(both, situation)


def _may_have_pole(base: Any, exponent: Any, situation: Situation) -> bool:
    """Is it a power of something random that is not known to be a natural one, or a function that may be unbounded?"""
    if isinstance(base, Atom) and base.kind == "ind":
        return False
    if isinstance(base, Atom) and base.kind == "fun":
        return base.args[0] not in BOUNDED or not isinstance(exponent, int) or exponent < 0
    return bool(random_names(base, situation)) and not (isinstance(exponent, int) and exponent > 0)


def _centre(quantity: Occurrence, situation: Situation) -> Poly | None:
    """The point of symmetry of the law."""
    model = model_of(quantity.name, situation)
    if "symmetric law" in model.symbol.signs:
        return cumulant((quantity,), situation)
    found = density_of(quantity, situation)
    if found is None or (reflect := found[0].centre) is None:
        return None
    return reflect(*found[1])
