"""Equal pairs are found equal, unequal ones never, and the order of terms does not matter; COMPANION_LONG=1 for 10,000.

A random expression is rewritten by true rewrites, and by one slip; numbers from loops over NumPy arrays vouch for both.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from symbolic.decide import decide, situation_of
from symbolic.given import read_given
from symbolic.lowering.lower import lower_scalar
from symbolic.lowering.scope import Scope
from symbolic.notation import plain
from symbolic.notation.tree import Node
from tests.suites.expressions import scalar
from tests.suites.planted import SLIPS, slipped
from tests.suites.rewrites import REWRITES, at_random, reorder, rewritten
from tests.suites.value import GIVEN, value, world

COUNT = 10_000 if os.environ.get("COMPANION_LONG") else 300
TABLE = read_given(GIVEN)
WORLDS = [world(seed) for seed in range(3)]


def equal_by_numbers(left: Node, right: Node) -> bool:
    for here in WORLDS:
        first, second = value(left, here), value(right, here)
        if not abs(first - second) <= 1e-7 * (1 + abs(first) + abs(second)):
            return False
    return True


def status(left: Node, right: Node) -> str:
    return decide(left, "=", right, TABLE).status


def shown(left: Node, right: Node) -> str:
    return f"{plain(left, TABLE)} = {plain(right, TABLE)}"


def test_equal_pairs_are_found_equal() -> None:
    missed = []
    for seed in range(COUNT):
        rng = Random(seed)
        left = scalar(rng)
        right, done = rewritten(left, rng, rng.randint(1, 4))
        assert equal_by_numbers(left, right), f"seed {seed}: no equality by {done}: {shown(left, right)}"
        if status(left, right) != "equal":
            missed.append(f"seed {seed}: {done}: {shown(left, right)}")
    assert not missed, f"{len(missed)} of {COUNT}:\n" + "\n".join(missed)


def test_a_planted_slip_is_never_proved() -> None:
    wrong, tried = [], 0
    for seed in range(2 * COUNT):
        rng = Random(seed)
        left = scalar(rng)
        right, slip = slipped(rewritten(left, rng, rng.randint(0, 3))[0], rng)
        try:
            if equal_by_numbers(left, right):
                continue
        except (IndexError, ZeroDivisionError):
            continue
        tried += 1
        if status(left, right) == "equal":
            wrong.append(f"seed {seed}: {slip}: {shown(left, right)}")
        if tried == COUNT:
            break
    assert tried == COUNT
    assert not wrong, f"{len(wrong)} of {tried}:\n" + "\n".join(wrong)


def test_the_order_of_terms_and_factors_leaves_one_normal_form() -> None:
    for seed in range(COUNT // 3):
        rng = Random(seed)
        left = right = scalar(rng)
        for _ in range(4):
            right = at_random(right, reorder, rng) or right
        scope = Scope(situation_of(TABLE))
        with scope.situation.working():
            assert lower_scalar(left, scope) == lower_scalar(right, scope), f"seed {seed}: {shown(left, right)}"


@pytest.mark.parametrize("name, rewrite", REWRITES, ids=[name for name, _ in REWRITES])
def test_each_rewrite_alone_is_true_and_found(name: str, rewrite: object) -> None:
    met = 0
    for seed in range(400):
        rng = Random(seed)
        left = scalar(rng)
        right = at_random(left, rewrite, rng)  # type: ignore[arg-type]
        if right is not None:
            met += 1
            assert equal_by_numbers(left, right) and status(left, right) == "equal", shown(left, right)
        if met == 5:
            return
    raise AssertionError(f"{name} met {met} times")


@pytest.mark.parametrize("name, slip", SLIPS, ids=[name for name, _ in SLIPS])
def test_each_slip_is_planted(name: str, slip: object) -> None:
    made = (at_random(left, slip, Random(seed)) for seed in range(200) for left in [scalar(Random(seed))])  # type: ignore[arg-type]
    assert any(right is not None for right in made)
