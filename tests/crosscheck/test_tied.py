"""Dependent names: each keeps the law that is stated of it, exactly, and what is said of the two together holds."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from numeric.laws import LAWS
from symbolic.api import Given
from symbolic.crosscheck.blocks import Rows
from symbolic.crosscheck.instance import instance
from symbolic.crosscheck.tied import Coupled, Mirrored, Mixture, Tied
from symbolic.crosscheck.world import scope_of

#: words of the given → the laboratory's law and its parameters
SCALARS = {
    "normal, mean 1, variance 4": ("normal", (1.0, 4.0)),
    "uniform(-1, 2)": ("uniform", (-1.0, 2.0)),
    "exponential(2)": ("exponential", (2.0,)),
    "laplace(1, 2)": ("laplace", (1.0, 2.0)),
    "gamma(3, 2)": ("gamma", (3.0, 2.0)),
    "beta(2, 3)": ("beta", (2.0, 3.0)),
    "gumbel(0, 1)": ("gumbel", (0.0, 1.0)),
    "student(9)": ("student", (9.0,)),
    "bernoulli(1/3)": ("bernoulli", (1 / 3,)),
    "binomial(3, 1/4)": ("binomial", (3, 0.25)),
    "poisson(2)": ("poisson", (2.0,)),
    "geometric(1/3)": ("geometric", (1 / 3,)),
}
PAIRS = [*combinations(SCALARS, 2), *((law, law) for law in SCALARS)]


def moments(rows: Rows, name: str) -> list[float]:
    weights, values = rows.weights.reshape(-1), rows.values[name].data.reshape(rows.count, -1)
    return [float(weights @ np.broadcast_to(values, (rows.count, 1))[:, 0] ** order) for order in range(4)]


def dependent(text: str, turns: range) -> list[Rows]:
    """The outcomes of the blocks in which x and y depend on each other, over some turns."""
    found = []
    for turn in turns:
        world = instance(Given(text).table, turn)
        for block in world.blocks:
            if isinstance(block, Tied | Mirrored | Coupled | Mixture):
                found.append(block.rows(scope_of(world), 41))
    return found


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=[" | ".join(pair) for pair in PAIRS])
@pytest.mark.parametrize("relation", ["", "; x, y : uncorrelated"], ids=["free", "uncorrelated"])
def test_each_name_keeps_its_law(first: str, second: str, relation: str) -> None:
    found = dependent(f"x : random scalar, {first}; y : random scalar, {second}{relation}", range(4))
    assert len(found) == 2
    for rows in found:
        for name, said in (("x", first), ("y", second)):
            law, parameters = SCALARS[said]
            moment = LAWS[law].moment
            assert moment is not None
            wanted = [moment(order, *parameters) for order in range(4)]
            assert moments(rows, name) == pytest.approx(wanted, rel=1e-7, abs=1e-7)
        x, y = (rows.values[name].data.reshape(-1) for name in "xy")
        weights = rows.weights.reshape(-1)
        covariance = weights @ (x * y) - (weights @ x) * (weights @ y)
        assert abs(covariance) < 1e-9 if relation else abs(covariance) > 1e-2
        on_two_points = first == second == "bernoulli(1/3)"  # where uncorrelated is independent
        assert dependence(x, y, weights) > 1e-2 or (relation and on_two_points)


def dependence(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> float:
    """The greatest |P(x ≤ a, y ≤ b) − P(x ≤ a) P(y ≤ b)| over a few a and b."""
    marks = [(a, b) for a in levels(x, weights) for b in levels(y, weights)]
    return max(
        abs(weights @ ((x <= a) & (y <= b)) - (weights @ (x <= a)) * (weights @ (y <= b))) for a, b in marks
    )


def levels(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Values in the middle of three parts of the law."""
    order = np.argsort(x)
    return x[order][np.searchsorted(np.cumsum(weights[order]), [0.3, 0.5, 0.75])]


def test_a_stated_covariance_is_the_mean_of_both_sides() -> None:
    text = "x, y : random scalar, normal, mean 0, variance 2; cov(x, y) = 1/2"
    (rows,) = dependent(text, range(2))
    weights, x, y = rows.weights.reshape(-1), *(rows.values[name].data.reshape(-1) for name in "xy")
    assert weights @ (x * y) == pytest.approx(0.5, abs=1e-12)
    assert [weights @ v**order for v in (x, y) for order in (1, 2, 4)] == pytest.approx([0, 2, 12, 0, 2, 12], abs=1e-9)
    assert weights @ (x * x * y * y) > 4 + 2 * 0.25 + 1e-3


def test_vectors_uncorrelated_but_dependent() -> None:
    text = "n : at least 2; x, y : random vector(n), iid, normal, mean 0, variance 1; x, y : uncorrelated"
    rows = dependent(text, range(2))[0]
    weights, x, y = rows.weights.reshape(-1), *(rows.values[name].data.reshape(rows.count, -1) for name in "xy")
    assert np.abs((x * weights[:, None]).T @ y).max() < 1e-12
    for each in (x, y):
        assert (each * weights[:, None]).T @ each == pytest.approx(np.eye(x.shape[1]), abs=1e-12)
    assert weights @ (x[:, 0] ** 2 * y[:, 0] ** 2) == pytest.approx(3, abs=1e-9)


def test_what_is_seen_of_independent_names_alone_is_not_checked() -> None:
    claim = "E[min(X, Y)] = 1/(2 r)"
    assert Given("X, Y : random scalar, exponential(r)").prove(claim).verdict in ("refuted", "undecided")
    assert Given("X, Y : random scalar, exponential(r); X ⊥ Y").prove(claim).verdict in ("proved", "checked")
