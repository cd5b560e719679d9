"""Definite integrals of a kernel times sines and cosines, or times one error function, everything symbolic.

Sines and cosines of lines are sums of e^{i(αx+φ)}: the rules for e^{-ax²+bx} and e^{bx} hold with a complex b, its
real and imaginary part kept as two polynomials.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, add
from symbolic.algebra.powers import PI, exponential, power
from symbolic.algebra.signs import is_positive
from symbolic.rules.kernels import INFINITY, Kernel, Span, gaussian_rule, kernel
from symbolic.rules.univariate import coefficients

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Complex:
    """re + i·im."""

    re: Poly
    im: Poly = ZERO

    def __add__(self, other: Complex) -> Complex:
        return Complex(self.re + other.re, self.im + other.im)

    def __mul__(self, other: Complex) -> Complex:
        return Complex(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def __pow__(self, exponent: int) -> Complex:
        result = Complex(ONE)
        for _ in range(exponent):
            result = result * self
        return result

    def scale(self, by: Poly) -> Complex:
        return Complex(self.re * by, self.im * by)

    def inverse(self) -> Complex:
        """1/z = z̄/|z|²."""
        size = power(self.re * self.re + self.im * self.im, -1)
        return Complex(self.re * size, -self.im * size)


def phase(angle: Poly) -> Complex:
    """e^{i·angle}."""
    return Complex(function("cos", (angle,)), function("sin", (angle,)))


def waves(mono: Monomial, accepted: Callable[[Poly], bool]) -> tuple[dict[Poly, Complex], Monomial] | None:
    """({t: c}, rest): the product of the sines and cosines of accepted angles is Σ c e^{it}; None without any."""
    found: dict[Poly, Complex] = {ZERO: Complex(ONE)}
    rest = mono
    for base, exponent in mono:
        if not isinstance(base, Atom) or base.kind != "fun" or base.args[0] not in ("sin", "cos"):
            continue
        angle: Poly = base.args[1][0]
        if not isinstance(exponent, int) or exponent < 1 or not accepted(angle):
            continue
        rest = rest - {(base, exponent)}
        for _ in range(exponent):
            found = _times(found, base.args[0], angle)
    return None if rest == mono else (found, rest)


def _times(found: dict[Poly, Complex], word: str, angle: Poly) -> dict[Poly, Complex]:
    """cos t = (e^{it} + e^{-it})/2, sin t = (e^{it} - e^{-it})/2i."""
    result: dict[Poly, Complex] = {}
    for before, weight in found.items():
        for sign in (1, -1):
            half = Complex(ONE.scale(HALF)) if word == "cos" else Complex(ZERO, ONE.scale(-sign * HALF))
            key = before + angle * sign
            result[key] = result.get(key, Complex(ZERO)) + weight * half
    return result


def oscillating_rule(mono: Monomial, name: str, span: Span) -> Poly | None:
    """∫ x^k e^{-ax²+bx} Π cos(αx+φ) over the line; ∫ x^k e^{bx} Π cos(αx+φ) between any bounds."""
    opened = waves(mono, lambda angle: coefficients(angle, name, 1) is not None)
    form = None if opened is None else kernel(opened[1], name)
    if opened is None or form is None or form.bases or form.natural is None or len(form.growth) > 3:
        return None
    parts = []
    for line, weight in opened[0].items():
        angle, rate = coefficients(line, name, 1) or (ZERO, ZERO)
        whole = (_gaussian if len(form.growth) == 3 else _exponential)(form, form.natural, rate, span)
        if whole is None:
            return None
        parts.append((weight * phase(angle) * whole).re)
    return exponential(form.growth[0]) * add(parts)


def _gaussian(form: Kernel, degree: int, rate: Poly, span: Span) -> Complex | None:
    """∫ x^k e^{-ax²+(b+iα)x} = √(π/a) e^{(b+iα)²/4a} Σ_j C(k,j) (j-1)!! (2a)^{-j/2} ((b+iα)/2a)^{k-j}."""
    _, linear, square = form.growth
    if not is_positive(-square) or span != (-INFINITY, INFINITY):
        return None
    under = power(square.scale(Fraction(-2)), -1)
    slope = Complex(linear, rate)
    centre, exponent = slope.scale(under), (slope * slope).scale(under.scale(HALF))
    total, odd = Complex(ZERO), 1
    for j in range(0, degree + 1, 2):
        odd *= max(j - 1, 1)
        total = total + (centre ** (degree - j)).scale(power(under, j // 2).scale(Fraction(comb(degree, j) * odd)))
    return (phase(exponent.im) * total).scale(exponential(exponent.re) * power(PI * power(-square, -1), HALF))


def _exponential(form: Kernel, degree: int, rate: Poly, span: Span) -> Complex | None:
    """∫ x^k e^{zx} = e^{zx} Σ_j (-1)^j k!/(k-j)! x^{k-j}/z^{j+1}, z = b + iα."""
    decay = form.growth[1] if len(form.growth) == 2 else ZERO
    if not decay and not rate:
        return None
    slope = Complex(decay, rate)
    total = Complex(ZERO)
    for end, sign in ((span[1], 1), (span[0], -1)):
        if end in (INFINITY, -INFINITY):
            if not is_positive(-decay if end == INFINITY else decay):
                return None
            continue
        inner = Complex(ZERO)
        for j in range(degree + 1):
            step = (slope.inverse() ** (j + 1)).scale(power(end, degree - j))
            inner = inner + step.scale(ONE.scale(Fraction((-1) ** j * perm(degree, j))))
        total = total + (phase(rate * end) * inner).scale(exponential(decay * end).scale(Fraction(sign)))
    return total


def error_function_rule(mono: Monomial, name: str, span: Span) -> Poly | None:
    """∫ erf(αx+β) e^{-ax²+bx} = √(π/a) e^{b²/4a} erf((β + αb/2a)/√(1 + α²/a)) over the line; x^k by parts."""
    errors = [pair for pair in mono if isinstance(pair[0], Atom) and pair[0].args[0] == "erf" and pair[1] == 1]
    if len(errors) != 1 or span != (-INFINITY, INFINITY):
        return None
    line = coefficients(errors[0][0].args[1][0], name, 1)
    form = kernel(mono - {errors[0]}, name)
    if line is None or form is None or form.bases or form.natural is None or len(form.growth) != 3:
        return None
    head, linear, square = form.growth
    if not is_positive(-square):
        return None
    return exponential(head) * _against_error(form.natural, (line[0], line[1]), linear, -square, name)


def _against_error(degree: int, line: tuple[Poly, Poly], linear: Poly, a: Poly, name: str) -> Poly:
    """I_k = (b/2a) I_{k-1} + ((k-1)/2a) I_{k-2} + (α/(a√π)) ∫ x^{k-1} e^{-ax²+bx-(αx+β)²}."""
    offset, slope = line
    under = power(a, -1).scale(HALF)
    centre = linear * under
    lead = power(PI * power(a, -1), HALF) * exponential(centre * linear.scale(HALF))
    argument = (offset + slope * centre) * power(ONE + slope * slope * power(a, -1), -HALF)
    found = [lead * function("erf", (argument,))]
    growth = (-offset * offset, linear - 2 * offset * slope, -a - slope * slope)
    for k in range(1, degree + 1):
        order = ONE * (k - 1)
        edge = gaussian_rule(Kernel(name, order, growth, ()), (-INFINITY, INFINITY))
        before = found[k - 2] * under.scale(Fraction(k - 1)) if k > 1 else ZERO
        rest = ZERO if edge is None else edge * slope * power(PI, -HALF) * under.scale(Fraction(2))
        found.append(centre * found[k - 1] + before + rest)
    return found[degree]


@dataclass(frozen=True)
class FactorRule:
    """A rule: its name, the identity in LaTeX, and (factors, variable, bounds) → the value (None: does not apply)."""

    name: str
    latex: str
    value: Callable[[Monomial, str, Span], Poly | None]


FACTOR_RULES: tuple[FactorRule, ...] = (
    FactorRule("oscillating integral",
               r"\int_{-\infty}^\infty e^{-ax^2+bx}\cos(\alpha x)\,dx=\sqrt{\tfrac{\pi}{a}}\operatorname{Re}"
               r"e^{(b+i\alpha)^2/4a}", oscillating_rule),
    FactorRule("error function under a Gaussian",
               r"\int_{-\infty}^\infty\operatorname{erf}(\alpha x+\beta)e^{-ax^2}dx=\sqrt{\tfrac{\pi}{a}}"
               r"\operatorname{erf}\left(\frac{\beta}{\sqrt{1+\alpha^2/a}}\right)", error_function_rule),
)  # fmt: skip
