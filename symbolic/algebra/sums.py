"""Σ and Π over an index: linear, δ-contracted, split into connected parts, closed where a closed form is known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import bind, open_binder
from symbolic.algebra.bounds import moved_bounds
from symbolic.algebra.division import reduced
from symbolic.algebra.facts import spend
from symbolic.algebra.functions import indicator
from symbolic.algebra.indices import within
from symbolic.algebra.poly import (
    ONE,
    ZERO,
    Monomial,
    Poly,
    add,
    as_exponent,
    as_poly,
    atom,
    constant,
    monomial,
    product,
    symbol,
)
from symbolic.algebra.substitute import substitute

Range = tuple[Poly, Poly]
INFINITY = symbol("∞")


def sum_over_all(ranges: Sequence[tuple[str, Range]], body: Poly) -> Poly:
    """The sum over several indices, the last one innermost; contractions of plain entries are closed in one go."""
    ranges = list(ranges)
    if len(ranges) > 1 and all(_standard(span, ranges) for _, span in ranges):
        return add(_contraction_term(ranges, coefficient, mono) for mono, coefficient in body.terms.items())
    return _nested(ranges, body)


def _nested(ranges: Sequence[tuple[str, Range]], body: Poly) -> Poly:
    for name, (lower, upper) in reversed(list(ranges)):
        body = sum_over(name, lower, upper, body)
    return body


def _standard(span: Range, ranges: Sequence[tuple[str, Range]]) -> bool:
    """1 … n with a symbolic n that no other index bounds."""
    last = span[1].atom
    return span[0] == ONE and last is not None and last.kind == "sym" and all(last.args[0] != n for n, _ in ranges)


def _contraction_term(ranges: Sequence[tuple[str, Range]], coefficient: Fraction, mono: Monomial) -> Poly:
    """One term: δ's are contracted first; what is left of plain entries needs no nesting of sums."""
    names = [name for name, _ in ranges]
    for base, _ in mono:
        if isinstance(base, Atom) and base.kind == "δ":
            for place, (name, span) in enumerate(ranges):
                value = _solved(base, name)
                if value is not None and within(value, *span):
                    rest = monomial(mono - {(base, 1)}, coefficient)
                    return sum_over_all([*ranges[:place], *ranges[place + 1 :]], substitute(rest, {name: value}))
    if not _plain_entries(names, mono):
        return _nested(ranges, monomial(mono, coefficient))
    return _connected(names, [span for _, span in ranges], monomial(mono, coefficient))


def _plain_entries(names: Sequence[str], mono: Monomial) -> bool:
    """Do all the indices enter, and only as whole indices of array entries to natural powers?"""
    met: set[str] = set()
    for base, exponent in mono:
        held = [name for name in names if any(name in getattr(part, "free", ()) for part in (base, exponent))]
        if held:
            if not isinstance(base, Atom) or base.kind not in ("comp", "scomp") or not isinstance(exponent, int):
                return False
            varied = [index for index in base.args[1] if not index.free.isdisjoint(held)]
            if exponent < 1 or any(index.atom is None or index.atom.kind != "sym" for index in varied):
                return False
            met.update(held)
    return met.issuperset(names)


def sum_over(name: str, lower: Poly, upper: Poly, body: Poly) -> Poly:
    """Σ_{name=lower}^{upper} body."""
    lower, upper = reduced(lower), reduced(upper)
    length = (upper - lower).number if upper != INFINITY else None
    if length is not None and length < 0 and length.denominator == 1:
        return ZERO
    return add(_sum_term(name, (lower, upper), coefficient, mono) for mono, coefficient in body.terms.items())


def _sum_term(name: str, span: Range, coefficient: Fraction, mono: Monomial) -> Poly:
    spend(len(mono) + 1)
    outside, inside, inner = _split(name, mono)
    head = monomial(frozenset(outside), coefficient)
    if not inside and not inner:
        return product((head, count_of(span)))
    contracted = _contract(name, span, inside, inner)
    if contracted is not None:
        return product((head, contracted))
    length = (span[1] - span[0]).number
    if length is not None and length.denominator == 1 and length < _UNROLLED:
        return product((head, _unrolled(name, span, int(length), inside, inner)))
    from symbolic.algebra.series import closed_form

    closed = closed_form(name, span, monomial(frozenset(inside))) if not inner else None
    if closed is not None:
        return product((head, closed, _not_empty(span)))
    moved = moved_bounds(name, span, monomial(frozenset([*inside, *inner])))
    if moved is not None:
        return product((head, moved))
    names, ranges, factors = _flattened(name, span, inside, inner)
    joined = product(factors)
    if len(joined.terms) == 1:
        return product((head, _connected(names, ranges, joined)))
    return product((head, sum_over_all(list(zip(names, ranges, strict=True)), joined)))


