"""A proof that a difference is not zero: its exact value at one instance that the given allows.

Only differences in plain scalars, sizes and indices are tried: their values can be chosen without further conditions,
and the arithmetic is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.indices import span_of
from symbolic.algebra.poly import Poly, constant
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute

_SIZES = (Fraction(2), Fraction(3))
_SCALARS = (Fraction(3, 4), Fraction(7, 5), Fraction(5, 7), Fraction(11, 6), Fraction(9, 8))


def nonzero_instance(difference: Poly, situation: Situation) -> dict[str, Fraction] | None:
    """Values at which the difference has a nonzero value, or None."""
    names = sorted(difference.free)
    if not names or len(names) > 5 or not all(is_plain(name, situation) for name in names):
        return None
    if any(not _elementary(base, exponent) for mono in difference.terms for base, exponent in mono):
        return None
    for values in _choices(names, situation):
        value = substitute(difference, {name: constant(number) for name, number in values.items()}).number
        if value:
            return values
    return None


def is_plain(name: str, situation: Situation) -> bool:
    """Is it a size, an index, or a real scalar of which at most positivity is said?"""
    if span_of(name) is not None:
        return True
    declared = situation.table.symbol(name)
    if declared is None or declared.axes or declared.random or declared.bounds:
        return False
    if declared.kind not in ("scalar", "dimension") or declared.domain == "complex":
        return False
    named = {part for each in situation.table.assumptions for part in _names(each.relation)}
    return name not in named and declared.signs <= {"positive", "nonnegative", "nonzero"}


def _names(node: Any) -> set[str]:
    from symbolic.notation.tree import names

    return names(node)


def _elementary(base: Any, exponent: Any) -> bool:
    """Powers of numbers, symbols and sums of them, δ of indices, sums over an index, Γ and ψ where they are numbers."""
    if not isinstance(exponent, int):
        return False
    if isinstance(base, Poly):
        return all(_elementary(b, x) for mono in base.terms for b, x in mono)
    if isinstance(base, Atom) and base.kind == "fun":
        return base.args[0] in ("Gamma", "psi", "polygamma")
    return isinstance(base, int) or (isinstance(base, Atom) and base.kind in ("sym", "δ", "sum"))


def _choices(names: list[str], situation: Situation) -> Iterator[dict[str, Fraction]]:
    """A few instances: small sizes, first and second indices, generic scalars."""
    sizes = [name for name in names if _is_size(name, situation)]
    indices = [name for name in names if span_of(name) is not None]
    scalars = {name: _SCALARS[place] for place, name in enumerate(n for n in names if n not in sizes + indices)}
    integers = {name for name in scalars if facts().has(name, "integer")}
    fixed = {
        name: Fraction(place + 2) if name in integers else value for place, (name, value) in enumerate(scalars.items())
    }
    for size in _SIZES:
        for at in product((Fraction(1), Fraction(2)), repeat=len(indices)):
            yield {**fixed, **dict.fromkeys(sizes, size), **dict(zip(indices, at, strict=True))}


def _is_size(name: str, situation: Situation) -> bool:
    declared = situation.table.symbol(name)
    return declared is not None and declared.kind == "dimension"
