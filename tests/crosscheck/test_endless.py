"""What has no end: sums of laws are right where they are not cut off; what diverges has no value."""

import pytest

from symbolic.api import Given

WAITING = "p : in (0, 1); x, y : random integer, geometric(p); x, y : independent"


def test_one_of_two_waiting_times_given_their_sum() -> None:
    assert Given(WAITING).prove("E[x | x + y] = (x + y)/2").verdict in ("proved", "checked")
    assert Given(WAITING).prove("E[x | x + y] = (x + y)/3").verdict == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        "lim_{t->0} 1/t = ∞", "lim_{t->0} e^{1/t} = ∞", "lim_{t->0} |t|/t = 0", "∫_{-1}^1 1/t^2 dt = -2",
        "∫_1^∞ 1/t dt = 1", "∫_0^1 t^a dt = 1/(a + 1)", "∫_0^∞ t^{a-1} e^{-t} dt = Γ(a)", "∫_1^∞ t^{-a} dt = 1/(a - 1)",
    ],
)  # fmt: skip
def test_what_diverges_or_has_two_sides_has_no_value(claim: str) -> None:
    found = Given("a : real").prove(claim)
    assert found.verdict in ("refuted", "undecided") and found.disagreement is None


@pytest.mark.parametrize(
    "claim", ["lim_{t->0} 1/t^2 = ∞", "lim_{t->0-} 1/t = -∞", "lim_{t->0-} |t|/t = -1", "∫_1^∞ t^{-a} dt = 1/(a - 1)"]
)
def test_what_converges_or_grows_from_both_sides_has_its_value(claim: str) -> None:
    assert Given("a : real; a > 1").prove(claim).verdict in ("proved", "checked")


ENDLESS = "c : in (0, 1); t : index(3); u : family(1..∞) of real; A_t = u_t + c A_{t+1}; B_t = ∑_{k=0}^∞ c^k u_{t+k}"


@pytest.mark.parametrize(("claim", "verdict"), [
    ("A_t - c A_{t+1} = u_t", "proved"), ("A_t - A_{t+1} = u_t", "refuted"),
    ("B_t - c B_{t+1} = u_t", "proved"), ("B_t - c B_{t+1} = u_{t+1}", "refuted"),
    ("A_t - c^2 A_{t+2} = u_t + c u_{t+1}", "proved"), ("A_t - c^2 A_{t+2} = u_t + u_{t+1}", "refuted"),
])  # fmt: skip
def test_families_and_sequences_without_an_end(claim: str, verdict: str) -> None:
    assert Given(ENDLESS).prove(claim).verdict == verdict


def test_members_far_off_of_a_positive_family_are_unknown() -> None:
    assert Given("x : family(1..∞) of real, positive").prove("x_50 = x_60").verdict == "undecided"
