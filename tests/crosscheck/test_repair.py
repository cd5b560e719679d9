"""A slip that was planted into a true formula is found, and what is shown without it is true."""

from __future__ import annotations

from itertools import islice

import pytest

from symbolic.api import Given
from symbolic.notation import tree
from symbolic.slips import NAMES, PARTS, UNDONE, WHOLES, slips

TRUE = (
    ("q, k : random vector(d_k), iid, mean 0, variance sigma^2; q ⊥ k", r"\operatorname{Var}(q\cdot k)=d_k\sigma^4"),
    ("A : matrix(n, n); x : vector(n)", r"\frac{\partial x^\top A x}{\partial x}=(A+A^\top)x"),
    ("z : vector(n); i, j : index(n); p = softmax(z)", r"\frac{\partial p_i}{\partial z_j}=p_i(\delta_{ij}-p_j)"),
    ("a, b > 0; X : random scalar, beta(a, b)", r"\mathbb{E}[X]=\frac{a}{a+b}"),
)


@pytest.mark.parametrize(("given", "claim"), TRUE)
def test_a_planted_slip_is_found(given: str, claim: str) -> None:
    known = Given(given)
    chain = known.read_claim(claim)
    right, found, refuted = chain.links[0][1], 0, 0
    for slip in islice(slips(right, known.table), 30):
        verdict = known.judge(tree.Chain(chain.first, (("=", slip.node),)))
        if verdict.verdict != "refuted" or verdict.missing:
            continue
        refuted += 1
        if verdict.slip is not None:
            found += 1
            mended = known.read(verdict.slip.right.plain)
            again = known.judge(tree.Chain(chain.first, (("=", mended),)))
            assert again.verdict in ("proved", "checked"), (slip.name, verdict.slip)
    assert refuted >= 8 and found >= 0.9 * refuted, (refuted, found)


@pytest.mark.parametrize(
    ("given", "claim", "name", "part"),
    [
        (TRUE[0][0], r"\operatorname{Var}(q\cdot k) = d_k^2\sigma^4", "a square too many", "d_k^2"),
        (TRUE[0][0], r"\operatorname{Var}(q\cdot k) = d_k\sigma^2", "a missing square", r"\sigma"),
        (TRUE[2][0], r"\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij}+p_j)", "a sign", "p_j"),
    ],
)
def test_where_it_is(given: str, claim: str, name: str, part: str) -> None:
    slip = Given(given).prove(claim).slip
    assert slip is not None and slip.name == name and slip.span is not None
    assert claim[slice(*slip.span)] == part


def test_what_no_single_slip_explains_has_none() -> None:
    assert Given("x, y > 0").prove("x^3 y = 7 sin(x) + y^5 - 11").slip is None


def test_what_was_missing_was_not_too_much() -> None:
    known = {name for name, _ in (*PARTS, *WHOLES, *NAMES)}
    assert set(UNDONE) <= known
    for name in known:
        if name.startswith("a missing") or name.endswith("too many"):
            assert name in UNDONE
