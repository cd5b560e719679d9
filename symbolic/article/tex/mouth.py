"""A stack of tokens from which arguments are read as TeX reads them."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.article.tex.macros import Parameter
from symbolic.article.tex.tokens import Token, tokens

Tokens = tuple[Token, ...]

#: Tokens of one argument.
LONGEST = 20_000


class Missing(Exception):
    """An argument that is not there; what was taken is put back."""


class Mouth:
    """The tokens that are still to be read, the next one last."""

    def __init__(self, source: Iterable[Token]) -> None:
        self.stack = [*source]
        self.stack.reverse()
        self.taken: list[Token] = []

    def push(self, parts: Iterable[Token]) -> None:
        self.stack.extend(reversed(tuple(parts)))

    def begin(self) -> None:
        """From here on what is taken can be put back."""
        self.taken.clear()

    def put_back(self) -> None:
        self.stack.extend(reversed(self.taken))
        self.taken.clear()

    def take(self) -> Token:
        """The next token, of a run of text its first character; raises `Missing` at the end."""
        if not self.stack:
            raise Missing
        token = self.stack.pop()
        if token.kind == "text" and len(token.text) > 1:
            literal = token.end - token.start == len(token.text)
            middle = token.start + 1 if literal else token.end
            first = Token(token.text[0], token.start, middle, "text")
            rest = middle if literal else token.start
            self.stack.append(Token(token.text[1:], rest, token.end, "text"))
            token = first
        self.taken.append(token)
        return token

    def peek(self) -> str:
        """The first character of the next token that is no space; spaces and comments are taken."""
        while self.stack and self.stack[-1].kind in ("space", "comment"):
            self.taken.append(self.stack.pop())
        return self.stack[-1].text[:1] if self.stack else ""

    def next_is(self, sign: str) -> bool:
        """Takes the sign if it is the next token."""
        if self.peek() == sign:
            self.take()
            return True
        return False

    def control(self) -> Token:
        """A control word, in braces or not."""
        braced = self.next_is("{")
        self.peek()
        token = self.take()
        if token.kind not in ("word", "symbol") or (braced and not self.next_is("}")):
            raise Missing
        return token

    def group(self) -> Tokens:
        """An argument without its braces: a group, or one token."""
        self.peek()
        token = self.take()
        if token.kind in ("close", "math", "verbatim"):
            raise Missing
        return self.until("}") if token.kind == "open" else (token,)

    def name(self) -> str:
        return "".join(token.text for token in self.group()).strip()

    def until(self, closing: str) -> Tokens:
        """The tokens before `closing` outside braces, which is taken too."""
        ends = [part.text for part in split(closing)]
        found: list[Token] = []
        depth = 0
        while len(found) < LONGEST:
            token = self.take()
            found.append(token)
            if depth == 0 and [part.text for part in found[-len(ends) :]] == ends:
                return tuple(found[: -len(ends)])
            depth += (token.kind == "open") - (token.kind == "close")
        raise Missing

    def optional(self) -> Tokens | None:
        return self.until("]") if self.next_is("[") else None

    def argument(self, parameter: Parameter) -> Tokens | None:
        """What a macro is given for a parameter; None: no value."""
        if parameter.kind == "m":
            return self.group()
        if parameter.kind == "u":
            return self.until(parameter.closing)
        if parameter.kind in "st":
            star = self.next_is(parameter.closing or "*")
            return BOOLEANS[star]
        opening, closing = parameter.opening or "[", parameter.closing or "]"
        return self.until(closing) if self.next_is(opening) else parameter.default


def split(text: str) -> list[Token]:
    """The tokens of a text, runs of text in single characters."""
    found: list[Token] = []
    for token in tokens(text):
        parts = token.text if token.kind == "text" else [token.text]
        found.extend(Token(part, 0, 0, token.kind) for part in parts)
    return found


#: What a star that is there, or not, gives.
BOOLEANS = {
    True: (Token("\\BooleanTrue", 0, 0, "word"),),
    False: (Token("\\BooleanFalse", 0, 0, "word"),),
}
