"""The article's formulas and their kin, SymPy's silent errors and answer checkers', as handed over in peers.jsonl."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.verdicts import because, handed, prove

PREFIXES = ("seed-", "sym-", "eq-")
KIN = [case for case in handed("peers") if case["id"].startswith(PREFIXES)]
SPELLED = [
    pytest.param(case, case[spelling], id=f"{case['id']}, {spelling}")
    for case in KIN
    for spelling in ("claim", "unicode")
    if case[spelling]
]


def test_every_kind_is_there() -> None:
    assert {case["id"].split("-")[0] + "-" for case in KIN} == set(PREFIXES)
    assert {case["truth"] for case in KIN} == {True, False}


@pytest.mark.parametrize(("case", "claim"), SPELLED)
def test_true_is_proved_and_false_refuted(case: dict[str, Any], claim: str) -> None:
    verdict = prove(case["given"], claim)
    assert verdict.verdict == ("proved" if case["truth"] else "refuted"), because(verdict)
    if not case["truth"]:
        assert verdict.counterexample is not None or verdict.correct is not None


#: Cases whose two spellings differ in more than spelling: eq-3 writes its bounds in LaTeX only.
OTHERWISE = {"eq-3"}


@pytest.mark.parametrize(
    "case", [case for case in KIN if case["unicode"] and case["id"] not in OTHERWISE], ids=lambda case: str(case["id"])
)
def test_both_spellings_are_read_as_one_claim(case: dict[str, Any]) -> None:
    assert prove(case["given"], case["claim"]).read_as == prove(case["given"], case["unicode"]).read_as
