"""The right sides of definitions: read against the names known by then, their shapes found, their symbols made."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from symbolic.given.errors import GivenError
from symbolic.given.expressions import Reading
from symbolic.given.functions import KINDS, read_function, sizes_mentioned
from symbolic.given.pending import ZERO, Pending
from symbolic.given.shapes import Shape, Shapes, axes_of, describe, shape_in
from symbolic.given.sizes import with_sizes
from symbolic.language.symbols import UNSHAPED, Definition, Symbol
from symbolic.notation import tree
from symbolic.notation.tree import Name, Node, Number

ONE, INFINITY = Number("1"), Name("∞")


@dataclass
class Bodies:
    """Reads right sides; `values` are the initial values of recurrences."""

    reading: Reading
    values: list[Pending] = field(default_factory=list)

    def provisional(self, pending: Pending) -> None:
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
        ends = [v.indices[0] for v in self.values if v.name == pending.name and not isinstance(v.indices[0], Number)]
        if ends:
            return ends[0]
        letter = next((n for i in pending.indices for n in sorted(tree.names(i))), "")
        symbol = self.reading.table.symbols.get(letter)
        return symbol.span[1] if symbol is not None and symbol.span is not None else INFINITY

    def read(self, pending: Pending) -> None:
        if pending.parameters is not None:
            self._read_function(pending)
        elif pending.indices:
            self._read_components(pending)
        else:
            self._read_plain(pending)
        self.reading.pending.discard(pending.name)

    def _read_plain(self, pending: Pending) -> None:
        body = with_sizes(self.reading.expression(pending.right), self.reading.table)
        if isinstance(body, tree.Chain):
            raise pending.right.error("a definition has one right side", "NAME = EXPRESSION")
        shape = shape_in(Shapes(self.reading.table), body, pending.right)
        if pending.side.squared:
            body = tree.Root(body)
        self._keep(pending, Definition(pending.name, body, sentence=pending.sentence), shape)

    def _read_components(self, pending: Pending) -> None:
        letters = {name for index in pending.indices for name in tree.names(index)}
        strangers = [Symbol(n, "index", domain="integer") for n in letters if n not in self.reading.table.symbols]
        if pending.recurrent and not self._started(pending):
            self._find_shape(pending, strangers)
        body = self.reading.expression(pending.right, strangers)
        shape = shape_in(Shapes(self.reading.table, dict.fromkeys(letters, ())), body, pending.right)
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

    def _started(self, pending: Pending) -> bool:
        """Does a declaration or an initial value other than a number give the shape of a sequence?"""
        symbol = self.reading.table.symbols[pending.name]
        starts = [value for value in self.values if value.name == pending.name]
        numbers = all(isinstance(self.reading.expression(value.right), Number) for value in starts)
        return bool(symbol.shape) or symbol.facts["kind"] != pending.sentence or (bool(starts) and not numbers)

    def _find_shape(self, pending: Pending, strangers: list[Symbol]) -> None:
        """h_t = W h_{t-1}, h_0 = 0: the shape with which the right side has that shape again."""
        symbols = self.reading.table.symbols
        symbol = symbols[pending.name]
        for shape in ((), *((size,) for size in sizes_mentioned(self.reading, pending.right))):
            symbols[pending.name] = replace(symbol, kind=KINDS[len(shape)], shape=shape)
            shapes = Shapes(self.reading.table, {stranger.name: () for stranger in strangers})
            try:
                found = shape_in(shapes, self.reading.expression(pending.right, strangers), pending.right)
            except GivenError:
                continue
            if found == shape and not shapes.strained:
                return
        symbols[pending.name] = symbol

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
        body, shape, parameters = read_function(self.reading, pending)
        names = tuple(parameter.name for parameter in parameters)
        definition = Definition(pending.name, body, parameters=names, sentence=pending.sentence)
        self._keep(pending, definition, shape, parameters=parameters)

    def _keep(
        self, pending: Pending, definition: Definition, shape: Shape, family: tuple[Node, Node] | None = None,
        parameters: tuple[Symbol, ...] = (),
    ) -> None:  # fmt: skip
        """Enters the definition, and its symbol when the name had none."""
        table = self.reading.table
        table.definitions[pending.name] = definition
        old = table.symbols.get(pending.name)
        if old is not None:
            self._check_declared(pending, old, shape)
            return
        size = shape or ()
        kind = "function" if pending.parameters is not None else KINDS[min(len(size), 2)]
        table.symbols[pending.name] = Symbol(
            pending.name, kind, size, family, dress=pending.side.dress,
            signs=frozenset({"nonnegative"} if pending.side.squared else ()),
            parameters=tuple(Name(parameter.name) for parameter in parameters),
            parameter_shapes=tuple(parameter.shape for parameter in parameters),
            facts={"kind": pending.sentence},
        )  # fmt: skip

    def _check_declared(self, pending: Pending, old: Symbol, shape: Shape) -> None:
        if shape is None or old.kind in UNSHAPED:
            return
        if not Shapes(self.reading.table).fits(axes_of(old), shape) and shape and axes_of(old):
            raise pending.right.error(
                f"{pending.name} is declared as {describe(axes_of(old))} and defined as {describe(shape)}", "one shape"
            )
