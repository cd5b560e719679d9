"""Averages and sums keep order; tangents at the mean (Jensen), at the other law (Gibbs), at equal entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.facts import facts
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import mean
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, Poly, add, atom, monomial
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.substitute import substitute
from symbolic.algebra.sums import INFINITY, sum_over
from symbolic.rules.calculus import differentiate
from symbolic.rules.orders_fresh import Goal, Known, Proposals, atoms_of, free_of_bound, holding, inherit, put, quantity
from symbolic.rules.orders_sums import at_most_one

#: The degree to which moments are written about the mean.
_DEGREE = 4


def _split(poly: Poly) -> list[tuple[list[Any], Poly]]:
    """Ways to read poly as E[f] + r: every average inside f, or only those that stand alone."""
    found = []
    for alone in (False, True):
        inside: list[Any] = []
        outside: list[Poly] = []
        for mono, coefficient in poly.terms.items():
            means = sorted((b for b, x in mono if isinstance(b, Atom) and b.kind == "mean" and x == 1), key=_key)
            if means and (len(mono) == 1 or not alone):
                inside.append((monomial(mono - {(means[-1], 1)}, coefficient), means[-1].args[0]))
            else:
                outside.append(monomial(mono, coefficient))
        if inside:
            found.append((inside, add(outside)))
    return found


def _key(inner: Atom) -> tuple[int, str]:
    """The longest average last."""
    return len(inner.key), inner.key


def _random(bodies: list[Any]) -> list[Atom]:
    """The random symbols and entries in what is averaged."""
    table = getattr(facts(), "table", None)
    found: dict[Atom, None] = {}
    for _, body in bodies:
        for inner in atoms_of(body):
            if inner.kind in ("sym", "comp") and table is not None and free_of_bound(inner):
                declared = table.symbol(inner.args[0])
                if (declared is not None and declared.random) or facts().has(inner.args[0], "centred"):
                    found[inner] = None
    return sorted(found, key=lambda each: each.key)


def _freed(bodies: list[Any]) -> tuple[Poly, dict[Atom, Poly], Known]:
    """Σ c·f with a fresh symbol for everything random in the f's, which symbol stands for what, what is known."""
    names: dict[Atom, Poly] = {}
    known: Known = ()
    for inner in _random(bodies):
        names[inner] = quantity()
        known += inherit(inner, names[inner], names[inner])
    parts = []
    for factor, body in bodies:
        for inner, value in names.items():
            body = put(body, inner, value)
        parts.append(factor * body)
    return add(parts), names, known


def pointwise(poly: Poly, strict: bool) -> Proposals:
    """E[f] + r ≥ 0 by f + r ≥ 0."""
    for bodies, rest in _split(poly):
        inside, names, known = _freed(bodies)
        if names:
            yield [Goal(inside + rest, strict, known)]


def tangent(poly: Poly, strict: bool) -> Proposals:
    """E[f(X)] + r ≥ 0 by f(x) + r − f'(m)(x − m) ≥ 0, where m = E[X]."""
    for bodies, rest in _split(poly):
        inside, names, known = _freed(bodies)
        for inner, x in names.items():
            m = mean(atom(inner))
            target = Atom("sym", next(iter(x.free)))
            slope = put(differentiate(inside, target), target, m)
            if not any(each.free & slope.free for each in names.values()):
                yield [Goal(inside + rest - slope * (x - m), strict, known)]


def conditional(poly: Poly, strict: bool) -> Proposals:
    """c·E[E[X | Y]²] + r ≥ 0 by c·E[X]² + r ≥ 0 for c > 0, by c·E[X²] + r ≥ 0 for c < 0."""
    for mono, coefficient in poly.terms.items():
        for base, exponent in mono:
            given = base.args[0].single() if isinstance(base, Atom) and base.kind == "mean" and exponent == 1 else None
            if given is None or given[0] != 1 or len(given[1]) != 1:
                continue
            ((inner, power_of),) = given[1]
            beside = monomial(mono - {(base, exponent)}, coefficient)
            if power_of != 2 or not isinstance(inner, Atom) or inner.kind != "fun" or inner.args[0] != "E|":
                continue
            quantity_of: Poly = inner.args[1][0]
            rest = poly - monomial(mono, coefficient)
            if is_nonnegative(beside):
                yield [Goal(rest + beside * power(mean(quantity_of), 2), strict)]
            elif is_nonnegative(-beside):
                yield [Goal(rest + beside * mean(quantity_of * quantity_of), strict)]


def centred(poly: Poly, strict: bool) -> Proposals:
    """Every moment about the mean: E[XᵃYᵇ] with X = m + X̃ and E[X̃] = 0."""
    averages = {inner for inner in atoms_of(poly) if inner.kind == "mean"}
    bare = {inner for each in averages if (inner := each.args[0].atom) is not None and inner.kind == "sym"}
    moving = sorted(bare, key=_key)
    if not moving or not all(_is_polynomial(each.args[0]) for each in averages):
        return
    means = {inner: quantity() for inner in moving}
    steps = {inner: quantity("centred") for inner in moving}
    changed = poly
    for each in sorted(averages, key=_key, reverse=True):
        body: Poly = each.args[0]
        for inner in moving:
            body = put(body, inner, means[inner] + steps[inner])
        changed = _with(changed, each, _moments(body, {next(iter(step.free)) for step in steps.values()}))
    if averages.isdisjoint(atoms_of(changed)):
        yield [Goal(changed, strict)]


