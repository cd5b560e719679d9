"""Brackets and bars: groups, tuples, sets, matrices in brackets, |x|, ‖x‖, ⟨x,y⟩, indicators."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.names import flat, script_content
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_NORM_KINDS = {"1": "1", "2": "2", "F": "F", "∞": "∞", "oo": "∞", "Fro": "F"}


class Brackets(Grammar):
    """A bracket or a bar, and what it means by what it holds."""

    def relation_in_bracket(self) -> t.Chain | None:
        """The relation that the bracket at hand holds; None, and nothing read, when it holds none."""
        start = self.at
        if not any(token.kind == "rel" for token in self.row[start : self.matching(start)]):
            return None
        with self.nested():
            self.at += 1
            within = self.relation_in_bracket() if self.kind == "⦃" else None
            node = within or self.statement()
        if isinstance(node, t.Chain):
            self.expect(OPENING[self.row[start].kind], start)
            return node
        self.at = start
        return None

    def ones(self) -> t.Node:
        """𝟙[i = j] is an indicator; 𝟏 by itself the vector of ones, whatever size it is said to have."""
        start = self.at
        self.at += 1
        if self.kind in ("(", "[", "⦃", "{"):
            relation = self.relation_in_bracket()
            if relation is not None:
                return t.Indicator(relation, span=self.since(start))
        if not self.accept("_"):
            return t.Name("𝟏", span=self.since(start))
        relation = self.relation_in_bracket() if self.kind in ("{", "(") else None
        if relation is not None:
            return t.Indicator(relation, span=self.since(start))
        behind = self.row[script_content(self.row, self.at)[1]]
        if behind.kind == "(" and not behind.gap:
            below = self.script()
            return t.Indicator(t.Chain(self.bracket(), (("∈", below),)), span=self.since(start))
        return self.sized("𝟏", start)

    def bracket(self) -> t.Node:
        start, kind = self.at, self.kind
        closing = OPENING[kind]
        if kind == "⦃" or (kind == "{" and not self.latex):
            found = self.braces()
            if found is not None:
                return found
        with self.nested():
            self.at += 1
            if self.kind == closing:
                raise self.fail("an empty bracket")
            rows = [[self.bracket_item(kind)]]
            if self.accept("choose"):
                rows = [[t.Call(t.Name("binom"), (rows[0][0], self.expression()))]]
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
            node = self.joined_side()
            return t.Indicator(node, span=node.span) if isinstance(node, t.Chain) else node
        return self.expression()

    def joined_side(self) -> t.Node:
        """A statement, or two sides that [u ‖ v] puts one below the other."""
        start, saved = self.at, self.bar
        lone = self.bars_ahead("‖") % 2 == 1
        self.bar = "call" if lone else saved
        node = self.statement()
        if lone and self.accept("‖"):
            node = t.Infix("‖", node, self.expression(), span=self.since(start))
        self.bar = saved
        return node

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
        cells = rows
        if self.all_bracketed(start):
            cells = [list(item.rows[0]) if isinstance(item, t.Matrix) else [item] for item in items]
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
            node = self.blank() or self.expression()
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
        if self.kind == "^":
            self.subscript_first()
        if self.kind != "_":
            return ""
        content, after = script_content(self.row, self.at + 1)
        spelt = flat(content) or ""
        kind = _NORM_KINDS.get(spelt, spelt)
        if not kind:
            raise self.fail("this kind of norm is not known", self.at + 1, "a norm's kind is a number or a name")
        self.at = after
        return kind

    def subscript_first(self) -> None:
        """‖x‖^2_2 is ‖x‖_2^2."""
        middle = script_content(self.row, self.at + 1)[1]
        if self.row[middle].kind == "_":
            end = script_content(self.row, middle + 1)[1]
            self.row[self.at : end] = [*self.row[middle:end], *self.row[self.at : middle]]

    def angle(self) -> t.Node:
        start = self.at
        with self.nested():
            self.at += 1
            left = self.expression()
            right = None
            if self.kind != "⟩":
                if self.kind not in (",", "|", "∣"):
                    raise self.fail("expected , here", None, "⟨q,k⟩ is an inner product")
                self.at += 1
                right = self.expression()
        self.expect("⟩", start)
        if right is None:
            return t.Average(left, span=self.since(start))
        return t.Dot(left, right, "⟨⟩", span=self.since(start))

    def rounding(self) -> t.Node:
        start, kind = self.at, self.kind
        with self.nested():
            self.at += 1
            node = self.expression()
        self.expect(OPENING[kind], start)
        return t.Call(t.Name("floor" if kind == "⌊" else "ceil"), (node,), span=self.since(start))

    def group(self) -> t.Node:
        """{x}: braces around one name are dress, around anything else a bracket."""
        name = self.peek()
        if self.token.text == "{" and name.kind == "name" and self.peek(2).kind == "}":
            self.row[self.at : self.at + 3] = [name]
            return self.reference()
        return self.bracket()
