"""`companion given TEXT`: says back in words what was understood, and shows one instance of it."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from symbolic.cli import arguments, exits
from symbolic.cli.terminal import as_json, located, say, waiting


def add(commands: Any) -> None:
    command = commands.add_parser("given", help="say back what a given assumes", description=__doc__)
    command.add_argument("text", nargs="?", metavar="TEXT", help="the given; @FILE, or standard input when left out")
    arguments.add_given(command)
    arguments.add_json(command)
    arguments.add_seconds(command)
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    from symbolic.run.tasks import Said, explain, warm
    from symbolic.run.worker import Worker

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
