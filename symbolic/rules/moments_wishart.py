"""The inverse and the determinant of a Wishart matrix.

Source: Muirhead, Aspects of Multivariate Statistical Theory (1982), sections 3.2 and 3.6.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

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
from symbolic.given.shapes import spell
from symbolic.rules.moments_factors import Factor, Names, is_declared
from symbolic.rules.moments_models import Model, model_of

HALF = Fraction(1, 2)


def by_wishart(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[W^{-1}] = V^{-1}/(n − p − 1), E[log|W|] = Σ_i ψ((n − i + 1)/2) + p log 2 + log|V|, E[|W|^s] alike."""
    if len(names) != 1 or len(factors) != 1 or not is_declared(names, situation):
        return None
    (name,) = names
    model = model_of(name, situation)
    law = model.symbol.law
    if law is None or law.name != "wishart" or model.family:
        return None
    ((base, exponent),) = factors
    if not isinstance(base, Atom):
        return None
    if base.kind in INVERSES and exponent == 1 and _is_whole(base.args[0], name):
        return _inverse(base, model)
    logarithm = base.args[1][0].atom if base.kind == "fun" and base.args[0] == "log" and exponent == 1 else None
    if logarithm is not None and _is_determinant(logarithm, name):
        return _log_determinant(model)
    return _power(as_poly(exponent), model) if _is_determinant(base, name) else None


def _is_whole(array: Atom, name: str) -> bool:
    """Is it the matrix itself?"""
    i, j = fresh(), fresh()
    return apply_lam(array, i, j) in (entry(name, (i, j)), entry(name, (j, i)))


def _is_determinant(base: Any, name: str) -> bool:
    return isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "det" and _is_whole(base.args[1][0], name)


def _stated(model: Model) -> tuple[Atom, Poly, Poly]:
    """(V, p, n)."""
    law = model.symbol.law
    assert law is not None
    model.use("law")
    scale, degrees = (model.array(node) for node in law.parameters)
    size = model.array(law.parameters[0]).shape[0]
    return lam((size, size), lambda *at: scale.entry(at)), size, degrees.scalar


def _inverse(base: Atom, model: Model) -> Poly | None:
    """V^{-1}/(n − p − 1) for n > p + 1."""
    scale, size, degrees = _stated(model)
    over = degrees - size - 1
    if not is_positive(over):
        law, shape = model.symbol.law, model.symbol.shape
        if law is not None and shape:
            model.situation.lack(f"{spell(law.parameters[1])} > {spell(shape[0])} + 1")
        return None
    return inverse_entry(scale, base.args[1], base.args[2]) * power(over, -1)


def _half(degrees: Poly, index: Poly) -> Poly:
    """(n − i + 1)/2."""
    return (degrees - index + 1).scale(HALF)


def _log_determinant(model: Model) -> Poly:
    scale, size, degrees = _stated(model)
    index = fresh((ONE, size))
    each = sum_over(next(iter(index.free)), ONE, size, function("psi", (_half(degrees, index),)))
    return each + size * function("log", (constant(2),)) + function("log", (determinant_atom(scale),))


def _power(order: Poly, model: Model) -> Poly | None:
    """|V|^s 2^{ps} Π_i Γ((n − i + 1)/2 + s)/Γ((n − i + 1)/2) for n > p − 1 − 2s."""
    scale, size, degrees = _stated(model)
    over = degrees - size + 1 + order * 2
    if not (is_positive(order) or is_positive(over)):
        return None
    index = fresh((ONE, size))
    half = _half(degrees, index)
    ratio = function("Gamma", (half + order,)) / function("Gamma", (half,)) * power(constant(2), as_exponent(order))
    return power(determinant_atom(scale), as_exponent(order)) * product_over(next(iter(index.free)), ONE, size, ratio)
