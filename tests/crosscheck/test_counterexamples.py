"""What refutes is shown: a law as a table, and a line of NumPy that gives the same two numbers."""

import contextlib
import io
import json
from pathlib import Path

import pytest

from symbolic.crosscheck.experiments import Outcome, crosscheck
from symbolic.given import read_given
from symbolic.given.bare import with_bounds
from symbolic.notation import read
from symbolic.notation.tree import Chain

CASES = [
    json.loads(line)
    for name in ("peers", "formulas", "mistakes")
    for line in (Path(__file__).parents[1] / "cases" / f"{name}.jsonl").read_text("utf-8").splitlines()
]
FALSE = [case for case in CASES if case["truth"] is False]


def outcomes(given: str, claim: str) -> list[Outcome]:
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, Chain)
    chain = with_bounds(chain, table)
    sides = [chain.first, *(side for _, side in chain.links)]
    links = zip(sides, chain.links, strict=False)
    return [crosscheck(left, relation, right, table) for left, (relation, right) in links]


def number(shown: object) -> float:
    if isinstance(shown, str):
        above, _, below = shown.partition("/")
        return float(above) / float(below or 1)
    assert isinstance(shown, int | float)
    return float(shown)


#: What stands in a line whose numbers come of differences, steps of an integral, or nodes of a rule.
ROUGHLY = ("slope", "integral", "_w", "digamma")


def printed(line: str) -> list[float]:
    """What the line prints: it is of the companion's own making, and holds nothing of a text but names and numbers."""
    found = io.StringIO()
    with contextlib.redirect_stdout(found):
        exec(line, {})
    return [float(part) for part in found.getvalue().split()]


@pytest.mark.parametrize("case", FALSE[::3], ids=lambda case: case["id"])
def test_the_line_to_paste_gives_both_sides(case: dict[str, str]) -> None:
    found = [o.counterexample for o in outcomes(case["given"], case["claim"]) if o.counterexample]
    for example in found:
        if example.numpy is None:
            continue
        close = 1e-6 if any(word in example.numpy for word in ROUGHLY) else 1e-8
        for told, side in zip(printed(example.numpy), (example.left, example.right), strict=True):
            assert told == pytest.approx(number(side), rel=close, abs=close), example.numpy


def test_refutations_have_a_line() -> None:
    """All but what NumPy has no function for, or what only draws or a long extrapolation reach."""
    found = [o.counterexample for case in FALSE[::3] for o in outcomes(case["given"], case["claim"])]
    valued = [example for example in found if example is not None and example.right is not None]
    assert sum(example.numpy is not None for example in valued) >= 0.9 * len(valued)


#: given, claim: each node of the language that a line is written for, beyond what the handed cases have.
WRITTEN = [
    ("x : vector(n)", "∇_x ‖x‖^2 = x"),
    ("A : matrix(n, n), positive definite", "∂/∂A log(det(A)) = A"),
    ("x, y : real", "∂/∂x (∂/∂y (x^2 y^3)) = 6 x y"),
    ("x : vector(2)", "∇^2_x (x_1^2 x_2) = 0"),
    ("x : real", "∫_0^1 x t^2 dt = x"),
    ("x : real", "∫_0^∞ t e^(-t) dt = 2"),
    ("", "∑_{k=1}^∞ 1/2^k = 2"),
    ("a : real, positive", "lim_{n→∞} (1 - e^(-a n)) = a"),
    ("x : vector(n), unique maximum at 1", "max_i x_i = 2 x_1"),
    ("a : real, positive; b : real", "min_c (a (c - b)^2 + 1) = 2"),
    ("x : random scalar, beta(2, 3)", "E[x^2] = 1/3"),
    ("x : random scalar, student(9)", "Var(x) = 1"),
    ("x : random scalar, gumbel(0, 1)", "E[x] = 1"),
    ("x : random scalar, chi-square(3)", "E[log(x)] = 1"),
    ("x : random scalar, laplace(1, 2)", "E[|x|] = 1"),
    ("x : random scalar, lognormal(0, 1/2)", "E[x] = 1"),
    ("x : random scalar, pareto(1, 9)", "E[x] = 1"),
    ("lambda : positive; x : random scalar, poisson(lambda)", "d/dlambda E[x^2] = 1"),
    ("x : random scalar, geometric(1/3)", "Var(x) = 3"),
    ("n : dimension; p : in (0, 1); x : random scalar, binomial(n, p)", "Var(x) = n p"),
    ("mu : real; x : random scalar, normal, mean mu, variance 1", "d/dmu E[x^2] = mu"),
    ("x, y : random scalar, normal, mean 0, variance 1; x, y : jointly normal; cov(x, y) = 1/2", "E[x^2 y^2] = 1"),
    ("x : random vector(n), iid, mean 0, variance 1", "Cov(x) = 2 I"),
    ("x : random scalar, normal, mean 0, variance 1", "E[x^2 | x > 0] = 2"),
    ("x : real; f(t) = t^3", "f''(x) = 3 x"),
    ("A : matrix(n, n); B : matrix(2, 2)", "tr(A ⊗ B) = tr(A)"),
    ("b : in (0, 1); m_0 : real; m_t = b m_{t-1} + 1; t : index(4)", "m_t = b^t m_0"),
]


@pytest.mark.parametrize(("given", "claim"), WRITTEN, ids=[claim for _, claim in WRITTEN])
def test_every_kind_of_node_has_a_line(given: str, claim: str) -> None:
    (outcome,) = outcomes(given, claim)
    example = outcome.counterexample
    assert example is not None and example.numpy is not None, outcome
    for told, side in zip(printed(example.numpy), (example.left, example.right), strict=True):
        assert told == pytest.approx(number(side), rel=1e-6, abs=1e-6), example.numpy


def test_the_law_is_a_table_at_a_small_size() -> None:
    given = "q, k : random vector(d_k), mean 0, variance 1; q, k : independent"
    (outcome,) = outcomes(given, r"\operatorname{Var}(q\cdot k)=d_k")
    example = outcome.counterexample
    assert example is not None and example.sizes == {"d_k": 2}
    assert example.law is not None and "all components equal" in example.law and "with probability 1/5" in example.law
