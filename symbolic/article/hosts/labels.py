"""The names of formulas: by \\label, \\tag and (\\#name), or behind a display by {#name}, (name) or :eqlabel:."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symbolic.article.document import Formula, Place

#: What names a formula from inside, the better name first.
_INSIDE = (
    re.compile(r"\\label\{([^}]*)\}"),
    re.compile(r"\(\\#([\w:.-]+)\)"),
    re.compile(r"\\tag\*?\{([^}]*)\}"),
)

#: What names a formula from behind.
_BEHIND = re.compile(r"[ \t]*(?:\{#([\w:.-]+)[^}\n]*\}|\(([\w:.-]+)\)|\n?\s*:eqlabel:`([^`\n]+)`)")


def label_of(body: str, behind: str = "") -> str:
    """The name of a formula, "" for none.

    >>> label_of(r"a = b \\label{eq:a}"), label_of("a = b", " {#eq-b}")
    ('eq:a', 'eq-b')
    """
    for pattern in _INSIDE:
        match = pattern.search(body)
        if match:
            return match[1].strip()
    match = _BEHIND.match(behind)
    return next(filter(None, match.groups()), "") if match else ""


def labels(formula: Formula, begins: Sequence[Place]) -> list[str]:
    """The names of the statements of a formula that begin at these places; one alone has that of the formula."""
    if len(begins) == 1:
        return [formula.label]
    text = formula.body.text
    marked = [match for pattern in reversed(_INSIDE) for match in pattern.finditer(text)]
    found = [(formula.body.place(match.start()), match[1]) for match in marked]
    if not found:
        return [formula.label] * len(begins)
    names = dict.fromkeys(begins, "")
    for place, name in found:
        names[max((begin for begin in begins if begin <= place), default=begins[0])] = name.strip()
    return [names[begin] for begin in begins]
