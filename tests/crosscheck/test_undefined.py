"""A claim of which one side alone is somewhere undefined falls there, with the sentence that leaves the place out."""

import pytest

from symbolic.api import Given

LACKING = [
    ("x : real", "x^2/x = x", "x : nonzero"),
    ("x : real", "x/x = 1", "x : nonzero"),
    ("x : at least 0", "x^2/x = x", "x : nonzero"),
    ("x : real", "(x^2 - 1)/(x - 1) = x + 1", "x != 1"),
    ("x, y : real", "(x^2 - y^2)/(x - y) = x + y", "x != y"),
    ("a, b, c : real", "(a b)/(a c) = b/c", "a : nonzero"),
    ("x : real; y = 1/x", "x y = 1", "x : nonzero"),
    ("x : real", "x^2 x^(-1) = x", "x : nonzero"),
    ("x : real", "e^(log(x)) = x", "x : positive"),
    ("x, y : real", "sqrt(x y) = sqrt(x) sqrt(y)", "x : positive"),
    ("x, y : real", "log(x y) = log(x) + log(y)", "x : positive"),
    ("x, y, a : real", "(x y)^a = x^a y^a", "x : positive"),
    ("n : dimension; A : matrix(n, n)", "A^{-1} A = I", "A : invertible"),
    ("x : real", "∫_0^∞ e^{-x t} dt = 1/x", "x : positive"),
    ("x : real", "1/(1/x) = x", "x : nonzero"),
    ("x : nonnegative", "e^(log(x)) = x", "x : nonzero"),
    ("x : real", "|x|^2/x = x", "x : nonzero"),
    ("x : real", "x/|x| = sign(x)", "x : positive"),
    ("x, y : real", "x/y · y/x = 1", "x, y : nonzero"),
    ("x, a, b : real", "x^a x^b = x^(a+b)", "x : positive"),
    ("x, a, b : real", "(x^a)^b = x^(a b)", "x : positive"),
    ("x : real", "(x^2 - 9)/(x - 3) = x + 3", "x != 3"),
    ("s : real", "sum_{k=0}^∞ (1/2)^(s k) = 1/(1 - 2^(-s))", "s : positive"),
    ("n : dimension", "(n^2 - n)/(n - 1) = n", "n : at least 2"),
    ("x : family(n) of random scalar, iid, mean mu, variance sigma^2",
     "E[1/(n-1) sum_i (x_i - 1/n sum_j x_j)^2] = sigma^2", "n : at least 2"),
    ("x : vector(n)", "‖x/‖x‖‖ = 1", "x : nonzero"),
    ("x, y : vector(n)", "x·y/(‖x‖‖y‖) <= 1", "x, y : nonzero"),
    ("x : vector(n)", "softmax(log x) = x/sum_j x_j", "x : positive"),
    ("A, B : matrix(n, n)", "(A + B)^{-1} (A + B) = I", "A, B : positive definite"),
    ("A : matrix(n, n)", "(I + A)^{-1} (I + A) = I", "A : positive definite"),
]

#: What has another value, and not only none, outside of what its author thought of.
VALUES = [
    ("x : real", "√x^2 = x", "x : nonnegative"),
    ("x : real", "log(x^2) = 2 log(x)", "x : nonnegative"),
    ("x : real", "arctan(tan(x)) = x", "x : in (0, 1)"),
    ("x : real", "arcsin(sin(x)) = x", "x : in (0, 1)"),
    ("x : real", "0^x = 0", "x : positive"),
]

#: Moments that a claim writes are taken to exist; what that takes is listed with what is used.
MOMENTS = [
    ("nu : positive; X : random scalar, student(nu)", "E[X] = 0", "E[X] exists (nu > 1)"),
    ("nu : positive; X : random scalar, student(nu)", "Var(X) = nu/(nu-2)", "Var(X) exists (nu > 2)"),
    ("m, a : positive; X : random scalar, pareto(m, a)", "E[X] = a m/(a-1)", "E[X] exists (a > 1)"),
    ("k : positive; X : random scalar, chi-square(k)", "E[1/X] = 1/(k-2)", "E[1/X] exists (k > 2)"),
    ("a, b : positive; X : random scalar, beta(a, b)", "E[1/X] = (a+b-1)/(a-1)", "E[1/X] exists (a > 1)"),
    ("r : positive; t : real; X : random scalar, exponential(r)", "E[e^{t X}] = r/(r-t)", "E[e^{t X}] exists (t < r)"),
    ("a, b : positive; t : real; X : random scalar, gamma(a, b)", "E[e^{t X}] = (1 - t/b)^{-a}",
     "E[e^{t X}] exists (t < b)"),
    ("m, t : real; b : positive; X : random scalar, laplace(m, b)", "E[e^{t X}] = e^{m t}/(1-b^2 t^2)",
     "E[e^{t X}] exists (t < 1/b, -t < 1/b)"),
]


