"""Limits, sums and integrals keep their bounds; what diverges or does not settle is not given a value."""

import math

import numpy as np
import pytest
from scipy import special

from numeric.adaptive import adaptive
from numeric.integrals import integral, mean_of
from numeric.laws import LAWS
from numeric.limits import infinite_sum, limit, sequence_limit

inf = math.inf

LIMITS = [
    (lambda n: (1 + 1 / n) ** n, inf, 1, math.e),
    (lambda n: (2 * n + 1) / (3 * n - 2), inf, 1, 2 / 3),
    (lambda t: np.tanh(t), inf, 1, 1.0),
    (lambda t: np.tanh(t), -inf, 1, -1.0),
    (lambda t: math.sin(t) / t, 0.0, 1, 1.0),
    (lambda t: math.sin(t) / t, 0.0, -1, 1.0),
    (lambda t: (1 - math.cos(t)) / t**2, 0.0, 1, 0.5),
    (lambda t: (math.exp(t) - 1 - t) / t**2, 0.0, 1, 0.5),
    (lambda n: math.sqrt(n * n + n) - n, inf, 1, 0.5),
    (lambda n: np.sqrt(1 + 1 / np.sqrt(n)), inf, 1, 1.0),
    (lambda t: t * math.log(t), 0.0, 1, 0.0),
    (lambda c: 5.0, inf, 1, 5.0),
    (lambda t: (t**3 - 8) / (t - 2), 2.0, 1, 12.0),
    (lambda n: n * math.log1p(3 / n), inf, 1, 3.0),
    (lambda t: math.tanh(t - 1000), inf, 1, 1.0),
]


@pytest.mark.parametrize("case", LIMITS)
def test_limits_within_their_bounds(case: tuple) -> None:
    f, to, side, exact = case
    found = limit(f, to, side)
    assert found.converged
    assert abs(float(found.value) - exact) <= float(found.bound) + 1e-15
    assert float(found.bound) < 1e-5


def test_limit_of_an_array_is_entry_by_entry() -> None:
    z = np.array([0.3, 1.9, -0.4])

    def sharp(c: float) -> np.ndarray:
        e = np.exp(c * (z - z.max()))
        return e / e.sum()

    found = limit(sharp)
    assert found.value == pytest.approx([0, 1, 0], abs=1e-12)
    z = np.array([1.0, 1.0, 0.0])
    tied = limit(sharp)
    assert tied.value == pytest.approx([0.5, 0.5, 0], abs=1e-12)


@pytest.mark.parametrize("f, to, side, sign", [
    (lambda n: n, inf, 1, 1), (lambda n: -(n**2), inf, 1, -1), (lambda t: 1 / t, 0.0, -1, -1), (np.exp, inf, 1, 1),
    (lambda t: math.log(t), 0.0, 1, -1), (lambda n: math.sqrt(n), inf, 1, 1), (lambda n: math.log(n), inf, 1, 1),
])
def test_growth_without_bound_is_infinite(f: object, to: float, side: int, sign: int) -> None:
    assert float(limit(f, to, side).value) == sign * inf


OSCILLATING = [
    lambda n: math.sin(n), lambda n: (-1.0) ** round(math.log2(n)), lambda n: math.sin(math.log(n)),
    lambda n: math.sin(2 * math.pi * n),
]


@pytest.mark.parametrize("f", OSCILLATING)
def test_oscillation_has_no_limit(f: object) -> None:
    found = limit(f)
    assert not found.converged and math.isnan(float(found.value))


def test_parity_is_no_limit_and_integers_suffice() -> None:
    assert not limit(lambda n: (-1.0) ** n, integer=True).converged
    found = limit(lambda n: math.comb(int(n), 2) / n**2, integer=True)
    assert abs(float(found.value) - 0.5) <= float(found.bound) < 1e-6


def test_a_slow_limit_is_not_given_a_wrong_value() -> None:
    found = limit(lambda n: 1 / math.log(n + 2))
    assert not found.converged or abs(float(found.value)) <= float(found.bound)


def test_sequences_of_constants_and_late_noise() -> None:
    assert float(sequence_limit(np.full(12, 3.25)).value) == 3.25
    rng = np.random.default_rng(0)
    noisy = 2 + 0.5 ** np.arange(30) + 1e-13 * rng.normal(size=30)
    found = sequence_limit(noisy)
    assert abs(float(found.value) - 2) <= float(found.bound) < 1e-10


