"""|u|, indicators and largest entries, by cases: u > 0, u = 0, u < 0, each with a fresh symbol for its size."""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import apply_lam, open_binder
from symbolic.algebra.indices import fresh, span_of
from symbolic.algebra.poly import ONE, ZERO, Poly, atom, monomial, symbol
from symbolic.rules.orders_fresh import Goal, Proposals, atoms_of, free_of_bound, inherit, put, quantity


def _linear(poly: Poly, name: str) -> list[tuple[Atom, Poly, Fraction, Poly]]:
    """(f(u), u, coefficient, the rest) of the terms c·f(u)."""
    found = []
    for mono, coefficient in poly.terms.items():
        if len(mono) == 1:
            ((base, exponent),) = mono
            if exponent == 1 and isinstance(base, Atom) and base.kind == "fun" and base.args[0] == name:
                found.append((base, base.args[1][0], coefficient, poly - monomial(mono, coefficient)))
    return found


def modulus(poly: Poly, strict: bool) -> Proposals:
    """c|u| + r ≥ 0 with c < 0: both c·u + r and −c·u + r."""
    for _, inside, coefficient, rest in sorted(_linear(poly, "abs"), key=lambda each: each[2]):
        ends = [Goal(rest + inside.scale(sign * coefficient), strict) for sign in (Fraction(1), Fraction(-1))]
        if coefficient < 0:
            yield ends
            return


def bounded(poly: Poly, strict: bool) -> Proposals:
    """c·f(u) + r ≥ 0 by r − |c| ≥ 0, where |f| ≤ 1."""
    for name in ("sin", "cos"):
        for _, _, coefficient, rest in _linear(poly, name):
            yield [Goal(rest - abs(coefficient), strict)]


def largest(poly: Poly, strict: bool) -> Proposals:
    """c·max_i x_i + r ≥ 0: for c < 0 with every x_i, for c > 0 with one x_k for an index k of the claim."""
    for _, array, coefficient, rest in _linear(poly, "max"):
        if not isinstance(array, Atom):
            continue
        _, (last,), _ = open_binder(array)
        if coefficient < 0:
            yield [Goal(rest + apply_lam(array, fresh((ONE, last))).scale(coefficient), strict)]
            return
        for name in sorted(rest.free):
            if span_of(name) == (ONE, last):
                yield [Goal(rest + apply_lam(array, symbol(name)).scale(coefficient), strict)]


def cases(poly: Poly, strict: bool) -> Proposals:
    """The goal where u > 0, where u < 0 and where u = 0, for u inside |u| or 𝟙[u < 0]."""
    for inside in _decisive(poly):
        for inner, slope in _alone(inside):
            rest = inside - atom(inner).scale(slope)
            found = []
            for sign in (1, -1, 0):
                step = quantity("positive") if sign else ZERO
                value = (step.scale(Fraction(sign)) - rest).scale(1 / slope)
                found.append(Goal(put(poly, inner, value), strict, inherit(inner, step, value)))
            yield found
            return
        yield [
            Goal(_opened(poly, inside, 1), strict, ((inside, True),)),
            Goal(_opened(poly, inside, -1), strict, ((-inside, True),)),
            Goal(_opened(poly, inside, 0), strict, ((inside, False), (-inside, False))),
        ]
        return


def _opened(poly: Poly, inside: Poly, sign: int) -> Poly:
    """poly with |u| and the indicators of u as they are for that sign of u."""
    for relation, holds in (("<", sign < 0), ("=", sign == 0)):
        poly = put(poly, Atom("ind", relation, inside), ONE if holds else ZERO)
    return put(poly, Atom("fun", "abs", (inside,)), inside.scale(Fraction(sign)))


def _decisive(poly: Poly) -> list[Poly]:
    """The arguments of |u| and 𝟙[u < 0] outside of sums and averages, the shortest first."""
    found = set()
    for inner in atoms_of(poly):
        if inner.kind == "fun" and inner.args[0] == "abs":
            found.add(inner.args[1][0])
        elif inner.kind == "ind":
            found.add(inner.args[1])
    kept = [each for each in found if all(free_of_bound(part) for part in atoms_of(each))]
    return sorted(kept, key=lambda each: (len(each.terms), each.key))


def _alone(inside: Poly) -> list[tuple[Atom, Fraction]]:
    """The atoms a with u = s·a + (what is free of a), s a number."""
    found = []
    for mono, coefficient in inside.terms.items():
        if len(mono) == 1:
            ((base, exponent),) = mono
            known = isinstance(base, Atom) and base.kind in ("sym", "comp", "scomp")
            rest = inside - monomial(mono, coefficient)
            if known and exponent == 1 and not any(part == base for part in atoms_of(rest)):
                found.append((base, coefficient))
    return sorted(found, key=lambda pair: pair[0].key)


