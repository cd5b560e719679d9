"""Sameness of formulas: bound names do not matter, everything else does."""

from __future__ import annotations

import pytest

from symbolic import api
from symbolic.article.same import same_meaning, same_text
from symbolic.notation.tree import Chain

GIVEN = """\
q, k : random vector(d), iid, mean 0, variance 1
q, k : independent
z : vector(n)
p = softmax(z)
i, j, m : index(n)"""


def chain(text: str) -> Chain:
    return api.given(GIVEN).read_claim(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "E[q·k] = ∑_i E[q_i] E[k_i] = 0",
            r"\mathbb{E}\left[q\cdot k\right]=\sum_{m} \mathbb{E}[q_m]\,\mathbb{E}[k_m]=0.",
        ),
        ("Var(q·k/√d) = 1", r"\operatorname{Var}\!\left(\frac{q\cdot k}{\sqrt{d}}\right) = 1"),
        ("∑_i ∑_j z_i z_j = 0", "∑_j ∑_i z_j z_i = 0"),
    ],
)
def test_typography_and_bound_names_do_not_matter(one: str, other: str) -> None:
    assert same_text(chain(one), chain(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("∑_i ∑_j z_i z_j = 0", "∑_i ∑_j z_i z_i = 0"),
        ("p_i = 1", "p_j = 1"),
        ("E[q·k] = ∑_i E[q_i] E[k_i]", "E[q·k] = ∑_i E[k_i] E[k_i]"),
        ("Var(q·k) = d", "Var(q·k) = d^2"),
        ("d/d = 1", "1 = 1"),
    ],
)
def test_what_is_another_tree_is_not_the_same_text(one: str, other: str) -> None:
    assert not same_text(chain(one), chain(other))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("E[q·k] = ∑_i E[q_i] E[k_i] = 0", "E[q·k] = ∑_i E[k_i] E[q_i] = 0", True),
        ("E[q·k] = ∑_i E[q_i] E[k_i] = 0", "E[q·k] = ∑_i E[k_i] E[k_i] = 0", False),
        ("E[q·k] = ∑_i E[q_i] E[k_i] = 0", "E[q·k] = 0", False),
        ("E[q·k] = ∑_i E[q_i] E[k_i] = 0", "E[q·k] ≤ ∑_i E[q_i] E[k_i] = 0", False),
        ("Var(q·k) = d", "Var(q^⊤k) = d", True),
        ("Var(q·k) = d", "Var(q·k) = Var(q·k)", False),
        ("p_i (δ_ij - p_j) = 0", "p_j (δ_ij - p_i) = 0", True),
        ("p_i (δ_ij - p_j) = 0", "p_i (δ_ij - p_i) = 0", False),
    ],
)
def test_meaning_is_compared_member_by_member_without_the_laws(one: str, other: str, same: bool) -> None:
    assert same_meaning(chain(one), chain(other), api.given(GIVEN).table) is same
