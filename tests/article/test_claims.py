"""What a formula of an article is: a claim, a definition, a new meaning, a worked number, or none of these."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic.article.check import check
from symbolic.article.document import Fragment, Source
from symbolic.article.findings import Finding
from symbolic.article.hosts.markdown import parse
from symbolic.article.session import Session
from symbolic.article.statements import statements
from symbolic.run.tasks import warm


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    warm()
    with Session(60) as opened:
        yield opened


def findings(session: Session, given: str, *paragraphs: str) -> list[Finding]:
    head = "---\ncompanion:\n  given: |\n" + "".join(f"    {line}\n" for line in given.split("\n")) + "---\n"
    return list(check(parse(Path("a.md"), Source(head + "\n\n".join(paragraphs) + "\n")), session.ask))


def words(session: Session, given: str, *paragraphs: str) -> list[str]:
    return [finding.verdict.verdict for finding in findings(session, given, *paragraphs)]


@pytest.mark.parametrize(
    ("given", "formula", "claim"),
    [
        ("a, b : real", "$$s = a + b$$", "$$s - b = a$$"),
        ("a, b : real", r"$$s := a + b$$", "$$s - b = a$$"),
        ("a, b : real", r"$$s \triangleq a + b$$", "$$s - b = a$$"),
        ("a, b : real", r"$$s \overset{\text{def}}{=} a + b$$", "$$s - b = a$$"),
        ("a, b : real", r"$$a + b =: s$$", "$$s - b = a$$"),
        ("z : vector(n)", r"$$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}, \quad i = 1, \dots, n$$", r"$$\sum_i p_i = 1$$"),
        ("x : vector(n)", r"$$f(t) = \begin{cases} t & t > 0 \\ 0 & \text{otherwise} \end{cases}$$", "$$f(-2) = 0$$"),
        ("a : real", r"$$\epsilon \sim \mathcal{N}(0, 4)$$", r"$$\mathbb{E}[\epsilon^2] = 4$$"),
        ("X : matrix(n, p)\nb : vector(p)\ne : random vector(n), mean 0", "$$y = Xb + e$$", r"$$\mathbb{E}[y] = Xb$$"),
        (
            "X : matrix(n, p)\nb : vector(p)\ne : random vector(n), mean 0\ny : random vector(n)",
            "$$y = Xb + e$$",
            r"$$\mathbb{E}[y] = Xb$$",
        ),
    ],
)
def test_a_formula_that_gives_its_left_side_a_meaning_defines_it(
    given: str, formula: str, claim: str, session: Session
) -> None:
    assert words(session, given, formula, claim) == ["definition", "proved"]
    assert words(session, given, claim)[0] == "unread" or "y :" in given


def test_a_second_meaning_redefines_to_the_end_of_its_section(session: Session) -> None:
    inner = ("### B", "$$s = a - b$$", "$$s + b = a$$")
    text = ("## A", "$$s = a + b$$", *inner, "### C", "$$s = a + b$$", "$$s - b = a$$")
    found = findings(session, "a, b : real", *text)
    assert [finding.verdict.verdict for finding in found] == ["definition", "redefined", "proved", "proved", "proved"]
    assert found[1].verdict.note == "before: s = a + b"
    assert words(session, "a, b : real", *text, "## D", "$$s = 2a$$", "$$s = a + a$$")[-2:] == ["definition", "proved"]


def test_a_random_name_known_by_its_law_is_redefined_by_how_it_is_made(session: Session) -> None:
    given = "U : random scalar, normal, mean 0, variance 1\nB : random scalar, normal, mean 0, variance s^2"
    assert words(session, given, "$$B = s U$$", "$$\\operatorname{Var}(B) = s^2$$") == ["redefined", "proved"]
    assert words(session, given, "$$U = 0 U$$") == ["refuted"]


def test_a_density_written_again_with_a_square_for_a_parameter_is_redefined(session: Session) -> None:
    wide, narrow = r"$$p(x; m, S) = e^{-x^\top S x - m^\top x}$$", r"$$p(x; \mu, \sigma^2) = e^{-x^2/\sigma^2 - \mu}$$"
    given = "x, m : vector(d)\nS : matrix(d, d)\nmu : real\nsigma : positive"
    assert words(session, given, wide, narrow) == ["definition", "redefined"]


def test_a_claim_finds_the_meaning_that_stands_behind_it_in_its_display(session: Session) -> None:
    found = findings(session, "a, b : real", r"$$a + b = s, \qquad s = b + a$$", "$$t = 2u, \\quad u = a$$")
    assert [finding.verdict.verdict for finding in found] == ["proved", "definition", "definition", "definition"]


def test_what_rests_on_an_old_meaning_has_none_under_the_new_one(session: Session) -> None:
    assert words(session, "a : real", "$$s = a$$", "$$t = s^2$$", "$$s = 2a$$", "$$t = a^2$$")[2:] == [
        "redefined",
        "definition",
    ]


def test_a_definition_lacking_a_name_is_unread_and_names_it(session: Session) -> None:
    (finding,) = findings(session, "a : real", "$$s = a + u$$")
    assert finding.verdict.error is not None and finding.verdict.error.message.startswith("u is not declared")
    assert finding.verdict.error.column == 11


def test_a_name_with_its_meaning_elsewhere_is_told_with_the_line_to_add(session: Session) -> None:
    text = ("## A", "$$s = 2a$$", "## B", "$$s = a + a$$", "$$w + a = 3a$$", "Let $w = 2a$.")
    found = findings(session, "a : real", *text)
    assert [finding.verdict.verdict for finding in found] == ["definition", "definition", "unread"]
    error = found[2].verdict.error
    assert error is not None and "line 16 says what it is: add `w = 2a` to the given" in error.message


def test_worked_numbers_do_not_become_what_is_given(session: Session) -> None:
    given = "sigma : positive\nn : dimension\nX : random vector(n), iid, mean 0, variance sigma^2"
    text = (r"Take $\sigma = 2$ and $n = 16$.", r"$$\frac{\sigma}{\sqrt n} = \frac{2}{\sqrt{16}} = 0.5$$")
    worked = findings(session, given, *text)[0].verdict
    assert worked.verdict == "proved" and worked.note == r"worked at \sigma = 2; n = 16"
    assert words(session, given, *text, r"$$\operatorname{Var}(\sum_i X_i) = n\sigma^2$$")[-1] == "proved"
    assert words(session, given, *text, r"$$\operatorname{Var}(\sum_i X_i) = 2 n\sigma$$")[-1] == "refuted"
    assert words(session, given, *text, "## Next", r"$$\frac{\sigma}{\sqrt n} = 0.5$$")[-1] == "refuted"
    shown = words(session, given, r"$$\sigma = 2, \quad n = 16, \quad \frac{\sigma}{\sqrt n} = 0.5$$")
    assert shown == ["definition", "definition", "proved"]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"$$\sqrt{x^2} = x$$", "refuted"),
        (r"$$\sqrt{x^2} = x, \quad x > 0$$", "proved"),
        (r"$$\sqrt{x^2} = x \qquad (x \ge 0)$$", "proved"),
        (r"$$\sqrt{x^2} = x \quad \text{for all } x > 0$$", "proved"),
        (r"$$\sqrt{x^2} = -x \quad \text{for all } x > 0$$", "refuted"),
        (r"$$\sqrt{x^2} = x \text{ whenever } x > 0$$", "proved"),
        (r"$$\sqrt{x^2} = x \quad \text{for } x \gg 0$$", "undecided"),
        (r"$$\sqrt{x^2} = x \quad \text{for large } x$$", "undecided"),
        (r"$$\sqrt{x^2} = |x| \quad \text{for all } x$$", "proved"),
    ],
)
def test_a_condition_in_a_display_is_part_of_its_claim(claim: str, verdict: str, session: Session) -> None:
    assert words(session, "x : real", claim) == [verdict]


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        (r"a = b \quad\text{and}\quad c = d", ["a = b", "c = d"]),
        (r"a = b,\; c = d", ["a = b", r"\; c = d"]),
        (r"a = f(b, c), \; d = e", ["a = f(b, c)", r"\; d = e"]),
        (r"a = b \text{ by linearity of } E \\ = c", [r"a = b                            \\ = c"]),
        (r"a &= b && \text{(by (3))} \\ &= c", [r"a &= b &&                 \\ &= c"]),
        (r"y = a x, \quad \text{where } a = b", ["a = b", "y = a x"]),
        (r"x = \text{softmax}(z)", [r"x = \text{softmax}(z)"]),
        (r"x_i = 1, \quad i = 1, \dots, n", ["x_i = 1"]),
        (r"x_1, x_2 \sim N(0, 1)", [r"x_1, x_2 \sim N(0, 1)"]),
    ],
)
def test_words_and_conditions_of_a_display(body: str, texts: list[str]) -> None:
    assert [statement.body.text for statement in statements(Fragment(body, ((1, 1),)))] == texts


@pytest.mark.parametrize(
    ("given", "formula", "verdict"),
    [
        ("c : real", "$$c > 1$$", "no claim"),
        ("c : real", "$$0 < c < 1$$", "no claim"),
        ("c > 2", "$$c > 1$$", "proved"),
        ("c : negative", "$$c > 1$$", "refuted"),
        ("c : real", "$$c^2 > 1$$", "refuted"),
        ("x : random scalar, mean 0", "$$x > 1$$", "refuted"),
        ("z : vector(n)\np = softmax(z)\ni : index(n)", "$$p_i > 1$$", "refuted"),
    ],
)
def test_a_condition_by_itself_is_no_claim(given: str, formula: str, verdict: str, session: Session) -> None:
    assert words(session, given, formula) == [verdict]


@pytest.mark.parametrize("part", ["a,", "a=1,", r"a=1\quad ", r"a=1\text{by }x ", r"a=1\\ ", r"\stackrel{a}{", "{"])
def test_a_display_of_any_length_is_parted_in_bounded_work(part: str) -> None:
    text = part * 5000
    assert len(statements(Fragment(text, ((1, 1),)))) == 1


def test_what_is_no_claim_is_counted(session: Session) -> None:
    text = ("$$a + b$$", r"$$f \propto a$$", r"$$a \to b$$", r"$$a^2 \ge 0$$", r"$$a^2 + 1 \le 0$$")
    assert words(session, "a, b : real", *text) == ["no claim", "unread", "undecided", "proved", "refuted"]
