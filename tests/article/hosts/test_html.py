"""HTML: formulas in the text and in the sources that KaTeX, MathJax and MathML keep, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.document import Formula, Heading, Mark, MarkError, Source
from symbolic.article.hosts.html import parse


def formulas(text: str) -> list[Formula]:
    return [item for item in parse(Path("a.html"), Source(text)).items if isinstance(item, Formula)]


KATEX = (
    '<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>a</mi>'
    '<annotation encoding="application/x-tex">a = b</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true">$$a=b$$</span></span></span>'
)


@pytest.mark.parametrize(
    ("text", "body", "style"),
    [
        ("<p>$$a = b$$</p>", "a = b", "$$"),
        ("<p>\\[a &lt; b\\]</p>", "a < b", "\\["),
        ("<p>\\(a &#x3c; b &amp; c\\)</p>", "a < b & c", "\\("),
        ("\\begin{align*}a &amp;= b\\end{align*}", "a &= b", "align*"),
        ("<p>$$a <br> = b<br/>$$</p>", "a \n = b\n", "$$"),
        ('<script type="math/tex; mode=display">a < b</script>', "a < b", "$$"),
        ('<script type="math/tex">a</script>', "a", "$"),
        (KATEX, "a = b", "$$"),
        ('<span class="math display">\\[a\\]</span>', "a", "\\["),
        ('<span class="math inline">a</span>', "a", "$"),
        ('<span class="math display">\\beta</span>', "\\beta", "$$"),
        ('<math display="block"><mi>b</mi><annotation encoding="application/x-tex">a</annotation></math>', "a", "$$"),
        ('<annotation encoding="application/x-tex">{\\rm a}</annotation>', "\\rm a", "$"),
        ('<span class="MathJax_Display">$$a$$</span><script type="math/tex; mode=display">b</script>', "b", "$$"),
    ],
)  # fmt: skip
def test_each_source_of_a_formula_is_read_once(text: str, body: str, style: str) -> None:
    (formula,) = formulas(text)
    assert (formula.body.text, formula.style) == (body, style)


@pytest.mark.parametrize(
    "text",
    [
        "<pre>$$a$$</pre>", "<code>\\(a\\)</code>", "<script>let s = '$$a$$'</script>", "<style>$$a$$</style>",
        "<!-- $$a$$ -->", "<title>$$a$$</title>", "costs $5 and $6", "<p title='$$a$$'>b</p>",
        "<textarea>$$a$$</textarea>",
    ],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    assert not formulas(text)


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ('<p><math display="block"><mi>a</mi></math></p>', "$$"),
        ("<p>b <math><mi>a</mi></math></p>", "$"),
        ('<span class="katex-display"><math><mi>a</mi></math></span>', "$$"),
        ('<mjx-container class="MathJax" display="true"><svg></svg><math><mi>a</mi></math></mjx-container>', "$$"),
    ],
)
def test_a_formula_whose_source_is_not_in_the_page_is_told(text: str, style: str) -> None:
    (formula,) = formulas(text)
    assert (formula.style, formula.body.text) == (style, "") and "source is not in the page" in formula.trouble


def test_letters_behind_a_character_reference_keep_their_places() -> None:
    text = "<p>x</p>\n<p>\\[a &lt; b &rarr; c\\]</p>"
    (formula,) = formulas(text)
    for letter in "abc":
        line, column = formula.body.place(formula.body.text.index(letter))
        assert text.split("\n")[line - 1][column - 1] == letter
    assert text[formula.start : formula.end] == "\\[a &lt; b &rarr; c\\]"


def test_a_formula_does_not_go_across_elements() -> None:
    (formula,) = formulas("<p>$$ a</p><p>b $$</p>")[:1]
    assert not formula.closed and formula.body.text == " a"


def test_marks_headings_and_front_matter() -> None:
    text = (
        "---\ncompanion:\n  given: |\n    x : real\n---\n<h2>A</h2>\n<!-- companion: given\n  y : real -->\n"
        "<pre><code class='language-python'>a &lt; b</code></pre>"
    )
    document = parse(Path("a.html"), Source(text))
    assert document.given is not None and document.given.text == "x : real"
    assert [item.level for item in document.items if isinstance(item, Heading)] == [2]
    (mark,) = (item for item in document.items if isinstance(item, Mark))
    assert mark.content.text == "given\n  y : real" and mark.content.origins == ((7, 17), (8, 1))
    assert [fence.text for fence in document.fences] == ["a < b"]


@pytest.mark.parametrize(
    "script",
    [
        r'window.MathJax = {tex: {inlineMath: [["$", "$"]], macros: {E: "\\mathbb{E}", half: ["\\frac{#1}{2}", 1]}}};',
        r"MathJax.Hub.Config({TeX: {Macros: {'E' : '\\mathbb{E}', /* two */ half: ['\\frac{#2}{#1}', 2, '2']}}});",
        r'renderMathInElement(document.body, {macros: {"\\E": "\\mathbb{E}", "\\half": `\\frac{#1}{2}`}})',
    ],
)
def test_macros_that_a_script_tells(script: str) -> None:
    (formula,) = formulas(f"<script>{script}</script><p>\\[\\E q = \\half{{x}}\\]</p>")
    assert formula.body.text == "\\mathbb{E} q = \\frac{x}{2}"


@pytest.mark.parametrize(
    ("text", "words"),
    [("<p><!-- companion: given x : real", "not closed"), ("<!-- companion: given x --> 0 -->", "first `-->`")],
)
def test_what_is_malformed_is_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(MarkError, match=words):
        parse(Path("a.html"), Source(text))
