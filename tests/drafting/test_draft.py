"""A given drafted from an article: valid, line by line traceable to the article, and enough for its formulas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symbolic import api
from symbolic.article.document import Source
from symbolic.article.hosts import read
from symbolic.article.hosts.markdown import parse
from symbolic.cli import main
from symbolic.drafting import Draft, draft

SAMPLES = sorted((Path(__file__).parents[1] / "article" / "samples").glob("*.*"))


def of(prose: str, formula: str) -> Draft:
    return draft(parse(Path("a.md"), Source(f"{prose}\n\n$$\n{formula}\n$$\n")))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_draft_is_a_given_with_a_reason_for_each_line(path: Path) -> None:
    made = draft(read(path))
    count = len(path.read_text(encoding="utf-8").split("\n"))
    assert api.given(made.text).table.symbols == api.given(made.given).table.symbols
    assert made.lines and not made.unknown
    for line, why in made.lines:
        assert line.strip() and (why == "free indices" or 1 <= int(why.split()[1].rstrip(":,;")) <= count), (line, why)


@pytest.mark.parametrize(
    ("prose", "formula", "lines"),
    [
        (
            r"let $x_i$ be iid with mean zero.",
            r"\mathbb{E}\Big[\sum_{i=1}^n x_i\Big] = 0",
            ["x : random vector(n), iid, mean 0"],
        ),
        (r"Assume $X \sim N(\mu, \Sigma)$.", r"\mathbb{E}[X] = \mu", [r"X ~ N(\mu, \Sigma)"]),
        (
            r"Here $A$ is symmetric positive definite.",
            r"\nabla_x x^\top A x = 2 A x",
            ["A : matrix(n, n), positive definite", "x : vector(n)"],
        ),
        (
            r"Let $u$ and $v$ be unit vectors in $\mathbb{R}^n$.",
            r"\|u - v\|^2 = 2 - 2 u^\top v",
            ["u : vector(n), unit norm", "v : vector(n), unit norm"],
        ),
        (
            r"The entries of $w \in \mathbb{R}^n$ are i.i.d. standard normal.",
            r"\mathbb{E}[\|w\|^2] = n",
            ["w : random vector(n), iid, normal, mean 0, variance 1"],
        ),
        (
            r"Let $X$ and $Y$ be independent random variables with variance $\sigma^2$.",
            r"\operatorname{Var}(X + Y) = 2\sigma^2",
            [r"X : random scalar, variance \sigma^2", r"Y : random scalar, variance \sigma^2", "X, Y : independent"],
        ),
        (
            r"Suppose that $\epsilon$ is Gaussian noise with mean 0 and variance $v$, independent of the variable $X$.",
            r"\operatorname{Var}(X + \epsilon) = \operatorname{Var}(X) + v",
            [r"\epsilon : random scalar, normal, mean 0, variance v", "X : random scalar", r"\epsilon ⊥ X"],
        ),
        (
            r"Let $\mathbf{x} \in \mathbb{R}^d$ be random with mean $\boldsymbol\mu$ and covariance matrix $S$.",
            r"\mathbb{E}[\mathbf{x}\mathbf{x}^\top] = S + \boldsymbol\mu\boldsymbol\mu^\top",
            [r"\mathbf{x} : random vector(d), mean \boldsymbol\mu, covariance S"],
        ),
        (
            r"Let $x_1, \dots, x_n \in \mathbb{R}^d$ be i.i.d. random vectors with mean $\mu$ and covariance $\Sigma$.",
            r"\operatorname{Cov}\Big(\frac1n \sum_{i=1}^n x_i\Big) = \frac{1}{n}\Sigma",
            [
                r"\Sigma : matrix(d, d), positive semidefinite",
                r"x : family(n) of random vector(d), iid, mean \mu, covariance \Sigma",
            ],
        ),
        (
            r"For every unit vector $u$ in $\mathbb{R}^n$ and every positive number $c$,",
            r"\|c u\| = c",
            ["u : vector(n), unit norm", "c : real, positive"],
        ),
        (
            "Model q and k as independent vectors with zero-mean, unit-variance components. What is E[q·k]?",
            r"\mathbb{E}[q \cdot k] = \sum_i \mathbb{E}[q_i]\mathbb{E}[k_i] = 0",
            [*(f"{name} : random vector(n), mean 0, variance 1" for name in "qk"), "q, k : independent"],
        ),
        (r"", r"\operatorname{tr}(AB) = \operatorname{tr}(BA)", ["A : matrix(n, n)", "B : matrix(n, n)"]),
        (r"", r"\log(ab) = \log a + \log b", ["a : real", "b : real", "a > 0", "b > 0"]),
        (r"Let $f$ be smooth.", r"\frac{d}{dx} f(x^2) = 2 x f'(x^2)", ["f : function", "x : real"]),
        (
            r"We write $\bar x = \frac{1}{n}\sum_{i=1}^n x_i$ for the mean of the numbers $x_1, \ldots, x_n$.",
            r"\sum_{i=1}^n (x_i - \bar x) = 0",
            ["x : family(n) of real", r"\bar x = \frac{1}{n}\sum_{i=1}^n x_i"],
        ),
        (
            r"It is called $\hat\theta = \frac1n \sum_{i=1}^n Y_i$, where $Y_1, \ldots, Y_n$ are iid, mean $\theta$.",
            r"\mathbb{E}[\hat\theta] = \theta",
            [r"Y : family(n) of random scalar, iid, mean \theta", r"\hat\theta = \frac1n \sum_{i=1}^n Y_i"],
        ),
        (
            r"Let $V$ be a random variable with $\mathbb{E}[V] = 0$ and $\operatorname{Var}(V) = 1$.",
            r"\mathbb{E}[V^2] = 1",
            ["V : random scalar, mean 0, variance 1"],
        ),
        (
            r"Consider $y = X\beta + \varepsilon$, $X \in \mathbb{R}^{n\times p}$, $\varepsilon \sim N(0, I_n)$.",
            r"\mathbb{E}[y] = X\beta",
            [
                r"\varepsilon ~ N(0, I_n)",
                r"X : matrix(n, p)",
                r"\beta : vector(p)",
                r"y = X\beta + \varepsilon",
            ],
        ),
    ],
)
def test_what_prose_and_use_say_becomes_a_line(prose: str, formula: str, lines: list[str]) -> None:
    made = of(prose, formula)
    assert [line for line, _ in made.lines] == lines
    assert api.given(made.given).prove(formula).verdict == "proved"


def test_what_a_claim_says_is_not_taken_for_given() -> None:
    made = of(r"Let $\theta \in (0, 1)$.", r"\theta^2 \le \theta")
    assert [line for line, _ in made.lines] == [r"\theta : real", r"\theta \in (0, 1)"]
    assert not any("=" in line for line, _ in of(r"It follows that $a = b$.", "a + b = 2b").lines)


def test_moments_of_other_names_are_no_values() -> None:
    made = of("The covariance of $X$ and $Y$, with random variables $X$, $Y$.", r"\mathbb{E}[X] = \mathbb{E}[Y]")
    assert sorted(line for line, _ in made.lines) == ["X : random scalar", "Y : random scalar"]


def test_what_something_lies_in_is_a_set_and_a_primed_name_is_like_its_own() -> None:
    made = of(r"Let $x$ be a real number.", r"x \in \mathcal{X}, \quad x' \in \mathcal{X}")
    lines = [line for line, _ in made.lines]
    assert r"\mathcal{X} : set" in lines or "X : set" in lines
    assert "x' : real" in lines
    api.given(made.given)


def test_bold_letters_that_always_have_an_index_are_vectors() -> None:
    made = of("A sum of points.", r"\mathbf{x}_i = \sum_{j=1}^n a_j \mathbf{x}_j")
    assert r"\mathbf{x} : family(n) of vector(n)" in [line for line, _ in made.lines]


def test_what_stays_unknown_is_listed() -> None:
    made = of("Let $x$ be a number.", r"x + \int_0^y f = \mathcal{N}(w, x)")
    assert made.text.count("nothing tells what it is") == len(made.unknown)
    api.given(made.text)


def test_given_drafts_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.tex"
    path.write_text("\\begin{document}\nLet $u \\in \\mathbb{R}^n$.\n\\[ \\|2u\\| = 2\\|u\\| \\]\n\\end{document}\n")
    assert main(["given", str(path)]) == 0
    assert capsys.readouterr().out == "u : vector(n)  # line 2: its space is named\n"
    assert main(["given", str(path), "--json"]) == 0
    assert '"given": "u : vector(n)"' in capsys.readouterr().out


def test_a_line_of_a_notebook_is_one_of_its_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = (["# One\n", "Let $u \\in \\mathbb{R}^n$."], ["Words.\n", "\n", "$$2u + z = W$$"])
    cells = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in texts]
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    assert main(["given", str(path)]) == 0
    out = capsys.readouterr().out
    assert "# cell 1, line 2: its space is named" in out and "# cell 2, line 3: used as a number" in out
