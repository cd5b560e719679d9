"""Sines and cosines of sums put back: cos a cos b + sin a sin b is written cos(a − b)."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import Monomial, Poly, add, atom, monomial, product


def angles(poly: Poly) -> Poly:
    """poly with every pair of terms that an addition theorem joins as one term."""
    for mono, coefficient in sorted(poly.terms.items(), key=lambda term: str(sorted(map(str, term[0])))):
        for rest, partner, sign, joined in _partners(mono):
            if poly.terms.get(partner) == coefficient * sign:
                pair = monomial(mono, coefficient) + monomial(partner, coefficient * sign)
                return add((angles(poly - pair), product((monomial(rest, coefficient), joined))))
    return poly


def _partners(mono: Monomial) -> Iterator[tuple[Monomial, Monomial, int, Poly]]:
    """(m, m·partner, its sign, the one function) for m·cos a cos b and m·sin a cos b."""
    waves = [(base, base.args[0], base.args[1][0]) for base, exponent in mono if _is_wave(base) and exponent == 1]
    for place, (first, one, a) in enumerate(waves):
        for second, other, b in waves[place + 1 :]:
            rest = mono - {(first, 1), (second, 1)}
            for sign in (1, -1):
                yield from _joined(rest, (one, a), (other, b), sign)


def _is_wave(base: object) -> bool:
    return isinstance(base, Atom) and base.kind == "fun" and base.args[0] in ("sin", "cos")


def _joined(
    rest: Monomial, first: tuple[str, Poly], second: tuple[str, Poly], sign: int
) -> Iterator[tuple[Monomial, Monomial, int, Poly]]:
    (one, a), (other, b) = first, second
    if one == other == "cos":
        yield rest, rest | {(_wave("sin", a), 1), (_wave("sin", b), 1)}, sign, _of("cos", a - b if sign > 0 else a + b)
    if {one, other} == {"sin", "cos"}:
        (s, c) = (a, b) if one == "sin" else (b, a)
        partner = rest | {(_wave("cos", s), 1), (_wave("sin", c), 1)}
        yield rest, partner, sign, _of("sin", s + c if sign > 0 else s - c)


def _wave(name: str, argument: Poly) -> Atom:
    return Atom("fun", name, (argument,))


def _of(name: str, argument: Poly) -> Poly:
    """The function kept closed, of an argument whose leading sign is positive."""
    leading = min(argument.terms.items(), key=lambda term: str(sorted(map(str, term[0]))), default=None)
    if leading is not None and leading[1] < 0:
        opposite = atom(_wave(name, -argument))
        return opposite if name == "cos" else -opposite
    return atom(_wave(name, argument))
