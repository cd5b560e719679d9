"""Numbers alone tell a formula from its single slips; COMPANION_LONG=1 for a tenth of all mutants (see `mutation`)."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from symbolic.crosscheck import compare
from symbolic.given import read_given
from symbolic.notation import plain, read
from symbolic.notation.tree import Chain
from tests.suites.mutants import PARTS, WHOLES, mutants
from tests.suites.mutation import Result, Task, explained, fate, measure, results, tasks
from tests.suites.mutation_page import page, rate

LONG = bool(os.environ.get("COMPANION_LONG"))
CLAIMS, EACH = (None, 4) if LONG else (30, 3)


def measured(todo: list[Task], path: Path) -> list[Result]:
    measure(todo, path)
    return results(path)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> list[Result]:
    return measured(list(tasks(EACH, claims=CLAIMS)), tmp_path_factory.mktemp("mutation") / "results.jsonl")


def test_no_true_claim_is_refuted_by_numbers(sample: list[Result]) -> None:
    true = [result for result in sample if result.kind == "none"]
    assert len(true) >= 30 and not [result for result in true if result.numbers == "refuted"]


def test_slips_are_refuted_by_numbers(sample: list[Result]) -> None:
    made = [result for result in sample if result.kind != "none"]
    left = [result for result in made if fate(result) in ("survived", "unreached")]
    refuted, unreached = rate(made)
    assert refuted >= 0.995 and unreached <= 0.03, left


@pytest.mark.skipif(not LONG, reason="it makes every mutant; set COMPANION_LONG=1")
def test_what_is_explained_is_a_mutant() -> None:
    made = {(task.key.rsplit(" ", 1)[0], plain(task.chain, read_given(task.given))) for task in tasks()}
    assert explained().keys() <= made


def test_blunt_numbers_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a tolerance as large as the numbers themselves only a wrong sign shows, or a number many times too large."""
    monkeypatch.setattr(compare, "ULPS", 4.5e15)
    made = measured([task for task in tasks(6, claims=6) if task.kind != "none"], tmp_path / "blunt.jsonl")
    refuted, unreached = rate(made)
    assert min(refuted, 1 - unreached) < 0.9


def slipped(given: str, claim: str) -> dict[str, list[str]]:
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, Chain)
    made: dict[str, list[str]] = {}
    for mutant in mutants(chain, table):
        made.setdefault(mutant.kind, []).append(plain(mutant.chain, table))
    return made


def test_every_kind_of_slip_is_made() -> None:
    given = "n : dimension; A : matrix(n, n); x : vector(n); s, p : positive; i, j : index(n)"
    claim = r"A^\top x - (1-p) 2 s^2 x = \sum_{k=1}^n (A_{ik} + \delta_{ik}) x_k (n-1)"
    made = slipped(given, claim)
    assert set(made) == {*PARTS, *WHOLES, "index swapped", "σ for σ², or σ² for σ"}


def test_what_is_bound_does_not_slip() -> None:
    made = slipped("x : real", r"\frac{d}{dx} x^2 = 2x")
    assert not [claim for claims in made.values() for claim in claims if "/d(" in claim or "/dx^" in claim]
    assert slipped("r : in (0, 1)", r"\sum_{k=0}^\infty r^k = \frac{1}{1-r}")["bound shifted"] == [
        "sum_{k=0+1}^{oo} r^k = 1/(1 - r)"
    ]


def test_the_page_counts_what_was_measured(sample: list[Result]) -> None:
    written = page(sample)
    count = Counter(fate(result) for result in sample if result.kind != "none")
    numbers = [count.total(), *(count[name] for name in ("refuted", "holds", "survived", "unreached"))]
    assert f"| all | {' | '.join(map(str, numbers))} |" in written
