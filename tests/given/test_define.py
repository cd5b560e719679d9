"""Definitions: plain, with parameters, by components, recurrent; and assumptions."""

import pytest

from symbolic.given import GivenError, read_given
from symbolic.language.symbols import Law
from symbolic.notation.tree import Add, Call, Chain, Component, Matrix, Name, Number, Root, Tuple

ZERO, ONE, INFINITY = Number("0"), Number("1"), Name("∞")


def test_a_plain_definition_keeps_its_tree_and_gets_a_shape():
    table = read_given("z : vector(n)\np = softmax(z)")
    assert table.definitions["p"].body == Call(Name("softmax"), (Name("z"),))
    assert table.symbols["p"].shape == (Name("n"),)
    assert table.symbols["p"].kind == "vector"


def test_definitions_stand_in_any_order():
    table = read_given("y = 2 x\nx = c + 1\nc : real")
    assert set(table.definitions) == {"x", "y"}


def test_functions_of_their_own_parameters():
    table = read_given("sigma(x) = 1/(1+e^{-x})")
    assert table.definitions["σ"].parameters == ("x",)
    assert table.symbols["σ"].kind == "function"
    assert table.symbols["σ"].parameter_shapes == ((),)
    assert "x" not in table.symbols


@pytest.mark.parametrize(
    ("given", "shape"),
    [
        (r"d : dimension; mu : vector(d); f(t) = (t-mu)^T (t-mu)", (Name("d"),)),
        (r"L : matrix(n, n), diagonal; f(u) = \frac12 u^\top L u", (Name("n"),)),
        (r"d : dimension; mu : vector(d); f(t) = \|t - mu\|^2", (Name("d"),)),
        (r"f(w) = \sum_{i=1}^{4} w_i^2", None),
        ("x : vector(n); f(x) = 1/(1+e^{-x})", ()),
        ("x : real; f(x) = tanh x", ()),
    ],
)
def test_parameters_are_arrays_where_they_must_be(given: str, shape: tuple | None):
    (found,) = read_given(given).symbols["f"].parameter_shapes
    assert len(found) == 1 if shape is None else found == shape


def test_definitions_by_components():
    table = read_given("x : vector(n); a, b : real; i : index(n); y_i = a x_i + b")
    assert table.definitions["y"].indices == (Name("i"),)
    assert table.symbols["y"].shape == (Name("n"),)
    undeclared = read_given("x : vector(n); a : real; y_i = a x_i")
    assert undeclared.symbols["y"].shape == (Name("n"),)


def test_a_subscript_that_is_no_index_belongs_to_the_name():
    table = read_given(
        "n : dimension; x : vector(n); i : index(n); \\mu_x = \\frac{1}{n}\\sum_{l=1}^n x_l; w_2 = (1/4, 3/4)"
    )
    assert {"μ_x", "w_2"} <= table.definitions.keys()
    labels = read_given("f : vector(K); k, y_i : index(K); p_k = e^{f_k}; L_i = -\\log(p_{y_i})")
    assert "L_i" in labels.definitions
    assert labels.definitions["p"].indices == (Name("k"),)


def test_a_zeroth_name_beside_a_vector_is_its_own():
    table = read_given(r"\alpha : vector(K), positive; \alpha_0 = \sum_{i=1}^{K}\alpha_i")
    assert isinstance(table.definitions["α_0"].body.span, tuple | None)
    assert table.symbols["α_0"].kind == "scalar"


def test_a_recurrence_with_its_start():
    table = read_given(
        "t : index(N); beta : real; g : family(N) of random scalar, mean mu\nm_t = beta m_{t-1} + (1-beta) g_t, m_0 = 0"
    )
    definition = table.definitions["m"]
    assert definition.recurrent
    assert definition.indices == (Name("t"),)
    assert definition.initial == (((ZERO,), ZERO),)
    assert table.symbols["m"].family == (ZERO, Name("N"))
    assert table.symbols["m"].random


def test_a_recurrence_of_vectors():
    table = read_given(
        "a : vector(n); L : matrix(n, n); t : integer, at least 1\n" r"z_t = z_{t-1} - L z_{t-1}, z_0 = a"
    )
    assert table.symbols["z"].shape == (Name("n"),)
    assert table.symbols["z"].family == (ZERO, INFINITY)


def test_forward_and_coupled_recurrences():
    table = read_given(
        "beta, eta, lambda, v_0, x_0 : real\nt : integer, nonnegative\n"
        "v_{t+1} = beta v_t + lambda x_t\nx_{t+1} = x_t - eta v_{t+1}"
    )
    assert table.definitions["v"].indices == (Add((Name("t"), ONE)),)
    assert table.definitions["v"].initial == (((ZERO,), Name("v_0")),)
    assert table.definitions["x"].recurrent


