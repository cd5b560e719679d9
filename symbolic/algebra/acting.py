"""What a δ, an indicator or an entry of a one-hot vector does to the other factors of a monomial."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.poly import ZERO, Poly, monomial, multiply, product

#: Atoms equal to their own powers.
IDEMPOTENT = frozenset({"δ", "ind"})


def act(factors: dict[Any, Any]) -> Poly | None:
    """The product after one of the factors has acted on the others; None where none acts."""
    for acted in (_act_zero, _act_selector, _act_delta):
        found = acted(factors)
        if found is not None:
            return found
    return None


def _act_delta(factors: dict[Any, Any]) -> Poly | None:
    """δ_ij f(i) = δ_ij f(j) for the first δ that has something to act on."""
    from symbolic.algebra.indices import eliminated
    from symbolic.algebra.substitute import substitute_base

    for base in sorted((b for b in factors if isinstance(b, Atom) and b.kind == "δ"), key=lambda b: b.key):
        solved = eliminated(base)
        if solved is None:
            continue
        name, value = solved
        if any(name in getattr(part, "free", ()) for b, x in factors.items() if b is not base for part in (b, x)):
            others = [substitute_base(b, x, {name: value}) for b, x in factors.items() if b is not base]
            return multiply(product(others), monomial(frozenset(((base, 1),))))
    return None


def is_selector(base: Any) -> bool:
    """Is it an entry of a one-hot vector?"""
    return isinstance(base, Atom) and base.kind == "comp" and base.args[0] in facts().one_hot


def _act_selector(factors: dict[Any, Any]) -> Poly | None:
    """x_i x_j = δ_ij x_i for a one-hot x."""
    chosen = [base for base, exponent in factors.items() if exponent == 1 and is_selector(base)]
    for place, base in enumerate(chosen):
        for other in chosen[place + 1 :]:
            if base.args[0] == other.args[0]:
                from symbolic.algebra.indices import delta

                rest = {b: x for b, x in factors.items() if b != other}
                return multiply(delta(base.args[1][0], other.args[1][0]), monomial(frozenset(rest.items())))
    return None


def _act_zero(factors: dict[Any, Any]) -> Poly | None:
    """p·𝟙[p = 0] = 0 and 𝟙[p < 0]·𝟙[p = 0] = 0."""
    for base in factors:
        if isinstance(base, Atom) and base.kind == "ind" and base.args[0] == "=":
            vanishing = base.args[1]
            below = Atom("ind", "<", vanishing)
            inner = vanishing.atom
            exponent = factors.get(inner if inner is not None else vanishing, 0)
            if below in factors or (not isinstance(exponent, Poly) and exponent > 0):
                return ZERO
    return None
