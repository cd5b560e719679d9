"""`companion prove CLAIM --given TEXT`: the verdict on a claim, or on each line of a batch."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.terminal import Refused, as_json, located, say, waiting

if TYPE_CHECKING:
    from symbolic.run.tasks import Claim


def add(commands: Any) -> None:
    command = commands.add_parser("prove", help="judge a claim", description=__doc__)
    command.add_argument("claim", nargs="?", metavar="CLAIM", help="the claim; from standard input when left out")
    arguments.add_given(command)
    arguments.add_json(command)
    command.add_argument("--batch", metavar="FILE", help="JSON lines {id, given, claim}; one object a line comes back")
    arguments.add_seconds(command)
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    if options.batch is not None:
        if options.claim is not None or options.given:
            raise Refused("--batch takes claims and givens from its file: leave out CLAIM and --given")
        return exits.first(batch(options.batch, options.seconds))
    return one(options)


def one(options: Namespace) -> int:
    """Judge the claim of the command line in a worker, so that a guard can end it."""
    from symbolic.cli.report import print_verdict
    from symbolic.run.tasks import Claim, prove, settled, warm
    from symbolic.run.worker import Worker

    task = Claim(arguments.given_text(options.given), arguments.text_or_stdin(options.claim))
    warm()
    with Worker(prove) as worker:
        verdict = settled(worker.ask(task, options.seconds, waiting("judging")), options.seconds)
    malformed = verdict.error is not None and verdict.error.where == "given"
    if options.json:
        print(as_json(verdict.to_json()))
    elif not malformed:
        print_verdict(verdict, task.claim)
    if malformed and verdict.error is not None:
        say(located(verdict.error, task.given))
        return exits.USAGE
    return exits.of(verdict)


def batch(path: str, seconds: float) -> Iterator[int]:
    """Print one object a line of the batch, in its order; the statuses of the lines."""
    from symbolic.run.batch import answers
    from symbolic.run.tasks import malformed, prove, settled, warm

    rows = [(number, *row_of(line, number)) for number, line in enumerate(lines_of(path), 1) if line.strip()]
    warm()
    judged = answers(prove, (task for _, _, task in rows if not isinstance(task, str)), seconds)
    for number, key, task in rows:
        verdict = malformed(task, number) if isinstance(task, str) else settled(next(judged), seconds)
        print(as_json({"id": key, **verdict.to_json()}), flush=True)
        yield exits.USAGE if isinstance(task, str) else exits.of(verdict)


def lines_of(path: str) -> list[str]:
    lines = arguments.read_file(path).split("\n")
    if not any(line.strip() for line in lines):
        raise Refused(f"{path}: no line to judge")
    return lines


def row_of(line: str, number: int) -> tuple[Any, Claim | str]:
    """The id and the task of a line of a batch, or what is wrong with it."""
    from symbolic.run.tasks import Claim

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as problem:
        return None, f"line {number} is not JSON: {problem}"
    if not isinstance(row, dict):
        return None, f"line {number} is not an object"
    given, claim = row.get("given", ""), row.get("claim")
    if not isinstance(claim, str) or not isinstance(given, str):
        return row.get("id"), f'line {number} needs "claim" and "given" as strings'
    return row.get("id"), Claim(given, claim)
