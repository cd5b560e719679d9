"""Small liberties that authors take with the language are read as they are plainly meant."""

import pytest

from symbolic.given import GivenError, read_given
from symbolic.notation.tree import Name, Number, Power


def test_words_that_join():
    table = read_given("q and k : random vector(d), iid\nX : random scalar with mean mu and variance sigma^2")
    assert table.symbols["k"].components == "iid"
    assert set(table.symbols["X"].moments) == {"mean", "variance"}


@pytest.mark.parametrize(
    "law",
    ["iid rademacher", "i.i.d. N(0, 1)", "iid normal, mean 0, variance 1", "standard normal", "iid, normal(0, 1)"],
)
def test_laws_of_entries(law: str):
    symbol = read_given(f"x : random vector(n), {law}").symbols["x"]
    assert symbol.components == "iid"
    assert symbol.law is not None


def test_an_identity_says_its_size():
    table = read_given(r"x \sim \mathcal{N}(0, \sigma^2 I_d)")
    assert table.symbols["x"].shape == (Name("d"),)
    assert table.symbols["d"].kind == "dimension"
    assert "covariance" in table.symbols["x"].moments
    with pytest.raises(GivenError, match="how many"):
        read_given("x ~ N(0, I)")


def test_a_scaled_identity_leaves_the_scale_a_number():
    table = read_given("e : random vector(n), mean 0, covariance sigma^2 I")
    assert table.symbols["σ"].kind == "scalar"


def test_bold_names_that_declare_themselves_are_arrays():
    table = read_given(r"x : random vector(d), mean \boldsymbol{\mu}, covariance \boldsymbol{\Sigma}")
    assert table.symbols["μ"].kind == "vector"
    assert table.symbols["Σ"].kind == "matrix"


@pytest.mark.parametrize("order", [0, 1])
def test_indexed_names_with_the_index_before_or_after(order: int):
    lines = ["X_i : random scalar, iid, mean 0", "i : index(n)"]
    table = read_given("; ".join(lines if order else lines[::-1]))
    assert table.symbols["X"].family == (Number("1"), Name("n"))


def test_two_indices_make_a_matrix():
    table = read_given("W_{ij} ~ N(0, 1/n); i : index(m); j : index(n); V_{ij} : random scalar, iid, mean 0")
    assert table.symbols["W"].shape == table.symbols["V"].shape == (Name("m"), Name("n"))


def test_uniform_bounds_that_declare_themselves():
    table = read_given("X ~ U(-s, s); Y ~ U(a, b)")
    assert "positive" in table.symbols["s"].signs
    assert not table.symbols["b"].signs


def test_maps_between_spaces():
    symbol = read_given(r"f : \mathbb{R}^n \to \mathbb{R}").symbols["f"]
    assert (symbol.kind, symbol.parameter_shapes, symbol.shape) == ("function", ((Name("n"),),), ())


def test_sequences_of_vectors_that_start_at_zero():
    table = read_given("h_t = W h_{t-1} + x_t, h_0 = 0; W : matrix(d, d); x : family(T) of vector(d); t : index(T)")
    assert table.symbols["h"].shape == (Name("d"),)


def test_one_sided_limits():
    (assumption,) = read_given(r"\epsilon \to 0^+").assumptions
    assert assumption.relation.links == (("→", Number("0")),)


def test_a_law_is_taken_by_name():
    table = read_given("P : law, normal, mean mu, variance 2; X : random scalar, law P")
    assert table.symbols["X"].moments["variance"] == Number("2")


def test_a_square_of_a_declared_name_is_an_assumption():
    table = read_given("x : real; x^2 = 2")
    assert table.assumptions[0].relation.first == Power(Name("x"), Number("2"))


def test_samples_of_a_vector_law():
    declared = "mu : vector(d); Sigma : matrix(d, d), positive definite\n"
    symbol = read_given(declared + r"X_1, \ldots, X_n \overset{iid}{\sim} N(\mu, \Sigma)").symbols["X"]
    assert (symbol.shape, symbol.members) == ((Name("d"),), "iid")
    assert "covariance" in symbol.moments
