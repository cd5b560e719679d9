"""`companion sync PATH…`: writes the blocks and values of articles that are empty or drifted; all else stays."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.check import article_files
from symbolic.cli.checking import trouble
from symbolic.cli.terminal import say, sign, waiting

if TYPE_CHECKING:
    from symbolic.article.findings import Finding


def add(commands: Any) -> None:
    command = commands.add_parser("sync", help="keep the blocks of articles true", description=__doc__)
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=arguments.ARTICLES)
    arguments.add_kind(command)
    command.add_argument("--diff", action="store_true", help="show what would be written, and write nothing")
    arguments.add_seconds(command)
    arguments.add_effort(command)
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    from symbolic.article.session import Session

    files = article_files(options.paths, options.kind)
    told, cache = waiting("judging"), arguments.cache(options)
    with Session(options.seconds, told, jobs=options.jobs, cache=cache) as session:
        return exits.first([sync_file(session, path, options) for path in files])


def sync_file(session: Any, path: Path, options: Namespace) -> int:
    """Mend one article, or show how; its status."""
    from symbolic.article.document import MarkError
    from symbolic.article.hosts import STANDARD_INPUT
    from symbolic.article.session import locked, write

    try:
        with locked(path):
            texts, drifted = session.synced(path, options.kind)
            shown = options.diff or path == STANDARD_INPUT
            for file, (before, after) in () if shown else texts.items():
                if before != after:
                    parted = file.stat().st_nlink > 1
                    write(file, before, after)
                    if parted:
                        say(f"{file}: written as a file of its own: its other names (hard links) keep the old text")
    except (MarkError, OSError) as problem:
        say(trouble(problem, path))
        return exits.USAGE
    if options.diff:
        sys.stdout.writelines(line for file, sides in texts.items() for line in differences(file, *sides))
    elif path == STANDARD_INPUT:
        sys.stdout.buffer.write(texts[path][1].encode("utf-8"))
    else:
        for found in drifted:
            if found.edit:
                print(f"{place_of(found)}: {sign('written')}  {found.id}  {found.states}")
    return exits.first(unwritten(found) for found in drifted if not found.edit)


def unwritten(found: Finding) -> int:
    """Tell of what drifted and cannot be written here; its status."""
    why = "it is typeset beside its source, so only what makes the page can write it" if found.states else found.drift
    say(f"{place_of(found)}: not written: {found.id}: {why}" + (f"; it states {found.states}" if found.states else ""))
    return exits.REFUTED


def place_of(found: Finding) -> str:
    return f"{found.path}:{found.place[0]}:{found.place[1]}"


def differences(file: Path, before: str, after: str) -> Iterator[str]:
    """The lines of a unified diff; a last line without an end is told as such."""
    old, new = (side.splitlines(keepends=True) for side in (before, after))
    for line in unified_diff(old, new, str(file), str(file)):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
