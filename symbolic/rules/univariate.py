"""A polynomial of the algebra as a polynomial in one of its symbols."""

from __future__ import annotations

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ZERO, Poly, as_poly, monomial


def orders(poly: Poly, name: str) -> dict[Poly, Poly] | None:
    """{p: c} with poly = Σ c·name^p; None when name stands elsewhere too."""
    found: dict[Poly, Poly] = {}
    for mono, coefficient in poly.terms.items():
        factors = dict(mono)
        order = as_poly(factors.pop(Atom("sym", name), 0))
        rest = monomial(frozenset(factors.items()), coefficient)
        if name in rest.free or name in order.free:
            return None
        found[order] = found.get(order, ZERO) + rest
    return {order: part for order, part in found.items() if part}


def coefficients(poly: Poly, name: str, degree: int) -> list[Poly] | None:
    """[c_0, …, c_degree] of a polynomial in name of at most that degree, else None."""
    found = orders(poly, name)
    if found is None:
        return None
    listed = [ZERO] * (degree + 1)
    for order, part in found.items():
        number = order.number
        if number is None or number.denominator != 1 or not 0 <= number <= degree:
            return None
        listed[int(number)] = part
    return listed
