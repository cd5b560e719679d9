"""The command `companion`: one module a command, imported light so that `--help` is quick."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from symbolic.cli import exits


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is that of DESIGN: 4, 1, 2, 3 or 0, the first that applies; 130 when stopped."""
    try:
        _open_streams()
        return _run(arguments)
    except KeyboardInterrupt:
        return 130


def _open_streams() -> None:
    """Where the caller closed standard output or error, nobody reads it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end


def _run(arguments: Sequence[str] | None) -> int:
    from symbolic.cli import terminal
    from symbolic.cli.parser import parser

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    terminal.survive_any_encoding()
    options = parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except terminal.Refused as problem:
        terminal.say(str(problem))
        return exits.USAGE
    except (OSError, terminal.NoReader) as problem:
        return _unwritten(problem.__cause__ or problem)
    return status


def _unwritten(problem: BaseException) -> int:
    """The status when standard output takes no more: nobody reads on, as behind `| head`, or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(problem, BrokenPipeError):
        return exits.FINE
    from symbolic.cli.terminal import say

    say(f"{getattr(problem, 'filename', None) or 'standard output'}: {getattr(problem, 'strerror', None) or problem}")
    return exits.USAGE
