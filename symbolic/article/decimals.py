"""A closed form as a decimal, as sentences write numbers."""

from __future__ import annotations

import re

from symbolic.language.symbols import Table
from symbolic.notation.tree import Node


def rounded(node: Node, digits: int) -> str | None:
    """A constant to so many digits behind the point, or None for what is no constant."""
    from symbolic.crosscheck.evaluate import evaluate_scalar
    from symbolic.crosscheck.values import Mismatch, Unsupported
    from symbolic.crosscheck.world import World, scope_of

    try:
        value = evaluate_scalar(node, scope_of(World(Table())))
    except (Unsupported, Mismatch, KeyError, ValueError):
        return None
    return f"{float(value.data):.{digits}f}" if value.data.shape == () else None


#: 1,000 and 1{,}000.
_GROUPED = re.compile(r"[-+−]?\d{1,3}(?:(?P<mark>,|\{,\})\d{3})(?:(?P=mark)\d{3})*(?:\.\d+)?")


def ungrouped(shown: str) -> tuple[str, str]:
    """A number without the marks between its thousands, and that mark ("" for none).

    >>> ungrouped("1,000.5"), ungrouped("1{,}000"), ungrouped("10,00")
    (('1000.5', ','), ('1000', '{,}'), ('10,00', ''))
    """
    match = _GROUPED.fullmatch(shown)
    return (shown.replace(match["mark"], ""), match["mark"]) if match else (shown, "")


def grouped(number: str, mark: str) -> str:
    """A number with the mark between its thousands; any other text as it is.

    >>> grouped("1234.5", ","), grouped("2 a", ",")
    ('1,234.5', '2 a')
    """
    match = re.fullmatch(r"(-?)(\d+)(\.\d+)?", number) if mark else None
    if match is None:
        return number
    return f"{match[1]}{int(match[2]):,}".replace(",", mark) + (match[3] or "")
