"""The cursor over the tokens of one formula, and what the parts of the reader ask of one another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer import Token, tokens
from symbolic.notation.lexer_tables import BESIDE
from symbolic.notation.quantities import spelled_out
from symbolic.notation.scope import Scope
from symbolic.notation.shapes import Rank, rank

DEPTH = 100
HEIGHT = 400
BARS = 16
OPENING = {"(": ")", "[": "]", "⦃": "⦄", "{": "}", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉"}
CLOSING = frozenset(OPENING.values())
_STARTS = frozenset(
    {
        "num", "name", "run", "ones", "vulgar", "accent", "big", "frac", "binom", "begin", "under", "brace", "boxed",
        "(", "[", "⦃", "{", "⟨", "⌊", "⌈", "|<", "‖<", "√", "∂", "∇", "…", "left.", "#",
    }
)  # fmt: skip


class Cursor:
    """Tokens, the place among them, and the state that a bracket saves and restores.

    beyond   how many tokens at the end this part of the formula may not touch
    bar      what a bar closes or parts here: "abs", "norm", "given", "kl" or ""
    applies  may an undeclared name before a bracket be a function?
    tight    does juxtaposition bind tighter than /?  (The other reading, which authors may have meant.)
    in_body  does an explicit multiplication sign end this product (the body of a big operator)?
    """

    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.latex = "\\" in text
        self.row: list[Token] = tokens(text)
        self.scope = scope
        scope.latex = self.latex
        self.at = 0
        self.beyond = 0
        self.depth = 0
        self.bar = ""
        self.in_body = False
        self.applies = True
        self.tight = False

    @property
    def kind(self) -> str:
        """The kind of the token at hand; "fence" where this part of the formula ends."""
        return "fence" if self.at >= len(self.row) - self.beyond else self.row[self.at].kind

    @property
    def token(self) -> Token:
        """The token at hand."""
        return self.row[self.at]

    def peek(self, ahead: int = 1) -> Token:
        """The token `ahead` of the one at hand (the last one when there are fewer)."""
        return self.row[min(self.at + ahead, len(self.row) - 1)]

    def accept(self, kind: str) -> bool:
        """Step over a token of this kind, if it is at hand."""
        if self.kind == kind:
            self.at += 1
            return True
        return False

    def expect(self, kind: str, opened: int | None = None) -> None:
        """Step over a token of this kind, or stop; `opened` is the token that it closes."""
        if self.accept(kind):
            return
        if self.kind == "text" and opened is not None:
            raise self.unexpected()
        shown = {"⦄": "}", "|>": "|", "‖>": "‖"}.get(kind, kind)
        if self.row[self.at].kind == "end of text" and opened is not None:
            sign = self.text[self.row[opened].start : self.row[opened].end]
            hint = f"the {sign} at column {self.row[opened].start + 1} is not closed"
            raise self.fail(f"missing {shown}", self.at, hint)
        raise self.fail(f"expected {shown} here", self.at)

    def fail(self, message: str, at: int | None = None, hint: str = "") -> ReadError:
        """The error that stops the reader at token `at`."""
        place = self.row[min(self.at if at is None else at, len(self.row) - 1)].start
        return ReadError(message, place, hint, self.text)

    def unexpected(self) -> ReadError:
        """The error for a token that fits nowhere here."""
        token = self.token
        if token.kind == "end of text":
            return self.fail("the formula ends where an expression was expected")
        if token.kind == "text":
            words, hint = spelled_out(token.text), "write remarks outside the formula"
            hint += f", or declare a quantity of that name: `{'_'.join(words)} : real`" if words else ""
            return self.fail(f"the remark {token.text!r} is no formula", None, hint)
        shown = self.text[token.start : token.end] or token.text
        return self.fail(f"an expression was expected before {shown!r}")

    def since(self, start: int) -> t.Span:
        """The span of characters from token `start` to the last one read."""
        return self.row[start].start, max(self.row[max(self.at - 1, start)].end, self.row[start].start)

    @contextmanager
    def nested(self, bar: str = "", in_body: bool = False) -> Iterator[None]:
        """One level deeper, with fresh state; DEPTH bounds it."""
        self.deeper()
        saved = self.bar, self.in_body
        self.bar, self.in_body = bar, in_body
        yield
        self.bar, self.in_body = saved
        self.depth -= 1

    def deeper(self) -> None:
        """One level deeper; a bracket takes two."""
        self.depth += 1
        if self.depth > 2 * DEPTH:
            raise self.fail("nested too deeply", None, f"at most {DEPTH} levels are read")

    @contextmanager
    def fenced(self, fence: int) -> Iterator[None]:
        """Read only up to token `fence`."""
        saved, self.beyond = self.beyond, max(len(self.row) - fence, self.beyond)
        yield
        self.beyond = saved

    @contextmanager
    def binding(self, names: list[str]) -> Iterator[None]:
        """The names are bound within."""
        for name in names:
            self.scope.bind(name)
        yield
        for name in names:
            self.scope.release(name)

    def rank(self, node: t.Node) -> Rank:
        """The rank of `node` with the names in force."""
        return rank(node, self.scope.rank)

    def starts(self) -> bool:
        """Can the token at hand begin a factor?  A bar does where it closes and parts nothing."""
        kind = self.kind
        if kind in ("|", "‖"):
            return not self.bar_ends(kind)
        if kind == "name" and self.token.text == "⊤":
            return False
        return kind in _STARTS and not (kind in ("name", "run") and self.token.text in BESIDE and self.is_beside())

    def is_beside(self) -> bool:
        """Is the name or run at hand a word of prose?"""
        raise NotImplementedError

    def bar_ends(self, kind: str) -> bool:
        """Does the bar at hand, after a complete factor, close or part something?"""
        if kind == "‖":
            return self.bar in ("norm", "kl") or (self.bar == "call" and self.bars_ahead("‖") % 2 == 1)
        double = self.peek().kind == "|" and not self.peek().gap
        if self.bar in ("norm2", "kl"):
            return double
        if self.bar in ("abs", "set"):
            return True
        if self.bar == "call" and double and self.bars_ahead() == 2:
            return True
        return self.bar in ("given", "call") and self.bars_ahead() % 2 == 1

    def bars_ahead(self, bar: str = "|") -> int:
        """How many plain bars of this kind stand from here to the end of this bracket."""
        level, count, at = 0, 0, self.at
        while at < len(self.row):
            kind = self.row[at].kind
            if kind in OPENING:
                level += 1
            elif kind in CLOSING:
                level -= 1
                if level < 0:
                    break
            elif kind == bar and level == 0:
                count += 1
            at += 1
        if count > BARS:
            raise self.fail("too many bars in one bracket", None, r"write \lvert … \rvert")
        return count

    def matching(self, at: int) -> int:
        """The index of the bracket that closes the one at `at`, or the last index."""
        level, k = 0, at
        while k < len(self.row) - 1:
            kind = self.row[k].kind
            level += (kind in OPENING) - (kind in CLOSING)
            if level == 0:
                return k
            k += 1
        return k

    def split_run(self) -> None:
        """Part the letters at hand into names."""
        run = self.row[self.at]
        pieces = self.scope.split(run.text)
        self.replace_run(pieces)

    def replace_run(self, pieces: list[str]) -> None:
        """Put one name token for each piece in the place of the run at hand."""
        run, start, new = self.row[self.at], self.row[self.at].start, []
        for k, piece in enumerate(pieces):
            glyph = glyphs.WORDS.get(piece)
            kind, text = "name", piece
            if glyph is not None and piece not in self.scope.words:
                kind = "big" if glyph.role == glyphs.BIG else "name"
                text = glyph.id if glyph.role in (glyphs.BIG, glyphs.LETTER, glyphs.CONSTANT) else piece
            new.append(Token(kind, text, start, start + len(piece), run.gap and k == 0, run.dress))
            start += len(piece)
        self.row[self.at : self.at + 1] = new
