"""Equations that the given assumes: one of their quantities is put in terms of the others, in every way that is unique.

a + b = 1 gives b = 1 − a; a² + b² = 1 gives b² = 1 − a²; erf(u) = 0 gives u = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import content, is_zero, numerator
from symbolic.algebra.functions import function
from symbolic.algebra.poly import Poly, as_poly, atom, map_terms, monomial, product
from symbolic.algebra.powers import E, as_base, exponential, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import mapped, transform

#: Ways of solving that are tried on one claim, and how deep an argument is unwrapped.
_TRIES = 40
_DEEPEST = 4


@dataclass(frozen=True)
class Solution:
    """atom^degree = value."""

    atom: Atom
    degree: int
    value: Poly


def vanishes(poly: Poly, equations: list[Poly]) -> bool:
    """Is poly zero wherever all the equations (each a polynomial that is zero) hold?"""
    tries = [_TRIES]
    return _vanishes(poly, equations, tries)


def _vanishes(poly: Poly, equations: list[Poly], tries: list[int]) -> bool:
    if is_zero(poly):
        return True
    if not equations or tries[0] <= 0:
        return False
    first, *rest = equations
    for found in solutions(first, _DEEPEST):
        tries[0] -= 1
        if _vanishes(applied(poly, found), [applied(each, found) for each in rest], tries):
            return True
    return _vanishes(poly, rest, tries)


def solutions(equation: Poly, depth: int) -> Iterator[Solution]:
    """The quantities that the equation alone fixes, by name."""
    if depth == 0:
        return
    cleared = _primitive(numerator(equation))
    for mono, coefficient in sorted(cleared.terms.items(), key=lambda item: monomial(item[0]).key):
        for base, exponent in sorted(mono, key=lambda pair: monomial(frozenset((pair,))).key):
            beside = monomial(mono - {(base, exponent)}, coefficient)
            if beside.number is not None or is_positive(beside) or is_positive(-beside):
                value = (monomial(mono, coefficient) - cleared) * power(beside, -1)
                yield from _solved(base, exponent, value, depth)


def _solved(base: Any, exponent: Any, value: Poly, depth: int) -> Iterator[Solution]:
    """base^exponent = value."""
    if base == E and isinstance(exponent, Poly) and is_positive(value):
        yield from solutions(exponent - function("log", (value,)), depth - 1)
    elif isinstance(base, Atom) and isinstance(exponent, int) and exponent > 0 and not _holds(value, base):
        yield Solution(base, exponent, value)
        yield from _unwrapped(base, exponent, value, depth)


def _primitive(poly: Poly) -> Poly:
    """poly without a common factor that cannot vanish."""
    if not poly:
        return poly
    outside, rest = content(poly, signed=False)
    ((mono, _),) = outside.terms.items()
    sure = all(
        isinstance(base, int) or (not isinstance(x, Poly) and x < 0) or is_positive(as_base(base)) for base, x in mono
    )
    return rest if sure else poly


def _unwrapped(base: Atom, exponent: int, value: Poly, depth: int) -> Iterator[Solution]:
    """f(u) = v as u = f⁻¹(v)."""
    inverse = INVERSES.get(base.args[0]) if base.kind == "fun" and exponent == 1 else None
    inside = inverse(value) if inverse is not None else None
    if inside is not None:
        yield from solutions(base.args[1][0] - inside, depth - 1)


def _inverse_error_function(value: Poly) -> Poly | None:
    number = value.number
    return function("erfinv", (value,)) if number is not None and abs(number) < 1 else None


INVERSES: dict[str, Callable[[Poly], Poly | None]] = {
    "erf": _inverse_error_function,
    "log": exponential,
    "arctan": lambda value: function("tan", (value,)) if value.number is not None and abs(value.number) <= 1 else None,
}


def _holds(value: Any, base: Atom) -> bool:
    """Does the atom, or another entry of its array, stand in value?"""
    if base.kind in ("sym", "comp", "scomp"):
        return base.args[0] in value.free
    return any(part == base for part in _atoms(value))


def _atoms(value: Any) -> Iterator[Atom]:
    if isinstance(value, tuple):
        for part in value:
            yield from _atoms(part)
    elif isinstance(value, Poly):
        yield from _atoms(tuple(pair for mono in value.terms for pair in mono))
    elif isinstance(value, Atom):
        yield value
        yield from _atoms(value.args)


def applied(poly: Poly, found: Solution) -> Poly:
    """poly with the solution put in."""
    if found.degree > 1:
        return _reduced(numerator(poly), found)

    def change(inner: Atom) -> Poly:
        if inner == found.atom:
            return found.value
        if inner.kind in ("sym", "bound", "comp", "scomp") or all(part != found.atom for part in _atoms(inner)):
            return atom(inner)
        return mapped(inner, lambda part: transform(part, change))

    return transform(poly, change)


def _reduced(poly: Poly, found: Solution) -> Poly:
    """Powers of the atom from the degree on, brought below it."""

    def factor(base: Any, exponent: Any) -> Poly:
        if base == found.atom and isinstance(exponent, int) and exponent >= found.degree:
            times, left = divmod(exponent, found.degree)
            return power(found.value, times) * power(as_poly(base), left)
        return monomial(frozenset(((base, exponent),)))

    return map_terms(poly, lambda c, mono: product(factor(b, x) for b, x in mono).scale(c))
