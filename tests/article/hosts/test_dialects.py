"""What the dialects of Markdown add: delimiters, labels, directives, comments, front matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.document import Formula, Mark, MarkError, Source
from symbolic.article.hosts.comments import COMMENTS
from symbolic.article.hosts.markdown import parse


def formulas(text: str) -> list[tuple[str, str, str]]:
    """Body, style and label of each formula; its letters are at their places."""
    source = Source(text)
    found = [item for item in parse(Path("a.md"), source).items if isinstance(item, Formula)]
    for formula in found:
        for k, letter in enumerate(formula.body.text):
            assert letter.isspace() or source.text[source.offset(formula.body.place(k))] == letter
    return [(" ".join(formula.body.text.split()), formula.style, formula.label) for formula in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("GitHub's $`a_b`$ here", ("a_b", "$", "")),
        ("kramdown's $$a$$ here", ("a", "$$", "")),
        ("\\$$a$$ here", ("a", "$", "")),
        ("doubled \\\\(a\\\\) here", ("a", "\\(", "")),
        ("\\\\[\na\n\\\\]", ("a", "\\[", "")),
        ("$$\na\n$$ {#eq-a}", ("a", "$$", "eq-a")),
        ("$$ a $$ (eq:a)", ("a", "$$", "eq:a")),
        ("$$\na\\tag{3}\\label{eq:a}\n$$", ("a\\tag{3}\\label{eq:a}", "$$", "eq:a")),
        ("```math\na\n```", ("a", "math", "")),
        ("```{math}\n:label: eq:a\n:nowrap:\n\na\n```", ("a", "math", "eq:a")),
        ("```{math}\n---\nlabel: eq:a\n---\na\n```", ("a", "math", "eq:a")),
        ("```{math} a\n```", ("a", "math", "")),
        (":::{math}\n:label: eq:a\na\n:::", ("a", "math", "eq:a")),
        ("- item\n\n  ````{note}\n  $$a$$\n  ````", ("a", "$$", "")),
        ("::: {.callout}\n::: {.inner}\n$$a$$\n:::\n:::", ("a", "$$", "")),
        ("> [!note] callout\n> $$\n> a\n> $$", ("a", "$$", "")),
        ("\\begin{alignat*}{2}\na\n\\end{alignat*}", ("a", "alignat*", "")),
        ("text\n\\begin{equation}a\\label{eq:a}\\end{equation}", ("a\\label{eq:a}", "equation", "eq:a")),
        ("<details>\n<p>$$a$$</p>\n</details>", ("a", "$$", "")),
        ("| a |\n|---|\n| $b \\| c$ |", ("b | c", "$", "")),
        ("[^1]: note $$a$$", ("a", "$$", "")),
        ("$$\n\\newcommand{\\E}{F}\n$$\n\n$$a$$", ("a", "$$", "")),
        ("$$\n\\begin{equation*}\na\n\\end{equation*}\n$$", ("a", "$$", "")),
        ("```math\n\\begin{alignat}{2}a\\end{alignat}\n```", ("a", "math", "")),
        ("\\begin{equation}\na (\\#eq:a)\n\\end{equation}", ("a (\\#eq:a)", "equation", "eq:a")),
        ("$$ a $$\n:eqlabel:`eq_a`\n\nText", ("a", "$$", "eq_a")),
        ("So $$ a $$\n:eqlabel:`eq_a`", ("a", "$$", "eq_a")),
    ],
)
def test_a_formula_of_each_dialect(text: str, found: tuple[str, str, str]) -> None:
    assert formulas(text) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "```{code-cell} python\n$$a$$\n```", "```{mermaid}\n$$a$$\n```", "```latex\n$$a$$\n```", "{/* $$a$$ */}",
        "a <code>$b$</code>",
    ],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    assert not formulas(text)


@pytest.mark.parametrize(
    "text",
    [
        "<!-- companion: forget a -->", "%% companion: forget a %%", "{/* companion: forget a */}",
        "text %% companion: forget a %% more", "text {/* companion: forget a */} more",
        "- x\n  %% companion:\n  forget a\n  %%",
        "%%companion:\n\nforget a\n\n%%",
    ],
)  # fmt: skip
def test_a_mark_in_the_comment_of_each_dialect(text: str) -> None:
    (mark,) = (item for item in parse(Path("a.md"), Source(text)).items if isinstance(item, Mark))
    assert mark.content.text == "forget a"
    assert text[mark.start : mark.end].startswith(tuple(COMMENTS)) and "more" not in text[mark.start : mark.end]


YAML = "x : real\ny : real"


@pytest.mark.parametrize(
    ("head", "origins"),
    [
        ("---\ncompanion:\n  given: |\n    x : real\n    y : real\n---\n", ((4, 5), (5, 5))),
        ("---\ncompanion-given: |\n  x : real\n  y : real\n---\n", ((3, 3), (4, 3))),
        ("---\ntags: [a]\ncompanion-given:\n  - 'x : real'\n  - 'y : real'\n---\n", ((4, 5), (5, 5))),
        ("---\ncompanion:\n  given: |\n    x : real\n    y : real\n...\n", ((4, 5), (5, 5))),
        ("+++\n[companion]\ngiven = '''\nx : real\ny : real\n'''\n+++\n", ((4, 1), (5, 1))),
        ('+++\n[params.companion]\ngiven = """\nx : real\ny : real"""\n+++\n', ((4, 1), (5, 1))),
        ("+++\ncompanion-given = '''x : real\ny : real'''\n+++\n", ((2, 22), (3, 1))),
    ],
)
def test_front_matter_of_each_dialect(head: str, origins: tuple[tuple[int, int], ...]) -> None:
    given = parse(Path("a.md"), Source(head + "\n$$a$$\n")).given
    assert given is not None and (given.text, given.origins) == (YAML, origins)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('---\ncompanion-given: "\\beta : real"\n---\n', "ate a backslash"),
        ("---\ncompanion-given: {a: b}\n---\n", "the given is text"),
        ('+++\n[companion]\ngiven = "\\beta : real"\n+++\n', "ate a backslash"),
        ('+++\n[companion]\ngiven = "\\sigma : real"\n+++\n', "not TOML"),
        ("+++\n[companion]\ngiven = 3\n+++\n", "the given is text"),
        ("%% companion: given x : real\n", "`%%` is missing"),
        ("{/* companion: given x : real\n", "`*/}` is missing"),
        ("%% compnion: forget a %%\n\n%% companion what %%", "a mark is written `%% companion: … %%`"),
    ],
)
def test_what_is_malformed_is_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(MarkError) as caught:
        parse(Path("a.md"), Source(text))
    assert words in caught.value.message and "\n" not in caught.value.message


def test_front_matter_of_another_tool_is_left_alone() -> None:
    assert parse(Path("a.md"), Source("---\ntitle: a: b: c\n---\n$$a$$\n")).given is None
