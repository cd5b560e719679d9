"""`companion given TEXT`: says back in words what was understood, and shows one instance of it.

`companion given FILE` drafts one from an article: from what its prose says of the symbols and how formulas use them.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.terminal import as_json, located, say, waiting

if TYPE_CHECKING:
    from symbolic.drafting import Draft


def add(commands: Any) -> None:
    command = commands.add_parser("given", help="say back what a given assumes", description=__doc__)
    command.add_argument("text", nargs="?", metavar="TEXT", help="the given; @FILE; an article to draft one from")
    arguments.add_given(command)
    arguments.add_json(command)
    arguments.add_seconds(command)
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    from symbolic.run.tasks import Said, explain, warm
    from symbolic.run.worker import Worker

    article = article_of(options)
    if article is not None:
        return draft(article, options)
    text = text_of(options)
    warm()
    with Worker(explain) as worker:
        answer = worker.ask(text, options.seconds, waiting("looking for an instance"))
    said: Said = answer.value or Said("", "", None)
    if said.error is not None:
        say(located(said.error, text))
        return exits.USAGE
    if options.json:
        print(as_json({"given": text, "words": said.words.split("\n"), "instance": said.instance or None}))
    else:
        print(said.words)
        print(f"\nFor instance: {said.instance}" if said.instance else "\nNo instance of it was found.")
    return exits.FINE


def text_of(options: Namespace) -> str:
    """The given of the command line, wherever it stands."""
    parts = list(options.given)
    if options.text is not None or not parts:
        parts.append(arguments.text_or_stdin(options.text))
    return arguments.given_text(parts)


def article_of(options: Namespace) -> Path | None:
    """The article that the argument names, if it is a file of a format in which articles are written."""
    from symbolic.article.hosts import host_of

    path = Path(options.text) if options.text and "\n" not in options.text else None
    try:
        return path if path is not None and host_of(path) is not None and path.is_file() else None
    except OSError:
        return None


def draft(path: Path, options: Namespace) -> int:
    """Print a given drafted from an article; what stays unknown is told besides."""
    from symbolic.run.tasks import warm
    from symbolic.run.worker import Worker

    warm()
    with Worker(drafted) as worker:
        answer = worker.ask(path, options.seconds, waiting("drafting"))
    why = answer.detail.strip()[-200:] or answer.fate
    found: Draft | str = answer.value or f"{path}: no given could be drafted: {why}"
    if isinstance(found, str):
        say(found)
        return exits.USAGE
    if options.json:
        lines = [{"line": line, "why": why} for line, why in found.lines]
        unknown = [{"name": name, "where": where} for name, where in found.unknown]
        print(as_json({"given": found.given, "lines": lines, "unknown": unknown}))
    else:
        print(found.text, end="")
    return exits.FINE


def drafted(path: Path) -> Iterator[Draft | str]:
    """The draft for an article, or what is wrong with the file."""
    from symbolic import drafting
    from symbolic.article.document import MarkError
    from symbolic.article.hosts import read

    try:
        yield drafting.draft(read(path))
    except MarkError as problem:
        yield f"{problem.path or path}:{problem.place[0]}:{problem.place[1]}: {problem.message}"
    except OSError as problem:
        yield f"{path}: {problem.strerror}"
