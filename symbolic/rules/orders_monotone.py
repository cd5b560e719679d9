"""f ≥ 0 by its slope: a point where f is not negative, behind which f rises and before which it falls.

Behind the point c a quantity u > 0 is put, x = c + u, before it x = c − u; the derivative by u is the next goal.  The
rule needs f to be continuous and differentiable there: every denominator, logarithm and root in it must keep its sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.given_facts import GivenFacts
from symbolic.algebra.poly import ONE, ZERO, Poly, as_poly, atom, symbol
from symbolic.algebra.powers import E, Undefined, as_base
from symbolic.algebra.signs import is_integer, is_nonnegative, is_positive
from symbolic.algebra.substitute import substitute
from symbolic.rules.calculus import differentiate
from symbolic.rules.closed import sign
from symbolic.rules.equations import solutions
from symbolic.rules.orders_fresh import Goal, Known, Proposals, atoms_of, holding, put, quantity

#: Functions that are smooth on the whole line, and those that are smooth where their argument is positive.
SMOOTH = frozenset({"sin", "cos", "erf", "arctan"})
POSITIVE = frozenset({"log", "Gamma", "psi"})
#: Sizes of what is differentiated, and points that are tried.
_TERMS, _POINTS = 14, 6


def slope(poly: Poly, strict: bool) -> Proposals:
    """By each name in turn: from 0 for a name made here, from a point where f vanishes for the others."""
    if len(poly.terms) > _TERMS:
        return
    for name in sorted(_names(poly)):
        if _started(name):
            yield from _from_start(poly, name, strict)
        else:
            yield from _about_a_point(poly, name, strict)


def _names(poly: Poly) -> set[str]:
    """Real names that stand in the goal outside of sums."""
    return {
        inner.args[0]
        for inner in atoms_of(poly)
        if inner.kind == "sym" and inner != E and inner.args[0] not in ("π", "γ") and inner.args[0] not in facts().open
        and not facts().has(inner.args[0], "integer")
    }  # fmt: skip


#: What `slope` says of the names that it makes.
_MADE = "distance"


def _started(name: str) -> bool:
    return facts().has(name, _MADE)


def _from_start(poly: Poly, name: str, strict: bool) -> Proposals:
    """f(0) ≥ 0 and f' ≥ 0 for u > 0, where f is continuous at 0 too."""
    if not smooth(poly, name, from_zero=True):
        return
    try:
        start = substitute(poly, {name: ZERO})
    except Undefined:
        return
    if _at_least_zero(start):
        yield [Goal(differentiate(poly, Atom("sym", name)), strict)]


def _at_least_zero(value: Poly) -> bool:
    return is_zero(value) or is_nonnegative(value) or sign(value) == 1


def _about_a_point(poly: Poly, name: str, strict: bool) -> Proposals:
    """Behind c and before c, each with its own distance u > 0, as far as the known half-lines reach."""
    lines = half_lines(name)
    for point in _points(poly, name, lines):
        held = [(line, open_end) for line, open_end in lines if is_nonnegative(_put_point(line, name, point))]
        try:
            here = substitute(poly, {name: point})
        except Undefined:
            continue
        # A point that the half-lines leave out need not be positive.
        left_out = any(open_end and not _put_point(line, name, point) for line, open_end in held)
        fits = _at_least_zero(here) if left_out or not strict else is_positive(here) or sign(here) == 1
        if fits:
            yield [Goal(goal, strict, known) for goal, known in _both_ways(poly, name, point, held)]


def _put_point(line: Poly, name: str, point: Poly) -> Poly:
    return substitute(line, {name: point})


def _both_ways(poly: Poly, name: str, point: Poly, lines: list[tuple[Poly, bool]]) -> Iterator[tuple[Poly, Known]]:
    for way in (1, -1):
        step = quantity("positive", _MADE)
        value = point + step.scale(Fraction(way))
        moved = tuple((substitute(line, {name: value}), open_end) for line, open_end in lines)
        if not any(is_positive(-line) for line, _ in moved):
            with holding(moved):
                goal = put(poly, Atom("sym", name), value)
            yield goal, moved


