"""What is written for an author is written as the author writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic.article.session import Session
from symbolic.derivations import entries
from symbolic.run.tasks import warm

ENTRY = entries()["attention-scaling"]


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    warm()
    with Session(60) as opened:
        yield opened


def written(session: Session, folder: Path, own: str, steps: list[str]) -> list[str]:
    """The formulas that sync writes into the blocks of an article with formulas of its author's own."""
    blocks = (f"<!-- companion: {ENTRY.name}.{step} -->\n<!-- /companion -->\n" for step in steps)
    path = folder / "a.md"
    path.write_text(f"{own}\n\n" + "\n".join(blocks), encoding="utf-8")
    ((_, text),) = session.synced(path)[0].values()
    path.write_text(text, encoding="utf-8")
    assert not [finding for finding in session.check(path)[1] if finding.drift]
    return re.findall(r"-->\n\$\$\n(.*?)\n\$\$\n<!-- /companion", text, re.DOTALL)


MACROS = r"$$\newcommand{\E}{\mathbb{E}}\newcommand{\Var}{\operatorname{Var}}$$"


@pytest.mark.parametrize(
    ("own", "mean"),
    [
        ("No formula yet.", r"\mathbb{E}[q\cdot k]=\sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i]=0"),
        (r"With $\mathrm{E}[x]$.", r"\mathrm{E}[q\cdot k]=\sum_i \mathrm{E}[q_i]\,\mathrm{E}[k_i]=0"),
        (MACROS + "\n\n" + r"With $\E[x]$ and $\Var(x)$.", r"\E[q\cdot k]=\sum_i \E[q_i]\,\E[k_i]=0"),
        (r"With $x^\top y$.", r"\mathbb{E}[q^\top k]=\sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i]=0"),
        (r"With $x^T y$.", r"\mathbb{E}[q^T k]=\sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i]=0"),
        (r"With $\langle x, y\rangle$.", r"\mathbb{E}[\langle q,k\rangle]=\sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i]=0"),
        (
            r"With $\mathbf{q}\cdot\mathbf{k}$.",
            r"\mathbb{E}[\mathbf{q}\cdot\mathbf{k}]=\sum_i \mathbb{E}[\mathbf{q}_i]\,\mathbb{E}[\mathbf{k}_i]=0",
        ),
        (
            r"With $\bm q^\top \bm k$ and $\mathrm{E}[\bm q]$.",
            r"\mathrm{E}[\bm q^\top\bm k]=\sum_i \mathrm{E}[\bm q_i]\,\mathrm{E}[\bm k_i]=0",
        ),
    ],
)
def test_blocks_follow_the_hand_of_the_author(own: str, mean: str, session: Session, tmp_path: Path) -> None:
    assert written(session, tmp_path, own, ["mean"]) == [mean]


def test_every_statement_reads_back_in_every_hand(session: Session, tmp_path: Path) -> None:
    steps = [step.name for step in ENTRY.steps]
    bold = r"$\E[\mathbf{q}^T \mathbf{k}]$, $\Var(\mathbf{z})$"
    for own in (f"{MACROS}\n\n{bold}", r"$\langle \bm{q}, \bm k\rangle$"):
        assert len(written(session, tmp_path, own, steps)) == len(steps)
