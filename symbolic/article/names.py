"""The names that a formula of an article uses and its given lacks."""

from __future__ import annotations

from symbolic.language.symbols import Table
from symbolic.notation.errors import ReadError


def lacking(text: str, table: Table) -> tuple[str, ...]:
    """The names in the order in which they stand; none when the text cannot be read for another reason.

    >>> lacking("u + v", Table())
    ('u', 'v')
    """
    from symbolic.notation.reader import undeclared_names

    try:
        return tuple(name.id for name in undeclared_names(text, table))
    except ReadError:
        return ()


def name_of(text: str) -> str:
    """The canonical id of the name that a text spells; "" when it spells none.

    >>> name_of(r" \\hat y "), name_of("a + b")
    ('hat y', '')
    """
    from symbolic.notation.glyphs import canonical

    try:
        return canonical(text.strip())
    except ReadError:
        return ""
