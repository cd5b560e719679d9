"""A strict inequality is false where both sides are equal: sizes of 1, a number at 0, 1 or another quantity."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.algebra.fractions import is_zero
from symbolic.algebra.indices import FRESH, span_of
from symbolic.algebra.poly import ONE, ZERO, Poly, atom, symbol
from symbolic.algebra.powers import Undefined
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.instances import is_plain
from symbolic.rules.orders_fresh import atoms_of

#: Names that are tried.
_NAMES = 6


def attained(difference: Poly, situation: Situation) -> str | None:
    """Where, in words, a difference that is meant to be positive is 0; None where no such place is found."""
    for place in _places(difference, situation):
        try:
            if is_zero(substitute(difference, place)):
                shown = {name: value for name, value in place.items() if not name.startswith(FRESH)}
                told = [f"{name} = {value.number}" for name, value in shown.items() if value.number is not None]
                return "the sides are equal" + (f" at {', '.join(told)}" if told else " somewhere")
        except Undefined:
            continue
    return None


def _places(difference: Poly, situation: Situation) -> Iterator[dict[str, Poly]]:
    names = sorted(difference.free)
    ones = {name: ONE for name in names if _is_size(name, situation)}
    if ones:
        yield {**ones, **{name: ONE for name in names if _runs_to_a_size(name, ones)}}
    moving = [name for name in names if name not in ones and span_of(name) is None and is_plain(name, situation)]
    for name in moving[:_NAMES]:
        declared = situation.table.symbol(name)
        signs = declared.signs if declared is not None else frozenset()
        if not signs:
            yield from ({name: value} for value in (ZERO, ONE, *_others(difference, name, situation)))
        elif signs <= {"positive", "nonnegative"}:
            yield {name: ONE}
            yield from ({name: symbol(other)} for other in moving if other != name)
            if "positive" not in signs:
                yield {name: ZERO}


def _others(difference: Poly, name: str, situation: Situation) -> Iterator[Poly]:
    """Averages and other numbers of which nothing is said."""
    for inner in dict.fromkeys(atoms_of(difference)):
        other = inner.kind == "sym" and inner.args[0] != name and is_plain(inner.args[0], situation)
        if other or inner.kind == "mean":
            yield atom(inner)


def _is_size(name: str, situation: Situation) -> bool:
    declared = situation.table.symbol(name)
    return declared is not None and declared.kind == "dimension" and is_plain(name, situation)


def _runs_to_a_size(name: str, sizes: dict[str, Poly]) -> bool:
    span = span_of(name)
    return span is not None and span[0] == ONE and any(span[1] == symbol(size) for size in sizes)
