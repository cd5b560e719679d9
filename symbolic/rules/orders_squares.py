"""Sums of squares and factors: f = mᵀGm with a positive semidefinite G, f = c·g with a positive c."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from symbolic.algebra.fractions import content, together
from symbolic.algebra.poly import ONE, UNIT, Monomial, Poly, monomial
from symbolic.algebra.powers import as_base, natural_power, power, times
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.rules.bridge import Untranslatable, from_sympy, size, to_sympy
from symbolic.rules.orders_fresh import Goal, Proposals

HALF = Fraction(1, 2)
#: Factors and terms of what SymPy is asked to factor.
_FACTORED, _TERMS = 120, 24


def squares(poly: Poly, strict: bool) -> Proposals:
    """Σ G_kl m_k m_l ≥ 0, where the m_k² are terms of the polynomial and G is positive semidefinite."""
    listed = _gram(poly)
    if listed is None:
        return
    roots, matrix = listed
    pivots = _pivots(matrix)
    if pivots is None:
        return
    if not strict or (all(pivots) and any(is_positive(monomial(root)) for root in roots)):
        yield []


def _gram(poly: Poly) -> tuple[list[Monomial], list[list[Fraction]]] | None:
    """The monomials m_k and the matrix G with poly = Σ G_kl m_k m_l."""
    if len(poly.terms) > _TERMS:
        return None
    roots = [root for mono, c in poly.terms.items() if c > 0 and (root := square_root(mono)) is not None]
    place = {monomial(root) * monomial(root): k for k, root in enumerate(roots)}
    if not roots or len(place) < len(roots):
        return None
    matrix = [[Fraction(0)] * len(roots) for _ in roots]
    products = {monomial(roots[k]) * monomial(roots[j]): (k, j) for k, j in combinations(range(len(roots)), 2)}
    for mono, coefficient in poly.terms.items():
        alone = monomial(mono)
        if alone in place:
            matrix[place[alone]][place[alone]] += coefficient
        elif alone in products:
            k, j = products[alone]
            matrix[k][j] += coefficient / 2
            matrix[j][k] += coefficient / 2
        else:
            return None
    return roots, matrix


def square_root(mono: Monomial) -> Monomial | None:
    """m with m² = mono: even powers halved, any power of what is not negative."""
    found: dict[Any, Any] = {}
    for base, exponent in mono:
        if isinstance(exponent, int) and exponent % 2 == 0:
            found[base] = exponent // 2
        elif is_nonnegative(as_base(base)):
            found[base] = times(exponent, HALF)
        else:
            return None
    return frozenset(found.items())


def _pivots(matrix: list[list[Fraction]]) -> list[Fraction] | None:
    """The pivots of LDLᵀ, all ≥ 0; None when the matrix is not positive semidefinite."""
    left = [row[:] for row in matrix]
    pivots = []
    for k in range(len(left)):
        pivot = left[k][k]
        if pivot < 0 or (pivot == 0 and any(left[k][k + 1 :])):
            return None
        pivots.append(pivot)
        for i in range(k + 1, len(left)):
            share = left[i][k] / pivot if pivot else Fraction(0)
            left[i] = [x - share * y for x, y in zip(left[i], left[k], strict=True)]
    return pivots


def factors(poly: Poly, strict: bool) -> Proposals:
    """f/c in place of f, for a denominator, a common factor or a factor of a polynomial."""
    above, below = together(poly)
    if below != ONE and is_positive(below):
        yield [Goal(above, strict)]
    if below != ONE and is_positive(-below):
        yield [Goal(-above, strict)]
    outside, _ = content(poly, signed=False)
    ((common, _),) = outside.terms.items()
    for known in (is_positive, is_nonnegative):
        taken = frozenset(pair for pair in common if known(monomial(frozenset((pair,)))))
        if taken and (known is is_positive or not strict):
            yield [Goal(poly * power(monomial(taken), -1), strict)]
            break
    yield from _of_a_polynomial(above if is_positive(below) else poly, strict)


def _of_a_polynomial(poly: Poly, strict: bool) -> Proposals:
    """Π f_k^{a_k}: all signs but one are known, squares drop out."""
    parts = _factored(poly)
    if parts is None:
        return
    sign, unknown = Fraction(1), []
    for part, count in parts:
        above, below = (is_positive(p) if strict else is_nonnegative(p) for p in (part, -part))
        if part.number is not None:
            sign *= 1 if part.number > 0 else -1
        elif above or (count % 2 == 0 and not strict):
            continue
        elif below:
            sign *= (-1) ** count
        else:
            unknown.append((part, count))
    if len(unknown) == 1 and unknown[0][1] % 2:
        yield [Goal(unknown[0][0].scale(sign), strict)]
    elif sign > 0 and len(unknown) <= 1:
        yield [Goal(part, strict) for part, _ in unknown]


def _factored(poly: Poly) -> list[tuple[Poly, int]] | None:
    """The factors of a polynomial with natural powers, at least two of them, with multiplicities."""
    if len(poly.terms) < 2 or len(poly.terms) > _TERMS or size(poly) > _FACTORED:
        return None
    if not all(isinstance(x, int) and x > 0 for mono in poly.terms for _, x in mono if mono != UNIT):
        return None
    import sympy

    try:
        # Each base stands as one symbol: what is inside it is not looked at.
        expression, bridge = to_sympy(poly)
        constant, listed = sympy.factor_list(expression)
    except (Untranslatable, sympy.PolynomialError, ArithmeticError):
        return None
    if len(listed) < 2 and all(count == 1 for _, count in listed):
        return None
    found = [(from_sympy(constant, bridge), 1), *((from_sympy(part, bridge), int(n)) for part, n in listed)]
    if any(part is None for part, _ in found):
        return None
    whole = ONE
    for part, count in found:
        assert part is not None
        whole = whole * natural_power(part, count)
    return [(part, count) for part, count in found if part is not None] if whole == poly else None
