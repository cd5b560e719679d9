"""Factored forms: 3d(d+2) for 3d² + 6d, p_i(δ_ij − p_j) for p_iδ_ij − p_ip_j, where that is shorter.

Factoring over the rationals is SymPy's; every factorization is multiplied out again and compared before it is used.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import content
from symbolic.algebra.poly import Monomial, Poly, add, constant, monomial, product
from symbolic.algebra.power_series import gamma_argument
from symbolic.algebra.powers import natural_power
from symbolic.algebra.signs import is_integer

_MOST_TERMS, _MOST_ATOMS = 40, 12


def factors(poly: Poly) -> list[tuple[Poly, int]]:
    """[(factor, power), …] whose product is poly; a single factor when nothing splits off."""
    if len(poly.terms) < 2 or len(poly.terms) > _MOST_TERMS:
        return [(poly, 1)]
    outside, primitive = content(poly, signed=True)
    parts = [(outside, 1)] if outside.number != 1 else []
    return parts + _split(primitive)


def _split(primitive: Poly) -> list[tuple[Poly, int]]:
    bases = sorted({base for mono in primitive.terms for base, _ in mono}, key=lambda b: str(getattr(b, "key", b)))
    plain = all(isinstance(x, int) and x > 0 for mono in primitive.terms for _, x in mono)
    whole = all(isinstance(base, Atom) and base.kind not in ("δ", "ind") for base in bases)
    if not bases or not plain or not whole or len(bases) > _MOST_ATOMS or (len(primitive.terms) < 3 and len(bases) > 4):
        return [(primitive, 1)]
    if any(_alone(base, primitive) for base in bases):
        return [(primitive, 1)]
    found = _factor_list(primitive, bases)
    if product(natural_power(factor, exponent) for factor, exponent in found) != primitive:
        return [(primitive, 1)]
    return found


def _alone(base: Any, primitive: Poly) -> bool:
    """Is primitive = c·base + (terms without base) with a number c?  Such a polynomial has no factors."""
    return [mono for mono in primitive.terms if any(b == base for b, _ in mono)] == [frozenset({(base, 1)})]


def _factor_list(primitive: Poly, bases: list[Any]) -> list[tuple[Poly, int]]:
    import sympy

    letters = {base: sympy.Dummy(f"a{place}") for place, base in enumerate(bases)}
    gens = list(letters.values())
    terms = {}
    for mono, coefficient in primitive.terms.items():
        powers = dict(mono)
        exponents = tuple(powers.get(base, 0) for base in bases)
        terms[exponents] = sympy.Rational(coefficient.numerator, coefficient.denominator)
    lead, parts = sympy.factor_list(sympy.Poly(terms, *gens, domain="QQ"))
    scale = constant(Fraction(int(lead.p), int(lead.q)))
    result = [(_back(part, bases), int(exponent)) for part, exponent in parts]
    return result if scale.number == 1 else [(scale, 1), *result]


def _back(part: Any, bases: list[Any]) -> Poly:
    return add(
        monomial(
            frozenset((base, int(power)) for base, power in zip(bases, powers, strict=True) if power),
            Fraction(int(value.p), int(value.q)),
        )
        for powers, value in part.terms()
    )


def turned(single: tuple[Fraction, Monomial], rest: list[tuple[Poly, int]]) -> Any:
    """−a(b − c)… = a(c − b)…: a minus sign in front goes into the first factor that is a difference."""
    for place, (part, exponent) in enumerate(rest):
        signs = {coefficient < 0 for coefficient in part.terms.values()}
        if exponent % 2 and len(signs) == 2:
            return (-single[0], single[1]), [*rest[:place], (-part, exponent), *rest[place + 1 :]]
    return single, rest


def factorials(mono: Monomial) -> tuple[Monomial, list[tuple[Poly, int]]]:
    """(the rest, [(u, k), …]) with u!^k for uΓ(u) at an integer u."""
    powers = dict(mono)
    found: list[tuple[Poly, int]] = []
    for base, exponent in sorted(mono, key=lambda pair: str(getattr(pair[0], "key", pair[0]))):
        argument = gamma_argument(base)
        if argument is None or exponent not in (1, -1) or not is_integer(argument):
            continue
        factor = argument.atom or argument
        beside = powers.get(factor, 0)
        if isinstance(beside, int) and beside * exponent > 0:
            powers = {**powers, base: 0, factor: beside - exponent}
            found.append((argument, exponent))
    return frozenset((base, exponent) for base, exponent in powers.items() if exponent != 0), found
