"""TOML front matter, as Hugo has it: the given of `[companion]` or `[params.companion]`."""

from __future__ import annotations

import re
import tomllib

from symbolic.article.document import Fragment, MarkError, Place

ADVICE = "write the given between `'''` and `'''`, where a backslash stays one"

#: Where the given stands, from the outside in.
KEYS = (("companion", "given"), ("params", "companion", "given"), ("companion-given",), ("params", "companion-given"))


def given_of(text: str, top: int) -> Fragment | None:
    """The given of a TOML text that begins on the line `top`; None when it has none; raises `MarkError`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise MarkError(f"the front matter is not TOML: {problem}; {ADVICE}", _place(str(problem), top)) from problem
    found = next((value for keys in KEYS if (value := _value(table, keys)) is not None), None)
    if found is None:
        return None
    place = _key_place(text, top)
    if not isinstance(found, str):
        raise MarkError(f"the given is text; {ADVICE}", place)
    content = found.strip("\n")
    return Fragment(content, tuple(_origins(content, text, top, place)))


def _value(table: object, keys: tuple[str, ...]) -> object:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def _place(words: str, top: int) -> Place:
    match = re.search(r"line (\d+), column (\d+)", words)
    return (top + int(match[1]) - 1, int(match[2])) if match else (top, 1)


def _key_place(text: str, top: int) -> Place:
    match = re.search(r"^\s*(?:[\w.-]*[.-])?given\s*=\s*", text, re.MULTILINE)
    before = text[: match.end()] if match else ""
    return top + before.count("\n"), len(before) - (before.rfind("\n") + 1) + 1


def _origins(content: str, text: str, top: int, place: Place) -> list[Place]:
    """Where each line of the given stands: below its key, in order; at the key where it is written otherwise."""
    lines = text.split("\n")
    found, number = [], place[0] - top
    for line in content.split("\n"):
        at = next((k for k in range(number, len(lines)) if line.strip() and line in lines[k]), None)
        found.append((top + at, lines[at].index(line) + 1) if at is not None else place)
        number = at + 1 if at is not None else number
    return found
