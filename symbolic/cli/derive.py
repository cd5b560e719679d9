"""`companion derive EXPRESSION --given TEXT`: what an expression comes to, step by step."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from symbolic.cli import arguments, exits
from symbolic.cli.terminal import as_json, located, paint, say, waiting


def add(commands: Any) -> None:
    command = commands.add_parser("derive", help="derive what an expression comes to", description=__doc__)
    command.add_argument("expression", nargs="?", metavar="EXPRESSION", help="from standard input when left out")
    arguments.add_given(command)
    arguments.add_json(command)
    arguments.add_seconds(command)
    command.add_argument("--latex", action="store_true", help="print the statement as LaTeX, without steps")
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    from symbolic.run.tasks import Expression, Worked, derive, warm
    from symbolic.run.worker import Worker

    task = Expression(arguments.given_text(options.given), arguments.text_or_stdin(options.expression))
    warm()
    with Worker(derive) as worker:
        answer = worker.ask(task, options.seconds, waiting("deriving"))
    if answer.fate != "done":
        say(f"stopped: {answer.fate} {answer.detail.strip().rpartition(chr(10))[2]}".rstrip())
        return exits.OPEN
    worked: Worked = answer.value
    if worked.error is not None:
        inside = worked.error.where == "given"
        say(located(worked.error, task.given if inside else task.text))
        return exits.USAGE if inside else exits.OPEN
    show(worked, options)
    return exits.OPEN if worked.stopped_by else exits.FINE


def show(worked: Any, options: Namespace) -> None:
    """The derivation in the form that was asked for."""
    if options.json:
        print(as_json(worked.to_json()))
    elif options.latex:
        print(worked.latex)
    else:
        print(worked.unicode)
        print_steps(worked)


def print_steps(worked: Any) -> None:
    """Each step with its rule and what it used."""
    for step in worked.steps:
        print(f"  = {step.unicode}")
        print(paint(f"      {step.rule}: {step.text}" + (f" [{'; '.join(step.uses)}]" if step.uses else ""), "2"))
    for name, content in (("uses", worked.uses), ("missing", worked.missing)):
        if content:
            print(f"  {name}: {'; '.join(content)}")
    if worked.stopped_by:
        print(f"  stopped by: {worked.stopped_by}")
