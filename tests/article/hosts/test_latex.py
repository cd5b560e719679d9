"""LaTeX: formulas where TeX would set them, over files, with macros expanded and places kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.document import Formula, Heading, Mark, MarkError, Source
from symbolic.article.files import articles
from symbolic.article.hosts import read
from symbolic.article.hosts.latex import parse
from symbolic.article.outline import Coded, outline

BOOK = Path(__file__).parents[1] / "samples" / "book"


def formulas(text: str) -> list[Formula]:
    return [item for item in parse(Path("a.tex"), Source(text)).items if isinstance(item, Formula)]


def bodies(text: str) -> list[str]:
    return [" ".join(formula.body.text.split()) for formula in formulas(text)]


@pytest.mark.parametrize(
    ("text", "style"),
    [
        (r"\[a=b\]", "\\["),
        (r"$$a=b$$", "$$"),
        (r"\(a=b\)", "\\("),
        (r"$a=b$", "$"),
        (r"\begin{math}a=b\end{math}", "\\("),
        *((rf"\begin{{{name}}}a=b\end{{{name}}}", name) for name in (
            "equation", "equation*", "align", "align*", "gather", "multline*", "eqnarray", "flalign", "displaymath",
        )),
        (r"\begin{alignat*}{2}a=b\end{alignat*}", "alignat*"),
        (r"\begin{IEEEeqnarray}{rCl}a=b\end{IEEEeqnarray}", "IEEEeqnarray"),
        (r"\begin{subequations}\begin{align}a=b\end{align}\end{subequations}", "align"),
        (r"\def\beq{\begin{equation}}\def\eeq{\end{equation}}\beq a=b\eeq", "equation"),
        (r"\newcommand{\eqn}[1]{\begin{equation}#1\end{equation}}\eqn{a=b}", "equation"),
        (r"\newenvironment{eq}{\begin{align}}{\end{align}}\begin{eq}a=b\end{eq}", "align"),
    ],
)  # fmt: skip
def test_every_way_to_set_a_formula(text: str, style: str) -> None:
    (formula,) = formulas(text)
    assert (formula.body.text.strip(), formula.style, formula.closed) == ("a=b", style, True)


@pytest.mark.parametrize(
    "text",
    [
        r"\verb|$a$|", r"\lstinline!$a$!", r"\begin{verbatim}$$a$$\end{verbatim}", r"\$5 and \$6", "% $$a$$",
        r"\begin{lstlisting}[language=C]" + "\n$a$\n" + r"\end{lstlisting}", r"\iffalse $$a$$ \fi",
        r"\\[2pt] b \\[1ex]",
        r"\begin{comment}\[a\]\end{comment}", r"\documentclass{article}\title{On $n$}\begin{document}\end{document}$a$",
    ],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    assert not formulas(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("$a$$b$", ["a", "b"]),
        (r"$$a \text{ if $x>0$ and } b$$", [r"a \text{ if $x>0$ and } b"]),
        ("\\begin{align}\na &= b % why\n\\\\ c &= d\n\\end{align}", [r"a &= b \\ c &= d"]),
        (r"\begin{equation}\begin{split}a\\b\end{split}\end{equation}", [r"\begin{split}a\\b\end{split}"]),
        (r"\newcommand{\q}[1]{#1^2}\[\q{x} = \q y\]", ["x^2 = y^2"]),
        (r"\[50\% = a\]", [r"50\% = a"]),
        (r"\url{http://a.b/c%20d} and $n$ \href{e%f}{$g$}", ["n", "g"]),
        (r"\[{{a = b}}\] \[{a} = {b}\]", ["a = b", "{a} = {b}"]),
    ],
)
def test_what_a_formula_holds(text: str, found: list[str]) -> None:
    assert bodies(text) == found


@pytest.mark.parametrize(
    "text", [r"\[a = b", "\\begin{align}\na\n\nText.", "$$a\n\nText $b$.", r"\begin{equation}a\end{align}"]
)
def test_a_formula_that_is_not_closed_is_kept_as_such(text: str) -> None:
    assert next(formula.closed for formula in formulas(text)) is False


def test_a_macro_without_end_makes_its_formula_unreadable_and_no_other() -> None:
    first, second = formulas(r"\def\x{\x\x}\[\x = 1\] \[a = b\]")
    assert "`\\x`" in first.trouble and not second.trouble


def test_marks_in_comments_go_on_in_those_below() -> None:
    text = (
        "% companion: given\n%   q : random vector(n)\n%  q ⊥ k\n\n% companion: expect proved\n% a note\n"
        "\\[a\\] % companion: forget q\n%% companion: given c : real\n%\n"
        "% companion: attention-scaling.mean\n%/companion\n"
    )
    found = [item for item in parse(Path("a.tex"), Source(text)).items if isinstance(item, Mark)]
    assert [mark.content.text for mark in found] == [
        "given\nq : random vector(n)\nq ⊥ k", "expect proved", "forget q", "given c : real", "attention-scaling.mean",
        "/companion",
    ]  # fmt: skip
    assert found[0].content.origins == ((1, 14), (2, 5), (3, 4))


@pytest.mark.parametrize("comment", ["the companion matrix", "companion matrices are next", "a companion: none"])
def test_a_comment_may_speak_of_a_companion(comment: str) -> None:
    assert not parse(Path("a.tex"), Source(f"% {comment}\nText.\n")).items


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("% companion given x : real\n", "a mark is written `% companion: …`"),
        ("% companion attention-scaling.mean\n", "a mark is written `% companion: …`"),
        ("% compnion: given x : real\n", "misspelled"),
        ("\\begin{align}\na % companion: expect proved\n\\end{align}\n", "not in it"),
        ("\\include{nowhere}\n", "no such file"),
        ("\\input{a/nowhere}\n", "no such file"),
    ],
)
def test_what_is_malformed_is_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(MarkError) as caught:
        parse(Path("a.tex"), Source(text))
    assert words in caught.value.message and "\n" not in caught.value.message


def test_a_listing_of_python_is_a_fence() -> None:
    code = "def f(x):\n    return 2*x\n"
    text = f"% companion: code f(x) = 2x\n\\begin{{lstlisting}}[language=Python]\n{code}\\end{{lstlisting}}\n"
    (coded,) = outline(parse(Path("a.tex"), Source(text)))
    assert isinstance(coded, Coded) and coded.fence.text == code


def test_a_book_is_read_over_its_files_and_each_formula_stands_in_its_own() -> None:
    document = read(BOOK / "main.tex")
    found = [item for item in document.items if isinstance(item, Formula)]
    for formula in found:
        spot = document.spot(formula.place)
        assert spot.path is not None
        line = spot.path.read_text(encoding="utf-8").split("\n")[spot.place[0] - 1]
        call = document.source.text[document.source.offset(formula.place) :].split("\n")[0]
        assert line[spot.place[1] - 1 :].startswith(call)
    labels = {formula.label for formula in found}
    assert labels == {"eq:mean", "eq:slip", "$\\star$", ""} and not any("1 = 2" in one.body.text for one in found)
    assert {path.name for one in found if (path := document.spot(one.place).path)} == {"spread.tex", "loss.tex"}
    levels = [item.level for item in document.items if isinstance(item, Heading)]
    assert levels == [2, 3, 3]


def test_a_chapter_knows_the_preamble_and_givens_of_its_root() -> None:
    document = read(BOOK / "chapters" / "spread.tex")
    given = [item.content.text.split("\n")[0] for item in document.items if isinstance(item, Mark)][:2]
    assert given == ["given", "given c > 0"]
    found = [item for item in document.items if isinstance(item, Formula)]
    assert {document.spot(formula.place).path for formula in found} == {BOOK / "chapters" / "spread.tex"}
    assert r"\mathbb{E}\left[q\cdot k\right]" in "".join(formula.body.text for formula in found)


def test_what_a_root_puts_in_is_not_read_twice() -> None:
    assert list(articles([BOOK])) == [BOOK / "main.tex"]


def test_a_file_that_goes_into_itself_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("\\input{b}\n", encoding="utf-8")
    (tmp_path / "b.tex").write_text("text\n\\input{a}\n", encoding="utf-8")
    with pytest.raises(MarkError, match="goes into itself") as caught:
        read(tmp_path / "a.tex")
    assert (caught.value.path, caught.value.place) == (tmp_path / "b.tex", (2, 1))


def test_a_file_that_may_be_of_the_tex_system_is_told_when_it_is_not_there() -> None:
    document = parse(Path("a.tex"), Source("text\n\\input{glyphs}\n\\input \\chapter\n\\include{\\name}\n$$1=1$$\n"))
    assert [(absent.command, absent.place) for absent in document.absent] == [
        ("\\input{glyphs}", (2, 1)), ("\\include{\\name}", (4, 1))
    ]  # fmt: skip


def test_a_root_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(MarkError) as caught:
        parse(tmp_path / "a.tex", Source("% !TeX root = book.tex\n$$1=1$$\n"))
    assert "`book.tex`" in caught.value.message and caught.value.place == (1, 1)


def test_formulas_that_conditions_leave_out_are_none_and_macros_may_open_and_close_them(tmp_path: Path) -> None:
    found = parse(
        tmp_path / "a.tex",
        Source(
            "\\newif\\iflong\\longtrue\\def\\be{\\begin{equation}}\\def\\ee{\\end{equation}}\\newcommand{\\m}[1]{$#1$}\n"
            "\\begin{document}\n\\iflong\n\\[ a \\]\n\\else\n% companion: nonsense!\n\\[ b \\]\n\\fi\n"
            "\\be c \\iflong + d \\else - d \\fi \\ee \\m{e}\n\\iffalse $f$ \\else $g$ \\fi\n\\end{document}\n"
        ),
    )
    formulas = [item for item in found.items if isinstance(item, Formula)]
    assert [(one.style, "".join(one.body.text.split())) for one in formulas] == [
        ("\\[", "a"), ("equation", "c+d"), ("$", "e"), ("$", "g"),
    ]  # fmt: skip
    assert [one.place[0] for one in formulas] == [4, 9, 9, 10]
