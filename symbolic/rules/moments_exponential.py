"""Exponentials under E: a normal law is tilted, independent factors are taken one by one."""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.poly import Poly, as_poly, atom
from symbolic.algebra.powers import E, exponential
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import mapped, transform
from symbolic.algebra.sums import product_over
from symbolic.given import queries
from symbolic.rules.moments_blocks import use_all
from symbolic.rules.moments_factors import ENTRIES, Factor, Names, entries, is_declared, natural, random_names
from symbolic.rules.moments_models import model_of


def by_tilting(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(x) e^{L}] = e^{E[L] + Var(L)/2} E[f(x + Cov(x, L))] for jointly normal x and a linear L."""
    from symbolic.rules.moments import covariance, expectation, joined, variance

    tilt = sum((as_poly(exponent) for base, exponent in factors if base == E), start=as_poly(0))
    if not tilt or not is_declared(names, situation) or not is_linear(tilt, names, situation):
        return None
    if not jointly_normal(names, situation):
        return None
    front = exponential(expectation(tilt, situation) + variance(tilt, situation).scale(Fraction(1, 2)))
    rest = joined([(base, exponent) for base, exponent in factors if base != E])

    def change(inner: Atom) -> Poly:
        if inner.kind in ENTRIES and inner.args[0] in names:
            return atom(inner) + covariance(atom(inner), tilt, situation)
        if inner.kind == "mean" or inner.free.isdisjoint(names) or inner.kind in ENTRIES:
            return atom(inner)
        return mapped(inner, lambda part: transform(part, change))

    return front * expectation(transform(rest, change, names), situation)


def jointly_normal(names: Names, situation: Situation) -> bool:
    answer = queries.jointly_normal(situation.table, names)
    models = [model_of(name, situation) for name in names]
    if answer is None or any(model.family and not model.members_apart for model in models):
        return False
    use_all(answer, situation)
    return True


def is_linear(poly: Poly, names: Names, situation: Situation) -> bool:
    """Is every term a constant times one random entry, or a sum of such?"""
    for mono in poly.terms:
        moving = [pair for pair in mono if random_names(pair, situation)]
        if len(moving) != 1 or moving[0][1] != 1 or not isinstance(moving[0][0], Atom):
            return False
        base = moving[0][0]
        if base.kind == "sum":
            if not is_linear(base.args[2], names, situation):
                return False
        elif base.kind not in ENTRIES or random_names(base.args[1:], situation):
            return False
    return True


def by_products(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[Π_i f(x_i)] = Π_i E[f(x_i)] over independent places; e^{Σ_i a_i} is a product too."""
    from symbolic.rules.moments import expectation

    if len(factors) != 1 or not is_declared(names, situation) or len(names) != 1:
        return None
    opened = _opened_product(*factors[0])
    if opened is None:
        return None
    index, span, body = opened
    (name,) = names
    model = model_of(name, situation)
    places = [found.indices for found in entries(body, names)]
    axes = [axis for axis in model.free_axes if all(place[axis].free == {index} for place in places)]
    if not any(all(place[axis].atom == Atom("sym", index) for place in places) for axis in axes):
        return None
    model.use("members", "components")
    return product_over(index, *span, expectation(body, situation))


def _opened_product(base: object, exponent: object) -> tuple[str, tuple[Poly, Poly], Poly] | None:
    if isinstance(base, Atom) and base.kind == "prod" and natural(exponent):
        (index,), (span,), body = open_binder(base)
        return index, span, body**exponent  # type: ignore[operator]
    if base == E and isinstance(exponent, Poly) and len(exponent.terms) == 1:
        ((mono, coefficient),) = exponent.terms.items()
        sums = [(b, x) for b, x in mono if isinstance(b, Atom) and b.kind == "sum" and x == 1]
        if len(sums) == 1 and len(sums[0][0].args[1]) == 1:
            (index,), (span,), body = open_binder(sums[0][0])
            rest = Poly({mono - {sums[0]}: coefficient})
            return index, span, exponential(rest * body)
    return None


