"""Formulas, marks and headings are found where they stand, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic.article.document import Formula, Heading, Mark, MarkError, Source
from symbolic.article.hosts.markdown import parse

PLACED = r"""---
title: A title
companion:
  given: |
    q, k : random vector(d_k), iid
    \sigma : positive
---
# Head

Text $x$, $5 and $6, `$$code$$` but $$a=b$$ inline \(y\) \[z = 1\] end.

$$\operatorname{Var}(q\cdot k)
=d_k$$ {#eq:var}

> $$
> a = b
> $$

- item
  $$c
  = d$$

<!-- companion: attention-scaling.variance -->
$$
x
$$
<!-- /companion -->

is $4$ <!-- companion: = sqrt(128/8) --> ok

```math
m = n
```

```python
$$no$$
```
<div>
$$html$$ <!-- companion: forget A --> <code>$$no$$</code>
</div>

\begin{align}
e &= f \label{eq:al}
\end{align}

| a | b |
|---|---|
| $u$ | $u$ |
"""


def items(text: str) -> list[object]:
    return list(parse(Path("a.md"), Source(text)).items)


def formulas(text: str) -> list[Formula]:
    return [item for item in items(text) if isinstance(item, Formula)]


def test_every_formula_is_found_in_order() -> None:
    bodies = [" ".join(formula.body.text.split()) for formula in formulas(PLACED)]
    assert bodies == [
        "x", "a=b", "y", "z = 1", r"\operatorname{Var}(q\cdot k) =d_k", "a = b", "c = d", "x", "4", "m = n", "html",
        r"e &= f \label{eq:al}", "u", "u",
    ]  # fmt: skip


def test_labels_name_formulas() -> None:
    assert [formula.label for formula in formulas(PLACED) if formula.label] == ["eq:var", "eq:al"]


def test_marks_and_headings() -> None:
    found = items(PLACED)
    marks = [item.content.text for item in found if isinstance(item, Mark)]
    assert marks == ["attention-scaling.variance", "/companion", "= sqrt(128/8)", "forget A"]
    assert [item.level for item in found if isinstance(item, Heading)] == [1]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_places_are_those_of_the_file(newline: str, bom: str) -> None:
    source = Source(bom + PLACED.replace("\n", newline))
    lines = PLACED.split("\n")
    for item in parse(Path("a.md"), source).items:
        if isinstance(item, Formula):
            row, column = item.place
            first = item.body.text.strip().split("\n")[0]
            assert lines[row - 1][column - 1 :].startswith(first)


def test_the_given_of_the_front_matter_knows_its_lines() -> None:
    given_part = parse(Path("a.md"), Source(PLACED)).given
    assert given_part is not None
    assert given_part.text == "q, k : random vector(d_k), iid\n\\sigma : positive"
    assert given_part.origins == ((5, 5), (6, 5))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('---\ncompanion:\n  given: "\\beta : real"\n---\n', "ate a backslash"),
        ('---\ncompanion:\n  given: "\\sigma : real"\n---\n', "ate a backslash"),
        ("---\ncompanion:\n  given: q : real\n---\n", "given: |"),
        ("---\ncompanion:\n  gvien: |\n    q : real\n---\n", "unknown key `gvien`"),
        ("<!-- companion attention-scaling.mean -->\n", "a mark is written"),
        ("<!-- compnion: given q : real -->\n", "misspelled"),
        ("text <!-- companion: given q : real\n", "not closed"),
        ("<!-- companion: given q : real\n", "not closed"),
        ("<!-- companion: given x --> 0 -->\n", "first `-->`"),
    ],
)
def test_what_is_malformed_is_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(MarkError) as caught:
        parse(Path("a.md"), Source(text))
    assert words in caught.value.message and "\n" not in caught.value.message


def test_an_unclosed_formula_is_kept_as_such_and_swallows_no_mark() -> None:
    (formula,) = formulas("$$ x = 1\n<!-- companion: given q : real -->\n")
    assert not formula.closed and formula.body.text.strip() == "x = 1"


@pytest.mark.parametrize("text", ["costs $5 and $6", r"\$x\$", "`$x$`", "    $$x$$", "$ x$", "~~~\n$$x$$\n~~~"])
def test_what_is_no_formula(text: str) -> None:
    assert not formulas(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([
    "$$a=b$$", "$$\na\n$$", "> ", "- ", "# ", "\n", "\n\n", "`", "```\n", "$x$", "<!-- note -->", "<div>", "text ",
    "<!-- companion: forget x -->", "\t", "\\[c\\]", "|a|b|\n|-|-|\n", "é", "𝔼", "---\n", "$$", "\\",
]), max_size=14), st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from(["", "\ufeff"]))  # fmt: skip
def test_offsets_address_the_formula_in_any_document(parts: list[str], newline: str, bom: str) -> None:
    text = "".join(parts)
    source = Source(bom + text.replace("\n", newline))
    try:
        document = parse(Path("a.md"), source)
    except MarkError:
        return
    if "\\|" in text:
        return  # a table takes the backslash of \\| away, and with it the place
    assert source.edited([]) == source.raw
    for item in document.items:
        if isinstance(item, Formula):
            for k, letter in enumerate(item.body.text):
                if letter.strip():
                    assert source.text[source.offset(item.body.place(k))] == letter
