"""Superscripts that belong to a name: a label that was declared, the number of a member, a power behind a subscript."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import Spelling, flat, label_text, script_content
from symbolic.notation.reader_grammar import Grammar


class Labels(Grammar):
    """x^{(i)}, a^l, W_i^Q: in which order scripts stand, and what they name."""

    def labelled(self, spelling: Spelling) -> Spelling:
        """`spelling` with the superscript label at hand, read when a declared name has it."""
        if self.kind != "^" or not self.scope.labels:
            return spelling
        content, after = script_content(self.row, self.at + 1)
        label = label_text(content)
        if label is None or label not in self.scope.labels:
            return spelling
        wanted = replace(spelling, label=label)
        names = (*self.scope.table.symbols, *self.scope.table.definitions)
        if not any(name.startswith(wanted.id) or name == wanted.id for name in names):
            return spelling
        self.at = after
        return wanted

    def label_first(self, spelling: Spelling) -> None:
        """a_i^l is a^l_i where a^l is declared, or the label (i) counts the members of a family."""
        if self.kind != "_":
            return
        middle = script_content(self.row, self.at + 1)[1]
        if self.row[middle].kind != "^":
            return
        content, end = script_content(self.row, middle + 1)
        symbol, label = self.scope.symbol(spelling.id), label_text(content)
        member = symbol is not None and symbol.family is not None and content[:1] and content[0].kind == "("
        if label and (member or self.scope.declared(replace(spelling, label=label).id)):
            self.row[self.at : end] = [*self.row[middle:end], *self.row[self.at : middle]]

    def subscript_before_power(self, spelling: Spelling) -> None:
        """In TeX σ^2_x is σ_x^2: a power stands behind its subscript; not on a matrix, where both could be meant."""
        if self.kind != "^" or not self.latex or abs(self.scope.rank(spelling.id) or 0) > 1:
            return
        content, middle = script_content(self.row, self.at + 1)
        powered = len(content) == 1 and content[0].kind in ("num", "name") and content[0].text != "T"
        below = flat(script_content(self.row, middle + 1)[0]) or ""
        named = replace(spelling, subscript=below, label=label_text(content) or "")
        if self.row[middle].kind != "_" or self.scope.is_function(spelling.id):
            return
        if not (powered or self.scope.declared(named.id)):
            return
        labelled = replace(spelling, label=label_text(content) or "·")
        if self.scope.declared(labelled.id):
            return
        end = script_content(self.row, middle + 1)[1]
        self.row[self.at : end] = [*self.row[middle:end], *self.row[self.at : middle]]

    def in_brackets(self, content: list[Token]) -> bool:
        """Does one bracket hold the whole superscript, as in x^{(i)}, θ^{(t+1)}, z^{[l]}?"""
        level = 0
        for k, token in enumerate(content):
            level += (token.kind in ("(", "[")) - (token.kind in (")", "]"))
            if level == 0:
                return k == len(content) - 1 and k > 0
        return False

    def family_label(self, node: t.Node, name: str, start: int) -> t.Node:
        """x^{(i)} is the i-th member of a family x."""
        symbol = self.scope.symbol(name)
        if self.kind != "^" or symbol is None or symbol.family is None or self.peek().kind != "{":
            return node
        content, after = script_content(self.row, self.at + 1)
        if not self.in_brackets(content):
            return node
        self.at += 2
        index = self.bracket()
        self.at = after
        rest = self.scope.axes(name) or 1
        others = self.indices(rest - 1) if rest > 1 and self.accept("_") else []
        return t.Component(node, (index, *others), span=self.since(start))

    def is_ordered(self, node: t.Node) -> bool:
        """Does the subscript stand in brackets below a random quantity, as that of an order statistic?"""
        content, _ = script_content(self.row, self.at + 1)
        kinds = [token.kind for token in content]
        return kinds[:1] == ["("] and kinds[-1:] == [")"] and kinds.count("(") == 1 and self.scope.is_random(node)

    def cumulant(self, name: str, content: list[Token], after: int, start: int) -> t.Node | None:
        """κ_3(X), the third cumulant of a random quantity; None, and nothing read, for anything else."""
        numbered = len(content) == 1 and content[0].kind == "num" and content[0].text.isdecimal()
        if name != "κ" or not numbered or not self.opens(after):
            return None
        at, self.at = self.at, after
        arguments = self.arguments()
        if len(arguments) == 1 and self.scope.is_random(arguments[0]):
            return t.Operator("cumulant", (*arguments, t.Number(content[0].text)), span=self.since(start))
        self.at = at
        return None

    def word_below(self) -> bool:
        """Does the name of a function stand alone as the subscript, as in σ_max?"""
        content, _ = script_content(self.row, self.at + 1)
        lone = len(content) == 1 and content[0].kind == "name" and content[0].text in glyphs.FUNCTIONS
        return lone and len(content[0].text) > 1 and not self.scope.declared(content[0].text)
