"""Every handed given is read, and its claim's names are known; random text never breaks the reader of givens."""

import json
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from symbolic.given import GivenError, describe, read_given

CASES = Path(__file__).parent.parent / "cases"
GIVENS = sorted(
    {
        json.loads(line)["given"]
        for name in ("formulas", "mistakes", "code", "peers")
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        if line.strip()
    }
)


@pytest.mark.parametrize("text", GIVENS)
def test_handed_givens_are_read_and_said_back(text: str):
    table = read_given(text)
    assert table.sentences
    said = describe(table)
    assert len(said.splitlines()) >= len(table.symbols.keys() - table.definitions.keys())


PIECES = st.sampled_from(
    [
        "x", "q, k", "n", " : ", "random ", "vector(n)", "matrix(m, n)", ", ", "mean ", "0", "variance ", "iid", "\n",
        "; ", " = ", "sum_i ", "x_i", "\\frac{1}{n}", "(", ")", "{", "}", "[", "]", " < ", " -> ", "∞", "~", "N(0, 1)",
        "⊥", "\\sigma", "^2", "_t", "_{t-1}", "m", "lemma ", "use ", "index(n)", "family(N) of ", "|", "softmax(", "\\",
        "'", "…", "1", "^T", "in (0, 1)", "covariance ", "E[", "\\begin{pmatrix}", "&", "\\\\", "\\end{pmatrix}", "#",
        "\t", "é", "𝐱", "ᵀ", "½",
    ]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@drawn(st.lists(PIECES, max_size=24).map("".join))
def test_pieces_of_givens_are_read_or_refused(text: str):
    _read_or_refuse(text)


@settings(max_examples=200, deadline=None)
@drawn(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str):
    _read_or_refuse(text)


@settings(max_examples=200, deadline=None)
@drawn(st.sampled_from(GIVENS), st.integers(0, 400), st.integers(0, 6), st.text("x_({,:;=~\\ ", max_size=2))
def test_mutated_givens_are_read_or_refused(text: str, at: int, cut: int, put: str):
    _read_or_refuse(text[:at] + put + text[at + cut :])


def _read_or_refuse(text: str) -> None:
    try:
        table = read_given(text)
    except GivenError as problem:
        assert problem.message
        assert 1 <= problem.line <= text.count("\n") + text.count("\r") + text.count("\u2028") + 1
        assert problem.column >= 1
    else:
        describe(table)
