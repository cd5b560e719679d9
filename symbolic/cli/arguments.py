"""Arguments that several commands share: `--given`, and text that may stand in a file or on standard input."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic.cli.terminal import Refused

if TYPE_CHECKING:
    from symbolic.run.cache import Cache

#: The guard of one formula, in seconds.
SECONDS = 30.0


def add_given(command: ArgumentParser) -> None:
    command.add_argument(
        "-g",
        "--given",
        action="append",
        default=[],
        metavar="TEXT",
        help="what is assumed; @FILE reads a file; several are joined",
    )


def add_json(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON objects, one a line")


#: What the paths of articles are, for help.
ARTICLES = "files (Markdown, LaTeX, HTML, notebooks), folders, patterns; - for standard input"


def add_kind(command: ArgumentParser) -> None:
    from symbolic.article.hosts import NAMED

    command.add_argument("--as", dest="kind", choices=tuple(NAMED), default="", help="read the articles as this format")


def add_seconds(command: ArgumentParser) -> None:
    command.add_argument(
        "--seconds", type=seconds, default=SECONDS, metavar="S", help="the guard of one formula (%(default)g)"
    )


def add_effort(command: ArgumentParser) -> None:
    command.add_argument(
        "--jobs", type=jobs, default=cores(), metavar="N", help="processes that judge at once (here %(default)d)"
    )
    command.add_argument("--no-cache", action="store_true", help="judge everything anew, and keep nothing")


def cache(options: Namespace) -> Cache | None:
    """Where verdicts are kept, unless the command line says nowhere."""
    if options.no_cache:
        return None
    from symbolic.run.cache import Cache

    return Cache()


def cores() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def jobs(text: str) -> int:
    """A number of processes, from 1."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 256:
        raise ArgumentTypeError(f"a number of processes from 1 is expected, not {text!r}")
    return int(text)


def seconds(text: str) -> float:
    """A number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise ArgumentTypeError(f"a number of seconds above 0 is expected, not {text!r}")
    return value


def given_text(parts: Sequence[str]) -> str:
    """The given that the `-g` arguments make together, with those that it takes in by `use NAME`."""
    text = "\n".join(text_or_file(part) for part in parts)
    return with_used(text) if "use " in text else text


def with_used(text: str) -> str:
    """A given with the givens that it uses, which are looked up from the folder at hand."""
    from symbolic.article.document import Fragment, MarkError
    from symbolic.article.shared import expanded

    given = Fragment(text, tuple((number, 1) for number in range(1, text.count("\n") + 2)))
    try:
        own, *before = reversed(expanded(given, Path.cwd() / "given"))
    except MarkError as problem:
        raise Refused(problem.message) from problem
    return "\n".join((own.text, *(fragment.text for fragment in reversed(before))))


def text_or_file(argument: str) -> str:
    """The argument, or the content of FILE when it is `@FILE`."""
    return read_file(argument[1:]) if argument.startswith("@") else argument


def text_or_stdin(argument: str | None) -> str:
    """The argument, or standard input when there is none (or `-`)."""
    return read_file("-") if argument is None or argument == "-" else argument


def read_file(path: str) -> str:
    """The text of a UTF-8 file."""
    try:
        return standard_input() if path == "-" else Path(path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise Refused(f"{path}: {problem.strerror or problem}") from problem
    except UnicodeDecodeError as problem:
        raise Refused(f"{path}: not UTF-8 at byte {problem.start}") from problem


def standard_input() -> str:
    """All of standard input, as UTF-8 whatever the terminal's encoding."""
    raw = getattr(sys.stdin, "buffer", None)
    return raw.read().decode("utf-8-sig") if raw is not None else sys.stdin.read()
