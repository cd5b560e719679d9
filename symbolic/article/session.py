"""A session with articles: one worker answers for all of them, each question under its guard and asked only once."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from symbolic.article.check import check
from symbolic.article.coding import Hold
from symbolic.article.document import Document, MarkError, Source, read_source
from symbolic.article.findings import Finding
from symbolic.article.judging import Compare, Compared, Judge, Judged, Keep, Kept, handle
from symbolic.article.markdown import parse
from symbolic.run.tasks import settled
from symbolic.run.worker import Answer, Worker


class Session:
    """Checks and keeps articles; `seconds` is the guard of one formula; code is run where `run_code` says so."""

    def __init__(
        self, seconds: float, waiting: Callable[[float], None] | None = None, run_code: bool = False
    ) -> None:
        self._seconds = seconds
        self._code_seconds = seconds if run_code else 0.0
        self._worker = Worker(handle)
        self._known: dict[Any, Any] = {}
        self._waiting = waiting

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._worker.close()

    def check(self, path: Path) -> tuple[Document, Iterator[Finding]]:
        """The document of a file and its findings; raises `MarkError`, then or on the way, and OSError."""
        document = parse(path, read_source(path))
        return document, check(document, self.ask, self._code_seconds)

    def synced(self, path: Path) -> tuple[Source, str, list[Finding]]:
        """The source of a file, the text that keeps it true, and what was mended."""
        document, findings = self.check(path)
        mended = [found for found in findings if found.edit is not None]
        return document.source, document.source.edited(found.edit for found in mended if found.edit), mended

    def ask(self, task: Any) -> Any:
        """The answer to a task of `judging`."""
        if task not in self._known:
            answer = self._worker.ask(task, self._seconds, self._waiting)
            self._known[task] = _complete(task, answer, self._seconds)
        return self._known[task]


def _complete(task: Judge | Compare | Keep | Hold, answer: Answer, seconds: float) -> Judged | Compared | Kept:
    """The answer as the task wants it, also where the worker was stopped."""
    value = answer.value
    if isinstance(task, Compare):
        return value if value is not None else Compared("", "", "", f"it could not be compared: {answer.detail[-200:]}")
    verdict = settled(replace(answer, value=value.verdict if value is not None else None), seconds)
    if value is None:
        return Kept(verdict) if isinstance(task, Keep) else Judged(verdict)
    kept: Judged | Kept = replace(value, verdict=verdict)
    return kept


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Alone among companions in the folder of a file, where the system has such locks."""
    if os.name != "posix":
        yield
        return
    import fcntl

    folder = os.open(path.resolve().parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def write(path: Path, text: str) -> None:
    """Put a text into a file's place in one step, keeping its mode; raises `MarkError` when it is read-only."""
    target = path.resolve()
    mode = stat.S_IMODE(target.stat().st_mode)
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise MarkError("the file is read-only", (1, 1))
    number, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
