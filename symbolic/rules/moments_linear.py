"""Products of linear forms Σ_i a_i x_i: cumulants are multilinear, so each form is opened once in each block."""

from __future__ import annotations

from functools import cache

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.poly import Poly, map_terms, monomial, product
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import sum_over_all
from symbolic.rules.moments_blocks import cumulant
from symbolic.rules.moments_cumulants import Orders, joint_moment
from symbolic.rules.moments_factors import Factor, Names, is_declared, is_polynomial, occurrences, random_names


def by_linear_forms(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[Π L_a^{r_a}] from κ(L_a, L_b, …) = Σ_{i, j, …} a_i b_j … κ(x_i, x_j, …)."""
    if not is_declared(names, situation) or not _all_normal(names, situation):
        return None
    if sum(exponent for _, exponent in factors if isinstance(exponent, int)) < 3:
        return None
    if not all(is_polynomial(factor, situation) and _is_linear(factor[0], situation) for factor in factors):
        return None

    @cache
    def block(orders: Orders) -> Poly:
        ranges, bodies = [], []
        for (base, _), order in zip(factors, orders, strict=True):
            for _ in range(order):
                spans, body = _opened(base)
                ranges += spans
                bodies.append(body)
        return sum_over_all(ranges, _cumulants(product(bodies), situation))

    def joint(orders: Orders) -> Poly:
        return block(orders) if sum(orders) < 3 else Poly({})

    return joint_moment(tuple(exponent for _, exponent in factors), joint)


def _all_normal(names: Names, situation: Situation) -> bool:
    from symbolic.rules.moments_exponential import jointly_normal

    return jointly_normal(names, situation)


def _is_linear(base: Atom, situation: Situation) -> bool:
    if base.kind != "sum":
        return True
    moving = [pair for mono in base.args[2].terms for pair in mono if random_names(pair, situation)]
    return len(moving) == 1 and moving[0][1] == 1 and moving[0][0].kind != "sum"


def _opened(base: Atom) -> tuple[list[tuple[str, tuple[Poly, Poly]]], Poly]:
    if base.kind != "sum":
        return [], monomial(frozenset(((base, 1),)))
    opened, spans, body = open_binder(base)
    return list(zip(opened, spans, strict=True)), body


def _cumulants(poly: Poly, situation: Situation) -> Poly:
    """Each term's constants times the cumulant of its random entries."""

    def term(coefficient: object, mono: frozenset[tuple[object, object]]) -> Poly:
        moving = [pair for pair in mono if random_names(pair, situation)]
        fixed = monomial(mono - frozenset(moving), coefficient)  # type: ignore[arg-type]
        return fixed * cumulant(tuple(occurrences(moving)), situation)

    return map_terms(poly, term)
