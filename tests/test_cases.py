"""The handed cases: no true claim is refuted, no false one proved or checked.

Each run judges a fixed part of them; with COMPANION_ALL_CASES=1 in the environment all, and then most must be right.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.contract.verdicts import because, handed, prove

ALL = os.environ.get("COMPANION_ALL_CASES") == "1"
SECONDS = "10"
PART = 24
CASES = Path(__file__).parent / "cases"
FRESH = tuple(sorted(path.stem for path in CASES.glob("fresh-*.jsonl")))
FILES = (("formulas",), ("mistakes",), *([("peers",)] if ALL else []), ("more",), FRESH)


def _rank(case: dict[str, Any]) -> str:
    return hashlib.sha256(case["id"].encode()).hexdigest()


def _chosen(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The part of these files that is judged in this run: an even share of true and false claims."""
    cases = [case for case in handed(*names) if case["truth"] is not None]
    if ALL:
        return cases
    return [case for truth in (True, False) for case in sorted(_of(cases, truth), key=_rank)[: PART // 2]]


def _of(cases: list[dict[str, Any]], truth: bool) -> list[dict[str, Any]]:
    return [case for case in cases if case["truth"] is truth]


def _spellings(case: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    both = [("LaTeX", case)]
    if case["unicode"]:
        both.append(("plain", case | {"claim": case["unicode"]}))
    return [(f"{case['id']}, {how}", one) for how, one in both]


CHOSEN = dict(pair for names in FILES for case in _chosen(names) for pair in _spellings(case))


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The verdict of every chosen claim, by id and spelling, judged in one batch."""
    batch: Path = tmp_path_factory.mktemp("cases") / "batch.jsonl"
    rows = [{"id": key, "given": case["given"], "claim": case["claim"]} for key, case in CHOSEN.items()]
    batch.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    command = "import sys; from symbolic.cli import main; sys.exit(main())"
    run = subprocess.run(
        [sys.executable, "-c", command, "prove", "--batch", str(batch), "--seconds", SECONDS, "--json"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == list(CHOSEN), run.stderr[-2000:]
    return {answer["id"]: answer for answer in answers}


@pytest.mark.parametrize("key", CHOSEN)
def test_never_a_true_claim_refuted_nor_a_false_one_accepted(key: str, verdicts: dict[str, dict[str, Any]]) -> None:
    answer, case = verdicts[key], CHOSEN[key]
    assert answer["verdict"] not in (("refuted",) if case["truth"] else ("proved", "checked")), (case, answer)
    assert answer["disagreement"] is None, answer["disagreement"]


@pytest.mark.parametrize("key", CHOSEN)
def test_every_handed_claim_is_read(key: str, verdicts: dict[str, dict[str, Any]]) -> None:
    assert verdicts[key]["verdict"] != "unread", (CHOSEN[key]["claim"], verdicts[key]["error"])


@pytest.mark.parametrize("key", [key for key, case in CHOSEN.items() if not case["truth"]])
def test_a_refuted_claim_shows_why(key: str, verdicts: dict[str, dict[str, Any]]) -> None:
    answer = verdicts[key]
    if answer["verdict"] == "refuted":
        assert answer["counterexample"] or answer["correct"] or answer["note"], answer


@pytest.mark.skipif(not ALL, reason="a part says nothing of a share; set COMPANION_ALL_CASES=1")
def test_most_cases_are_right_and_most_true_ones_proved(verdicts: dict[str, dict[str, Any]]) -> None:
    count = Counter((case["truth"], verdicts[key]["verdict"]) for key, case in CHOSEN.items())
    right = count[True, "proved"] + count[True, "checked"] + count[False, "refuted"]
    true = sum(number for (truth, _), number in count.items() if truth)
    assert right >= 0.9 * len(CHOSEN), count
    assert count[True, "proved"] >= 0.75 * true, count


AMBIGUOUS = {case["id"]: case for case in handed("mistakes") if case["truth"] is None}


def test_a_gradient_right_in_either_layout_is_proved_and_the_other_layout_named() -> None:
    """∂scalar/∂array has the array's shape; what holds in another layout throughout is proved, with a note."""
    own, other = (prove(AMBIGUOUS[key]["given"], AMBIGUOUS[key]["claim"]) for key in ("B035-wrong", "B035-right"))
    assert own.verdict == "proved" and own.layout is None, because(own)
    assert other.verdict == "proved" and other.layout, because(other)


def test_a_name_that_the_given_does_not_have_is_not_guessed() -> None:
    case = AMBIGUOUS["B108-wrong"]
    verdict = prove(case["given"], case["claim"])
    assert verdict.verdict in ("unread", "undecided"), because(verdict)
    second = prove(case["given"], case["claim"].split("=", 1)[1])
    assert second.verdict in ("proved", "checked"), because(second)
