"""The left sides of definitions: what each gives, as far as its own text and the declared names tell."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic.given.errors import GivenError
from symbolic.given.expressions import Reading
from symbolic.given.names import LeftSide, one_name
from symbolic.given.source import Piece
from symbolic.language.symbols import Sentence, Symbol
from symbolic.notation import glyphs, tree
from symbolic.notation.tree import Name, Node, Number

ZERO = Number("0")
_INDEX_LETTERS = frozenset("ijklabrstmnuv")


@dataclass
class Pending:
    """A definition that waits: its left side taken apart, its right side still text.

    name        what it defines
    indices     the index trees of a definition by components, () otherwise
    parameters  the names of a function's arguments, None when it is no function
    recurrent   it needs its own earlier values
    needs       the other waiting names that its right side mentions, None before they are looked up
    """

    name: str
    side: LeftSide
    right: Piece
    sentence: Sentence
    indices: tuple[Node, ...] = ()
    parameters: tuple[str, ...] | None = None
    recurrent: bool = False
    needs: frozenset[str] | None = None

    @property
    def numbered(self) -> bool:
        """Is it x_0 = …, with numbers for indices?"""
        return bool(self.indices) and all(isinstance(index, Number) for index in self.indices)


@dataclass
class LeftSides:
    """Takes left sides apart against the declared names."""

    reading: Reading

    def pending(self, left: Piece, side: LeftSide, right: Piece, sentence: Sentence) -> Pending | None:
        """What the left side defines; None when it can define nothing."""
        if side.parameters is not None:
            return self._function(left, right, side, sentence)
        if not side.indices or side.whole in self.reading.table.symbols:
            return Pending(side.whole or side.base, side, right, sentence)
        indices = self._indices(side)
        if indices is not None:
            return Pending(side.base, side, right, sentence, indices)
        return Pending(side.whole, side, right, sentence) if side.whole else None

    def _function(self, left: Piece, right: Piece, side: LeftSide, sentence: Sentence) -> Pending | None:
        name = side.whole or side.base
        symbol = self.reading.table.symbols.get(name)
        if side.squared or (symbol is not None and symbol.kind != "function"):
            return None
        try:
            names = tuple(one_name(parameter).id for parameter in side.parameters or ())
        except GivenError:
            return None
        symbols = self.reading.table.symbols
        if name in glyphs.OPERATORS and any(n in symbols and symbols[n].random for n in names):
            return None
        if len(set(names)) != len(names):
            raise left.error("a parameter stands twice", "f(x, y) = …")
        return Pending(name, side, right, sentence, parameters=names)

    def _indices(self, side: LeftSide) -> tuple[Node, ...] | None:
        """The index trees of a left side; None when its subscript is part of the name."""
        texts = [part for text in side.indices for part in self._parts(text)]
        trees: list[Node] = []
        for text in texts:
            index = self._index(text)
            if index is None:
                return None
            trees.append(index)
        return tuple(trees) if trees else None

    def _parts(self, text: str) -> list[str]:
        """`ij` is two indices unless it is a name."""
        table = self.reading.table
        if text.isalpha() and len(text) > 1 and not table.knows(text):
            return list(text) if all(self._may_index(letter) for letter in text) else [text]
        return [text]

    def _may_index(self, text: str) -> bool:
        symbol = self.reading.table.symbols.get(text)
        if symbol is None:
            return len(text) == 1 and text in _INDEX_LETTERS
        return symbol.kind == "index" or (symbol.kind == "scalar" and symbol.domain == "integer" and not symbol.random)

    def _index(self, text: str) -> Node | None:
        if text.isdigit():
            return Number(text)
        if text.isalpha() and len(text) == 1:
            return Name(text) if self._may_index(text) else None
        piece = Piece(text, 0, len(text))
        try:
            unknown = [name for name, _, _ in self.reading.unknown(piece)]
            found = self.reading.expression(piece, [Symbol(name, "index", domain="integer") for name in unknown])
        except GivenError:
            return None
        return found if isinstance(found, tree.Add) else None
