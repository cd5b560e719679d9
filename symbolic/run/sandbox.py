"""Foreign code in a process of its own, bounded in time, memory and output: the only place where code is executed."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from symbolic.run import sandboxed

#: Address space that the code may take, and bytes that one answer may have.
MEMORY, ANSWER = 1 << 30, 4 * sandboxed.LARGEST

#: What the code sees of the environment.
ENVIRONMENT = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1") | {
    "PYTHONHASHSEED": "0"
}


class Raised(Exception):
    """An exception of the code, or text that is no Python: its type, its message, its line in the source."""

    def __init__(self, kind: str, message: str, line: int | None) -> None:
        place = f"line {line}: " if line else ""
        super().__init__(f"{place}{kind}: {message}" if message else f"{place}{kind}")
        self.kind, self.line = kind, line


class Stopped(Exception):
    """The process was ended or ended itself: time, memory, or its own doing."""


class Sandbox:
    """`function` of the source text, called as if it stood here: `sandbox(x=…)`.

    A call raises `Raised` for an exception of the code, and `Stopped` once a guard has struck.

    >>> import numpy as np
    >>> with Sandbox("def twice(x): return 2 * x", "twice", 10) as twice:
    ...     twice(x=np.array([1.0, 2.0]))
    array([2., 4.])
    """

    def __init__(self, source: str, function: str, seconds: float, memory: int = MEMORY) -> None:
        self._start = {"source": source, "function": function, "seconds": seconds, "memory": memory}
        self._deadline = time.monotonic() + seconds
        self._buffer = b""
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="companion-")
        self.stopped = ""
        self.changed: set[str] = set()

    def __enter__(self) -> Sandbox:
        command = [sys.executable, "-I", "-B", str(Path(sandboxed.__file__))]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=self._folder.name, env=ENVIRONMENT, start_new_session=True,
        )  # fmt: skip
        try:
            self._ask(self._start)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __call__(self, **arguments: Any) -> Any:
        answer = self._ask({"arguments": {name: sandboxed.encoded(value) for name, value in arguments.items()}})
        self.changed.update(str(name) for name in answer.get("changed", ()))
        return sandboxed.decoded(answer.get("value"))

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            for pipe in (self._process.stdin, self._process.stdout):
                _shut(pipe)
            self._process.wait()
        self._process = None
        self._folder.cleanup()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.stopped:
            raise Stopped(self.stopped)
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            answer = json.loads(self._line())
        except (OSError, ValueError):
            raise self._ended("its process ended without an answer") from None
        if not isinstance(answer, dict):
            raise self._ended("its process gave an answer that is none")
        if answer.get("raised") == "MemoryError":
            raise self._ended("memory: more than the code may take")
        if "raised" in answer:
            line = answer.get("line")
            raise Raised(str(answer["raised"]), str(answer.get("message", "")), line if isinstance(line, int) else None)
        return answer

    def _line(self) -> bytes:
        """The next line of the process; raises `Stopped` when the time is over or the line has no end."""
        assert self._process is not None and self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            ready, _, _ = select.select([pipe], [], [], max(0.0, self._deadline - time.monotonic()))
            if not ready:
                raise self._ended(f"time: stopped after {self._start['seconds']:g} s")
            piece = os.read(pipe, 1 << 16)
            if not piece:
                raise OSError
            self._buffer += piece
            if len(self._buffer) > ANSWER:
                raise self._ended("output: more than the code may give")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _ended(self, why: str) -> Stopped:
        self.stopped = why
        if self._process is not None:
            self._process.kill()
        return Stopped(why)


def _shut(pipe: Any) -> None:
    try:
        pipe.close()
    except OSError:
        return
