"""Indices and Kronecker's δ: equal, provably different, or undecided; which index a δ eliminates."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.poly import ONE, ZERO, Poly, add, atom, monomial, symbol
from symbolic.algebra.signs import is_nonnegative, is_positive

_fresh = count(1)
#: Names that `fresh` makes start so; no declared name does.
FRESH = "_"


def fresh(span: tuple[Poly, Poly] | None = None) -> Poly:
    """An index that occurs nowhere else; its range, when known, holds while the facts in force do."""
    name = f"{FRESH}{next(_fresh)}"
    if span is not None:
        facts().open[name] = span
    return symbol(name)


def delta(left: Poly, right: Poly) -> Poly:
    """δ_{left,right}: 1 when equal, 0 when provably different, else an atom."""
    if left == right:
        return ONE
    difference = left - right
    if difference.number is not None or _apart(left, right, difference):
        return ZERO
    first, second = sorted((left, right), key=lambda index: index.key)
    return atom(Atom("δ", first, second))


def _apart(left: Poly, right: Poly, difference: Poly) -> bool:
    if facts().distinct(left, right):
        return True
    return bool(difference.free) and (is_positive(difference) or is_positive(-difference))


def eliminated(base: Atom) -> tuple[str, Poly] | None:
    """(name, value) such that δ allows name → value in what it multiplies; fresh indices go first."""
    left, right = base.args
    difference = left - right
    chosen: tuple[str, Poly] | None = None
    for mono, coefficient in difference.terms.items():
        if len(mono) != 1 or abs(coefficient) != 1:
            continue
        ((inner, exponent),) = mono
        if exponent == 1 and isinstance(inner, Atom) and inner.kind == "sym" and is_index(inner.args[0]):
            name = inner.args[0]
            value = atom(inner) - difference.scale(1 / coefficient)
            if name not in value.free and (chosen is None or _rank(name) > _rank(chosen[0])):
                chosen = (name, value)
    return chosen


def is_index(name: str) -> bool:
    return name.startswith(FRESH) or facts().span(name) is not None


def _rank(name: str) -> tuple[bool, int, str]:
    return (name.startswith(FRESH), len(name), name)


def within(value: Poly, lower: Poly, upper: Poly | None) -> bool:
    """Is lower ≤ value ≤ upper known?"""
    if not _at_least(value, lower):
        return False
    return upper is None or _at_most(value, upper)


def _at_least(value: Poly, lower: Poly) -> bool:
    return any(is_nonnegative(least - lower) for least in _extremes(value, 0))


def _at_most(value: Poly, upper: Poly) -> bool:
    return any(is_nonnegative(upper - greatest) for greatest in _extremes(value, 1))


#: How deep ranges may lie in one another: i ≤ t, t ≤ T.
_NESTED = 3


def _extremes(value: Poly, side: int) -> Iterator[Poly]:
    """The value, its extreme over the ranges of its indices, that over theirs, and so on."""
    for _ in range(_NESTED):
        yield value
        before, value = value, _extreme(value, side)
        if value == before:
            return
    yield value


def _extreme(value: Poly, side: int) -> Poly:
    """A value that index arithmetic does not fall below (side 0), or exceed (side 1): n + 1 for i + 1 with i ≤ n."""
    parts = []
    for mono, coefficient in value.terms.items():
        inner = monomial(mono).atom
        span = span_of(inner.args[0]) if inner is not None and inner.kind in ("sym", "comp") else None
        part = monomial(mono) if span is None else span[side if coefficient > 0 else 1 - side]
        parts.append(part.scale(coefficient))
    return add(parts)


def span_of(name: str) -> tuple[Poly, Poly] | None:
    """(first, last) of an open or declared index."""
    return facts().open.get(name) or facts().span(name)


def entry(array: str, indices: tuple[Poly, ...]) -> Poly:
    """The entry of a declared array, with what its declaration says of it; (A_ij − A_ji)/2 of an antisymmetric one."""
    if facts().has(array, "diagonal") and len(indices) == 2 and indices[0] != indices[1]:
        return delta(*indices) * entry(array, (indices[0], indices[0]))
    if len(indices) == 2 and facts().has(array, "antisymmetric"):
        forward, back = (atom(Atom("comp", array, pair)) for pair in (indices, indices[::-1]))
        return (forward - back).scale(Fraction(1, 2))
    kind = "scomp" if len(indices) == 2 and facts().has(array, "symmetric") else "comp"
    if kind == "scomp":
        indices = tuple(sorted(indices, key=lambda index: index.key))
    return atom(Atom(kind, array, indices))


def moved(array: str, at: tuple[Poly, ...]) -> Poly:
    """An entry whose indices changed: what `entry` made of an antisymmetric array is not taken apart again."""
    if len(at) == 2 and facts().has(array, "antisymmetric"):
        return atom(Atom("comp", array, at))
    return entry(array, at)


def oriented(poly: Poly) -> Poly:
    """A_ji written as −A_ij, in one order of the indices, so that (A_ij − A_ji)/2 is A_ij again: for print."""
    from symbolic.algebra.substitute import mapped, transform

    def change(inner: Atom) -> Poly:
        if inner.kind != "comp" or len(inner.args[1]) != 2 or not facts().has(inner.args[0], "antisymmetric"):
            return mapped(inner, oriented)
        left, right = inner.args[1]
        if left == right:
            return ZERO
        return atom(inner) if left.key < right.key else -atom(Atom("comp", inner.args[0], (right, left)))

    return transform(poly, change)
