"""E[f(L)] for a linear form L of jointly normal quantities: L is a normal scalar with mean E[L] and variance Var(L)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ZERO, Poly, add, atom, monomial, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, substitute, transform
from symbolic.rules.laws_densities import DENSITIES
from symbolic.rules.moments_cumulants import moment_of
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import ENTRIES, Factor, Names, is_declared, is_polynomial, random_names
from symbolic.rules.moments_quantities import continuous, integrated, the_quantity

_names = count(1)
HALF = Fraction(1, 2)


def by_linear_form(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(L)] = ∫ f(y) φ((y − E[L])/s)/s dy, s² = Var(L)."""
    from symbolic.rules.moments import expectation, joined, variance

    if all(is_polynomial(factor, situation) for factor in factors) or not is_declared(names, situation):
        return None
    if the_quantity(factors, names, situation) is not None or not jointly_normal(names, situation):
        return None
    own, spread = (f"{word}′{next(_names)}" for word in ("L", "s"))
    found = _in_terms_of(joined(factors), symbol(own), names, situation)
    if found is None:
        return None
    form, inside = found
    size = variance(form, situation)
    if not size or (not is_positive(size) and _jumps(inside, own)):
        return None
    situation.facts.learn(spread, "positive")
    density = DENSITIES["normal"].density(symbol(own), expectation(form, situation), symbol(spread) ** 2)
    value = integrated(continuous(inside, own) * density, own, DENSITIES["normal"].support(), situation)
    return None if value is None else substitute(value, {spread: power(size, HALF)})


def _in_terms_of(body: Poly, own: Poly, names: Names, situation: Situation) -> tuple[Poly, Poly] | None:
    """(L, E[body | L = own]) for a linear form L that everything in body but products of entries is a function of."""
    sums = sorted({part for part in _largest(body, names) if part.kind == "sum"}, key=lambda part: part.key)
    for form in (*(atom(part) for part in sums), *_arguments(body, names)):
        form = Poly({mono: c for mono, c in form.terms.items() if random_names(monomial(mono), situation)})
        if not form or not is_linear(form, names, situation):
            continue
        mono, coefficient = next(iter(form.terms.items()))
        pivot = next(base for base, _ in mono if random_names(base, situation))
        scale = monomial(mono - {(pivot, 1)}, coefficient)
        inside = _replaced(body, pivot, (own - (form - scale * atom(pivot))) / scale)
        averaged = regressed(inside, form, own, names, situation)
        if averaged is not None:
            return form, averaged
    return None


def regressed(body: Poly, form: Poly, own: Poly, names: Names, situation: Situation) -> Poly | None:
    """Products of entries of the names, averaged given L.

    x has the mean E[x] + β_x (L − E[L]), x and y the covariance C_xy − β_x β_y Var(L).
    """
    from symbolic.rules.moments import covariance, expectation, variance

    spread = variance(form, situation)

    def cumulant(block: tuple[Poly, ...]) -> Poly:
        if len(block) > 2:
            return ZERO
        if len(block) == 1:
            lean = covariance(block[0], form, situation) / spread
            return expectation(block[0], situation) + lean * (own - expectation(form, situation))
        one, other = block
        leans = covariance(one, form, situation) * covariance(other, form, situation)
        return covariance(one, other, situation) - leans / spread

    parts = []
    for mono, coefficient in body.terms.items():
        left = [pair for pair in mono if random_names(pair, situation) & names]
        if not all(is_polynomial(p, situation) and is_linear(atom(p[0]), names, situation) for p in left):
            return None
        fixed = monomial(mono - frozenset(left), coefficient)
        parts.append(fixed * moment_of([atom(base) for base, times in left for _ in range(times)], cumulant))
    return add(parts)


def _largest(part: Any, names: Names) -> Iterator[Atom]:
    """The random entries, and the sums with random entries, that stand outside any other such sum."""
    if isinstance(part, tuple):
        for inner in part:
            yield from _largest(inner, names)
    elif isinstance(part, Poly):
        for mono in part.terms:
            for pair in mono:
                yield from _largest(pair, names)
    elif isinstance(part, Atom) and part.kind != "mean" and not part.free.isdisjoint(names):
        if part.kind in (*ENTRIES, "sum"):
            yield part
        else:
            yield from _largest(part.args, names)


def _arguments(part: Any, names: Names) -> Iterator[Poly]:
    """The polynomials that indicators, functions and exponents are taken of."""
    if isinstance(part, Poly):
        for mono in part.terms:
            for base, exponent in mono:
                if isinstance(exponent, Poly) and not exponent.free.isdisjoint(names):
                    yield exponent
                if isinstance(base, Atom) and base.kind == "ind":
                    yield base.args[1]
                if isinstance(base, Atom) and base.kind == "fun":
                    yield from (each for each in base.args[1] if isinstance(each, Poly))


def _replaced(body: Poly, old: Atom, value: Poly) -> Poly:
    def change(inner: Atom) -> Poly:
        if inner == old:
            return value
        if inner.kind in ENTRIES or inner.kind == "mean" or inner.free.isdisjoint(old.free):
            return atom(inner)
        return mapped(inner, lambda part: transform(part, change))

    return transform(body, change)


def _jumps(body: Poly, own: str) -> bool:
    """May the function be discontinuous at a point: does a term not vanish where its indicator changes?"""
    for mono in body.terms:
        for base, _ in mono:
            if isinstance(base, Atom) and base.kind == "ind" and own in base.free:
                rest = monomial(frozenset(pair for pair in mono if pair[0] != base))
                if base.args[1] != symbol(own) or substitute(rest, {own: ZERO}):
                    return True
    return False
