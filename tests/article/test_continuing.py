"""Statements of a display, and displays that go on with one another: what is parted, and what is joined."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.check import check
from symbolic.article.document import Formula, Fragment, Source
from symbolic.article.hosts.markdown import parse
from symbolic.article.session import Session
from symbolic.article.statements import statements

HEAD = "---\ncompanion:\n  given: |\n    a, b : real\n---\n"


def said(text: str) -> list[tuple[str, tuple[str, ...]]]:
    lines = text.count("\n") + 1
    return [(s.body.text, s.under) for s in statements(Fragment(text, tuple((k, 1) for k in range(1, lines + 1))))]


@pytest.mark.parametrize(
    ("display", "statements_of_it"),
    [
        (r"\begin{aligned} a &= b & c &= d \end{aligned}", ["a &= b", "c &= d"]),
        (r"a &=& b", ["a &=& b"]),
        (r"\Large \begin{array}{rcl} a &=& b \\ &=& c \\ d &=& e \end{array}", None),
        (r"a = b \quad \implies \quad b = a", [r"a = b \quad \implies \quad b = a"]),
        (r"a = b \\ &\Leftrightarrow b = a", [r"a = b \\ &\Leftrightarrow b = a"]),
        (r"a = b, \, \text{for}\, k = 1, \dots, K", ["a = b"]),
        (r"a \ne 0 \text{ or } b \ne 0", [r"a \ne 0 \text{ or } b \ne 0"]),
        (r"a \le b, \text{ with equality if and only if } b = 0", [r"a \le b"]),
        (r"\forall i < j, E[x_i x_j] = 0", [r"E[x_i x_j] = 0"]),
    ],
)
def test_statements_are_parted_where_one_ends(display: str, statements_of_it: list[str] | None) -> None:
    found = [text.strip() for text, _ in said(display)]
    assert len(found) == 2 if statements_of_it is None else found == statements_of_it


def test_a_quantifier_before_a_claim_is_its_condition() -> None:
    assert said(r"\forall i < j,\ E[x_i x_j] = 0")[0][1] == ("i < j",)


def verdicts(body: str) -> list[tuple[str, tuple[int, int]]]:
    document = parse(Path("a.md"), Source(HEAD + body))
    with Session(60) as session:
        return [(found.verdict.verdict, found.place) for found in check(document, session.ask)]


def test_displays_with_no_word_between_are_one_chain() -> None:
    body = "$$(a+b)^2$$\n$$= a^2 + 2ab + b^2$$\n\n$$= a^2 + b^2$$\n"
    assert [verdict for verdict, _ in verdicts(body)] == ["no claim", "proved", "refuted"]
    body = "$$(a-b)^2 =$$\n$$= a^2 - 2ab + b^2$$\nand\n$$a + b =$$\n$$b + a$$\n"
    assert [verdict for verdict, _ in verdicts(body)] == ["no claim", "proved", "no claim", "proved"]


def test_a_finding_of_a_chain_stands_at_its_own_display() -> None:
    (_, first), (_, second) = verdicts("$$(a+b)^2$$\n$$= a^2 + b^2$$\n")
    assert (first[0], second[0]) == (6, 7)


@pytest.mark.parametrize(
    ("between", "verdict"),
    [
        ("so", "proved"),
        ("Next, with $b$ and $a$ apart,", "proved"),
        ("# Another section", "unread"),
        ("So much for the first. " * 20, "unread"),
    ],
)
def test_a_display_that_begins_with_a_relation_goes_on_behind_a_sentence(between: str, verdict: str) -> None:
    body = f"$$(a+b)^2$$\n\n{between}\n\n$$= a^2 + 2ab + b^2$$\n"
    assert [verdict for verdict, _ in verdicts(body)] == ["no claim", verdict]


def test_a_finding_behind_a_sentence_stands_at_its_own_display() -> None:
    (_, first), (found, second) = verdicts("$$(a+b)^2$$\n\nso\n\n$$= a^2 + b^2$$\n")
    assert (first[0], found, second[0]) == (6, "refuted", 10)


def test_formulas_of_sentences_are_never_joined() -> None:
    document = parse(Path("a.md"), Source(HEAD + "$a$ $= b$\n"))
    assert sum(isinstance(item, Formula) for item in document.items) == 2


def test_a_formula_under_a_condition_that_cannot_be_used_is_read_and_left_open() -> None:
    assert [verdict for verdict, _ in verdicts("$$a = b, \\quad \\text{if } \\mathfrak{q}(a) < 1$$\n")] == ["undecided"]


def test_ties_about_a_relation_are_spaces() -> None:
    assert [verdict for verdict, _ in verdicts("$$(a+b)^2 ~ = ~ a^2 + 2ab + b^2$$\n")] == ["proved"]
