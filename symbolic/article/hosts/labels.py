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


def labels(formula: Formula, begins: Sequence[Place]) -> list[tuple[str, ...]]:
    """The names of each statement of a formula that begins at one of these places, the best name first.

    Where nothing inside names any, each has the name of the formula.
    """
    text = formula.body.text
    marked = [match for pattern in _INSIDE for match in pattern.finditer(text)]
    if not marked:
        return [tuple(filter(None, (formula.label,)))] * len(begins)
    names: dict[Place, dict[str, None]] = {begin: {} for begin in begins}
    for match in marked:
        place = formula.body.place(match.start())
        names[max((begin for begin in begins if begin <= place), default=begins[0])][match[1].strip()] = None
    return [tuple(names[begin]) for begin in begins]
