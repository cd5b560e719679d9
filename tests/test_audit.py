"""The sentence that saves a refuted claim is one with which it holds, and is found where one is left out."""

from __future__ import annotations

import pytest

from symbolic.api import Given
from symbolic.audit import MOST, saving_sentence
from symbolic.candidates import candidates
from symbolic.given.read import read_given, read_more
from symbolic.notation import read

#: (given, claim, what is missing)
LACKING = [
    ("u : random scalar, variance 4", "E[u^2] = 4", "u : mean 0"),
    ("u : random scalar, mean 0", "E[u^2] = s^2", "u : variance s^2"),
    ("a, b : random vector(m), iid, variance 1; a, b : independent", "Var(a·b) = m", "a, b : mean 0"),
    ("u : random scalar, mean 0, variance 1", "E[u^5] = 0", "u : symmetric law"),
    ("f, g, h : random scalar", "E[f g h] = E[f]E[g]E[h]", "f, g, h : independent"),
    ("M : matrix(m, m); v, w : vector(m)", "(M v)·(M w) = v·w", "M : orthogonal"),
    ("w : vector(m); c : real", "sum_i c w_i = c", "w : sums to 1"),
    ("r, s : index(m)", "δ_rs = 0", "r != s"),
    ("a, b : real", "√(a^2 b^2) = a √(b^2)", "a : nonnegative"),
]


@pytest.mark.parametrize(("text", "claim", "missing"), LACKING, ids=[claim for _, claim, _ in LACKING])
def test_the_sentence_left_out_is_found(text: str, claim: str, missing: str) -> None:
    text = f"s > 0; {text}" if "s^2" in claim else text
    verdict = Given(text).prove(claim)
    assert (verdict.verdict, verdict.missing) == ("refuted", [missing])
    assert Given(f"{text}; {missing}").prove(claim).verdict == "proved"


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("a, b : random vector(m), iid, mean 0, variance 1", "Var(a·b) = m + 1/3"),
        ("A, B : matrix(m, m)", "A B = B A"),
        ("u : real", "(u + 1)^2 = u^2 + 1"),
    ],
)
def test_what_no_sentence_saves_is_offered_none(text: str, claim: str) -> None:
    assert Given(text).prove(claim).missing == []


def test_a_sentence_with_which_the_rules_prove_it_comes_before_those_that_numbers_confirm() -> None:
    table = read_given("x, y, z : real")
    sentences = ["x > 0", "y > 0", "z > 0"]
    proved = read_more(table, "z > 0").sentences
    assert saving_sentence(sentences, table, lambda trial, most=None: True, lambda t: t.sentences == proved) == "z > 0"
    assert saving_sentence(sentences, table, lambda trial, most=None: True, lambda t: None) == "x > 0"
    assert saving_sentence(sentences, table, lambda trial, most=None: True, lambda t: False) is None


def test_what_contradicts_the_given_is_not_tried() -> None:
    table = read_given("x : random scalar, variance 2")
    assert saving_sentence(["x : variance 1"], table, lambda trial, most=None: True, lambda t: True) is None


def test_the_search_ends() -> None:
    """However many sentences there are, no more are tried than can be afforded."""
    tried = []

    def holds(trial: object, most: int | None = None) -> bool:
        tried.append(trial)
        return False

    sentences = (f"a_{k} > 0" for k in range(1000))
    assert saving_sentence(sentences, read_given(""), holds, lambda t: True, 10**9) is None
    assert len(tried) == MOST


def test_a_candidate_is_a_sentence_of_the_given() -> None:
    table = read_given(
        "x, y : random vector(n), mean mu; W : random matrix(n, n); A : matrix(n, n); v : vector(n); c : real; "
        "i, j : index(n); F : family(m) of random vector(n)"
    )
    found = list(candidates(read("E[x_i y_j F_11 tr(W A)] = c v_i", table), table))
    assert len(found) > MOST / 2
    for sentence in found:
        assert len(read_more(table, sentence).sentences) == len(table.sentences) + 1, sentence
