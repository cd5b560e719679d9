"""The inverse and the determinant of a Wishart matrix, declared or made of normal rows.

Source: Muirhead, Aspects of Multivariate Statistical Theory (1982), sections 3.2 and 3.6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symbolic.algebra.atoms import INVERSES, Atom
from symbolic.algebra.binders import apply_lam, lam
from symbolic.algebra.functions import function
from symbolic.algebra.indices import entry, fresh
from symbolic.algebra.matrix_atoms import determinant_atom, inverse_entry
from symbolic.algebra.poly import ONE, Poly, as_exponent, as_poly, constant
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import product_over, sum_over
from symbolic.lowering.names import axes
from symbolic.lowering.scope import Scope
from symbolic.rules.moments_factors import Factor, Names, is_declared
from symbolic.rules.moments_gram import gram
from symbolic.rules.moments_models import model_of

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Wishart:
    """A random p×p matrix of the Wishart law with scale V and n degrees of freedom."""

    scale: Atom
    size: Poly
    degrees: Poly


def by_wishart(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[W^{-1}] = V^{-1}/(n − p − 1), E[log|W|] = Σ_i ψ((n − i + 1)/2) + p log 2 + log|V|, E[|W|^s] alike."""
    if len(names) != 1 or len(factors) != 1 or not is_declared(names, situation):
        return None
    (name,) = names
    ((base, exponent),) = factors
    if not isinstance(base, Atom):
        return None
    if base.kind in INVERSES and exponent == 1:
        inverted = _wishart(base.args[0], name, situation)
        return _inverse(base, inverted, situation) if inverted is not None else None
    logarithm = base.args[1][0].atom if base.kind == "fun" and base.args[0] == "log" and exponent == 1 else None
    inner = logarithm if logarithm is not None else base
    if inner.kind != "fun" or inner.args[0] != "det":
        return None
    found = _wishart(inner.args[1][0], name, situation)
    if found is None:
        return None
    return _log_determinant(found) if logarithm is not None else _power(as_poly(exponent), found)


def _wishart(array: Atom, name: str, situation: Situation) -> Wishart | None:
    """The law of an array: a declared Wishart matrix as a whole, or the Gram matrix of normal rows."""
    model = model_of(name, situation)
    law = model.symbol.law
    if law is None or law.name != "wishart" or model.family:
        found = gram(array, name, situation)
        return None if found is None else Wishart(*found)
    i, j = fresh(), fresh()
    if apply_lam(array, i, j) not in (entry(name, (i, j)), entry(name, (j, i))):
        return None
    model.use("law")
    sizes, _ = axes(model.symbol, Scope(situation))
    scale = lam(sizes, lambda *at: model.value(law.parameters[0], at))
    return Wishart(scale, sizes[0], model.array(law.parameters[1]).scalar)


def _inverse(base: Atom, of: Wishart, situation: Situation) -> Poly | None:
    """V^{-1}/(n − p − 1) for n > p + 1."""
    over = of.degrees - of.size - 1
    if not is_positive(over):
        plain = [part.atom for part in (of.degrees, of.size)]
        degrees, size = (inner.args[0] if inner is not None and inner.kind == "sym" else "" for inner in plain)
        if degrees and size:
            situation.lack(f"{degrees} > {size} + 1")
        return None
    return inverse_entry(of.scale, base.args[1], base.args[2]) * power(over, -1)


def _half(degrees: Poly, index: Poly) -> Poly:
    """(n − i + 1)/2."""
    return (degrees - index + 1).scale(HALF)


def _log_determinant(of: Wishart) -> Poly:
    scale, size, degrees = of.scale, of.size, of.degrees
    index = fresh((ONE, size))
    each = sum_over(next(iter(index.free)), ONE, size, function("psi", (_half(degrees, index),)))
    return each + size * function("log", (constant(2),)) + function("log", (determinant_atom(scale),))


def _power(order: Poly, of: Wishart) -> Poly | None:
    """|V|^s 2^{ps} Π_i Γ((n − i + 1)/2 + s)/Γ((n − i + 1)/2) for n > p − 1 − 2s."""
    scale, size, degrees = of.scale, of.size, of.degrees
    over = degrees - size + 1 + order * 2
    if not (is_positive(order) or is_positive(over)):
        return None
    index = fresh((ONE, size))
    half = _half(degrees, index)
    ratio = function("Gamma", (half + order,)) / function("Gamma", (half,)) * power(constant(2), as_exponent(order))
    return power(determinant_atom(scale), as_exponent(order)) * product_over(next(iter(index.free)), ONE, size, ratio)
