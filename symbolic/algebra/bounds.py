"""Bounds in one form: Σ_{i=0}^{n-1} x_{i+1} is Σ_{i=1}^{n} x_i, and Σ_{i=1}^{n-1} f(i) is Σ_{i=1}^{n} f(i) − f(n).

An index is shifted so that the arrays it enters show it without an offset; then the first value is brought to 1 and the
last to a symbol without a constant, by splitting off the few terms in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ZERO, Poly, add, constant, symbol
from symbolic.algebra.powers import Undefined
from symbolic.algebra.substitute import substitute

Range = tuple[Poly, Poly]
#: At most so many terms are split off at either end.
_MOST = 6


def moved_bounds(name: str, span: Range, body: Poly) -> Poly | None:
    """Σ_{name} body with its bounds in normal form, or None when they are already."""
    from symbolic.algebra.sums import INFINITY, sum_over

    shift = _shift(name, body)
    low, high = span[0] + shift, span[1] + shift if span[1] != INFINITY else span[1]
    first, last = low.number, _offset(high)
    below = int(first - 1) if first is not None and first.denominator == 1 else 0
    above = int(last) if last is not None and high.number is None and high != INFINITY else 0
    if (not shift and not below and not above) or abs(below) > _MOST or abs(above) > _MOST:
        return None
    try:
        ends = _ends(lambda place: substitute(body, {name: place - shift}), below, high, above)
    except Undefined:
        return None
    start = low - below
    stop = high - above if high != INFINITY else high
    # Another range needs another index: what is known of the old one does not hold of the new.
    index = fresh((start, stop) if stop != INFINITY else None)
    moved = substitute(body, {name: index - shift})
    return add((sum_over(next(iter(index.free)), start, stop, moved), *ends))


def _ends(term: Callable[[Poly], Poly], below: int, high: Poly, above: int) -> list[Poly]:
    """The terms that the new range lacks (positive) or has too many (negative)."""
    ends = []
    for step in range(abs(below)):
        place = constant(1 + step if below > 0 else -step)
        ends.append(term(place).scale(Fraction(-1 if below > 0 else 1)))
    base = high - above
    for step in range(1, abs(above) + 1):
        place = base + step if above > 0 else base - step + 1
        ends.append(term(place).scale(Fraction(1 if above > 0 else -1)))
    return ends


def _offset(bound: Poly) -> Fraction | None:
    """The integer constant in a bound."""
    known = bound.terms.get(frozenset(), Fraction(0))
    return known if known.denominator == 1 else None


def _shift(name: str, body: Poly) -> Poly:
    """The least offset k with which an array or a δ shows the index as i + k."""
    offsets = sorted(_shifts(name, body))
    return constant(offsets[0]) if offsets and offsets[0] else ZERO


def _shifts(name: str, value: Any) -> Iterator[int]:
    if isinstance(value, Poly):
        if name in value.free:
            for mono in value.terms:
                for pair in mono:
                    yield from _shifts(name, pair)
    elif isinstance(value, Atom):
        if value.kind in ("comp", "scomp", "δ"):
            for index in value.args if value.kind == "δ" else value.args[1]:
                known = (index - symbol(name)).number
                if known is not None and known.denominator == 1:
                    yield int(known)
        if name in value.free:
            yield from _shifts(name, value.args)
    elif isinstance(value, tuple):
        for part in value:
            yield from _shifts(name, part)


