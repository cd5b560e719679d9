"""Factors: numbers, brackets, bars, roots, fractions, and the scripts, primes and factorials behind them."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import flat, script_content
from symbolic.notation.reader_cursor import CLOSING, OPENING, Cursor

_POSTFIX = 30
_NORM_KINDS = {"1": "1", "2": "2", "F": "F", "∞": "∞", "oo": "∞", "Fro": "F"}


class Atoms(Cursor):
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
                node = self.entry(node)
            elif kind == "′":
                node = self.primed(node)
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
        content, after = script_content(self.row, self.at + 1)
        kinds = [self.mark(token) for token in content]
        if kinds and all(kind == "′" for kind in kinds):
            self.at = after
            return self.differentiated(node, len(kinds))
        if kinds and kinds[-1] in ("⊤", "T") and (len(kinds) == 1 or kinds[0] == "-") and len(kinds) <= 2:
            if self.transposes(node, content[-1], kinds[-1]):
                self.at = after
                if len(kinds) == 2:
                    inverse = t.Negative(t.Number("1"))
                    node = t.Power(node, inverse, span=self.since(start))
                return t.Transpose(node, span=self.since(start))
        if len(kinds) == 1 and kinds[0] in ("+", "-", "∗", "†"):
            raise self.fail("this mark is not part of a declared name", self.at)
        self.at += 1
        return t.Power(node, self.script(), span=self.since(start))

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
        self.at += 1
        indices = self.indices(abs(self.rank(node) or 1))
        return t.Component(node, tuple(indices), span=self.since(start))

    def number(self) -> t.Node:
        token = self.token
        self.at += 1
        after = self.token
        if after.text == "e" and not after.gap and self.peek().kind in ("num", "+", "-") and not self.peek().gap:
            nearby = self.text[token.start : self.peek(2).start].strip()
            if self.peek().kind == "num" or self.peek(2).kind == "num":
                raise self.fail(f"{nearby} could be a power of ten", self.at - 1, "write 10^{…} or a product with e")
        if token.text == "1" and self.kind in ("[", "{", "⦃"):
            relation = self.relation_in_bracket()
            if relation is not None:
                return t.Indicator(relation, span=self.since(self.at - 1))
        return t.Number(token.text, span=(token.start, token.end))

    def relation_in_bracket(self) -> t.Chain | None:
        """The relation that the bracket at hand holds; None, and nothing read, when it holds none."""
        start = self.at
        if not any(token.kind == "rel" for token in self.row[start : self.matching(start)]):
            return None
        with self.nested():
            self.at += 1
            node = self.statement()
        if isinstance(node, t.Chain):
            self.expect(OPENING[self.row[start].kind], start)
            return node
        self.at = start
        return None

    def vulgar(self) -> t.Node:
        token = self.token
        self.at += 1
        top, bottom = token.text.split("/")
        return t.Quotient(t.Number(top), t.Number(bottom), "frac", span=(token.start, token.end))

    def ones(self) -> t.Node:
        """𝟙[i = j] is an indicator; 𝟏 by itself the vector of ones, whatever size it is said to have."""
        start = self.at
        self.at += 1
        if self.kind in ("(", "[", "⦃", "{"):
            relation = self.relation_in_bracket()
            if relation is not None:
                return t.Indicator(relation, span=self.since(start))
        if self.kind == "_" and self.peek().kind in ("{", "("):
            self.at += 1
            relation = self.relation_in_bracket()
            if relation is not None:
                return t.Indicator(relation, span=self.since(start))
            self.script()
        elif self.accept("_"):
            self.script()
        return t.Name("𝟏", span=self.since(start))

    def bracket(self) -> t.Node:
        start, kind = self.at, self.kind
        closing = OPENING[kind]
        with self.nested():
            self.at += 1
            if self.kind == closing:
                raise self.fail("an empty bracket")
            rows = [[self.bracket_item(kind)]]
            while self.kind in (",", ";"):
                separator = self.kind
                self.at += 1
                if separator == ";":
                    rows.append([])
                rows[-1].append(self.bracket_item(kind))
        self.expect(closing, start)
        return self.grouped(kind, rows, start)

    def bracket_item(self, kind: str) -> t.Node:
        if kind == "[":
            node = self.statement()
            return t.Indicator(node, span=node.span) if isinstance(node, t.Chain) else node
        return self.expression()

    def grouped(self, kind: str, rows: list[list[t.Node]], start: int) -> t.Node:
        """What a bracket around these items means: a group, a tuple, a set, a matrix."""
        items = [item for row in rows for item in row]
        span = self.since(start)
        if len(items) == 1 and not (kind == "[" and self.row[start + 1].kind == "[" and self.is_row(items[0])):
            return items[0]
        if kind == "[":
            return self.matrix_of(rows, start)
        if len(rows) > 1:
            raise self.fail("a ; inside this bracket", start, "part with commas")
        if kind in ("(", "⟨"):
            return t.Tuple(tuple(items), span=span)
        return t.SetOf(tuple(items), span=span)

    def is_row(self, node: t.Node) -> bool:
        return isinstance(node, t.Matrix) and len(node.rows) == 1

    def matrix_of(self, rows: list[list[t.Node]], start: int) -> t.Node:
        """[[a, b], [c, d]], [a, b; c, d] and [a; b]; rows of one entry are written [a]."""
        items = [item for row in rows for item in row]
        nested = self.row[start + 1].kind == "["
        if nested and all(isinstance(item, t.Matrix) and len(item.rows) == 1 for item in items):
            cells = [list(item.rows[0]) for item in items if isinstance(item, t.Matrix)]
        elif (nested and all(len(row) == 1 for row in rows) and self.all_bracketed(start)) or (
            nested and len(rows) == 1 and self.all_bracketed(start)
        ):
            cells = [[item] for item in items]
        else:
            cells = rows
        if len({len(row) for row in cells}) > 1:
            raise self.fail("the rows of this matrix differ in length", start)
        return t.Matrix(tuple(tuple(row) for row in cells), span=self.since(start))

    def all_bracketed(self, start: int) -> bool:
        """Is every item of the bracket at `start` itself in square brackets?"""
        at = start + 1
        while True:
            if self.row[at].kind != "[":
                return False
            at = self.matching(at) + 1
            if self.row[at].kind not in (",", ";"):
                return at == self.at - 1
            at += 1

    def bar_group(self) -> t.Node:
        """|x|, ‖x‖, and ||x|| where two bars close as they opened."""
        start, kind = self.at, self.kind
        double = kind == "|" and self.peek().kind == "|" and not self.peek().gap and self.closes_double()
        bar = "norm2" if double else "norm" if kind.startswith("‖") else "abs"
        closing = {"|": "|", "‖": "‖", "|<": "|>", "‖<": "‖>"}[kind]
        with self.nested(bar if kind in ("|", "‖") else ""):
            self.at += 1 + double
            node = self.expression()
        self.expect(closing, start)
        if double:
            self.expect(closing, start)
        if bar == "abs":
            return t.Absolute(node, span=self.since(start))
        return t.Norm(node, self.norm_kind(), span=self.since(start))

    def closes_double(self) -> bool:
        """Do two bars side by side stand further on at this level?"""
        level = 0
        for k in range(self.at + 2, len(self.row) - 1):
            kind = self.row[k].kind
            level += (kind in OPENING) - (kind in CLOSING)
            if level < 0:
                return False
            if level == 0 and kind == "|" and self.row[k + 1].kind == "|" and not self.row[k + 1].gap:
                return True
        return False

    def norm_kind(self) -> str:
        """The kind below a norm: 1, 2, F or ∞."""
        if self.kind != "_":
            return ""
        content, after = script_content(self.row, self.at + 1)
        kind = _NORM_KINDS.get(flat(content) or "")
        if kind is None:
            raise self.fail("this kind of norm is not known", self.at + 1, "norms are 1, 2, F and ∞")
        self.at = after
        return kind

    def angle(self) -> t.Node:
        start = self.at
        with self.nested():
            self.at += 1
            left = self.expression()
            if self.kind not in (",", "|", "∣"):
                raise self.fail("expected , here", None, "⟨q,k⟩ is an inner product")
            self.at += 1
            right = self.expression()
        self.expect("⟩", start)
        return t.Dot(left, right, "⟨⟩", span=self.since(start))

    def group(self) -> t.Node:
        """{x}: braces around one name are dress, around anything else a bracket."""
        name = self.peek()
        if self.token.text == "{" and name.kind == "name" and self.peek(2).kind == "}":
            self.row[self.at : self.at + 3] = [name]
            return self.reference()
        return self.bracket()

    def rounding(self) -> t.Node:
        start, kind = self.at, self.kind
        with self.nested():
            self.at += 1
            node = self.expression()
        self.expect(OPENING[kind], start)
        return t.Call(t.Name("floor" if kind == "⌊" else "ceil"), (node,), span=self.since(start))

    def root(self) -> t.Node:
        """√x, \\sqrt[3]{x}: without brackets, one factor with its power."""
        start = self.at
        command = self.text[self.token.start] == "\\"
        self.at += 1
        degree = None
        if self.kind == "[" and (command or not self.token.gap) and self.row[self.matching(self.at) + 1].kind in "({":
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
    "begin": lambda p: p.environment(),
    "big": lambda p: p.big(),
    "∂": lambda p: p.partial(),
    "∇": lambda p: p.nabla(),
    "under": lambda p: p.under(),
}
