"""A definition read behind a given that was read comes to the same table as both read together."""

from __future__ import annotations

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from symbolic import api
from symbolic.given import GivenError, read_given
from symbolic.given.extend import with_definition

BASES = (
    "x, y : real",
    "x, y : random scalar, mean mu, variance sigma^2; x ⊥ y",
    "q, k : random vector(d_k), iid, mean 0, variance 1\nq, k : independent\nc > 0",
    "z, w : vector(n)\np = softmax(z)\nsum_i w_i = 1",
    "X ~ N(m, s^2)\nY | X : normal, mean X, variance 1",
    "m_t = beta m_{t-1} + g_t, m_0 = 0\ng : family(T) of real; beta : real",
    "A : matrix(n, n), symmetric; b : vector(n)\nf(t) = t^2 + 1\nsigma(t) = 1/(1+e^{-t})",
    "u : vector(n); i, j : index(n); lemma L1: sum_i u_i = 1",
    "loss : real; a, b : positive\nlemma one: a + b = loss",
)

NAMES = (
    "a", "b", "c", "g", "m", "r", "s", "t", "u", "v", "w", "z", "\\alpha", "\\mu", "mu", "\\sigma", "d", "e",
    "i", "k", "n", "E", "I", "\\pi", "loss", "\\hat x", "v_1", "v_2", "v_{12}", "u_1", "u_i", "z_0", "m_0",
    "d_k", "x_1", "\\beta", "\\mathrm{loss}", "v^2", "f(s)", "s'",
)  # fmt: skip

BODIES = (
    "1", "x^2 + 1", "x y", "xy", "a + 1", "2b", "v_1 + v_2", "v_{12} - v_1", "ab", "\\alpha x",
    "\\mu + \\sigma^2", "mu x", "E[x]", "Var(q·k)", "q·k", "softmax(z)", "p_1", "\\frac{a}{b}", "1/v_1",
    "\\sqrt{s}", "loss", "los s", "f(a)", "u_i", "\\log t", "A b", "sum_i u_i", "\\sum_{v=1}^3 v", "m_t",
    "\\int_0^1 r dr", "(1, 2)", "e^{g}", "t",
)  # fmt: skip

LINES = st.tuples(st.sampled_from(NAMES), st.sampled_from(BODIES)).map(" = ".join)


@settings(max_examples=80, deadline=None)
@drawn(st.sampled_from(BASES), st.lists(LINES, min_size=1, max_size=8))
def test_what_is_read_behind_a_given_is_what_is_read_with_it(before: str, lines: list[str]) -> None:
    for line in lines:
        whole = f"{before}\n{line}"
        found = with_definition(read_given(before), before, line)
        try:
            table = read_given(whole)
        except GivenError:
            assert found is None
            continue
        assert found is None or found == table
        before = whole


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("x : random vector(n), iid, mean 0", "a = x·x"),
        ("x : random vector(n), iid, mean 0", "v_1 = E[x·x]"),
        ("x : real\nv_1 = x\nv_2 = 2x", "v_3 = v_1 + v_2"),
        ("x : real\nv_1 = x\nv_12 = 2x", "v_2 = v_12"),
        ("x : real\n\\alpha = x", "\\beta = \\alpha^2"),
    ],
)
def test_a_new_name_is_read_by_itself(before: str, line: str) -> None:
    assert with_definition(read_given(before), before, line) == read_given(f"{before}\n{line}")


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("x : vector(n)", "x_1 = 2"),
        ("sum_i w_i = 1; w : vector(n)", "i = 2"),
        ("f(t) = t^2", "t = 3"),
        ("x : real, variance mu", "\\mu = 1"),
        ("x, s : real; y = xs", "s = 2"),
        ("x, y : real; z = 2xy", "u = xy"),
        ("x : real", "e = x"),
        ("x : real", "v_i = x"),
        ("x : real,", "v = 2"),
        ("x : real", "v = w"),
        ("x : real", "v > 0"),
        ("d_k : dimension", "k = 2"),
        ("x : real\nv = 1", "v = 2"),
    ],
)
def test_what_may_change_the_lines_before_is_read_with_them(before: str, line: str) -> None:
    try:
        table = read_given(before)
    except GivenError:
        table = read_given("x : real")
    assert with_definition(table, before, line) is None


def test_the_given_of_an_article_goes_on_from_what_was_read_and_a_fault_is_told_as_ever() -> None:
    text = "x : real"
    for number in range(1, 60):
        text = f"{text}\nu_{number} = x^2 + {number}"
        assert api.given(text).table == read_given(text)
    with pytest.raises(api.Unread) as told:
        api.given(f"{text}\nw = nothing + 1")
    assert told.value.failure.line == 61
    assert api.given(text).prove("u_59 - u_1 = 58").verdict == "proved"
