"""What a table answers, and the sentences on which the answers rest."""

import pytest

from symbolic.given import describe, queries, read_given
from symbolic.notation.reader import read_expression
from symbolic.notation.tree import Name, Number, Transpose

ATTENTION = "q, k : random vector(d_k), iid, mean 0, variance 1\nq, k : independent\nz : vector(n)\np = softmax(z)"


def test_moments_come_with_their_sentence():
    table = read_given(ATTENTION)
    answer = queries.variance(table, "q")
    assert answer is not None
    assert answer.value == Number("1")
    assert answer.sentences[0].line == 1
    assert queries.mean(table, "z") is None


def test_a_standard_deviation_gives_the_variance():
    table = read_given("X : random scalar, standard deviation s")
    answer = queries.variance(table, "X")
    assert answer is not None
    assert answer.value == read_expression("s^2", table)


def test_components_and_independence():
    table = read_given(ATTENTION)
    assert queries.components_relation(table, "q").value == "iid"
    independent = queries.independent(table, "q", "k")
    assert independent is not None
    assert independent.sentences[0].text == "q, k : independent"
    assert queries.independent(read_given("q, k : random vector(d), iid"), "q", "k") is None


def test_independence_of_groups():
    table = read_given("a, b, c : random scalar\n(a, b) ⊥ c\na ⊥ b\ns = a + b")
    assert queries.independent(table, "s", "c") is not None
    both = queries.independent_groups(table, ["a"], ["b", "c"])
    assert both is not None
    assert len(both.sentences) == 2
    pairwise = read_given("a, b, c : random scalar\na ⊥ b\na ⊥ c")
    assert queries.independent_groups(pairwise, ["a"], ["b", "c"]) is None


def test_uncorrelated_and_cross_covariance():
    table = read_given(
        "x : random vector(m); y : random vector(n); S : matrix(m, n); cov(x, y) = S\n"
        "u, v : random scalar; u, v : uncorrelated"
    )
    assert queries.cross_covariance(table, "x", "y").value == Name("S")
    assert queries.cross_covariance(table, "y", "x").value == Transpose(Name("S"))
    assert queries.cross_covariance(table, "u", "v").value == Number("0")
    assert queries.uncorrelated(table, "x", "y") is None


def test_jointly_normal():
    apart = read_given("x, y : random vector(n), normal, mean 0\nx, y : independent")
    assert len(queries.jointly_normal(apart, ["x", "y"]).sentences) == 2
    open_ = read_given("x, y : random vector(n), normal, mean 0")
    assert queries.jointly_normal(open_, ["x", "y"]) is None
    assert queries.jointly_normal(open_, ["x"]) is not None


def test_signs_follow_from_kind_law_and_parameter():
    table = read_given(
        "n : dimension; a, b : real; X : random scalar, gamma(a, b); c > 0; S : matrix(n, n), positive definite"
    )
    assert all(queries.is_positive(table, name) for name in ("n", "X", "a", "c"))
    assert queries.has(table, "S", "invertible") is not None
    assert queries.has(table, "c", "negative") is None


def test_requirements_of_laws():
    found = [chain for chain, _ in queries.requirements(read_given("a, b : real; X : random scalar, uniform(a, b)"))]
    assert found[0].links == (("<", Name("b")),)


def test_missing_independence_is_a_sentence():
    assert queries.missing_independence(["q", "k"]) == "k, q : independent"


def test_random_names_are_seen_through_definitions():
    table = read_given("q, k : random vector(d); s = q · k; c : real")
    assert queries.random_names(read_expression("c s", table), table) == {"q", "k"}


def test_definitions_expand_without_capture():
    table = read_given("x, y : vector(n); i : index(n); S = sum_i x_i; f(t) = sum_i t y_i")
    opened = queries.expand(read_expression("f(x_i)", table), table)
    assert "i'" in {bound.index for bound in opened.bounds}
    assert queries.expand(Name("S"), table) == table.definitions["S"].body


def test_components_expand_and_recurrences_do_not():
    table = read_given(
        "x : vector(n); a : real; i, j : index(n); y_i = a x_i\nt : integer, nonnegative\nm_t = a m_{t-1} + 1, m_0 = 0"
    )
    assert queries.expand(read_expression("y_j", table), table) == read_expression("a x_j", table)
    step = read_expression("m_t", table)
    assert queries.expand(step, table) == step


def test_expansion_is_bounded():
    lines = ["a_0 : real"] + [f"a_{k + 1} = a_{k} + a_{k}" for k in range(30)]
    table = read_given("\n".join(lines))
    assert queries.expand(Name("a_30"), table) is not None


def test_a_given_is_said_back():
    said = describe(
        read_given("q, k : random vector(d_k), iid, mean 0, variance 1; z : vector(n); p = softmax(z); c > 0")
    )
    told = "its components are independent of one another with one law, mean 0, variance 1."
    assert f"q is a random vector of size d_k; {told}" in said
    assert "Nothing is said of how q and k depend on each other." in said
    assert "p is defined as softmax(z), a real vector of size n." in said
    assert "It is assumed that c > 0." in said


def test_every_statement_is_said_back():
    table = read_given(
        ATTENTION + "\nn -> oo\nlemma L: p_1 = p_1\nlayout: gradient\ni, j : index(n)\nA : matrix(n, n), symmetric"
    )
    said = describe(table)
    for words in (
        "independent of each other",
        "n tends to ∞",
        "lemma L",
        "gradient convention",
        "index from 1 to n",
        "symmetric",
    ):
        assert words in said


@pytest.mark.parametrize(
    "text",
    [
        "X, Y : mean 0, variance 1; cov(X, Y) = c",
        "cov(X, Y) = c; X, Y : mean 0, variance 1",
        "X, Y ~ N(0, 1); cov(X, Y) = c",
        "X, Y : random scalar; cov(X, Y) = c",
    ],
)
def test_a_covariance_is_read_wherever_its_names_are_declared(text: str) -> None:
    table = read_given("c : real; " + text)
    assert [(relation.kind, relation.names) for relation in table.relations] == [("cov", ("X", "Y"))]
    assert not table.definitions


def test_a_mean_is_read_wherever_its_name_is_declared() -> None:
    table = read_given("E[X] = m; m : real; X : variance 1")
    assert queries.moment(table, "X", "mean") is not None
