"""Optima: of quadratics against numbers, and none where the sign of the leading part is not known."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from symbolic.algebra.fractions import is_zero
from symbolic.algebra.indices import entry
from symbolic.algebra.poly import ONE, Poly, symbol
from symbolic.algebra.situation import Situation
from symbolic.rules.optima import optimum
from symbolic.rules.quadratic_forms import vector_optimum
from tests.algebra.evaluate import World, value
from tests.rules.worlds import matrix, real, situation, total, vector

A, B, C, D = map(symbol, "abcd")
SIZE = symbol("n")


@pytest.fixture
def here() -> Iterator[Situation]:
    made = situation(
        real("a", "positive"), real("b"), real("c"), real("d"), real("p", "positive"), vector("w"), vector("y"),
        matrix("X"), matrix("S", "symmetric", "positive definite"), matrix("T", "symmetric"),
    )  # fmt: skip
    with made.working():
        yield made


def test_a_parabola(here: Situation) -> None:
    parabola = A * C * C + B * C + D
    assert optimum("argmin", parabola, "c", here) == -B * (2 * A) ** -1
    least = optimum("min", parabola, "c", here)
    assert least is not None and is_zero(least - D + B * B * (4 * A) ** -1)
    assert optimum("max", -parabola, "c", here) == -least


@pytest.mark.parametrize("kind", ["min", "argmin", "max", "argmax"])
def test_nothing_where_the_sign_is_open(kind: str, here: Situation) -> None:
    assert optimum(kind, B * C * C + C, "c", here) is None
    assert optimum(kind, B * C, "c", here) is None
    assert optimum(kind, C**3, "c", here) is None
    assert optimum(kind, (1 if "max" in kind else -1) * A * C * C, "c", here) is None


def test_nothing_over_a_restricted_variable(here: Situation) -> None:
    p = symbol("p")
    assert optimum("min", p * p + p, "p", here) is None


def w(i: Poly) -> Poly:
    return entry("w", (i,))


def squares() -> Poly:
    return total(lambda k: (total(lambda i: entry("X", (k, i)) * w(i)) - entry("y", (k,))) ** 2)


def ridge() -> Poly:
    return squares() + A * total(lambda i: w(i) ** 2)


def test_ridge_regression_against_numbers(here: Situation) -> None:
    place = vector_optimum("argmin", ridge(), "w", SIZE, here)
    least = vector_optimum("min", ridge(), "w", SIZE, here)
    assert place is not None and least is not None
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(3, 3)), rng.normal(size=3)
    expected = np.linalg.solve(x.T @ x + 0.7 * np.eye(3), x.T @ y)
    world = World({"n": 3, "a": 0.7}, {"X": x, "y": y})
    found = [value(place.entry((ONE * k,)), world) for k in (1, 2, 3)]
    assert found == pytest.approx(expected)
    assert value(least.scalar, world) == pytest.approx(np.sum((x @ expected - y) ** 2) + 0.7 * expected @ expected)


def test_a_given_positive_definite_matrix(here: Situation) -> None:
    form = total(lambda i: total(lambda j: w(i) * entry("S", (i, j)) * w(j)) - 2 * w(i) * entry("y", (i,)))
    place = vector_optimum("argmin", form, "w", SIZE, here)
    assert place is not None
    slope = total(lambda j: entry("S", (symbol("i"), j)) * place.entry((j,)))
    assert is_zero(slope - entry("y", (symbol("i"),)))


def test_a_diagonal_form(here: Situation) -> None:
    place = vector_optimum("argmin", total(lambda i: (w(i) - entry("y", (i,))) ** 2), "w", SIZE, here)
    assert place is not None and place.entry((symbol("i"),)) == entry("y", (symbol("i"),))


def test_forms_that_may_be_flat_or_indefinite(here: Situation) -> None:
    symmetric = total(lambda i: total(lambda j: w(i) * entry("T", (i, j)) * w(j)))
    crossed = total(lambda i: total(lambda j: w(i) * entry("X", (i, j)) * w(j)))
    scaled = total(lambda i: B * w(i) ** 2)
    for form in (squares(), symmetric, symmetric + ridge(), crossed, squares() - ridge(), scaled):
        assert vector_optimum("argmin", form, "w", SIZE, here) is None
    assert vector_optimum("argmax", ridge(), "w", SIZE, here) is None
    assert vector_optimum("argmax", ridge().scale(Fraction(-1)), "w", SIZE, here) is not None


def test_a_constant_has_its_value(here: Situation) -> None:
    assert optimum("min", D, "c", here) == D
    assert optimum("argmin", D, "c", here) is None
