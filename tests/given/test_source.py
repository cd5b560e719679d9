"""The text of a given falls into statements and pieces that know their place."""

import pytest

from symbolic.given.errors import GivenError
from symbolic.given.forms import Apart, Assume, Declare, Equal, Follows, Member, Ranges, Setting, classify
from symbolic.given.source import Piece, statements


def texts(given: str) -> list[str]:
    return [piece.text for piece in statements(given)]


def one(given: str) -> object:
    forms = [form for piece in statements(given) for form in classify(piece)]
    assert len(forms) == 1
    return forms[0]


def test_lines_and_semicolons_part_statements_outside_brackets():
    assert texts("a : real; b : real\n\n c = f(1; 2)") == ["a : real", "b : real", "c = f(1; 2)"]


def test_spacing_commands_are_no_separators():
    assert texts(r"c = a\;b; d = a\,b") == [r"c = a\;b", r"d = a\,b"]
    assert [p.text for p in statements(r"f(a\,b), c")[0].split(",")] == [r"f(a\,b)", "c"]


def test_comments_end_at_the_line():
    assert texts("a : real # the slope; b : real\nb : real  # offset") == ["a : real", "b : real"]


def test_a_statement_goes_on_inside_brackets_and_after_a_comma():
    assert len(texts("A = [[a, b],\n     [c, d]]\nq : random vector(n),\n  iid")) == 2
    assert len(texts("A = \\begin{pmatrix}\n a & b \\\\\n c & d\n\\end{pmatrix}")) == 1


def test_half_open_intervals_are_brackets():
    assert [p.text for p in statements("p : real, in [0, 1), nonzero")[0].split(",")][1] == "in [0, 1)"


def test_places_count_from_one():
    piece = statements("a : real\n  b : real")[1]
    assert (piece.line, piece.column) == (2, 3)


@pytest.mark.parametrize("text", ["x : uniform(0, 1", "x : real)", r"y = \left( a", "y = {a"])
def test_unbalanced_brackets_are_refused(text: str):
    with pytest.raises(GivenError) as problem:
        statements(text)
    assert problem.value.line == 1


@pytest.mark.parametrize(
    "text", ["\x08eta : real", "\theta : real", "x = \x0crac{1}{2}", "\x07lpha > 0", "\rho : real"]
)
def test_a_control_character_tells_of_an_eaten_backslash(text: str):
    with pytest.raises(GivenError, match="backslash") as problem:
        statements(text)
    assert "r'…'" in problem.value.expected


def test_tabs_may_indent():
    assert texts("\ta : real\n\tb : real") == ["a : real", "b : real"]


def test_forms_are_told_apart():
    assert isinstance(one("q, k : random vector(n)"), Declare)
    assert isinstance(one(r"q, k \in \mathbb{R}^{d}"), Member)
    assert isinstance(one("q ⊥ k"), Apart)
    assert isinstance(one(r"X \sim N(0, 1)"), Follows)
    assert isinstance(one("p = softmax(z)"), Equal)
    assert isinstance(one("0 < p < 1"), Assume)
    assert isinstance(one("i = 1, …, n"), Ranges)
    assert isinstance(one("layout: gradient"), Setting)
    assert isinstance(one("to order 2 in h"), Setting)


def test_names_before_a_relation_belong_to_it():
    form = one("a, b > 0")
    assert isinstance(form, Assume)
    apart = one("q, k ⊥ v")
    assert isinstance(apart, Apart)
    assert [group.text for group in apart.groups] == ["q, k", "v"]


def test_a_clause_after_a_definition_is_its_own():
    forms = [form for piece in statements("m_t = b m_{t-1} + g_t, m_0 = 0") for form in classify(piece)]
    assert [type(form) for form in forms] == [Equal, Equal]


def test_the_iid_above_a_tilde_is_read():
    for sign in (
        r"\overset{iid}{\sim}",
        r"\overset{\text{i.i.d.}}{\sim}",
        r"\stackrel{\mathrm{iid}}{\sim}",
        r"\sim_{iid}",
    ):
        form = one(rf"X_i {sign} N(0, 1)")
        assert isinstance(form, Follows)
        assert form.shared == "iid"


def test_what_is_no_statement_is_refused():
    with pytest.raises(GivenError, match="not a statement"):
        one("the quick brown fox")


def test_a_piece_points_into_its_text():
    piece = Piece("ab\ncd", 3, 5)
    assert str(piece.error("no", "yes", 1)) == "line 2, column 2: no (expected: yes)"
