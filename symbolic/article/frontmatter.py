"""Front matter: the given under `companion:` in a document's YAML, with the place of each of its lines."""

from __future__ import annotations

import re

import yaml

from symbolic.article.document import Fragment, MarkError, Place

ADVICE = "write the given as a block: `given: |`, its lines indented below"

#: Control characters that a quoting made of a backslash and a letter.
EATEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def given_of(text: str, at: Fragment) -> Fragment | None:
    """The given of a front matter; None when it has none; raises `MarkError`."""
    top = at.origins[0][0]
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as problem:
        raise MarkError(_trouble(problem), _place(problem.problem_mark or problem.context_mark, top)) from problem
    except yaml.YAMLError as problem:
        raise MarkError(f"the front matter is not YAML: {_one_line(problem)}", (top, 1)) from problem
    companion = _value(root, "companion")
    if companion is None:
        return None
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
    place = _place(node.start_mark, top)
    if not isinstance(node, yaml.ScalarNode):
        raise MarkError(f"the given is text; {ADVICE}", place)
    if EATEN.search(node.value):
        raise MarkError(f"a quoting ate a backslash; {ADVICE}", place)
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
