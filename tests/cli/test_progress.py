"""Progress is told to a person at a terminal, and to nobody else."""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest

from symbolic.cli.progress import PATIENCE, Progress


class Terminal(io.StringIO):
    """A standard error that someone looks at, or not."""

    def __init__(self, looked_at: bool) -> None:
        super().__init__()
        self.looked_at = looked_at

    def isatty(self) -> bool:
        return self.looked_at


@pytest.mark.parametrize("looked_at", [True, False])
def test_it_is_told_after_a_while_and_cleared(looked_at: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, now = Terminal(looked_at), [0.0]
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    progress = Progress()
    progress.begins(Path("a.md"), 1000)
    progress.found()
    progress.waiting(0.1)
    assert terminal.getvalue() == ""
    now[0] = PATIENCE + 10
    progress.found()
    progress.found()
    progress.clear()
    progress.clear()
    assert terminal.getvalue() == ("\ra.md: 2 of 1000 formulas, 12 s\x1b[K\r\x1b[K" if looked_at else "")
