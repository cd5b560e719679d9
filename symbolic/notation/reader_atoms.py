"""Factors: numbers, brackets, bars, roots, fractions, and the scripts, primes and factorials behind them."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import script_content
from symbolic.notation.reader_grammar import Grammar

_POSTFIX = 30
_NORM_KINDS = {"1": "1", "2": "2", "F": "F", "∞": "∞", "oo": "∞", "Fro": "F"}


class Atoms(Grammar):
    """factor → atom (^ script | _ script | ′ | !)*."""

    def factor(self) -> t.Node:
        self.deeper()
        node = self.postfix(self.atom())
        self.depth -= 1
        return node

    def atom(self) -> t.Node:
        """One atom; which, the token at hand decides."""
        kind = self.kind
        if kind == "run":
            self.split_run()
            kind = self.kind
        rule = _ATOMS.get(kind)
        if rule is None or kind == "fence":
            raise self.unexpected()
        return rule(self)

    def postfix(self, node: t.Node) -> t.Node:
        start, count, powered = self.at - 1, 0, False
        while True:
            kind, at = self.kind, self.at
            if kind == "^":
                raised = self.superscript(node)
                if powered and isinstance(raised, t.Power):
                    raise self.fail("two powers in a row", at, "write x^{y^z} or (x^y)^z")
                node, powered = raised, True
            elif kind == "_":
                node = self.difference(node) or self.entry(node)
            elif kind == "%" and isinstance(node, t.Number):
                self.at += 1
                node = t.Quotient(node, t.Number("100"), "frac", span=self.since(start))
            elif kind == "′":
                node = self.primed(node)
            elif self.accept("⊤"):
                node = t.Transpose(node, span=self.since(start))
            elif kind == "!":
                double = self.peek().kind == "!" and not self.peek().gap
                self.at += 1 + double
                node = t.Factorial(node, double, span=self.since(start))
            else:
                return node
            count += 1
            if count > _POSTFIX:
                raise self.fail("too many marks on one factor", at)

    def script(self) -> t.Node:
        if self.kind == "{":
            opening = self.at
            with self.nested():
                self.at += 1
                node = self.expression()
            self.expect("}", opening)
            return node
        if self.kind in ("(", "["):
            return self.bracket()
        start = self.at
        if self.accept("-"):
            return t.Negative(self.script(), span=self.since(start))
        if self.kind == "run":
            self.split_run()
        if self.kind == "num":
            return self.digits()
        if self.kind == "name":
            saved, self.applies = self.applies, False
            node = self.reference()
            self.applies = saved
            return node
        return self.atom()

    def digits(self) -> t.Node:
        """Behind ^ or _, TeX takes one digit and plain text all of them: more than one needs braces in TeX."""
        token = self.token
        if self.latex and len(token.text) > 1 and "." not in token.text and "^{" in self.text:
            raise self.fail(f"{token.text} without braces is ambiguous", None, f"write {{{token.text}}}")
        self.at += 1
        return t.Number(token.text, span=(token.start, token.end))

    def primed(self, node: t.Node) -> t.Node:
        order = 0
        while self.accept("′"):
            order += 1
        return self.differentiated(node, order)

    def differentiated(self, node: t.Node, order: int) -> t.Node:
        """x′: the transpose of an array, the derivative of anything else but a plain name."""
        start = self.at - 1
        if isinstance(node, t.Power) and self.unapplied(node):
            return t.Prime(node, order, span=self.since(start))
        if isinstance(node, (t.Name, t.Component, t.Power, t.Transpose)) or abs(self.rank(node) or 0) > 0:
            if abs(self.rank(node) or 0) == 0:
                raise self.fail("this prime belongs to no declared name", start, "declare the primed name")
            return t.Transpose(node, span=self.since(start)) if order % 2 else node
        return t.Prime(node, order, span=self.since(start))

    def entry(self, node: t.Node) -> t.Node:
        """(A x)_i, softmax(z)_j."""
        start = self.at - 1
        if self.row[self.at + 1].kind == "+" and self.row[start].kind in (")", "]"):
            self.at += 2
            return t.Call(t.Name("max"), (node, t.Number("0")), span=self.since(start))
        rank = abs(self.rank(node) or 1)
        whole = isinstance(node, t.Power) and not isinstance(node.exponent, t.Negative)
        if rank == 2 and whole and self.row[start].kind != ")":
            raise self.fail("this could be an entry of the power or a power of the entry", start, "use brackets")
        self.at += 1
        indices = self.indices(rank)
        return t.Component(node, tuple(indices), span=self.since(start))

    def number(self) -> t.Node:
        token = self.token
        self.at += 1
        after = self.token
        if after.text == "e" and not after.gap and self.peek().kind in ("num", "+", "-") and not self.peek().gap:
            nearby = self.text[token.start : self.peek(2).start].strip()
            if self.peek().kind == "num" or self.peek(2).kind == "num":
                raise self.fail(f"{nearby} could be a power of ten", self.at - 1, "write 10^{…} or a product with e")
        if token.text == "1" and (self.kind in ("[", "{", "⦃") or (self.kind == "_" and self.peek().kind == "{")):
            start = self.at
            self.at += self.kind == "_"
            relation = self.relation_in_bracket()
            if relation is not None:
                return t.Indicator(relation, span=(token.start, self.row[self.at - 1].end))
            self.at = start
        return t.Number(token.text, span=(token.start, token.end))

    def vulgar(self) -> t.Node:
        token = self.token
        self.at += 1
        top, bottom = token.text.split("/")
        return t.Quotient(t.Number(top), t.Number(bottom), "frac", span=(token.start, token.end))

    def root(self) -> t.Node:
        """√x, \\sqrt[3]{x}: without brackets, one factor with its power."""
        start = self.at
        command = self.text[self.token.start] == "\\"
        self.at += 1
        degree = None
        if self.kind == "[" and (command or self.row[min(self.matching(self.at) + 1, len(self.row) - 1)].kind == "("):
            opening = self.at
            with self.nested():
                self.at += 1
                degree = self.expression()
            self.expect("]", opening)
        if command:
            radicand = self.tex_argument()
        else:
            radicand = self.bracket() if self.kind in ("(", "[", "⦃", "{") else self.factor()
        return t.Root(radicand, degree, span=self.since(start))

    def fraction(self) -> t.Node:
        start = self.at
        self.at += 1
        numerator = self.tex_argument()
        denominator = self.tex_argument()
        return t.Quotient(numerator, denominator, "frac", span=self.since(start))

    def binomial(self) -> t.Node:
        start = self.at
        self.at += 1
        arguments = (self.tex_argument(), self.tex_argument())
        return t.Call(t.Name("binom"), arguments, span=self.since(start))

    def tex_argument(self) -> t.Node:
        """A group, or one token: one digit of a number, one letter of a run."""
        if self.kind == "{":
            opening = self.at
            with self.nested():
                self.at += 1
                node = self.expression()
            self.expect("}", opening)
            return node
        token = self.token
        if self.kind == "num" and "." in token.text:
            raise self.fail(f"{token.text} without braces is ambiguous", None, f"write {{{token.text}}}")
        if self.kind in ("num", "run") and len(token.text) > 1:
            kind = "num" if token.kind == "num" else "name"
            rest_kind = "num" if kind == "num" else "run" if len(token.text) > 2 else "name"
            first = Token(kind, token.text[0], token.start, token.start + 1, token.gap, token.dress)
            rest = Token(rest_kind, token.text[1:], token.start + 1, token.end, True, token.dress)
            self.row[self.at : self.at + 1] = [first, rest]
        if self.kind == "num":
            self.at += 1
            return t.Number(self.row[self.at - 1].text, span=(token.start, token.start + 1))
        if self.kind == "name":
            return self.reference()
        return self.atom()

    def ellipsis(self) -> t.Node:
        token = self.token
        self.at += 1
        return t.Dots(span=(token.start, token.end))

    def number_of(self) -> t.Node:
        """#S is |S|."""
        start = self.at
        self.at += 1
        return t.Absolute(self.factor(), span=self.since(start))

    def boxed(self) -> t.Node:
        """\\boxed{…} around a part."""
        self.at += 1
        return self.tex_argument()

    def braced(self) -> t.Node:
        """\\underbrace{…}_{…}: the label is dress."""
        self.at += 1
        node = self.tex_argument()
        if self.kind in ("_", "^"):
            self.at = script_content(self.row, self.at + 1)[1]
        return node


