"""The largest and smallest of a sample of symbolic size, and harmonic sums."""

from __future__ import annotations

import pytest

from symbolic.api import Given

UNIFORM = (
    "a, b : real; a < b; x : in (0, 1); V : random vector(n), iid, uniform(0, 1);"
    "U : random vector(n), iid, uniform(a, b)"
)
EXPONENTIAL = "r, x : positive; X : family(n) of random scalar, iid, exponential(r)"

#: given, left side, right value, wrong value
CLAIMS = [
    (UNIFORM, "E[max_i V_i]", "n/(n + 1)", "(n - 1)/n"),
    (UNIFORM, "E[min_i V_i]", "1/(n + 1)", "1/n"),
    (UNIFORM, "Var(max_i V_i)", "n/((n + 1)^2 (n + 2))", "n/((n + 1) (n + 2))"),
    (UNIFORM, "P(max_i V_i ≤ x)", "x^n", "n x"),
    (UNIFORM, "E[max_i U_i]", "a + (b - a) n/(n + 1)", "a + (b - a)/(n + 1)"),
    (EXPONENTIAL, "E[min_i X_i]", "1/(n r)", "n/r"),
    (EXPONENTIAL, "P(min_i X_i > x)", "exp(-n r x)", "exp(-r x)"),
    (EXPONENTIAL, "E[max_i X_i]", "∑_{k=1}^n 1/k/r", "log(n)/r"),
    ("m : integer, positive", "∑_{k=1}^m 1/k^2", "pi^2/6 - psi'(m + 1)", "pi^2/6"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "left", "right", "wrong"), CLAIMS)
def test_right_is_proved_and_wrong_is_not(given: str, left: str, right: str, wrong: str) -> None:
    assert Given(given).prove(f"{left} = {right}").verdict in ("proved", "checked")
    assert Given(given).prove(f"{left} = {wrong}").verdict not in ("proved", "checked")


@pytest.mark.parametrize("wrong", ["E[max_i V_i] = (n - 1)/n", "E[min_i V_i] = 1/n"])
def test_a_wrong_extreme_is_refuted_at_a_size(wrong: str) -> None:
    assert Given(UNIFORM).prove(wrong).verdict == "refuted"


def test_dependent_places_have_no_such_law() -> None:
    given = "V : random vector(n), uniform(0, 1)"
    assert Given(given).prove("E[max_i V_i] = n/(n + 1)").verdict not in ("proved", "checked")
