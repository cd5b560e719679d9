"""The face in Python: a given proves and derives, from text or from expressions."""

from __future__ import annotations

import pytest

from symbolic.api import Given, Unread
from symbolic.language.build import Cov, E, Expression, Var, diff, dot, equation, names, norm, sqrt
from symbolic.notation.tree import Chain

GIVEN = Given("q, k : random vector(d), iid, mean 0, variance 1; q, k : independent; z : vector(n); i : index(n)")
Q, K, D, Z, INDEX = names("q k d z i")


@pytest.mark.parametrize(
    ("built", "text"),
    [
        (Var(dot(Q, K) / sqrt(D)), "Var(q·k/√d)"),
        (E(dot(Q, K) ** 2), "E[(q·k)^2]"),
        (Cov(Q[1], K[1]) + 2, "Cov(q_1, k_1) + 2"),
        (D - norm(Z) ** 2, "d - ‖z‖^2"),
        (diff(norm(Z) ** 2, Z[INDEX]), "∂/∂z_i ‖z‖^2"),
        (Z.T * Z / 3, "(z^⊤ z)/3"),
        (-D * 2, "-d*2"),
    ],
)
def test_what_is_built_is_what_is_read(built: Expression, text: str) -> None:
    verdict = GIVEN.prove(equation(built, GIVEN.read(text)))
    assert verdict.verdict == "proved"


def test_a_built_claim_is_judged_like_its_text() -> None:
    assert GIVEN.prove(equation(Var(dot(Q, K)), D)).verdict == GIVEN.prove("Var(q·k) = d").verdict == "proved"
    assert GIVEN.prove(equation(Var(dot(Q, K)), D**2)).verdict == "refuted"


def test_a_derivation_ends_in_its_result() -> None:
    derived = GIVEN.derive(Var(dot(Q, K)))
    assert derived.result == D.node and derived.steps[-1].after == derived.result
    assert derived.steps[0].before == derived.expression
    assert derived.latex().endswith("=d") and derived.unicode().endswith("= d")
    assert isinstance(GIVEN.read(derived.plain()), Chain)


def test_what_cannot_be_read_says_where() -> None:
    with pytest.raises(Unread) as caught:
        Given("x : real\ny : vektor")
    assert (caught.value.failure.where, caught.value.failure.line) == ("given", 2)
    with pytest.raises(Unread) as caught:
        GIVEN.derive("Var(q·k")
    assert caught.value.failure.where == "claim"
    assert GIVEN.prove("q·k").verdict == "unread"
