"""The text of a given as pieces that know where they stand: comments masked, brackets respected.

A `Piece` is a range of the source; every piece of a piece keeps its place, so that an error can point at it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symbolic.given.errors import GivenError

MAX_LENGTH = 100_000
MAX_STATEMENTS = 2_000

_TOKEN = re.compile(
    r"\\(?:begin|end)\s*\{[^{}\n]*\}|\\(?:left|right)(?![a-zA-Z])\s*(?:\\[{}|]|\\[a-zA-Z]+|.)"
    r"|\\[a-zA-Z]+\*?|\\.|<=|>=|!=|:=|->|==|\.\.+|.",
    re.DOTALL,
)
_OPENS = re.compile(r"\\(?:begin|left)(?![a-zA-Z])")
_CLOSES = re.compile(r"\\(?:end|right)(?![a-zA-Z])")
_OPENING = frozenset({"(", "[", "{", "⟨", r"\{", r"\langle", r"\lbrace", r"\lbrack", r"\("})
_CLOSING = frozenset({")", "]", "}", "⟩", r"\}", r"\rangle", r"\rbrace", r"\rbrack", r"\)"})

#: What a lost backslash leaves behind: the control character, and the rest of a command it began.
_EATEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    r"|\t(?=(?:heta|au|ext|ilde|imes|anh?|op|o|riangleq|r)(?![a-z]))|\r(?=(?:ho|ight|angle|m)(?![a-z]))"
)


@dataclass(frozen=True)
class Token:
    """A character, command or bracket of the source with its depth of nesting and its range."""

    text: str
    start: int
    stop: int
    depth: int


@dataclass(frozen=True)
class Piece:
    """source[start:stop], with its place."""

    source: str
    start: int
    stop: int

    @property
    def text(self) -> str:
        return self.source[self.start : self.stop]

    @property
    def line(self) -> int:
        return self.source.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int:
        return self.start - self.source.rfind("\n", 0, self.start)

    def cut(self, start: int, stop: int | None = None) -> Piece:
        """The part from `start` to `stop`, counted within the piece, without the spaces around it."""
        begin, end = self.start + start, self.stop if stop is None else self.start + stop
        while begin < end and self.source[begin].isspace():
            begin += 1
        while end > begin and self.source[end - 1].isspace():
            end -= 1
        return Piece(self.source, begin, end)

    def split(self, separators: str) -> list[Piece]:
        """The parts between top-level separators, spaces stripped."""
        parts, begin = [], 0
        for token in tokens(self.text):
            if token.depth == 0 and token.text in separators:
                parts.append(self.cut(begin, token.start))
                begin = token.stop
        return [*parts, self.cut(begin)]

    def error(self, message: str, expected: str = "", at: int = 0) -> GivenError:
        """The error that points `at` characters into the piece."""
        place = Piece(self.source, min(self.start + at, self.stop), self.stop)
        return GivenError(message, place.line, place.column, expected)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of `text` from left to right; a bracket has the depth outside it."""
    depth = 0
    for found in _TOKEN.finditer(text):
        token = found.group()
        if _opens(token):
            yield Token(token, found.start(), found.end(), depth)
            depth += 1
        elif _closes(token):
            depth = max(depth - 1, 0)
            yield Token(token, found.start(), found.end(), depth)
        else:
            yield Token(token, found.start(), found.end(), depth)


def _opens(token: str) -> bool:
    return token in _OPENING or _OPENS.match(token) is not None


def _closes(token: str) -> bool:
    return token in _CLOSING or _CLOSES.match(token) is not None


def statements(text: str) -> list[Piece]:
    """The statements of a given: lines and parts between `;`, outside brackets; comments are masked by spaces."""
    if len(text) > MAX_LENGTH:
        raise GivenError(f"the given has {len(text)} characters", expected=f"at most {MAX_LENGTH}")
    _refuse_control_characters(text)
    source = _masked(text)
    whole = Piece(source, 0, len(source))
    _check_brackets(whole)
    found, begin = [], 0
    for token in tokens(source):
        if token.depth == 0 and (
            token.text == ";" or (token.text == "\n" and not continues(source[begin : token.start]))
        ):
            found.append(whole.cut(begin, token.start))
            begin = token.stop
    found.append(whole.cut(begin))
    found = [piece for piece in found if piece.text]
    if len(found) > MAX_STATEMENTS:
        raise found[MAX_STATEMENTS].error("too many statements", f"at most {MAX_STATEMENTS}")
    return found


def continues(line: str) -> bool:
    """Does the statement go on in the next line?  It does after a comma, a colon or a relation."""
    return line.rstrip(" \t").endswith((",", ":", "=", "~")) and bool(line.strip())


def _masked(text: str) -> str:
    """The text with comments and dollar signs as spaces, of the same length."""
    text = text.replace("\r\n", " \n").replace("\r", "\n").replace("\u2028", "\n").replace("\ufeff", " ")
    text = re.sub(r"(?<!\\)#[^\n]*", lambda found: " " * len(found.group()), text)
    return re.sub(r"(?<!\\)\$", " ", text)


def _refuse_control_characters(text: str) -> None:
    found = _EATEN.search(text)
    if found:
        raise Piece(text, found.start(), len(text)).error(
            f"a control character ({found.group()!a}) stands here: a quoting ate a backslash",
            "write the block with `|`, or r'…'",
        )


def _check_brackets(whole: Piece) -> None:
    """Every bracket closes within its statement; the kinds may differ, as in [0, 1)."""
    stack: list[Token] = []
    for token in tokens(whole.text):
        if _opens(token.text):
            stack.append(token)
        elif _closes(token.text):
            if not stack:
                raise whole.error(f"`{token.text}` closes nothing", "an opening bracket before it", token.start)
            stack.pop()
    if stack:
        raise whole.error(f"`{stack[-1].text}` is not closed", "a closing bracket", stack[-1].start)
