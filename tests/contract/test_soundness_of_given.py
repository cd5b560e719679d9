"""Nothing that is not said is assumed: take one sentence away, and the claim is no longer proved."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from symbolic.api import Given, Unread
from tests.contract.verdicts import ACCEPTED, because, prove


class Need(NamedTuple):
    """A claim that holds under `rest` with `sentence`, and not without."""

    rest: str
    sentence: str
    claim: str


PAIR = "x, y : random scalar, mean 0, variance 1"
VECTORS = "q, k : random vector(d), iid, mean 0, variance 1"

NEEDS = {
    "names apart: E of a product": Need(VECTORS, "q, k : independent", "E[q_1 k_1] = E[q_1]E[k_1]"),
    "names apart: covariance": Need(f"d : at least 2; {VECTORS}", "q, k : independent", "Cov(q_1, k_2) = 0"),
    "names apart: variance of q·k": Need(VECTORS, "q, k : independent", "Var(q·k) = d"),
    "names apart: variance of a sum": Need(PAIR, "x, y : independent", "Var(x + y) = 2"),
    "names apart: squares": Need(PAIR, "x, y : independent", "E[x^2 y^2] = 1"),
    "uncorrelated is not independent: squares": Need(
        f"{PAIR}; x, y : uncorrelated", "x, y : independent", "E[x^2 y^2] = 1"
    ),
    "uncorrelated is not independent: a cube": Need(
        f"{PAIR}; x, y : uncorrelated", "x, y : independent", "E[x^2 y] = 0"
    ),
    "uncorrelated is not independent: exponentials": Need(
        f"{PAIR}; x, y : uncorrelated", "x, y : independent", "E[e^x e^y] = E[e^x]E[e^y]"
    ),
    "uncorrelated components are not independent": Need(
        "n : at least 2; x : random vector(n), mean 0, variance 1, uncorrelated components",
        "x : independent components",
        "E[x_1^2 x_2^2] = 1",
    ),
    "components: variance of the sum": Need(
        "x : random vector(n), variance 1", "x : iid components", "Var(sum_i x_i) = n"
    ),
    "components: independent is not one law": Need(
        "n : at least 2; x : random vector(n), independent components, mean 0, variance 1",
        "x : iid",
        "E[x_1^3] = E[x_2^3]",
    ),
    "components: variance of the squared norm": Need(
        "x : random vector(n), mean 0, variance 1, fourth moment 3", "x : independent components", "Var(‖x‖^2) = 2n"
    ),
    "mean not stated: variance of q·k": Need(
        "q, k : random vector(d), iid, variance 1; q, k : independent", "q, k : mean 0", "Var(q·k) = d"
    ),
    "mean not stated: second moment": Need("x : random scalar, variance 1", "x : mean 0", "E[x^2] = 1"),
    "mean not stated: E[q·k]": Need("q, k : random vector(d), iid; q, k : independent", "q : mean 0", "E[q·k] = 0"),
    "mean not stated: cross moment": Need("n : at least 2; x : random vector(n), iid", "x : mean 0", "E[x_1 x_2] = 0"),
    "variance not stated": Need("x : random scalar, mean 0", "x : variance 1", "E[x^2] = 1"),
    "variance is not the second moment": Need("x : random scalar, variance 1", "x : second moment 1", "E[x] = 0"),
    "third moment not stated": Need("x : random scalar, mean 0, variance 1", "x : symmetric law", "E[x^3] = 0"),
    "third moment, covariance with the square": Need(
        "x : random scalar, mean 0", "x : symmetric law", "Cov(x, x^2) = 0"
    ),
    "half of the second moment": Need(
        "x : random scalar, mean 0, variance 1", "x : symmetric law", "E[max(0, x)^2] = 1/2"
    ),
    "fourth moment not stated": Need("x : random scalar, mean 0, variance 1", "x : normal", "E[x^4] = 3"),
    "kurtosis not stated": Need("x : random scalar, mean 0, variance 1", "x : excess kurtosis 0", "E[x^4] = 3"),
    "law not stated: exponential": Need("x : random scalar, mean 0, variance 1", "x : normal", "E[e^x] = e^(1/2)"),
    "law not stated: E|x|": Need("x : random scalar, mean 0, variance 1", "x : normal", "E[|x|] = √(2/π)"),
    "normal each is not jointly normal": Need(
        "x, y : random scalar, normal, mean 0, variance 1; x, y : uncorrelated",
        "x, y : jointly normal",
        "E[x^2 y^2] = 1",
    ),
    "normal each with a covariance is not jointly normal": Need(
        "x, y : random scalar, normal, mean 0, variance 1; cov(x, y) = 1/2",
        "x, y : jointly normal",
        "E[x^2 y^2] = 3/2",
    ),
    "uncorrelated is not independent: two named laws": Need(
        "x : random scalar, poisson(2); y : random scalar, uniform(0, 1); x, y : uncorrelated",
        "x, y : independent",
        "E[x^2 y^2] = 2",
    ),
    "normal each: variance of a sum": Need(
        "x, y : random scalar, normal, mean 0, variance 1", "x, y : uncorrelated", "Var(x + y) = 2"
    ),
    "independent in pairs is not independent": Need(
        "x, y, z : random scalar, mean 0, variance 1; x, y : independent; x, z : independent; y, z : independent",
        "x, y, z : independent",
        "E[x y z] = 0",
    ),
    "independent of each is not independent of both": Need(
        "x, y, z : random scalar, variance 1; x, y : independent; x, z : independent",
        "x ⊥ (y, z)",
        "E[x y z] = E[x]E[y z]",
    ),
    "members of a family": Need(
        "x : family(N) of random scalar, variance sigma^2", "x : iid", "Var(1/N sum_{i=1}^N x_i) = sigma^2/N"
    ),
    "entries of a matrix": Need(
        "W : random matrix(m, n), mean 0, variance v; x : vector(n); i : index(m)",
        "W : iid",
        "Var((W x)_i) = v sum_j x_j^2",
    ),
    "a matrix apart from its input": Need(
        "W : random matrix(m, n), iid, mean 0, variance 1; x : random vector(n), second moment 1; i : index(m)",
        "W, x : independent",
        "E[(W x)_i^2] = n",
    ),
    "different indices": Need(
        "x : random vector(n), iid, mean 0, variance 1; n : at least 2; i, j : index(n)", "i != j", "Cov(x_i, x_j) = 0"
    ),
    "a symmetric matrix: forms": Need("A : matrix(n, n); x, y : vector(n)", "A : symmetric", "x^T A y = y^T A x"),
    "a symmetric matrix: gradient": Need("A : matrix(n, n); x : vector(n)", "A : symmetric", "∇_x (x^T A x) = 2 A x"),
    "an orthogonal matrix": Need("Q : matrix(n, n); x : vector(n)", "Q : orthogonal", "‖Q x‖^2 = ‖x‖^2"),
    "a diagonal matrix": Need("D : matrix(n, n); i, j : index(n); i != j", "D : diagonal", "D_ij = 0"),
    "a unit vector": Need("u : vector(n)", "u : unit norm", "u·u = 1"),
    "a vector that sums to 1": Need("y : vector(n)", "y : sums to 1", "sum_i y_i = 1"),
    "cross-entropy needs Σy = 1": Need(
        "z, y : vector(n); p = softmax(z)", "sum_j y_j = 1", "∇_z (-sum_i y_i log(p_i)) = p - y"
    ),
    "a one-hot vector": Need("p : vector(n); i, j : index(n)", "p : one-hot", "p_i(δ_ij - p_j) = 0"),
    "a unique maximum": Need(
        "z : vector(n); c > 0", "z : unique maximum at 1", "lim_{c→∞} e^{c z_1}/∑_j e^{c z_j} = 1"
    ),
    "a sign: the root of a square": Need("x : real", "x > 0", "√(x^2) = x"),
    "a sign: the absolute value": Need("x : real", "x : nonnegative", "|x| = x"),
    "a sign: the standard deviation": Need(
        "sigma : real; x : random scalar, variance sigma^2", "sigma > 0", "√Var(x) = sigma"
    ),
    "a sign: max": Need("x : real", "x : nonnegative", "max(0, x) = x"),
    "a relation": Need("a, b : real", "a + b = 1", "(a + b)^2 = a + b"),
}
#: What saves these is no property that the language has a word for.
UNGUESSED = {"a relation"}
ROWS = pytest.mark.parametrize("need", NEEDS.values(), ids=NEEDS)


@ROWS
def test_with_the_sentence_it_holds(need: Need) -> None:
    """Proved where expectations are the matter."""
    verdict = prove(f"{need.rest}; {need.sentence}", need.claim)
    by_rules = "random" in need.rest and "second moment" not in need.sentence
    assert verdict.verdict in (("proved",) if by_rules else ACCEPTED), because(verdict)


@ROWS
def test_without_the_sentence_it_is_refuted(need: Need) -> None:
    verdict = prove(need.rest, need.claim)
    assert verdict.verdict not in ACCEPTED, because(verdict)
    assert verdict.verdict == "refuted", because(verdict)


@pytest.mark.parametrize(
    "need",
    [NEEDS[name] for name in NEEDS if name not in UNGUESSED],
    ids=[name for name in NEEDS if name not in UNGUESSED],
)
def test_the_sentence_that_saves_it_comes_first(need: Need) -> None:
    missing = prove(need.rest, need.claim).missing
    assert missing, "the sentence that would save it"
    saved = prove(f"{need.rest}; {missing[0]}", need.claim)
    assert saved.verdict in ACCEPTED, (missing, because(saved))


@pytest.mark.parametrize("name", [name for name in NEEDS if name.startswith("names apart")])
def test_what_independence_alone_would_save_says_exactly_that(name: str) -> None:
    assert prove(NEEDS[name].rest, NEEDS[name].claim).missing[:1] == [NEEDS[name].sentence]


#: Names that nothing relates: wherever they stand in the given, whatever their law, they may depend on one another.
UNRELATED = [
    ("a : random scalar, mean 0; x, y : random scalar, mean 0, variance 1", "E[x y] = 0"),
    ("a, b, x, y : random scalar, mean 0, variance 1; a, b : independent", "E[x y] = 0"),
    ("v : random vector(l), iid, mean 0, variance 1; q, k : random vector(d), iid, mean 0, variance 1", "Var(q·k) = d"),
    ("x, y : random scalar, normal, mean 0, variance 1", "Var(x + y) = 2"),
    ("x, y : random scalar, normal, mean 0, variance 1", "E[x y] = 0"),
    ("x, y : random scalar, uniform(0, 1)", "Var(x + y) = 1/6"),
    ("x, y : random scalar, bernoulli(1/3)", "E[x y] = 1/9"),
    ("x, y : random scalar, exponential(1)", "E[x y] = 1"),
    ("x : random scalar, poisson(r); y : random scalar, uniform(0, 1)", "E[x y] = r/2"),
    ("x : random scalar, bernoulli(1/3); y : random scalar, normal, mean 0, variance 1", "E[x y] = 0"),
    ("x : random scalar, mean 0, variance 1; y : random scalar, exponential(1)", "Var(x + y) = 2"),
    ("x : random scalar, geometric(1/3); y : random scalar, binomial(3, 1/4)", "E[x y] = 9/4"),
    ("x, y, z : random scalar, mean 0, variance 1; x, y : independent", "Var(x + y + z) = 3"),
    ("x, y, z : random scalar, mean 0, variance 1; x, y : independent; y, z : independent", "Var(x + y + z) = 3"),
    ("q, k, v : random vector(d), iid, mean 0, variance 1; q, k : independent", "E[(q·k)(q·v)] = 0"),
    ("x, y : random vector(n), normal, mean 0, variance 1, iid", "E[x·y] = 0"),
    (
        "x : random scalar, normal, mean 0, variance 1; u : random scalar, normal, mean 0, variance 1; y = x + u",
        "Var(y) = 2",
    ),
    ("x : family(N) of random scalar, exponential(1)", "Var(sum_{m=1}^N x_m) = N"),
    ("x : random vector(n), bernoulli(1/3)", "Var(sum_i x_i) = 2n/9"),
    ("W : random matrix(m, n), mean 0, variance 1", "E[‖W W^T‖^2] = m n (m + n + 1)"),
]


@pytest.mark.parametrize(("text", "claim"), UNRELATED, ids=[f"{text} ⊢ {claim}" for text, claim in UNRELATED])
def test_names_that_nothing_relates_may_depend_on_one_another(text: str, claim: str) -> None:
    verdict = prove(text, claim)
    assert verdict.verdict == "refuted", because(verdict)
    for sentence in verdict.missing[:1]:
        assert prove(f"{text}; {sentence}", claim).verdict == "proved", sentence


def test_the_law_of_a_counterexample_is_one_that_the_given_allows() -> None:
    """What is said to be uncorrelated is not shown as equal."""
    shown = prove(f"{PAIR}; x, y : uncorrelated", "E[x^2 y^2] = 1").counterexample
    assert shown is not None and shown.law and "up to scale" not in shown.law, shown


def test_a_claim_that_no_sentence_saves_lists_none_that_does_not_save_it() -> None:
    claim = "Var(q·k) = d + 1/3"
    for sentence in prove(VECTORS, claim).missing:
        assert prove(f"{VECTORS}; {sentence}", claim).verdict in ACCEPTED, sentence


def test_iid_on_two_scalars_is_an_error_that_offers_both_readings() -> None:
    said = complaint("x, y : random scalar, iid")
    assert "x, y : independent" in said


def complaint(text: str) -> str:
    """What the error of a malformed given says."""
    with pytest.raises(Unread) as caught:
        Given(text)
    return str(caught.value.failure.message)


@pytest.mark.parametrize(
    "text",
    [
        "x : random scalar, variance -1",
        "x : random scalar, mean 2, second moment 1",
        "x, y : random scalar, variance 1; cov(x, y) = 2",
        "x : real; x > 1; x < 0",
        "p : random scalar, bernoulli(2)",
        "x : random scalar, variance 0, third moment 1",
    ],
)
def test_from_a_given_that_contradicts_itself_nothing_follows(text: str) -> None:
    """A given must be satisfiable, else everything would follow from it."""
    assert complaint(text)


def test_a_size_is_bounded_wherever_that_is_said() -> None:
    """`n : at least 2` behind the vector that first named n."""
    claim, vector, bound = "E[x_1 x_2] = 0", "x : random vector(n), iid, mean 0", "n : at least 2"
    for text in (f"{bound}; {vector}", f"{vector}; {bound}"):
        assert prove(text, claim).verdict == "proved", because(prove(text, claim))


def test_an_entry_that_a_size_may_lack_is_no_disagreement_of_the_witnesses() -> None:
    verdict = prove("x : random vector(n), iid, mean 0", "E[x_1 x_2] = 0")
    assert verdict.disagreement is None, because(verdict)


def test_an_integer_is_not_any_real() -> None:
    assert prove("t : integer", "cos(2πt) = 1").verdict in ACCEPTED
    assert prove("t : real", "cos(2πt) = 1").verdict == "refuted"


def test_moments_that_a_claim_writes_exist_and_no_more() -> None:
    """Only existence is free."""
    assert prove("x : random scalar", "E[x^4] - E[x^4] = 0").verdict == "proved"
    assert prove("x : random scalar", "E[x^4] = E[x^2]^2").verdict == "refuted"
    assert prove("x : random scalar", "E[3 x^4 + 1] = 3 E[x^4] + 1").verdict == "proved"


@pytest.mark.parametrize("claim", ["lim_{n→∞} x^n = 0", "∑_{k=0}^∞ x^k = 1/(1-x)"])
@pytest.mark.parametrize("said", ["x < 1", "|x| <= 1", "|x| < 2", "x > -1"])
def test_powers_die_out_only_within_one(claim: str, said: str) -> None:
    assert prove("x : real; |x| < 1", claim).verdict == "proved"
    assert prove(f"x : real; {said}", claim).verdict != "proved"
