"""What marks say, how they pair, and what is given where."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.document import Fragment, MarkError, Source
from symbolic.article.hosts.markdown import parse
from symbolic.article.marks import Closes, Expects, Forgets, Gives, Keeps, Meaning, Opens, Uses
from symbolic.article.outline import Directive, Value, fragment_at, outline
from symbolic.article.scope import Scope
from symbolic.article.statements import statements


def parts(text: str) -> list[object]:
    return list(outline(parse(Path("a.md"), Source(text))))


def said(content: str) -> Meaning:
    (directive,) = (
        part for part in parts(f"<!-- companion: {content} -->\n\n$$x=1$$\n") if isinstance(part, Directive)
    )
    return directive.does


def test_the_forms() -> None:
    assert said("use shared/a.given") == Uses("shared/a.given")
    assert said("forget A, \\sigma_{x}") == Forgets(("A", "\\sigma_{x}"))
    assert said("expect undecided: no law is named") == Expects("undecided", "no law is named")
    assert said("expect refuted") == Expects("refuted", "")
    given_more, given_next = said("given x : real\ny : real"), said("given next: x > 0")
    assert isinstance(given_more, Gives) and given_more.text.text == "x : real\ny : real" and not given_more.once
    assert isinstance(given_next, Gives) and given_next.text.text == "x > 0" and given_next.once


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<!-- companion: what is this -->", "is no mark"),
        ("<!-- companion: -->", "is empty"),
        ("<!-- companion: giveen x : real -->", "is `given` meant"),
        ("<!-- companion: expct refuted -->", "is `expect` meant"),
        ("<!-- companion: use -->", "stands alone"),
        ("<!-- companion: by -->", "stands alone"),
        ("<!-- companion: given -->", "is followed by"),
        ("<!-- companion: expect success: x -->\n\n$$x=1$$", "one of"),
        ("<!-- companion: a.b -->\n$$x$$\n", "not closed"),
        ("<!-- companion: a.b -->\n<!-- companion: a.c -->\n<!-- /companion -->", "not closed before"),
        ("<!-- /companion -->", "closes no block"),
        ("<!-- companion: a.b -->\n<!-- /companion -->\n\n<!-- companion: a.b -->\n<!-- /companion -->", "twice"),
        ("<!-- companion: expect proved -->\n\ntext", "no displayed formula follows"),
        ("words <!-- companion: = 4 -->", "none stands there"),
        ("---\ncompanion:\n  given: |\n    a > 0\n\n$$a>0$$\n", "front matter is not closed"),
        ("+++\ntitle = 'x'\n[companion]\ngiven = 'a > 0'\n\n$$a>0$$\n", "front matter is not closed"),
    ],
)
def test_marks_without_their_object_are_errors(text: str, words: str) -> None:
    with pytest.raises(MarkError) as caught:
        parts(text)
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("text", "shown", "relation"),
    [
        ("is $4$ <!-- companion: = sqrt(16) -->", "4", "="),
        ("is 4<!-- companion: = sqrt(16) -->", "4", "="),
        ("is -1.25 <!-- companion: ≈ x -->", "-1.25", "≈"),
        ("is 12,345 <!-- companion: = x -->", "12,345", "="),
        ("| is \\(d_k\\) <!-- companion: = x --> |\n|-|\n", "d_k", "="),
    ],
)
def test_values_in_sentences(text: str, shown: str, relation: str) -> None:
    (value,) = (part for part in parts(text) if isinstance(part, Value))
    assert isinstance(value.kept, Keeps)
    assert (value.shown, value.kept.relation) == (shown, relation)
    assert text[value.start : value.end] == shown


def test_opening_and_closing_are_told_apart() -> None:
    from symbolic.article.document import Mark
    from symbolic.article.marks import meaning

    def mark(text: str) -> Mark:
        return Mark(Fragment(text, ((1, 1),)), 0, 1, (1, 1))

    assert meaning(mark("/companion")) == Closes()
    assert meaning(mark("attention-scaling.scaled-mean")) == Opens("attention-scaling.scaled-mean")


def test_a_definition_ends_with_its_section_and_a_given_does_not() -> None:
    at = fragment_at("g : real", (3, 1))
    scope = Scope().adding(at).entering(2).defining(fragment_at("a = 1", (9, 1)))
    assert scope.text == "g : real\na = 1"
    assert scope.entering(3).text == "g : real\na = 1"
    assert scope.entering(2).text == scope.entering(1).text == "g : real"
    assert scope.place(1, 4) == (3, 4) and scope.place(2, 1) == (9, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("q, k : real", "k : real"),
        ("q : real; k : real", "k : real"),
        ("k : real\nq = k + 1", "k : real"),
        ("k : real\nk_q : real", "k : real\nk_q : real"),
        ("q, k : independent\nk : real", "k : independent\nk : real"),
        ("k > 0; q > k", "k > 0;"),
    ],
)
def test_forgetting_releases_a_name_and_keeps_places(before: str, after: str) -> None:
    scope = Scope().adding(Fragment(before, ((1, 1),) * 2))
    left = scope.without(("q",)).text
    assert len(left) == len(before)
    assert [" ".join(line.split()) for line in left.split("\n")] in (
        [*after.split("\n")],
        [*after.split("\n"), ""],
        [f"; {after}"],
        [f"{after}"],
    )


def test_what_spells_no_name_does_not_hinder_forgetting() -> None:
    at = fragment_at(r"a : real; \sigma(x) = \frac{1}{1+e^{-x}}; b = \frac{a}{2}", (1, 1))
    left = Scope().adding(at).without(("a",)).text
    assert left.split() == [";", r"\sigma(x)", "=", r"\frac{1}{1+e^{-x}};"]


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("a = b", 1),
        (r"a &= b \\ &= c", 1),
        (r"a &= b \\ c &= d", 2),
        (r"\begin{aligned} a &= b \\ c &= d \\ &= e \end{aligned}", 2),
        (r"a = \begin{cases} 1 & x = 1 \\ 0 & x = 2 \end{cases}", 1),
        (r"a = 1, \qquad b = 2", 2),
        (r"a = 1, \quad b", 1),
        (r"\sum_{i=1}^n a_i \\ + b = 2", 1),
        (r"a = b \\ \quad + c", 1),
    ],
)
def test_the_statements_of_a_display(body: str, count: int) -> None:
    found = statements(Fragment(body, ((1, 1),)))
    assert len(found) == count
    for statement in found:
        _, column = statement.body.origins[0]
        assert body[column - 1 :].startswith(statement.body.text)
