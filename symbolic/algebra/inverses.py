"""Σ_b (M^{-1})_ab M_bc = δ_ac where M is made of other matrices: (XᵀX)^{-1} beside XᵀX, (A + λI)^{-1} beside A.

Of a sum M = κ M₀ + R the largest term M₀ is looked for: Σ_b (M^{-1})_ab M₀_bc = (δ_ac − Σ_b (M^{-1})_ab R_bc)/κ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

from symbolic.algebra.atoms import INVERSES, Atom, key
from symbolic.algebra.binders import Range, apply_lam, open_binder
from symbolic.algebra.facts import spend
from symbolic.algebra.indices import delta
from symbolic.algebra.poly import ONE, Monomial, Poly, monomial, symbol
from symbolic.algebra.substitute import substitute

#: Bound indices that one term of M may have.
_MOST = 3


def cancelled(names: Sequence[str], ranges: Sequence[Range], mono: Monomial) -> tuple[frozenset[str], Poly] | None:
    """(indices summed over, what is left) when an inverse in the monomial meets its matrix."""
    for pair in mono:
        inverse, exponent = pair
        if not isinstance(inverse, Atom) or inverse.kind not in INVERSES or exponent != 1:
            continue
        rest = mono - {pair}
        array, row, column = inverse.args
        for mine, other, left in ((column, row, True), (row, column, False)):
            met = next((name for name in names if mine == symbol(name)), None)
            if met is None or met in other.free:
                continue
            found = _met(array, met, other, left, names, rest)
            if found is not None:
                return found
    return None


def _met(
    array: Atom, met: str, other: Poly, left: bool, names: Sequence[str], rest: Monomial
) -> tuple[frozenset[str], Poly] | None:
    """The same for one inverse and the index `met` at which it is summed."""
    here = symbol(met)
    for far in _indices(rest, met):
        entry = apply_lam(array, here, far) if left else apply_lam(array, far, here)
        term = _largest(entry)
        if term is None:
            continue
        coefficient, pattern = term
        for used, matched in _embeddings(pattern, names, rest):
            remaining = rest - matched
            gone = used | {met}
            if any(name in getattr(part, "free", ()) for pair in remaining for part in pair for name in gone):
                continue
            beside = entry - monomial(pattern, coefficient)
            value = (delta(other, far) - _summed(array, met, other, left, beside)).scale(1 / coefficient)
            return frozenset(gone), value * monomial(remaining)
    return None


def _summed(array: Atom, met: str, other: Poly, left: bool, beside: Poly) -> Poly:
    """Σ_b (M^{-1})_ab (…)_bc over the other terms of M."""
    from symbolic.algebra.matrix_atoms import inverse_entry
    from symbolic.algebra.sums import sum_over

    pair = (other, symbol(met)) if left else (symbol(met), other)
    return sum_over(met, ONE, array.args[1][0], inverse_entry(array, *pair) * beside) if beside else beside


def _indices(rest: Monomial, met: str) -> list[Poly]:
    """The indices of entries in the monomial, other than the one summed over."""
    found = {
        index
        for base, _ in rest
        if isinstance(base, Atom) and base.kind in ("comp", "scomp")
        for index in base.args[1]
        if index != symbol(met)
    }
    return sorted(found, key=lambda index: index.key)


def _largest(entry: Poly) -> tuple[Any, Monomial] | None:
    """The term of the entry that is looked for: no δ alone, the most factors; None where there is none."""
    terms = [(c, mono) for mono, c in entry.terms.items() if any(base.kind != "δ" for base in _atoms(mono))]
    return max(terms, key=lambda term: (_weight(term[1]), _key(term[1])), default=None)


def _atoms(mono: Monomial) -> Iterator[Atom]:
    return (base for base, _ in mono if isinstance(base, Atom))


def _weight(mono: Monomial) -> int:
    """How many matrices the term multiplies."""
    return sum(len(base.args[1]) + 1 if base.kind == "sum" else base.kind in ("comp", "scomp") for base in _atoms(mono))


def _key(mono: Monomial) -> str:
    return "·".join(sorted(key(base, {}) for base in _atoms(mono)))


def _embeddings(pattern: Monomial, names: Sequence[str], rest: Monomial) -> Iterator[tuple[frozenset[str], Monomial]]:
    """(bound names used, factors matched) for each way in which the opened term stands in the monomial."""
    sums = [base for base, exponent in pattern if isinstance(base, Atom) and base.kind == "sum" and exponent == 1]
    if not sums:
        if pattern <= rest:
            yield frozenset(), pattern
        return
    if len(sums) > 1:
        return
    opened, _, body = open_binder(sums[0])
    single = body.single()
    if single is None or len(opened) > _MOST or single[0] != 1:
        return
    outside = pattern - {(sums[0], 1)}
    for chosen in permutations(names, len(opened)):
        spend(len(rest))
        mapping = {old: symbol(new) for old, new in zip(opened, chosen, strict=True)}
        placed = substitute(monomial(single[1]), mapping).single()
        if placed is not None and placed[0] == 1 and outside | placed[1] <= rest and not outside & placed[1]:
            yield frozenset(chosen), outside | placed[1]


