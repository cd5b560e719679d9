"""Silent errors of SymPy 1.14 and of answer checkers: the right value is proved, the wrong one refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.cli import main
from tests.contract.verdicts import because, prove

Z = "z : vector(n); p = softmax(z); i, j : index(n)"
E = "E : matrix(n, n)"
CX = "c, x : vector(n); i : index(n)"
NORMALS = (
    "X_1, X_2 : random scalar, normal, mean 0; X_1, X_2 : independent; X_1 : variance s_1^2; X_2 : variance s_2^2; "
    "s_1, s_2 : positive"
)
DELTA = "x : vector(n); i : index(n)"
SIGMA = "sigma : positive; d : dimension"
QK = "q, k : vector(d)"

#: what goes wrong elsewhere: (given, right claim, wrong claim)
SYMPY = {
    "softmax of a MatrixSymbol drops −ppᵀ": (
        Z,
        r"\frac{\partial p}{\partial z}=\operatorname{diag}(p)-pp^\top",
        r"\frac{\partial p}{\partial z}=\operatorname{diag}(p)",
    ),
    "log(1ᵀexp(z)) has the gradient 0": (
        Z,
        r"\nabla_z\log\left(\mathbf{1}^\top e^{z}\right)=p",
        r"\nabla_z\log\left(\mathbf{1}^\top e^{z}\right)=0",
    ),
    "tr(EᵀE) − 3 has the gradient 0": (
        E,
        r"\frac{\partial}{\partial E}\left(\operatorname{tr}(E^\top E)-3\right)=2E",
        r"\frac{\partial}{\partial E}\left(\operatorname{tr}(E^\top E)-3\right)=0",
    ),
    "a sum's own index captured by the variable": (
        CX,
        r"\frac{\partial}{\partial x_i}\sum_{i=1}^n c_ix_i=c_i",
        r"\frac{\partial}{\partial x_i}\sum_{i=1}^n c_ix_i=\sum_{i=1}^n c_i",
    ),
    "a sum of n random terms is n times one": (
        "x : random vector(d), iid, variance sigma^2; sigma : positive",
        r"\operatorname{Var}\left(\sum_{i=1}^d x_i\right)=d\sigma^2",
        r"\operatorname{Var}\left(\sum_{i=1}^d x_i\right)=d^2\sigma^2",
    ),
    "one variable summed n times": (
        "N : random scalar, variance 1; d : dimension",
        r"\operatorname{Var}\left(\sum_{i=1}^d N\right)=d^2",
        r"\operatorname{Var}\left(\sum_{i=1}^d N\right)=d",
    ),
    "the Jacobian as exponentials": (
        Z,
        r"\frac{\partial}{\partial z_j}\frac{e^{z_i}}{\sum_m e^{z_m}}=\frac{e^{z_i}}{\sum_m e^{z_m}}(\delta_{ij}-p_j)",
        r"\frac{\partial}{\partial z_j}\frac{e^{z_i}}{\sum_m e^{z_m}}=\frac{e^{z_i}}{\sum_m e^{z_m}}(1-p_j)",
    ),
    "a symmetric Jacobian called unsymmetric": (
        Z,
        r"p_j(\delta_{ij}-p_i)=p_i(\delta_{ij}-p_j)",
        r"p_j(\delta_{ij}-p_i)=p_i(\delta_{ij}+p_j)",
    ),
    "covariances of two normals": (
        NORMALS,
        r"\operatorname{Var}(X_1+X_2)=s_1^2+s_2^2",
        r"\operatorname{Var}(X_1+X_2)=(s_1+s_2)^2",
    ),
    "covariance with a sum": (
        NORMALS,
        r"\operatorname{Cov}(X_1,X_1+X_2)=s_1^2",
        r"\operatorname{Cov}(X_1,X_1+X_2)=s_1^2+s_1s_2",
    ),
    "a constant among the terms": (
        "a, r : random scalar; a, r : independent; r : mean 1, variance 1",
        r"\operatorname{Var}(a+r)=\operatorname{Var}(a)+1",
        r"\operatorname{Var}(a+r)=\operatorname{Var}(a)+2",
    ),
    "δ collapses its sum": (DELTA, r"\sum_{j=1}^n\delta_{ij}x_j=x_i", r"\sum_{j=1}^n\delta_{ij}x_j=\sum_j x_j"),
    "a double sum of δ": (
        "n : dimension",
        r"\sum_{i=1}^n\sum_{j=1}^n\delta_{ij}=n",
        r"\sum_{i=1}^n\sum_{j=1}^n\delta_{ij}=n^2",
    ),
}

CHECKERS = {
    "a trailing letter taken for a unit": (SIGMA, r"\sigma^2d=d\sigma^2", r"\sigma^2=\sigma^2d"),
    "transposes ignored": (QK, r"(qk^\top)^\top=kq^\top", r"qk^\top=q^\top k"),
    "a transpose of a matrix ignored": ("A : matrix(n, n)", r"(A^\top)^\top=A", r"A^\top=A"),
    "case ignored": ("x, X : real", "X + x = x + X", "X = x"),
    "log to the base 10": ("x : positive", r"\log(e x)=1+\log x", r"\log(10x)=1+\log x"),
    "log and ln apart": ("x : positive", r"\log x=\ln x", r"\log x=2\ln x"),
    "true renamings rejected": (
        "a, b : vector(n)",
        r"\left(\sum_i a_i\right)\left(\sum_i b_i\right)=\sum_{i,j}a_jb_i",
        r"\left(\sum_i a_i\right)\left(\sum_i b_i\right)=\sum_{i}a_ib_i",
    ),
    "p_i(1 − p_i) taken for a call": (
        "p : vector(n); i : index(n)",
        "p_i(1-p_i) = p_i - p_i^2",
        "p_i(1-p_i) = p_i - 1",
    ),
    "an equation evaluated to False": (
        "q, k : random vector(d), iid, mean 0, variance 1; q, k : independent",
        r"\operatorname{Var}(q\cdot k/\sqrt{d})=1",
        r"\operatorname{Var}(q\cdot k/\sqrt{d})=0",
    ),
    "matrix products taken to commute": (
        "A, B : matrix(n, n)",
        r"\operatorname{tr}(AB)=\operatorname{tr}(BA)",
        "AB = BA",
    ),
}

BOTH = SYMPY | CHECKERS
ROWS = pytest.mark.parametrize(("text", "right", "wrong"), BOTH.values(), ids=BOTH)


@ROWS
def test_the_right_value_is_proved(text: str, right: str, wrong: str) -> None:
    verdict = prove(text, right)
    assert verdict.verdict == "proved", because(verdict)


@ROWS
def test_the_wrong_value_is_refuted(text: str, right: str, wrong: str) -> None:
    verdict = prove(text, wrong)
    assert verdict.verdict == "refuted", because(verdict)


def test_shapes_that_cannot_fit_refute_at_a_stated_size_with_the_shapes() -> None:
    verdict = prove(QK, r"qk^\top=q^\top k")
    assert verdict.counterexample is not None
    assert set(verdict.counterexample.sizes) == {"d"} and verdict.counterexample.sizes["d"] > 1


def test_time_spent_is_not_a_refutation(capsys: pytest.CaptureFixture[str]) -> None:
    """A guard that ends a claim answers undecided, never wrong."""
    given = "q, k : random vector(d), iid, mean 0, variance 1; q, k : independent"
    claim = "Var((q·k)^9) = d^9"
    assert main(["prove", claim, "-g", given, "--seconds", "0.001"]) == 3
    assert "undecided" in capsys.readouterr().out


FRONT = "---\ncompanion:\n  given: |\n    x : real\n---\n"
PAGES = {
    "an empty file": ("", 2),
    "no formulas": ("Words only.\n", 2),
    "a given and no formulas": (f"{FRONT}Words only.\n", 2),
    "a malformed given": (FRONT.replace("real", "reel") + "$$x = x$$\n", 2),
    "an unknown mark": (f"{FRONT}<!-- companion: expct refuted -->\n$$x = x$$\n", 2),
    "an unknown step": (f"{FRONT}<!-- companion: attention-scaling.nowhere -->\n<!-- /companion -->\n", 2),
    "a block that does not end": (f"{FRONT}<!-- companion: attention-scaling.mean -->\n$$x = x$$\n", 2),
    "a right formula": (f"{FRONT}$$x + x = 2x$$\n", 0),
    "a wrong formula": (f"{FRONT}$$x + x = 3x$$\n", 1),
}


@pytest.mark.parametrize(("text", "status"), PAGES.values(), ids=PAGES)
def test_what_text_tools_let_pass_is_an_error(text: str, status: int, tmp_path: Path) -> None:
    """A malformed mark, and nothing found to check, are status 2."""
    article = tmp_path / "article.md"
    article.write_text(text, encoding="utf-8")
    assert main(["check", str(article)]) == status


def test_a_second_look_sees_what_has_changed(tmp_path: Path) -> None:
    """No stale answer: the same file with another formula, and the same formula under another given."""
    article = tmp_path / "article.md"
    page = "---\ncompanion:\n  given: |\n    {given}\n---\n$${formula}$$\n"
    for given, formula, status in (
        ("x : real", "x + x = 2x", 0),
        ("x : real", "x + x = 3x", 1),
        ("x : positive", r"\sqrt{x^2} = x", 0),
        ("x : real", r"\sqrt{x^2} = x", 1),
    ):
        article.write_text(page.format(given=given, formula=formula), encoding="utf-8")
        assert main(["check", str(article)]) == status, (given, formula)
