"""The reader: one grammar from LaTeX, Unicode and plain text to trees, with the names that a table declares.

It reads a text whole or raises ReadError with the place, what was expected, and what to write.  Nothing is dropped,
guessed or evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from symbolic.language.symbols import Table
from symbolic.notation import tree as t
from symbolic.notation.frames import deep
from symbolic.notation.lexer import Token
from symbolic.notation.lexer_tables import BESIDE
from symbolic.notation.reader_arguments import Arguments
from symbolic.notation.reader_atoms import Atoms
from symbolic.notation.reader_big import Big
from symbolic.notation.reader_binders import Binders
from symbolic.notation.reader_brackets import Brackets
from symbolic.notation.reader_calculus import Calculus
from symbolic.notation.reader_calls import Calls
from symbolic.notation.reader_cursor import CLOSING, HEIGHT, OPENING
from symbolic.notation.reader_indices import Indices
from symbolic.notation.reader_labels import Labels
from symbolic.notation.reader_matrices import Matrices
from symbolic.notation.reader_names import Names
from symbolic.notation.reader_probability import Probability
from symbolic.notation.reader_scripts import Scripts
from symbolic.notation.reader_sentences import Sentences
from symbolic.notation.reader_sets import Sets
from symbolic.notation.reader_terms import Terms
from symbolic.notation.reader_values import Values
from symbolic.notation.scope import Scope, Undeclared

_LOOKAHEAD = 4
_EQUATION_NUMBER = re.compile(r"\\q?quad\s*\(\d+\)\s*\Z")
_JOINS = frozenset({"over", "xarrow", "end of text", "text", "then", "∀", "∃"})
_PARTS = (",", ";", "text", "then", "quad")
_OPEN = frozenset({"rel", "+", "-", "·", "×", "/", "±", "(", "[", ",", "="})


class Reader(
    Sentences,
    Sets,
    Values,
    Arguments,
    Matrices,
    Binders,
    Big,
    Calculus,
    Probability,
    Calls,
    Indices,
    Labels,
    Names,
    Brackets,
    Scripts,
    Atoms,
    Terms,
):
    """All parts of the grammar over one cursor."""

    def plain_reference(self) -> t.Node:
        head = self.head()
        start = head.start
        named = self.with_subscript(head) if self.kind == "_" else None
        named = named or self.longest(head)
        if named is None:
            return self.undeclared(head, start)
        if self.scope.is_function(named):
            return t.Name(named, span=self.since(start))
        return self.completed(named, start)

    def ones_like(self) -> t.Node:
        return self.ones()

    def whole(self, part: Callable[[], t.Node]) -> t.Node:
        """`part` read up to the end of the text."""
        self.trim()
        self.unbox()
        self.undress()
        self.part_claims()
        self.straighten()
        self.row += [self.row[-1]] * _LOOKAHEAD
        if self.kind == "end of text":
            raise self.fail("an empty formula")
        node = part()
        if self.kind != "end of text":
            raise self.leftover()
        self.bounded(node)
        return node

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
        if not any(token.kind == "quad" for token in self.row):
            return
        kept: list[Token] = []
        level, related = 0, False
        for k, token in enumerate(self.row):
            level += (token.kind in OPENING or token.kind == "begin") - (token.kind in CLOSING or token.kind == "end")
            if token.kind != "quad":
                kept.append(token)
                related = related or (level == 0 and token.kind in ("rel", "over", "xarrow"))
            elif level == 0 and related and kept[-1].kind not in (*_PARTS, *_OPEN) and self.claims(k + 1):
                kept.append(Token(",", "quad", token.start, token.end, True))
                related = False
        self.row = kept

    def claims(self, at: int) -> bool:
        """Does a claim with a left side of its own begin at token `at`?"""
        level = 0
        for k in range(at, len(self.row)):
            token = self.row[k]
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
            if level > 0 or token.kind not in ("&", "newline") or self.in_braces(kept):
                kept.append(token)
            elif token.kind == "newline" and kept and not self.continues(kept[-1], k):
                raise self.fail("a second formula begins here", k + 1, "read one formula at a time")
        self.row = kept

    def in_braces(self, kept: list[Token]) -> bool:
        """Inside \\substack{…}, where a line break parts conditions."""
        return any(token.kind == "substack" for token in kept[-40:])

    def continues(self, before: Token, at: int) -> bool:
        """Does the line after the break at `at` go on with the formula?"""
        after = next((token for token in self.row[at:] if token.kind not in ("&", "newline")), None)
        joins = after is not None and (after.kind in _OPEN - {"(", "["} or after.kind in _JOINS or after.text in BESIDE)
        return joins or before.kind in _OPEN

    def leftover(self) -> Exception:
        """The error for what stands behind a complete formula."""
        token = self.token
        if token.kind in (")", "]", "}", "⦄", "⟩"):
            return self.fail("a closing bracket without its opening one", None, "remove it, or open it before")
        if token.kind in (",", ";"):
            return self.fail("the formula ends before this", None, "read one formula at a time")
        return self.unexpected() if token.kind in ("text", "fence") else self.fail("the formula ends before this")

    def bounded(self, node: t.Node) -> None:
        """Stop at a tree that is too high for those who work on it."""
        if len(self.row) < HEIGHT:
            return
        level, height = [node], 0
        while level:
            height += 1
            if height > HEIGHT:
                raise self.fail("nested too deeply", 0, "use fewer brackets")
            level = [child for parent in level for child in t.children(parent)]


def read(text: str, table: Table, *, bound: Iterable[str] = (), undeclared: list[Undeclared] | None = None) -> t.Node:
    """The tree of `text`: a Chain when it has relations, else an expression.

    bound       names in force besides the table's, as scalars
    undeclared  a list permits unknown names and collects their ids in order
    """
    reader = Reader(text, Scope(table, bound, undeclared))
    with deep():
        return reader.whole(reader.sentence)


def read_expression(
    text: str, table: Table, *, bound: Iterable[str] = (), undeclared: list[Undeclared] | None = None
) -> t.Node:
    """The tree of an expression; a relation is an error.  The keywords are those of `read`."""
    reader = Reader(text, Scope(table, bound, undeclared))
    with deep():
        return reader.whole(reader.expression)


def read_otherwise(text: str, table: Table, *, bound: Iterable[str] = ()) -> t.Node | None:
    """The tree when juxtaposition binds tighter than /, as in x²/2σ² for x²/(2σ²); None when that changes nothing."""
    first = read(text, table, bound=bound)
    reader = Reader(text, Scope(table, bound))
    reader.tight = True
    with deep():
        second = reader.whole(reader.sentence)
    return None if second == first else second


def undeclared_names(text: str, table: Table, *, bound: Iterable[str] = ()) -> list[Undeclared]:
    """The names that `text` (an expression or a chain of relations) uses and the table does not know, in order."""
    found: list[Undeclared] = []
    read(text, table, bound=bound, undeclared=found)
    return list({name.id: name for name in reversed(found)}.values())[::-1]


def read_relation(
    text: str, table: Table, *, bound: Iterable[str] = (), undeclared: list[Undeclared] | None = None
) -> t.Chain:
    """The chain of relations that `text` is; ReadError when it has none.  The keywords are those of `read`."""
    reader = Reader(text, Scope(table, bound, undeclared))
    with deep():
        node = reader.whole(reader.statement)
    if not isinstance(node, t.Chain):
        raise reader.fail("a relation was expected", None, "write EXPRESSION = EXPRESSION")
    return node
