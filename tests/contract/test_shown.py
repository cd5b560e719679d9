"""What the main job must show: the article's formulas, true and false, as LaTeX and as plain text."""

from __future__ import annotations

import itertools
import subprocess
import sys
from fractions import Fraction

import pytest

from symbolic.api import Unread
from symbolic.notation.tree import Operator, walk
from tests.contract.verdicts import APART, IID, QK, SHOWN, SOFTMAX, because, given, prove

TRUE = {
    "mean": (
        "𝔼[q·k] = ∑_i 𝔼[q_i]𝔼[k_i] = 0",
        r"\mathbb{E}[q\cdot k]=\sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i]=0",
    ),
    "variance": (
        "Var(q·k) = ∑_i Var(q_ik_i) = ∑_i 1 = d_k",
        r"\operatorname{Var}(q\cdot k)=\sum_i\operatorname{Var}(q_ik_i)=\sum_i 1=d_k",
    ),
    "jacobian": (
        "∂softmax_i/∂z_j = p_i(δ_ij − p_j)",
        r"\frac{\partial\,\mathrm{softmax}_i}{\partial z_j}=p_i(\delta_{ij}-p_j)",
    ),
    "jacobian, symmetric": ("p_i(δ_ij − p_j) = p_j(δ_ij − p_i)", r"p_i(\delta_{ij}-p_j)=p_j(\delta_{ij}-p_i)"),
    "normalized": (
        "Var(q·k/√d_k) = d_k/d_k = 1",
        r"\operatorname{Var}\left(\frac{q\cdot k}{\sqrt{d_k}}\right)=\frac{d_k}{d_k}=1",
    ),
    "second moment": ("𝔼[(q·k)^2] = d_k", r"\mathbb{E}\left[(q\cdot k)^2\right]=d_k"),
}

#: name: plain text, LaTeX, the right value of the left side (None: several laws, several values)
FALSE = {
    "garbled": (
        "Var( q·k√d_k ) = d_kd_k = 1",
        r"\operatorname{Var}(q\cdot k\sqrt{d_k})=d_kd_k=1",
        "d_k^2",
    ),
    "square": ("Var(q·k) = d_k^2", r"\operatorname{Var}(q\cdot k)=d_k^2", "d_k"),
    "δ dropped": (
        "∂softmax_i/∂z_j = p_i(1 − p_j)",
        r"\frac{\partial\,\mathrm{softmax}_i}{\partial z_j}=p_i(1-p_j)",
        "p_i(δ_ij - p_j)",
    ),
    "normal law only": ("Var(‖q‖²) = 2d_k", r"\operatorname{Var}\left(\|q\|^2\right)=2d_k", None),
}

TRUE_ROWS = [
    pytest.param(claim, id=f"{name}, {how}")
    for name, pair in TRUE.items()
    for claim, how in zip(pair, ("plain", "LaTeX"), strict=True)
]
FALSE_ROWS = [
    pytest.param(claim, right, id=f"{name}, {how}")
    for name, (plain, latex, right) in FALSE.items()
    for claim, how in ((plain, "plain"), (latex, "LaTeX"))
]
VARIANCE = pytest.mark.parametrize(
    "claim", ["Var(q·k) = d_k", r"\operatorname{Var}(q\cdot k)=d_k"], ids=["plain", "LaTeX"]
)


@pytest.mark.parametrize("claim", TRUE_ROWS)
def test_a_true_row_is_proved_each_link_with_its_reason(claim: str) -> None:
    verdict = prove(SHOWN, claim)
    assert verdict.verdict == "proved", because(verdict)
    assert len(verdict.links) == len(given(SHOWN).read_claim(claim).links)
    for link in verdict.links:
        assert link.verdict == "proved"
        assert link.reason and all(reason.rule and reason.text for reason in link.reason), link
        assert link.evidence is not None and link.evidence.kind
    assert verdict.counterexample is None and verdict.error is None and verdict.disagreement is None
    assert verdict.missing == []


def test_what_was_used_are_sentences_of_the_given() -> None:
    uses = prove(SHOWN, "Var(q·k) = d_k").uses
    assert set(uses) == {IID, APART}
    assert IID not in prove(SHOWN, "p_i(δ_ij − p_j) = p_j(δ_ij − p_i)").uses