SUMS = [
    (lambda n: 0.5**n, 0, 2.0), (lambda n: 1 / n**2, 1, math.pi**2 / 6), (lambda n: 1 / n**1.5, 1, special.zeta(1.5)),
    (lambda n: (-1) ** n / (n + 1), 0, math.log(2)), (lambda n: (-1) ** n / (2 * n + 1), 0, math.pi / 4),
    (lambda n: n * 0.9 ** (n - 1), 1, 100.0), (lambda n: np.exp(-n) * n**3, 0, None),
    (lambda n: 1 / special.gamma(n + 1), 0, math.e),
    (lambda n: 1 / (n * (n + 2)), 1, 0.75),
]


@pytest.mark.parametrize("case", SUMS)
def test_sums_within_their_bounds(case: tuple) -> None:
    term, start, exact = case
    found = infinite_sum(term, start)
    exact = float(sum(term(np.arange(200.0)))) if exact is None else exact
    assert found.converged
    assert abs(float(found.value) - exact) <= float(found.bound) + 1e-14
    assert float(found.bound) < 1e-5


@pytest.mark.parametrize("term, start", [(lambda n: 1 / n, 1), (lambda n: n + 0.0, 0), (lambda n: np.ones_like(n), 0)])
def test_divergent_sums_are_infinite(term: object, start: int) -> None:
    assert float(infinite_sum(term, start).value) == inf


def test_sums_that_oscillate_have_no_value() -> None:
    assert not infinite_sum(lambda n: np.cos(n), 0).converged


INTEGRALS = [
    (lambda x: x**3, 0, 2, 4.0), (np.log, 0, 1, -1.0), (lambda x: 1 / np.sqrt(x), 0, 1, 2.0),
    (lambda x: np.exp(-x), 0, inf, 1.0), (lambda x: 1 / (1 + x * x), -inf, inf, math.pi),
    (lambda x: np.exp(-x * x / 2), -inf, inf, math.sqrt(2 * math.pi)), (lambda x: x**-3.0, 1, inf, 0.5),
    (lambda x: np.exp(x), -inf, 0, 1.0), (lambda x: np.exp(-x) * x**2.5, 0, inf, special.gamma(3.5)),
    (lambda x: np.exp(-((x - 30) ** 2)), -inf, inf, math.sqrt(math.pi)), (lambda x: x, 2, 0, -2.0),
    (lambda x: 0 * x, 0, 1, 0.0),
]


@pytest.mark.parametrize("case", INTEGRALS)
def test_integrals_within_their_bounds(case: tuple) -> None:
    f, low, high, exact = case
    found = integral(f, low, high)
    assert abs(float(found.value) - exact) <= float(found.bound) + 1e-15
    assert found.converged


def test_a_kink_named_as_a_break_is_exact() -> None:
    found = integral(lambda x: np.abs(x - 0.3), -1, 2, breaks=[0.3])
    assert float(found.value) == pytest.approx((1.3**2 + 1.7**2) / 2, abs=1e-14)
    assert float(found.bound) < 1e-11


def test_a_kink_that_is_not_named_is_noticed() -> None:
    assert not integral(lambda x: np.exp(-np.abs(x - 1))).converged
    assert float(integral(lambda x: np.exp(-np.abs(x - 1)), breaks=[1]).value) == pytest.approx(2, abs=1e-13)


@pytest.mark.parametrize("f, low, high", [
    (lambda x: 1 / x, 0, 1), (lambda x: 1 / x, 1, inf), (np.sin, 0, inf), (lambda x: np.ones_like(x), 0, inf),
    (lambda x: 1 / (x - 0.37) ** 2, 0, 1),
])
def test_divergent_integrals_do_not_converge(f: object, low: float, high: float) -> None:
    assert not integral(f, low, high).converged


def test_means_of_kinked_and_singular_functions() -> None:
    normal = mean_of(lambda x: np.abs(x - 0.4), LAWS["normal"], 0.4, 2.25, breaks=[0.4])
    assert float(normal.value) == pytest.approx(1.5 * math.sqrt(2 / math.pi), abs=1e-13)
    logarithm = mean_of(np.log, LAWS["gamma"], 2.3, 1.4)
    assert abs(float(logarithm.value) - (special.digamma(2.3) - math.log(1.4))) <= float(logarithm.bound)
    heavy = mean_of(lambda x: 1 / x, LAWS["pareto"], 1.3, 0.8)
    assert abs(float(heavy.value) - 0.8 / 1.8 / 1.3) <= float(heavy.bound)
    counted = mean_of(lambda k: 1 / k, LAWS["geometric"], 0.35)
    assert float(counted.value) == pytest.approx(-0.35 * math.log(0.35) / 0.65, abs=1e-12)


SOME = [("beta", (1.7, 2.6)), ("student", (4.5,)), ("laplace", (0.3, 0.8)), ("gumbel", (0.4, 1.2))]


