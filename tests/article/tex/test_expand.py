"""Macros stand for what TeX would make of them, within bounds, and every letter keeps its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic.article.document import Formula, Fragment
from symbolic.article.tex.expand import ONE, expanded
from symbolic.article.tex.formulas import with_macros
from symbolic.article.tex.macros import Macros
from symbolic.article.tex.tokens import joined, tokens


def text(source: str) -> str:
    return joined(expanded(tokens(source), Macros()))


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (r"\newcommand{\E}[2][a]{\mathbb{E}_{#1}[#2]}\E{x}=\E[b]{y}", r"\mathbb{E}_{a}[x]=\mathbb{E}_{b}[y]"),
        (r"\newcommand{\E}[2][]{\mathbb{E}_{#1}[#2]}\E{x}", r"\mathbb{E}[x]"),
        (r"\newcommand\R{\mathbb R}\R^n", r"\mathbb R^n"),
        (r"\newcommandx\N[2][1={0,1},2=x]{N({#1};#2)}\N\N[m][y]", r"N({0,1};x)N({m};y)"),
        (r"\newcommandx{\f}[2][2=b]{f(#1,#2)}\f{a}\f{a}[c]", r"f(a,b)f(a,c)"),
        (r"\newcommand{\s}{\ensuremath{\widehat{\sigma}}}\s^2", r"\widehat{\sigma}^2"),
        (r"\newcommand{\a}{\alpha}\a b{\a}b", r"\alpha b{\alpha}b"),
        (r"\newcommand{\f}[1]{\alpha#1}\f b", r"\alpha b"),
        (r"\def\pair#1,#2.{\langle#1|#2\rangle}\pair a,b.", r"\langle a|b\rangle"),
        (r"\def\x#1{\def\y##1{#1##1}}\x{A}\y{B}", "AB"),
        (r"\let\old\vec\renewcommand{\vec}[1]{\old{\mathbf{#1}}}\vec x", r"\vec{\mathbf{x}}"),
        (r"\let\eps=\epsilon\def\epsilon{\varepsilon}\eps\epsilon", r"\epsilon\varepsilon"),
        (r"\newcommand{\a}{1}\providecommand{\a}{2}\providecommand{\b}{3}\a\b", "13"),
        (r"\DeclareMathOperator{\Var}{Var}\Var(x)", r"\operatorname{Var}(x)"),
        (r"\DeclareMathOperator*{\amax}{arg\,max}\amax_x", r"\operatorname*{arg\,max}_x"),
        (r"\DeclarePairedDelimiter{\n}{\l}{\r}\n*{x}\n[\big]{y}\n z", r"\l x\r\l y\r\l z\r"),
        (r"\DeclarePairedDelimiterX{\i}[2]{\langle}{\rangle}{#1,#2}\i{a}{b}", r"\langle a,b\rangle"),
        (r"\NewDocumentCommand{\X}{s O{p} m}{\IfBooleanTF{#1}{[#3]}{(#3)}_{#2}}\X*{x}\X[q]{y}", "[x]_{p}(y)_{q}"),
        (r"\NewDocumentCommand{\P}{o m}{P\IfValueT{#1}{_{#1}}(#2)}\P{x}\P[q]{y}", "P(x)P_{q}(y)"),
        (r"\NewDocumentCommand{\P}{D<>{z} m}{P_{#1}(#2)}\P{x}\P<q>{y}", "P_{z}(x)P_{q}(y)"),
        (r"\newenvironment{eq}[1]{\begin{align}#1}{\end{align}}\begin{eq}{a}b\end{eq}", r"\begin{align}ab\end{align}"),
        (r"\newcommand{\1}{\mathbb{1}}\def\;{\,}\1\;x", r"\mathbb{1}\,x"),
        (r"\newcommand{\n}[1]{\ifblank{#1}{0}{|#1|}}\n{}\n{x}\n{ }", "0|x|0"),
        (r"\def\\{x}\def\begin{y}\\\begin{a}", r"\\\begin{a}"),
        (r"a\xspace % note", "a "),
        (r"\iffalse \def\a{1} \iff\iftrue\fi \fi\a", r"\a"),
        (r"\verb|\a| x \begin{lstlisting}$y$\end{lstlisting}", " x "),
    ],
)  # fmt: skip
def test_macros_stand_for_what_tex_makes_of_them(source: str, result: str) -> None:
    assert text(source) == result


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (r"\newif\ifa a\ifa b\else c\fi\atrue\ifa d\else e\fi\afalse\ifa f\fi", "acd"),
        (r"\let\ifa\iffalse\let\ifb=\iftrue\ifa x\ifb\fi\fi\ifb y\fi", "y"),
        (r"\iffalse a \ifx\b\c d\else\fi\else e\fi f", "ef"),
        (r"\iftrue a\iffalse b\else c\fi\else d\iftrue e\else\fi\fi f", "acf"),
        (r"\iffalse{a}\iftrue{b}\fi\fi c", "c"),
        (r"\ifdefined\q a\else b\fi\def\q{}\ifdefined\q c\else d\fi", "bc"),
        (r"\ifx\q\undefined a\fi\def\q{x}\ifx\q\undefined b\fi\def\r{x}\ifx\q\r c\fi\ifx\q\empty d\fi",
         "ac"),
        (r"\newcommand{\f}[1]{\ifx#1\empty\else(#1)\fi}\f x", "(x)"),
        (r"\let\a\alpha\ifx\a\alpha y\else n\fi\ifx aa y\else n\fi\ifx ab y\else n\fi", "yyn"),
        (r"\ifx\alpha\beta y\else n\fi", r"\ifx\alpha\beta y\else n\fi"),
        (r"\ifnum 3>2 y\else n\fi\ifnum10=1 1\else 0\fi\ifnum\value{x}<3 a\else b\fi",
         r"y0\ifnum\value{x}<3 a\else b\fi"),
        (r"\iftrue\ifmmode a\else b\fi\else c\fi d", r"\ifmmode a\else b\fi d"),
        (r"\newif\ifa\ifa\ifthenelse{x}{y}{z}\else k\fi", "k"),
        (r"\newcommand{\ifonly}{i}\newif\ifa\ifa\ifonly\fi b", "b"),
    ],
)  # fmt: skip
def test_of_a_condition_what_holds_is_left_and_both_parts_where_that_cannot_be_told(source: str, result: str) -> None:
    assert text(source).replace(" ", "") == result.replace(" ", "")


def test_a_condition_without_end_stays_and_costs_little() -> None:
    assert text(r"\newif\ifa b\ifa c").strip() == r"b\ifa c"
    assert text(r"\newif\ifa " + r"\ifa x" * 5000).count(r"\ifa") == 5000


@pytest.mark.parametrize(
    "source",
    [
        r"\newcommand", r"\newcommand{\q}[z]{a}\q", r"\def\x#1", r"\let\x",
        r"\DeclarePairedDelimiter{\n}{(}", r"\NewDocumentCommand{\x}{w}{a}", r"\begin{", r"\IfBooleanTF{a}", "\\",
    ],
)  # fmt: skip
def test_what_is_malformed_stays_as_it_stands(source: str) -> None:
    assert text(source) == source
    assert text(rf"\newcommand{{\two}}[2]{{#2#1}}\two{{b}}a{source}") == f"ab{source}"


@pytest.mark.parametrize(
    "source",
    [
        r"\def\x{\x}a\x b",
        r"\def\x{\y\y}\def\y{\x\x}a\x b",
        r"\def\x#1{\x{#1#1}}a\x{q}b",
        "".join(f"\\def\\{new}{{" + 10 * f"\\{old}" + "}" for new, old in zip("yzwvux", "qyzwvu", strict=True))
        + r"a\x b",
    ],
    ids=["itself", "each other", "growing", "ten to the sixth"],
)
def test_a_macro_without_end_is_told_and_costs_little(source: str) -> None:
    found = expanded(tokens(source), Macros())
    assert [token.text for token in found if token.kind == "runaway"] == [r"\x"]
    assert joined(found).replace(" ", "") == r"a\xb" and len(found) < ONE


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from([
    r"\def\a{b}", r"\a", r"\newcommand{\c}[1]{\a#1}", r"\c", "{", "}", "x", r"\x", "#1", "$", r"\begin{eq}",
    r"\end{eq}", r"\newenvironment{eq}{\c}{\a}", "[", "]",
    "%\n", r"\let\d=\c", r"\d", "\\", " ", r"\def\e#1z{\e#1#1z}", r"\e", "z",
]), max_size=16))  # fmt: skip
def test_no_text_hangs_or_breaks_the_expansion(parts: list[str]) -> None:
    expanded(tokens("".join(parts)), Macros())


def test_tokens_are_the_text() -> None:
    source = "a\\b {c} % d\n$$e$$ \\begin{verbatim}$\\end{verbatim} \\iffalse x\\fi #1 \\"
    found = list(tokens(source))
    assert "".join(token.text for token in found) == source
    assert all(source[token.start : token.end] == token.text for token in found)


def test_letters_keep_their_places_and_those_of_a_macro_stand_at_its_call() -> None:
    body = r"\norm{x} + y"
    known = Macros()
    expanded(tokens(r"\DeclarePairedDelimiter{\norm}{\lVert}{\rVert}"), known)
    item = Formula(Fragment(body, ((7, 5),)), 0, len(body), "$$")
    (formula,) = with_macros([item], known)
    assert isinstance(formula, Formula) and formula.body.text == r"\lVert x\rVert + y"
    columns = {letter: formula.body.place(k)[1] for k, letter in enumerate(formula.body.text)}
    assert columns["x"] == 5 + body.index("x") and columns["y"] == 5 + body.index("y") and columns["l"] == 5
    assert formula.body.stripped().cut(7, 8).origins == ((7, 5 + body.index("x")),)


def test_a_formula_that_only_defines_is_none_and_its_macros_hold_in_those_behind_it() -> None:
    texts = [r"\newcommand{\E}{\mathbb{E}} \def\half{\frac12}", r"\E x = \half", r"\gdef\E{F} \E = 1"]
    items = [Formula(Fragment(text, ((1, 1),)), 0, 1, "$$") for text in texts]
    found = [item.body.text.strip() for item in with_macros(items, Macros()) if isinstance(item, Formula)]
    assert found == [r"\mathbb{E} x = \frac12", "F = 1"]