@pytest.mark.parametrize(("claim", "right"), FALSE_ROWS)
def test_a_false_row_is_refuted_by_a_counterexample_at_stated_sizes(claim: str, right: str | None) -> None:
    verdict = prove(SHOWN, claim)
    assert verdict.verdict == "refuted", because(verdict)
    shown = verdict.counterexample
    assert shown is not None
    assert shown.left != shown.right
    assert shown.sizes and all(isinstance(size, int) and size >= 1 for size in shown.sizes.values())
    if "softmax" in claim:
        assert set(shown.sizes) == {"n"} and "z" in shown.values
    else:
        assert set(shown.sizes) == {"d_k"}
    refuted = next(link for link in verdict.links if link.verdict == "refuted")
    if "q" in refuted.left + refuted.right:
        assert shown.law and "q" in shown.law


@pytest.mark.parametrize(("claim", "right"), FALSE_ROWS)
def test_a_counterexample_is_a_line_of_numpy_that_runs(claim: str, right: str | None) -> None:
    shown = prove(SHOWN, claim).counterexample
    assert shown is not None and shown.numpy and "\n" not in shown.numpy
    run = subprocess.run([sys.executable, "-c", shown.numpy], capture_output=True, text=True, check=True)
    assert not run.stderr
    left, right_side = (float(Fraction(word)) for word in run.stdout.split())
    assert left == pytest.approx(float(Fraction(str(shown.left)))) and right_side == pytest.approx(
        float(Fraction(str(shown.right)))
    )
    assert abs(left - right_side) > 1e-6


@pytest.mark.parametrize(("claim", "right"), [row for row in FALSE_ROWS if row.values[1]])
def test_the_right_value_is_shown_read_back_and_proved(claim: str, right: str) -> None:
    correct = prove(SHOWN, claim).correct
    assert correct is not None
    for form in (correct.plain, correct.latex):
        tree = given(SHOWN).read(form)
        assert not any(isinstance(node, Operator) for node in walk(tree)), form
        check = prove(SHOWN, f"{right} = {form}")
        assert check.verdict == "proved", because(check)
        assert prove(SHOWN, f"{claim.split('=')[0]} = {form}").verdict == "proved"


def test_a_claim_that_one_law_carries_names_a_law_that_breaks_it() -> None:
    verdict = prove(SHOWN, "Var(‖q‖²) = 2d_k")
    assert verdict.counterexample is not None and verdict.counterexample.law
    normal = f"{SHOWN}; q : normal"
    assert prove(normal, "Var(‖q‖²) = 2d_k").verdict == "proved"
    assert verdict.missing, because(verdict)
    assert prove(f"{SHOWN}; {verdict.missing[0]}", "Var(‖q‖²) = 2d_k").verdict == "proved", verdict.missing


@VARIANCE
def test_without_iid_components_may_be_dependent(claim: str) -> None:
    lacking = SHOWN.replace(" iid,", "")
    verdict = prove(lacking, claim)
    assert verdict.verdict == "refuted", because(verdict)
    shown = verdict.counterexample
    assert shown is not None and shown.law
    assert any(how in shown.law for how in ("component", "equal", "depend", "shared", "sign")), shown.law
    assert verdict.missing, "the sentence that would save it"
    saved = prove(f"{lacking}; {verdict.missing[0]}", claim)
    assert saved.verdict == "proved", verdict.missing


@VARIANCE
def test_without_independence_the_saving_sentence_comes_first(claim: str) -> None:
    lacking = f"{IID}; {SOFTMAX}"
    verdict = prove(lacking, claim)
    assert verdict.verdict == "refuted", because(verdict)
    assert verdict.missing and verdict.missing[0] == "q, k : independent", verdict.missing
    assert verdict.counterexample is not None and verdict.counterexample.law
    assert prove(f"{lacking}; {verdict.missing[0]}", claim).verdict == "proved"


@pytest.mark.parametrize(
    ("claim", "column", "says"),
    [
        ("Var(q·k", 8, ")"),
        (r"\operatorname{Var}(q\cdot k", 28, ")"),
        ("Var(q··k)=1", 7, ""),
        (r"\operatorname{Var}(q\cdot\cdot k)=1", 26, ""),
        ("x_i = 3", 1, "x"),
        ("Var(q·k) = x", 12, "x"),
        ("Var(q·k) = d_k)", 15, ""),
        ("Var(q·k) = ", None, ""),
        ("= d_k", 1, ""),
        ("Var(q·k)", None, "="),
        ("", None, ""),
        ("   ", None, ""),
        ("Var(q·k) = \x0crac{1}{2}", None, ""),
    ],
)
def test_what_cannot_be_read_is_unread_with_a_caret_and_what_to_write(
    claim: str, column: int | None, says: str
) -> None:
    verdict = prove(SHOWN, claim)
    assert verdict.verdict == "unread", because(verdict)
    error = verdict.error
    assert error is not None and error.where == "claim"
    assert error.message and says in error.message
    assert error.line == 1 and error.column is not None and 1 <= error.column <= len(claim) + 1
    if column is not None:
        assert error.column == column
    assert verdict.correct is None and verdict.counterexample is None


