"""E, Var and Cov of polynomials over atoms at sizes that stay symbols.

Linearity takes E to single terms; independence splits a term's random factors into classes; each class goes through
`STRATEGIES`, the one ordered table, until one applies.  What nothing applies to stays an atom E[…].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.poly import Monomial, Poly, map_terms, monomial, product
from symbolic.algebra.powers import E
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import sum_over_all
from symbolic.rules.conditional import by_conditional_law, by_iteration, by_random_range, by_tower
from symbolic.rules.moments_blocks import moment, unresolved
from symbolic.rules.moments_discrete import by_generating, by_mass, by_support, random_index
from symbolic.rules.moments_exponential import by_products, by_tilting
from symbolic.rules.moments_extremes import by_extreme
from symbolic.rules.moments_factors import (
    Factor,
    Names,
    is_declared,
    is_polynomial,
    natural,
    occurrences,
    random_names,
    split_by_independence,
)
from symbolic.rules.moments_forms import by_linear_form
from symbolic.rules.moments_lengths import by_length
from symbolic.rules.moments_linear import by_linear_forms
from symbolic.rules.moments_null import by_null_event
from symbolic.rules.moments_orthants import by_orthants
from symbolic.rules.moments_quadratic import by_quadratic
from symbolic.rules.moments_quantities import by_density, by_symmetry
from symbolic.rules.moments_sites import by_sites
from symbolic.rules.moments_tails import by_tail
from symbolic.rules.moments_waves import by_waves
from symbolic.rules.moments_wishart import by_wishart

INDEPENDENCE = ("independence", "the expectation of a product of independent factors is the product of theirs")


@dataclass(frozen=True)
class Strategy:
    """name, the identity in words, and factors of one class → their expectation (None where it does not apply)."""

    name: str
    text: str
    apply: Callable[[list[Factor], Names, Situation], Poly | None]


def expectation(poly: Poly, situation: Situation) -> Poly:
    """E[Σ c·m] = Σ c·E[m]."""
    if not random_names(poly, situation):
        return poly
    if len(poly.terms) > 1:
        situation.note("linearity", "the expectation of a sum is the sum of the expectations")
    return map_terms(poly, lambda coefficient, mono: _term(mono, situation).scale(coefficient))


def variance(poly: Poly, situation: Situation) -> Poly:
    """Var(X) = E[X²] − E[X]²."""
    return covariance(poly, poly, situation)


def covariance(left: Poly, right: Poly, situation: Situation) -> Poly:
    """Cov(X, Y) = E[XY] − E[X] E[Y]; constants shift nothing."""
    left, right = _moving(left, situation), _moving(right, situation)
    if not left or not right:
        return Poly({})
    situation.note("variance", "Cov(X, Y) = E[XY] − E[X]E[Y]; Var(X) = Cov(X, X)")
    return expectation(left * right, situation) - expectation(left, situation) * expectation(right, situation)


def _moving(poly: Poly, situation: Situation) -> Poly:
    """poly without its constant terms."""
    return Poly({mono: c for mono, c in poly.terms.items() if random_names(monomial(mono), situation)})


def _term(mono: Monomial, situation: Situation) -> Poly:
    """Constants stand outside; independent classes of factors multiply."""
    memory = situation.memory
    if ("term", mono) not in memory:
        pieces = _pieces(mono)
        fixed = [pair for pair in pieces if not random_names(pair, situation)]
        moving = [pair for pair in pieces if random_names(pair, situation)]
        groups = split_by_independence(moving, situation)
        if len(groups) > 1:
            situation.note(*INDEPENDENCE)
        parts = [_class(factors, names, situation) for names, factors in groups]
        memory["term", mono] = product((joined(fixed), *parts))
    found: Poly = memory["term", mono]
    return found


def _pieces(factors: Iterable[Factor]) -> list[Factor]:
    """The factors with e^{a+b} taken apart into e^a e^b."""
    found: list[Factor] = []
    for base, exponent in factors:
        if base == E and isinstance(exponent, Poly) and len(exponent.terms) > 1:
            found += [(base, monomial(mono, coefficient)) for mono, coefficient in exponent.terms.items()]
        else:
            found.append((base, exponent))
    return found


def _class(factors: list[Factor], names: Names, situation: Situation) -> Poly:
    """The expectation of a product of factors that hang together."""
    if not names:
        return joined(factors)
    if any(not random_names(factor, situation) for factor in factors):
        return expectation(joined(factors), situation)
    for strategy in STRATEGIES:
        value = strategy.apply(factors, names, situation)
        if value is not None:
            if strategy.text:
                situation.note(strategy.name, strategy.text)
            return value
    return _opaque(factors, names, situation)


def joined(factors: list[Factor]) -> Poly:
    """The product of the factors."""
    from symbolic.algebra.powers import raised

    return product(raised(base, exponent) for base, exponent in factors)


def _opaque(factors: list[Factor], names: Names, situation: Situation) -> Poly:
    return unresolved(joined(factors), situation)


def _is_sum(factor: Factor) -> bool:
    base, exponent = factor
    return isinstance(base, Atom) and base.kind == "sum" and natural(exponent)


def _one_sum(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[Σ_i Y_i] = Σ_i E[Y_i]."""
    if len(factors) != 1 or not _is_sum(factors[0]) or factors[0][1] != 1:
        return None
    return _resummed(factors, situation)


