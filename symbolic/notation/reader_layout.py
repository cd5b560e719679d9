"""Before a formula is read: what only lays it out is dropped, and what parts its claims is marked."""

from __future__ import annotations

import re

from symbolic.notation.lexer import Token
from symbolic.notation.lexer_tables import BESIDE, TAKES_GROUP
from symbolic.notation.quantities import named
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_EQUATION_NUMBER = re.compile(r"\\q?quad\s*\(\d+\)\s*\Z")
_JOINS = frozenset({"over", "xarrow", "end of text", "text", "then", "∀", "∃"})
_PARTS = (",", ";", "text", "then", "quad")
_OPEN = frozenset({"rel", "+", "-", "·", "×", "/", "±", "(", "[", ",", "="})
#: Signs that a group of their own does not change.
_ALONE = frozenset({"rel", "then", ",", ";", "(", ")", "[", "]", "⦃", "⦄", "|", "|<", "|>", "‖", "∣", "′"})


class Layout(Grammar):
    """Punctuation, boxes, braces, alignment, line breaks and wide spaces of the row of tokens."""

    def lay_out(self) -> None:
        """The row without what is dress."""
        self.row = named(self.row, self.scope.declared)
        self.trim()
        self.join_optima()
        self.unbox()
        self.unstack()
        self.unbrace()
        self.unarray()
        self.undress()
        self.part_claims()
        self.straighten()

    def join_optima(self) -> None:
        """\\text{arg}\\underset{x}{\\text{min}} is \\underset{x}{argmin}."""
        dropped = set[int]()
        for k in range(len(self.row) - 2):
            if self.row[k].text != "arg" or self.row[k + 1].kind != "under" or self.row[k + 2].kind != "{":
                continue
            word = self.matching(k + 2) + 1
            word += word < len(self.row) and self.row[word].kind == "{"
            if word < len(self.row) and self.row[word].text in ("max", "min"):
                self.row[word].text = f"arg{self.row[word].text}"
                dropped.add(k)
        self.row = [token for k, token in enumerate(self.row) if k not in dropped]

    def unstack(self) -> None:
        """\\substack{x \\\\ y} and a subarray are x, y."""
        dropped, depths = set[int](), list[bool]()
        for k, token in enumerate(self.row):
            stacked = token.kind == "{" and k > 0 and self.row[k - 1].kind == "substack"
            if stacked:
                dropped |= {k - 1, k}
            if token.kind == "{":
                depths.append(stacked)
            elif token.kind == "}" and depths and depths.pop():
                dropped.add(k)
            elif token.kind == "newline" and depths and depths[-1]:
                token.kind = token.text = ","
        self.row = [token for k, token in enumerate(self.row) if k not in dropped]

    def unbrace(self) -> None:
        """`\\big{(}`, `{=}`, `f({a, b})`: brackets, relations and arguments stand without braces of their own."""
        row, opened, dropped = self.row, list[int](), set[int]()
        for k, token in enumerate(row):
            if token.kind == "{":
                opened.append(k)
            elif token.kind == "}" and opened:
                start = opened.pop()
                if self.needs_no_braces(start, k):
                    dropped |= {start, k}
        self.row = [token for k, token in enumerate(row) if k not in dropped] if dropped else row

    def needs_no_braces(self, start: int, end: int) -> bool:
        """Is the group from `start` to `end` one sign, or in LaTeX all that a bracket holds?"""
        before, after = self.row[max(start - 1, 0)].kind, self.row[min(end + 1, len(self.row) - 1)].kind
        if end == start + 2 and start > 0:
            return self.row[start + 1].kind in _ALONE and before not in TAKES_GROUP
        whole = before in ("(", "[") and after in (")", "]")
        return self.latex and whole and self.row[start].text == "{"

    def unarray(self) -> None:
        """An array whose middle column holds relations, around the whole formula, is a chain."""
        row = self.row
        if row[0].kind != "begin" or row[0].text != "array" or row[-2].kind != "end":
            return
        if sum(token.kind == "begin" for token in row) == 1 and any(
            one.kind == "&" and sign.kind in ("rel", "then") and other.kind == "&"
            for one, sign, other in zip(row, row[1:], row[2:], strict=False)
        ):
            del row[-2], row[0]

    def trim(self) -> None:
        """Drop the punctuation at the end of the sentence."""
        while len(self.row) > 1 and self.row[-2].kind in (".", ",", ";", "newline", "&", "quad"):
            del self.row[-2]
        number = _EQUATION_NUMBER.search(self.text)
        if number and [token.kind for token in self.row[-4:-1]] == ["(", "num", ")"]:
            del self.row[-4:-1]

    def unbox(self) -> None:
        """\\boxed{…} around the whole formula is dress."""
        while len(self.row) > 3 and self.row[0].kind == "boxed" and self.matching(1) == len(self.row) - 2:
            del self.row[-2], self.row[:2]

    def undress(self) -> None:
        """Drop \\left. and \\right., but for \\left. … \\right| and \\left\\{ array \\right., which are cases."""
        for k in range(len(self.row) - 1, -1, -1):
            kind = self.row[k].kind
            if kind == "⦃" and self.row[k + 1].kind == "begin":
                self.as_cases(k)
            elif kind == "left." and not self.closes_in_bar(k):
                del self.row[k]
        self.row = [token for token in self.row if token.kind != "right."]

    def as_cases(self, at: int) -> None:
        level, k = 0, at + 1
        while k < len(self.row) - 1:
            level += (self.row[k].kind == "begin") - (self.row[k].kind == "end")
            if level == 0:
                break
            k += 1
        if self.row[k + 1 : k + 2] and self.row[k + 1].kind == "right.":
            self.row[at + 1].text = self.row[k].text = "cases"
            del self.row[k + 1], self.row[at]

    def closes_in_bar(self, at: int) -> bool:
        """Is the \\left. at hand closed by \\right|?"""
        level = 0
        for k, token in enumerate(self.row[at + 1 :], at + 2):
            if token.kind == "|>" and level == 0:
                return self.row[k].kind == "_"
            level += (token.kind in OPENING or token.kind in ("|<", "left.")) - (
                token.kind in CLOSING or token.kind in ("|>", "right.")
            )
            if level < 0:
                return False
        return False

    def part_claims(self) -> None:
        """A wide space between two claims parts them; any other is dress."""
        if not any(token.kind in ("quad", "&") for token in self.row):
            return
        kept: list[Token] = []
        level, related = 0, False
        for k, token in enumerate(self.row):
            level += (token.kind in OPENING or token.kind == "begin") - (token.kind in CLOSING or token.kind == "end")
            column = token.kind == "&" and level == 0 and self.begins_column(k)
            if token.kind != "quad" and not column:
                kept.append(token)
                related = related or (level == 0 and token.kind in ("rel", "over", "xarrow"))
            elif level == 0 and related and kept[-1].kind not in (*_PARTS, *_OPEN) and self.claims(k + 1):
                kept.append(Token(",", "quad", token.start, token.end, True))
                related = False
        self.row = kept

    def begins_column(self, at: int) -> bool:
        """Does the & at hand part two equations, as each second one of an align does?"""
        before, after = self.row[at - 1], self.row[at + 1]
        open_ = before.kind in (*_OPEN, "&", "newline", "then") or after.kind in ("rel", "over", "&", "then")
        return not open_ and self.claims(at + 1)

    def claims(self, at: int) -> bool:
        """Does a claim with a left side of its own begin at token `at`?"""
        level = marks = 0
        for k in range(at, len(self.row)):
            token = self.row[k]
            marks += token.kind == "&"
            if marks > 1:
                return False
            if token.kind == "&":
                continue
            level += (token.kind in OPENING) - (token.kind in CLOSING)
            if level < 0 or token.kind in ("end of text", "newline", "quad"):
                return False
            if token.kind in ("rel", "over", "xarrow") and level == 0:
                return k > at and self.row[at].kind not in _OPEN - {"(", "["}
        return False

    def straighten(self) -> None:
        """Drop the alignment marks and line breaks of a chain; a break between two formulas is an error."""
        if not any(token.kind in ("&", "newline") for token in self.row):
            return
        kept: list[Token] = []
        level = 0
        for k, token in enumerate(self.row):
            level += (token.kind == "begin") - (token.kind == "end")
            if level > 0 or token.kind not in ("&", "newline"):
                kept.append(token)
            elif token.kind == "newline" and kept and not self.continues(kept[-1], k):
                raise self.fail("a second formula begins here", k + 1, "read one formula at a time")
        self.row = kept

    def continues(self, before: Token, at: int) -> bool:
        """Does the line after the break at `at` go on with the formula?"""
        after = next((token for token in self.row[at:] if token.kind not in ("&", "newline")), None)
        joins = after is not None and (after.kind in _OPEN - {"(", "["} or after.kind in _JOINS or after.text in BESIDE)
        return joins or before.kind in _OPEN
