"""A formula that rests on labelled ones: only what is proved here serves, and only where it may be put."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic import api
from symbolic.article.check import check
from symbolic.article.document import MarkError, Source
from symbolic.article.findings import Finding
from symbolic.article.hosts.markdown import parse
from symbolic.article.lemmas import Lemma, lean
from symbolic.article.session import Session
from symbolic.lemmas import rewritten
from symbolic.run.tasks import warm

GIVEN = "q, k : random vector(d), iid, mean 0, variance 1\nq ⊥ k\ni, j : index(d)\na, b : real\nf, g : function"


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    warm()
    with Session(60) as opened:
        yield opened


def findings(session: Session, *paragraphs: str) -> list[Finding]:
    head = "---\ncompanion:\n  given: |\n" + "".join(f"    {line}\n" for line in GIVEN.split("\n")) + "---\n"
    return list(check(parse(Path("a.md"), Source(head + "\n\n".join(paragraphs) + "\n")), session.ask))


def test_a_proved_formula_serves_by_its_label(session: Session) -> None:
    lemma, claim = r"$$\operatorname{Var}(q_ik_i) = 1 \label{eq:one}$$", r"$$\sum_j \operatorname{Var}(q_jk_j) = d$$"
    found = findings(session, lemma, "<!-- companion: by eq:one -->", claim, claim)
    assert [finding.verdict.verdict for finding in found] == ["proved"] * 3
    assert [finding.verdict.lemmas for finding in found] == [None, ["eq:one"], None]
    assert found[1].verdict.links[0].reason[0].rule == "by eq:one"


@pytest.mark.parametrize(
    ("lemma", "word"),
    [
        (r"$$\operatorname{Var}(q_ik_i) = 2 \label{eq:l}$$", "refuted"),
        (r"$$f(a) = \int_0^\infty f(t)^a dt \label{eq:l}$$", "un"),
        ("<!-- companion: given next: b = 2 -->\n\n$$a b = 2 a \\label{eq:l}$$", "refuted"),
    ],
)
def test_what_is_not_proved_here_does_not_serve(lemma: str, word: str, session: Session) -> None:
    *_, last = findings(session, lemma, "<!-- companion: by eq:l -->", r"$$ab + \operatorname{Var}(q_1k_1) = 2a + 2$$")
    assert last.verdict.verdict == "refuted" and last.verdict.lemmas is None
    assert last.verdict.note is not None and last.verdict.note.startswith("eq:l is ") and word in last.verdict.note


def test_a_definition_serves_by_its_label_behind_its_section(session: Session) -> None:
    text = ("## A", r"$$s = q\cdot k \label{eq:s}$$", "## B", r"$$\operatorname{Var}(s) = d$$")
    assert findings(session, *text)[-1].verdict.verdict == "unread"
    assert findings(session, *text[:3], "<!-- companion: by eq:s -->", text[3])[-1].verdict.verdict == "proved"


@pytest.mark.parametrize(
    ("lemma", "claim", "serves"),
    [
        ("f(a) = g(a)", "f(a) + 1 = g(a) + 1", True),
        ("f(a) = g(a)", "f(b) = g(b)", False),
        ("f(q_i) = g(q_i)", r"\sum_{j=1}^d f(q_j) = 0", True),
        ("f(q_i) = g(q_i)", r"\sum_{j=1}^{d+1} f(q_j) = 0", False),
        ("f(q_i) = g(q_i)", r"\sum_j f(q_jq_j) = 0", False),
        ("f(a) = g(a)", r"\int_0^1 f(a) da = 0", False),
        ("f(a) = g(a)", r"\frac{d}{da} f(a) = 0", False),
        (r"\sum_i f(q_i) = a", r"b \sum_j f(q_j) = ab", True),
        (r"f(q_i) = \sum_j q_iq_j", r"\sum_j f(q_j) = 0", False),
        ("f(a) = b", r"\sum_{b=1}^{3} f(a) = 0", False),
    ],
)
def test_a_lemma_is_put_only_where_it_says_the_same(lemma: str, claim: str, serves: bool) -> None:
    given = api.given(GIVEN)
    chain, used = rewritten(given.read_claim(claim), [("l", given.read_claim(lemma))], given.table)
    assert used == (("l",) if serves else ())
    assert (chain != given.read_claim(claim)) == serves


def test_a_lemma_reaches_what_the_engine_alone_does_not() -> None:
    given = api.given("x : random scalar, mean m, variance v\na = 2")
    claim = given.read_claim(r"\mathbb{E}[x^2] + 1 = m^2 + v + 1")
    leant = lean(given, claim, (Lemma("eq:m", r"\mathbb{E}[x^2] = m^2 + v"),))
    assert leant.verdict is not None and leant.verdict.verdict == "proved" and leant.verdict.lemmas == ["eq:m"]
    assert leant.verdict.read_as == given.plain(claim)


@pytest.mark.parametrize(
    ("paragraphs", "words"),
    [
        (("$$a = a \\label{eq:one}$$", "<!-- companion: by eq:on -->", "$$b = b$$"), "there is eq:one"),
        (("<!-- companion: by eq:one -->", "$$b = b$$", "$$a = a \\label{eq:one}$$"), "stands below"),
        (("<!-- companion: by x -->", "$$b = b$$"), "no formula here has one"),
        (("$$a = a \\label{eq:one}$$", "<!-- companion: by eq:one -->"), "no displayed formula follows"),
    ],
)
def test_a_label_that_is_not_there_is_told(paragraphs: tuple[str, ...], words: str, session: Session) -> None:
    with pytest.raises(MarkError, match=words):
        findings(session, *paragraphs)


@pytest.mark.parametrize(
    ("claim", "verdict", "lemmas"),
    [
        ("f(a) + 1 = g(a) + 1", "proved", ["L1"]),
        ("f(a) = 2 g(a)", "undecided", None),
        ("a + b = a - b", "undecided", None),
        ("b + 1 = 1 - b", "refuted", None),
        ("b + b = 2b", "proved", None),
    ],
)
def test_what_a_given_believes_is_used_and_never_refuted_against(
    claim: str, verdict: str, lemmas: list[str] | None
) -> None:
    judged = api.Given("f, g : function; a, b : real; lemma L1: f(a) = g(a)").prove(claim)
    assert (judged.verdict, judged.lemmas) == (verdict, lemmas)
    assert verdict != "undecided" or (judged.note or "").startswith("refuted only where L1 may fail")


def test_a_lemma_that_follows_does_not_soften_a_refutation() -> None:
    given = api.Given("x : random scalar, mean 0, variance 1; lemma L1: E[x^2] = 1")
    assert given.prove("E[x^2] + 1 = 3").verdict == "refuted"
    assert given.prove("E[x^2] + 1 = 2").verdict == "proved"


def test_a_label_that_several_formulas_have_cannot_be_rested_on(session: Session) -> None:
    twice = [r"$$\operatorname{Var}(q_ik_i) = 1 \label{eq:one}$$"] * 2
    with pytest.raises(MarkError) as caught:
        findings(session, *twice, "<!-- companion: by eq:one -->", r"$$\sum_j \operatorname{Var}(q_jk_j) = d$$")
    assert "2 formulas have that label" in caught.value.message


def test_each_row_of_a_chain_lends_its_label(session: Session) -> None:
    chain = "\\begin{align}\na + b &= b + a \\label{eq:a} \\\\\n &= 1b + a \\label{eq:b} \\tag{7}\n\\end{align}"
    found = findings(session, chain, "<!-- companion: by eq:b -->", "$$a + b - b = a$$")
    assert (found[0].id, found[0].also) == ("eq:a", ("eq:b", "7")) and found[1].verdict.verdict == "proved"