def _opened_sums(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """Π_s (Σ_i Y_i) = Σ_{i, j, …} Y_i Y_j …, the expectation taken inside."""
    return _resummed(factors, situation) if any(_is_sum(factor) for factor in factors) else None


def _resummed(factors: list[Factor], situation: Situation) -> Poly:
    ranges, bodies = [], []
    for base, exponent in factors:
        if _is_sum((base, exponent)):
            for _ in range(exponent):
                opened, spans, body = open_binder(base)
                ranges += list(zip(opened, spans, strict=True))
                bodies.append(body)
        else:
            bodies.append(joined([(base, exponent)]))
    return sum_over_all(ranges, expectation(product(bodies), situation))


def _polynomial(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E of a product of random entries, from their cumulants."""
    if not is_declared(names, situation) or any(_is_sum(f) or not is_polynomial(f, situation) for f in factors):
        return None
    return moment(occurrences(factors), situation)


STRATEGIES: tuple[Strategy, ...] = (
    Strategy("tower", "E[E[f | Y] g(Y)] = E[f g(Y)]", by_tower),
    Strategy("total expectation", "average the conditional expectation: E[f] = E[E[f | Y]]", by_conditional_law),
    Strategy("extreme of a sample", "P(max X_i ≤ m) = P(X ≤ m)^n, and P(min X_i ≥ m) = P(X ≥ m)^n", by_extreme),
    Strategy("null event", "a quantity with a density is equal to a given value with probability 0", by_null_event),
    Strategy("random number of terms", "condition on the number of terms", by_random_range),
    Strategy("exponential of a normal quantity", "completing the square shifts the mean of a normal law by the"
             " covariance with the exponent", by_tilting),
    Strategy("exponential of a quadratic form", "completing the square: E[e^{f(x)}] of a normal x and a quadratic f is"
             " |I − 2ΣQ|^{-1/2} times what f and its slope at the mean say", by_quadratic),
    Strategy("Wishart matrix", "the inverse and the determinant of a Wishart matrix, by its χ² factors", by_wishart),
    Strategy("waves of a normal quantity", "E[e^{iL}] is e^{iE[L] − Var(L)/2} of a normal L", by_waves),
    Strategy("linear form", "a linear form of jointly normal quantities is normal", by_linear_form),
    Strategy("length of a normal vector", "the sum of n squares of independent normal quantities of mean 0 and variance"
             " σ² is σ² times a χ² quantity with n degrees of freedom", by_length),
    Strategy("signs of normal quantities", "powers of central normal quantities where others are negative, by parts:"
             " P(X < 0, Y < 0) = ¼ + arcsin(ρ)/2π", by_orthants),
    Strategy("random index", "condition on the index: sum over its values with their probabilities", random_index),
    Strategy("linearity", "the expectation of a sum is the sum of the expectations", _one_sum),
    Strategy("finite law", "sum over the values, each with its probability", by_support),
    Strategy("moments", "", _polynomial),
    Strategy("independent components", "", by_sites),
    Strategy("linear forms", "", by_linear_forms),
    Strategy("linearity", "the expectation of a sum is the sum of the expectations", _opened_sums),
    Strategy("product over independent components", INDEPENDENCE[1], by_products),
    Strategy("generating function", "E[X^k s^X] is k times s d/ds of E[s^X]", by_generating),
    Strategy("probability of a value", "what is averaged stands at one value, with its probability", by_mass),
    Strategy("tail of a count", "sum over the values on one side, each with its probability", by_tail),
    Strategy("symmetry", "a symmetric law gives x and its mirror image the same weight", by_symmetry),
    Strategy("density", "integrate against the density of the law", by_density),
    Strategy("one after the other", "of independent quantities average one at fixed values of the rest", by_iteration),
)  # fmt: skip
