"""False alarms of sampled averages: as rare as `crosscheck.sampling` proves, and none where nothing is proved."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from numeric.montecarlo import Spending
from symbolic.api import Given
from symbolic.crosscheck import sampling
from symbolic.crosscheck.compare import GUESSED, Trial, trial
from symbolic.crosscheck.experiments import Worlds, crosscheck
from symbolic.crosscheck.instance import instance
from symbolic.crosscheck.scope import Effort

CUBE = "x : random vector(3), iid, normal, mean 0, variance 1"
WIDE = "x : random vector(9), iid, normal, mean 0, variance 1"
HALF = "P(x_1 + x_2 + x_3 > 0) = 1/2"


def looked_at(text: str, claim: str, alpha: float, seeds: range) -> list[Trial]:
    """One claim in one world, sampled anew for every seed."""
    given = Given(text)
    chain = given.read_claim(claim)
    world = instance(given.table, 0)
    ((relation, right),) = chain.links
    return [
        trial(chain.first, relation, right, replace(world, seed=seed), Effort(spending=Spending(alpha)))
        for seed in seeds
    ]


@pytest.mark.parametrize("alpha", [1e-2, 1e-3])
def test_a_true_claim_is_refuted_no_more_often_than_allowed(alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "EVENTS", 1 << 13)
    runs = 1000
    found = looked_at(CUBE, HALF, alpha, range(runs))
    assert all("monte carlo" in each.effort.kinds for each in found)
    alarms = sum(each.status == "differs" for each in found)
    assert alarms <= runs * alpha + 3 * math.sqrt(runs * alpha)


def test_a_bound_of_a_deviation_would_be_seen_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulation can fail: with a chance of error near 1 the bound is a deviation or two, and alarms come."""
    monkeypatch.setattr(sampling, "EVENTS", 1 << 13)
    monkeypatch.setattr("numeric.montecarlo.log", lambda x: math.log(max(x / 8, 1.2)))
    assert any(each.status == "differs" for each in looked_at(CUBE, HALF, 1.0, range(60)))


def test_a_false_probability_is_refuted_by_a_proved_bound() -> None:
    found = Given(CUBE).prove("P(x_1 + x_2 + x_3 > 0) = 5/8")
    assert found.verdict == "refuted", found
    (link,) = found.links
    assert link.evidence is not None and link.evidence.kind == "monte carlo" and found.note is None


@pytest.mark.parametrize(
    "claim",
    [
        "E[max(x_1, x_2 + x_3, x_4 x_5, x_6, x_7, x_8 + x_9)] = 3",
        "√P(x_1 + x_2 + x_3 > 0) = 1/2",
        "P(x_1 + x_2 + x_3 > 0) ≠ 1/2",
        "Var(|x_1 + x_2 x_3 x_4|) = 7",
    ],
)
def test_what_has_no_proved_bound_refutes_nothing(claim: str) -> None:
    given = Given(WIDE)
    chain = given.read_claim(claim)
    ((relation, right),) = chain.links
    found = crosscheck(chain.first, relation, right, given.table)
    assert found.status == "unclear" and found.reason, found
    assert "≠" in claim or found.reason == GUESSED


def test_the_shares_of_a_claim_are_counted_over_all_its_links() -> None:
    given = Given(CUBE)
    worlds = Worlds(given.table)
    chain = given.read_claim(HALF)
    ((relation, right),) = chain.links
    crosscheck(chain.first, relation, right, given.table, worlds)
    first = worlds.spending.taken
    crosscheck(right, relation, chain.first, given.table, worlds)
    assert 0 < first < worlds.spending.taken
    assert worlds.spending.alpha * sampling.FORMULAS == pytest.approx(1e-9)
