"""No input makes the reader or the given crash or hang, and none is evaluated; a million of them by hand."""

from __future__ import annotations

import builtins
import os
from typing import Any, NoReturn

import pytest

from tests.notation.fuzz import Report, run


@pytest.fixture
def sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`eval` and `exec` fail."""
    import symbolic.given.apply
    import symbolic.given.consistency  # noqa: F401

    def refused(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("the text of a formula was evaluated")

    monkeypatch.setattr(builtins, "eval", refused)
    monkeypatch.setattr(builtins, "exec", refused)


def holds(report: Report) -> None:
    assert not report.fallen, report.fallen[:5]
    assert report.read > report.inputs // 50


def test_mutated_formulas_and_givens_are_read_or_stopped() -> None:
    holds(run(seed=1, count=1500))


@pytest.mark.skipif(not os.environ.get("COMPANION_LONG"), reason="a long run, by hand")
def test_a_million_inputs() -> None:
    for seed in range(2, 12):
        report = run(seed, 100_000)
        print(report)
        holds(report)
        assert report.megabytes < 200
