"""Two witnesses, one verdict; planted errors in either are caught by the other."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from symbolic.crosscheck import calls, evaluate, statistics
from symbolic.crosscheck.judge import judge
from symbolic.crosscheck.links import Silent
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value
from symbolic.decide import SymbolicOutcome, decide
from symbolic.given import read_given
from symbolic.language.symbols import Table
from symbolic.notation import read, tree
from symbolic.verdict import Verdict

ATTENTION = "q, k : random vector(d_k), iid, mean 0, variance 1; q, k : independent"
SOFTMAX = "z : vector(n); p = softmax(z); i, j : index(n)"


def says(status: str) -> Callable[..., SymbolicOutcome]:
    """Rules that answer the same to everything."""
    return lambda left, relation, right, table: SymbolicOutcome(status)


def verdict(given: str, claim: str, rules: Any = decide) -> Verdict:
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, tree.Chain)
    return judge(chain, table, rules)


@pytest.mark.parametrize(
    ("rules", "claim", "expected"),
    [
        ("equal", "Var(q·k) = d_k", "proved"),
        ("unknown", "Var(q·k) = d_k", "checked"),
        ("unknown", "Var(q·k) = d_k^2", "refuted"),
        ("equal", "Var(q·k) = d_k^2", "undecided"),
        ("different", "Var(q·k) = d_k", "undecided"),
    ],
)
def test_the_table_of_two_witnesses(rules: str, claim: str, expected: str) -> None:
    found = verdict(ATTENTION, claim, says(rules))
    assert found.verdict == expected
    assert (found.disagreement is not None) == (expected == "undecided")


def test_rules_alone_are_checked_and_nothing_is_undecided() -> None:
    given, claim = "x : vector(n)", r"\lim_{n\to\infty} \frac{1}{n}\sum_i x_i = 0"
    assert verdict(given, claim, says("equal")).verdict == "checked"
    evidence = verdict(given, claim, says("equal")).links[0].evidence
    assert evidence is not None and evidence.kind == "rules only"
    found = verdict(given, claim, says("unknown"))
    assert found.verdict == "undecided" and found.note is not None and "a limit in the size n" in found.note


def test_rules_that_break_down_leave_the_experiments_their_say() -> None:
    def broken(left: tree.Node, relation: str, right: tree.Node, table: Table) -> Silent:
        raise KeyError("a bug")

    assert verdict(ATTENTION, "Var(q·k) = d_k^2", broken).verdict == "refuted"
    assert verdict(ATTENTION, "Var(q·k) = d_k", broken).verdict == "checked"


def test_a_chain_is_as_bad_as_its_worst_link() -> None:
    found = verdict(ATTENTION, r"Var(q·k\sqrt{d_k}) = d_k d_k = 1")
    assert found.verdict == "refuted" and [link.verdict for link in found.links] == ["proved", "refuted"]


@pytest.mark.parametrize(
    ("given", "claim", "sentence"),
    [
        (
            "q, k : random vector(d_k), mean 0, variance 1; q, k : independent",
            "Var(q·k) = d_k",
            "q : independent components",
        ),
        ("q, k : random vector(d_k), iid, mean 0, variance 1", "Var(q·k) = d_k", "q, k : independent"),
        ("z : vector(n)", r"\lim_{c\to\infty} \frac{e^{c z_1}}{\sum_j e^{c z_j}} = 1", "z : unique maximum at 1"),
        ("A : matrix(n, n); x : vector(n)", r"\nabla_x x^\top A x = 2Ax", "A : symmetric"),
        ("x : random scalar, mean mu, variance v", r"E[(x-\mu)^3] = 0", "x : symmetric law"),
        ("x : real", r"\sqrt{x^2} = x", "x : nonnegative"),
    ],
)
def test_the_sentence_that_would_save_it(given: str, claim: str, sentence: str) -> None:
    found = verdict(given, claim)
    assert found.verdict == "refuted" and found.missing == [sentence]


def test_no_sentence_saves_what_is_plainly_false() -> None:
    assert verdict(ATTENTION, "Var(q·k) = d_k + 1").missing == []


@pytest.mark.parametrize(
    ("given", "claim", "layout"),
    [
        ("x, a : vector(n)", r"\frac{\partial x^\top a}{\partial x} = a", None),
        ("x, a : vector(n)", r"\frac{\partial x^\top a}{\partial x} = a^\top", "numerator layout"),
        ("A : matrix(m, n); x : vector(n)", r"\frac{\partial Ax}{\partial x} = A", None),
        ("A : matrix(m, n); x : vector(n)", r"\frac{\partial Ax}{\partial x} = A^\top", "denominator layout"),
        ("A : matrix(m, n); x : vector(n); layout: gradient", r"\frac{\partial Ax}{\partial x} = A^\top", None),
    ],
)
def test_other_layouts_are_noted(given: str, claim: str, layout: str | None) -> None:
    found = verdict(given, claim)
    assert found.verdict in ("proved", "checked") and found.layout == layout


PLANTS: list[tuple[str, str, str, Any, Any]] = [
    ("softmax without its sum", SOFTMAX, "∂softmax_i/∂z_j = p_i(δ_ij - p_j)", (calls.SPECIAL, "softmax"),
     lambda values: values[0].with_data(np.exp(values[0].data))),
    ("a root that is none", ATTENTION, r"\sqrt{Var(q·k)}\sqrt{d_k} = d_k", (evaluate.HANDLERS, tree.Root),
     lambda node, scope: evaluate.evaluate(node.radicand, scope)),
    ("a variance that is not centred", "X : random scalar, mean 2, variance 1", "Var(X) = 1",
     (statistics.OPERATORS, "Var"), lambda node, scope: _square(node, scope)),
]  # fmt: skip


def _square(node: Any, scope: Scope) -> Value:
    return statistics.OPERATORS["E"](tree.Operator("E", (tree.Power(node.arguments[0], tree.Number("2")),)), scope)


@pytest.mark.parametrize(("name", "given", "claim", "place", "wrong"), PLANTS, ids=[plant[0] for plant in PLANTS])
def test_an_error_planted_in_an_experiment_is_a_disagreement(
    name: str, given: str, claim: str, place: Any, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdict(given, claim).verdict == "proved"
    table, key = place
    monkeypatch.setitem(table, key, wrong)
    found = verdict(given, claim)
    assert found.verdict == "undecided" and found.disagreement is not None


def test_an_undefined_side_is_no_disagreement_of_the_witnesses() -> None:
    found = verdict("x : real", r"e^{\ln x} = x")
    assert found.verdict == "refuted" and found.disagreement is None
    assert found.note and "undefined at x" in found.note
    assert verdict("x : positive", r"e^{\ln x} = x").verdict == "proved"


@pytest.mark.parametrize(
    ("given", "claim", "where"),
    [
        ("X : random scalar, mean m, variance s^2; s : positive", "E[X^2] = s^2 + m", "m = 1"),
        ("X : random scalar, gamma(a, b); a, b, t : positive", "f_X(t) = a^a t^{a-1} e^{-b t}/Gamma(a)", "a = b"),
        ("x, y : real", "x^2 + 2 y^2 = 2 x + y", "x = 1 and y = 1"),
        ("T : dimension; t : index(T); r : in (0, 1); v_t = r v_{t-1} + 1 - r, v_0 = 0", "v_t = 1 - r^2", "t = 2"),
        ("x : vector(n)", "sum_i x_i = n x_1", "n = 1"),
    ],
)  # fmt: skip
def test_where_a_false_claim_holds_is_said(given: str, claim: str, where: str) -> None:
    found = verdict(given, claim)
    assert found.verdict == "refuted" and found.note is not None
    assert f"holds only at {where}" in found.note


def test_what_holds_nowhere_has_no_such_note() -> None:
    found = verdict("x : real", "tanh(x)^2 = 1 + x^2")
    assert found.verdict == "refuted" and found.note is None