def test_an_undeclared_name_is_told_how_to_declare_it() -> None:
    error = prove(SHOWN, "x_i = 3").error
    assert error is not None and "declare" in error.message and "x :" in error.message


def test_the_column_counts_from_the_line_it_names() -> None:
    error = prove(SHOWN, "Var(q·k)\n = y").error
    assert error is not None and (error.line, error.column) == (2, 4)


def test_a_malformed_given_raises_with_its_place() -> None:
    with pytest.raises(Unread) as caught:
        given("x : real\ny : vektor(3)")
    assert (caught.value.failure.where, caught.value.failure.line) == ("given", 2)
    assert caught.value.failure.column == 5


TIED = "n : dimension; z : vector(n); c > 0; p = softmax(c z); H = -sum_i p_i log(p_i)"
DERIVED = [
    (QK, "E[q·k]", "0"),
    (QK, "Var(q·k)", "d_k"),
    (f"{QK}; c : real", "E[c (q·k)]", "0"),
    (f"{QK}; c : real", "Var(c (q·k))", "c^2 d_k"),
    (QK, "Var(q·k/√d_k)", "1"),
    (SOFTMAX, "∂softmax_i/∂z_j", "p_i(δ_ij - p_j)"),
    (SOFTMAX, "∂p_i/∂z_j", "p_i(δ_ij - p_j)"),
    ("p : vector(n), one-hot; i, j : index(n)", "p_i(δ_ij - p_j)", "0"),
    ("z : vector(n), unique maximum at 1; c > 0; i : index(n)", "lim_{c→∞} softmax(c z)_i", "δ_{i1}"),
    (TIED, "dH/dc", "-c(∑_i p_i z_i^2 - (∑_i p_i z_i)^2)"),
    (QK, "√128/√8", "4"),
]


@pytest.mark.parametrize(("text", "expression", "expected"), DERIVED, ids=[row[1] for row in DERIVED])
def test_derive_reaches_the_closed_form_by_named_steps(text: str, expression: str, expected: str) -> None:
    derived = given(text).derive(expression)
    result = given(text).plain(derived.result)
    assert not any(isinstance(node, Operator) for node in walk(derived.result)), result
    check = prove(text, f"{result} = {expected}")
    assert check.verdict == "proved", (result, because(check))
    assert derived.steps
    assert prove(text, f"{expression} = {result}").verdict == "proved"
    for written in (derived.latex(), derived.unicode(), derived.plain()):
        assert prove(text, written).verdict == "proved", written


def test_steps_join_up_and_name_the_sentence_they_used() -> None:
    steps = given(QK).derive("Var(q·k/√d_k)").steps
    for first, second in itertools.pairwise(steps):
        assert first.after == second.before
    assert {sentence for step in steps for sentence in step.uses} == {IID, APART}


def test_each_step_of_a_derivation_is_itself_proved() -> None:
    derived = given(QK).derive("Var(q·k/√d_k)")
    chain = [given(QK).plain(tree) for tree in (derived.expression, *(step.after for step in derived.steps))]
    verdict = prove(QK, " = ".join(chain))
    assert verdict.verdict == "proved", because(verdict)
    assert len(verdict.links) == len(derived.steps)


def test_at_a_tie_the_limit_is_shared() -> None:
    tie = "z : vector(2); z_1 = z_2; c > 0"
    assert prove("a : real; z = (a, a); c > 0", "lim_{c→∞} softmax(c z)_1 = 1/2").verdict in ("proved", "checked")
    assert prove("a : real; z = (a, a); c > 0", "lim_{c→∞} softmax(c z)_1 = 1").verdict == "refuted"
    assert prove(tie, "lim_{c→∞} softmax(c z)_1 = 1").verdict not in ("proved", "checked")


def test_one_hot_is_told_what_it_needs() -> None:
    open_given = "z : vector(n); c > 0"
    claim = "lim_{c→∞} e^{c z_1}/∑_j e^{c z_j} = 1"
    verdict = prove(open_given, claim)
    assert verdict.verdict == "refuted", because(verdict)
    assert verdict.missing and "unique maximum" in verdict.missing[0], verdict.missing
    assert prove(f"{open_given}; {verdict.missing[0]}", claim).verdict == "proved"
