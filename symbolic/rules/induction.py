"""Equations in a size by induction: D(n) = 0 for n ≥ b where D(b) = 0 and D(n + 1) = D(n)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.facts import facts
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.poly import ONE, Poly, atom, constant, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.algebra.sums import product_over, sum_over


def by_induction(difference: Poly) -> bool:
    """Is D zero at every value of a size that bounds a sum in it?"""
    return any(_holds(difference, name) for name in sorted(set(_bounding(difference))))


def _holds(difference: Poly, name: str) -> bool:
    first = facts().lower_bound(name)
    if first is None or not is_zero(substitute(difference, {name: constant(first)})):
        return False
    following = _split(substitute(difference, {name: symbol(name) + ONE}), name)
    if is_zero(following - difference):
        return True
    return any(is_zero(transform(following, put)) for put in _hypotheses(difference, name))


def _hypotheses(difference: Poly, name: str) -> Iterator[Callable[[Atom], Poly]]:
    """What D(n) = 0 says of each sum or product up to n in which it is linear, with a factor that is never 0."""
    atoms = {base for mono in difference.terms for base, x in mono if x == 1 and _ends_at(base, symbol(name))}
    for chosen in sorted(atoms, key=lambda each: each.key):
        rest = Poly({mono: c for mono, c in difference.terms.items() if all(base != chosen for base, _ in mono)})
        held = (difference - rest) * power(atom(chosen), -1)
        nonzero = bool(held.number) or is_positive(held) or is_positive(-held)
        if nonzero and not any(base == chosen for mono in held.terms for base, _ in mono):
            value = -rest * power(held, -1)
            yield lambda inner, chosen=chosen, value=value: value if inner == chosen else atom(inner)  # type: ignore[misc]


def _ends_at(base: Any, last: Poly) -> bool:
    binds = isinstance(base, Atom) and base.kind in ("sum", "prod") and len(base.args[1]) == 1
    return binds and bool(base.args[1][0][1] == last)


def _bounding(poly: Poly) -> Iterator[str]:
    """The names that are the last value of the index of a sum."""
    for mono in poly.terms:
        for base, _ in mono:
            if isinstance(base, Atom) and base.kind in ("sum", "prod") and len(base.args[1]) == 1:
                last = base.args[1][0][1].atom
                if last is not None and last.kind == "sym":
                    yield last.args[0]


def _split(poly: Poly, name: str) -> Poly:
    """Σ_{i=a}^{n+1} t(i) written as Σ_{i=a}^{n} t(i) + t(n + 1), and so for products."""
    return transform(poly, lambda inner: _split_atom(inner, name))


def _split_atom(inner: Atom, name: str) -> Poly:
    after = symbol(name) + ONE
    if _ends_at(inner, after):
        (index,), ((first, _),), body = open_binder(inner)
        last = substitute(body, {index: after})
        if inner.kind == "prod":
            return product_over(index, first, symbol(name), body) * last
        return sum_over(index, first, symbol(name), body) + last
    return mapped(inner, lambda part: _split(part, name)) if inner.kind == "fun" else atom(inner)
