"""Events that a continuous law gives no probability: a quantity with a density meets a point."""

from __future__ import annotations

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ZERO, Poly, atom, monomial
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import (
    ENTRIES,
    Factor,
    Names,
    entries,
    independent_classes,
    is_declared,
    random_names,
)
from symbolic.rules.moments_quantities import density_of


def by_null_event(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f 𝟙[p = 0]] = 0 for a p that has a density."""
    points = [base.args[1] for base, _ in factors if isinstance(base, Atom) and base.kind == "ind"
              and base.args[0] == "="]  # fmt: skip
    if not points or not is_declared(names, situation):
        return None
    return ZERO if any(_has_density(point, names, situation) for point in points) else None


def _has_density(point: Poly, names: Names, situation: Situation) -> bool:
    """A normal linear form of positive variance, or a + cX with a density of X, which is independent of the rest."""
    from symbolic.rules.moments import variance

    moving = Poly({mono: c for mono, c in point.terms.items() if random_names(monomial(mono), situation)})
    inside = random_names(moving, situation)
    if not moving or not inside <= names or not is_linear(moving, names, situation):
        return False
    if jointly_normal(inside, situation) and is_positive(variance(moving, situation)):
        return True
    return any(_alone(mono, moving, inside, situation) for mono in moving.terms)


def _alone(mono: frozenset[tuple[Atom, int]], moving: Poly, inside: Names, situation: Situation) -> bool:
    """Is the term c X of a scalar X with a density, independent of the other terms, with a c that is not zero?"""
    term = monomial(mono, moving.terms[mono])
    (entry,) = (base for base, _ in mono if random_names(base, situation))
    if entry.kind not in ENTRIES or not isinstance(entry, Atom):
        return False
    scale = term / atom(entry)
    found = set(entries(atom(entry), inside))
    rest = random_names(moving - term, situation)
    if len(found) != 1 or not (is_positive(scale) or is_positive(-scale)) or scale.free & inside:
        return False
    (quantity,) = found
    apart = all(quantity.name not in one or one == {quantity.name} for one in independent_classes(inside, situation))
    return quantity.name not in rest and apart and density_of(quantity, situation) is not None
