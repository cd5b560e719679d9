"""A closed form as a decimal, as sentences write numbers."""

from __future__ import annotations

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
