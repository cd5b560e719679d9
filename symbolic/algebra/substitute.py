"""Substitution of symbols and free indices, and reconstruction of atoms from changed arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic.algebra.atoms import BINDERS, INVERSES, Atom
from symbolic.algebra.poly import Poly, add, as_exponent, as_poly, atom, monomial, product

Mapping = dict[str, Poly]


def substitute(poly: Poly, mapping: Mapping) -> Poly:
    """poly with each named symbol or free index replaced; bound indices are never captured."""
    if poly.free.isdisjoint(mapping):
        return poly
    return transform(poly, lambda inner: replaced(inner, mapping), frozenset(mapping))


def transform(poly: Poly, change: Callable[[Atom], Poly], touched: frozenset[str] | None = None) -> Poly:
    """poly rebuilt with every atom a replaced by change(a); monomials that touch none of the names are kept."""
    parts = []
    for mono, coefficient in poly.terms.items():
        same, factors = [], []
        for base, exponent in mono:
            if touched is not None and _untouched(base, touched) and _untouched(exponent, touched):
                same.append((base, exponent))
            else:
                factors.append(_rebuilt(base, exponent, change, touched))
        parts.append(product((monomial(frozenset(same), coefficient), *factors)))
    return add(parts)


def _untouched(part: Any, touched: frozenset[str]) -> bool:
    return touched.isdisjoint(getattr(part, "free", ()))


def _rebuilt(base: Any, exponent: Any, change: Callable[[Atom], Poly], touched: frozenset[str] | None) -> Poly:
    from symbolic.algebra.powers import power, raised

    if isinstance(exponent, Poly):
        exponent = as_exponent(transform(exponent, change, touched))
    if isinstance(base, int):
        return raised(base, exponent)
    new = transform(base, change, touched) if isinstance(base, Poly) else change(base)
    return power(new, exponent)


def substitute_base(base: Any, exponent: Any, mapping: Mapping) -> Poly:
    """base^exponent with the mapping applied to both."""
    return substitute(monomial(frozenset(((base, exponent),))), mapping)


def replaced(inner: Atom, mapping: Mapping) -> Poly:
    """The atom under the mapping."""
    if inner.kind == "sym":
        return mapping.get(inner.args[0], atom(inner))
    if inner.free.isdisjoint(mapping):
        return atom(inner)
    return mapped(inner, lambda poly: substitute(poly, mapping))


def mapped(inner: Atom, change: Callable[[Poly], Poly]) -> Poly:
    """The atom rebuilt with every polynomial argument p replaced by change(p); binders are opened first."""
    from symbolic.algebra import binders, functions, indices, matrix_atoms

    kind, args = inner.kind, inner.args
    if kind in BINDERS:
        return binders.rebind(inner, change)
    if kind in ("sym", "bound"):
        return atom(inner)
    if kind in ("comp", "scomp"):
        return indices.moved(args[0], tuple(change(index) for index in args[1]))
    if kind == "δ":
        return indices.delta(change(args[0]), change(args[1]))
    if kind == "fun" and args[0] == "det":
        return matrix_atoms.determinant_atom(_argument(args[1][0], change))
    if kind == "fun":
        return functions.function(args[0], tuple(_argument(part, change) for part in args[1]))
    if kind == "ind":
        return functions.indicator(args[0], change(args[1]))
    if kind in INVERSES:
        return matrix_atoms.inverse_entry(_argument(args[0], change), change(args[1]), change(args[2]), kind=kind)
    if kind == "mean":
        return functions.mean(change(args[0]))
    raise TypeError(f"no way to rebuild the atom kind {kind}")


def _argument(part: Any, change: Callable[[Poly], Poly]) -> Any:
    if isinstance(part, Atom):
        return as_lam(mapped(part, change))
    return change(as_poly(part))


def as_lam(poly: Poly) -> Atom:
    inner = poly.atom
    assert inner is not None and inner.kind == "lam"
    return inner
