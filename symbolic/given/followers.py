"""Names that X ~ LAW declares: a quantity of the law's shape, a sample X_1, …, X_n, a family X_i over its index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic.given.expressions import Reading
from symbolic.given.forms import Follows
from symbolic.given.names import Declared, LeftSide, left_side, letters_of
from symbolic.given.source import Piece
from symbolic.given.tilde import law_shape
from symbolic.language.symbols import Sentence, Symbol
from symbolic.notation.tree import Name, Node, Number

KINDS = ("scalar", "vector", "matrix")
Range = tuple[Node, Node]


@dataclass
class Followers:
    """Declares what stands before a `~`, unless it is declared; `size` reads a size and declares its names."""

    reading: Reading
    size: Callable[[Piece, Sentence], Node]

    def declare(self, form: Follows, declared: Declared) -> str:
        """The id under which the name stands."""
        symbols = self.reading.table.symbols
        if declared.id in symbols and not declared.last:
            return declared.id
        side = left_side(declared.piece)
        letters = [letter for text in side.indices for letter in letters_of(text, symbols)] if side is not None else []
        indexed = bool(letters) and not any(letter.isdigit() for letter in letters)
        if side is not None and indexed and side.base in symbols:
            return side.base
        shape, size = law_shape(self.reading, form, letters[0] if indexed else "")
        if declared.last:
            ends = [self.size(Piece(end, 0, len(end)), form.sentence) for end in (declared.first, declared.last)]
            return self._enter(form, declared.id, declared.dress, shape, (ends[0], ends[1]))
        if side is not None and indexed:
            return self._indexed(form, declared, side, letters, shape, size)
        return self._enter(form, declared.id, declared.dress, shape)

    def _indexed(
        self,
        form: Follows,
        declared: Declared,
        side: LeftSide,
        letters: list[str],
        shape: tuple[Node, ...],
        size: Node | None,
    ) -> str:
        """X_i over a declared index, over the entries of what has the index too, or, when iid, without end."""
        symbols = self.reading.table.symbols
        spans = [symbols[letter].span if letter in symbols else None for letter in letters]
        known = [span for span in spans if span is not None]
        if len(known) == len(spans) == 2 and not shape:
            return self._enter(form, side.base, side.dress, (known[0][1], known[1][1]))
        if len(spans) == 1 and (known or form.shared or size is not None):
            family = known[0] if known else (Number("1"), size or Name("∞"))
            return self._enter(form, side.base, side.dress, shape, family)
        return self._enter(form, declared.id, declared.dress, shape)

    def _enter(self, form: Follows, name: str, dress: str, shape: tuple[Node, ...], family: Range | None = None) -> str:
        facts = {"kind": form.sentence}
        symbol = Symbol(name, KINDS[len(shape)], shape, family, random=True, dress=dress, facts=facts)
        self.reading.table.symbols[name] = symbol
        return name
