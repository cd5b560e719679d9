"""∂/∂θ E[g(X) 𝟙[a X + b < 0]]: where the boundary moves, the density there enters (Leibniz)."""

from __future__ import annotations

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function, indicator
from symbolic.algebra.poly import ONE, Monomial, Poly, monomial
from symbolic.algebra.situation import Situation
from symbolic.rules.laws_densities import INFINITY
from symbolic.rules.moments_blocks import atom_of
from symbolic.rules.moments_factors import entries, random_names
from symbolic.rules.moments_models import Occurrence
from symbolic.rules.moments_quantities import density_of, put


def boundary(mono: Monomial, indicator: Atom, moved: Poly, situation: Situation) -> Poly | None:
    """−g(x₀) p(x₀) ∂(a x + b)/∂θ / |a| at the root x₀; `moved` is the derivative of the indicator's argument.

    None when the indicator is not a half-line of one quantity with a density.
    """
    argument: Poly = indicator.args[1]
    names = random_names(argument, situation)
    quantities = set(entries(argument, names))
    if len(quantities) != 1 or indicator.args[0] != "<":
        return None
    (quantity,) = quantities
    line = _line(argument, quantity, situation)
    found = density_of(quantity, situation)
    if line is None or found is None or found[0].through is not None:
        return None
    slope, offset = line
    row, values = found
    root = -offset / slope
    rest = monomial(mono - {(indicator, 1)})
    body = put(rest * moved, quantity, root) * row.density(root, *values) / function("abs", (slope,))
    return -body * _inside(root, row.support(*values))


def _line(argument: Poly, quantity: Occurrence, situation: Situation) -> tuple[Poly, Poly] | None:
    """(a, b) of a x + b."""
    x = atom_of(quantity)
    moving = Poly({mono: c for mono, c in argument.terms.items() if random_names(tuple(mono), situation)})
    slope = moving / x
    return None if random_names(slope, situation) else (slope, argument - moving)


def _inside(root: Poly, support: tuple[Poly, Poly]) -> Poly:
    """𝟙[the root lies in the support]."""
    low, high = support
    above = ONE if low == -INFINITY else indicator("<", low - root)
    return above if high == INFINITY else above * indicator("<", root - high)
