"""What is said of names: signs, bounds, moments, laws, independence."""

import pytest

from symbolic.given import GivenError, read_given
from symbolic.given.laws import LAWS
from symbolic.notation.tree import Interval, Name, Number, Power

TWO = Number("2")


def test_signs_and_bounds():
    table = read_given("p : real, in (0, 1); n : integer, at least 2; c : real, nonzero; b : vector(n), positive")
    assert table.symbols["p"].bounds == (("in", Interval(Number("0"), Number("1"))),)
    assert "positive" in table.symbols["p"].signs
    assert "positive" in table.symbols["n"].signs
    assert table.symbols["c"].signs == {"nonzero"}


def test_positive_definite_is_symmetric_too():
    assert read_given("S : matrix(n, n), positive definite").symbols["S"].signs == {"positive definite", "symmetric"}


def test_names_in_properties_declare_themselves():
    table = read_given("x : random vector(n), iid, variance sigma^2\nU : random scalar, uniform(-s, s)")
    assert table.symbols["x"].moments["variance"] == Power(Name("σ"), TWO)
    assert table.symbols["σ"].signs == {"positive"}
    assert table.symbols["s"].kind == "scalar"
    assert table.symbols["σ"].facts["kind"].text == "x : random vector(n), iid, variance sigma^2"


def test_a_covariance_declares_a_matrix():
    table = read_given("x : random vector(n), normal, mean 0, covariance Sigma")
    assert table.symbols["Σ"].shape == (Name("n"), Name("n"))
    assert "symmetric" in table.symbols["Σ"].signs


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("mean m", "mean"),
        ("variance v", "variance"),
        ("second moment s", "second moment"),
        ("standard deviation s", "standard deviation"),
        ("third moment a", "third moment"),
        ("fourth moment b", "fourth moment"),
        ("excess kurtosis κ", "excess kurtosis"),
        ("zero mean", "mean"),
        ("unit variance", "variance"),
    ],
)
def test_moments(words: str, moment: str):
    assert moment in read_given(f"X : random scalar, {words}").symbols["X"].moments


@pytest.mark.parametrize("form", LAWS, ids=lambda form: form.name)
def test_every_law_is_read(form):
    kind = {"vector": "vector(n)", "matrix": "matrix(n, n)"}.get(form.governs[0], "scalar")
    given = ["p : vector(n), positive, sums to 1", "V, U : matrix(n, n), positive definite", "M : matrix(n, n)"]
    values = {"probability vector": "p", "positive vector": "p", "spd matrix": "V", "matrix": "M"}
    listed = ", ".join(values.get(parameter.domain, f"t_{place}") for place, parameter in enumerate(form.parameters))
    law = f"{form.name}({listed})" if listed else form.name
    symbol = read_given("\n".join([*given, f"X : random {kind}, {law}"])).symbols["X"]
    assert symbol.law is not None
    assert symbol.law.name == form.name
    assert len(symbol.law.parameters) == len(form.parameters)


def test_iid_speaks_of_components_and_not_of_names():
    table = read_given("q, k : random vector(d), iid")
    assert table.symbols["q"].components == "iid"
    assert not table.relations


@pytest.mark.parametrize("text", ["q, k : independent", "q ⊥ k", r"q \perp k", r"q \perp\!\!\!\perp k"])
def test_independence_of_names(text: str):
    (relation,) = read_given(f"q, k : random vector(d)\n{text}").relations
    assert (relation.kind, relation.names) == ("independent", ("q", "k"))


def test_groups_that_are_independent():
    (relation,) = read_given("q, k, v : random vector(d)\n(q, k) ⊥ v").relations
    assert relation.groups == (("q", "k"), ("v",))


def test_other_relations():
    table = read_given(
        "q, k : random vector(d); S : matrix(d, d)\nq, k : jointly normal\nq, k : uncorrelated\ncov(q, k) = S\n"
    )
    assert [relation.kind for relation in table.relations] == ["jointly normal", "uncorrelated", "cov"]
    assert table.relations[2].value == Name("S")


@pytest.mark.parametrize("sign", ["~", "∼", r"\sim"])
def test_a_tilde_gives_a_law(sign: str):
    symbol = read_given(f"X {sign} N(mu, sigma^2)").symbols["X"]
    assert symbol.random
    assert symbol.law is not None
    assert symbol.law.name == "normal"
    assert symbol.moments == {"mean": Name("μ"), "variance": Power(Name("σ"), TWO)}


