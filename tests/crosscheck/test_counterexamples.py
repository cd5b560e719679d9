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


@pytest.mark.parametrize("case", FALSE[::3], ids=lambda case: case["id"])
def test_the_line_to_paste_gives_both_sides(case: dict[str, str]) -> None:
    found = [o.counterexample for o in outcomes(case["given"], case["claim"]) if o.counterexample]
    lines = [example for example in found if example.numpy]
    for example in lines:
        assert example.numpy is not None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(example.numpy, {})
        left, right = (float(part) for part in printed.getvalue().split())
        assert left == pytest.approx(number(example.left), rel=1e-8, abs=1e-8)
        assert right == pytest.approx(number(example.right), rel=1e-8, abs=1e-8)


def test_most_refutations_without_limits_and_quadrature_have_a_line() -> None:
    exact = [o for case in FALSE[::5] for o in outcomes(case["given"], case["claim"]) if o.counterexample]
    exact = [o for o in exact if o.counterexample and o.counterexample.right is not None]
    assert sum(bool(o.counterexample and o.counterexample.numpy) for o in exact) > len(exact) / 3


def test_the_law_is_a_table_at_a_small_size() -> None:
    given = "q, k : random vector(d_k), mean 0, variance 1; q, k : independent"
    (outcome,) = outcomes(given, r"\operatorname{Var}(q\cdot k)=d_k")
    example = outcome.counterexample
    assert example is not None and example.sizes == {"d_k": 2}
    assert example.law is not None and "all components equal" in example.law and "with probability 1/5" in example.law
