"""Sequences defined by their own earlier values.

A first-order linear recurrence with a constant scalar coefficient, m_t = β m_{t-1} + u_t, closes to
m_t = β^{t-a} m_a + Σ_{k=a+1}^{t} β^{t-k} u_k.  Any other is opened one step at a time: the defined index is put in terms
of the earlier one, which stays an atom.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic.algebra.atoms import Atom
from symbolic.algebra.indices import entry as component
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, add, as_exponent, atom, monomial, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.substitute import substitute, transform
from symbolic.algebra.sums import sum_over
from symbolic.language.symbols import Definition
from symbolic.lowering.arrays import Array, remembered, scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

#: How many steps an index given as a number is followed back.
_MOST = 64


@dataclass(frozen=True)
class _Sequence:
    """A recurrence lowered once: `step` gives x at (τ + offset) through opaque entries at earlier indices."""

    name: str
    offset: Poly
    step: Array
    start: dict[Poly, Array]
    scope: Scope


def lower_recurrence(found: Definition, scope: Scope) -> Array:
    """The sequence as an array whose first axis is its index."""
    sequence = _lowered(found, scope)
    shape = sequence.step.shape
    closed = _closed(sequence) if not shape else None
    value = closed or (lambda at: _opened(sequence, at))
    return Array((symbol("∞"), *shape), remembered(value), first=(ZERO, *(ONE for _ in shape)))


def _lowered(found: Definition, scope: Scope) -> _Sequence:
    from symbolic.lowering.lower import lower, lower_scalar

    if len(found.indices) != 1:
        raise Unsupported(f"the recurrence {found.name} in more than one index")
    label = _label(found.indices[0])
    τ = symbol("τ′")
    local = scope.globally({label: scalar(τ)})
    start = {lower_scalar(at[0], scope.globally()): lower(value, scope.globally()) for at, value in found.initial}
    shape = next(iter(start.values())).shape if start else _declared_shape(found.name, scope)
    opaque = Array((symbol("∞"), *shape), lambda at: component(found.name, at))
    inner = local.suspend(found.name, opaque)
    return _Sequence(found.name, lower_scalar(found.indices[0], local) - τ, lower(found.body, inner), start, scope)


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

    def entry(at: tuple[Poly, ...]) -> Poly:
        (place,) = at
        k = fresh((first + 1, place))
        driven = substitute(rest, {"τ′": k - sequence.offset}) * power(ratio, as_exponent(place - k))
        total = sum_over(next(iter(k.free)), first + 1, place, driven)
        return power(ratio, as_exponent(place - first)) * initial.scalar + total

    return entry


def _linear(sequence: _Sequence) -> tuple[Poly, Poly] | None:
    """(β, u_τ) with step = β·x_{τ+offset-1} + u_τ."""
    earlier = component(sequence.name, (symbol("τ′") + sequence.offset - 1,)).atom
    ratios, rest = [], []
    for mono, coefficient in sequence.step.scalar.terms.items():
        if (earlier, 1) in mono:
            ratios.append(monomial(mono - {(earlier, 1)}, coefficient))
        else:
            rest.append(monomial(mono, coefficient))
    ratio, driven = add(ratios), add(rest)
    constant = "τ′" not in ratio.free and sequence.name not in ratio.free
    return (ratio, driven) if constant and sequence.name not in driven.free and ratio else None


def _opened(sequence: _Sequence, at: tuple[Poly, ...]) -> Poly:
    """The entry in terms of earlier ones: defined indices are opened, earlier ones stay atoms."""
    place, rest = at[0], at[1:]
    steps = 0
    if place in sequence.start:
        return sequence.start[place].entry(rest)
    if not _defined(place, sequence.offset):
        return component(sequence.name, at)
    opened = substitute(sequence.step.entry(rest), {"τ′": place - sequence.offset})

    def change(inner: Atom) -> Poly:
        nonlocal steps
        if inner.kind == "comp" and inner.args[0] == sequence.name:
            steps += 1
            if steps > _MOST:
                raise Unsupported("a recurrence followed back too far")
            return _opened(sequence, inner.args[1])
        return atom(inner)

    return transform(opened, change, frozenset((sequence.name,)))


def _defined(place: Poly, offset: Poly) -> bool:
    """Is the index at or beyond the defined one: t (backward form) or t + 1 (forward form) and later?"""
    known = place.terms.get(frozenset(), 0)
    reach = offset.number or 0
    return known >= reach if place.number is None else known > 0

