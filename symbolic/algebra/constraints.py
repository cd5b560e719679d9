"""Contractions that the given allows: Σ_i y_i = 1, Σ_k Q_ki Q_kj = δ_ij, Σ_k (A^{-1})_ik A_kj = δ_ij."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import INVERSES, Atom
from symbolic.algebra.binders import apply_lam
from symbolic.algebra.facts import facts
from symbolic.algebra.indices import delta
from symbolic.algebra.poly import Monomial, Poly, atom, monomial, multiply

Range = tuple[Poly, Poly]


def constrained(closed: Poly) -> Poly:
    """The value of a closed sum that the given fixes, else the sum."""
    inner = closed.atom
    if inner is None or inner.kind != "sum":
        return closed
    value = facts().sum_value(inner)
    return closed if value is None else value


def contraction(name: str, span: Range, mono: Monomial) -> Poly | None:
    """The monomial after summing over `name`, when that index pairs two factors that contract."""
    touched = [pair for pair in mono if any(name in getattr(part, "free", ()) for part in pair)]
    if len(touched) == 1:
        return _squared(name, touched[0], mono)
    if len(touched) != 2 or any(exponent != 1 for _, exponent in touched):
        return None
    for first, second in (touched, touched[::-1]):
        value = _pair(name, first[0], second[0])
        if value is not None:
            return multiply(value, monomial(mono - set(touched)))
    return None


def _squared(name: str, pair: tuple[Any, Any], mono: Monomial) -> Poly | None:
    """Σ_k Q_ki² = 1 for an orthogonal Q, Σ_i x_i² = 1 for a unit vector."""
    base, exponent = pair
    if not isinstance(base, Atom) or base.kind not in ("comp", "scomp") or exponent != 2:
        return None
    array, places = base.args
    here = [place for place, index in enumerate(places) if name in index.free]
    if len(here) != 1 or places[here[0]].atom != Atom("sym", name):
        return None
    unit = len(places) == 1 and facts().has(array, "unit norm")
    if unit or (len(places) == 2 and facts().has(array, "orthogonal")):
        return monomial(mono - {pair})
    return None


def _pair(name: str, first: Any, second: Any) -> Poly | None:
    if not isinstance(first, Atom) or not isinstance(second, Atom):
        return None
    if first.kind in ("comp", "scomp") and first.args[0] == getattr(second, "args", (None,))[0]:
        return _orthogonal(name, first, second)
    if first.kind in INVERSES:
        return _inverse(name, first, second)
    return None


def _orthogonal(name: str, first: Atom, second: Atom) -> Poly | None:
    if len(first.args[1]) != 2 or not facts().has(first.args[0], "orthogonal"):
        return None
    index = Atom("sym", name)
    for place in (0, 1):
        if first.args[1][place].atom == index and second.args[1][place].atom == index:
            return delta(first.args[1][1 - place], second.args[1][1 - place])
    return None


def _inverse(name: str, inverse: Atom, second: Atom) -> Poly | None:
    array, row, column = inverse.args
    index = atom(Atom("sym", name))
    for mine, other in ((column, row), (row, column)):
        if mine == index and name not in other.free:
            for place in (0, 1):
                found = _matches(array, second, index, place, mine is column)
                if found is not None:
                    return delta(other, found)
    return None


def _matches(array: Atom, second: Atom, index: Poly, place: int, inverse_left: bool) -> Poly | None:
    """j when `second` is A_{index,j} (place 0) or A_{j,index} (place 1) and the order of the factors fits."""
    if second.kind not in ("comp", "scomp") or len(second.args[1]) != 2 or second.args[1][place] != index:
        return None
    other: Poly = second.args[1][1 - place]
    pair = (index, other) if place == 0 else (other, index)
    if apply_lam(array, *pair) != atom(second):
        return None
    fits = (place == 0) == inverse_left or second.kind == "scomp"
    return other if fits else None


