"""Verdicts shared by the tests of the contract: each pair of a given and a claim is judged once a run."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from symbolic.api import Given
from symbolic.verdict import Verdict

CASES = Path(__file__).parent.parent / "cases"

#: The given of the article, and its parts.
IID = "q, k : random vector(d_k), iid, mean 0, variance 1"
APART = "q, k : independent"
QK = f"{IID}; {APART}"
SOFTMAX = "z : vector(n); p = softmax(z); i, j : index(n)"
SHOWN = f"{QK}; {SOFTMAX}"

#: What a claim must not be when it is false, or when the given does not carry it.
ACCEPTED = ("proved", "checked")


@cache
def given(text: str) -> Given:
    return Given(text)


@cache
def prove(given_text: str, claim: str) -> Verdict:
    return given(given_text).prove(claim)


def word(given_text: str, claim: str) -> str:
    return prove(given_text, claim).verdict


def lines(text: str) -> list[str]:
    """The statements of a given that has no brackets with `;` in them."""
    return [line.strip() for line in text.replace("\n", ";").split(";") if line.strip()]


def because(verdict: Verdict) -> str:
    """What a failed assertion shows of a verdict."""
    return json.dumps({k: v for k, v in verdict.to_json().items() if v not in (None, [], "")}, ensure_ascii=False)[
        :1500
    ]


def handed(*files: str) -> list[dict[str, Any]]:
    """The handed cases of these files, in order."""
    return [
        json.loads(line)
        for name in files
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
