"""What the lexer has read so far, and how its parts write tokens."""

from __future__ import annotations

from symbolic.notation.errors import ReadError
from symbolic.notation.lexer_tables import Token


class State:
    """The text, the tokens made of it, and whether a gap stands before the next one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.latex = "\\" in text
        self.out: list[Token] = []
        self.gap = False

    def fail(self, message: str, at: int, hint: str = "") -> ReadError:
        return ReadError(message, at, hint, self.text)

    def put(self, kind: str, text: str, start: int, end: int, dress: str = "") -> None:
        self.out.append(Token(kind, text, start, end, self.gap, dress))
        self.gap = False

    def argument(self, at: int, end: int) -> tuple[int, int]:
        """(start, stop) around the content of the next {…}: content is text[start:stop-1]."""
        while at < end and self.text[at] in " \n\t":
            at += 1
        if at >= end or self.text[at] != "{":
            raise self.fail("expected {", min(at, end))
        level = 0
        k = at
        while k < end:
            char = self.text[k]
            if char == "\\":
                k += 1
            elif char in "{}":
                level += 1 if char == "{" else -1
                if level == 0:
                    return at + 1, k + 1
            k += 1
        raise self.fail("this { is not closed", at, "add a }")

    def scan(self, at: int, end: int, dress: str, depth: int) -> None:
        """Tokenize text[at:end], every letter in the given dress."""
        raise NotImplementedError

    def known_sign(self, piece: str, at: int, end: int) -> None:
        """A sign of the glyph table."""
        raise NotImplementedError

    def unknown(self, piece: str, at: int) -> ReadError:
        """The error for a sign that no table has."""
        raise NotImplementedError
