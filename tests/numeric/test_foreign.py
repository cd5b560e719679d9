"""Slips that the eye misses are told apart, each named where the near formula is known; right code passes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric import Chooser
from numeric.foreign import compare_code, takes_batches, which

EPS = 0.13


def softmax(x: np.ndarray, axis: int = 1) -> np.ndarray:
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def matrices(seed: int = 0) -> list[dict[str, Any]]:
    choose = Chooser(np.random.default_rng(seed))
    return [{"x": choose.matrix(3, 4)}, {"x": choose.matrix(3, 4)}, {"x": choose.matrix(5, 2)}]


def layer_norm(x: np.ndarray, ddof: int = 0, inside: bool = True) -> np.ndarray:
    centred, spread = x - x.mean(axis=1, keepdims=True), x.var(axis=1, ddof=ddof, keepdims=True)
    return centred / (np.sqrt(spread + EPS) if inside else np.sqrt(spread) + EPS)


def with_variance_in_steps(x: np.ndarray) -> np.ndarray:
    mean = x.sum(1, keepdims=True) / x.shape[1]
    spread = (x * x).sum(1, keepdims=True) / x.shape[1] - mean**2
    return (x - mean) * (spread + x.dtype.type(EPS)) ** -0.5


NEAR: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "n − 1 for n": lambda x: layer_norm(x, ddof=1),
    "ε outside the root": lambda x: layer_norm(x, inside=False),
    "over the other axis": lambda x: layer_norm(x.T).T,
}


@pytest.mark.parametrize("name", NEAR)
def test_drifted_layer_norm_is_caught_and_named(name: str) -> None:
    report = compare_code(NEAR[name], layer_norm, matrices(), near=NEAR)
    assert report.agrees is False and report.candidates == [name]
    assert report.findings and report.findings[0].about == "value"


def test_right_code_passes_in_both_precisions() -> None:
    report = compare_code(with_variance_in_steps, layer_norm, matrices())
    assert report.agrees is True and report.trials == 6
    assert set(report.precision) == {"float64", "float32"} and max(report.precision.values()) < 100


SLIPS = [
    (lambda x: softmax(x, axis=0), softmax), (lambda x: x @ x.T, lambda x: x @ x.T / np.sqrt(x.shape[1])),
    (lambda x: np.tanh(x) * (1 - np.tanh(x)), lambda x: 1 - np.tanh(x) ** 2),
    (lambda x: -0.5 * x**2 - x, lambda x: -0.5 * x**2 - 0.5 * x), (lambda x: x.T, lambda x: x),
    (lambda x: (x**2).sum(), lambda x: (x**2).mean()), (lambda x: np.log(x), lambda x: np.log(np.abs(x))),
]


@pytest.mark.parametrize("slip, right", SLIPS)
def test_slips_are_caught_and_their_right_forms_are_not(slip: Any, right: Any) -> None:
    assert compare_code(slip, right, matrices()).agrees is False
    assert compare_code(right, right, matrices()).agrees is True


def changes(x: np.ndarray) -> np.ndarray:
    x *= 2
    return x / 2


def test_what_is_wrong_with_the_code_is_said() -> None:
    rng = np.random.default_rng(0)
    abouts = {
        "raises": lambda x: x[99], "shape": lambda x: x.sum(axis=0), "changes its argument": changes,
        "random": lambda x: x + rng.normal(), "value": lambda x: "text", "undefined": lambda x: x / 0 * 0,
    }
    for about, code in abouts.items():
        report = compare_code(code, lambda x: x, matrices())
        assert report.agrees is False and report.findings[0].about == about


def test_trials_at_which_the_formula_fails_tell_nothing() -> None:
    def broken(x: np.ndarray) -> np.ndarray:
        raise ValueError("no")

    assert compare_code(lambda x: x, broken, matrices()).agrees is None


def test_which_formula_the_code_computes() -> None:
    assert which(lambda x: x * x, {"square": lambda x: x**2, "double": lambda x: 2 * x}, [{"x": np.array([2.0])}]) == [
        "square", "double"]
    assert which(lambda x: x * x, {"square": lambda x: x**2, "double": lambda x: 2 * x}, matrices()) == ["square"]


def test_batches() -> None:
    assert takes_batches(lambda x: softmax(x, axis=-1), matrices(), ["x"]) is True
    assert takes_batches(lambda x: softmax(x, axis=0), matrices(), ["x"]) is False
    assert takes_batches(lambda x: x, matrices()[1:], ["x"]) is None
