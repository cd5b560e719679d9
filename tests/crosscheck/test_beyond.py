"""Numbers beyond the floating-point range show nothing: 0 = 0 and ∞ = ∞ are no agreement, no divergence, no way out."""

from decimal import Decimal

import pytest

from symbolic.api import Given

NORMAL = "X ~ N(0, 1)"


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        (NORMAL, "E[X^{10^9}] = 0"),
        (NORMAL, "E[X^{10^9}] = 1"),
        (NORMAL, "E[X^{30000}] = 0"),
        ("V ~ pareto(2, 3)", "E[V^{-100000}] = 0"),
        ("", r"\int_0^{10^9} \sin(x^x) dx = 0"),
        ("", r"\int_0^{10^9} \sin(x^x)^2 dx \le 10^9"),
    ],
)
def test_what_overflows_or_underflows_is_left_open(given: str, claim: str) -> None:
    assert Given(given).prove(claim).verdict == "undecided"


UNIFORM = "V, W ~ uniform(0, 1); V ⊥ W"


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        (UNIFORM, "E[V^{200}] = 1/201", "proved"),
        (UNIFORM, "E[V^{100000}] = 1/100001", "checked"),
        (UNIFORM, "E[V^{10000}] = 1/10000", "refuted"),
        (UNIFORM, "E[V^{30000} W] = 1/60002", "checked"),
        ("V ~ exponential(1)", "E[V^{100}] = 100!", "proved"),
        ("x : random vector(1000000000000), iid, mean 0, variance 1", r"E[\|x\|^2] = 10^{12}", "checked"),
    ],
)
def test_peaks_between_the_nodes_and_huge_orders_and_sizes(given: str, claim: str, verdict: str) -> None:
    assert Given(given).prove(claim).verdict == verdict


def test_an_array_that_no_experiment_holds_is_told() -> None:
    verdict = Given("m : vector(10^12)").prove(r"\sum_i m_i^2 = \sum_i m_i")
    assert verdict.verdict == "undecided" and "10000000000" in (verdict.note or "")


@pytest.mark.parametrize("claim", ["x^{10^9} = x^{10^9+1}", "x^{1000} = x^{1001}", r"\frac{d}{dx}x^{100000} = 0"])
def test_zeros_by_underflow_save_no_claim(claim: str) -> None:
    verdict = Given("x : real").prove(claim)
    assert verdict.verdict == "refuted" and not verdict.missing


@pytest.mark.parametrize(
    ("claim", "left", "right"),
    [
        ("10^{10^{10}} = 10^{10^{11}}", "1.0e+10000000000", "1.0e+100000000000"),
        ("e^{-e^{10}} = 0", f"{(-Decimal(10).exp()).exp():.5e}", 0),
        ("10^{20} = 10^{21}", 1e20, 1e21),
    ],
)
def test_sides_beyond_the_range_are_shown_by_their_digits(claim: str, left: object, right: object) -> None:
    verdict = Given("").prove(claim)
    assert verdict.verdict == "refuted" and verdict.counterexample
    assert (verdict.counterexample.left, verdict.counterexample.right) == (left, right)
    assert verdict.counterexample.numpy is None or isinstance(left, float)
