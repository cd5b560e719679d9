"""Factors: numbers, brackets, bars, roots, fractions, and the scripts, primes and factorials behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import label_of, label_text, script_content
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

    def superscript(self, node: t.Node) -> t.Node:
        """A power, a transpose, an inverse transpose, or primes."""
        start = self.at - 1
        self.part_run()
        content, after = script_content(self.row, self.at + 1)
        kinds = [self.mark(token) for token in content]
        if kinds and all(kind == "′" for kind in kinds):
            self.at = after
            return self.differentiated(node, len(kinds))
        marked = kinds[-1:] in (["⊤"], ["T"]) and kinds[:-1] in ([], ["-"])
        if marked and self.transposes(node, content[-1], kinds[-1]):
            self.at = after
            if len(kinds) == 2:
                node = t.Power(node, t.Negative(t.Number("1")), span=self.since(start))
            return t.Transpose(node, span=self.since(start))
        braced = self.row[self.at + 1].kind == "{"
        if kinds in (["∗"], ["†"], ["×"]) or kinds == ["+"] or self.bare_minus(kinds, braced):
            array = node.array if isinstance(node, t.Component) else node
            name = array.id if isinstance(array, t.Name) else "this name"
            shown = f"{name}^{label_of(content) or content[0].text}"
            if self.scope.undeclared is not None and isinstance(array, t.Name):
                self.collect(shown, start, "entry" if array is not node else "")
                self.at = after
                label = t.Name(shown, span=self.since(start))
                return replace(node, array=label) if isinstance(node, t.Component) else label
            raise self.fail(f"{shown} is not declared", start, f"add a line such as `{shown} : real`")
        if self.labels(node, content):
            return self.marked(node, content, after, start)
        self.at += 1
        return t.Power(node, self.script(), span=self.since(start))

    def labels(self, node: t.Node, content: list[Token]) -> bool:
        """Is x^{(i)} or z^{[l]} a label, and no power?  On numbers, e and what stands in brackets it is a power."""
        array = node.array if isinstance(node, t.Component) else node
        named = isinstance(array, t.Name) and array.id not in glyphs.CONSTANTS
        return named and self.row[self.at + 1].kind == "{" and self.in_brackets(content)

    def marked(self, node: t.Node, content: list[Token], after: int, start: int) -> t.Node:
        """x^{(i)} where nothing declares it: an error, or one more name for the caller's list."""
        array = node.array if isinstance(node, t.Component) else node
        assert isinstance(array, t.Name)
        label = label_text(content) or "".join(token.text for token in content)
        shown = f"{array.id}^{label}"
        if self.scope.undeclared is None:
            hint = f"declare {shown}, or {array.id} as a family; without the brackets it is a power"
            raise self.fail(f"{shown} is not declared", start, hint)
        self.collect(shown, start, "entry" if array is not node else "")
        self.at = after
        named = t.Name(shown, span=self.since(start))
        return replace(node, array=named) if isinstance(node, t.Component) else named

    def bare_minus(self, kinds: list[str], braced: bool) -> bool:
        """x^{-}, and x^- with nothing behind that it could be the sign of."""
        if kinds != ["-"] or braced:
            return kinds == ["-"]
        self.at += 2
        signs = self.starts()
        self.at -= 2
        return not signs

    def part_run(self) -> None:
        """q^Tk is q^T k, and in TeX γ^tr is γ^t r: one letter stands behind ^, the rest of the run follows."""
        run = self.row[self.at + 1]
        spelt = glyphs.WORDS.get(run.text)
        letter = spelt is not None and spelt.role == glyphs.LETTER and not self.scope.all_letters(run.text)
        one = self.latex or run.text.startswith("T")
        if run.kind == "run" and one and not letter and not self.scope.declared(run.text):
            rest, middle = run.text[1:], run.start + 1
            kind = "run" if len(rest) > 1 else "name"
            self.row[self.at + 1 : self.at + 2] = [
                Token("name", run.text[0], run.start, middle, run.gap, run.dress),
                Token(kind, rest, middle, run.end, False, run.dress),
            ]

    def mark(self, token: Token) -> str:
        return "T" if token.kind == "name" and token.text == "T" else token.kind

    def transposes(self, node: t.Node, token: Token, mark: str) -> bool:
        """Is ^T a transpose here?  Not when T is declared: of a scalar it is then a power, of an array an error."""
        if mark == "⊤" or token.dress == "sans" or not self.scope.declared("T"):
            return True
        if self.rank(node) == 0:
            return False
        hint = r"write ^\top or ᵀ for the transpose"
        raise self.fail("T is declared, so ^T could be a power or a transpose", self.at + 1, hint)

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
