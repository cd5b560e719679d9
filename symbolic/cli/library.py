"""`companion list` and `companion show NAME`: the library of derivations."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from symbolic.cli import arguments, exits
from symbolic.cli.derive import print_steps
from symbolic.cli.terminal import Refused, as_json, say


def add(commands: Any) -> None:
    command = commands.add_parser("list", help="list the derivations of the library")
    arguments.add_json(command)
    command.set_defaults(run=list_entries)
    command = commands.add_parser("show", help="show a derivation of the library")
    command.add_argument("name", metavar="NAME", help="NAME, or NAME.step")
    arguments.add_json(command)
    command.add_argument("--latex", action="store_true", help="print the statements as LaTeX")
    command.set_defaults(run=show)


def list_entries(options: Namespace) -> int:
    from symbolic.derivations import entries

    for entry in entries().values():
        if options.json:
            steps = [{"name": step.name, "title": step.title} for step in entry.steps]
            print(as_json({"name": entry.name, "title": entry.title, "steps": steps}))
        else:
            print(f"{entry.name}  {entry.title}")
            for step in entry.steps:
                print(f"  {entry.name}.{step.name}  {step.title}")
    return exits.FINE


def show(options: Namespace) -> int:
    from symbolic.derivations import entry

    try:
        found, step = entry(options.name)
    except LookupError as problem:
        raise Refused(str(problem.args[0])) from problem
    if not options.json and not options.latex:
        print(f"{found.title}\n\n{indented(found.given)}")
    worked = [show_step(found, one, options) for one in ([step] if step else found.steps)]
    return exits.first(worked)


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


def show_step(found: Any, step: Any, options: Namespace) -> int:
    from symbolic.derivations import statement
    from symbolic.run.tasks import worked

    said = statement(f"{found.name}.{step.name}")
    done = worked(said.derived)
    if options.json:
        head = {"name": f"{found.name}.{step.name}", "title": step.title, "given": found.given_of(step)}
        whole = {"latex": said.latex, "unicode": said.unicode, "plain": said.plain}
        print(as_json({**head, **done.to_json(), **whole}))
    elif options.latex:
        print(said.latex)
    else:
        print(f"\n{found.name}.{step.name}  {step.title}\n" + (indented(step.given) if step.given else "").rstrip())
        print(said.unicode)
        print_steps(done)
    if done.stopped_by:
        say(f"{found.name}.{step.name}: stopped by {done.stopped_by}")
    return exits.OPEN if done.stopped_by else exits.FINE
