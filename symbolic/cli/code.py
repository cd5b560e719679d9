"""`companion code FILE.py:FUNCTION --claim TEXT --given TEXT`: is a Python function what a formula says?

The code is executed, in a process of its own that is bounded in time, memory and output.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.prove import lines_of
from symbolic.cli.terminal import Refused, as_json, located, say, waiting

if TYPE_CHECKING:
    from symbolic.run.code import CodeTask
    from symbolic.verdict import Verdict


def add(commands: Any) -> None:
    command = commands.add_parser("code", help="hold a Python function against a formula", description=__doc__)
    command.add_argument("target", nargs="?", metavar="FILE.py:FUNCTION", help="the function; its file is executed")
    command.add_argument("-c", "--claim", metavar="TEXT", help="`f(x) = FORMULA`, or the formula alone")
    arguments.add_given(command)
    command.add_argument(
        "--args",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=SYMBOL",
        help="what an argument stands for; without it, the symbol that its name spells",
    )
    arguments.add_json(command)
    command.add_argument(
        "--show", action="store_true", help="print the function as latexify-py reads it, too, and judge that"
    )
    command.add_argument(
        "--batch", metavar="FILE", help="JSON lines {id, given, claim, code, function, args}; one object a line back"
    )
    arguments.add_seconds(command)
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    if options.batch is not None:
        if options.target is not None or options.given or options.claim or options.args:
            raise Refused("--batch takes everything from its file: leave out FILE.py:FUNCTION, --claim and --given")
        return exits.first(batch(options.batch, options.seconds))
    return one(options)


def one(options: Namespace) -> int:
    """Hold the function of the command line against its claim, in a worker that a guard can end."""
    from symbolic.cli.report import print_verdict
    from symbolic.run.code import check_code
    from symbolic.run.tasks import settled, warm
    from symbolic.run.worker import Worker

    task = task_of(options)
    warm()
    with Worker(check_code) as worker:

        def judged(asked: CodeTask) -> Verdict:
            return settled(worker.ask(asked, options.seconds, waiting("judging")), options.seconds)

        verdict = judged(task)
        shown = latex_of(task, judged) if options.show else []
    malformed = verdict.error is not None and verdict.error.where in ("given", "code")
    if options.json:
        print(as_json(verdict.to_json()))
    elif not malformed:
        print_verdict(verdict, task.claim)
    for line in shown:
        print(line)
    if malformed and verdict.error is not None:
        say(located(verdict.error, task.given if verdict.error.where == "given" else task.code))
        return exits.USAGE
    return exits.of(verdict)


def task_of(options: Namespace) -> CodeTask:
    from symbolic.run.code import CodeTask

    path, _, function = (options.target or "").rpartition(":")
    if not path or not function.isidentifier():
        raise Refused("which function? write FILE.py:FUNCTION")
    if options.claim is None:
        raise Refused("what should it compute? write --claim 'f(x) = FORMULA'")
    pairs = [text.partition("=") for text in options.args]
    if not all(name.isidentifier() and symbol.strip() for name, _, symbol in pairs):
        raise Refused("--args takes NAME=SYMBOL")
    named = {name: symbol for name, _, symbol in pairs}
    given, claim = arguments.given_text(options.given), arguments.text_or_file(options.claim)
    return CodeTask(given, claim, arguments.read_file(path), function, named, options.seconds)


def latex_of(task: CodeTask, judged: Callable[[CodeTask], Verdict]) -> list[str]:
    """The function as latexify-py reads it, and what the function is when held against that, read back."""
    from symbolic.run.latexified import latexified

    found = latexified(task.code, task.function)
    if found.reason:
        say(f"latexify-py is not shown: {found.reason}")
    if not found.latex:
        return []
    back = judged(replace(task, claim=found.latex))
    told = back.error.message if back.error is not None else back.note or ""
    return [found.latex, f"  read back, the function is {back.verdict}{f': {told}' if told else ''}"]


def batch(path: str, seconds: float) -> Iterator[int]:
    """Print one object a line of the batch, in its order; the statuses of the lines."""
    from symbolic.run.batch import answers
    from symbolic.run.code import check_code
    from symbolic.run.tasks import malformed, settled, warm

    rows = [(number, *row_of(line, number, seconds)) for number, line in enumerate(lines_of(path), 1) if line.strip()]
    warm()
    judged = answers(check_code, (task for _, _, task in rows if not isinstance(task, str)), seconds)
    for number, key, task in rows:
        verdict = malformed(task, number) if isinstance(task, str) else settled(next(judged), seconds)
        print(as_json({"id": key, **verdict.to_json()}), flush=True)
        yield exits.USAGE if isinstance(task, str) else exits.of(verdict)


def row_of(line: str, number: int, seconds: float) -> tuple[Any, CodeTask | str]:
    """The id and the task of a line of a batch, or what is wrong with it."""
    from symbolic.run.code import CodeTask

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as problem:
        return None, f"line {number} is not JSON: {problem}"
    if not isinstance(row, dict):
        return None, f"line {number} is not an object"
    texts = [row.get(name, "" if name == "given" else None) for name in ("given", "claim", "code", "function")]
    named = row.get("args") or {}
    if not all(isinstance(text, str) for text in texts):
        return row.get("id"), f'line {number} needs "given", "claim", "code" and "function" as strings'
    if not isinstance(named, dict) or not all(isinstance(symbol, str) for symbol in named.values()):
        return row.get("id"), f'line {number} needs "args" as an object of strings'
    given, claim, code, function = map(str, texts)
    return row.get("id"), CodeTask(given, claim, code, function, named, seconds)
