"""Exponents and arguments that are equal without being alike are made alike, so that their atoms merge."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import Poly, as_exponent, map_terms, monomial, product
from symbolic.algebra.powers import power
from symbolic.algebra.substitute import mapped

_MOST = 24


def canonical(poly: Poly) -> Poly:
    """poly with every inner polynomial replaced by the first one found equal to it; the same object if none is."""
    inner = sorted(_inner(poly), key=lambda part: part.key)
    if len(inner) < 2 or len(inner) > _MOST:
        return poly
    renamed = _representatives(inner)
    return _applied(poly, renamed) if renamed else poly


def _inner(poly: Poly) -> set[Poly]:
    found: set[Poly] = set()
    for mono in poly.terms:
        for base, exponent in mono:
            if isinstance(exponent, Poly) and _compound(exponent):
                found.add(exponent)
            if isinstance(base, Poly):
                found.add(base)
            if isinstance(base, Atom) and base.kind == "fun":
                found.update(part for part in base.args[1] if isinstance(part, Poly))
    return found


def _compound(poly: Poly) -> bool:
    return any(isinstance(base, Poly) for mono in poly.terms for base, _ in mono)


def _representatives(inner: list[Poly]) -> dict[Poly, Poly]:
    from symbolic.algebra.fractions import is_zero

    renamed: dict[Poly, Poly] = {}
    kept: list[Poly] = []
    for part in inner:
        same = next((other for other in kept if is_zero(part - other)), None)
        if same is None:
            kept.append(part)
        else:
            renamed[part] = same
    return renamed


def _applied(poly: Poly, renamed: dict[Poly, Poly]) -> Poly:
    def change(part: Poly) -> Poly:
        return renamed.get(part, part)

    def factor(base: Any, exponent: Any) -> Poly:
        if isinstance(exponent, Poly):
            exponent = as_exponent(change(exponent))
        if isinstance(base, Poly):
            return power(change(base), exponent)
        if isinstance(base, Atom) and base.kind == "fun":
            return power(mapped(base, change), exponent)
        return monomial(frozenset(((base, exponent),)))

    return map_terms(poly, lambda c, mono: product(factor(b, x) for b, x in mono).scale(c))
