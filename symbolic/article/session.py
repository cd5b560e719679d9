"""A session with articles: workers answer for all of them, each question under its guard and asked only once."""

from __future__ import annotations

import os
import stat
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from symbolic.article.ahead import Ahead, foreseen, misled
from symbolic.article.check import check
from symbolic.article.coding import Hold
from symbolic.article.document import Document, MarkError
from symbolic.article.findings import Finding
from symbolic.article.hosts import read
from symbolic.article.judging import Compare, Compared, Judge, Judged, handle
from symbolic.article.keeping import Keep, Kept
from symbolic.article.kept import keep, question, recalled
from symbolic.run.cache import Cache, replaced
from symbolic.run.crew import Crew
from symbolic.run.tasks import settled, warm
from symbolic.run.worker import PULSE, Answer

#: Answers that a session holds at most, and tasks that may wait for each worker.
HELD, AHEAD = 1024, 4


class Session:
    """Checks and keeps articles: every question is answered once, by the cache or by one of `jobs` workers.

    seconds   the guard of one formula
    waiting   told the seconds of a wait while it lasts
    run_code  run the code that marks speak of
    cache     where verdicts are kept; None: nowhere
    inline    judge the formulas in sentences too
    """

    def __init__(
        self,
        seconds: float,
        waiting: Callable[[float], None] | None = None,
        run_code: bool = False,
        jobs: int = 1,
        cache: Cache | None = None,
        inline: bool = False,
    ) -> None:
        self._seconds = seconds
        self._code_seconds = seconds if run_code else 0.0
        self._inline = inline
        self._jobs = jobs
        self._cache = cache
        self._waiting = waiting
        self._crew: Crew | None = None
        self._walk: Callable[[], Iterator[Finding]] = lambda: iter(())
        self._ahead: Ahead | None = None
        self._guessed: dict[str, Any] = {}
        self._asked: dict[str, Any] = {}
        self._known: OrderedDict[str, Any] = OrderedDict()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._crew is not None:
            self._crew.close()

    def check(self, path: Path, kind: str = "") -> tuple[Document, Iterator[Finding]]:
        """The document of a file (of a `kind` that overrules its ending) and its findings.

        Raises `MarkError`, then or on the way, and OSError.
        """
        document = read(path, kind)
        self._walk = lambda: check(document, self._foresee, self._code_seconds, self._inline)
        self._ahead = Ahead(self._walk) if self._jobs > 1 else None
        return document, check(document, self.ask, self._code_seconds, self._inline)

    def synced(self, path: Path, kind: str = "") -> tuple[dict[Path, tuple[str, str]], list[Finding]]:
        """The files of an article with their texts as they are and as they are to be, and what drifted.

        What has no `edit` is not mended: only the source of a formula that is typeset too, say.
        """
        document, findings = self.check(path, kind)
        drifted = [found for found in findings if found.drift]
        texts = document.source.rewritten(found.edit for found in drifted if found.edit)
        return {file or path: pair for file, pair in texts.items()}, drifted

    def ask(self, task: Any) -> Any:
        """The answer to a task of `judging`."""
        key = question(task)
        if not self._answered(key, task):
            start = time.monotonic()
            while key not in self._known:
                self._put(key, task, first=True)
                if not self._look_ahead():
                    self._take(PULSE)
                if self._waiting:
                    self._waiting(time.monotonic() - start)
        self._known.move_to_end(key)
        return self._known[key]

    def _answered(self, key: str, task: Any) -> bool:
        """Is the answer known, or does the cache have it?"""
        if key not in self._known and key not in self._asked and self._cache is not None:
            kept = recalled(task, self._cache.get(key))
            if kept is not None:
                self._hold(key, kept)
        return key in self._known

    def _hold(self, key: str, answer: Any) -> None:
        self._known[key] = answer
        while len(self._known) > HELD:
            self._known.popitem(last=False)

    def _put(self, key: str, task: Any, first: bool) -> None:
        if key in self._asked:
            return
        if self._crew is None:
            warm(several=self._jobs > 1)
            self._crew = Crew(handle, self._seconds, self._jobs)
        self._asked[key] = task
        self._crew.put(key, task, first)

    def _take(self, most: float) -> None:
        """Take in the answers that came within so many seconds."""
        assert self._crew is not None
        for key, answer in self._crew.finished(most):
            task = self._asked.pop(str(key))
            whole = _complete(task, answer, self._seconds)
            self._hold(str(key), whole)
            if misled(self._guessed.pop(str(key), whole), whole):
                self._start_again()
            if self._cache is not None and answer.fate == "done":
                keep(self._cache, str(key), task, whole)

    def _start_again(self) -> None:
        """Walk ahead from the beginning, with what is known by now: the answers on their way rest on a wrong guess."""
        assert self._crew is not None
        for key in self._crew.drop():
            self._asked.pop(str(key))
            self._guessed.pop(str(key), None)
        self._ahead = Ahead(self._walk)

    def _look_ahead(self) -> bool:
        """Walk on in front while workers may soon lack work; False when there is no need, or no way."""
        assert self._crew is not None
        if self._ahead is None or self._crew.waiting >= AHEAD * self._jobs:
            return False
        self._take(0)
        return self._ahead.step()

    def _foresee(self, task: Any) -> Any:
        """The true answer where it is known, else one that leads on where that will; the task is on its way then."""
        key = question(task)
        if not self._answered(key, task):
            self._put(key, task, first=False)
            guess = foreseen(task)
            if guess is not None:
                self._guessed[key] = guess
                return guess
            while key not in self._known:
                self._put(key, task, first=False)
                self._take(PULSE)
        return self._known[key]


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


def write(path: Path, before: str, after: str) -> None:
    """Put a text into the place of another in one step, keeping the file's mode, owner and extended attributes.

    Raises `MarkError` when the file or its folder is read-only, or it holds something else by now.
    """
    target = path.resolve()
    mode = stat.S_IMODE(target.stat().st_mode)
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise MarkError("the file is read-only", (1, 1), path)
    if target.read_bytes() != before.encode("utf-8"):
        raise MarkError("the file was changed meanwhile; nothing was written", (1, 1), path)
    try:
        replaced(target, after, mode, like=target)
    except PermissionError as problem:
        raise MarkError(f"its folder takes no new file: {problem.strerror}", (1, 1), path) from problem