@pytest.mark.parametrize("end", ["G_{T+1} = v; G_t = r_t + a G_{t+1}", "G_t = r_t + a G_{t+1}, G_{T+1} = v"])
def test_a_recurrence_with_its_end(end):
    table = read_given(f"T : dimension; a, v : real; r : family(0..T) of real; {end}")
    definition, last = table.definitions["G"], Add((Name("T"), ONE))
    assert definition.indices == (Name("t"),)
    assert definition.initial == (((last,), Name("v")),)
    assert table.symbols["G"].family == (ZERO, last)


def test_a_recurrence_that_ends_at_a_dimension():
    definition = read_given("N : dimension; a : real; x_t = a x_{t+1}, x_N = 1").definitions["x"]
    assert definition.initial == (((Name("N"),), ONE),)


def test_arrays_written_out():
    table = read_given(
        "a : real; A = [[a, 1], [0, 2]]; p = (1/3, 2/3)\n"
        "b = \\begin{pmatrix} 5 \\\\ 3 \\end{pmatrix}; B = \\begin{bmatrix}2&1\\\\1&20\\end{bmatrix}"
    )
    assert isinstance(table.definitions["A"].body, Matrix)
    assert isinstance(table.definitions["p"].body, Tuple)
    assert [len(table.symbols[name].shape) for name in "ApbB"] == [2, 1, 1, 2]


def test_a_square_on_the_left_defines_the_root():
    table = read_given(r"x : vector(n); n : dimension; \hat\sigma^2 = \frac{1}{n}\sum_i x_i^2")
    assert isinstance(table.definitions["hat σ"].body, Root)
    assert "nonnegative" in table.symbols["hat σ"].signs


def test_built_in_names_may_be_defined():
    table = read_given(r"p : vector(n), positive; H = -\sum_i p_i \log p_i; \pi = 1/2; n : dimension; I = n")
    assert {"H", "π", "I"} <= table.definitions.keys()


def test_defined_from_random_is_random():
    table = read_given("Y : random scalar, normal, mean 0, variance 1; X = e^Y")
    assert table.symbols["X"].random


@pytest.mark.parametrize("text", ["a = b + 1; b = a", "a = 2 a", "x = 1; x = 2", "i : index(n); y_i = y_i + 1"])
def test_circles_and_second_definitions(text: str):
    with pytest.raises(GivenError, match="defined"):
        read_given(text)


def test_assumptions_declare_reals():
    table = read_given("c > 0; 0 <= beta < 1; epsilon -> 0; a, b > 0")
    assert table.symbols["c"].signs == {"positive"}
    assert ("below", ONE) in table.symbols["β"].bounds
    assert table.symbols["ε"].kind == "scalar"
    assert {"a", "b"} <= {name for name, symbol in table.symbols.items() if "positive" in symbol.signs}


@pytest.mark.parametrize("text", ["n -> oo", r"n \to \infty", "n → ∞"])
def test_limits(text: str):
    (assumption,) = read_given(text).assumptions
    assert assumption.relation == Chain(Name("n"), (("→", INFINITY),))


def test_a_ratio_may_tend_to_gamma():
    table = read_given("n, p : dimension; n -> oo; p/n -> gamma; 0 < gamma < 1")
    assert table.symbols["γ"].kind == "scalar"


def test_assumptions_about_arrays_and_probabilities():
    table = read_given(
        "m, n : dimension; i : index(m); j : index(n); p : matrix(m, n)\np_{ij} > 0\n"
        "\\sum_{i=1}^{m}\\sum_{j=1}^{n}p_{ij} = 1\n"
        "X : random scalar, normal, mean 0, variance 1; q : real\nP(X <= q) = 1/2\ni != j"
    )
    assert len(table.assumptions) == 4
    assert "positive" in table.symbols["p"].signs


def test_settings_and_lemmas():
    table = read_given("h > 0; f : function; to order 1 in h; layout: gradient; lemma L1: f(h) = f(0)")
    assert table.order == ("h", 1)
    assert table.layout == "gradient"
    assert table.lemmas[0].name == "L1"
    assert table.lemmas[0].claim.first == Call(Name("f"), (Name("h"),))


def test_indexed_values_are_components():
    table = read_given("x : vector(n); x_1 = 3")
    assert table.assumptions[0].relation.first == Component(Name("x"), (ONE,))


def test_a_defined_name_below_is_a_label():
    table = read_given(r"A : matrix(d, d); x : vector(d); E = \frac12 x^\top A x; s = -\nabla_x E; J_s = \nabla_x s")
    assert "J_s" in table.definitions


def test_components_over_a_letter_that_nothing_declares():
    table = read_given("N, d : dimension; X : matrix(N, d); w : vector(d); p_i = \\sum_{j=1}^d X_{ij}w_j")
    assert table.symbols["p"].shape == (Name("N"),)


def test_a_built_in_letter_may_be_defined_and_stand_in_a_law():
    table = read_given("θ : vector(n); π = softmax(θ); a : random integer, categorical(π)")
    assert table.symbols["a"].law == Law("categorical", (Name("π"),))
