"""Definitions: which names they give, in which order they can be read, and what shape each result has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product as combinations

from symbolic.given.errors import GivenError
from symbolic.given.expressions import Reading
from symbolic.given.names import LeftSide, left_side, one_name
from symbolic.given.shapes import Misfit, Shape, Shapes, axes_of, describe
from symbolic.given.source import Piece
from symbolic.language.symbols import Definition, Sentence, Symbol
from symbolic.notation import glyphs, tree
from symbolic.notation.tree import Name, Node, Number

ZERO, ONE, INFINITY = Number("0"), Number("1"), Name("∞")
KINDS = ("scalar", "vector", "matrix")


@dataclass
class Pending:
    """A definition that waits: its left side taken apart, its right side still text.

    name        what it defines
    indices     the index trees of a definition by components, () otherwise
    parameters  the names of a function's arguments, None when it is no function
    """

    name: str
    side: LeftSide
    right: Piece
    sentence: Sentence
    indices: tuple[Node, ...] = ()
    parameters: tuple[str, ...] | None = None
    recurrent: bool = False
    needs: set[str] = field(default_factory=set)


@dataclass
class Definitions:
    """All definitions of a given; `settle` reads them in an order in which each finds its names known."""

    reading: Reading
    waiting: list[Pending] = field(default_factory=list)
    values: list[Pending] = field(default_factory=list)

    def add(self, left: Piece, right: Piece, sentence: Sentence) -> bool:
        """Notes LEFT = RIGHT as a definition; False when LEFT can define nothing here."""
        side = left_side(left)
        if side is None:
            return False
        pending = (
            self._function(left, right, side, sentence)
            if side.parameters is not None
            else self._plain(side, right, sentence)
        )
        if pending is None:
            return False
        symbol = self.reading.table.symbols.get(pending.name)
        if side.squared and symbol is not None:
            return False
        self.waiting.append(pending)
        self.reading.pending.add(pending.name)
        return True

    def _function(self, left: Piece, right: Piece, side: LeftSide, sentence: Sentence) -> Pending | None:
        name = side.whole or side.base
        symbol = self.reading.table.symbols.get(name)
        if side.squared or (symbol is not None and symbol.kind not in ("function",)):
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

    def _plain(self, side: LeftSide, right: Piece, sentence: Sentence) -> Pending | None:
        table = self.reading.table
        if not side.indices or side.whole in table.symbols:
            return Pending(side.whole or side.base, side, right, sentence)
        indices = self._indices(side)
        if indices is None:
            return Pending(side.whole, side, right, sentence) if side.whole else None
        if all(isinstance(index, Number) for index in indices):
            return self._numbered(side, indices, right, sentence)
        return Pending(side.base, side, right, sentence, indices)

    def _numbered(self, side: LeftSide, indices: tuple[Node, ...], right: Piece, sentence: Sentence) -> Pending | None:
        """x_0 = …: an initial value of a recurrence, an entry of an array (an assumption), else a name of its own."""
        symbol = self.reading.table.symbols.get(side.base)
        if side.base in self._stems():
            self.values.append(Pending(side.base, side, right, sentence, indices))
            return Pending(side.base, side, right, sentence, indices)
        inside = symbol is not None and symbol.axes == len(indices) and all(i != ZERO for i in indices)
        return None if inside else Pending(side.whole, side, right, sentence)

    def _stems(self) -> set[str]:
        return {waiting.name for waiting in self.waiting if waiting.indices}

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
            return len(text) == 1 and text in "ijklabrstmnuv"
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

    def settle(self) -> None:
        """Reads every definition."""
        self._tell_apart()
        for pending in self.waiting:
            self._check_fresh(pending)
        waiting = [pending for pending in self.waiting if pending not in self.values]
        for pending in waiting:
            pending.recurrent = self._recurs(pending)
            if pending.recurrent:
                self._provisional(pending)
        while waiting:
            names = {pending.name for pending in waiting}
            provisional = {pending.name for pending in waiting if pending.name in self.reading.table.symbols}
            blocked = names - provisional
            ready = [p for p in waiting if not (self._needs(p) & blocked) - ({p.name} if p.indices else set())]
            ready = ready or self._unblock(waiting)
            for pending in ready:
                self._read(pending)
            waiting = [pending for pending in waiting if pending not in ready]

    def _tell_apart(self) -> None:
        """A subscript that is no declared index, and that the right side does not use as one, belongs to the name."""
        for pending in self.waiting:
            letters = [i.id for i in pending.indices if isinstance(i, Name)]
            strangers = [letter for letter in letters if letter not in self.reading.table.symbols]
            if (
                strangers
                and pending not in self.values
                and not all(self._uses(pending, letter) for letter in strangers)
            ):
                pending.name, pending.indices = pending.side.whole, ()

    def _uses(self, pending: Pending, letter: str) -> bool:
        """Does the right side use the letter as an index of an array, declared or defined?"""
        stems, symbols = self._stems(), self.reading.table.symbols
        for name, _, _ in self._unknown(pending):
            base, _, subscript = name.partition("_")
            if name == letter or (base in stems and subscript not in symbols and letter in subscript):
                return True
        return False

    def _check_fresh(self, pending: Pending) -> None:
        same = [other for other in self.waiting if other.name == pending.name and other is not pending]
        first = next(
            (other for other in same if (not other.indices) == (not pending.indices) and other not in self.values), None
        )
        if first is not None and pending not in self.values and self.waiting.index(first) < self.waiting.index(pending):
            if first.right.text == pending.right.text:
                return
            raise pending.right.error(
                f"{pending.name} is defined twice; line {first.sentence.line} said `{first.sentence.text}`",
                "one definition",
            )

    def _recurs(self, pending: Pending) -> bool:
        if not pending.indices:
            return False
        shifted = any(not isinstance(index, Name) for index in pending.indices)
        return shifted or pending.name in self._needs(pending) or any(v.name == pending.name for v in self.values)

    def _needs(self, pending: Pending) -> set[str]:
        """The pending names that the right side mentions."""
        if not pending.needs:
            found = {name for name, _, _ in self._unknown(pending)} - set(pending.parameters or ())
            waiting = {other.name for other in self.waiting}
            stems = {name.split("_")[0] for name in found}
            pending.needs = (found | stems) & waiting | {""}
        return pending.needs - {""}

    def _unknown(self, pending: Pending) -> list[tuple[str, str, int]]:
        from symbolic.given.names import unknown_names
        from symbolic.language.symbols import Table
        from symbolic.notation.errors import ReadError

        symbols = {k: v for k, v in self.reading.table.symbols.items() if k not in self.reading.pending}
        try:
            return unknown_names(pending.right.text, Table(symbols))
        except ReadError as problem:
            raise pending.right.error(problem.message, problem.hint, problem.offset) from None

    def _unblock(self, waiting: list[Pending]) -> list[Pending]:
        """Definitions that need one another: sequences may, others are circular."""
        indexed = [p for p in waiting if p.indices and p.name not in self.reading.table.symbols]
        for pending in indexed:
            pending.recurrent = True
            self._provisional(pending)
        if indexed:
            return []
        circle = self._circle(waiting)
        if circle:
            raise waiting[0].right.error(f"{' and '.join(circle)} are defined by one another" if len(circle) > 1 else f"{circle[0]} is defined by itself",
                                         "a definition by what is known")  # fmt: skip
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

    def _provisional(self, pending: Pending) -> None:
        """A sequence has a symbol before its body is read, of the shape of its initial value."""
        table = self.reading.table
        if pending.name in table.symbols:
            return
        shape: tuple[Node, ...] = ()
        for value in self.values:
            if value.name == pending.name:
                shape = Shapes(table).of(self.reading.expression(value.right)) or ()
        for name, symbol in table.symbols.items():
            if name.startswith(f"{pending.name}_") and name[len(pending.name) + 1 :].isdigit():
                shape = symbol.shape
        family = (self._first(pending), self._last(pending))
        table.symbols[pending.name] = Symbol(
            pending.name,
            KINDS[min(len(shape), 2)],
            shape,
            family,
            dress=pending.side.dress,
            facts={"kind": pending.sentence},
        )

    def _first(self, pending: Pending) -> Node:
        starts = [
            v.indices[0].value for v in self.values if v.name == pending.name and isinstance(v.indices[0], Number)
        ]
        prefix = f"{pending.name}_"
        starts += [
            Number(n[len(prefix) :]).value
            for n in self.reading.table.symbols
            if n.startswith(prefix) and n[len(prefix) :].isdigit()
        ]
        return Number(str(min(starts))) if starts else ZERO

    def _last(self, pending: Pending) -> Node:
        letter = next((n for i in pending.indices for n in sorted(tree.names(i))), "")
        symbol = self.reading.table.symbols.get(letter)
        return symbol.span[1] if symbol is not None and symbol.span is not None else INFINITY

    def _read(self, pending: Pending) -> None:
        if pending.parameters is not None:
            self._read_function(pending)
        elif pending.indices:
            self._read_components(pending)
        else:
            self._read_plain(pending)
        self.reading.pending.discard(pending.name)

    def _read_plain(self, pending: Pending) -> None:
        body = self.reading.expression(pending.right)
        if isinstance(body, tree.Chain):
            raise pending.right.error("a definition has one right side", "NAME = EXPRESSION")
        shape = self._shape(Shapes(self.reading.table), body, pending.right)
        if pending.side.squared:
            body = tree.Root(body)
        self._keep(pending, Definition(pending.name, body, sentence=pending.sentence), shape)

    def _shape(self, shapes: Shapes, body: Node, piece: Piece) -> Shape:
        try:
            return shapes.of(body)
        except Misfit as problem:
            raise piece.error(f"shapes do not fit: {problem.message}", "sizes that agree") from None

    def _read_components(self, pending: Pending) -> None:
        letters = {name for index in pending.indices for name in tree.names(index)}
        strangers = [Symbol(n, "index", domain="integer") for n in letters if n not in self.reading.table.symbols]
        body = self.reading.expression(pending.right, strangers)
        shape = self._shape(Shapes(self.reading.table, dict.fromkeys(letters, ())), body, pending.right)
        if pending.side.squared:
            body = tree.Root(body)
        self._check_self(pending, body)
        definition = Definition(
            pending.name, body, indices=pending.indices, initial=self._initial(pending), sentence=pending.sentence
        )
        if pending.recurrent or pending.name in self.reading.table.symbols:
            self._keep(pending, definition, None)
            return
        spans = [self._span(index, body) for index in pending.indices]
        sizes = tuple(span[1] for span in spans)
        from_one = all(span[0] == ONE and span[1] != INFINITY for span in spans)
        family = None if from_one else spans[0]
        self._keep(pending, definition, (sizes if from_one else sizes[1:]) + (shape or ()), family)

    def _check_self(self, pending: Pending, body: Node) -> None:
        for node in tree.walk(body):
            if (
                isinstance(node, tree.Component)
                and node.array == Name(pending.name)
                and node.indices == pending.indices
            ):
                raise pending.right.error(
                    f"{pending.name} is defined by itself", "a recurrence such as m_t = a m_{t-1} + b"
                )

    def _initial(self, pending: Pending) -> tuple[tuple[tuple[Node, ...], Node], ...]:
        found = [(v.indices, self.reading.expression(v.right)) for v in self.values if v.name == pending.name]
        if not found and pending.recurrent:
            prefix = f"{pending.name}_"
            names = sorted(n for n in self.reading.table.symbols if n.startswith(prefix) and n[len(prefix) :].isdigit())
            found = [((Number(name[len(prefix) :]),), Name(name)) for name in names]
        return tuple(found)

    def _span(self, index: Node, body: Node) -> tuple[Node, Node]:
        """The range of an index: declared, or that of the arrays it enters."""
        assert isinstance(index, Name)
        symbol = self.reading.table.symbols.get(index.id)
        if symbol is not None:
            if symbol.span is not None:
                return symbol.span
            return (ONE if "positive" in symbol.signs else ZERO), INFINITY
        shapes = Shapes(self.reading.table)
        for node in tree.walk(body):
            if isinstance(node, tree.Component) and index in node.indices:
                sizes = shapes.of(node.array)
                if sizes:
                    return ONE, sizes[node.indices.index(index)]
        return ONE, INFINITY

    def _read_function(self, pending: Pending) -> None:
        best: tuple[int, Node, Shape, tuple[Symbol, ...]] | None = None
        problem: GivenError | None = None
        for parameters in self._candidates(pending):
            shapes = Shapes(self.reading.table, {p.name: p.shape for p in parameters})
            try:
                body = self.reading.expression(pending.right, parameters)
                shape = self._shape(shapes, body, pending.right)
            except GivenError as error:
                problem = problem or error
                continue
            if best is None or shapes.strained < best[0]:
                best = (shapes.strained, body, shape, parameters)
            if not shapes.strained:
                break
        if best is None:
            assert problem is not None
            raise problem
        _, body, shape, parameters = best
        names = tuple(parameter.name for parameter in parameters)
        definition = Definition(pending.name, body, parameters=names, sentence=pending.sentence)
        self._keep(pending, definition, shape, parameters=parameters)

    def _candidates(self, pending: Pending) -> Iterator[tuple[Symbol, ...]]:
        """The shapes the parameters could have: as declared, scalars, vectors, matrices of the sizes at hand."""
        names = pending.parameters or ()
        table = self.reading.table
        choices: list[list[Symbol]] = []
        for name in names:
            declared = table.symbols.get(name)
            listed = [Symbol(name, "scalar"), *(Symbol(name, "vector", (size,)) for size in self._sizes(pending))]
            if declared is not None and declared.kind in KINDS:
                known = Symbol(name, declared.kind, declared.shape, declared.family, domain=declared.domain)
                listed = [known, *(other for other in listed if other.shape != known.shape)]
            choices.append(listed[:6])
        yield from list(combinations(*choices))[:40]
        size = Name("n")
        yield tuple(Symbol(name, "matrix", (size, size)) for name in names)

    def _sizes(self, pending: Pending) -> list[Node]:
        """The sizes of the arrays that the right side mentions, then a size of its own."""
        found: list[Node] = []
        for name, symbol in self.reading.table.symbols.items():
            if symbol.shape and name.split("_")[0] in _spelled(pending.right):
                found += symbol.shape
        return [*dict.fromkeys(found), Name("n")]

    def _keep(
        self, pending: Pending, definition: Definition, shape: Shape, family: tuple[Node, Node] | None = None,
        parameters: tuple[Symbol, ...] = (),
    ) -> None:  # fmt: skip
        """Enters the definition, and its symbol when the name had none."""
        table = self.reading.table
        table.definitions[pending.name] = definition
        local = {parameter.name for parameter in parameters}
        random = any(table.symbols[n].random for n in tree.names(definition.body) - local if n in table.symbols)
        old = table.symbols.get(pending.name)
        if old is not None:
            self._check_declared(pending, old, shape)
            table.symbols[pending.name] = replace(old, random=old.random or random)
            return
        size = shape or ()
        kind = "function" if pending.parameters is not None else KINDS[min(len(size), 2)]
        table.symbols[pending.name] = Symbol(
            pending.name, kind, size, family, random=random, dress=pending.side.dress,
            signs=frozenset({"nonnegative"} if pending.side.squared else ()),
            parameters=tuple(Name(parameter.name) for parameter in parameters),
            parameter_shapes=tuple(parameter.shape for parameter in parameters),
            facts={"kind": pending.sentence},
        )  # fmt: skip

    def _check_declared(self, pending: Pending, old: Symbol, shape: Shape) -> None:
        if shape is None or old.kind in ("function", "law"):
            return
        if not Shapes(self.reading.table).fits(axes_of(old), shape) and shape and axes_of(old):
            raise pending.right.error(
                f"{pending.name} is declared as {describe(axes_of(old))} and defined as {describe(shape)}", "one shape"
            )


def _spelled(piece: Piece) -> set[str]:
    """The ids of letters and words in the text."""
    from symbolic.notation.lexer import tokens

    try:
        row = tokens(piece.text)
    except ValueError:
        return set()
    words = {token.text for token in row if token.kind in ("name", "run")}
    return words | {letter for word in words for letter in word}