def test_an_iid_tilde_makes_a_family():
    symbol = read_given(r"X_i \overset{iid}{\sim} N(0, 1)").symbols["X"]
    assert symbol.members == "iid"
    assert symbol.family is not None
    bounded = read_given("i : index(n)\n" + r"X_i \overset{iid}{\sim} \mathcal{N}(0, 1)").symbols["X"]
    assert bounded.family == (Number("1"), Name("n"))


def test_a_vector_law_gives_its_shape():
    table = read_given(r"mu : vector(d); Sigma : matrix(d, d), positive definite; x \sim \mathcal{N}(\mu, \Sigma)")
    assert table.symbols["x"].shape == (Name("d"),)
    assert table.symbols["x"].moments["covariance"] == Name("Σ")


def test_a_law_by_itself_is_taken_over():
    table = read_given("P : law, normal, mean mu_1, variance sigma_1^2\nX ~ P")
    assert table.symbols["X"].moments["mean"] == Name("μ_1")


def test_conditional_laws():
    table = read_given("c : random integer, bernoulli(1/2); mu : real; v > 0; t | c : normal, mean mu c, variance v")
    (relation,) = table.relations
    assert (relation.kind, relation.names) == ("conditional", ("t", "c"))
    assert relation.law is not None
    assert relation.moments["variance"] == Name("v")
    assert table.symbols["t"].random


def test_the_mean_may_be_an_equation():
    symbol = read_given("X : random scalar; mu : real; E[X] = mu; Var(X) = 2").symbols["X"]
    assert symbol.moments == {"mean": Name("μ"), "variance": TWO}


def test_unique_maximum():
    symbol = read_given("z : vector(n), unique maximum at 1").symbols["z"]
    assert symbol.maximum_at == Number("1")


@pytest.mark.parametrize("text", ["x, y : random scalar, iid", "a, b, c : random scalar, iid, mean 0"])
def test_iid_scalars_offer_both_readings(text: str):
    with pytest.raises(GivenError, match="two ways") as problem:
        read_given(text)
    assert "independent" in problem.value.expected


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("x : real, positve", "positive"),
        ("X : random scalar, bernouli(1/2)", "bernoulli"),
        ("x : random vector(n), idd", "iid"),
        ("X : random scalar, varianc 2", "variance"),
        ("A : matrix(n, n), symetric", "symmetric"),
        ("d : dimention", "dimension"),
    ],
)
def test_a_slip_gets_the_nearest_word(text: str, near: str):
    with pytest.raises(GivenError) as problem:
        read_given(text)
    assert f"did you mean `{near}`" in problem.value.expected


@pytest.mark.parametrize(
    "text",
    [
        "x : real, mean 0",
        "x : vector(n), iid",
        "x : real; x, y : independent",
        "x : real, symmetric",
        "X : random scalar, multinomial(n, p)",
        "X : random scalar, gamma(1)",
        "X : random scalar, normal, exponential(1)",
        "X : random scalar, mean 0, mean 1",
        "x : vector(n), sums to 1; A : matrix(m, n), symmetric",
        "X : random integer, normal, mean 0",
    ],
)
def test_what_cannot_be_said(text: str):
    with pytest.raises(GivenError) as problem:
        read_given(text)
    assert problem.value.expected


def test_values_of_each_member_are_arrays():
    table = read_given(
        "i : index(n); mu, s : vector(n), positive; X_i : random scalar, independent, mean mu_i, variance s_i^2"
    )
    assert table.symbols["X"].moments == {"mean": Name("μ"), "variance": Power(Name("s"), TWO)}
    assert table.symbols["X"].members == "independent"
    tilde = read_given(r"mu : vector(n); X_i \sim N(\mu_i, 1)").symbols["X"]
    assert tilde.family == (Number("1"), Name("n"))


def test_a_line_of_properties_adds_to_a_declaration():
    """`symmetric law` is a property, and no law that is symmetric."""
    symbol = read_given("x : random scalar, mean 0\nx : symmetric law\nx : variance 1").symbols["x"]
    assert symbol.random
    assert "symmetric law" in symbol.signs
    assert list(symbol.moments) == ["mean", "variance"]
