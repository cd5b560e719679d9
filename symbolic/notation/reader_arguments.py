"""What a density, a law or a divergence takes in its bracket: x, y ∣ z; θ and P ‖ Q."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.glyphs import LAW_WORDS
from symbolic.notation.reader_cursor import OPENING
from symbolic.notation.reader_grammar import Grammar

_BARS = ("∣", "|", "|>")


class Arguments(Grammar):
    """conditional_arguments → speech (, speech)* [∣ speech …] [; speech …]; speech → · | statement [‖ statement]."""

    def conditional_arguments(self) -> tuple[t.Node, ...]:
        """The arguments in the bracket at hand; one `Conditioned` when a bar or a semicolon parts them."""
        opening = self.at
        closing = OPENING[self.row[opening].kind]
        with self.nested("call"):
            self.at += 1
            if self.kind == closing:
                raise self.fail("a function without its argument")
            events = self.spoken()
            given = self.spoken() if self.kind in _BARS and self.accept(self.kind) else []
            parameters: list[t.Node] = []
            while self.accept(";"):
                parameters += self.spoken()
            if parameters and self.kind in _BARS:
                raise self.fail("a bar behind the parameters", None, "write p(x | y; θ)")
        self.expect(closing, opening)
        if not given and not parameters:
            return tuple(events)
        return (t.Conditioned(tuple(events), tuple(given), tuple(parameters), span=self.since(opening)),)

    def spoken(self) -> list[t.Node]:
        """Arguments between commas."""
        found = [self.speech()]
        while self.accept(","):
            found.append(self.speech())
        return found

    def speech(self) -> t.Node:
        start, left = self.at, self.blank() or self.statement()
        double = self.kind == "|" and self.peek().kind == "|" and not self.peek().gap
        if self.kind != "‖" and not double:
            return left
        self.at += 1 + double
        return t.Against(left, self.statement(), span=self.since(start))

    def blank(self) -> t.Node | None:
        """The dot that leaves a place open; None, and nothing read, for anything else."""
        start = self.at
        if self.kind != "·" or self.peek().kind not in (",", ";", ")", "]", "‖", "‖>", *_BARS):
            return None
        self.at += 1
        return t.Blank(span=self.since(start))

    def law_applied(self, start: int) -> t.Node | None:
        """N(x; μ, Σ) and Beta(x ∣ a, b): the density of a law; None, and nothing read, for any other name."""
        token = self.row[self.at - 1]
        law = LAW_WORDS.get(token.text)
        if law is None or self.kind != "(":
            return None
        inner = self.row[self.at : self.matching(self.at)]
        parted = any(token.kind in (";", *_BARS) for token in inner)
        if not parted and len(token.text) == 1 and token.text.isascii():
            return None
        return t.Call(t.Name(law), self.conditional_arguments(), span=self.since(start))
