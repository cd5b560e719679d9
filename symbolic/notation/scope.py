"""The names in force while a formula is read: what the table declares, what the caller adds, what operators bind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symbolic.language.symbols import Definition, Symbol, Table
from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.names import parts
from symbolic.notation.shapes import Rank, rank

_REMARKS = frozenset(
    {"and", "for", "all", "where", "with", "then", "else", "otherwise", "mod", "such", "that", "grad", "div", "curl"}
)
_CONSTANT_RANKS = {"e": 0, "π": 0, "γ": 0, "∞": 0, "I": 2, "𝟏": 1}


@dataclass(frozen=True)
class Undeclared:
    """A name that no table declares: its id, its use ("", "entry", "index" or "call"), its place in the text."""

    id: str
    use: str
    offset: int


class Scope:
    """Names by id.  `undeclared`, when it is a list, permits unknown names and collects them in order.

    In LaTeX (`latex`), letters side by side that spell a Greek letter are letters, when each is a name.
    """

    def __init__(self, table: Table, bound: Iterable[str] = (), undeclared: list[Undeclared] | None = None) -> None:
        self.table = table
        self.undeclared = undeclared
        self.latex = False
        self.bound: dict[str, int] = {}
        for name in bound:
            self.bind(name)
        self.words = {parts(name).base for names in (table.symbols, table.definitions) for name in names}
        self.labels = {parts(name).label for names in (table.symbols, table.definitions) for name in names} - {""}
        self._ranks: dict[str, Rank] = {}

    def bind(self, name: str) -> None:
        """Begin the scope of a bound name; it hides a declared one."""
        self.bound[name] = self.bound.get(name, 0) + 1

    def release(self, name: str) -> None:
        """End the scope that `bind` began."""
        self.bound[name] -= 1
        if not self.bound[name]:
            del self.bound[name]

    def declared(self, name: str) -> bool:
        """Is the id bound here, or declared or defined in the table?"""
        return name in self.bound or self.table.knows(name)

    def symbol(self, name: str) -> Symbol | None:
        """The table's symbol, unless a bound name hides it."""
        return None if name in self.bound else self.table.symbol(name)

    def definition(self, name: str) -> Definition | None:
        """The table's definition, unless a bound name hides it."""
        return None if name in self.bound else self.table.definitions.get(name)

    def is_function(self, name: str) -> bool:
        """Is `name` a declared function, or defined with parameters?"""
        symbol, definition = self.symbol(name), self.definition(name)
        applied = symbol is not None and symbol.kind in ("function", "density")
        return applied or bool(definition and definition.parameters)

    def is_index(self, name: str) -> bool:
        """May `name` stand as an index: bound, declared an index, or an integer?"""
        symbol = self.symbol(name)
        return name in self.bound or (symbol is not None and (symbol.kind == "index" or symbol.domain == "integer"))

    def is_array(self, name: str) -> bool:
        """Does an entry of `name` take an index?"""
        return (self.axes(name) or 0) > 0

    def axes(self, name: str) -> int | None:
        """How many indices an entry of `name` takes; None when the table does not say."""
        if name in self.bound:
            return 0
        symbol, definition = self.table.symbol(name), self.table.definitions.get(name)
        known = abs(self.rank(name) or 0) if definition or symbol else None
        if symbol is not None and symbol.axes:
            return symbol.axes
        return known

    def rank(self, name: str) -> Rank:
        """The rank of a name; a family's own axis counts."""
        if name in self.bound:
            return 0
        if name not in self._ranks:
            self._ranks[name] = None
            self._ranks[name] = self._rank(name)
        return self._ranks[name]

    def _rank(self, name: str) -> Rank:
        symbol, definition = self.table.symbol(name), self.table.definitions.get(name)
        if symbol is not None and (symbol.axes or definition is None):
            return symbol.axes
        if definition is not None:
            body = rank(definition.body, self.rank)
            return len(definition.indices) + abs(body or 0) if definition.indices else body
        return _CONSTANT_RANKS.get(name)

    def is_random(self, node: t.Node, seen: frozenset[str] = frozenset()) -> bool:
        """Does `node` mention a random quantity, itself or through definitions?"""
        for name in t.names(node) - self.bound.keys() - seen:
            symbol, definition = self.table.symbol(name), self.table.definitions.get(name)
            if symbol is not None and symbol.random:
                return True
            if definition is not None and self.is_random(definition.body, seen | {name}):
                return True
        return False

    def is_word(self, word: str) -> bool:
        """Is a run of letters one word: declared, or known to the glyph table?"""
        glyph = glyphs.WORDS.get(word)
        if glyph is not None and glyph.role == glyphs.LETTER:
            return glyph.id == "π" or glyph.id in self.words or not (self.latex and self.all_letters(word))
        known = glyph is not None or word in self.words or word in self.bound or word == "arg"
        return known or word in glyphs.ACCENT_WORDS

    def known_letter(self, letter: str) -> bool:
        """Is a single letter a name in force?"""
        return letter in self.words or letter in self.bound or letter == "e"

    def all_letters(self, word: str) -> bool:
        """Is each letter of a run a name in force?  Only the last one can have a subscript."""
        return all(self.declared(letter) or letter == "e" for letter in word[:-1]) and self.known_letter(word[-1])

    def lacking(self, word: str) -> str | None:
        """The one letter that keeps two or three letters side by side from being a product."""
        unknown = [letter for letter in dict.fromkeys(word) if not (self.declared(letter) or self._meant(letter))]
        short = 1 < len(word) <= 3 and word.isalpha()
        return unknown[0] if short and len(unknown) == 1 and len(set(word)) > 1 else None

    def split(self, word: str) -> list[str]:
        """The names that a run of letters holds: `qk` is q, k; `plogp` is p, log, p; an unknown word stays whole.

        So does an English word that joins formulas, though its letters may all be names.
        """
        if self.is_word(word) or word in _REMARKS:
            return [word]
        pieces, at = [], 0
        letters = self.all_letters(word)
        while at < len(word):
            stop = at + 1 if letters else self._longest(word, at)
            pieces.append(word[at:stop])
            at = stop
        if letters or all(len(piece) > 1 or self._meant(piece) for piece in pieces):
            return pieces
        rest = word[1:]
        if word[0] == "d" and (len(rest) == 1 or self.is_word(rest)):
            return ["d", rest]
        return ["d", *rest] if word[0] == "d" and all(map(self.known_letter, rest)) else [word]

    def _meant(self, letter: str) -> bool:
        return self.known_letter(letter) or letter in glyphs.CONSTANTS or letter in glyphs.OPERATORS

    def _longest(self, word: str, at: int) -> int:
        for stop in range(min(len(word), at + 12), at + 1, -1):
            if self.is_word(word[at:stop]) and not self._only_letters(word[at:stop]):
                return stop
        return at + 1

    def _only_letters(self, piece: str) -> bool:
        glyph = glyphs.WORDS.get(piece)
        return glyph is None and piece not in self.words and piece not in self.bound
