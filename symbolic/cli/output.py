"""Where a report goes: standard output as it comes, or a file in one step at the end."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from pathlib import Path

from symbolic.cli.terminal import NoReader, Refused


class Output:
    """Takes the lines of a report; `close` puts them into the file, when there is one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lines: list[str] = []
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise Refused(f"{path}: cannot be written: {'a folder' if path.is_dir() else 'its folder is not there'}")

    def write(self, lines: Iterable[str]) -> None:
        for line in lines:
            if self._path is None:
                self._print(line)
            else:
                self._lines.append(line + "\n")

    def _print(self, line: str) -> None:
        try:
            print(line, flush=True)
        except OSError as problem:
            raise NoReader(problem) from problem

    def close(self) -> None:
        if self._path is None:
            return
        from symbolic.run.cache import replaced

        target = self._path.resolve()
        try:
            mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o644
            replaced(target, "".join(self._lines), mode)
        except OSError as problem:
            raise Refused(f"{self._path}: {problem.strerror}") from problem
