"""Formulas as trees, read from and printed to LaTeX, Unicode and plain text; what is asked for is loaded then."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symbolic.notation.errors import ReadError
    from symbolic.notation.printer import latex, plain, unicode
    from symbolic.notation.reader import read, read_expression

__all__ = ["ReadError", "latex", "plain", "read", "read_expression", "unicode"]

_HOMES = {
    "ReadError": "errors", "latex": "printer", "plain": "printer", "unicode": "printer", "read": "reader",
    "read_expression": "reader",
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
