"""Equations between matrices with inverses: D = 0 where S D = 0 or D S = 0 for a matrix S that D inverts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import apply_lam, open_binder
from symbolic.algebra.fractions import is_zero, numerator
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ONE, Poly, add, monomial, multiply
from symbolic.algebra.sums import sum_over
from symbolic.algebra.updates import opened

#: Matrices that one equation is multiplied by, one after another.
_DEPTH = 3


def vanishes_multiplied(difference: Poly, indices: Sequence[Poly], depth: int = _DEPTH) -> bool:
    """Is D, given by its entry at free indices, zero: by itself or after products with the matrices that it inverts?"""
    cleared = numerator(difference)
    if is_zero(cleared) or (depth == _DEPTH and is_zero(opened(difference))):
        return True
    for inverse, mine, old, new in _outer(cleared, indices) if depth else ():
        product = _multiplied(cleared, inverse, mine, new)
        if vanishes_multiplied(product, [new if index == old else index for index in indices], depth - 1):
            return True
    return False


def _outer(poly: Poly, indices: Sequence[Poly]) -> Iterator[tuple[Atom, int, Poly, Poly]]:
    """(S⁻¹ entry, 1 or 2, its row or column when that is a free index, the index to take its place), each once."""
    met = set()
    for base in sorted(_inverses(poly), key=lambda each: each.key):
        for mine in (1, 2):
            index = base.args[mine]
            if index in indices and (base.args[0], index, mine) not in met:
                met.add((base.args[0], index, mine))
                yield base, mine, index, fresh((ONE, base.args[0].args[1][0]))


def _inverses(poly: Poly) -> set[Atom]:
    """The entries of inverses in the terms and in the sums among their factors."""
    found: set[Atom] = set()
    for mono in poly.terms:
        for base, exponent in mono:
            if isinstance(base, Atom) and base.kind == "inv" and exponent == 1:
                found.add(base)
            elif isinstance(base, Atom) and base.kind == "sum":
                found |= _inverses(open_binder(base)[2])
    return found


def _multiplied(poly: Poly, inverse: Atom, mine: int, new: Poly) -> Poly:
    """Σ_i S_ki D_i, or Σ_j D_j S_jk, where the entry of the inverse itself leaves δ."""
    array, old = inverse.args[0], inverse.args[mine]
    entry = apply_lam(array, new, old) if mine == 1 else apply_lam(array, old, new)
    parts = []
    for mono, coefficient in poly.terms.items():
        held = [base for base, x in mono if x == 1 and _same_side(base, inverse, mine)]
        rest = monomial(mono - {(held[0], 1)}, coefficient) if held else monomial(mono, coefficient)
        if held and old.free.isdisjoint(rest.free):
            parts.append(multiply(delta(new, held[0].args[3 - mine]), rest))
        else:
            name = next(iter(old.free))
            whole = monomial(mono, coefficient)
            parts.append(sum_over(name, ONE, array.args[1][0], multiply(entry, whole)))
    return add(parts)


def _same_side(base: Any, inverse: Atom, mine: int) -> bool:
    same = isinstance(base, Atom) and base.kind == "inv" and base.args[0] == inverse.args[0]
    return same and bool(base.args[mine] == inverse.args[mine])
