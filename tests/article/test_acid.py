"""The article that the library's first derivation comes from: its formulas as they stand there, read and judged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic import api
from symbolic.article.check import check
from symbolic.article.document import Source
from symbolic.article.hosts import read
from symbolic.article.hosts.html import parse
from symbolic.article.session import Session
from symbolic.run.tasks import warm

GIVEN = read(Path(__file__).parents[2] / "docs" / "articles" / "attention-scaling.md").given
SOFTMAX = "p = softmax(z)"


@pytest.mark.parametrize(
    ("formula", "more", "verdict"),
    [
        ("𝔼[q·k] = ∑_i 𝔼[q_i]𝔼[k_i] = 0", "", "proved"),
        ("Var(q·k) = ∑_i Var(q_ik_i) = ∑_i 1 = d_k", "", "proved"),
        ("∂softmax_i/∂z_j = p_i(δ_ij − p_j)", SOFTMAX, "proved"),
        (r"Var(\frac{q·k}{√d_k}) = \frac{d_k}{d_k} = 1", "", "proved"),
        ("Var((q·k)/√d_k) = d_k/d_k = 1", "", "proved"),
        # What is left of that fraction where a page is copied as plain text: another formula, and a false one.
        ("Var( q·k√d_k ) = d_kd_k = 1", "", "refuted"),
        ("𝔼[q·k]", "", None),
        ("√d_k", "", None),
        ("1/√d_k", "", None),
        ("c > 1", "", None),
        ("c → ∞", "", None),
        ("d_k = 128", "", None),
        ("p_i ≈ 0", SOFTMAX, None),
        ("p(1−p) ≈ 0", "p : real", None),
        ("δ_ij", "", None),
    ],
)
def test_every_formula_is_read_whole(formula: str, more: str, verdict: str | None) -> None:
    assert GIVEN is not None
    given = api.given(f"{GIVEN.text}\n{more}")
    tree = given.read(formula)
    assert given.read(given.plain(tree)) == tree
    if verdict is not None:
        assert given.prove(formula).verdict == verdict


PAGE = r"""<!-- companion: given
{given}
-->
<h1>Why the 1/√d_k is not cosmetic</h1>
<p>What is \(\mathbb{{E}}[q\cdot k]\)?</p>
$$\mathbb{{E}}[q\cdot k] = \sum_i \mathbb{{E}}[q_i]\,\mathbb{{E}}[k_i] = 0$$
<p>Now the variance. This is the step that matters.</p>
$$\operatorname{{Var}}(q\cdot k) = \sum_i \operatorname{{Var}}(q_ik_i) = \sum_i 1 = d_k$$
<p>Multiply all logits by \(c > 1\); as \(c \to \infty\) it becomes one-hot. With spread \(\sqrt{{d_k}}\), a head with
\(d_k = 128\) has logits several times larger than one with \(d_k = 8\).</p>
<!-- companion: given next: p = softmax(z) -->
$$\frac{{\partial\,\mathrm{{softmax}}_i}}{{\partial z_j}} = p_i(\delta_{{ij}} - p_j)$$
$$\operatorname{{Var}}\left(\frac{{q\cdot k}}{{\sqrt{{d_k}}}}\right) = \frac{{d_k}}{{d_k}} = 1$$
"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    warm()
    with Session(60) as opened:
        yield opened


def test_the_page_is_judged_whole_formulas_in_sentences_too(session: Session) -> None:
    assert GIVEN is not None
    text = PAGE.format(given=GIVEN.text)
    page = parse(Path("a.html"), Source(text))
    assert [finding.verdict.verdict for finding in check(page, session.ask)] == ["proved"] * 4
    every = list(check(page, session.ask, inline=True))
    words = [finding.verdict.verdict for finding in every]
    assert words.count("proved") == 4 and words.count("definition") == 2 and len(words) == 10
    assert not {"refuted", "unread"} & set(words), [(finding.verdict.verdict, finding.latex) for finding in every]
