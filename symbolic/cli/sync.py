"""`companion sync PATH…`: writes the blocks and values of articles that are empty or drifted; all else stays."""

from __future__ import annotations

import sys
from argparse import Namespace
from difflib import unified_diff
from pathlib import Path
from typing import Any

from symbolic.cli import arguments, exits
from symbolic.cli.check import article_files
from symbolic.cli.terminal import say, sign, waiting


def add(commands: Any) -> None:
    command = commands.add_parser("sync", help="keep the blocks of articles true", description=__doc__)
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="Markdown files and folders")
    command.add_argument("--diff", action="store_true", help="show what would be written, and write nothing")
    arguments.add_seconds(command)
    arguments.add_effort(command)
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    from symbolic.article.session import Session

    files = article_files(options.paths)
    told, cache = waiting("judging"), arguments.cache(options)
    with Session(options.seconds, told, jobs=options.jobs, cache=cache) as session:
        return exits.first([sync_file(session, path, options.diff) for path in files])


def sync_file(session: Any, path: Path, diff: bool) -> int:
    """Mend one file, or show how; its status."""
    from symbolic.article.document import MarkError
    from symbolic.article.session import locked, write

    try:
        with locked(path):
            source, text, mended = session.synced(path)
            if mended and not diff:
                write(path, text)
    except MarkError as problem:
        say(f"{path}:{problem.place[0]}:{problem.place[1]}: {problem.message}")
        return exits.USAGE
    except OSError as problem:
        say(f"{path}: {problem.strerror}")
        return exits.USAGE
    if diff:
        old, new = (side.splitlines(keepends=True) for side in (source.raw, text))
        sys.stdout.writelines(unified_diff(old, new, str(path), str(path)))
    else:
        for found in mended:
            print(f"{path}:{found.place[0]}:{found.place[1]}: {sign('written')}  {found.id}  {found.states}")
    return exits.FINE
