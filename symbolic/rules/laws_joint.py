"""Entropies of several quantities together: of finite laws by listing the outcomes, of jointly normal forms by Σ.

H(X | Y) = H(X, Y) − H(Y) and I(X; Y) = H(X) + H(Y) − H(X, Y) follow, for h alike.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product as choices

from symbolic.algebra.functions import function, indicator
from symbolic.algebra.poly import ONE, ZERO, Poly, add, product, symbol
from symbolic.algebra.powers import PI
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.language.symbols import Symbol
from symbolic.rules.laws_densities import FINITE
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import independent_classes, random_names
from symbolic.rules.moments_models import model_of, parameters

HALF = Fraction(1, 2)
_MOST_OUTCOMES, _MOST_FORMS = 64, 4


def joint_entropy(forms: tuple[Poly, ...], situation: Situation) -> tuple[str, Poly] | None:
    """("H", −Σ p log p) or ("h", −E[log density]) of the forms together; None where neither is known."""
    forms = tuple(dict.fromkeys(forms))
    listed = _listed(forms, situation)
    if listed is not None:
        situation.note("entropy", "the outcomes are listed with their probabilities: −Σ p log p")
        return "H", -add(map(_surprise, listed.values()))
    spread = _spread(forms, situation)
    if spread is None:
        return None
    situation.note("entropy of a normal law", "jointly normal quantities have the entropy ½ log det(2πe Σ)")
    unit = function("log", (2 * PI * symbol("e"),)) * len(forms)
    return "h", (unit + function("log", (spread,))).scale(HALF)


def _surprise(ways: list[list[Poly]]) -> Poly:
    """p log p of p = Σ over the ways of Π of their independent parts."""
    ways = [parts for parts in ways if all(parts)]
    if len(ways) == 1:
        return product(ways[0]) * add(function("log", (part,)) for part in ways[0])
    chance = add(map(product, ways))
    return chance * function("log", (chance,)) if chance else ZERO


def _listed(forms: tuple[Poly, ...], situation: Situation) -> dict[tuple[Poly, ...], list[list[Poly]]] | None:
    """{values: the ways to them, each as the probabilities of its independent parts} of quantities with few values."""
    names = sorted(random_names(forms, situation))
    supports = [_values(situation.table.symbol(name), situation) for name in names]
    found: dict[tuple[Poly, ...], list[list[Poly]]] = {}
    if not names or any(not values for values in supports):
        return None
    if 2 ** len(names) > _MOST_OUTCOMES:
        return None
    for outcome in choices(*supports):
        at = dict(zip(names, outcome, strict=True))
        values = tuple(substitute(form, at) for form in forms)
        if any(value.number is None for value in values):
            return None
        found.setdefault(values, []).append(_chances(at, situation))
    return found


def _chances(at: dict[str, Poly], situation: Situation) -> list[Poly]:
    """The probabilities that the names of each independent class have these values."""
    from symbolic.rules.moments import expectation

    classes = independent_classes(frozenset(at), situation)
    events = (product(indicator("=", symbol(name) - at[name]) for name in sorted(one)) for one in classes)
    return [expectation(event, situation) for event in events]


def _values(declared: Symbol | None, situation: Situation) -> list[Poly]:
    """The values of a scalar with a finite law, as stated or given others; none where it has no such law."""
    if declared is None or declared.axes:
        return []
    laws = [declared.law, *(r.law for r in situation.table.relations if r.kind == "conditional"
                            and r.names[0] == declared.name)]  # fmt: skip
    names = {law.name for law in laws if law is not None}
    if len(names) != 1 or not names <= FINITE.keys():
        return []
    (name,) = names
    own = parameters(model_of(declared.name, situation), ()) if declared.law is not None else (ONE.scale(HALF),)
    return [value for value, _ in FINITE[name](*own)]


def _spread(forms: tuple[Poly, ...], situation: Situation) -> Poly | None:
    """det Σ of linear forms of jointly normal quantities."""
    from symbolic.rules.moments import covariance

    names = random_names(forms, situation)
    if not names or not names <= situation.table.symbols.keys() or len(forms) > _MOST_FORMS:
        return None
    moving = [add(part for part in _terms(form) if random_names(part, situation)) for form in forms]
    if not all(is_linear(form, names, situation) for form in moving):
        return None
    if not all(jointly_normal(each, situation) for each in independent_classes(names, situation)):
        return None
    return _determinant([[covariance(a, b, situation) for b in moving] for a in moving])


def _terms(poly: Poly) -> list[Poly]:
    return [Poly({mono: coefficient}) for mono, coefficient in poly.terms.items()]


def _determinant(grid: list[list[Poly]]) -> Poly:
    if not grid:
        return ONE
    minors = ([line[:column] + line[column + 1 :] for line in grid[1:]] for column in range(len(grid)))
    return add((grid[0][k] * _determinant(minor)).scale(Fraction((-1) ** k)) for k, minor in enumerate(minors))
