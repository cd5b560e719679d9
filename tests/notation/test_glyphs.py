"""The glyph table is one table: every spelling has one meaning, and every id reads back from each of its notations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic.notation import glyphs
from symbolic.notation.errors import ReadError
from symbolic.notation.names import (
    NameRead,
    Spelling,
    latex_name,
    parts,
    plain_name,
    read_name,
    split_top,
    unicode_name,
)

LETTERS = [glyph.id for glyph in glyphs.GLYPHS if glyph.role == glyphs.LETTER]
BASES = st.sampled_from([*"abcxyzABXY", *LETTERS, "𝓛", "𝓔", "gain", "loss", "MSE"])
SUBSCRIPTS = st.sampled_from(["", "1", "k", "in", "out", "qk", "head", "12", "i,j", "*", "μ", "max"])
SPELLINGS = st.builds(
    Spelling,
    BASES,
    st.sampled_from(["", "hat", "bar", "tilde"]),
    SUBSCRIPTS,
    st.sampled_from(["", "(i)", "(1)", "*"]),
    st.integers(0, 2),
)


@given(SPELLINGS)
@pytest.mark.parametrize("write", [latex_name, unicode_name, plain_name])
def test_reading_a_written_name_gives_its_id(write, spelling: Spelling) -> None:
    assert read_name(write(spelling.id)).id == spelling.id


@given(SPELLINGS)
def test_parts_invert_the_id(spelling: Spelling) -> None:
    assert parts(spelling.id) == spelling


@pytest.mark.parametrize("table", ["latex", "unicode", "plain"])
def test_a_spelling_has_one_meaning(table: str) -> None:
    spelt = [spelling for glyph in glyphs.GLYPHS for spelling in getattr(glyph, table)]
    assert sorted(spelt) == sorted(set(spelt))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\mathbf{x}", "x"), (r"n_\mathrm{in}", "n_in"), ("n_{in}", "n_in"), ("n_in", "n_in"), ("ŷ", "hat y"),
        ("X̄", "bar X"), (r"\hat\theta", "hat θ"), ("θ̂", "hat θ"), (r"\text{fan\_in}", "fan_in"), ("fan_in", "fan_in"),
        ("sigma_1", "σ_1"), ("β₁", "β_1"), (r"\varphi", "φ"), ("ϕ", "φ"), (r"\epsilon", "ε"), (r"\varepsilon", "ε"),
        ("x'", "x'"), ("x′", "x'"), (r"x^{(i)}", "x^(i)"), ("𝐪", "q"), (r"\mathcal{L}", "𝓛"), ("ℒ", "𝓛"), ("𝓛", "𝓛"),
        (r"\mathbf{x}_\ast", "x_*"), (r"\mathrm{ce}_y", "ce_y"), (r"\operatorname{gain}", "gain"), ("hat y", "hat y"),
        (r"\mathbb{E}", "𝔼"), (r"\Sigma_{qk}", "Σ_qk"), (r"d_{\text{model}}", "d_model"),
        (r"\bar{\mathbf{x}}", "bar x"),
    ],
)  # fmt: skip
def test_spellings_of_one_name_share_its_id(text: str, expected: str) -> None:
    assert glyphs.canonical(text) == expected


def test_dress_is_told_and_does_not_count() -> None:
    assert read_name(r"\mathbf{x}") == NameRead("x", "bold", r"\mathbf{x}")


@pytest.mark.parametrize("text", ["", "x + y", "x y", "3", "x_{t+1}", "f(x)", "x^2"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ReadError):
        read_name(text)


def test_separators_part_only_outside_brackets() -> None:
    text = r"a, f(b, c); [d; e]\; g, \{h, i\}"
    pieces = split_top(text)
    assert [piece.strip() for piece, _ in pieces] == ["a", "f(b, c)", r"[d; e]\; g", r"\{h, i\}"]
    assert all(text[at : at + len(piece)] == piece for piece, at in pieces)
