"""Definitions: which names they give, and the order in which each finds the names that it needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from symbolic.given.bodies import Bodies
from symbolic.given.expansion import random_names
from symbolic.given.expressions import Reading
from symbolic.given.names import left_side, unknown_names
from symbolic.given.pending import ZERO, LeftSides, Pending
from symbolic.given.source import Piece
from symbolic.language.symbols import Sentence, Symbol, Table
from symbolic.notation import tree
from symbolic.notation.errors import ReadError
from symbolic.notation.tree import Name, Node


@dataclass
class Definitions:
    """All definitions of a given; `settle` reads them in an order in which each finds its names known."""

    reading: Reading
    waiting: list[Pending] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sides = LeftSides(self.reading)
        self.bodies = Bodies(self.reading)

    def add(self, left: Piece, right: Piece, sentence: Sentence) -> bool:
        """Notes LEFT = RIGHT as a definition; False when LEFT can define nothing.  Sequences come before x_0 = …"""
        side = left_side(left)
        pending = self.sides.pending(left, side, right, sentence) if side is not None else None
        if side is None or pending is None:
            return False
        if pending.numbered:
            return self._numbered(pending)
        if side.squared and pending.name in self.reading.table.symbols:
            return False
        self._note(pending)
        return True

    def _note(self, pending: Pending) -> None:
        self.waiting.append(pending)
        self.reading.pending.add(pending.name)

    def _numbered(self, pending: Pending) -> bool:
        """x_0 = …: an initial value of a recurrence, an entry of an array (an assumption), else a name of its own."""
        if pending.name in self._stems():
            self.bodies.values.append(pending)
            return True
        symbol = self.reading.table.symbols.get(pending.name)
        if symbol is not None and symbol.axes == len(pending.indices) and ZERO not in pending.indices:
            return False
        self._note(Pending(pending.side.whole, pending.side, pending.right, pending.sentence))
        return True

    def _stems(self) -> set[str]:
        """The names that are defined by components."""
        return {waiting.name for waiting in self.waiting if waiting.indices}

    def settle(self, spreading: Iterable[str] | None = None) -> None:
        """Reads every definition; randomness spreads to those of all names, or of `spreading`."""
        self._tell_apart()
        self._take_ends()
        self._check_fresh()
        waiting = self.waiting
        for pending in waiting:
            pending.recurrent = self._recurs(pending)
            if pending.recurrent:
                self.bodies.provisional(pending)
        while waiting:
            blocked = {pending.name for pending in waiting} - self.reading.table.symbols.keys()
            ready = [p for p in waiting if not (self._needs(p) & blocked) - ({p.name} if p.indices else set())]
            ready = ready or self._unblock(waiting)
            for pending in ready:
                self.bodies.read(pending)
            waiting = [pending for pending in waiting if pending not in ready]
        self._spread_randomness(self.reading.table.definitions if spreading is None else spreading)

    def _spread_randomness(self, names: Iterable[str]) -> None:
        """What is defined from random names is random."""
        table = self.reading.table
        for name in names:
            symbol = table.symbols[name]
            if not symbol.random and random_names(Name(name), table):
                table.symbols[name] = replace(symbol, random=True)

    def _tell_apart(self) -> None:
        """A subscript that is no declared index, and that the right side does not use as one, belongs to the name."""
        names = {pending.name for pending in self.waiting}
        for pending in self.waiting:
            letters = [index.id for index in pending.indices if isinstance(index, Name)]
            strangers = [letter for letter in letters if letter not in self.reading.table.symbols]
            if not all(letter not in names and self._uses(pending, letter) for letter in strangers):
                self.reading.pending.discard(pending.name)
                pending.name, pending.indices = pending.side.whole, ()
                self.reading.pending.add(pending.name)

    def _take_ends(self) -> None:
        """x_{T+1} = … beside x_t = … with a running t is the value at the end of a sequence that is told backwards."""
        for pending in list(self.waiting):
            if any(self._ends(pending, other) for other in self.waiting):
                self.waiting.remove(pending)
                self.reading.pending -= {pending.name} - {pending.side.base}
                pending.name, pending.indices = pending.side.base, self._places(pending)
                self.bodies.values.append(pending)

    def _ends(self, pending: Pending, other: Pending) -> bool:
        symbols = self.reading.table.symbols
        at, running = ({name for index in places for name in tree.names(index)}
                       for places in (self._places(pending), other.indices))  # fmt: skip
        fixed = bool(at) and all(name in symbols and symbols[name].kind != "index" for name in at)
        return fixed and pending.side.base == other.name and bool(running) and at.isdisjoint(running)

    def _places(self, pending: Pending) -> tuple[Node, ...]:
        """The indices of a left side; x_T with a dimension T has one, though it may be a name as well."""
        (text, *more) = pending.side.indices or ("",)
        known = self.reading.table.symbols.get(text)
        alone = not pending.indices and not more and known is not None and known.kind == "dimension"
        return (Name(text),) if alone else pending.indices

    def _uses(self, pending: Pending, letter: str) -> bool:
        """Does the right side use the letter as an index of an array, declared or defined?"""
        stems, symbols = self._stems(), self.reading.table.symbols
        unknown = self._unknown(pending)
        for name in unknown:
            base, _, subscript = name.partition("_")
            if name == letter or (base in stems and subscript not in symbols and letter in subscript):
                return True
        return bool(unknown - self._unknown(pending, Symbol(letter, "index", domain="integer")))

    def _check_fresh(self) -> None:
        """A name is defined once; the same words twice do no harm."""
        first: dict[str, Pending] = {}
        kept = []
        for pending in self.waiting:
            before = first.setdefault(pending.name, pending)
            if before is not pending and before.right.text != pending.right.text:
                told = f"line {before.sentence.line} said `{before.sentence.text}`"
                raise pending.right.error(f"{pending.name} is defined twice; {told}", "one definition")
            if before is pending:
                kept.append(pending)
        self.waiting = kept

    def _recurs(self, pending: Pending) -> bool:
        if not pending.indices:
            return False
        shifted = any(not isinstance(index, Name) for index in pending.indices)
        started = any(value.name == pending.name for value in self.bodies.values)
        return shifted or started or pending.name in self._needs(pending)

    def _needs(self, pending: Pending) -> frozenset[str]:
        """The waiting names that the right side mentions."""
        if pending.needs is None:
            found = self._unknown(pending) - set(pending.parameters or ())
            read_apart = {part for name in found for part in _apart(name)}
            pending.needs = frozenset((found | read_apart) & {other.name for other in self.waiting})
        return pending.needs

    def _unknown(self, pending: Pending, *known: Symbol) -> set[str]:
        """The names of the right side that no declaration gives, nor `known`."""
        declared = {k: v for k, v in self.reading.table.symbols.items() if k not in self.reading.pending}
        declared |= {symbol.name: symbol for symbol in known}
        try:
            return {name for name, _, _ in unknown_names(pending.right.text, Table(declared))}
        except ReadError as problem:
            raise pending.right.error(problem.message, problem.hint, problem.offset) from None

    def _unblock(self, waiting: list[Pending]) -> list[Pending]:
        """Definitions that need one another: sequences may, others are circular."""
        indexed = [p for p in waiting if p.indices and p.name not in self.reading.table.symbols]
        for pending in indexed:
            pending.recurrent = True
            self.bodies.provisional(pending)
        if indexed:
            return []
        circle = self._circle(waiting)
        if len(circle) > 1:
            raise waiting[0].right.error(
                f"{' and '.join(circle)} are defined by one another", "a definition by what is known"
            )
        if circle:
            raise waiting[0].right.error(f"{circle[0]} is defined by itself", "a definition by what is known")
        return waiting

    def _circle(self, waiting: list[Pending]) -> list[str]:
        by_name = {pending.name: pending for pending in waiting}
        path = [waiting[0].name]
        while True:
            following = sorted(self._needs(by_name[path[-1]]) & by_name.keys())
            if not following:
                return []
            if following[0] in path:
                return path[path.index(following[0]) :]
            path.append(following[0])


def _apart(name: str) -> set[str]:
    """What a name may be when its letters are read apart: `xs` is x s, `g_jY` is g_j Y."""
    base, _, subscript = name.partition("_")
    return {base, *(base if base.isalpha() else ""), *subscript}
