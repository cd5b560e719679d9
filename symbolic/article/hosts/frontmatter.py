"""Front matter, YAML or TOML: the given of `companion:` or `companion-given:`, with the place of each of its lines."""

from __future__ import annotations

import re

import yaml

from symbolic.article.document import Fragment, MarkError, Place
from symbolic.article.hosts import toml

ADVICE = "write the given as a block: `given: |`, its lines indented below"

#: Control characters that a quoting made of a backslash and a letter.
EATEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

#: The name of the given where properties are flat.
FLAT = "companion-given"

_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\n(.*?)^(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


#: Front matter that begins, with a given in it, before any blank line.
_BEGUN = re.compile(r"(---|\+\+\+)[ \t]*\n(?:.*\S.*\n)*?(?:companion(?:-given)?[ \t]*[:=]|\[companion\])")


def front_matter(text: str, first: int = 1) -> tuple[Fragment | None, str]:
    """The given at the head of a text that begins on the line `first`, and the text with its front matter blank.

    Raises `MarkError`.
    """
    match = _MATTER.match(text)
    if match is None:
        begun = _BEGUN.match(text)
        if begun is not None:
            raise MarkError(f"the front matter is not closed: a line `{begun[1]}` is missing", (first, 1))
        return None, text
    lines = "\n" * match.group().count("\n")
    if "companion" not in match[2]:
        return None, lines + text[match.end() :]
    read, advice = (given_of, ADVICE) if match[1] == "---" else (toml.given_of, toml.ADVICE)
    given = read(match[2], first + 1)
    if given is not None and EATEN.search(given.text):
        raise MarkError(f"a quoting ate a backslash; {advice}", given.origins[0])
    return given, lines + text[match.end() :]


def matter_of(text: str) -> str:
    """The YAML at the head of a text, "" where there is none."""
    match = _MATTER.match(text)
    return match[2] if match is not None and match[1] == "---" else ""


def given_of(text: str, top: int) -> Fragment | None:
    """The given of a YAML text that begins on the line `top`; None when it has none; raises `MarkError`."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as problem:
        raise MarkError(_trouble(problem), _place(problem.problem_mark or problem.context_mark, top)) from problem
    except yaml.YAMLError as problem:
        raise MarkError(f"the front matter is not YAML: {_one_line(problem)}", (top, 1)) from problem
    flat = _value(root, FLAT)
    companion = _value(root, "companion")
    if companion is None:
        return None if flat is None else _fragment(flat, text, top)
    if not isinstance(companion, yaml.MappingNode):
        raise MarkError("`companion:` in the front matter holds `given: |`", _place(companion.start_mark, top))
    for key, _ in companion.value:
        if key.value != "given":
            message = f"unknown key `{key.value}` below `companion:`; expected `given`"
            raise MarkError(message, _place(key.start_mark, top))
    node = _value(companion, "given")
    return None if node is None else _fragment(node, text, top)


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((value for name, value in pairs if name.value == key), None)


def _fragment(node: yaml.Node, text: str, top: int) -> Fragment:
    if isinstance(node, yaml.SequenceNode) and all(isinstance(item, yaml.ScalarNode) for item in node.value):
        pieces = [_fragment(item, text, top) for item in node.value]
        origins = tuple(origin for piece in pieces for origin in piece.origins)
        return Fragment("\n".join(piece.text for piece in pieces), origins or (_place(node.start_mark, top),))
    place = _place(node.start_mark, top)
    if not isinstance(node, yaml.ScalarNode):
        raise MarkError(f"the given is text; {ADVICE}", place)
    content = node.value.rstrip("\n")
    if node.style != "|":
        return Fragment(content, tuple(place for _ in content.split("\n")))
    lines = text.split("\n")
    first = node.start_mark.line + 1
    indent = _indent(lines[first:])
    return Fragment(content, tuple((top + first + k, indent + 1) for k in range(content.count("\n") + 1)))


def _indent(lines: list[str]) -> int:
    filled = next((line for line in lines if line.strip()), "")
    return len(filled) - len(filled.lstrip())


def _place(mark: yaml.Mark | None, top: int) -> Place:
    return (top + mark.line, mark.column + 1) if mark else (top, 1)


def _trouble(problem: yaml.MarkedYAMLError) -> str:
    words = _one_line(problem.problem or problem)
    if "escape character" in words:
        return f"a quoting ate a backslash ({words}); {ADVICE}"
    return f"the front matter is not YAML: {words}; {ADVICE}"


def _one_line(words: object) -> str:
    return " ".join(str(words).split())
