"""Environments: matrices and determinants written out, and cases."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_IF = frozenset({"if", "for", "when"})
_OTHERWISE = frozenset({"otherwise", "else", "sonst"})


class Matrices(Grammar):
    """\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix} and its kin."""

    def system(self) -> t.Node | None:
        """Claims in a cases environment, all of which hold; None, and nothing read, where it lists values."""
        start, name = self.at, self.token.text
        if self.kind != "begin" or name not in ("cases", "dcases") or not self.lists_claims():
            return None
        with self.nested():
            self.at += 1
            found = [self.one_claim()]
            while self.accept("newline") and self.kind != "end":
                found.append(self.one_claim())
                while self.kind in (",", ".", ";"):
                    self.at += 1
        if self.kind != "end" or self.token.text != name:
            raise self.fail(f"expected \\end{{{name}}} here")
        self.at += 1
        joined = tuple(("∧", claim) for claim in found[1:])
        return t.Claims(found[0], joined, span=self.since(start)) if joined else found[0]

    def lists_claims(self) -> bool:
        """Does the first row of the environment at hand say a relation before its condition?  Then all its & go."""
        level, first = 0, 0
        marks = []
        for k in range(self.at, len(self.row)):
            kind = self.row[k].kind
            level += (kind in OPENING or kind == "begin") - (kind in CLOSING or kind == "end")
            if kind == "&" and level == 1:
                marks.append(k)
            if not first and (level == 0 or (kind == "newline" and level == 1)):
                first = k
            if level == 0:
                break
        if not self.claims_in(self.row[self.at + 1 : first]):
            return False
        for k in reversed(marks):
            del self.row[k]
        return True

    def claims_in(self, row: list[Token]) -> bool:
        """Does a relation stand at this level before the first &, or right behind it?"""
        level = 0
        for k, token in enumerate(row):
            level += (token.kind in OPENING) - (token.kind in CLOSING)
            if level == 0 and token.kind in ("rel", "over"):
                return True
            if level == 0 and token.kind == "&":
                return row[k + 1 : k + 2] != [] and row[k + 1].kind in ("rel", "over")
        return False

    def environment(self) -> t.Node:
        start, name = self.at, self.token.text
        with self.nested():
            self.at += 1
            if name in ("cases", "dcases"):
                node: t.Node = self.cases(start)
            else:
                node = self.matrix(start)
        if self.kind != "end" or self.token.text != name:
            raise self.fail(f"expected \\end{{{name}}} here")
        self.at += 1
        return t.Absolute(node, span=self.since(start)) if name == "vmatrix" else node

    def matrix(self, start: int) -> t.Matrix:
        rows: list[list[t.Node]] = [[]]
        self.part_numbers()
        while self.kind != "end":
            rows[-1].append(self.expression())
            if self.accept("newline"):
                if self.kind == "end":
                    break
                rows.append([])
            elif not self.accept("&") and self.kind != "end":
                raise self.unexpected()
        if len({len(row) for row in rows}) > 1:
            raise self.fail("the rows of this matrix differ in length", start)
        if not rows[0]:
            raise self.fail("an empty matrix", start)
        return t.Matrix(tuple(tuple(row) for row in rows), span=self.since(start))

    def part_numbers(self) -> None:
        r"""Numbers side by side are entries of a row: \\begin{bmatrix} 1 \\; 2 \\; 3 \\end{bmatrix}."""
        k = self.at
        while self.row[k].kind not in ("end", "end of text"):
            if self.row[k].kind == self.row[k + 1].kind == "num":
                place = self.row[k + 1].start
                self.row.insert(k + 1, Token("&", "&", place, place))
            k += 1

    def cases(self, start: int) -> t.Cases:
        branches: list[tuple[t.Node, t.Node | None]] = []
        while self.kind != "end":
            value = self.expression()
            self.accept(",")
            self.accept("&")
            branches.append((value, self.case_condition()))
            while self.kind in (",", ".", ";"):
                self.at += 1
            if not self.accept("newline") and self.kind != "end":
                raise self.unexpected()
        if not branches:
            raise self.fail("cases without a branch", start)
        return t.Cases(tuple(branches), span=self.since(start))

    def case_condition(self) -> t.Node | None:
        """`if` and what must hold, `otherwise`, or words alone; several conditions are a sequence."""
        word = self.token.text.strip().strip(".,").lower()
        if self.kind in ("name", "run", "text") and (word in _OTHERWISE):
            self.at += 1
            return None
        start = self.at
        words = self.words()
        bare = not words or words.lower() in _IF
        if not bare and not self.starts():
            return t.Remark(words, span=self.since(start))
        found = [self.statement()]
        while self.is_and() or (self.kind == "," and self.peek().kind not in ("newline", "end")):
            self.at += 1
            found.append(self.statement())
        if not all(isinstance(condition, t.Chain) for condition in found) and bare:
            raise self.fail("a condition was expected here", None, "write x > 0 or \\text{otherwise}")
        condition = found[0] if len(found) == 1 else t.Sequence(tuple(found), span=self.since(start))
        return condition if bare else t.Remark(words, condition, span=self.since(start))

    def is_and(self) -> bool:
        return self.kind in ("name", "run", "text") and self.token.text == "and"
