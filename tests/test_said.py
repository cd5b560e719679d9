"""A claim with conditions beside it is judged where they hold; any other remark leaves it undecided, and is named."""

from __future__ import annotations

import pytest

from symbolic.api import Given

GIVEN = """
i, j : index(n)
x : vector(n)
r, a, b : real
A : matrix(n, n)
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\delta_{ij} = 0, \quad i \ne j", "proved"),
        (r"\delta_{ij} = 1, \quad i \ne j", "refuted"),
        ("a = b, if b = a", "proved"),
        (r"x_i x_i = x_i^2, \quad i = 1, \ldots, n", "proved"),
        ("(a + 1)^2 = a^2 + 1, for all a", "refuted"),
        (r"(a + 1)^2 = a^2 + 2a + 1 \quad \text{for all } a", "proved"),
    ],
)
def test_a_claim_is_judged_where_its_conditions_hold(claim: str, verdict: str) -> None:
    found = Given(GIVEN).prove(claim)
    assert found.verdict == verdict, found
    assert found.read_as


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (r"x_i = x_i, \quad i = 1, \ldots, n - 1", "no given can state it"),
        (r"a = a \text{ subject to } b = 1", "no given can state it"),
        (r"a = b \iff b = a", "follow from one another"),
        (r"f : \mathbb{R} \to \mathbb{R}", "colon"),
        (r"\exists a : a = b", "quantifier"),
        ("a = a, if 1 = 2", "does not join the given"),
        (r"A \succeq 0", None),
        (r"a \overset{d}{\to} b", None),
        (r"\sup_a a = 1", None),
        ("x_{1:2} = x_{1:2}", None),
        (r"a \in \{b \mid b > 0\}", None),
        (r"\left. a^2 \right|_{a=1} = 1", None),
    ],
)
def test_what_is_only_read_is_undecided(claim: str, reason: str | None) -> None:
    found = Given(GIVEN + "f : function").prove(claim)
    assert found.verdict == "undecided", found
    assert reason is None or reason in (found.note or "")


@pytest.mark.parametrize("claim", ["p(a | b) = p(b | a)", r"P(E \cap F) = P(E)", "p(a) = a", "P(E) = 1"])
def test_densities_events_and_sets_are_not_judged(claim: str) -> None:
    assert Given(GIVEN + "p : density\nE, F : event\nS : set").prove(claim).verdict == "undecided"
