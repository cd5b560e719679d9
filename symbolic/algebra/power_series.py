"""Closed forms of Σ_i r^i i^d with factorials or reciprocals: series of e^r, cos, log and ζ, and the binomial theorem.

Powers i^d go by falling factorials: i^d = Σ_q S(d, q) i(i − 1)…(i − q + 1) with Stirling's numbers S.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, Poly, add, as_exponent, constant, product, symbol
from symbolic.algebra.powers import exponential, power
from symbolic.algebra.substitute import substitute

INFINITY, PI = symbol("∞"), symbol("π")
#: First terms that are taken off a series, and steps by which a factorial grows towards a factor.
_HEAD, _AHEAD = 64, 8


@lru_cache(maxsize=256)
def stirling(d: int, q: int) -> int:
    """S(d, q): in how many ways d things fall into q groups.

    >>> [stirling(4, q) for q in range(5)]
    [0, 1, 7, 6, 1]
    """
    if d == q:
        return 1
    return 0 if q == 0 or q > d else q * stirling(d - 1, q) + stirling(d - 1, q - 1)


def falling(value: Poly, count: int) -> Poly:
    return product(value - j for j in range(count))


#: base → exponent of the factors that depend on the index, Γ's and powers r^i apart.
Factors = dict[Poly, int]


def summed(name: str, span: tuple[Poly, Poly], ratio: Poly, factors: Factors, below: list[Poly]) -> Poly | None:
    """Σ r^i Π factors / Π Γ(b) over the range, or None; `below` holds the arguments b, which depend on the index."""
    start = span[0].number
    if start is None or start.denominator != 1 or not 0 <= start <= _HEAD:
        return None
    first, index, factors = int(start), symbol(name), dict(factors)
    raised = [_raised(argument, factors, name, first) for argument in below]
    scale = product(each[1] for each in raised)
    arguments = [each[0] for each in raised]
    if not below and span[1] == INFINITY and set(factors) == {index}:
        return _reciprocal_series(first, factors[index], ratio)
    if not below or any(exponent < 0 for exponent in factors.values()):
        return None
    whole = product(base**exponent for base, exponent in factors.items())
    parts = []
    for degree, coefficient in _powers(whole, name).items():
        part = _with_factorials(index, first, degree, ratio, arguments, span[1])
        if part is None:
            return None
        parts.append(coefficient * part)
    return scale * add(parts)


def _raised(argument: Poly, factors: Factors, name: str, first: int) -> tuple[Poly, Poly]:
    """(b', c) with 1/Γ(b) = c/Γ(b') after 1/b beside it is taken in, and b where Γ(b) has no value at first."""
    scale = ONE
    for _ in range(_HEAD):
        primitive, number = _primitive(argument, name)
        value = substitute(argument, {name: constant(first)}).number
        if factors.get(primitive, 0) < 0:
            factors[primitive] += 1
            scale = scale.scale(number)
        elif (value is not None and value < 1) or _ahead(argument, factors):
            factors[primitive] = factors.get(primitive, 0) + 1
            scale = scale.scale(number)
        else:
            break
        factors.update({} if factors[primitive] else {primitive: 0})
        argument = argument + 1
    for base in [base for base, exponent in factors.items() if not exponent]:
        del factors[base]
    return argument, scale


def _ahead(argument: Poly, factors: Factors) -> bool:
    """Is there a reciprocal of b + 1, b + 2, … that the factorial may grow to take in?"""
    steps = [(base - argument).number for base, exponent in factors.items() if exponent < 0]
    return any(step is not None and step.denominator == 1 and 0 < step <= _AHEAD for step in steps)


def _primitive(argument: Poly, name: str) -> tuple[Poly, Fraction]:
    """(p, c) with argument = c·p, p as it stands in a monomial."""
    from symbolic.algebra.fractions import content

    if len(argument.terms) == 1:
        ((mono, number),) = argument.terms.items()
        return Poly({mono: Fraction(1)}), number
    outside, primitive = content(argument, signed=True)
    return (primitive, outside.number) if outside.number is not None else (argument, Fraction(1))


def _powers(poly: Poly, name: str) -> dict[int, Poly]:
    """{d: c} with poly = Σ c i^d."""
    index = Atom("sym", name)
    found: dict[int, Poly] = {}
    for mono, number in poly.terms.items():
        degree = next((exponent for base, exponent in mono if base == index), 0)
        rest = Poly({mono - {(index, degree)}: number})
        found[degree] = found[degree] + rest if degree in found else rest
    return found


def _with_factorials(
    index: Poly, first: int, degree: int, ratio: Poly, below: list[Poly], last: Poly
) -> Poly | None:
    if last == INFINITY:
        return _factorial_series(index, first, degree, ratio, below[0]) if len(below) == 1 else None
    if len(below) != 2 or last + 1 - index not in below:
        return None
    growing = below[0] if below[1] == last + 1 - index else below[1]
    shift = (growing - index - 1).number
    if shift is None or shift.denominator != 1 or shift < 0:
        return None
    ahead = int(shift)
    parts = (
        _binomial(first + ahead, p, ratio, last + ahead).scale(Fraction(comb(degree, p) * (-ahead) ** (degree - p)))
        for p in range(degree + 1)
    )
    return add(parts) * power(ratio, -ahead)


def _factorial_series(index: Poly, first: int, degree: int, ratio: Poly, argument: Poly) -> Poly | None:
    """Σ_{i≥first} r^i i^d/Γ(i + b) for b ≥ 1 − first, and Σ r^i/Γ(2i + b) for b = 1, 2."""
    shift = (argument - index).number
    if shift is not None and shift.denominator == 1 and first + shift >= 1:
        return _exponential_series(first, degree, ratio, int(shift) - 1)
    shift = (argument - index - index).number
    if shift in (1, 2) and degree == 0:
        return _wave(first, ratio, int(shift))
    return None


def _exponential_series(first: int, degree: int, ratio: Poly, shift: int) -> Poly:
    """With m = i + s: Σ_m r^{m−s} (m − s)^d/m!, each m(m−1)…(m−q+1)/m! being 1/(m − q)!."""
    parts = []
    for p in range(degree + 1):
        binomial = comb(degree, p) * (-shift) ** (degree - p)
        for q in range(p + 1):
            tail = exponential(ratio) - add(
                ratio**m * Fraction(1, factorial(m)) for m in range(max(first + shift - q, 0))
            )
            parts.append((ratio**q * tail).scale(Fraction(binomial * stirling(p, q))))
    return add(parts) * power(ratio, -shift)


def _wave(first: int, ratio: Poly, shift: int) -> Poly | None:
    """Σ r^i/(2i)! and Σ r^i/(2i + 1)!, by cos and sin of √−r, or cosh and sinh of √r, where that root is known."""
    for argument, names in ((-ratio, ("cos", "sin")), (ratio, ("cosh", "sinh"))):
        root = _even_root(argument)
        if root is not None:
            whole = function(names[shift - 1], (root,)) * power(root, 1 - shift)
            head = add(ratio**i * Fraction(1, factorial(2 * i + shift - 1)) for i in range(first))
            return whole - head
    return None


def _even_root(poly: Poly) -> Poly | None:
    """x when poly is the square x² of one term, written without absolute values."""
    single = poly.single()
    if single is None or single[0] <= 0:
        return None
    if not all(isinstance(exponent, int) and exponent % 2 == 0 for _, exponent in single[1]):
        return None
    halved: frozenset[tuple[Any, int]] = frozenset((base, exponent // 2) for base, exponent in single[1])
    return Poly({halved: Fraction(1)}) * power(constant(single[0]), Fraction(1, 2))


def _reciprocal_series(first: int, degree: int, ratio: Poly) -> Poly | None:
    """Σ_{i≥first} r^i/i^s for s ≥ 1: −log(1 − r) for s = 1 and |r| < 1 or r = −1; ζ(s) and its alternating kin."""
    order = -degree
    if order < 1 or first < 1:
        return None
    head = add(ratio**i * Fraction(1, i**order) for i in range(1, first))
    if order == 1 and (ratio.number == -1 or (ratio.number != 1 and facts().small(ratio))):
        return -function("log", (ONE - ratio,)) - head
    if order % 2 == 0 and ratio == ONE:
        return _even_zeta(order) - head
    if order % 2 == 0 and ratio.number == -1:
        return _even_zeta(order).scale(Fraction(2, 2**order) - 1) - head
    return None


def _even_zeta(order: int) -> Poly:
    """ζ(2m) = |B_2m| (2π)^{2m}/(2 (2m)!)."""
    from symbolic.algebra.series import bernoulli

    return power(PI, order).scale(abs(bernoulli(order)) * Fraction(2 ** (order - 1), factorial(order)))


def _binomial(first: int, degree: int, ratio: Poly, count: Poly) -> Poly:
    """Σ_{i=first}^n r^i i^d/(i!(n−i)!) = (Σ_q S(d,q) n(n−1)…(n−q+1) r^q (1 + r)^{n−q} − the first terms)/n!."""
    whole = add(
        (falling(count, q) * ratio**q * power(ONE + ratio, as_exponent(count - q))).scale(Fraction(stirling(degree, q)))
        for q in range(degree + 1)
    )
    head = add((falling(count, i) * ratio**i).scale(Fraction(i**degree, factorial(i))) for i in range(first))
    return (whole - head) * power(function("Gamma", (count + 1,)), -1)


def gamma_argument(base: Any) -> Poly | None:
    """b when the base is Γ(b)."""
    if isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "Gamma":
        argument: Poly = base.args[1][0]
        return argument
    return None
