"""A worker answers one task at a time under a guard of seconds; one that overruns is killed and started anew."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import Any

#: A handler yields ever better answers to its payload; the last one counts, and an earlier one when it is cut short.
Handler = Callable[[Any], Iterator[Any]]

#: Memory that one worker may hold, and that it may have taken since its start before another takes its place.
MEMORY, GROWN = 500 << 20, 250 << 20

#: What a worker says that wants to be replaced.
TIRED = "tired"

#: Seconds between two calls of `waiting`.
PULSE = 0.5

#: A worker whose parent is gone ends itself so many seconds after its guard.
GRACE = 5.0


@dataclass(frozen=True)
class Answer:
    """What a worker made of a task.

    value    the last value that the handler yielded, or None
    fate     "done", "time", "memory" or "crash"
    detail   the traceback of a crash
    """

    value: Any
    fate: str
    seconds: float
    detail: str = ""


class Worker:
    """One process around `handler`: `ask(payload, seconds)` answers within the guard, whatever the task does.

    `served` counts the tasks that the process now there was given.
    """

    def __init__(self, handler: Handler, memory: int | None = MEMORY) -> None:
        self._handler = handler
        self._memory = memory
        self._process: Any = None
        self._pipe: Connection | None = None
        self._start = 0.0
        self._deadline = 0.0
        self._value: Any = None
        self.served = 0

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def ask(self, payload: Any, seconds: float, waiting: Callable[[float], None] | None = None) -> Answer:
        """The answer to one task, at the latest a moment after `seconds`; `waiting` is told the seconds meanwhile."""
        self.begin(payload, seconds)
        while True:
            answer = self.poll(min(self.remaining, PULSE) if waiting else self.remaining)
            if answer is not None:
                return answer
            if waiting:
                waiting(time.monotonic() - self._start)

    def begin(self, payload: Any, seconds: float) -> None:
        """Hand over a task; its answer comes from `poll`."""
        if self._process is None or not self._process.is_alive():
            self._spawn()
        assert self._pipe is not None
        self._value = None
        self.served += 1
        self._start = time.monotonic()
        self._deadline = self._start + seconds
        self._pipe.send((payload, seconds))

    @property
    def pipe(self) -> Connection:
        """What to wait on for several workers at once."""
        assert self._pipe is not None
        return self._pipe

    @property
    def remaining(self) -> float:
        return max(0.0, self._deadline - time.monotonic())

    def poll(self, wait: float = 0.0) -> Answer | None:
        """The answer, if it came or the guard struck within `wait` seconds; else None."""
        assert self._pipe is not None
        try:
            if not self._pipe.poll(wait):
                return self._overrun() if time.monotonic() >= self._deadline else None
            fate, content = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            return self._answer("crash", "the worker process ended")
        if fate == "partial":
            self._value = content
            return None
        if fate == "memory" or (fate == "done" and content == TIRED):
            self.close()
            content = ""
        return self._answer(fate, content)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _overrun(self) -> Answer:
        self.close()
        return self._answer("time", "")

    def _answer(self, fate: str, detail: str) -> Answer:
        return Answer(self._value, fate, time.monotonic() - self._start, detail)

    def _spawn(self) -> None:
        self.close()
        self.served = 0
        context: Any = multiprocessing.get_context("fork" if sys.platform.startswith("linux") else "spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._handler, self._memory), daemon=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        theirs.close()


def _serve(pipe: Connection, handler: Handler, memory: int | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start = _limit_memory(memory)
    while True:
        try:
            payload, seconds = pipe.recv()
        except (EOFError, OSError):
            return
        _end_without_parent(seconds)
        fate, detail = _run(pipe, handler, payload)
        tired = fate == "done" and start and _size()[0] - start > GROWN
        pipe.send((fate, TIRED if tired else detail))


def _run(pipe: Connection, handler: Handler, payload: Any) -> tuple[str, str]:
    try:
        for value in handler(payload):
            pipe.send(("partial", value))
    except MemoryError:
        return "memory", ""
    except Exception:
        return "crash", traceback.format_exc()
    return "done", ""


def _limit_memory(memory: int | None) -> int:
    """Let the process hold no more memory, where the system can hold it to that; its address space by now (else 0).

    The address space is limited: what is resident grows no more than it does.
    """
    if memory is None or not sys.platform.startswith("linux"):
        return 0
    import resource

    size, resident = _size()
    limit = size + max(memory - resident, memory // 2)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    return size


def _size() -> tuple[int, int]:
    """The address space of this process, and what of it is resident."""
    import resource

    size, resident = Path("/proc/self/statm").read_text(encoding="ascii").split()[:2]
    return int(size) * resource.getpagesize(), int(resident) * resource.getpagesize()


def _end_without_parent(seconds: float) -> None:
    """Let the system end this process when nobody is left to do it."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + GRACE)
