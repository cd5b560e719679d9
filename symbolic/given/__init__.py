"""What is assumed: the text of a given becomes a table, and a table becomes words again."""

from symbolic.given.errors import GivenError
from symbolic.given.read import read_given
from symbolic.language.symbols import Table

__all__ = ["GivenError", "describe", "read_given"]


def describe(table: Table) -> str:
    """What was understood, in words, one sentence a symbol, definition and relation."""
    from symbolic.given.words import describe

    return describe(table)
