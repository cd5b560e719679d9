"""Quantities put for others in a goal: a fresh symbol with known signs, an atom replaced where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.given_facts import GivenFacts
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import Poly, atom
from symbolic.algebra.substitute import mapped, transform

Known = tuple[tuple[Poly, bool], ...]


class Goal(NamedTuple):
    """poly ≥ 0, > 0 when strict, where besides each (p, True) of `known` says p > 0 and each (p, False) p ≥ 0."""

    poly: Poly
    strict: bool
    known: Known = ()


Proposals = Iterator[list[Goal]]

#: Atoms whose own symbols are bound or belong to a law: nothing is put into them.
CLOSED = frozenset({"mean", "inv"})


def quantity(*said: str) -> Poly:
    """A symbol that occurs nowhere else, of which only this is known."""
    known = facts()
    assert isinstance(known, GivenFacts)
    found = fresh()
    known.learn(next(iter(found.free)), *said)
    return found


def put(poly: Poly, target: Atom, value: Poly) -> Poly:
    """poly with the atom replaced, but not inside averages and inverses."""
    return transform(poly, lambda inner: _put(inner, target, value))


def _put(inner: Atom, target: Atom, value: Poly) -> Poly:
    if inner == target:
        return value
    if inner.kind in CLOSED or target.free.isdisjoint(inner.free) or _opaque(inner):
        return atom(inner)
    return mapped(inner, lambda poly: put(poly, target, value))


def _opaque(inner: Atom) -> bool:
    return inner.kind == "fun" and not all(isinstance(part, Poly) for part in inner.args[1])


def atoms_of(value: Any) -> Iterator[Atom]:
    """The atoms of a goal, those inside sums and functions too, but not those inside averages and inverses."""
    if isinstance(value, Poly):
        for mono in value.terms:
            for pair in mono:
                yield from atoms_of(pair)
    elif isinstance(value, Atom):
        yield value
        if value.kind not in CLOSED:
            yield from atoms_of(value.args)
    elif isinstance(value, tuple):
        for part in value:
            yield from atoms_of(part)


@contextmanager
def holding(known: Known) -> Iterator[None]:
    """Puts what a goal knows besides in force for the block."""
    given = facts()
    assert isinstance(given, GivenFacts)
    before = given.positive
    given.positive = [*before, *known]
    try:
        yield
    finally:
        given.positive = before


def inherit(old: Atom, new: Poly, value: Poly) -> Known:
    """What is known of an atom, known of the value that is put for it (`new` is the fresh symbol in the value)."""
    known = facts()
    assert isinstance(known, GivenFacts)
    found: list[tuple[Poly, bool]] = []
    if old.kind in ("sym", "comp", "scomp"):
        if value == new and new.free:
            known.learn(next(iter(new.free)), *known.said(old.args[0]))
        found += [(value, fact == "positive") for fact in ("positive", "nonnegative") if known.has(old.args[0], fact)]
    for poly, strict in known.positive:
        if any(inner == old for inner in atoms_of(poly)):
            found.append((put(poly, old, value), strict))
    return tuple(found)


def free_of_bound(inner: Atom) -> bool:
    """Does no index of an enclosing binder stand in it?"""
    return not any(part.kind == "bound" for part in atoms_of(inner))


