"""The error of a given: what was read, where, and what was expected."""

from __future__ import annotations


class GivenError(ValueError):
    """A given that cannot be understood.

    message   what is wrong, in words
    line, column   where, counted from 1
    expected  what to write instead
    """

    def __init__(self, message: str, line: int = 1, column: int = 1, expected: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        tail = f" (expected: {self.expected})" if self.expected else ""
        return f"line {self.line}, column {self.column}: {self.message}{tail}"
