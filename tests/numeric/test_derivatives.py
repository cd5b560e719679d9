"""Derivatives satisfy their laws, keep their bounds, and say where there is none."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.derivatives import derivative, directional, hessian, jacobian

points = st.floats(-2, 2)


def softmax(z: np.ndarray) -> np.ndarray:
    e = np.exp(z - z.real.max())
    return e / e.sum()


SMOOTH = [
    (np.sin, np.cos), (np.exp, np.exp), (np.tanh, lambda x: 1 - np.tanh(x) ** 2), (lambda x: x**7, lambda x: 7 * x**6),
    (lambda x: np.log(3 + x), lambda x: 1 / (3 + x)),
    (lambda x: 1 / (1 + np.exp(-x)), lambda x: np.exp(-x) / (1 + np.exp(-x)) ** 2),
]


@pytest.mark.parametrize("f, slope", SMOOTH)
@given(points)
@settings(max_examples=20, deadline=None)
def test_smooth_functions_within_the_bound(f: object, slope: object, x: float) -> None:
    found = derivative(f, x)
    assert found.converged
    assert abs(float(found.value) - slope(x)) <= float(found.bound)
    assert float(found.bound) < 1e-12 * (1 + abs(slope(x)) + abs(f(x)))


@pytest.mark.parametrize("f, slope", [
    (np.abs, np.sign), (lambda x: x * np.abs(x), lambda x: 2 * abs(x)),
    (lambda x: np.maximum(x, 0) ** 2, lambda x: 2 * max(x, 0)),
    (lambda x: np.sqrt(np.abs(x)), lambda x: np.sign(x) / (2 * np.sqrt(abs(x)))),
    (lambda x: np.real(x) ** 3, lambda x: 3 * x * x),
])
@pytest.mark.parametrize("x", [0.7, -1.3, 2.9])
def test_code_that_is_not_analytic_is_differenced(f: object, slope: object, x: float) -> None:
    found = derivative(f, x)
    assert found.converged
    assert abs(float(found.value) - slope(x)) <= float(found.bound)
    assert float(found.bound) < 1e-7


@pytest.mark.parametrize("f", [np.abs, lambda x: np.maximum(x, 0), lambda x: np.sign(x), lambda x: np.abs(x) ** 0.5,
                               lambda x: np.where(np.real(x) > 0, 3 * x, x), lambda x: np.log(np.abs(x))])
def test_a_kink_has_no_derivative(f: object) -> None:
    found = derivative(f, 0.0)
    assert not found.converged and math.isnan(float(found.value))


@pytest.mark.parametrize("distance", [1e-3, 1e-2, 0.04])
def test_near_a_kink_the_side_is_kept(distance: float) -> None:
    found = derivative(lambda x: np.maximum(np.real(x), 0), distance)
    assert abs(float(found.value) - 1) <= float(found.bound) and float(found.bound) < 1e-6


@pytest.mark.parametrize("order", [2, 3, 4])
def test_higher_orders(order: int) -> None:
    for x in (0.4, -1.1):
        found = derivative(np.exp, x, order)
        assert abs(float(found.value) - math.exp(x)) <= float(found.bound)
        assert float(found.bound) < 1e-6
        power = derivative(lambda t: t**6, x, order)
        exact = math.perm(6, order) * x ** (6 - order)
        assert abs(float(power.value) - exact) <= float(power.bound) + 1e-12


def test_second_derivative_without_complex_arguments() -> None:
    found = derivative(lambda x: math.sin(x), 0.6, 2)
    assert abs(float(found.value) + math.sin(0.6)) <= float(found.bound) < 1e-5


def test_jacobian_of_softmax_and_its_layout() -> None:
    z = np.array([0.3, -0.8, 1.7])
    p = softmax(z)
    found = jacobian(softmax, z)
    assert found.value == pytest.approx(np.diag(p) - np.outer(p, p), abs=1e-14)
    shape = jacobian(lambda x: np.concatenate([x[0], x[1]]), np.arange(6.0).reshape(2, 3)).value.shape
    assert shape == (6, 2, 3)


def test_chain_rule_and_batches_agree() -> None:
    rng = np.random.default_rng(2)
    first, second, x = rng.normal(size=(4, 3)), rng.normal(size=(2, 4)), rng.normal(size=3)

    def inner(x: np.ndarray) -> np.ndarray:
        return np.tanh(x @ first.T)

    def whole(x: np.ndarray) -> np.ndarray:
        return np.sin(inner(x) @ second.T)

    apart = jacobian(lambda y: np.sin(y @ second.T), inner(x)).value @ jacobian(inner, x).value
    assert jacobian(whole, x).value == pytest.approx(apart, abs=1e-13)
    assert np.array_equal(jacobian(whole, x, batched=True).value, jacobian(whole, x).value)


def test_hessian_is_symmetric_and_right() -> None:
    a = np.array([[2.0, 0.3, -1.0], [0.9, 1.5, 0.2], [0.1, -0.7, 3.0]])
    x = np.array([0.4, -0.3, 1.2])
    quadratic = hessian(lambda x: x @ a @ x, x)
    assert quadratic.value == pytest.approx(a + a.T, abs=1e-10)
    p = softmax(x)
    entropic = hessian(lambda z: np.log(np.exp(z).sum()), x)
    assert entropic.value == pytest.approx(np.diag(p) - np.outer(p, p), abs=1e-9)
    assert np.array_equal(entropic.value, entropic.value.T)


def test_a_planted_error_is_caught() -> None:
    z = np.array([0.3, -0.8, 1.7])
    p = softmax(z)
    found = jacobian(softmax, z)
    wrong = np.outer(p, 1 - p)
    assert np.max(np.abs(found.value - wrong)) > 1e3 * np.max(found.bound)


def test_directional_derivative_is_linear_in_its_direction() -> None:
    x, u, v = np.array([0.3, 0.9]), np.array([1.0, -2.0]), np.array([0.5, 0.25])

    def f(x: np.ndarray) -> np.ndarray:
        return np.exp(x[0] * x[1])

    both = directional(f, x, 2 * u - 3 * v).value
    assert float(both) == pytest.approx(2 * float(directional(f, x, u).value) - 3 * float(directional(f, x, v).value))


@pytest.mark.parametrize(
    ("f", "x", "order", "value"),
    [
        (np.log, 1e-6, 1, 1e6), (np.log, 0.01, 1, 100.0), (lambda x: 1 / x, 1e-3, 1, -1e6),
        (lambda x: np.log(np.real(x)), 1e-3, 2, -1e6), (lambda x: np.sin(1000 * x), 0.3, 1, 1000 * np.cos(300)),
        (lambda x: np.maximum(np.real(x), 0), 1e-6, 1, 1.0),
    ],
)  # fmt: skip
def test_where_the_usual_step_is_too_long_a_smaller_one_is_taken(f: object, x: float, order: int, value: float) -> None:
    found = derivative(f, x, order)
    assert found.converged and abs(found.value - value) <= found.bound + 1e-12 * abs(value)
    assert found.bound < 1e-3 * abs(value)


@pytest.mark.parametrize(
    ("f", "order"),
    [
        (lambda x: x * np.abs(x), 2), (lambda x: np.maximum(x, 0) ** 2, 2),
        (lambda x: x * np.sin(1 / x) if x != 0 else 0.0, 1), (lambda x: np.where(x > 1e-9, 1.0, 0.0), 1),
    ],
)  # fmt: skip
def test_a_kink_of_the_slope_and_what_swings_have_no_derivative(f: object, order: int) -> None:
    assert not derivative(f, 0.0, order).converged


def test_the_bound_is_of_the_precision_of_the_code() -> None:
    found = derivative(lambda x: np.float32(np.sin(np.real(x))), 0.7)
    assert found.converged and 1e-9 < abs(found.value - np.cos(0.7)) <= found.bound
