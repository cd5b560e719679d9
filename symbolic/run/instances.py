"""One instance of a given, in words: sizes, values, laws."""

from __future__ import annotations

from symbolic.language.symbols import Table


def instance(table: Table) -> str:
    """Sizes, values and laws that satisfy the given, "" when none was found."""
    from symbolic.crosscheck.described import describe
    from symbolic.crosscheck.instance import NoInstance
    from symbolic.crosscheck.instance import instance as exhibited
    from symbolic.crosscheck.values import Unsupported

    try:
        return describe(exhibited(table, readable=True))
    except (NoInstance, Unsupported):
        return ""
