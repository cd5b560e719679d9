"""One instance of a given, in words: sizes, values, laws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from symbolic.language.symbols import Table

if TYPE_CHECKING:
    from symbolic.crosscheck.world import World


def instance(table: Table) -> str:
    """Sizes, values and laws that satisfy the given, "" when none was found."""
    from symbolic.crosscheck.instance import NoInstance
    from symbolic.crosscheck.instance import instance as exhibited
    from symbolic.crosscheck.values import Unsupported

    try:
        return "; ".join(_said(exhibited(table, readable=True)))
    except (NoInstance, Unsupported):
        return ""


def _said(world: World) -> Iterator[str]:
    from symbolic.notation.names import unicode_name

    for name, size in world.sizes.items():
        yield f"{unicode_name(name)} = {size}"
    for name, value in world.values.items():
        yield f"{unicode_name(name)} = {_written(value.data.tolist())}"
    if world.said:
        yield world.said


def _written(value: Any) -> str:
    if isinstance(value, list):
        return f"({', '.join(_written(part) for part in value)})"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
