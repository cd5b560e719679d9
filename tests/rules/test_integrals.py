"""Integrals: every rule against quadrature, named laws against their moments, and no answer where it diverges."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import mpmath
import pytest

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Poly, as_exponent, constant, symbol
from symbolic.algebra.powers import PI, exponential, power
from symbolic.algebra.situation import Situation
from symbolic.rules.bridge import INFINITY
from symbolic.rules.integrals import integral
from symbolic.rules.kernels import KERNELS
from symbolic.rules.kernels_factors import FACTOR_RULES
from symbolic.rules.values import value
from tests.rules.worlds import real, situation

X, XP, A, B, L, S, NU, M, U, V, T = map(symbol, ("x", "x′", "a", "b", "l", "σ", "ν", "μ", "u", "v", "t"))
HALF = Fraction(1, 2)
LINE, RAY, UNIT = (-INFINITY, INFINITY), (ZERO, INFINITY), (ZERO, ONE)


@pytest.fixture
def here() -> Iterator[Situation]:
    made = situation(*(real(name, "positive") for name in ("a", "b", "l", "σ", "ν", "x′")), *map(real, "μuvtx"))
    with made.working():
        yield made


def normal(at: Poly) -> Poly:
    return power(2 * PI * S * S, -HALF) * exponential(-((at - M) ** 2) * S**-2 * constant(HALF))


def raised(base: Poly, exponent: Poly) -> Poly:
    return power(base, as_exponent(exponent))


def log(argument: Poly) -> Poly:
    return function("log", (argument,))


def gamma(argument: Poly) -> Poly:
    return function("Gamma", (argument,))


def gaussian(k: int) -> Poly:
    return X**k * exponential(-A * X * X + T * X + U)


INTEGRANDS = {
    "power": (raised(XP, A), UNIT),
    "reciprocal": (XP**-1, (A, A + B)),
    "tail": (raised(XP, -A - 1), (B, INFINITY)),
    "by parts": (X**3 * exponential(-A * X + U), (T, INFINITY)),
    "by parts, finite": (X**2 * exponential(T * X), (U, V)),
    "gaussian": (gaussian(0), LINE),
    "gaussian, fifth": (gaussian(5), LINE),
    "half a gaussian": (gaussian(3), (ZERO, INFINITY)),
    "left of a point": (gaussian(2), (-INFINITY, V)),
    "between points": (gaussian(1), (U, V)),
    "two gaussians": (exponential(-((U - X) ** 2) * L**-2 - (V - X) ** 2 * A), LINE),
    "gamma": (raised(XP, A - 1) * exponential(-B * XP), RAY),
    "gamma, logarithm": (raised(XP, A) * exponential(-B * XP) * log(XP), RAY),
    "gamma, squared logarithm": (raised(XP, A) * exponential(-XP) * log(XP) ** 2, RAY),
    "rayleigh": (raised(XP, A) * exponential(-B * XP * XP), RAY),
    "beta": (raised(XP, A) * raised(1 - XP, B), UNIT),
    "beta, logarithm": (raised(XP, A) * raised(1 - XP, B) * log(1 - XP), UNIT),
    "beta on the ray": (raised(XP, A) * raised(B + XP, -A - B - 1), RAY),
    "student": (raised(1 + (X - M) ** 2 * (NU * S * S) ** -1, -NU - 2), LINE),
    "student, logarithm": (raised(NU + X * X, -NU - 2) * log(NU + X * X), LINE),
    "laplace": (X * X * exponential(-function("abs", (X - M,)) * B**-1), LINE),
    "relu of a normal": (function("relu", (X,)) * normal(X), LINE),
    "relu squared": (function("relu", (X + U,)) ** 2 * normal(X), LINE),
    "lognormal": (exponential(-((log(XP) - M) ** 2) * constant(HALF)) * XP, RAY),
    "logistic": (exponential(-X) * power(1 + exponential(-X), -2), LINE),
    "logistic, second moment": (X * X * exponential(-X) * power(1 + exponential(-X), -2), LINE),
    "gumbel": (X * exponential(-X - exponential(-X)), LINE),
    "cosine under a normal": (function("cos", (T * X,)) * exponential(-X * X), LINE),
    "waves under a normal": (X**2 * function("sin", (T * X + U,)) * function("cos", (A * X,)) * normal(X), LINE),
    "waves that decay": (XP**2 * function("cos", (T * XP + U,)) * exponential(-A * XP), RAY),
    "waves between points": (X * function("sin", (T * X,)) * exponential(B * X), (U, V)),
    "error function under a normal": (X**3 * function("erf", (T * X + U,)) * normal(X), LINE),
    "gumbel, scaled": (exponential(-(X - M) * B**-1 - exponential(-(X - M) * B**-1)), LINE),
    "gumbel, left of a point": (exponential(-X - exponential(-X)), (-INFINITY, V)),
    "logistic, left of a point": (exponential(-X * A) * power(1 + exponential(-X * A), -2), (-INFINITY, V)),
    "cauchy": (power(1 + X * X, -1), LINE),
    "logarithm": (log(XP) * XP, UNIT),
}  # fmt: skip
#: Tails beyond any number that quadrature over the whole line would meet.
DOUBLY_EXPONENTIAL = {"logistic", "logistic, second moment", "gumbel"} | {
    "gumbel, scaled", "gumbel, left of a point", "logistic, left of a point",
}  # fmt: skip
WORLD = {
    Atom("sym", name): mpmath.mpf(number)
    for name, number in {
        "a": "1.37", "b": "0.81", "l": "0.93", "σ": "1.21", "ν": "2.3", "μ": "0.37",
        "u": "-0.41", "v": "1.13", "t": "0.53",
    }.items()
}  # fmt: skip


@pytest.mark.parametrize("name", INTEGRANDS)
def test_against_quadrature(name: str, here: Situation) -> None:
    body, (lower, upper) = INTEGRANDS[name]
    variable = "x′" if "x′" in body.free else "x"
    found = integral(body, variable, lower, upper, here)
    assert found is not None
    ends = [value(end, WORLD) for end in (lower, upper)]
    if name in DOUBLY_EXPONENTIAL:
        ends = [max(ends[0], mpmath.mpf(-60)), min(ends[1], mpmath.mpf(60))]
    inner = [mpmath.mpf(point) for point in ("-0.5", "0", "0.37", "0.41", "1") if ends[0] < mpmath.mpf(point) < ends[1]]
    reached = mpmath.quad(
        lambda x: value(body, {**WORLD, Atom("sym", variable): x}), [ends[0], *inner, ends[1]], maxdegree=8
    )
    assert abs(value(found, WORLD) - reached) < mpmath.mpf(10) ** -8 * (1 + abs(reached))


def test_every_kernel_rule_is_exercised(here: Situation) -> None:
    for body, (lower, upper) in INTEGRANDS.values():
        integral(body, "x′" if "x′" in body.free else "x", lower, upper, here)
    assert {rule.name for rule in (*KERNELS, *FACTOR_RULES)} <= {reason.rule for reason in here.reasons}


def test_linear(here: Situation) -> None:
    first, second = gaussian(1), gaussian(2)
    parts = [integral(each, "x", *LINE, here) for each in (first + second * A, first, second)]
    whole, one, two = (part for part in parts if part is not None)
    assert is_zero(whole - one - two * A)


def test_entropy_of_a_normal_law(here: Situation) -> None:
    found = integral(-normal(X) * log(normal(X)), "x", *LINE, here)
    expected = log(2 * PI * symbol("e") * S * S).scale(HALF)
    assert found is not None and is_zero(found - expected)
    assert not is_zero(found - log(2 * PI * symbol("e") * S).scale(HALF))


def test_entropy_of_a_scaled_student_law(here: Situation) -> None:
    def student(at: Poly) -> Poly:
        lead = gamma((NU + 1).scale(HALF)) * power(PI * NU, -HALF) * power(gamma(NU.scale(HALF)), -1)
        return lead * raised(1 + at * at * NU**-1, -(NU + 1).scale(HALF))

    plain = student(X)
    moved = student((X - M) * S**-1) * S**-1
    first = integral(-plain * log(plain), "x", *LINE, here)
    second = integral(-moved * log(moved), "x", *LINE, here)
    assert first is not None and second is not None
    assert is_zero(second - first - log(S))
    assert not is_zero(second - first + log(S))


def test_nested_integrals(here: Situation) -> None:
    """∫∫ over a mean and a precision: the rate of the inner result need not be shown positive to converge."""
    inner = integral(power(XP, A) * exponential(-XP * ((X - U) ** 2 + B)), "x", *LINE, here)
    assert inner is not None
    moments = [integral(inner * XP**k, "x′", *RAY, here) for k in range(3)]
    assert all(each is not None for each in moments)
    m0, m1, m2 = (each for each in moments if each is not None)
    shape = m1 * m1 * (m0 * m2 - m1 * m1) ** -1
    assert is_zero(shape - A - HALF)


@pytest.mark.parametrize(
    ("body", "span"),
    [
        (X, LINE), (ONE, LINE), (exponential(X), LINE), (exponential(A * X * X), LINE), (XP**-1, UNIT), (XP**-1, RAY),
        (exponential(A * XP), RAY), (raised(XP, -A - 1), UNIT), (function("f", (X,)), LINE),
    ],
)  # fmt: skip
def test_no_value_where_it_diverges_or_is_unknown(body: Poly, span: tuple[Poly, Poly], here: Situation) -> None:
    assert integral(body, "x′" if "x′" in body.free else "x", *span, here) is None


def test_a_power_is_not_integrated_across_its_pole(here: Situation) -> None:
    square = power(X, -2)
    assert integral(square, "x", -ONE, ONE, here) is None
    assert integral(square, "x", constant(-2), -ONE, here) == constant(HALF)
    assert integral(square, "x", ONE, constant(2), here) == constant(HALF)