@pytest.mark.parametrize(("given", "claim", "sentence"), LACKING, ids=[claim for _, claim, _ in LACKING])
def test_what_is_undefined_on_one_side_only_is_refuted_there(given: str, claim: str, sentence: str) -> None:
    found = Given(given).prove(claim)
    assert found.verdict == "refuted" and found.counterexample is not None and found.note is not None
    sides = [str(side) for side in (found.counterexample.left, found.counterexample.right)]
    assert sum(side.lstrip("-") in ("nan", "inf") for side in sides) == 1
    assert found.disagreement is None and found.correct is None and found.slip is None
    assert "undefined" in found.note or "infinite" in found.note
    assert found.missing[0] == sentence
    assert Given(f"{given}; {sentence}").prove(claim).verdict in ("proved", "checked")


@pytest.mark.parametrize(("given", "claim", "sentence"), VALUES, ids=[claim for _, claim, _ in VALUES])
def test_what_has_another_value_is_refuted_with_both(given: str, claim: str, sentence: str) -> None:
    found = Given(given).prove(claim)
    assert found.verdict == "refuted" and found.missing == [sentence]


@pytest.mark.parametrize(("given", "claim", "use"), MOMENTS, ids=[claim for _, claim, _ in MOMENTS])
def test_what_a_moment_takes_to_exist_is_listed_as_used(given: str, claim: str, use: str) -> None:
    found = Given(given).prove(claim)
    assert found.verdict == "proved" and use in found.uses and use in found.to_json()["uses"]
    said = use.rpartition("exists (")[2].removesuffix(")").replace(", ", "; ")
    ensured = Given(f"{given}; {said}").prove(claim)
    assert ensured.verdict == "proved" and not any("exists" in sentence for sentence in ensured.uses)


@pytest.mark.parametrize(("law", "claim"), [("student(1)", "E[X] = 0"), ("student(3)", "E[X^3] = 0")])
def test_a_moment_that_exists_nowhere_has_no_value(law: str, claim: str) -> None:
    found = Given(f"X : random scalar, {law}").prove(claim)
    assert found.verdict == "undecided" and found.note is not None and "does not exist" in found.note


@pytest.mark.parametrize(
    "claim",
    [
        "∫_{-1}^1 1/t dt = 0", "∫_{-2}^2 1/t^3 dt = 0", "∫_{-∞}^∞ t/(1+t^2) dt = 0",
        r"\lim_{n \to \infty} (-1)^n = 0", r"\lim_{n \to \infty} (-2)^n = \infty",
    ],
)  # fmt: skip
def test_principal_values_and_limits_by_parity_are_none(claim: str) -> None:
    assert Given("").prove(claim).verdict == "refuted"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("x : real; x < 1", r"\lim_{n \to \infty} x^n = 0", "refuted"),
        ("x : real; |x| < 1", r"\lim_{n \to \infty} x^n = 0", "proved"),
        ("x : nonzero; |x| < 1", r"\lim_{n \to \infty} x^{-n} = \infty", "refuted"),
        ("x : in (0, 1)", r"\lim_{n \to \infty} x^{-n} = \infty", "checked"),
        ("", r"\lim_{n \to \infty} (-1)^n/n = 0", "checked"),
        ("", "∫_{-1}^1 t dt = 0", "proved"),
        ("", "∫_{-∞}^∞ t e^{-t^2} dt = 0", "proved"),
    ],
)
def test_a_limit_or_integral_that_exists_stays(given: str, claim: str, verdict: str) -> None:
    assert Given(given).prove(claim).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        ("x : real", "1/x = 1/x"),
        ("x : in (0, 1)", "x^2/x = x"),
        ("x : in (0, 1)", "(1 - x)^2/(1 - x) = 1 - x"),
        ("x : real; x < 1", "(1 - x)^2/(1 - x) = 1 - x"),
        ("d : dimension", "d^2/d = d"),
        ("a : real; b : positive", "a/b + a/b = 2 a/b"),
        ("sigma : positive; x : random scalar, variance sigma^2", "Var(x/sigma) = 1"),
        ("x, y : positive", "sqrt(x y) = sqrt(x) sqrt(y)"),
        ("x : real", "1/(1 + x^2) + x^2/(1 + x^2) = 1"),
        (
            "x : vector(d); d >= 2; i, j : index(d); m = 1/d sum_i x_i; s^2 = 1/d sum_i (x_i - m)^2; h_i = (x_i - m)/s",
            "∂h_i/∂x_j = (δ_ij - 1/d - h_i h_j/d)/s",
        ),
    ],
)
def test_what_is_undefined_on_both_sides_or_nowhere_stays_proved(given: str, claim: str) -> None:
    assert Given(given).prove(claim).verdict == "proved"


def test_an_integer_is_tried_at_integers_alone() -> None:
    given = "t : integer, at least 1; a, b : positive; w_0 : real; w_t = (1 - a b) w_{t-1}"
    assert Given(given).prove("w_t = (1 - a b)^t w_0").verdict == "proved"
    assert Given("t : integer, at least 1; c : real").prove("(-1)^{2t} c = c").verdict == "proved"
