"""Inverses and determinants of matrices as atoms, opened where the matrix is a diagonal one."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic.algebra.atoms import BINDERS, INVERSES, Atom
from symbolic.algebra.binders import apply_lam, lam
from symbolic.algebra.facts import facts
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ONE, Poly, as_exponent, atom, monomial
from symbolic.algebra.powers import power
from symbolic.algebra.sums import product_over


@dataclass(frozen=True)
class _Form:
    """A = scale·array (or its transpose where `turned`), as inverses and determinants keep it."""

    diagonal: bool
    scale: Poly
    array: Atom
    symmetric: bool = False
    turned: bool = False


def _form(array: Atom) -> _Form:
    """The form of an array, worked out once for the facts in force."""
    known: dict[Atom, _Form] = facts().matrices
    if array not in known:
        known[array] = _worked_out(array)
    return known[array]


def _worked_out(array: Atom) -> _Form:
    if is_diagonal(array):
        return _Form(True, ONE, array)
    scale, inner = _scaled(array)
    flipped = _flipped(inner)
    turned = flipped.key < inner.key
    return _Form(False, scale, flipped if turned else inner, flipped == inner, turned)


def inverse_entry(array: Atom, row: Poly, column: Poly, *, kind: str = "inv") -> Poly:
    """(A^{-1})_{row,column}: of a diagonal matrix, δ/a; (cB)⁻¹ = B⁻¹/c; symmetric when A is; (Aᵀ)^{-1} is (A^{-1})ᵀ."""
    form = _form(array)
    if form.diagonal:
        return delta(row, column) * power(apply_lam(array, row, row), -1)
    if form.symmetric:
        row, column = sorted((row, column), key=lambda index: index.key)
    elif form.turned:
        row, column = column, row
    return atom(Atom(kind, form.array, row, column)) * power(form.scale, -1)


def commuted(poly: Poly) -> Poly:
    """poly with the indices of inverses of symmetric matrices known to commute, so that renaming sees it."""
    from symbolic.algebra.substitute import mapped, transform

    def change(inner: Atom) -> Poly:
        if inner.kind == "inv" and _form(inner.args[0]).symmetric:
            array, row, column = inner.args
            return inverse_entry(array, row, column, kind="sinv")
        return mapped(inner, commuted) if inner.kind in BINDERS else atom(inner)

    return transform(poly, change)


def determinant_atom(array: Atom) -> Poly:
    """det A = det Aᵀ: of a diagonal matrix, the product of its diagonal; det(cB) = cⁿ det B; det(B⁻¹) = 1/det B."""
    size, form = array.args[1][0], _form(array)
    if form.diagonal:
        place = fresh((ONE, size))
        return product_over(next(iter(place.free)), ONE, size, apply_lam(array, place, place))
    inner, (row, column) = _entry(form.array)
    inverted = inner.atom
    if inverted is not None and inverted.kind in INVERSES and set(inverted.args[1:]) == {row, column}:
        return power(form.scale, as_exponent(size)) * power(determinant_atom(inverted.args[0]), -1)
    return power(form.scale, as_exponent(size)) * atom(Atom("fun", "det", (form.array,)))


def _entry(array: Atom) -> tuple[Poly, tuple[Poly, Poly]]:
    row, column = (fresh((ONE, size)) for size in array.args[1])
    return apply_lam(array, row, column), (row, column)


def _scaled(array: Atom) -> tuple[Poly, Atom]:
    """(c, B) with A = cB, c one term without the indices."""
    from symbolic.algebra.fractions import content

    entry, (row, column) = _entry(array)
    if not entry:
        return ONE, array
    outside, _ = content(entry, signed=True)
    ((mono, number),) = outside.terms.items()
    held = row.free | column.free
    scale = monomial(frozenset(pair for pair in mono if held.isdisjoint(monomial(frozenset((pair,))).free)), number)
    if scale == ONE:
        return ONE, array
    below = power(scale, -1)
    return scale, lam(array.args[1], lambda *at: apply_lam(array, *at) * below)


def is_diagonal(array: Atom) -> bool:
    """Is δ of its indices a factor of every term of the entry?"""
    left, right = fresh(), fresh()
    on = delta(left, right).atom
    entry = apply_lam(array, left, right)
    return on is not None and all(any(base == on for base, _ in mono) for mono in entry.terms)


def _flipped(array: Atom) -> Atom:
    return lam(array.args[1][::-1], lambda i, j: apply_lam(array, j, i))