def half_lines(name: str) -> list[tuple[Poly, bool]]:
    """(x − a or b − x, is the end left out) for what is known of the name."""
    known = facts()
    assert isinstance(known, GivenFacts)
    found = []
    for fact, way in (("nonnegative", 1), ("negative", -1)):
        if known.has(name, fact):
            found.append((symbol(name).scale(Fraction(way)), known.has(name, "positive") or way < 0))
    for poly, strict in known.positive:
        if any(name not in (poly + symbol(name).scale(Fraction(way))).free for way in (1, -1)):
            found.append((poly, strict))
    return found


def _points(poly: Poly, name: str, lines: list[tuple[Poly, bool]]) -> list[Poly]:
    """Points where f may be least: ends, small numbers, other quantities of the goal, zeros of the slope."""
    found = [symbol(name) - line for line, _ in lines] + [symbol(name) + line for line, _ in lines]
    others = [inner for inner in atoms_of(poly) if inner.kind in ("sym", "mean", "sum") and _other(inner, name)]
    found += [ZERO, ONE, *(atom(inner) for inner in dict.fromkeys(others))]
    if smooth(poly, name):
        slopes = solutions(differentiate(poly, Atom("sym", name)), 4)
        found += [each.value for each in slopes if each.atom == Atom("sym", name) and each.degree == 1]
    kept = [point for point in dict.fromkeys(found) if name not in point.free]
    touched = [point for point in kept if _value(poly, name, point) is not None]
    return sorted(touched, key=lambda point: not is_zero(_value(poly, name, point) or ZERO))[:_POINTS]


def _other(inner: Atom, name: str) -> bool:
    if inner.kind == "sym":
        return inner.args[0] != name and inner.args[0] not in ("e", "π", "γ")
    return inner.kind == "mean" or not _has_bound(inner)


def _has_bound(inner: Atom) -> bool:
    """Does an index of an enclosing sum stand in this one?"""
    own = {inner.args[0] + 1 + place for place in range(len(inner.args[1]))}
    inside = [part for part in atoms_of(inner.args) if part.kind in ("bound", "sum")]
    return any(part.kind == "sum" or part.args[0] not in own for part in inside)


def _value(poly: Poly, name: str, point: Poly) -> Poly | None:
    """f at a point, where it is not negative."""
    try:
        value = substitute(poly, {name: point})
    except Undefined:
        return None
    return value if _at_least_zero(value) else None


def smooth(poly: Poly, name: str, from_zero: bool = False) -> bool:
    """Is it continuously differentiable in the name wherever the facts allow, and continuous at 0 if `from_zero`?"""
    return all(_smooth_factor(base, exponent, name, from_zero) for mono in poly.terms for base, exponent in mono)


def _smooth_factor(base: Any, exponent: Any, name: str, from_zero: bool) -> bool:
    if name not in getattr(base, "free", ()) and name not in getattr(exponent, "free", ()):
        return True
    if isinstance(exponent, Poly) and not smooth(exponent, name, from_zero):
        return False
    if base == E:
        return True
    if is_integer(as_poly(exponent)) and is_nonnegative(as_poly(exponent)) and name not in as_poly(exponent).free:
        return _smooth_base(base, name, from_zero)
    whole = as_base(base)
    rooted = isinstance(exponent, Fraction) and exponent > 0
    keeps = _keeps_sign(whole, name, from_zero and not rooted)
    if not keeps and isinstance(exponent, int):
        keeps = _keeps_sign(-whole, name, from_zero)
    return keeps and _smooth_base(base, name, from_zero)


def _keeps_sign(whole: Poly, name: str, from_zero: bool) -> bool:
    """Is it positive, at 0 too if `from_zero`?"""
    return is_positive(whole) and (not from_zero or is_positive(substitute(whole, {name: ZERO})))


def _smooth_base(base: Any, name: str, from_zero: bool) -> bool:
    if isinstance(base, int):
        return True
    if isinstance(base, Poly):
        return smooth(base, name, from_zero)
    if name not in base.free or base.kind == "sym":
        return True
    if base.kind != "fun" or len(base.args[1]) != 1 or not isinstance(base.args[1][0], Poly):
        return False
    (inside,) = base.args[1]
    fits = base.args[0] in SMOOTH or (base.args[0] in POSITIVE and _keeps_sign(inside, name, from_zero))
    return bool(fits) and smooth(inside, name, from_zero)
