"""Signs and integrality that follow from the facts in force; "don't know" is False."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.poly import Monomial, Poly, add, constant, symbol

CONSTANTS = frozenset({"e", "π", "γ"})
POSITIVE_FUNCTIONS = frozenset({"cosh", "Gamma", "normal pdf"})
NONNEGATIVE_FUNCTIONS = frozenset({"abs", "factorial", "erfc", "normal cdf"})


def is_positive(poly: Poly) -> bool:
    """poly > 0 wherever it is defined."""
    return bool(poly) and (_all(poly, strict=True) or _shifted(poly, strict=True) or _given(poly, strict=True))


def is_nonnegative(poly: Poly) -> bool:
    return _all(poly, strict=False) or _shifted(poly, strict=False) or _given(poly, strict=False)


def _given(poly: Poly, strict: bool) -> bool:
    """poly = (something given as positive) + nonnegative terms; not asked again of what the comparison makes."""
    known = facts()
    if known.comparing:
        return False
    known.comparing = True
    try:
        return any(_exceeds(poly, strict, each, above) for each, above in known.known_positive())
    finally:
        known.comparing = False


def _exceeds(poly: Poly, strict: bool, known: Poly, above: bool) -> bool:
    if (above or not strict) and _proportional(poly, known):
        return True
    rest = poly - known
    if (above or not strict) and (_all(rest, strict=False) or _shifted(rest, strict=False)):
        return True
    return strict and not above and bool(rest) and (_all(rest, strict=True) or _shifted(rest, strict=True))


def _proportional(poly: Poly, known: Poly) -> bool:
    """Is poly = c·known with a positive c of one term?"""
    if len(poly.terms) != len(known.terms) or poly.free != known.free:
        return False
    from symbolic.algebra.fractions import content

    (outside, rest), (other, same) = content(poly, signed=False), content(known, signed=False)
    return rest == same and _all(outside, strict=True) and _all(other, strict=True)


def is_integer(poly: Poly) -> bool:
    """Is every value of poly an integer?"""
    return all(
        coefficient.denominator == 1 and all(_integer_factor(base, exponent) for base, exponent in mono)
        for mono, coefficient in poly.terms.items()
    )


def _integer_factor(base: Any, exponent: Any) -> bool:
    if isinstance(exponent, Poly) or exponent != int(exponent) or exponent < 0:
        return False
    if isinstance(base, Atom):
        if base.kind in ("bound", "δ", "ind"):
            return True
        if base.kind == "sym" and base.args[0] in facts().open:
            return True
        return base.kind in ("sym", "comp", "scomp") and facts().has(base.args[0], "integer")
    return isinstance(base, int)


def _all(poly: Poly, strict: bool) -> bool:
    """Every term is nonnegative, and if `strict` one is positive."""
    some = False
    for mono, coefficient in poly.terms.items():
        if coefficient < 0 or not _monomial_sign(mono, strict=False):
            return False
        some = some or (strict and _monomial_sign(mono, strict=True))
    return some or not strict


def _shifted(poly: Poly, strict: bool) -> bool:
    """n - 1 ≥ 0 for n ≥ 1: each symbol with a known lower bound is written as bound + nonnegative rest."""
    bounds = {name: facts().lower_bound(name) for name in sorted(poly.free)}
    known = {name: bound for name, bound in bounds.items() if bound is not None}
    if not known or len(poly.terms) > 40 or poly.height:
        return False
    from symbolic.algebra.substitute import substitute

    moved = substitute(poly, {name: add((symbol(name + "⁺"), constant(bound))) for name, bound in known.items()})
    return _all(moved, strict)


def _monomial_sign(mono: Monomial, strict: bool) -> bool:
    return all(_factor_sign(base, exponent, strict) for base, exponent in mono)


def _factor_sign(base: Any, exponent: Any, strict: bool) -> bool:
    if isinstance(base, int):
        return True
    if isinstance(exponent, int) and exponent % 2 == 0 and (exponent < 0 or not strict):
        return True
    if isinstance(exponent, int) and exponent % 2 == 0:
        return _nonzero(base)
    if isinstance(exponent, Fraction) and exponent.denominator % 2 == 0 and (exponent < 0 or not strict):
        return True  # an even root has no other values
    if isinstance(base, Poly):
        return is_positive(base) if strict else is_nonnegative(base)
    return _atom_sign(base, strict)


def _nonzero(base: Any) -> bool:
    return isinstance(base, Atom) and base.kind in ("sym", "comp", "scomp") and (
        facts().has(base.args[0], "nonzero") or _atom_sign(base, True)
    )


def _atom_sign(atom: Atom, strict: bool) -> bool:
    kind = atom.kind
    if kind in ("sym", "comp", "scomp"):
        name = atom.args[0]
        if name in CONSTANTS or facts().has(name, "positive"):
            return True
        if kind == "scomp" and len(set(atom.args[1])) == 1 and facts().has(name, "positive diagonal"):
            return True
        return not strict and (facts().has(name, "nonnegative") or name.endswith("⁺"))
    if kind in ("δ", "ind"):
        return not strict
    if kind == "fun" and atom.args[0] == "det":
        body = atom.args[1][0].args[2].atom
        return body is not None and body.kind == "scomp" and facts().has(body.args[0], "positive definite")
    if kind == "fun":
        return atom.args[0] in POSITIVE_FUNCTIONS or (not strict and atom.args[0] in NONNEGATIVE_FUNCTIONS)
    if kind == "mean":
        return is_positive(atom.args[0]) if strict else is_nonnegative(atom.args[0])
    if kind in ("sum", "prod"):
        return is_positive(atom.args[2]) if strict else is_nonnegative(atom.args[2])
    return False


