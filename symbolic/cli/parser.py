"""The grammar of the command line: each command's module adds its own part."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from difflib import get_close_matches
from functools import partial
from typing import NoReturn

from symbolic.cli import check, code, derive, given, library, prove, sync
from symbolic.cli.exits import USAGE

#: The commands, in the order that `--help` lists them.
COMMANDS = (prove, derive, check, sync, code, given, library)

EXITS = """\
exit status, the first that applies:
  4  the rules and the numbers disagree: a fault of the companion, please report it
  1  refuted, drifted, or not as expected
  2  usage; a malformed given, mark or file; nothing found to check
  3  undecided or unread (`check`: with --strict)
  0  otherwise; 130 when stopped by Ctrl-C
"""


class _Parser(ArgumentParser):
    """Says which of the `names` of commands may have been meant, and shows all of them where none is given."""

    names: tuple[str, ...] = ()

    def error(self, message: str) -> NoReturn:
        if "required: COMMAND" in message:
            self.print_help(sys.stderr)
            self.exit(USAGE)
        wrong = re.search(r"invalid choice: '([^']*)'", message)
        near = get_close_matches(wrong[1], self.names, 1) if wrong and "COMMAND" in message else []
        super().error(message + (f"; is `{near[0]}` meant?" if near else ""))


def parser() -> ArgumentParser:
    """The parser of `companion`; the chosen command's function stands in `run`."""
    top = _Parser(
        prog="companion",
        description="Derives, cross-checks, typesets and keeps true the formulas of an article.",
        epilog=EXITS,
        formatter_class=partial(RawDescriptionHelpFormatter, width=110),
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=ArgumentParser)
    for command in COMMANDS:
        command.add(commands)
    top.names = tuple(commands.choices)
    return top
