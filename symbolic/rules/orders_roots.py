"""Roots and logarithms: |q| ≤ p by q² ≤ p², log a ≥ b by a ≥ e^b."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ZERO, Monomial, Poly, as_poly, monomial, multiply
from symbolic.algebra.powers import E, exponential, power
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.rules.orders_fresh import Goal, Proposals, atoms_of


def squaring(poly: Poly, strict: bool) -> Proposals:
    """p − q ≥ 0, where p is the terms that are not negative and a root or |u| is among the terms."""
    if not any(_root(base, exponent) for mono in poly.terms for base, exponent in mono):
        return
    above = {mono: c for mono, c in poly.terms.items() if c > 0 and is_nonnegative(monomial(mono))}
    p, q = Poly(above), -Poly({mono: c for mono, c in poly.terms.items() if mono not in above})
    if above and q:
        yield [Goal(multiply(p, p) - multiply(q, q), strict)]
    roots = [mono for mono in poly.terms if mono in above and _rooted(mono)]
    if len(roots) < len(above) and roots:
        # √a ≥ q with q of unknown sign: enough that a ≥ q².
        p = Poly({mono: above[mono] for mono in roots})
        q = p - poly
        yield [Goal(multiply(p, p) - multiply(q, q), strict)]


def _rooted(mono: Monomial) -> bool:
    return any(_root(base, exponent) for base, exponent in mono)


def _root(base: Any, exponent: Any) -> bool:
    if isinstance(exponent, Fraction) and exponent.denominator == 2:
        return True
    return isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "abs"


def logarithms(poly: Poly, strict: bool) -> Proposals:
    """log a + r ≥ 0 by a ≥ e^{−r}; r − log a ≥ 0 by e^r ≥ a; e^u − c ≥ 0 by u ≥ log c."""
    logs = [(mono, c) for mono, c in poly.terms.items() if _is_log(mono) and abs(c) == 1]
    for mono, sign in logs:
        ((base, _),) = mono
        inside: Poly = base.args[1][0]
        rest = poly - monomial(mono, sign)
        others = Poly({other: c for other, c in rest.terms.items() if not _is_log(other)})
        alone = not any(inner.kind == "fun" and inner.args[0] == "log" for inner in atoms_of(others))
        if alone and is_positive(inside) and (not rest or not _is_power(inside)):
            other = exponential(rest.scale(-sign))
            yield [Goal((inside - other).scale(sign), strict)]
    if len(poly.terms) == 2:
        yield from _ratio(poly, strict)


def _is_power(inside: Poly) -> bool:
    """Is it one term without a sum, of which the logarithm opens?"""
    return len(inside.terms) == 1 and not any(inner.kind == "sum" for inner in atoms_of(inside))


def _is_log(mono: Monomial) -> bool:
    if len(mono) != 1:
        return False
    ((base, exponent),) = mono
    return exponent == 1 and isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "log"


def _ratio(poly: Poly, strict: bool) -> Proposals:
    """c(e^u − e^v)·m with positive m: u − v."""
    (one, first), (other, second) = poly.terms.items()
    if first < 0:
        (one, first), (other, second) = (other, second), (one, first)
    if first != -second or not is_positive(monomial(other)):
        return
    ratio = monomial(one) * power(monomial(other), -1)
    single = ratio.single()
    if single is None or single[0] != 1:
        return
    exponent = dict(single[1]).get(E, ZERO)
    if len(single[1]) == 1 and exponent != ZERO:
        yield [Goal(as_poly(exponent), strict)]
