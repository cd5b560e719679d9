"""The reader: one grammar from LaTeX, Unicode and plain text to trees, with the names that a table declares.

It reads a text whole or raises ReadError with the place, what was expected, and what to write.  Nothing is dropped,
guessed or evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symbolic.language.symbols import Table
from symbolic.notation import tree as t
from symbolic.notation.frames import deep
from symbolic.notation.reader_arguments import Arguments
from symbolic.notation.reader_atoms import Atoms
from symbolic.notation.reader_big import Big
from symbolic.notation.reader_binders import Binders
from symbolic.notation.reader_brackets import Brackets
from symbolic.notation.reader_calculus import Calculus
from symbolic.notation.reader_calls import Calls
from symbolic.notation.reader_cursor import HEIGHT
from symbolic.notation.reader_indices import Indices
from symbolic.notation.reader_labels import Labels
from symbolic.notation.reader_layout import Layout
from symbolic.notation.reader_matrices import Matrices
from symbolic.notation.reader_names import Names
from symbolic.notation.reader_probability import Probability
from symbolic.notation.reader_quantifiers import Quantifiers
from symbolic.notation.reader_scripts import Scripts
from symbolic.notation.reader_sentences import Sentences
from symbolic.notation.reader_sets import Sets
from symbolic.notation.reader_terms import Terms
from symbolic.notation.reader_values import Values
from symbolic.notation.scope import Scope, Undeclared

_LOOKAHEAD = 4


class Reader(
    Layout,
    Sentences,
    Quantifiers,
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
        self.lay_out()
        self.row += [self.row[-1]] * _LOOKAHEAD
        if self.kind == "end of text":
            raise self.fail("an empty formula")
        node = part()
        if self.kind != "end of text":
            raise self.leftover()
        self.bounded(node)
        return node

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
