"""How far a long check is: a line on standard error that comes and goes, where a person looks."""

from __future__ import annotations

import sys
import time
from pathlib import Path

#: Seconds before the first line, and between two.
PATIENCE, PULSE = 2.0, 0.5


class Progress:
    """Told of files, formulas and waits; shows `a.md: 37 of 1000 formulas, 12 s`, and clears it for other output."""

    def __init__(self) -> None:
        self._looking = sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._shown = False
        self._path, self._done, self._total = Path(), 0, 0

    def begins(self, path: Path, total: int) -> None:
        """A file with so many formulas."""
        self._path, self._done, self._total = path, 0, total

    def found(self) -> None:
        """One formula more."""
        self._done += 1
        self._tell()

    def waiting(self, seconds: float) -> None:
        """Nothing new for so many seconds."""
        self._tell()

    def clear(self) -> None:
        """Leave the line to other output."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def _tell(self) -> None:
        now = time.monotonic()
        if not self._looking or now - self._start < PATIENCE or now - self._last < PULSE:
            return
        self._last, self._shown = now, True
        told = f"{self._path}: {self._done} of {max(self._total, self._done)} formulas, {now - self._start:.0f} s"
        print(f"\r{told}\x1b[K", end="", file=sys.stderr, flush=True)