def _not_empty(span: Range) -> Poly:
    """1 where a closed form in the bounds holds: the end is no more than one below the start."""
    count = span[1] - span[0] + ONE
    return ONE if span[1] == INFINITY or within(count, ZERO, None) else indicator("≤", -count)


def count_of(span: Range) -> Poly:
    """How many numbers a range has: none where its end is more than one below its start."""
    if span[1] == INFINITY:
        return INFINITY
    count = span[1] - span[0] + ONE
    return count if within(count, ZERO, None) else product((count, indicator("<", -count)))


#: Sums of at most this many terms with fixed bounds are written out.
_UNROLLED = 8


def _unrolled(name: str, span: Range, length: int, inside: list[Any], inner: list[Any]) -> Poly:
    body = monomial(frozenset([*inside, *inner]))
    return add(substitute(body, {name: span[0] + constant(step)}) for step in range(length + 1))


def _split(name: str, mono: Monomial) -> tuple[list[Any], list[Any], list[Any]]:
    """(factors without the index, factors with it, natural powers of sums with it); e^{a+b_i} is taken apart."""
    outside: list[Any] = []
    inside: list[Any] = []
    inner: list[Any] = []
    for base, exponent in mono:
        if name in getattr(base, "free", ()):
            summed = isinstance(base, Atom) and base.kind == "sum" and isinstance(exponent, int) and exponent > 0
            (inner if summed else inside).append((base, exponent))
        elif isinstance(exponent, Poly) and name in exponent.free:
            rest = {m: c for m, c in exponent.terms.items() if not _has(name, m)}
            if rest:
                outside.append((base, as_exponent(Poly(rest))))
                exponent = as_exponent(exponent - Poly(rest))
            inside.append((base, exponent))
        else:
            outside.append((base, exponent))
    return outside, inside, inner


def _has(name: str, mono: Monomial) -> bool:
    return any(name in getattr(part, "free", ()) for pair in mono for part in pair)


def _contract(name: str, span: Range, inside: list[Any], inner: list[Any]) -> Poly | None:
    """Σ_i δ_ij f(i) = f(j) for j in range, 𝟙[j in range] f(j) otherwise."""
    for base, _ in inside:
        if isinstance(base, Atom) and base.kind == "δ":
            value = _solved(base, name)
            if value is None:
                continue
            if within(value, *_finite(span)):
                return _at(name, value, base, [*inside, *inner])
            moved = moved_bounds(name, span, monomial(frozenset([*inside, *inner])))
            if moved is not None:
                return moved
            return product((_at(name, value, base, [*inside, *inner]), _inside_range(value, span)))
    return None


def _at(name: str, value: Poly, base: Atom, pairs: list[Any]) -> Poly:
    """The factors beside a δ, its index replaced by the value that it forces."""
    return substitute(monomial(frozenset(pair for pair in pairs if pair[0] is not base)), {name: value})


def _finite(span: Range) -> tuple[Poly, Poly | None]:
    return span[0], None if span[1] == INFINITY else span[1]


def _solved(base: Atom, name: str) -> Poly | None:
    difference = base.args[0] - base.args[1]
    coefficient = difference.terms.get(frozenset(((Atom("sym", name), 1),)), Fraction(0))
    value = symbol(name) - difference.scale(1 / coefficient) if abs(coefficient) == 1 else None
    return value if value is not None and name not in value.free else None


def _inside_range(value: Poly, span: Range) -> Poly:
    low = indicator("≤", span[0] - value)
    return low if span[1] == INFINITY else product((low, indicator("≤", value - span[1])))