_ATOMS: dict[str, Callable[..., t.Node]] = {
    "num": lambda p: p.number(),
    "name": lambda p: p.reference(),
    "accent": lambda p: p.reference(),
    "vulgar": lambda p: p.vulgar(),
    "ones": lambda p: p.ones(),
    "(": lambda p: p.bracket(),
    "[": lambda p: p.bracket(),
    "⦃": lambda p: p.bracket(),
    "{": lambda p: p.group(),
    "|": lambda p: p.bar_group(),
    "|<": lambda p: p.bar_group(),
    "‖": lambda p: p.bar_group(),
    "‖<": lambda p: p.bar_group(),
    "⟨": lambda p: p.angle(),
    "⌊": lambda p: p.rounding(),
    "⌈": lambda p: p.rounding(),
    "√": lambda p: p.root(),
    "frac": lambda p: p.quotient_or_derivative(),
    "binom": lambda p: p.binomial(),
    "…": lambda p: p.ellipsis(),
    "brace": lambda p: p.braced(),
    "boxed": lambda p: p.boxed(),
    "begin": lambda p: p.environment(),
    "big": lambda p: p.big(),
    "∂": lambda p: p.partial(),
    "∇": lambda p: p.nabla(),
    "under": lambda p: p.under(),
    "left.": lambda p: p.left_dot(),
    "#": lambda p: p.number_of(),
}