def _with(poly: Poly, target: Atom, value: Poly) -> Poly:
    """poly with an average replaced in its terms."""
    parts = []
    for mono, coefficient in poly.terms.items():
        count = dict(mono).get(target, 0)
        if count and (not isinstance(count, int) or count < 0):
            return poly
        parts.append(monomial(frozenset(p for p in mono if p[0] != target), coefficient) * power(value, count))
    return add(parts)


def _is_polynomial(body: Poly) -> bool:
    pairs = [pair for mono in body.terms for pair in mono]
    plain = all(isinstance(b, Atom) and b.kind == "sym" and isinstance(x, int) and x > 0 for b, x in pairs)
    return plain and all(sum(x for _, x in mono) <= _DEGREE for mono in body.terms)


def _moments(body: Poly, steps: set[str]) -> Poly:
    """E of a polynomial in centred quantities, the rest fixed."""
    parts = []
    for mono, coefficient in body.terms.items():
        moving = frozenset(pair for pair in mono if pair[0].args[0] in steps)
        degree = sum(x for _, x in moving)
        if degree != 1:
            fixed = monomial(mono - moving, coefficient)
            parts.append(fixed if degree == 0 else fixed * mean(monomial(moving)))
    return add(parts)


def _summed(poly: Poly) -> Iterator[tuple[Any, list[Any], Poly]]:
    """(range, (factor, summand) pairs, the rest) with poly = Σ_i Σ factor·summand_i + rest, for each range."""
    ranges: dict[Any, None] = {}
    for mono in poly.terms:
        for base, exponent in mono:
            if isinstance(base, Atom) and base.kind == "sum" and exponent == 1 and len(base.args[1]) == 1:
                ranges[base.args[1][0]] = None
    for span in ranges:
        bodies, outside = [], []
        for mono, coefficient in poly.terms.items():
            found = [b for b, x in mono if isinstance(b, Atom) and b.kind == "sum" and x == 1 and b.args[1] == (span,)]
            if found and not any(part.kind == "bound" for bound in span for part in atoms_of(bound)):
                bodies.append((monomial(mono - {(found[0], 1)}, coefficient), found[0]))
            else:
                outside.append(monomial(mono, coefficient))
        if bodies:
            yield span, bodies, add(outside)


def _at(bodies: list[Any], index: str, span: Any) -> Poly:
    """Σ factor·summand at one index."""
    facts().open[index] = span
    parts = []
    for factor, functional in bodies:
        names, _, body = open_binder(functional)
        parts.append(factor * substitute(body, {names[0]: atom(Atom("sym", index))}))
    return add(parts)


def _shared(rest: Poly, index: Poly, span: Any) -> Iterator[tuple[Poly, Poly]]:
    """(the rest's share at an index, the weight of the index): equal shares, or by weights that sum to 1."""
    if span[1] == INFINITY or not is_nonnegative(span[1] - span[0]):
        return
    count = span[1] - span[0] + ONE
    yield rest * power(count, -1), power(count, -1)
    for array in _weights():
        one = sum_over(next(iter(index.free)), span[0], span[1], array(index))
        if one == ONE:
            yield rest * array(index), array(index)


def _weights() -> Iterator[Any]:
    """Arrays of nonnegative entries that sum to 1."""
    from symbolic.algebra.indices import moved

    known = facts()
    table = getattr(known, "table", None)
    for name, declared in table.symbols.items() if table is not None else ():
        if declared.axes == 1 and not declared.random and known.has(name, "nonnegative"):
            yield lambda index, name=name: moved(name, (index,))


def termwise(poly: Poly, strict: bool) -> Proposals:
    """Σ_i f_i + r ≥ 0 by f_i + r w_i ≥ 0 with weights that sum to 1, or by f_i ≥ 0 and r ≥ 0."""
    for span, bodies, rest in _summed(poly):
        index = fresh(span)
        inside = _at(bodies, next(iter(index.free)), span)
        known = at_most_one(inside)
        yield [Goal(inside, False, known), Goal(rest, strict)]
        if strict and span[1] != INFINITY and is_nonnegative(span[1] - span[0]):
            yield [Goal(inside, True, known), Goal(rest, False)]
        if rest:
            for share, _ in _shared(rest, index, span):
                yield [Goal(inside + share, strict, at_most_one(inside + share))]


def supported(poly: Poly, strict: bool) -> Proposals:
    """Σ_i f(x_i) + r ≥ 0 by f(x_i) + r w_i − f'(m_i)(x_i − m_i) ≥ 0, where Σ_i f'(m_i)(x_i − m_i) = 0."""
    for span, bodies, rest in _summed(poly):
        index = fresh(span)
        name = next(iter(index.free))
        inside = _at(bodies, name, span)
        for share, weight in _shared(rest, index, span):
            yield from _tangents(inside + share, weight, index, span, strict)


def _tangents(goal: Poly, weight: Poly, index: Poly, span: Any, strict: bool) -> Proposals:
    """For each entry x_i of the summand and each m_i that its sum allows."""
    name = next(iter(index.free))
    entries = {inner for inner in atoms_of(goal) if inner.kind == "comp" and inner.args[1] == (index,)}
    for inner in sorted(entries, key=_key):
        others = [atom(other) for other in sorted(entries - {inner}, key=_key)]
        centres = [sum_over(name, span[0], span[1], weight * atom(inner)), *others]
        for centre in centres:
            x = quantity()
            with holding(at_most_one(atom(inner))):
                known = inherit(inner, x, x)
            target = Atom("sym", next(iter(x.free)))
            free = put(goal, inner, x)
            slope = put(differentiate(free, target), target, centre)
            step = slope * (atom(inner) - centre)
            if is_zero(sum_over(name, span[0], span[1], step)):
                yield [Goal(free - slope * (x - centre), strict, known + at_most_one(centre))]
