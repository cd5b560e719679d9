"""The inner side of the sandbox: loads foreign source text, calls its function, and answers in JSON lines.

Run as a script in a process of its own (see `sandbox.py`); nothing of the companion is imported here.  Arrays cross as
the bytes of an `.npy` file without pickles.
"""

from __future__ import annotations

import base64
import io
import json
import math
import os
import signal
import sys
import traceback
from typing import Any

import numpy as np

#: The name under which the source text is compiled, as tracebacks show it.
FILENAME = "<code>"

#: Bytes that one result may have.
LARGEST = 8_000_000

JSON = (bool, int, float)


class Unfit(ValueError):
    """A result that is no array of numbers."""


def encoded(value: Any) -> Any:
    """A number or array of numbers as JSON; raises `Unfit` on anything else."""
    if isinstance(value, JSON) and not isinstance(value, np.generic):
        return value
    try:
        array = np.asarray(value)
    except ValueError as problem:
        raise Unfit(f"a {type(value).__name__} that is no array") from problem
    if array.dtype.kind not in "biufc":
        raise Unfit("nothing" if value is None else f"a {type(value).__name__}")
    if array.nbytes > LARGEST:
        raise Unfit(f"an array of {array.nbytes} bytes")
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return {"npy": base64.b64encode(file.getvalue()).decode("ascii")}


def decoded(content: Any) -> Any:
    """The number or array that `encoded` wrote; raises ValueError on anything else."""
    if isinstance(content, JSON):
        return content
    if isinstance(content, dict) and isinstance(content.get("npy"), str):
        return np.load(io.BytesIO(base64.b64decode(content["npy"])), allow_pickle=False)
    raise ValueError("neither a number nor an array")


def loaded(source: str, function: str) -> Any:
    """The function that the source text defines."""
    names: dict[str, Any] = {"__name__": "code", "np": np, "numpy": np, "math": math}
    exec(compile(source, FILENAME, "exec"), names)
    if not callable(names.get(function)):
        defined = [name for name, value in names.items() if callable(value) and not name.startswith("_")]
        raise NameError(f"no function {function}; the code defines {', '.join(defined) or 'none'}")
    return names[function]


def called(function: Any, arguments: dict[str, Any]) -> dict[str, Any]:
    """What the function gives, and the names of the arguments that it changed in place."""
    handed = {name: decoded(value) for name, value in arguments.items()}
    kept = {name: np.copy(value) for name, value in handed.items()}
    value = encoded(function(**handed))
    changed = [name for name, old in kept.items() if not np.array_equal(old, handed[name], equal_nan=True)]
    return {"value": value, "changed": changed}


def report(problem: BaseException) -> dict[str, Any]:
    """An exception as data: its type, its message, and the line of the source text."""
    frames = traceback.extract_tb(problem.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == FILENAME]
    line = problem.lineno if isinstance(problem, SyntaxError) else lines[-1] if lines else None
    message = problem.msg if isinstance(problem, SyntaxError) else str(problem)
    return {"raised": type(problem).__name__, "message": message[:500], "line": line}


def limit(memory: int, seconds: float) -> None:
    """No more than this address space and time; no files written, no processes started."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + 1)
    if os.name != "posix":
        return
    import resource

    limits = [(resource.RLIMIT_CPU, math.ceil(seconds) + 1), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_CORE, 0)]
    if sys.platform.startswith("linux"):
        limits += [(resource.RLIMIT_AS, memory), (resource.RLIMIT_NPROC, 0)]
    for which, most in limits:
        hard = resource.getrlimit(which)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, most))


def main() -> None:
    """Answer each line of standard input; what the code itself prints goes nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    for place, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        os.dup2(os.open(os.devnull, mode), place)
    np.seterr(all="ignore")
    function: Any = None
    for line in requests:
        request = json.loads(line)
        try:
            if "source" in request:
                limit(request["memory"], request["seconds"])
                function = loaded(request["source"], request["function"])
                answer: dict[str, Any] = {}
            else:
                answer = called(function, request["arguments"])
        except Unfit as problem:
            answer = {"raised": "TypeError", "message": f"it returns {problem}, not numbers", "line": None}
        except BaseException as problem:  # SystemExit and the like are the code's own doing
            answer = report(problem)
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
