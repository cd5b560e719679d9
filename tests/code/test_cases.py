"""The handed functions: one that computes its formula is checked, one that drifted from it is refuted.

Each run judges a fixed part of them; with COMPANION_ALL_CASES=1 in the environment all.
"""

from __future__ import annotations

import hashlib
import os
from typing import Any

import pytest

from symbolic.run.code import CodeTask, check_code
from tests.contract.verdicts import because, handed

PART = 12


def _rank(case: dict[str, Any]) -> str:
    return hashlib.sha256(case["id"].encode()).hexdigest()


CASES = sorted(handed("code", "code-more"), key=_rank)
CHOSEN = CASES if os.environ.get("COMPANION_ALL_CASES") == "1" else CASES[:PART]


@pytest.mark.parametrize("case", CHOSEN, ids=lambda case: case["id"])
def test_a_function_is_held_against_its_formula(case: dict[str, Any]) -> None:
    task = CodeTask(case["given"], case["claim"], case["code"], case["function"], case["args"], 20)
    *_, verdict = check_code(task)
    assert verdict.verdict == ("checked" if case["truth"] else "refuted"), because(verdict)
