"""Where the reader stops it says where, what was expected and what to write; nothing else ever escapes from it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic.given import read_given
from symbolic.language.symbols import Table
from symbolic.notation import tree as t
from symbolic.notation.errors import ReadError
from symbolic.notation.reader import read, read_expression, read_relation, undeclared_names

TABLE = read_given("""
q, k : random vector(d_k), iid, mean 0, variance 1
z, x : vector(n)
p = softmax(z)
A : matrix(n, n)
a, b : real
i, j : index(n)
f : function
""")
CASES = Path(__file__).parents[1] / "cases"

STOPS = [
    ("Var(q·k", 7, "missing )", "the ( at column 4 is not closed"),
    ("Var(q··k)=1", 6, "two dots in a row", "write one"),
    ("s_i = 3", 0, "s is not declared", "add a line such as `s : vector(n)`"),
    ("a = loss", 4, "loss is not declared", "add a line such as `loss : real`"),
    ("a = g(b)", 4, "g is not declared", "add a line such as `g : function`"),
    ("x_l = 1", 2, "l is not declared", "add a line such as `l : index(n)`"),
    ("x_{ij} = 1", 2, "too many indices: this takes one index", "what is a factor stands outside"),
    ("a_i = 1", 0, "a_i is not declared", "a takes no index"),
    ("x = e_i", 4, "e is not declared", "add a line such as `e : vector(n)`"),
    (r"\pi_i = 1/2", 0, "π is not declared", "add a line such as `π : vector(n)`"),
    ("b = at", 4, "at is not declared", "add a line such as `at : real`, or `t : real` if a product is meant"),
    ("(a + b]", 6, "expected ) here", ""),
    ("a)", 1, "a closing bracket without its opening one", ""),
    ("a +", 3, "the formula ends where an expression was expected", ""),
    ("", 0, "an empty formula", ""),
    ("a^2^3", 3, "two powers in a row", "write x^{y^z} or (x^y)^z"),
    (r"\foo a", 0, r"the command \foo is not known here", ""),
    ("a \x08eta", 2, "a control character", "a quoting ate a backslash"),
    ("∑ x_i y_j", 0, "a sum or product without its index (one of i, j)", "write ∑_i"),
    ("∫ f(a)", 2, "an integral without its differential", "write the dx at its end"),
    ("lim a", 4, "a limit without its variable", "write lim_{x→0}"),
    (r"\frac{\partial^2 a}{\partial b}", 0, "the orders above (2) and below (1) differ", "write ∂²f/∂x²"),
    ("x2 + a", 0, "x2 is neither a name nor a product", "write x_2"),
    ("1e5", 0, "1e5 could be a power of ten", "write 10^{…}"),
    (r"a = b \\ c = d", 9, "a second formula begins here", "read one formula at a time"),
    ("[[a, b], [a]]", 0, "the rows of this matrix differ in length", ""),
    ("a > 0 and b > 0", 6, "and is not declared", ""),
    ("a.b", 1, "a full stop inside the formula", "write ·"),
    ("h(", 2, "the formula ends where an expression was expected", ""),
    ("log = 3", 0, "log without its argument", "write log(…)"),
    ("E[a = b]", 1, "a relation inside E", ""),
    ("🙂", 0, "the sign '🙂' is not known here", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "offset", "message", "hint"), STOPS)
def test_it_stops_where_and_why(text: str, offset: int, message: str, hint: str) -> None:
    with pytest.raises(ReadError) as stop:
        read(text, TABLE)
    assert (stop.value.message, stop.value.offset) == (message, offset)
    assert hint in stop.value.hint


def test_the_caret_stands_under_the_place() -> None:
    with pytest.raises(ReadError) as stop:
        read("a = b\n + Var(q··k)", TABLE)
    line, below = stop.value.caret().split("\n")
    assert line == " + Var(q··k)" and below.startswith(" " * 9 + "^ two dots in a row")
    assert (stop.value.line, stop.value.column) == (2, 10)


def test_a_declared_t_makes_its_power_of_an_array_an_error() -> None:
    table = read_given("T : dimension; A : matrix(n, n)")
    with pytest.raises(ReadError, match="T is declared"):
        read("A^T", table)
    assert read(r"A^\top", table) == t.Transpose(t.Name("A"))


def test_softmax_needs_its_argument_where_the_given_has_none() -> None:
    table = read_given("z : vector(n); i : index(n)")
    with pytest.raises(ReadError, match="no softmax"):
        read("softmax_i", table)


def test_an_expression_is_no_relation_and_a_relation_no_expression() -> None:
    with pytest.raises(ReadError, match="ends before this"):
        read_expression("a = b", TABLE)
    with pytest.raises(ReadError, match="a relation was expected"):
        read_relation("a + b", TABLE)


DEEP = ["(" * 500, "√" * 500 + "a", "{" * 500, "log " * 500 + "a", r"\frac{1}{" * 500, "a/" * 500 + "b"]


@pytest.mark.parametrize("deep", DEEP)
def test_depth_is_bounded(deep: str) -> None:
    with pytest.raises(ReadError):
        read(deep, TABLE)


@pytest.mark.parametrize("opening", ["(", "[", "{", r"\left("])
def test_forty_levels_are_read(opening: str) -> None:
    closing = {"(": ")", "[": "]", "{": "}", r"\left(": r"\right)"}[opening]
    assert read(opening * 40 + "a" + closing * 40, TABLE) == t.Name("a")


def test_length_is_bounded() -> None:
    with pytest.raises(ReadError, match="longer than"):
        read("a+" * 20_000 + "a", TABLE)


LONG = ["a+" * 9_000 + "a", "a b " * 4_000, "qk" * 9_000, "q·k " * 3_000, "E[a|" * 3_000, "|a" * 6_000, "∫" * 9_000,
        "∂a/" * 6_000, "d/dx " * 3_900, "x_{" * 6_000, "a'" * 9_000, "{" * 19_000, "dddd" * 4_900, "∑_i" * 6_000,
        r"\mathbf{" * 2_400, "a^" * 9_000, "||" * 9_000, "[" * 19_000, "x̂" * 9_000]  # fmt: skip


@pytest.mark.parametrize("text", LONG)
def test_time_is_bounded(text: str) -> None:
    start = perf_counter()
    with suppress(ReadError):
        read(text, TABLE)
    assert perf_counter() - start < 5


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_random_text_is_read_or_stopped(text: str) -> None:
    _survives(text, TABLE)


WORDS = r"""
_ ^ { } ( ) [ ] | ‖ · ∑ ∫ ∂ ∇ √ ' ! , ; = < + - * / ~ d 1 2 x z E P I T ∞ δ ½ ᵀ ² ₁ ₓ . \ \frac \left( \right)
\begin{pmatrix} \end{pmatrix} \\ \mathbf{ \hat \sum_ \int \lim_{ softmax softmax_i log E[ \mathbb{1} dx
\partial \underset \operatorname*{arg\,max} \mid \overset \text{or \underbrace \sqrt[ \substack{ → || hat 𝟙 𝐪
\not ∈ ℝ^
"""
PIECES = [" ", "\u0302", *WORDS.split()]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_random_pieces_are_read_or_stopped(text: str) -> None:
    _survives(text, TABLE)


def _survives(text: str, table: Table) -> None:
    for reader in (read, undeclared_names):
        try:
            reader(text, table)
        except ReadError as stop:
            assert stop.caret() and 0 <= stop.offset <= len(text)


def _cases() -> list[dict[str, str]]:
    files = sorted(CASES.glob("**/*.jsonl"))
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    return [case for case in map(json.loads, lines) if "function" not in case]


def _texts() -> list[tuple[str, str, str]]:
    keys = ("claim", "unicode")
    return [(case["id"], case["given"], case[key]) for case in _cases() for key in keys if case.get(key)]


#: Left sides that their claim itself defines.
UNREAD = {"B108-wrong"}


@pytest.mark.skipif(not list(CASES.glob("**/*.jsonl")), reason="the handed cases are not here")
def test_every_handed_claim_is_read_in_both_notations() -> None:
    tables: dict[str, Table] = {}
    unread = []
    for name, given_text, claim in _texts():
        table = tables.setdefault(given_text, Table()) if given_text in tables else read_given(given_text)
        tables[given_text] = table
        try:
            read(claim, table)
        except ReadError as stop:
            unread.append((name, stop.caret()))
    assert [entry for entry in unread if entry[0] not in UNREAD] == []


@pytest.mark.skipif(not list(CASES.glob("**/*.jsonl")), reason="the handed cases are not here")
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_mutated_claims_are_read_or_stopped(data: st.DataObject) -> None:
    texts = [claim for _, _, claim in _texts()]
    text = data.draw(st.sampled_from(texts))
    at = data.draw(st.integers(0, len(text)))
    size = data.draw(st.integers(0, 4))
    _survives(text[:at] + data.draw(st.sampled_from(["", *PIECES])) + text[at + size :], TABLE)
