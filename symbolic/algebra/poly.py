"""Polynomials over atoms: sums of rational coefficients times power products.

A monomial is a frozenset of (base, exponent) pairs, each base once.  A base is an atom, a prime integer (for radicals
and powers such as 2^n) or a `Poly` that stands under an exponent which is no natural number; an exponent is a nonzero
`int`, a `Fraction`, or a `Poly` when it is symbolic (β^t, e^{z_j}).  Natural powers of polynomials are always
multiplied out, so two polynomials without `Poly` bases are equal exactly when their terms are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias

from symbolic.algebra.atoms import Atom, key
from symbolic.algebra.facts import spend

Exponent: TypeAlias = "int | Fraction | Poly"
Monomial: TypeAlias = frozenset[tuple[Any, Any]]
Scalar: TypeAlias = int | Fraction

UNIT: Monomial = frozenset()


class Poly:
    """Σ coefficient · monomial; immutable.  Arithmetic is exact; every product counts its work (`facts.spend`)."""

    __slots__ = ("_free", "_hash", "_height", "_key", "terms")

    def __init__(self, terms: dict[Monomial, Fraction]) -> None:
        self.terms = terms
        self._hash: int | None = None
        self._key: str | None = None
        self._free: frozenset[str] | None = None
        self._height: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Fraction):
            return self.terms == constant(other).terms
        return isinstance(other, Poly) and (self is other or self.terms == other.terms)

    @property
    def free(self) -> frozenset[str]:
        """The names of symbols, free indices and arrays in it."""
        if self._free is None:
            self._free = frozenset().union(*(_part_free(part) for mono in self.terms for pair in mono for part in pair))
        return self._free

    @property
    def height(self) -> int:
        if self._height is None:
            parts = (part for mono in self.terms for pair in mono for part in pair)
            self._height = max((getattr(part, "height", 0) for part in parts), default=0)
        return self._height

    @property
    def key(self) -> str:
        return self.key_in(None)

    def key_in(self, env: dict[str, str] | None) -> str:
        """An ordering string; `env` renames free symbols, so that patterns of indices can be compared."""
        if env is not None and self.free.isdisjoint(env):
            env = None
        if env is None and self._key is not None:
            return self._key
        text = "+".join(sorted(f"{coefficient}*{monomial_key(mono, env)}" for mono, coefficient in self.terms.items()))
        if env is None:
            self._key = text
        return text

    def __repr__(self) -> str:
        return self.key or "0"

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: Poly | Scalar) -> Poly:
        return add((self, as_poly(other)))

    __radd__ = __add__

    def __neg__(self) -> Poly:
        return self.scale(Fraction(-1))

    def __sub__(self, other: Poly | Scalar) -> Poly:
        return add((self, -as_poly(other)))

    def __rsub__(self, other: Poly | Scalar) -> Poly:
        return add((as_poly(other), -self))

    def __mul__(self, other: Poly | Scalar) -> Poly:
        if isinstance(other, int | Fraction):
            return self.scale(Fraction(other))
        return multiply(self, other)

    __rmul__ = __mul__

    def __pow__(self, exponent: Poly | Scalar) -> Poly:
        from symbolic.algebra.powers import power

        return power(self, as_exponent(exponent))

    def __truediv__(self, other: Poly | Scalar) -> Poly:
        return self * as_poly(other) ** -1

    def __rtruediv__(self, other: Poly | Scalar) -> Poly:
        return as_poly(other) * self**-1

    def scale(self, factor: Fraction) -> Poly:
        if not factor:
            return ZERO
        if factor == 1:
            return self
        return Poly({mono: coefficient * factor for mono, coefficient in self.terms.items()})

    @property
    def number(self) -> Fraction | None:
        """Its value when it is a rational constant, else None."""
        if not self.terms:
            return Fraction(0)
        if len(self.terms) == 1 and UNIT in self.terms:
            return self.terms[UNIT]
        return None

    @property
    def atom(self) -> Atom | None:
        """The atom it is, when it is a bare atom."""
        if len(self.terms) == 1:
            ((mono, coefficient),) = self.terms.items()
            if coefficient == 1 and len(mono) == 1:
                ((base, exponent),) = mono
                if exponent == 1 and isinstance(base, Atom):
                    return base
        return None

    def single(self) -> tuple[Fraction, Monomial] | None:
        """(coefficient, monomial) when it has exactly one term."""
        if len(self.terms) == 1:
            ((mono, coefficient),) = self.terms.items()
            return coefficient, mono
        return None


def _part_free(part: Any) -> frozenset[str]:
    return getattr(part, "free", frozenset())


def monomial_key(mono: Monomial, env: dict[str, str] | None = None) -> str:
    return "·".join(sorted(f"{key(base, env)}^{key(exponent, env)}" for base, exponent in mono))


ZERO = Poly({})
ONE = Poly({UNIT: Fraction(1)})


def constant(value: Scalar) -> Poly:
    return Poly({UNIT: Fraction(value)}) if value else ZERO


def as_poly(value: Poly | Scalar | Atom) -> Poly:
    if isinstance(value, Poly):
        return value
    return atom(value) if isinstance(value, Atom) else constant(value)


def as_exponent(value: Poly | Scalar) -> Exponent:
    """An exponent in canonical form: int before Fraction before Poly."""
    number = value.number if isinstance(value, Poly) else Fraction(value)
    if number is None:
        return value
    return number.numerator if number.denominator == 1 else number


def atom(value: Atom) -> Poly:
    return Poly({frozenset(((value, 1),)): Fraction(1)})


def symbol(name: str) -> Poly:
    """The scalar symbol or free index of that name."""
    return atom(Atom("sym", name))


def monomial(mono: Monomial, coefficient: Scalar = 1) -> Poly:
    return Poly({mono: Fraction(coefficient)})


def add(parts: Iterable[Poly]) -> Poly:
    """The sum of the parts."""
    terms: dict[Monomial, Fraction] = {}
    for part in parts:
        for mono, coefficient in part.terms.items():
            before = terms.get(mono)
            if before is None:
                terms[mono] = coefficient
            elif total := before + coefficient:
                terms[mono] = total
            else:
                del terms[mono]
    return Poly(terms)


def multiply(left: Poly, right: Poly) -> Poly:
    """The product, multiplied out; δ's act on the factors beside them."""
    if left.number is not None:
        return right.scale(left.number)
    if right.number is not None:
        return left.scale(right.number)
    spend(len(left.terms) * len(right.terms))
    from symbolic.algebra.powers import monomial_product

    terms: dict[Monomial, Fraction] = {}
    odd: list[Poly] = []
    for mono_l, coefficient_l in left.terms.items():
        for mono_r, coefficient_r in right.terms.items():
            result = monomial_product(mono_l, mono_r)
            coefficient = _times(coefficient_l, coefficient_r)
            if isinstance(result, Poly):
                odd.append(result.scale(coefficient))
            else:
                terms[result] = terms[result] + coefficient if result in terms else coefficient
    product = Poly({mono: coefficient for mono, coefficient in terms.items() if coefficient})
    return add((product, *odd)) if odd else product


def _times(left: Fraction, right: Fraction) -> Fraction:
    """left·right, without the work for a factor 1."""
    if left.numerator == left.denominator:
        return right
    return left if right.numerator == right.denominator else left * right


def product(parts: Iterable[Poly]) -> Poly:
    result = ONE
    for part in parts:
        result = multiply(result, part)
    return result


def map_terms(poly: Poly, change: Callable[[Fraction, Monomial], Poly]) -> Poly:
    """Σ change(coefficient, monomial) over the terms."""
    return add(change(coefficient, mono) for mono, coefficient in poly.terms.items())
