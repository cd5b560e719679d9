"""Sequences defined by their own earlier values.

A first-order linear recurrence with a constant scalar coefficient, m_t = β m_{t-1} + u_t, closes to
m_t = β^{t-a} m_a + Σ_{k=a+1}^{t} β^{t-k} u_k.  Any other is opened one step at a time: a defined index is put in terms
of the earlier one, which stays an atom.  Sequences that need one another are opened together.  One that is told
backwards, G_t = r_t + γ G_{t+1} with a value G_b at its end, is the same with the order of the indices turned round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from symbolic.algebra.atoms import Atom
from symbolic.algebra.indices import entry as component
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, add, as_exponent, atom, monomial, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import sum_over
from symbolic.language.symbols import Definition
from symbolic.lowering.arrays import Array, remembered, scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

#: How many steps an index given as a number is followed back.
_MOST = 64


@dataclass(frozen=True)
class _Sequence:
    """A recurrence lowered once: `step` gives x at (τ + offset) through opaque entries at earlier indices.

    group  the sequences that it needs and that need it, itself included, by name
    way    1 where x is told by earlier values, −1 where by later ones
    """

    name: str
    offset: Poly
    step: Array
    start: dict[Poly, Array]
    group: dict[str, _Sequence]
    way: int = 1


def lower_recurrence(found: Definition, scope: Scope) -> Array:
    """The sequence as an array whose first axis is its index."""
    coupled = _coupled(found, scope)
    group: dict[str, _Sequence] = {}
    for each in coupled:
        group[each.name] = _lowered(each, coupled, group, scope)
    sequence = group[found.name]
    shape = sequence.step.shape
    closed = _closed(sequence) if not shape else None
    value = closed or (lambda at: _opened(sequence, at))
    return Array((symbol("∞"), *shape), remembered(value), first=(ZERO, *(ONE for _ in shape)))


def _coupled(found: Definition, scope: Scope) -> list[Definition]:
    """The definition and those that it and that need it, in the order of the table."""
    definitions = scope.situation.table.definitions
    behind = {name: _reached(name, definitions) for name in _reached(found.name, definitions) | {found.name}}
    return [
        made for name, made in definitions.items()
        if name == found.name or (name in behind and found.name in behind[name] and made.indices)
    ]


def _reached(name: str, definitions: Mapping[str, Definition]) -> set[str]:
    """The defined names behind a definition."""
    reached: set[str] = set()
    waiting = [name]
    while waiting:
        for each in tree.names(definitions[waiting.pop()].body) & set(definitions):
            if each not in reached:
                reached.add(each)
                waiting.append(each)
    return reached


def _lowered(found: Definition, coupled: list[Definition], group: dict[str, _Sequence], scope: Scope) -> _Sequence:
    from symbolic.lowering.lower import lower, lower_scalar

    if len(found.indices) != 1:
        raise Unsupported(f"the recurrence {found.name} in more than one index")
    label = _label(found.indices[0])
    τ = symbol("τ′")
    local = scope.globally({label: scalar(τ)})
    start = {lower_scalar(at[0], scope.globally()): lower(value, scope.globally()) for at, value in found.initial}
    inner = local
    for each in coupled:
        inner = inner.suspend(each.name, _opaque(each, scope))
    offset = lower_scalar(found.indices[0], local) - τ
    step = lower(found.body, inner)
    return _Sequence(found.name, offset, step, start, group, _way(step, offset, [each.name for each in coupled]))


def _way(step: Array, offset: Poly, names: list[str]) -> int:
    """−1 where every value that the step needs stands at a later index, which is a number away."""
    body = step.entry(tuple(fresh(step.span(axis)) for axis in range(len(step.shape))))
    gaps = [(place - symbol("τ′") - offset).number for place in _places(body, dict.fromkeys(names))]
    return -1 if gaps and all(gap is not None and gap > 0 for gap in gaps) else 1


def _opaque(found: Definition, scope: Scope) -> Array:
    """The sequence as an array of atoms."""
    from symbolic.lowering.lower import lower

    shape = lower(found.initial[0][1], scope.globally()).shape if found.initial else _declared_shape(found.name, scope)
    return Array((symbol("∞"), *shape), lambda at: component(found.name, at))


def _label(index: tree.Node) -> str:
    """t of t, t + 1 or t - 1."""
    names = sorted(tree.names(index))
    if len(names) != 1:
        raise Unsupported("a recurrence whose index is not one symbol and a constant")
    return names[0]


def _declared_shape(name: str, scope: Scope) -> tuple[Poly, ...]:
    from symbolic.lowering.names import axes

    declared = scope.situation.table.symbol(name)
    if declared is None or not declared.axes:
        return ()
    sizes, _ = axes(declared, scope)
    return sizes[1:] if declared.family is not None else sizes


def _closed(sequence: _Sequence) -> Callable[[tuple[Poly, ...]], Poly] | None:
    """The closed form as an entry function, when the step is linear with a constant coefficient."""
    if len(sequence.start) != 1:
        return None
    ((first, initial),) = sequence.start.items()
    split = _linear(sequence)
    if split is None:
        return None
    ratio, rest = split
    way = sequence.way

    def entry(at: tuple[Poly, ...]) -> Poly:
        (place,) = at
        if is_positive((first - place) * way):
            raise Unsupported(f"the recurrence {sequence.name} beyond its {'beginning' if way > 0 else 'end'}")
        ends = (first + 1, place) if way > 0 else (place, first - 1)
        k = fresh(ends)
        driven = substitute(rest, {"τ′": k - sequence.offset}) * power(ratio, as_exponent((place - k) * way))
        total = sum_over(next(iter(k.free)), *ends, driven)
        return power(ratio, as_exponent((place - first) * way)) * initial.scalar + total

    return entry


def _linear(sequence: _Sequence) -> tuple[Poly, Poly] | None:
    """(β, u_τ) with step = β·x_{τ+offset-1} + u_τ."""
    earlier = component(sequence.name, (symbol("τ′") + sequence.offset - sequence.way,)).atom
    ratios, rest = [], []
    for mono, coefficient in sequence.step.scalar.terms.items():
        if (earlier, 1) in mono:
            ratios.append(monomial(mono - {(earlier, 1)}, coefficient))
        else:
            rest.append(monomial(mono, coefficient))
    ratio, driven = add(ratios), add(rest)
    alone = ratio.free.isdisjoint(sequence.group) and driven.free.isdisjoint(sequence.group)
    return (ratio, driven) if alone and "τ′" not in ratio.free and ratio else None


def _opened(sequence: _Sequence, at: tuple[Poly, ...]) -> Poly:
    """The entry in terms of earlier ones: defined indices are opened, earlier ones stay atoms."""
    place, rest = at[0], at[1:]
    steps = 0
    if place in sequence.start:
        return sequence.start[place].entry(rest)
    if not _defined(place, sequence):
        return component(sequence.name, at)
    opened = substitute(sequence.step.entry(rest), {"τ′": place - sequence.offset})

    def change(inner: Atom) -> Poly:
        nonlocal steps
        if inner.kind == "comp" and inner.args[0] in sequence.group:
            steps += 1
            if steps > _MOST:
                raise Unsupported("a recurrence followed back too far")
            return _opened(sequence.group[inner.args[0]], inner.args[1])
        return atom(inner) if inner.free.isdisjoint(sequence.group) else mapped(inner, inside)

    def inside(part: Poly) -> Poly:
        return transform(part, change, frozenset(sequence.group))

    return inside(opened)


def _defined(place: Poly, sequence: _Sequence) -> bool:
    """Is the index at or beyond the defined one: t (backward form) or t + 1 (forward form) and later?

    Of a sequence told backwards: t or earlier; a number may lie behind its end.
    """
    known, reach = _known(place), sequence.offset.number or 0
    if sequence.way < 0:
        return place.number is None and known <= reach
    return known >= reach if place.number is None else known > 0


def settled(poly: Poly, scope: Scope) -> Poly:
    """poly with every sequence entry opened down to the earliest index that stands in it, or the latest one."""
    group: dict[str, _Sequence] = {}
    for found in scope.situation.table.definitions.values():
        if found.name in poly.free and found.name not in group and found.indices:
            coupled = _coupled(found, scope)
            own: dict[str, _Sequence] = {}
            for each in coupled:
                own[each.name] = _lowered(each, coupled, own, scope)
            group |= own
    for way in (1, -1):
        same = {name: sequence for name, sequence in group.items() if sequence.way == way}
        places = [place for place in _places(poly, same) if place.number is None or way < 0]
        lowest = min((_known(place) * way for place in places), default=None)
        poly = poly if lowest is None else _opened_above(poly, lowest, same)
    return poly


def _known(place: Poly) -> Fraction:
    return place.terms.get(frozenset(), Fraction(0))


def _places(value: object, group: Mapping[str, object]) -> Iterator[Poly]:
    """The indices of sequence entries, at any depth."""
    if isinstance(value, tuple):
        for part in value:
            yield from _places(part, group)
    elif isinstance(value, Poly):
        yield from _places(tuple(pair for mono in value.terms for pair in mono), group)
    elif isinstance(value, Atom):
        if value.kind == "comp" and value.args[0] in group:
            yield value.args[1][0]
        yield from _places(value.args, group)


def _opened_above(poly: Poly, lowest: Fraction, group: Mapping[str, _Sequence]) -> Poly:
    steps = 0

    def change(inner: Atom) -> Poly:
        nonlocal steps
        if inner.kind != "comp" or inner.args[0] not in group:
            return atom(inner) if inner.free.isdisjoint(group) else mapped(inner, inside)
        place, *rest = inner.args[1]
        way = group[inner.args[0]].way
        if (place.number is not None and way > 0) or _known(place) * way <= lowest:
            return atom(inner)
        steps += 1
        if steps > _MOST:
            raise Unsupported("a recurrence followed back too far")
        sequence = group[inner.args[0]]
        return inside(substitute(sequence.step.entry(tuple(rest)), {"τ′": place - sequence.offset}))

    def inside(part: Poly) -> Poly:
        return transform(part, change, frozenset(group))

    return inside(poly)
