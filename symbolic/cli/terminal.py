"""The edge to the terminal: signs, colour, carets, messages to standard error."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Callable
from typing import Any

from symbolic.verdict import Failure

#: verdict → its sign and its colour (ANSI)
SIGNS = {
    "proved": ("✓", "32"),
    "checked": ("✓", "36"),
    "refuted": ("✗", "31"),
    "undecided": ("?", "33"),
    "unread": ("!", "35"),
    "definition": ("≔", "34"),
    "redefined": ("≔", "34"),
    "drifted": ("✗", "31"),
    "written": ("✎", "32"),
    "no claim": ("·", "2"),
    "not run": ("·", "2"),
}


class Refused(Exception):
    """The user asked for what cannot be done: one clear line on standard error and status 2."""


class NoReader(Exception):
    """Standard output takes no more, for its cause: nobody reads on, as behind `| head`, or the disk is full."""


#: What stands for a sign that the terminal's encoding lacks, one character so that carets stay in place; a lost
#: minus would make another number.
PLAIN = str.maketrans({
    "−": "-", "–": "-", "✓": "+", "✗": "x", "≔": ":", "✎": "*", "·": ".", "…": "~", "×": "x", "“": '"', "”": '"',
})  # fmt: skip


def survive_any_encoding() -> None:
    """A character that the terminal lacks is written plainly or as `?`; it never ends the run."""
    codecs.register_error("companion", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="companion")


def _plainly(problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lost = problem.object[problem.start : problem.end]
    return "".join(char.translate(PLAIN) if ord(char) in PLAIN else "?" for char in lost), problem.end


def as_json(content: Any) -> str:
    """The object on one line, in characters that standard output has."""
    from symbolic.report.lines import dumped

    return dumped(content, has_unicode())


def has_unicode() -> bool:
    """Has standard output all characters?"""
    return (sys.stdout.encoding or "").lower().replace("-", "").startswith("utf")


#: Control characters but line ends: an article's own would command the terminal.
_COMMANDING = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], "\ufffd")


def printable(text: str) -> str:
    """The text of an author, with a sign in the place of each control character."""
    return text.translate(_COMMANDING)


def say(message: str) -> None:
    """A message, to standard error."""
    print(f"companion: {printable(message)}", file=sys.stderr)


def waiting(what: str) -> Callable[[float], None] | None:
    """What tells a person at a terminal that something takes more than two seconds; None where nobody looks."""
    if not sys.stderr.isatty():
        return None
    return lambda seconds: print(f"\r{what} … {seconds:.0f} s ", end="\r", file=sys.stderr) if seconds > 2 else None


def sign(verdict: str) -> str:
    """A sign and the word, in colour where the terminal has it."""
    mark, code = SIGNS[verdict]
    return paint(f"{mark} {verdict}", code)


def paint(text: str, code: str) -> str:
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"\x1b[{code}m{text}\x1b[0m" if coloured else text


def located(failure: Failure, text: str) -> str:
    """The failure with the line of `text` that it is about and a caret below the place."""
    place = f"{failure.where}, line {failure.line}, column {failure.column}: " if failure.line else f"{failure.where}: "
    caret = below(text, failure.line, failure.column)
    return place + failure.message + (f"\n{caret}" if caret else "")


def below(text: str, line: int | None, column: int | None) -> str:
    """The numbered line with a caret under the numbered column; "" where there is none."""
    lines = text.split("\n")
    if line is None or not 1 <= line <= len(lines):
        return ""
    shown = lines[line - 1].replace("\t", " ")
    return f"    {shown}\n    {' ' * ((column or 1) - 1)}^"
