"""What the reader says when it stops: where, what was expected, what to write."""

from __future__ import annotations


class ReadError(ValueError):
    """A text that cannot be read whole: `message` says why, `offset` (from 0) where, `hint` what to write instead."""

    def __init__(self, message: str, offset: int, hint: str = "", text: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.offset = min(offset, len(text)) if text else offset
        self.hint = hint
        self.text = text

    @property
    def line(self) -> int:
        """The line of the stop, from 1."""
        return self.text.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        """The column of the stop, from 1."""
        return self.offset - (self.text.rfind("\n", 0, self.offset) + 1) + 1

    def caret(self) -> str:
        """The line that stopped the reader with a caret below, then the message and the hint.

        >>> print(ReadError("a second dot", 6, "write one dot", "Var(q··k)").caret())
        Var(q··k)
              ^ a second dot; write one dot
        """
        line = self.text.split("\n")[self.line - 1]
        told = f"{self.message}; {self.hint}" if self.hint else self.message
        return f"{line}\n{' ' * (self.column - 1)}^ {told}"

    def __str__(self) -> str:
        return f"{self.message}; {self.hint}" if self.hint else self.message
