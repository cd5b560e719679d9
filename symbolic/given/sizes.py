"""I and 𝟏 take the size that lets the parts of a formula fit, else that of the only dimension that is declared.

In ∂h/∂x = (I − 𝟏𝟏ᵀ/n)/s the left side says it, in H = I − 𝟏𝟏ᵀ/n the dimension n.  Only where neighbours do not say
it anyway is a size put in: as the call I(n) of the tree, printed I_n.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symbolic.given.shapes import Misfit, Shape, Shapes
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.tree import Call, Name, Node

UNITS = frozenset({"I", "𝟏"})
_OPEN = "?"
_OF_WHOLE = frozenset({"tr", "det", "rank", "norm"})


def with_sizes(node: Node, table: Table, shape: Shape = None) -> Node:
    """The tree with sizes at each I and 𝟏 whose neighbours leave them open; `shape` is that of the whole, if known."""
    if not any(isinstance(part, Name) and part.id in UNITS and not table.knows(part.id) for part in tree.walk(node)):
        return node
    sizes = _Sizes(table)
    marked = sizes.mark(node, loose=False)
    if not sizes.loose:
        return node
    try:
        found = sizes.of(marked)
        if found and shape:
            sizes.fits(found, shape)
    except Misfit:
        return node
    return sizes.settled(marked)


@dataclass
class _Sizes(Shapes):
    """Shapes with unknown sizes, which are found where two shapes have to fit."""

    opened: list[str] = field(default_factory=list)
    loose: set[str] = field(default_factory=set)
    found: dict[str, Node] = field(default_factory=dict)

    def mark(self, node: Node, loose: bool) -> Node:
        """Every I and 𝟏 with an unknown size; loose ones stand in a sum of nothing else, or below tr, det, ‖·‖."""
        if isinstance(node, Name):
            return self._opened(node, loose) if node.id in UNITS and not self.table.knows(node.id) else node
        if isinstance(node, Call) and _name_of(node.function) in UNITS:
            return node
        whole = isinstance(node, tree.Norm) or (isinstance(node, Call) and _name_of(node.function) in _OF_WHOLE)
        within = isinstance(node, tree.Add | tree.Power) or whole
        loose = loose or (within and not tree.names(node).isdisjoint(UNITS) and self._unsized(node))
        return tree.rebuild(node, lambda part: self.mark(part, loose))

    def _unsized(self, node: Node) -> bool:
        """Does nothing but I, 𝟏 and scalars stand there?"""
        return all(self._scalar(part) for part in tree.walk(node) if isinstance(part, Name) and part.id not in UNITS)

    def _scalar(self, part: Name) -> bool:
        symbol = self.table.symbol(part.id)
        return symbol is None or not symbol.axes

    def _opened(self, node: Name, loose: bool) -> Node:
        self.opened.append(f"{_OPEN}{len(self.opened)}")
        if loose:
            self.loose.add(self.opened[-1])
        return Call(node, (Name(self.opened[-1]),))

    def may_equal(self, left: Node, right: Node) -> bool:
        left, right = self._known(left), self._known(right)
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Name) and one.id.startswith(_OPEN) and one != other:
                self.found[one.id] = other
                return True
        return super().may_equal(left, right)

    def _known(self, size: Node) -> Node:
        while isinstance(size, Name) and size.id in self.found:
            size = self.found[size.id]
        return size

    def chain(self, node: tree.Chain) -> Shape:
        """Both sides of a relation have one shape."""
        shapes = [self.of(node.first), *(self.of(right) for _, right in node.links)]
        known = [shape for shape in shapes if shape]
        for shape in known[1:]:
            self.fits(known[0], shape)
        return ()

    def of(self, node: Node) -> Shape:
        return self.chain(node) if isinstance(node, tree.Chain) else super().of(node)

    def settled(self, node: Node) -> Node:
        """The tree with what was found; what stayed open has the only dimension, or no size as before."""
        if isinstance(node, Call) and node.arguments and _name_of(node.arguments[0]) in self.opened:
            size = self._known(node.arguments[0])
            if _name_of(node.arguments[0]) not in self.loose:
                return node.function
            if isinstance(size, Name) and size.id.startswith(_OPEN):
                only = [name for name, symbol in self.table.symbols.items() if symbol.kind == "dimension"]
                return Call(node.function, (Name(only[0]),)) if len(only) == 1 else node.function
            return Call(node.function, (size,))
        return tree.rebuild(node, self.settled)


def _name_of(node: Node) -> str:
    return node.id if isinstance(node, Name) else ""
