"""Worlds satisfy what the given assumes, differ in what it leaves open, and are the same each time."""

import numpy as np
import pytest

from symbolic.crosscheck.assumed import assumed, holds, needs_law
from symbolic.crosscheck.described import describe
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value
from symbolic.crosscheck.world import World, scope_of
from symbolic.given import read_given
from symbolic.notation import read_expression

GIVENS = [
    "0 < p < 1; n >= 2; x : vector(n), positive",
    "p : matrix(m, n); i : index(m); j : index(n); p_{ij} > 0; sum_{i=1}^m sum_{j=1}^n p_{ij} = 1",
    "U : matrix(m, n); U^\\top U = I",
    "Z : random scalar, normal, mean mu, variance sigma^2; sigma > 0; m : positive; X = e^Z; P(X <= m) = 1/2",
    "a, b : real; a < b; X : random scalar, uniform(a, b)",
    "x, n : integer, nonnegative; x <= n",
    "S : matrix(d, d), symmetric, positive definite; q : random vector(d), mean 0, covariance S",
    "y : vector(q); sum_j y_j = 1",
]


@pytest.mark.parametrize("given", GIVENS)
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_every_assumption_holds(given: str, turn: int) -> None:
    table = read_given(given)
    world = instance(table, turn)
    for chain in assumed(table):
        assert needs_law(chain, table) or holds(chain, scope_of(world))


def value(world: World, text: str) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    return evaluate(read_expression(text, world.table), Scope(world, scope_of(world).effort))


@pytest.mark.parametrize(
    ("given", "expression", "expected"),
    [
        ("x : random vector(n), iid, mean mu, variance sigma^2; sigma > 0", "E[x_1] - mu", 0.0),
        ("x : random vector(n), iid, mean mu, variance sigma^2; sigma > 0", "Var(x_1)/sigma^2", 1.0),
        ("x : random vector(n), mean 0, variance 1", "E[x_1^2]", 1.0),
        ("x : random scalar, mean 0, variance 1, third moment 1/2", "E[x^3]", 0.5),
        ("x : random scalar, mean 0, variance 1, fourth moment 5", "E[x^4]", 5.0),
        ("x : random scalar, mean 1, variance 4, excess kurtosis 2", "E[(x-1)^4]", 80.0),
        ("x : random scalar, second moment 3", "E[x^2]", 3.0),
        ("x, y : random scalar, mean 0, variance 1; cov(x, y) = 1/3", "E[x y]", 1 / 3),
    ],
)
def test_stated_moments_hold_in_every_world(given: str, expression: str, expected: float) -> None:
    table = read_given(given)
    for turn in range(6):
        assert float(value(instance(table, turn), expression).data) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize(
    ("given", "expression"),
    [
        ("x : random scalar, mean 0, variance 1", "E[x^3]"),
        ("x : random vector(n), mean 0, variance 1", "E[x_1 x_2]"),
        ("x, y : random scalar, mean 0, variance 1", "E[x y]"),
        ("x, y : random scalar, mean 0, variance 1; x, y : uncorrelated", "E[x^2 y^2]"),
        ("x : random vector(n), uncorrelated components, mean 0, variance 1", "E[x_1^2 x_2^2]"),
        ("X, Y : random scalar, normal, mean 0, variance 1", "E[X Y]"),
    ],
)
def test_what_is_not_said_varies(given: str, expression: str) -> None:
    table = read_given(given)
    worlds = [world for turn in range(8) if (world := instance(table, turn)).sizes.get("n", 2) > 1]
    assert len({round(float(np.real(value(world, expression).data)), 6) for world in worlds}) > 1


def test_the_same_turn_gives_the_same_world() -> None:
    table = read_given("A : matrix(m, n); x : random vector(n), mean 0, variance 1; c > 0")
    first, again, other = instance(table, 1), instance(table, 1), instance(table, 2)
    assert describe(first) == describe(again) != describe(other)
    assert all(np.array_equal(first.values[name].data, again.values[name].data) for name in first.values)


def test_no_instance_of_what_nothing_satisfies() -> None:
    with pytest.raises(NoInstance):
        instance(read_given("x : real; x^2 = -1"))


def test_an_instance_is_readable() -> None:
    table = read_given("d : dimension; c > 0; x : random vector(d), iid, mean 0, variance 1")
    said = describe(instance(table, readable=True))
    assert "d = 2" in said and "c = 3/4" in said and "2 with probability 1/5, −1/2 with probability 4/5" in said
