"""The grammar of the command line: each command's module adds its own part."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from functools import partial

from symbolic.cli import check, code, derive, given, library, prove, sync

#: The commands, in the order that `--help` lists them.
COMMANDS = (prove, derive, check, sync, code, given, library)

EXITS = """\
exit status, the first that applies:
  4  the rules and the numbers disagree: a fault of the companion, please report it
  1  refuted, drifted, or not as expected
  2  usage; a malformed given, mark or file; nothing found to check
  3  undecided or unread (`check`: with --strict)
  0  otherwise
"""


def parser() -> ArgumentParser:
    """The parser of `companion`; the chosen command's function stands in `run`."""
    top = ArgumentParser(
        prog="companion",
        description="Derives, cross-checks, typesets and keeps true the formulas of an article.",
        epilog=EXITS,
        formatter_class=partial(RawDescriptionHelpFormatter, width=110),
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return top
