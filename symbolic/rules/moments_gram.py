"""Gram matrices Σ_r x_r x_rᵀ of independent normal rows x_r of mean 0 and one covariance V: Wishart, with V and the
number of rows.

Source: Muirhead, Aspects of Multivariate Statistical Theory (1982), section 3.2.
"""

from __future__ import annotations

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import apply_lam, lam, open_binder
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, Poly, symbol
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import INFINITY
from symbolic.rules.moments_blocks import atom_of, moment
from symbolic.rules.moments_models import Indices, Model, Occurrence, model_of


def gram(array: Atom, name: str, situation: Situation) -> tuple[Atom, Poly, Poly] | None:
    """(V, p, n) where the array is Σ_{r=1}^n x_r x_rᵀ with at least as many rows x_r as they have entries."""
    model = model_of(name, situation)
    law = model.symbol.law
    if law is None or law.name != "normal" or model.symbol.axes != 2 or len(array.args[1]) != 2:
        return None
    size = array.args[1][0]
    found = _rows(array, model)
    if found is None:
        return None
    axis, (low, high) = found
    count = high - low + ONE
    row = fresh((low, high))
    if high == INFINITY or axis not in model.free_axes or not is_nonnegative(count - size):
        return None

    def place(column: Poly) -> Indices:
        return (row, column) if axis == 0 else (column, row)

    mean = moment([Occurrence(name, place(fresh((ONE, size))))], situation)
    scale = lam((size, size), lambda i, j: moment([Occurrence(name, place(i)), Occurrence(name, place(j))], situation))
    if not is_zero(mean) or not row.free.isdisjoint(scale.free):
        return None
    model.use("law", "members", "components")
    return scale, size, count


def _rows(array: Atom, model: Model) -> tuple[int, tuple[Poly, Poly]] | None:
    """(the axis of r, its range) where the entry at (i, j) is Σ_r x_{ri} x_{rj}."""
    i, j = (fresh((ONE, size)) for size in array.args[1])
    inner = apply_lam(array, i, j).atom
    if inner is None or inner.kind != "sum" or len(inner.args[1]) != 1:
        return None
    (name,), (span,), body = open_binder(inner)
    for axis in (0, 1):
        pair = [(symbol(name), at) if axis == 0 else (at, symbol(name)) for at in (i, j)]
        if body == atom_of(Occurrence(model.name, pair[0])) * atom_of(Occurrence(model.name, pair[1])):
            return axis, span
    return None
