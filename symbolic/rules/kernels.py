"""Definite integrals in closed form: powers, exponentials, Gaussians, Gamma and Beta types, with everything symbolic.

An integrand is read as x^p · e^{q(x)} · Π b(x)^r with a polynomial q and linear or quadratic b.  A rule states the
value where the integral converges; where it is known not to, the rule does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, add, as_exponent, as_poly, constant, symbol
from symbolic.algebra.powers import PI, E, exponential, power
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.rules.univariate import coefficients

INFINITY = symbol("∞")
HALF = Fraction(1, 2)
Span = tuple[Poly, Poly]
_DEGREE = 4
_HIGHEST = 24


@dataclass(frozen=True)
class Kernel:
    """x^order · e^{Σ growth_k x^k} · Π base^exponent, x being the variable `name`."""

    name: str
    order: Poly
    growth: tuple[Poly, ...]
    bases: tuple[tuple[Poly, Poly], ...]

    @property
    def natural(self) -> int | None:
        """The order as a natural number."""
        number = self.order.number
        fits = number is not None and number.denominator == 1 and 0 <= number <= _HIGHEST
        return int(number) if number is not None and fits else None


def kernel(mono: Monomial, name: str) -> Kernel | None:
    """The factors that depend on name, read as a kernel."""
    order, bases = ZERO, []
    growth: tuple[Poly, ...] = (ZERO,)
    for base, exponent in mono:
        power_of = as_poly(exponent)
        if base == Atom("sym", name) and name not in power_of.free:
            order = power_of
        elif base == E:
            listed = coefficients(power_of, name, _DEGREE)
            if listed is None:
                return None
            growth = tuple(listed)
        elif isinstance(base, Poly) and name not in power_of.free:
            bases.append((base, power_of))
        else:
            return None
    while len(growth) > 1 and not growth[-1]:
        growth = growth[:-1]
    return Kernel(name, order, growth, tuple(bases))


def raised(base: Poly, exponent: Poly) -> Poly:
    return power(base, as_exponent(exponent))


def gamma(argument: Poly) -> Poly:
    return function("Gamma", (argument,))


def beta(first: Poly, second: Poly) -> Poly:
    """B(a, b) = Γ(a)Γ(b)/Γ(a + b)."""
    return gamma(first) * gamma(second) * power(gamma(first + second), -1)


def _impossible(*positives: Poly) -> bool:
    """Is one of the conditions known to fail?"""
    return any(is_nonnegative(-each) for each in positives)


def power_rule(form: Kernel, span: Span) -> Poly | None:
    """∫ x^p = x^{p+1}/(p+1), log x for p = -1."""
    if form.bases or any(form.growth):
        return None
    lower, upper = span
    if form.order == -ONE:
        fine = INFINITY not in (upper, -lower) and is_positive(lower)
        return function("log", (upper,)) - function("log", (lower,)) if fine else None
    if form.natural is None and not _one_sided(form.order, span):
        return None
    after = form.order + 1
    ends = [_power_at(end, after, side) for end, side in ((upper, 1), (lower, -1))]
    if ends[0] is None or ends[1] is None or not (after.number or is_positive(after) or is_positive(-after)):
        return None
    return (ends[0] - ends[1]) * power(after, -1)


def _one_sided(order: Poly, span: Span) -> bool:
    """Is x^order defined between the ends: not across 0, and on the negative side for whole orders only?"""
    whole = order.number is not None and order.number.denominator == 1
    return is_nonnegative(span[0]) or (whole and is_nonnegative(-span[1]))


def _power_at(end: Poly, exponent: Poly, side: int) -> Poly | None:
    """The limit of x^exponent towards an end of the interval."""
    if end in (INFINITY, -INFINITY):
        return ZERO if is_positive(-exponent) else None
    if not end:
        return ZERO if is_positive(exponent) else None
    return raised(end, exponent)


def exponential_rule(form: Kernel, span: Span) -> Poly | None:
    """∫ x^k e^{bx} by parts."""
    degree = form.natural
    if form.bases or len(form.growth) != 2 or degree is None:
        return None
    head, rate = form.growth
    values = []
    for end in (span[1], span[0]):
        if end in (INFINITY, -INFINITY):
            decay = -rate if end == INFINITY else rate
            if _impossible(decay):
                return None
            values.append(ZERO)
        else:
            values.append(exponential(rate * end) * _by_parts(degree, rate, end))
    return exponential(head) * (values[0] - values[1])


def _by_parts(degree: int, rate: Poly, at: Poly) -> Poly:
    """Σ_j (-1)^j k!/(k-j)! x^{k-j}/b^{j+1}."""
    return add(
        (power(at, degree - j) * power(rate, -j - 1)).scale(Fraction((-1) ** j * perm(degree, j)))
        for j in range(degree + 1)
    )


def gaussian_rule(form: Kernel, span: Span) -> Poly | None:
    """∫ x^k e^{-ax²+bx+c} over the line: the square completed, then the even moments."""
    degree = form.natural
    if form.bases or len(form.growth) != 3 or degree is None or span != (-INFINITY, INFINITY):
        return None
    head, linear, square = form.growth
    a = -square
    if _impossible(a):
        return None
    twice = a.scale(Fraction(2))
    centre = linear * power(twice, -1)
    moments = add(
        power(centre, degree - j) * power(twice, -(j // 2)).scale(Fraction(comb(degree, j) * _odd_factorial(j)))
        for j in range(0, degree + 1, 2)
    )
    return exponential(head + centre * linear.scale(HALF)) * power(PI * power(a, -1), HALF) * moments


def _odd_factorial(even: int) -> int:
    """(j - 1)!! for even j."""
    result = 1
    for factor in range(1, even, 2):
        result *= factor
    return result


def truncated_gaussian_rule(form: Kernel, span: Span) -> Poly | None:
    """∫ x^k e^{-ax²+bx+c} between other bounds: the error function and the recursion by parts."""
    degree = form.natural
    if form.bases or len(form.growth) != 3 or degree is None:
        return None
    head, linear, square = form.growth
    a = -square
    if not is_positive(a):
        return None
    centre = linear * power(a, -1).scale(HALF)
    errors = [_error_function(end, a, centre) for end in span]
    lead = exponential(centre * linear.scale(HALF)) * power(PI * power(a, -1), HALF).scale(HALF)
    found = [lead * (errors[1] - errors[0])]
    twice = power(a, -1).scale(HALF)
    for k in range(1, degree + 1):
        edges = [_edge(end, k - 1, linear, square) for end in span]
        before = found[k - 2] * twice.scale(Fraction(k - 1)) if k > 1 else ZERO
        found.append(centre * found[k - 1] + before - twice * (edges[1] - edges[0]))
    return exponential(head) * found[degree]


def _error_function(end: Poly, a: Poly, centre: Poly) -> Poly:
    if end in (INFINITY, -INFINITY):
        return ONE if end == INFINITY else -ONE
    return function("erf", (power(a, HALF) * (end - centre),))


def _edge(end: Poly, order: int, linear: Poly, square: Poly) -> Poly:
    if end in (INFINITY, -INFINITY):
        return ZERO
    return power(end, order) * exponential(linear * end + square * end * end)


def gamma_rule(form: Kernel, span: Span) -> Poly | None:
    """∫_0^∞ x^p e^{-ax^m} = Γ((p+1)/m) a^{-(p+1)/m}/m."""
    degree = len(form.growth) - 1
    if form.bases or degree < 1 or any(form.growth[1:-1]) or span != (ZERO, INFINITY):
        return None
    rate, share = -form.growth[-1], (form.order + 1).scale(Fraction(1, degree))
    if _impossible(rate, share):
        return None
    return exponential(form.growth[0]) * gamma(share) * raised(rate, -share).scale(Fraction(1, degree))


def beta_rule(form: Kernel, span: Span) -> Poly | None:
    """∫_0^u x^p (c(u - x))^q = c^q u^{p+q+1} B(p+1, q+1)."""
    if len(form.bases) != 1 or any(form.growth) or span[0] or span[1] == INFINITY:
        return None
    base, q = form.bases[0]
    line = coefficients(base, form.name, 1)
    upper = span[1]
    if line is None or line[0] + line[1] * upper:
        return None
    p = form.order
    if _impossible(p + 1, q + 1):
        return None
    return raised(-line[1], q) * raised(upper, p + q + 1) * beta(p + 1, q + 1)


def second_beta_rule(form: Kernel, span: Span) -> Poly | None:
    """∫_0^∞ x^p (a + bx^m)^{-q} = a^{(p+1)/m-q} b^{-(p+1)/m} B((p+1)/m, q-(p+1)/m)/m."""
    if len(form.bases) != 1 or any(form.growth) or span != (ZERO, INFINITY):
        return None
    base, exponent = form.bases[0]
    listed = coefficients(base, form.name, _DEGREE)
    if listed is None or not listed[0] or sum(bool(part) for part in listed[1:]) != 1:
        return None
    degree = next(k for k in range(1, _DEGREE + 1) if listed[k])
    return _ratio(form.order, -exponent, listed[0], listed[degree], degree)


def _ratio(p: Poly, q: Poly, a: Poly, b: Poly, degree: int) -> Poly | None:
    share = (p + 1).scale(Fraction(1, degree))
    if _impossible(share, q - share) or not (is_positive(a) and is_positive(b)):
        return None
    return (raised(a, share - q) * raised(b, -share) * beta(share, q - share)).scale(Fraction(1, degree))


def student_rule(form: Kernel, span: Span) -> Poly | None:
    """∫ x^k (ax²+bx+c)^{-q} over the line: the square completed, then Beta integrals of the even powers."""
    degree = form.natural
    if len(form.bases) != 1 or any(form.growth) or span != (-INFINITY, INFINITY) or degree is None:
        return None
    base, exponent = form.bases[0]
    listed = coefficients(base, form.name, 2)
    if listed is None or not listed[2]:
        return None
    c, b, a = listed
    top = constant(degree + 1).scale(HALF)
    if _impossible(top, -exponent - top):
        return None
    centre = -(b * power(a, -1)).scale(HALF)
    low = c - (b * b * power(a, -1)).scale(Fraction(1, 4))
    parts = []
    for j in range(0, degree + 1, 2):
        even = _ratio(constant(j), -exponent, low, a, 2)
        if even is None:
            return None
        parts.append((even * power(centre, degree - j)).scale(Fraction(2 * comb(degree, j))))
    return add(parts)


@dataclass(frozen=True)
class KernelRule:
    """A rule: its name, the identity in LaTeX, and the value (None where it does not apply)."""

    name: str
    latex: str
    value: Callable[[Kernel, Span], Poly | None]


KERNELS: tuple[KernelRule, ...] = (
    KernelRule("power rule", r"\int x^p\,dx=\frac{x^{p+1}}{p+1}", power_rule),
    KernelRule("exponential integral by parts", r"\int xe^{bx}dx=\frac{x}{b}e^{bx}-\frac{1}{b^2}e^{bx}",
               exponential_rule),
    KernelRule("Gaussian integral", r"\int_{-\infty}^{\infty}e^{-ax^2+bx}dx=\sqrt{\frac{\pi}{a}}\,e^{b^2/(4a)}",
               gaussian_rule),
    KernelRule("Gamma integral", r"\int_0^\infty x^{p}e^{-ax^m}dx=\frac{\Gamma((p+1)/m)}{m\,a^{(p+1)/m}}", gamma_rule),
    KernelRule("truncated Gaussian integral",
               r"\int_0^u e^{-ax^2}dx=\tfrac12\sqrt{\tfrac{\pi}{a}}\operatorname{erf}(\sqrt a\,u)",
               truncated_gaussian_rule),
    KernelRule("Beta integral", r"\int_0^1x^{p}(1-x)^{q}dx=\frac{\Gamma(p+1)\Gamma(q+1)}{\Gamma(p+q+2)}", beta_rule),
    KernelRule("Beta integral on the half line",
               r"\int_0^\infty\frac{x^{p}}{(1+x)^{q}}dx=\frac{\Gamma(p+1)\Gamma(q-p-1)}{\Gamma(q)}", second_beta_rule),
    KernelRule("Student integral",
               r"\int_{-\infty}^\infty(1+x^2)^{-q}dx=\frac{\sqrt\pi\,\Gamma(q-\frac12)}{\Gamma(q)}", student_rule),
)  # fmt: skip


