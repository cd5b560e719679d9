"""Factored forms: 3d(d+2) for 3d² + 6d, p_i(δ_ij − p_j) for p_iδ_ij − p_ip_j, where that is shorter.

Factoring over the rationals is SymPy's; every factorization is multiplied out again and compared before it is used.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import content
from symbolic.algebra.poly import Monomial, Poly, add, as_exponent, as_poly, constant, monomial, product
from symbolic.algebra.power_series import gamma_argument
from symbolic.algebra.powers import natural_power, power
from symbolic.algebra.signs import is_integer

_MOST_TERMS, _MOST_ATOMS = 40, 12

#: A base with one term of its exponent: b itself is (b, 1), b^t is (b, t).
Letter = tuple[Atom, Monomial]
Factors = list[tuple[Poly, int]]


def factors(poly: Poly) -> Factors:
    """[(factor, power), …] whose product is poly; a single factor when nothing splits off."""
    if len(poly.terms) < 2 or len(poly.terms) > _MOST_TERMS:
        return [(poly, 1)]
    outside, primitive = content(poly, signed=True)
    parts = [(outside, 1)] if outside.number != 1 else []
    return parts + _split(primitive)


def _split(primitive: Poly) -> Factors:
    written = {mono: _letters(mono) for mono in primitive.terms}
    letters = sorted({letter for powers in written.values() for letter in powers or ()}, key=_letter_key)
    plain = all(powers is not None and all(power > 0 for power in powers.values()) for powers in written.values())
    few = len(letters) <= _MOST_ATOMS and (len(primitive.terms) >= 3 or len(letters) <= 4)
    if not letters or not plain or not few:
        return [(primitive, 1)]
    rows = {mono: powers or {} for mono, powers in written.items()}
    if any(_alone(letter, rows) for letter in letters):
        return [(primitive, 1)]
    found = _factor_list(primitive, rows, letters)
    if multiplied(found) != primitive:
        return [(primitive, 1)]
    return found


def _letters(mono: Monomial) -> dict[Letter, int] | None:
    """The monomial as whole powers of letters, b^{2t+1} as b·(b^t)²; None where it is none."""
    found: dict[Letter, int] = {}
    for base, exponent in mono:
        if not isinstance(base, Atom) or base.kind in ("δ", "ind"):
            return None
        for part, coefficient in as_poly(exponent).terms.items():
            if coefficient.denominator != 1:
                return None
            found[base, part] = found.get((base, part), 0) + int(coefficient)
    return found


def _letter_key(letter: Letter) -> tuple[str, str]:
    base, part = letter
    return base.key, monomial(part).key


def _alone(letter: Letter, rows: dict[Monomial, dict[Letter, int]]) -> bool:
    """Is it c·letter + (terms without it) with a number c?  Such a polynomial has no factors."""
    return [powers for powers in rows.values() if letter in powers] == [{letter: 1}]


def _factor_list(
    primitive: Poly, rows: dict[Monomial, dict[Letter, int]], letters: list[Letter]
) -> Factors:
    import sympy

    gens = [sympy.Dummy(f"a{place}") for place in range(len(letters))]
    terms = {}
    for mono, coefficient in primitive.terms.items():
        powers = tuple(rows[mono].get(letter, 0) for letter in letters)
        terms[powers] = sympy.Rational(coefficient.numerator, coefficient.denominator)
    lead, parts = sympy.factor_list(sympy.Poly(terms, *gens, domain="QQ"))
    scale = constant(Fraction(int(lead.p), int(lead.q)))
    result = [(_back(part, letters), int(exponent)) for part, exponent in parts]
    return result if scale.number == 1 else [(scale, 1), *result]


def _back(part: Any, letters: list[Letter]) -> Poly:
    def term(powers: tuple[int, ...], value: Any) -> Poly:
        factors = [
            power(as_poly(base), as_exponent(monomial(exponent, Fraction(int(times)))))
            for (base, exponent), times in zip(letters, powers, strict=True)
            if times
        ]
        return product(factors).scale(Fraction(int(value.p), int(value.q)))

    return add(term(powers, value) for powers, value in part.terms())


def cancelled(above: Poly, below: Poly) -> tuple[Factors, Factors]:
    """The factors of above and of below without those that they share; multiplied crosswise again and compared."""
    over, under, minus = _gathered(factors(above)), _gathered(factors(below)), constant(-1)
    sign = (-1) ** (over.pop(minus, 0) + under.pop(minus, 0))
    for part in list(under):
        for shared, turn in ((part, 1), (-part, -1)):
            times = min(over.get(shared, 0), under[part])
            if times > 0 and shared.number is None:
                over[shared] -= times
                under[part] -= times
                sign *= turn**times
    kept = [(minus, 1)] * (sign < 0) + [(factor, times) for factor, times in over.items() if times]
    rest = [(factor, times) for factor, times in under.items() if times]
    if product((above, multiplied(rest))) != product((below, multiplied(kept))):
        return factors(above), factors(below)
    return kept, rest


def multiplied(parts: Factors) -> Poly:
    """The product of powers of factors."""
    return product(natural_power(factor, times) for factor, times in parts)


def _gathered(parts: Factors) -> dict[Poly, int]:
    found: dict[Poly, int] = {}
    for factor, times in parts:
        found[factor] = found.get(factor, 0) + times
    return found


def turned(single: tuple[Fraction, Monomial], rest: Factors) -> Any:
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
