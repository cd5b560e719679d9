"""The largest and the smallest of independent quantities of one law with a density."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.division import reduced
from symbolic.algebra.poly import ONE, ZERO, Poly, as_exponent, atom, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.rules.laws_densities import INFINITY, Density
from symbolic.rules.moments_factors import ENTRIES, Factor, Names, entries, is_declared, random_names
from symbolic.rules.moments_models import Occurrence, model_of
from symbolic.rules.moments_quantities import continuous, density_of, integrated, whole

_names = count(1)


def by_extreme(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(max X_i)] = ∫ f(m) n F(m)^{n-1} p(m) dm; of the least, with 1 − F for F."""
    found = {each for factor in factors for part in factor for each in _extremes(part)}
    if len(found) != 1 or not is_declared(names, situation):
        return None
    (extreme,) = found
    (index,), (size,), body = open_binder(extreme.args[1][0])
    quantity = _entry(body, index, names, situation)
    known = density_of(quantity, situation) if quantity is not None else None
    if known is None or any(index in part.free for part in known[1]) or known[0].through is not None:
        return None
    row, values = known
    own = f"m′{next(_names)}"
    rest = _put(whole(factors), extreme, symbol(own))
    if random_names(rest, situation):
        return None
    span = row.support(*values)
    if span[0].number == 0:
        situation.facts.learn(own, "positive")
    tail = _tail(row, values, own, extreme.args[0], situation)
    if tail is None:
        return None
    if INFINITY in (span[1], -span[0]):
        density = size * power(tail, as_exponent(size - 1)) * row.density(symbol(own), *values)
        return integrated(continuous(rest, own) * density, own, span, situation)
    width = span[1] - span[0]
    scaled = [substitute(part, {own: span[0] + width * symbol(own)}) for part in (rest, tail)]
    moved = substitute(row.density(symbol(own), *values), {own: span[0] + width * symbol(own)})
    density = size * power(reduced(scaled[1]), as_exponent(size - 1)) * reduced(moved * width)
    return integrated(continuous(scaled[0], own) * density, own, (ZERO, ONE), situation)


def _extremes(part: Any) -> Iterator[Atom]:
    """The atoms max and min of an array, however deep."""
    if isinstance(part, tuple):
        for inner in part:
            yield from _extremes(inner)
    elif isinstance(part, Poly):
        for mono in part.terms:
            yield from _extremes(tuple(mono))
    elif isinstance(part, Atom):
        if part.kind == "fun" and part.args[0] in ("max", "min") and isinstance(part.args[1][0], Atom):
            yield part
        elif part.kind not in ENTRIES:
            yield from _extremes(part.args)


def _entry(body: Poly, index: str, names: Names, situation: Situation) -> Occurrence | None:
    """X_i of one name, its places along the index independent of one another."""
    quantities = set(entries(body, names))
    if len(names) != 1 or len(quantities) != 1 or body.atom is None or body.atom.kind not in ENTRIES:
        return None
    (quantity,) = quantities
    model = model_of(quantity.name, situation)
    if not any(quantity.indices[axis].atom == Atom("sym", index) for axis in model.free_axes):
        return None
    model.use("members", "components")
    return quantity


def _tail(row: Density, values: tuple[Poly, ...], own: str, kind: str, situation: Situation) -> Poly | None:
    """P(X ≤ m) for the largest, P(X ≥ m) for the least, at an m inside the support."""
    from symbolic.rules.integrals import integral

    low, high = row.support(*values)
    variable = f"m′{next(_names)}"
    if low.number == 0:
        situation.facts.learn(variable, "positive")
    ends = (low, symbol(own)) if kind == "max" else (symbol(own), high)
    return integral(row.density(symbol(variable), *values), variable, *ends, situation)


def _put(poly: Poly, extreme: Atom, value: Poly) -> Poly:
    def change(inner: Atom) -> Poly:
        if inner == extreme:
            return value
        return atom(inner) if inner.kind in ENTRIES else mapped(inner, lambda part: transform(part, change))

    return transform(poly, change)
