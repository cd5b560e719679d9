"""Limits: at symbolic size, against numbers on the way, and what is missing where a limit is open."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import mpmath
import pytest

from symbolic.algebra.atoms import Atom
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function
from symbolic.algebra.indices import delta, entry
from symbolic.algebra.poly import ONE, ZERO, Poly, as_exponent, symbol
from symbolic.algebra.powers import PI, exponential, power
from symbolic.algebra.situation import Situation
from symbolic.language.symbols import Symbol
from symbolic.notation import tree
from symbolic.rules.bridge import INFINITY
from symbolic.rules.limits import limit
from symbolic.rules.values import value
from tests.rules.worlds import real, situation, total, vector

ROW, COLUMN, C, X, A, B, N = map(symbol, ("i", "j", "c", "x", "a", "b", "N"))
HALF = Fraction(1, 2)


@pytest.fixture
def here() -> Iterator[Situation]:
    made = situation(
        vector("z", tree.Number("1")), vector("w"), real("c", "positive"), real("a"), real("x"), real("b", "positive"),
        Symbol("N", "dimension"),
    )  # fmt: skip
    made.facts.learn("b", "below 1")
    with made.working():
        yield made


def softmax(array: str, i: Poly) -> Poly:
    below = total(lambda m: exponential(C * entry(array, (m,))))
    return exponential(C * entry(array, (i,))) * power(below, -1)


def test_one_hot_under_a_unique_maximum(here: Situation) -> None:
    assert limit(softmax("z", ONE), "c", INFINITY, "", here) == ONE
    assert limit(softmax("z", ROW), "c", INFINITY, "", here) == delta(ROW, ONE)
    jacobian = softmax("z", ROW) * (delta(ROW, COLUMN) - softmax("z", COLUMN))
    assert limit(jacobian, "c", INFINITY, "", here) == ZERO
    assert limit(C * C * jacobian, "c", INFINITY, "", here) == ZERO
    assert here.missing == []


def test_a_tie_shares_the_mass(here: Situation) -> None:
    found = limit(softmax("w", ONE), "c", INFINITY, "", here)
    assert found is not None and found != ONE
    assert here.missing == ["w : unique maximum at 1"]
    ties = total(lambda m: found * power(found, -1) if m == ONE else limit(softmax("w", m), "c", INFINITY, "", here))
    assert is_zero(ties - 1)


def test_the_scale_going_to_zero_is_uniform(here: Situation) -> None:
    assert limit(softmax("w", ROW), "c", ZERO, "+", here) == symbol("n") ** -1


def test_entropy_vanishes_and_log_sum_exp_is_the_maximum(here: Situation) -> None:
    entropy = -total(lambda m: softmax("z", m) * function("log", (softmax("z", m),)))
    assert limit(entropy, "c", INFINITY, "", here) == ZERO
    log_sum = function("log", (total(lambda m: exponential(C * entry("z", (m,)))),))
    assert limit(log_sum * power(C, -1), "c", INFINITY, "", here) == entry("z", (ONE,))


def test_unbalanced_exponentials_stay_open(here: Situation) -> None:
    for open_one in (
        exponential(C * entry("z", (ONE,))),
        exponential(C * entry("z", (ONE,))) * softmax("z", ROW),
        power(softmax("z", ROW) - softmax("z", COLUMN), -1),
        softmax("z", ROW) * power(softmax("z", COLUMN), -1),
        total(lambda m: exponential(-C * entry("z", (m,)))) * softmax("z", ROW),
    ):
        assert limit(open_one, "c", INFINITY, "", here) is None


SCALARS = {
    "decay": (power(B, X), "x", INFINITY, "", ZERO),
    "geometric sum": ((1 - power(B, X)) * (1 - B) ** -1, "x", INFINITY, "", (1 - B) ** -1),
    "decay beats growth": (X**3 * power(B, X), "x", INFINITY, "", ZERO),
    "sigmoid above": ((1 + exponential(-X)) ** -1, "x", INFINITY, "", ONE),
    "sigmoid below": ((1 + exponential(-X)) ** -1, "x", -INFINITY, "", ZERO),
    "tanh": (function("tanh", (X,)), "x", INFINITY, "", ONE),
    "rational": ((2 * N + 1) * (N + 3) ** -1, "N", INFINITY, "", ONE * 2),
    "rational to nothing": ((N + 1) * (N * N + A) ** -1, "N", INFINITY, "", ZERO),
    "sinc": (function("sin", (X,)) * X**-1, "x", ZERO, "", ONE),
    "slope of exp": ((exponential(A * X) - 1) * X**-1, "x", ZERO, "", A),
    "second order": ((exponential(X) - 1 - X) * X**-2, "x", ZERO, "", ONE * HALF),
    "compound interest": ((1 + A * N**-1) ** N, "N", INFINITY, "", exponential(A)),
    "softplus": (function("log", (1 + exponential(X),)) - X, "x", INFINITY, "", ZERO),
    "root difference": ((power(N + 1, HALF) - power(N, HALF)) * power(N, HALF), "N", INFINITY, "", ONE * HALF),
    "gamma ratio": (
        function("Gamma", (N + HALF,)) * function("Gamma", (N,)) ** -1 * power(N, -HALF), "N", INFINITY, "", ONE),
    "central binomial": (
        function("binom", (2 * N, N)) * power(ONE * 4, as_exponent(-N)) * power(N, HALF), "N", INFINITY, "",
        power(PI, -HALF)),
    "compound interest, corrected": (
        N * ((1 + N**-1) ** N * symbol("e") ** -1 - 1), "N", INFINITY, "", -ONE * HALF),
    "xlogx": (X * function("log", (X,)), "x", ZERO, "+", ZERO),
    "divergence": (power(B, -X), "x", INFINITY, "", None),
    "pole of two signs": (X**-1, "x", ZERO, "", None),
}  # fmt: skip


@pytest.mark.parametrize("name", SCALARS)
def test_scalar_limits(name: str, here: Situation) -> None:
    poly, variable, target, side, expected = SCALARS[name]
    found = limit(poly, variable, target, side, here)
    assert found == expected if expected is not None else found in (None, INFINITY)


@pytest.mark.parametrize("name", [name for name, case in SCALARS.items() if case[4] is not None])
def test_numbers_on_the_way_agree(name: str, here: Situation) -> None:
    poly, variable, target, side, _ = SCALARS[name]
    found = limit(poly, variable, target, side, here)
    assert found is not None
    others = {Atom("sym", "a"): mpmath.mpf("0.83"), Atom("sym", "b"): mpmath.mpf("0.41")}
    with mpmath.workdps(80):
        near = {INFINITY: mpmath.mpf(10) ** 8, -INFINITY: -mpmath.mpf(10) ** 8}.get(target, mpmath.mpf(10) ** -8)
        reached = value(poly, {**others, Atom("sym", variable): near})
        assert abs(reached - value(found, others)) < mpmath.mpf(10) ** -5


def test_a_size_that_stays_a_symbol(here: Situation) -> None:
    spread = total(lambda m: exponential(X * entry("w", (m,)))) - symbol("n")
    assert limit(spread * X**-1, "x", ZERO, "", here) == total(lambda m: entry("w", (m,)))


def test_each_limit_names_its_rule(here: Situation) -> None:
    limit(softmax("z", ONE), "c", INFINITY, "", here)
    assert "largest exponential" in [reason.rule for reason in here.reasons]


@pytest.mark.parametrize(
    ("side", "poly", "expected"),
    [
        ("+", function("abs", (X,)) * power(X, -1), ONE),
        ("-", function("abs", (X,)) * power(X, -1), -ONE),
        ("", function("abs", (X,)) * power(X, -1), None),
        ("", function("abs", (X,)) * X, ZERO),
    ],
)
def test_a_kink_at_the_target_is_approached_from_a_side(
    here: Situation, side: str, poly: Poly, expected: Poly | None
) -> None:
    assert limit(poly, "x", ZERO, side, here) == expected