def _flattened(
    name: str, span: Range, inside: list[Any], inner: list[Any]
) -> tuple[list[str], list[Range], list[Poly]]:
    """The indices, ranges and factors of Σ_i … (Σ_j …)^k … as one sum."""
    names, ranges, factors = [name], [span], [monomial(frozenset(inside))]
    for base, exponent in inner:
        for _ in range(exponent):
            opened, spans, body = open_binder(base)
            names += opened
            ranges += spans
            factors.append(body)
    return names, ranges, factors


def _connected(names: list[str], ranges: list[Range], body: Poly) -> Poly:
    """The product of one closed sum for each connected part of the monomial."""
    single = body.single()
    assert single is not None
    coefficient, mono = single
    contracted = _paired(names, ranges, mono)
    if contracted is not None:
        return contracted.scale(coefficient)
    parts = _components(names, ranges, mono)
    found = [monomial(frozenset(pairs), coefficient) for members, pairs in parts if not members]
    for members, pairs in parts:
        if members:
            inner = monomial(frozenset(pairs))
            spans = [ranges[names.index(member)] for member in members]
            found.append(_known(atom(bind("sum", members, spans, inner))))
    if not any(not members for members, _ in parts):
        found.append(constant(coefficient))
    return product(found)


def _known(closed: Poly) -> Poly:
    from symbolic.algebra.constraints import constrained

    return constrained(closed)


def _paired(names: list[str], ranges: list[Range], mono: Monomial) -> Poly | None:
    from symbolic.algebra.constraints import contraction
    from symbolic.algebra.inverses import cancelled

    for name, span in zip(names, ranges, strict=True):
        rest = contraction(name, span, mono)
        if rest is not None:
            return sum_over_all([(n, r) for n, r in zip(names, ranges, strict=True) if n != name], rest)
    met = cancelled(names, ranges, mono)
    if met is None:
        return None
    return sum_over_all([(n, r) for n, r in zip(names, ranges, strict=True) if n not in met[0]], met[1])


def _components(names: list[str], ranges: list[Range], mono: Monomial) -> list[tuple[list[str], list[Any]]]:
    """Groups of indices that share a factor or a range, each with its factors."""
    groups: list[tuple[set[str], list[Any]]] = []
    for pair in mono:
        touched = {name for name in names if any(name in getattr(part, "free", ()) for part in pair)}
        joined = [group for group in groups if group[0] & touched] if touched else []
        groups = [group for group in groups if not any(group is other for other in joined)]
        groups.append((touched.union(*(g[0] for g in joined)), [pair, *(p for g in joined for p in g[1])]))
    for name, span in zip(names, ranges, strict=True):
        needed = {other for other in names for bound in span if other in bound.free} | {name}
        joined = [group for group in groups if group[0] & needed]
        groups = [group for group in groups if not any(group is other for other in joined)]
        groups.append((needed.union(*(g[0] for g in joined)), [p for g in joined for p in g[1]]))
    return [([name for name in names if name in members], pairs) for members, pairs in groups]


def product_over(name: str, lower: Poly, upper: Poly, body: Poly) -> Poly:
    """Π_{name=lower}^{upper} body, over the factors of a single term; e^{f} becomes e^{Σ f}."""
    from symbolic.algebra.powers import power

    single = body.single()
    length = (upper - lower).number
    if length is not None and length.denominator == 1 and length < _UNROLLED:
        return product(substitute(body, {name: lower + constant(step)}) for step in range(int(length) + 1))
    count = as_exponent(upper - lower + ONE)
    if single is None:
        fixed = name not in body.free
        return power(body, count) if fixed else atom(bind("prod", [name], [(lower, upper)], body))
    coefficient, mono = single
    parts = [power(constant(coefficient), count)] if coefficient != 1 else []
    for base, exponent in mono:
        whole = monomial(frozenset(((base, 1),))) if not isinstance(base, Poly) else base
        if isinstance(base, int):
            whole = constant(base)
        varied = name in getattr(exponent, "free", ())
        if name not in getattr(base, "free", ()):
            total = sum_over(name, lower, upper, as_poly(exponent)) if varied else as_poly(exponent) * as_poly(count)
            parts.append(power(whole, as_exponent(total)))
        elif varied:
            parts.append(atom(bind("prod", [name], [(lower, upper)], power(whole, exponent))))
        else:
            parts.append(power(atom(bind("prod", [name], [(lower, upper)], whole)), exponent))
    return product(parts)

