"""Expressions inside a given: read by the notation's reader, with names that declare themselves on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from symbolic.given.names import unknown_names
from symbolic.given.source import Piece
from symbolic.language.symbols import Sentence, Symbol, Table
from symbolic.notation.errors import ReadError
from symbolic.notation.glyphs import CONSTANTS, FUNCTION_LETTERS
from symbolic.notation.tree import Chain, Node, Number, names

MAX_NEW_NAMES = 200


_IDENTITY = re.compile(r"(?:\bI|\\(?:mathbf|mathrm|bm|boldsymbol)\s*\{?\s*I\s*\}?|𝐈)_(?:\{([^{}]+)\}|(\w))")


def identity_sizes(piece: Piece) -> list[Piece]:
    """The sizes below the I of I_d."""
    spans = [found.span(1 if found.group(1) else 2) for found in _IDENTITY.finditer(piece.text)]
    return [piece.cut(*span) for span in spans]


class Postponed(Exception):
    """The expression uses a name that a definition will give; read it after the definitions."""


@dataclass
class Reading:
    """The table as it grows, the names that definitions will give, and the reading of expressions against both.

    announced  names that statements without a kind speak of (`X : mean 0`, `X ~ LAW`), declared when all is read
    """

    table: Table
    pending: set[str] = field(default_factory=set)
    announced: set[str] = field(default_factory=set)

    def awaits(self, name: str) -> bool:
        """Is the name one that is declared later?"""
        return name in self.announced and name not in self.table.symbols

    def expression(self, piece: Piece, local: Iterable[Symbol] = ()) -> Node:
        """The tree of an expression; `local` are names in force for this reading only."""
        from symbolic.notation.reader import read_expression

        return self._read(piece, read_expression, local)

    def relation(self, piece: Piece, local: Iterable[Symbol] = ()) -> Chain:
        """The tree of a chain of relations."""
        from symbolic.notation.reader import read

        found = self._read(piece, read, local)
        if not isinstance(found, Chain):
            raise piece.error("a relation was expected here", "EXPRESSION RELATION EXPRESSION, such as `c > 0`")
        return found

    def _read(self, piece: Piece, reader: object, local: Iterable[Symbol]) -> Node:
        if not piece.text:
            raise piece.error("an expression was expected here")
        table = self.with_local(local)
        try:
            tree: Node = reader(piece.text, table)  # type: ignore[operator]
        except ReadError as problem:
            raise piece.error(problem.message, problem.hint, problem.offset) from None
        except RecursionError:
            raise piece.error("this expression is nested too deeply", "a shorter expression") from None
        return tree

    def with_local(self, local: Iterable[Symbol]) -> Table:
        """The table with some names of this reading only."""
        added = {symbol.name: symbol for symbol in local}
        if not added:
            return self.table
        definitions = {name: said for name, said in self.table.definitions.items() if name not in added}
        return Table({**self.table.symbols, **added}, definitions, layout=self.table.layout)

    def unknown(self, piece: Piece) -> list[tuple[str, str, int]]:
        """(id, role, offset) of the names that the table does not know."""
        try:
            return unknown_names(piece.text, self.table)
        except ReadError as problem:
            raise piece.error(problem.message, problem.hint, problem.offset) from None

    def introduce(self, piece: Piece, sentence: Sentence, model: Symbol | None = None) -> list[str]:
        """Declares the unknown names of an expression after `model` (a real scalar by default); gives the new ones."""
        for size in identity_sizes(piece):
            for name, _, _ in self.unknown(size):
                self.declare_new(name, sentence, Symbol(name, "dimension", domain="integer"))
        found = self.unknown(piece)
        if any(name in self.pending for name, _, _ in found) or self._redefined(piece):
            raise Postponed
        new = []
        for name, role, offset in found:
            if role == "index":
                continue
            if role == "call":
                raise piece.error(f"{name} is not declared: a function or a factor?", f"{name} : function", offset)
            if len(self.table.symbols) > 10 * MAX_NEW_NAMES:
                raise piece.error("too many names", at=offset)
            new.append(self._declare_indexed(name, sentence, model))
        return new

    def _redefined(self, piece: Piece) -> bool:
        """Does the expression use a built-in letter, such as π, to which a definition will give another meaning?"""
        from symbolic.notation.reader import read

        letters = (self.pending - self.table.symbols.keys()) & (CONSTANTS | FUNCTION_LETTERS)
        return bool(letters) and not letters.isdisjoint(names(read(piece.text, self.table, undeclared=[])))

    def _declare_indexed(self, name: str, sentence: Sentence, model: Symbol | None) -> str:
        """Declares a name; σ_i with a declared index i is an entry of a vector σ."""
        base, _, letter = name.partition("_")
        index = self.table.symbols.get(letter)
        if (
            index is not None
            and index.span is not None
            and index.span[0] == Number("1")
            and not (model and model.shape)
        ):
            vector = replace(model or Symbol(base, "vector"), kind="vector", shape=(index.span[1],))
            self.declare_new(base, sentence, vector)
            return base
        self.declare_new(name, sentence, model)
        return name

    def declare_new(self, name: str, sentence: Sentence, model: Symbol | None = None) -> None:
        base = model or Symbol(name, "scalar")
        self.table.symbols[name] = replace(
            base, name=name, facts={**base.facts, "kind": sentence, "declares itself": sentence}
        )
