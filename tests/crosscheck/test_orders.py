"""Relations in a limit: what experiments alone see, and the verdict that follows with the rules."""

from __future__ import annotations

import pytest

from symbolic.api import given
from symbolic.crosscheck.experiments import Outcome, crosscheck
from symbolic.crosscheck.links import combined

POSITIVE = "x : real, positive\nx -> 0"
SIZE = "n : dimension\nn -> ∞"
SAMPLE = SIZE + "\nx : random vector(n), iid, mean 0, variance s^2\ns : real, positive"

#: (given, claim, what experiments see, verdict)
CLAIMS = [
    ("x -> 0", r"\tanh x = x - x^3/3 + O(x^5)", "agrees", "proved"),
    ("x -> 0", r"\tanh x = x - x^3/6 + O(x^5)", "differs", "refuted"),
    ("x -> 0", "sin x = x + o(x^2)", "agrees", "proved"),
    ("x -> 0", "sin x = x + o(x^3)", "differs", "refuted"),
    ("x -> 0", "sin x ∼ x", "agrees", "proved"),
    ("x -> 0", "sin x ∼ 2x", "differs", "refuted"),
    ("x -> 0", "cos x ≈ 1 - x^2/2", "agrees", "proved"),
    ("x -> 0", "cos x ≈ 1 - x^2/3", "differs", "refuted"),
    ("x -> 1", "ln x = (x-1) - (x-1)^2/2 + O((x-1)^3)", "agrees", "proved"),
    ("x -> 1", "ln x = (x-1) + O((x-1)^3)", "differs", "refuted"),
    (POSITIVE, "x ln x = o(1)", "agrees", "proved"),
    (POSITIVE, "x ln x = O(x)", "unclear", "refuted"),
    (POSITIVE, r"\sqrt{x} = O(x)", "differs", "refuted"),
    (SIZE, r"n! ∼ \sqrt{2 π n} (n/e)^n", "agrees", "proved"),
    (SIZE, r"n! ∼ \sqrt{π n} (n/e)^n", "differs", "refuted"),
    (SIZE, r"(1+1/n)^n = e - e/(2n) + O(1/n^2)", "agrees", "proved"),
    (SIZE, r"(1+1/n)^n = e - e/n + O(1/n^2)", "differs", "refuted"),
    ("a : vector(n)\nb : vector(n)\nε -> 0", r"\|a + ε b\| ≈ \|a\| + ε a·b/\|a\|", "agrees", "proved"),
    ("a : vector(n)\nb : vector(n)\nε -> 0", r"\|a + ε b\| ≈ \|a\| + 2 ε a·b/\|a\|", "differs", "undecided"),
    ("A : matrix(n, n)\nε -> 0", "(I + ε A)^{-1} = I - ε A + O(ε^2)", "agrees", "proved"),
    ("A : matrix(n, n)\nε -> 0", "(I + ε A)^{-1} = I + ε A + O(ε^2)", "differs", "refuted"),
    ("h -> 0\nx : real\nf : function", "(f(x+h) - f(x-h))/(2h) = f'(x) + O(h^2)", "agrees", "proved"),
    ("h -> 0\nx : real\nf : function", "(f(x+h) - f(x))/h = f'(x) + O(h^2)", "differs", "refuted"),
    ("a : real\nx -> 0", "e^{a x} ≈ 1 + a x", "agrees", "proved"),
    ("a : real\nx -> 0", "e^{a x} ≈ 1 + a^2 x", "differs", "refuted"),
    (SAMPLE, r"Var(\frac1n \sum_{i=1}^n x_i) = O(1/n)", "agrees", "proved"),
    (SAMPLE, r"E[(\frac1n \sum_{i=1}^n x_i)^4] = 3 s^4/n^2 + O(1/n^3)", "agrees", "proved"),
    (SAMPLE, r"E[(\frac1n \sum_{i=1}^n x_i)^4] = s^4/n^2 + O(1/n^3)", "unclear", "refuted"),
]


@pytest.mark.parametrize(("text", "claim", "seen", "verdict"), CLAIMS)
def test_remainders_are_followed(text: str, claim: str, seen: str, verdict: str) -> None:
    known = given(text)
    chain = known.read_claim(claim)
    ((relation, right),) = chain.links
    assert crosscheck(chain.first, relation, right, known.table).status == seen
    assert known.prove(claim).verdict == verdict


def test_numbers_alone_refute_no_relation_in_a_limit() -> None:
    assert combined("unknown", Outcome("differs", limiting=True)) == ("undecided", None)
    assert combined("unknown", Outcome("differs"))[0] == "refuted"
    assert combined("equal", Outcome("differs", limiting=True))[0] == "undecided"
    assert combined("different", Outcome("differs", limiting=True))[0] == "refuted"


def test_a_harmonic_sum_is_followed_by_numbers() -> None:
    found = given(SIZE).prove(r"\sum_{k=1}^n 1/k = \ln n + γ + O(1/n)")
    assert (found.verdict, found.links[0].evidence and found.links[0].evidence.kind) == ("proved", "numeric")
    assert given(SIZE).prove(r"\sum_{k=1}^n 1/k = \ln n + O(1/n)").verdict not in ("proved", "checked")


def test_what_goes_where_has_to_be_said() -> None:
    assert given("x : real").prove("sin x ∼ x").verdict == "undecided"
