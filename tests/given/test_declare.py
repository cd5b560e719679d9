"""Kinds, sizes, families and names."""

import pytest

from symbolic.given import GivenError, read_given
from symbolic.notation.tree import Name, Number


def test_sizes_declare_themselves():
    table = read_given("q, k : random vector(d_k), iid, mean 0, variance 1")
    assert table.symbols["d_k"].kind == "dimension"
    assert table.symbols["q"].shape == (Name("d_k"),)
    assert table.symbols["k"].random


def test_the_order_of_statements_does_not_matter():
    late = read_given("x : random vector(n), mean m\nm : vector(n)\nn : dimension")
    early = read_given("n : dimension\nm : vector(n)\nx : random vector(n), mean m")
    assert late.symbols["x"].moments == early.symbols["x"].moments
    assert late.symbols.keys() == early.symbols.keys()


@pytest.mark.parametrize(
    ("text", "kind", "domain"),
    [
        ("x : real", "scalar", "real"),
        ("x : integer", "scalar", "integer"),
        ("x : complex", "scalar", "complex"),
        ("x : positive", "scalar", "real"),
        ("x : dimension", "dimension", "integer"),
        ("x : function", "function", "real"),
        ("x : law, normal, mean 0, variance 1", "law", "real"),
        ("x : random integer", "scalar", "integer"),
        ("x : positive integer", "scalar", "integer"),
        ("x : index(n)", "index", "integer"),
        ("x : random variable", "scalar", "real"),
    ],
)
def test_scalar_kinds(text: str, kind: str, domain: str):
    symbol = read_given(text).symbols["x"]
    assert (symbol.kind, symbol.domain) == (kind, domain)


@pytest.mark.parametrize(
    "text", ["A : matrix(m, n)", "A ∈ ℝ^{m×n}", r"A \in \mathbb{R}^{m \times n}", "A : ℝ^{m×n}", "A ∈ ℝᵐˣⁿ"]
)
def test_matrices(text: str):
    symbol = read_given(text).symbols["A"]
    assert (symbol.kind, symbol.shape) == ("matrix", (Name("m"), Name("n")))


@pytest.mark.parametrize("text", ["q, k : vector(d_k)", "q, k ∈ ℝ^{d_k}", r"q, k \in \mathbb R^{d_k}"])
def test_vectors(text: str):
    symbols = read_given(text).symbols
    assert symbols["q"].shape == symbols["k"].shape == (Name("d_k"),)


def test_families():
    table = read_given(
        "x : family(N) of random scalar, iid, mean 0; y : family(0..T) of vector(d); k : family(m) of vector(d)"
    )
    assert table.symbols["x"].family == (Number("1"), Name("N"))
    assert table.symbols["x"].members == "iid"
    assert table.symbols["x"].components is None
    assert table.symbols["y"].family == (Number("0"), Name("T"))
    assert table.symbols["y"].axes == 2


def test_a_dotted_list_is_a_family():
    symbol = read_given(r"X_1, …, X_n : random scalar, iid, mean mu").symbols["X"]
    assert symbol.family == (Number("1"), Name("n"))
    assert symbol.members == "iid"


def test_an_indexed_name_speaks_of_a_family():
    table = read_given("i : index(n); X_i : random scalar, iid, mean 0")
    assert table.symbols["X"].family == (Number("1"), Name("n"))
    assert read_given("k, y_i : index(K)").symbols["y_i"].kind == "index"


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        (r"\Sigma_{qk}", "Σ_qk"),
        (r"\hat\theta", "hat θ"),
        ("x'", "x'"),
        (r"\mathrm{weight}", "weight"),
        (r"n_{in}", "n_in"),
        (r"\text{fan\_in}", "fan_in"),
        ("x^{(i)}", "x^(i)"),
        (r"\bar y", "bar y"),
        ("ŷ", "hat y"),
        (r"\varepsilon", "ε"),
        ("sigma_m", "σ_m"),
        ("v_3", "v_3"),
    ],
)
def test_names_in_every_spelling(spelled: str, name: str):
    assert name in read_given(f"{spelled} : real").symbols


def test_dress_is_recorded():
    assert read_given(r"\mathbf{q} : vector(d)").symbols["q"].dress == r"\mathbf{q}"


def test_bold_and_plain_are_two_names_when_both_are_declared():
    table = read_given(r"\mathbf{x} : vector(n); x : real")
    assert table.symbols["x"].kind == "scalar"
    assert table.symbols["bold x"].kind == "vector"


def test_functions():
    table = read_given("f : function; g : function of (a, b); z : vector(n); L : function of z")
    assert table.symbols["f"].parameters == ()
    assert table.symbols["g"].parameters == (Name("a"), Name("b"))
    assert table.symbols["L"].parameter_shapes == ((Name("n"),),)


def test_index_ranges():
    table = read_given("i, j : index(n); k : index(0..m); l = 1, …, r")
    assert table.symbols["j"].span == (Number("1"), Name("n"))
    assert table.symbols["k"].span == (Number("0"), Name("m"))
    assert table.symbols["l"].span == (Number("1"), Name("r"))


def test_a_later_line_adds_properties():
    table = read_given("a, r : random scalar\na, r : independent\nr : mean 1, variance 1")
    assert table.symbols["r"].moments["mean"] == Number("1")
    assert not table.symbols["a"].moments
    assert table.symbols["r"].facts["mean"].line == 3


@pytest.mark.parametrize(
    "text", ["x : vector(n)\nx : real", "x : real; x : random scalar", "x : vector(n); x : vector(m)"]
)
def test_a_second_kind_is_an_error(text: str):
    with pytest.raises(GivenError, match="declared twice"):
        read_given(text)


@pytest.mark.parametrize(
    "text", ["x : vector", "x : matrix(n)", "x : vector()", "x : vector(0)", "x : vector(1/2)", "x : family(3)"]
)
def test_malformed_kinds(text: str):
    with pytest.raises(GivenError) as problem:
        read_given(text)
    assert problem.value.expected


def test_use_takes_in_another_given():
    table = read_given("use shared\nx : vector(n)", {"shared": "n : dimension; c > 0"}.__getitem__)
    assert table.symbols["c"].signs == {"positive"}
    with pytest.raises(GivenError, match="there is no given"):
        read_given("use missing", {}.__getitem__)


def test_givens_that_use_one_another_end():
    texts = {"a": "use b\nx : real", "b": "use a\ny : real"}
    assert {"x", "y"} <= read_given("use a", texts.__getitem__).symbols.keys()
