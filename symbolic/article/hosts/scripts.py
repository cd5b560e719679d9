"""Macros that a page's script tells MathJax or KaTeX: `macros: {RR: "\\\\mathbb{R}", norm: ["\\\\|#1\\\\|", 1]}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STRING = r'''"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`'''

_TABLE = re.compile(r"""\b[Mm]acros["']?\s*:\s*\{""")

_ENTRY = re.compile(
    rf"(?P<name>{_STRING}|[A-Za-z]+)\s*:\s*(?:(?P<plain>{_STRING})"
    rf"|\[\s*(?P<body>{_STRING})\s*(?:,\s*(?P<count>\d)\s*(?:,\s*(?P<default>{_STRING})\s*)?)?,?\s*\])"
)

_BETWEEN = re.compile(r"(?:\s|,|//[^\n]*|/\*.*?\*/)*", re.DOTALL)


def definitions(script: str) -> Iterator[str]:
    r"""The macros of a script, as TeX defines them.

    >>> list(definitions(r'MathJax = {tex: {macros: {RR: "\\mathbb{R}", norm: ["\\|#1\\|", 1]}}}'))
    ['\\newcommand{\\RR}[0]{\\mathbb{R}}', '\\newcommand{\\norm}[1]{\\|#1\\|}']
    """
    for table in _TABLE.finditer(script):
        place = _next(script, table.end())
        while entry := _ENTRY.match(script, place):
            place = _next(script, entry.end())
            yield _definition(entry)


def _next(script: str, place: int) -> int:
    """Behind spaces, commas and comments."""
    match = _BETWEEN.match(script, place)
    return match.end() if match else place


def _definition(entry: re.Match[str]) -> str:
    name = entry["name"] if entry["name"].isalpha() else _read(entry["name"])
    body = _read(entry["plain"] or entry["body"])
    count = entry["count"] or max(re.findall(r"#([1-9])", body), default="0")
    default = f"[{_read(entry['default'])}]" if entry["default"] else ""
    return rf"\newcommand{{\{name.removeprefix(chr(92))}}}[{count}]{default}{{{body}}}"


def _read(string: str) -> str:
    """What a string of JavaScript says, as far as TeX is written in it."""
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), string[1:-1], flags=re.DOTALL)