@pytest.mark.parametrize("name, parameters", SOME)
def test_means_by_integration_are_the_closed_moments(name: str, parameters: tuple[float, ...]) -> None:
    for order in (0, 1, 2, 3):
        found = mean_of(lambda x, r=order: x**r, LAWS[name], *parameters)
        exact = LAWS[name].moment(order, *parameters)
        assert abs(float(found.value) - exact) <= float(found.bound) + 1e-13
        assert float(found.bound) < 1e-5


ROUGH = [
    (lambda x: np.abs(x - 0.3), -1.0, 2.0, (1.3**2 + 1.7**2) / 2),
    (lambda x: np.where(x > 0.37, 1.0, 0.0), 0.0, 1.0, 0.63),
    (lambda x: np.exp(-np.abs(x - 1)), -inf, inf, 2.0), (lambda x: np.maximum(2 - x, 0), 0.0, inf, 2.0),
    (np.exp, -inf, 0.0, 1.0), (lambda x: np.cos(x), 0.0, 30.0, math.sin(30.0)), (lambda x: x, 2.0, 0.0, -2.0),
]


@pytest.mark.parametrize("case", ROUGH)
def test_bisection_finds_kinks_and_jumps(case: tuple) -> None:
    f, low, high, exact = case
    found = adaptive(f, low, high)
    assert found.converged
    assert abs(float(found.value) - exact) <= float(found.bound) + 1e-15


def test_bisection_of_arrays_and_of_what_diverges() -> None:
    both = adaptive(lambda x: np.stack([x, np.abs(x - 0.3)], axis=1), 0.0, 1.0)
    assert both.value == pytest.approx([0.5, (0.3**2 + 0.7**2) / 2], abs=1e-11)
    assert not adaptive(lambda x: 1 / x, 0.0, 1.0).converged


def test_limits_of_many_functions_keep_their_bounds() -> None:
    """Sums of powers, exponentials, logarithms, and differences that cancel: never a wrong value with a small bound."""
    rng = np.random.default_rng(11)
    told = 0
    for _ in range(60):
        value, c, p = rng.normal(), rng.normal(size=3), rng.uniform(0.3, 3, size=3)
        root = abs(c[0])
        for f, exact in (
            (lambda t, c=c, p=p, v=value: v + float(np.sum(c * t**-p)), value),
            (lambda t, c=c, p=p, v=value: v + c[0] * math.exp(-p[0] * t), value),
            (lambda t, c=c, p=p, v=value: v + c[0] * math.log(t + 1) / t ** p[0], value),
            (lambda t, r=root: math.sqrt(t * t + r * t) - t, root / 2),
        ):
            found = limit(f)
            told += found.converged
            assert not found.converged or abs(float(found.value) - exact) <= float(found.bound) + 1e-14
    assert told > 180


def test_a_limit_starts_where_the_function_begins_to_be_defined() -> None:
    def narrow(t: float) -> float:
        return math.sqrt(0.01 - t) if t < 0.01 else math.nan

    assert float(limit(narrow, 0.0).value) == pytest.approx(0.1, abs=1e-9)


SINGULAR = [(0.52, 2.2), (0.6, 3.1), (0.4, 0.45), (3.3, 0.45)]


@pytest.mark.parametrize("a, b", SINGULAR)
def test_singular_ends_widen_the_bound_as_far_as_rounding_needs(a: float, b: float) -> None:
    for rule in (integral, adaptive):
        found = rule(lambda x: x ** (a - 1) * (1 - x) ** (b - 1), 0.0, 1.0)
        assert not found.converged or abs(float(found.value) - special.beta(a, b)) <= float(found.bound)


@pytest.mark.parametrize("power", [1.02, 1.1, 1.5, 4.0])
def test_tails_that_fall_like_a_power_are_followed_or_said_not_to_settle(power: float) -> None:
    for low, high, exact in ((1.0, inf, 1 / (power - 1)), (-inf, -1.0, 1 / (power - 1))):
        found = adaptive(lambda x: np.abs(x) ** -power, low, high)
        assert not found.converged or abs(float(found.value) - exact) <= float(found.bound)
        assert found.converged or power < 1.1


def test_what_does_not_die_out_has_no_bound() -> None:
    for f, low, high in ((lambda x: 1 / np.abs(x), 1.0, inf), (lambda x: 1 + 0 * x, -inf, inf), (np.exp, 0.0, inf)):
        assert not adaptive(f, low, high).converged


def test_heavy_tails_are_not_cut_off() -> None:
    for rule in (integral, adaptive):
        found = rule(lambda x: 1 / (4 + (x - 1.3) ** 2), -inf, inf)
        assert abs(float(found.value) - math.pi / 2) <= float(found.bound) < 1e-9
