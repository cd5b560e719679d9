"""Σ_{l=a}^{b} f(l) x_{t+l} written as Σ_{k=t+a}^{t+b} f(k − t) x_k, so that windows that overlap show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ZERO, Poly, add, atom, constant, symbol
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import INFINITY, sum_over

#: At most so many terms are put before a sum, or taken from it.
_MOST = 6


def shifted(poly: Poly) -> Poly:
    """poly with the index of each sum as an array shows it, and with first values that have no constant."""
    return transform(poly, _moved)


def _moved(inner: Atom) -> Poly:
    if inner.kind != "sum" or len(inner.args[1]) != 1:
        return mapped(inner, shifted) if inner.kind == "fun" else atom(inner)
    (index,), ((low, high),), body = open_binder(inner)
    offsets = sorted(set(_offsets(index, body)), key=lambda each: each.key)
    shift = offsets[0] if offsets else ZERO
    start, stop = low + shift, high if high == INFINITY else high + shift
    extra = start.terms.get(frozenset(), 0)
    if start.number is not None or extra != int(extra) or abs(extra) > _MOST or not (shift or extra):
        return atom(inner)
    return _from(start - extra, int(extra), stop, substitute(body, {index: symbol(index) - shift}), index)


def _from(base: Poly, extra: int, stop: Poly, body: Poly, index: str) -> Poly:
    """Σ_{k=base+extra}^{stop} as Σ_{k=base}^{stop} less the first terms, or with the ones before."""
    place = fresh((base, stop) if stop != INFINITY else None)
    whole = sum_over(next(iter(place.free)), base, stop, substitute(body, {index: place}))
    between = range(extra) if extra > 0 else range(extra, 0)
    ends = add(substitute(body, {index: base + constant(step)}) for step in between)
    return whole - ends if extra > 0 else whole + ends


def _offsets(index: str, value: Any) -> Iterator[Poly]:
    """s for each array entry at index + s, s being no number."""
    if isinstance(value, tuple):
        for part in value:
            yield from _offsets(index, part)
    elif isinstance(value, Poly) and index in value.free:
        for mono in value.terms:
            yield from _offsets(index, tuple(mono))
    elif isinstance(value, Atom):
        for place in value.args[1] if value.kind == "comp" else ():
            away = place - symbol(index)
            if index in place.free and index not in away.free and away.number is None:
                yield away
        yield from _offsets(index, value.args)
