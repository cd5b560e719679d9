"""What a density, a law or a divergence takes in its bracket: x, y ∣ z; θ and P ‖ Q."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.glyphs import LAW_WORDS
from symbolic.notation.names import script_content, word_id
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

    def law(self) -> t.Node | None:
        """N(0, 1), \\mathrm{Bernoulli}(p): a named law; None where the name is declared to be something else."""
        chi = self.chi_square()
        if chi is not None:
            return chi
        if self.kind == "run" and self.token.text in LAW_WORDS:
            self.token.kind = "name"
        token = self.token
        law = LAW_WORDS.get(token.text) if self.kind == "name" else None
        symbol = self.scope.symbol(token.text)
        bound = token.text in self.scope.bound or word_id(token) in self.scope.bound
        if law is None or bound or (symbol is not None and symbol.kind in ("law", "function")):
            return None
        start = self.at
        self.at += 1
        arguments: tuple[t.Node, ...] = ()
        if self.kind == "(":
            inner = self.row[self.at : self.matching(self.at)]
            parted = any(token.kind == ";" for token in inner)
            arguments = self.conditional_arguments() if parted else self.arguments()
        if not arguments and symbol is not None:
            self.at = start
            return None
        return t.Call(t.Name(law), arguments, span=self.since(start))

    def chi_square(self) -> t.Node | None:
        """χ²_k, χ_k² and χ²(k): a law by its degrees of freedom; None, and nothing read, for any other name."""
        start = self.at
        if self.kind != "name" or word_id(self.token) != "χ" or self.scope.declared("χ"):
            return None
        self.at += 1
        degrees: t.Node | None = None
        squared = False
        while self.kind in ("^", "_"):
            content, after = script_content(self.row, self.at + 1)
            if self.kind == "^" and [token.text for token in content] == ["2"]:
                self.at, squared = after, True
            elif self.accept("_"):
                degrees = self.script()
            else:
                break
        if squared and degrees is None and self.kind == "(":
            degrees = self.bracket()
        if not squared or degrees is None:
            self.at = start
            return None
        return t.Call(t.Name("chi-square"), (degrees,), span=self.since(start))
