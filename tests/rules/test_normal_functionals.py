"""Functions of linear forms of normal quantities: right formulas are proved, wrong ones refuted."""

from __future__ import annotations

import pytest

from symbolic.api import Given

VECTOR = "m, u, v : vector(d); S : matrix(d, d), positive definite; x : random vector(d), normal, mean m, covariance S"
UNIT = "u, v : vector(d), unit norm; x : random vector(d), normal, mean 0, covariance I; r = u·v"
PAIR = (
    "r : in (-1, 1); s, t > 0; X, Y : random scalar, mean 0, jointly normal; X : variance s^2; Y : variance t^2;"
    "cov(X, Y) = r s t"
)
FEATURES = (
    "w : random vector(d), normal, mean 0, covariance I; b : random scalar, uniform(0, 2 pi); w, b : independent;"
    "x, y : vector(d)"
)
SCALAR = "mu, t : real; sigma > 0; X : random scalar, normal, mean mu, variance sigma^2"

#: given, left side, right value, wrong value
CLAIMS = [
    (SCALAR, "E[cos(t X)]", "cos(t mu) exp(-t^2 sigma^2/2)", "cos(t mu) exp(-t^2 sigma^2)"),
    (SCALAR, "E[X sin(X)]", "exp(-sigma^2/2) (mu sin(mu) + sigma^2 cos(mu))", "exp(-sigma^2/2) mu sin(mu)"),
    (SCALAR, "E[Φ(X)]", "Φ(mu/sqrt(1 + sigma^2))", "Φ(mu/sqrt(1 + 2 sigma^2))"),
    (VECTOR, "E[sin(u·x)]", "sin(u·m) exp(-u^T S u/2)", "sin(u·m) exp(-u^T S u)"),
    (VECTOR, "E[x cos(u·x)]", "exp(-u^T S u/2) (m cos(u·m) - S u sin(u·m))",
     "exp(-u^T S u/2) (m cos(u·m) + S u sin(u·m))"),
    (VECTOR, "E[x Φ(u·x)]", "m Φ(u·m/sqrt(1 + u^T S u)) + S u φ(u·m/sqrt(1 + u^T S u))/sqrt(1 + u^T S u)",
     "m Φ(u·m/sqrt(1 + u^T S u)) + u φ(u·m/sqrt(1 + u^T S u))/sqrt(1 + u^T S u)"),
    (f"{VECTOR}; u : nonzero", "E[max(0, u·x)]", "u·m Φ(u·m/sqrt(u^T S u)) + sqrt(u^T S u) φ(u·m/sqrt(u^T S u))",
     "u·m Φ(u·m/sqrt(u^T S u)) + φ(u·m/sqrt(u^T S u))"),
    (FEATURES, "E[2 cos(w·x + b) cos(w·y + b)]", "exp(-norm(x - y)^2/2)", "exp(-norm(x - y)^2)"),
    (UNIT, "E[max(0, u·x) max(0, v·x)]", "(sqrt(1 - r^2) + r (pi - arccos r))/(2 pi)",
     "(sqrt(1 - r^2) + r arccos r)/(2 pi)"),
    (UNIT, "E[|u·x| |v·x|]", "2 (sqrt(1 - r^2) + r arcsin r)/pi", "(sqrt(1 - r^2) + r arcsin r)/pi"),
    (UNIT, "E[erf(u·x) erf(v·x)]", "2 arcsin(2 r/3)/pi", "2 arcsin(r/3)/pi"),
    (UNIT, "E[x max(0, u·x)]", "u/2", "u"),
    (PAIR, "E[sign(X) sign(Y)]", "2 arcsin(r)/pi", "arcsin(r)/pi"),
    (PAIR, "P(X > 0, Y > 0)", "1/4 + arcsin(r)/(2 pi)", "1/4 + arcsin(r)/pi"),
    (PAIR, "E[max(X, Y)]", "sqrt((s^2 + t^2 - 2 r s t)/(2 pi))", "sqrt((s^2 + t^2 + 2 r s t)/(2 pi))"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "left", "right", "wrong"), CLAIMS)
def test_right_is_proved_and_wrong_refuted(given: str, left: str, right: str, wrong: str) -> None:
    verdicts = [Given(given).prove(f"{left} = {side}").verdict for side in (right, wrong)]
    assert verdicts in (["proved", "refuted"], ["checked", "refuted"])


#: Conditional laws: what is given may come before or after the rest among the coordinates of the experiment.
CONDITIONAL = [
    (PAIR, "E[X | Y]", "r s Y/t", "r t Y/s"),
    (PAIR, "E[Y | X]", "r t X/s", "r s X/t"),
    (PAIR, "Var(X | Y)", "s^2 (1 - r^2)", "s^2 (1 - r)"),
    (PAIR, "E[exp(X) | Y]", "exp(r s Y/t + s^2 (1 - r^2)/2)", "exp(r s Y/t + s^2 (1 - r)/2)"),
    ("p : in (0, 1); v > 0; c : random integer, bernoulli(p); t : random scalar; t | c : normal, mean c, variance v",
     "E[exp(t) | c]", "exp(c + v/2)", "exp(c + v)"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "left", "right", "wrong"), CONDITIONAL)
def test_conditional(given: str, left: str, right: str, wrong: str) -> None:
    verdicts = [Given(given).prove(f"{left} = {side}").verdict for side in (right, wrong)]
    assert verdicts in (["proved", "refuted"], ["checked", "refuted"])


def test_an_unknown_conditional_law_is_not_taken_from_single_outcomes() -> None:
    given = "p : in (0, 1); c : random integer, bernoulli(p); t : random scalar; t | c : normal, mean c, variance 1"
    assert Given(given).prove("E[c | t] = c").verdict in ("undecided", "refuted")


def test_a_form_that_may_vanish_has_no_sign() -> None:
    given = "a : real; X : random scalar, normal, mean 0, variance 1"
    assert Given(given).prove("P(a X < 0) = 1/2").verdict != "proved"


def test_a_right_side_that_has_no_value_at_a_zero_vector_asks_for_another() -> None:
    found = Given(VECTOR).prove("E[max(0, u·x)] = u·m Φ(u·m/sqrt(u^T S u)) + sqrt(u^T S u) φ(u·m/sqrt(u^T S u))")
    assert found.verdict == "refuted" and found.missing == ["u : nonzero"]
