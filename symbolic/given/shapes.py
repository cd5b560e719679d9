"""Shapes of syntax trees: () a scalar, (n,) a vector, (m, n) a matrix, (1, n) a row; None where it cannot be told.

A `Misfit` is raised where no sizes could make the parts fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from symbolic.given.source import Piece
from symbolic.language.symbols import UNSHAPED, Symbol, Table
from symbolic.notation import tree
from symbolic.notation.tree import Node, Number

Shape = tuple[Node, ...] | None
ONE = Number("1")

#: Operators whose value is a number.
SCALARS = frozenset({"P", "H", "h", "KL", "I", "quantile", "mode", "mgf", "cgf", "cumulant", "Corr", "Skew", "Kurt"})
_TO_SCALAR = frozenset({"tr", "det", "rank", "norm", "logsumexp", "dot", "mean", "var", "argmax", "argmin"})


class Misfit(Exception):
    """Shapes that no sizes could reconcile; `message` says which."""

    def __init__(self, message: str, node: Node) -> None:
        super().__init__(message)
        self.message = message
        self.node = node


@dataclass
class Shapes:
    """The shapes of trees under a table; `local` gives those of parameters and bound names.

    `strained` counts what is legal but seldom meant (a scalar added to an array, a transposed scalar): it lets the
    reader of `f(x) = …` choose between a scalar and an array x.
    """

    table: Table
    local: Mapping[str, Shape] = field(default_factory=dict)
    strained: int = 0

    def of(self, node: Node) -> Shape:
        rule = _RULES.get(type(node))
        return rule(self, node) if rule is not None else None

    def name(self, node: Any) -> Shape:
        if node.id in self.local:
            return self.local[node.id]
        symbol = self.table.symbol(node.id)
        if symbol is not None:
            return None if symbol.kind in UNSHAPED else axes_of(symbol)
        return None if node.id in ("I", "𝟏") else ()

    def component(self, node: Any) -> Shape:
        shape = self.of(node.array)
        if shape is None:
            return None
        count = len(node.indices)
        if count > len(shape):
            if not shape:
                self.strained += 2
                return ()
            raise Misfit(f"{count} indices on {describe(shape)}", node)
        return shape[count:]

    def add(self, node: Any) -> Shape:
        return self.broadcast([self.of(term) for term in node.terms], node, "added")

    def broadcast(self, shapes: list[Shape], node: Node, verb: str) -> Shape:
        """The shape of things combined entry by entry; scalars spread over arrays."""
        result: Shape = ()
        for shape in shapes:
            if shape is None:
                return None
            if not shape:
                self.strained += bool(result)
            elif not result:
                self.strained += shapes.index(shape) > 0
                result = shape
            elif not self.fits(result, shape):
                raise Misfit(f"{describe(result)} and {describe(shape)} are {verb}", node)
        return result

    def fits(self, left: tuple[Node, ...], right: tuple[Node, ...]) -> bool:
        return len(left) == len(right) and all(self.may_equal(a, b) for a, b in zip(left, right, strict=True))

    def may_equal(self, left: Node, right: Node) -> bool:
        """Could two sizes be equal?  Two dimensions of different names could not, unless the given relates them."""
        if left == right:
            return True
        if isinstance(left, Number) and isinstance(right, Number):
            return left.value == right.value
        names = tree.names(left) | tree.names(right)
        if any(name in self.table.definitions for name in names):
            return True
        related = any(names & tree.names(said.relation) for said in self.table.assumptions if _equates(said.relation))
        return related or not all(isinstance(size, tree.Name | Number) for size in (left, right))

    def product(self, node: Any) -> Shape:
        result: Shape = ()
        for factor in node.factors:
            shape = self.of(factor)
            if result is None or shape is None:
                result = None
                continue
            result = self.times(result, shape, node)
        return result

    def times(self, left: tuple[Node, ...], right: tuple[Node, ...], node: Node) -> Shape:
        if not left or not right:
            return left or right
        if len(left) > 2 or len(right) > 2 or (len(left) == 1 and len(right) == 1):
            return None
        if len(left) == 1:
            return (left[0], right[1]) if right[0] == ONE else None
        if not self.may_equal(left[1], right[0]):
            raise Misfit(f"{describe(left)} times {describe(right)}", node)
        result = (left[0], *right[1:])
        return () if result in ((ONE,), (ONE, ONE)) else result

    def dot(self, node: Any) -> Shape:
        left, right = self.of(node.left), self.of(node.right)
        if left and right and len(left) == len(right) == 1 and not self.fits(left, right):
            raise Misfit(f"the inner product of {describe(left)} and {describe(right)}", node)
        return () if left is None or right is None or len(left) == len(right) <= 1 else None

    def hadamard(self, node: Any) -> Shape:
        return self.broadcast([self.of(node.left), self.of(node.right)], node, "multiplied entry by entry")

    def quotient(self, node: Any) -> Shape:
        top, bottom = self.of(node.numerator), self.of(node.denominator)
        if top is None or bottom is None or not bottom:
            return top if bottom == () else None
        return bottom if not top else self.broadcast([top, bottom], node, "divided entry by entry")

    def power(self, node: Any) -> Shape:
        base, exponent = self.of(node.base), self.of(node.exponent)
        if base is None:
            return None
        return base or exponent

    def transpose(self, node: Any) -> Shape:
        shape = self.of(node.argument)
        if shape is None or len(shape) > 2:
            return None
        if not shape:
            self.strained += 2
            return ()
        if len(shape) == 1:
            return (ONE, shape[0])
        return (shape[1],) if shape[0] == ONE else (shape[1], shape[0])

    def absolute(self, node: Any) -> Shape:
        shape = self.of(node.argument)
        return None if shape is None else shape if len(shape) == 1 else ()

    def norm(self, node: Any) -> Shape:
        shape = self.of(node.argument)  # before the count: what is inside may strain too
        self.strained += 2 * (shape == ())
        return ()

    def call(self, node: Any) -> Shape:
        shapes = [self.of(argument) for argument in node.arguments]
        function = node.function
        while isinstance(function, tree.Prime):
            function = function.argument
        name = function.id if isinstance(function, tree.Name) else ""
        symbol = self.table.symbol(name)
        if symbol is not None and symbol.kind == "function":
            return _declared_call(symbol, shapes)
        if name in _TO_SCALAR:
            return ()
        if name in ("I", "𝟏"):
            return (node.arguments[0],) * (2 if name == "I" else 1)
        if name == "vec":
            return None
        if name == "diag":
            return (shapes[0][0], shapes[0][0]) if shapes and shapes[0] and len(shapes[0]) == 1 else None
        if name in ("max", "min"):
            return () if len(shapes) == 1 else self._spread(shapes)
        return shapes[0] if len(shapes) == 1 else None

    def _spread(self, shapes: list[Shape]) -> Shape:
        return next((shape for shape in shapes if shape != ()), ())

    def big(self, node: Any) -> Shape:
        bound = {binding.index: () for binding in node.bounds}
        return self.inside(bound, node.body)

    def inside(self, bound: Mapping[str, Shape], body: Node) -> Shape:
        inner = Shapes(self.table, {**self.local, **bound})
        shape = inner.of(body)
        self.strained += inner.strained
        return shape

    def integral(self, node: Any) -> Shape:
        return self.inside({node.variable: ()}, node.body)

    def operator(self, node: Any) -> Shape:
        shapes = [self.of(argument) for argument in node.arguments]
        if node.kind in ("E", "median") and len(shapes) == 1:
            return shapes[0]
        if node.kind in ("Var", "Cov") and shapes and None not in shapes:
            pair = (shapes[0], shapes[-1])
            flat = tuple(size for shape in pair if shape for size in shape)
            return flat if len(flat) <= 2 else None
        return () if node.kind in SCALARS else None

    def derivative(self, node: Any) -> Shape:
        shape = self.of(node.body)
        for variable in node.variables:
            by = self.of(variable)
            if shape is None or by is None:
                return None
            shape = (*shape, *by)
        return shape

    def gradient(self, node: Any) -> Shape:
        variable = node.variable
        if variable is None and isinstance(node.body, tree.Call) and node.body.arguments:
            variable = node.body.arguments[0]
        shape, by = self.of(node.body), self.of(variable) if variable is not None else None
        return None if shape is None or by is None else (*shape, *(by * node.order))

    def optimum(self, node: Any) -> Shape:
        return self.of(node.variable) if node.kind.startswith("arg") else ()

    def matrix(self, node: Any) -> Shape:
        entries = [self.of(entry) for row in node.rows for entry in row]
        widths = {len(row) for row in node.rows}
        if len(widths) != 1:
            raise Misfit("the rows of a matrix differ in length", node)
        if any(entry != () for entry in entries):
            if widths == {1} and () in entries:
                raise Misfit("the rows of a matrix differ in length", node)
            return None
        rows, columns = Number(str(len(node.rows))), Number(str(widths.pop()))
        return (rows,) if columns == ONE else (rows, columns)

    def tuple(self, node: Any) -> Shape:
        if any(isinstance(item, tree.Dots) or self.of(item) != () for item in node.items):
            return None
        return (Number(str(len(node.items))),)

    def cases(self, node: Any) -> Shape:
        return self.of(node.branches[0][0])


def shape_in(shapes: Shapes, node: Node, piece: Piece) -> Shape:
    """The shape of what the piece spells; a GivenError there when its parts do not fit."""
    try:
        return shapes.of(node)
    except Misfit as problem:
        raise piece.error(f"shapes do not fit: {problem.message}", "sizes that agree") from None


def _equates(relation: tree.Chain) -> bool:
    return any(operator == "=" for operator, _ in relation.links)


def _declared_call(symbol: Symbol, shapes: list[Shape]) -> Shape:
    """A function of scalars acts entry by entry on an array; one of arrays has its own result."""
    if len(shapes) == 1 and not any(symbol.parameter_shapes) and not symbol.shape:
        return shapes[0] if len(symbol.parameters) <= 1 else ()
    return symbol.shape


def axes_of(symbol: Symbol) -> tuple[Node, ...]:
    """The sizes of all axes, the family's first."""
    return (symbol.family[1], *symbol.shape) if symbol.family is not None else symbol.shape


def describe(shape: tuple[Node, ...]) -> str:
    """`a vector of size n` in words."""
    sizes = [spell(size) for size in shape]
    if not sizes:
        return "a scalar"
    return f"a vector of size {sizes[0]}" if len(sizes) == 1 else f"a {'×'.join(sizes)} matrix"


def spell(node: Node) -> str:
    """A tree in Unicode, for messages and for `describe`."""
    from symbolic.notation.printer import unicode

    return unicode(node)


def _same(shapes: Shapes, node: Any) -> Shape:
    return shapes.of(node.argument)


def _scalar(shapes: Shapes, node: Any) -> Shape:
    return ()


_RULES: dict[type[Node], Callable[[Shapes, Any], Shape]] = {
    tree.Number: _scalar,
    tree.Name: Shapes.name,
    tree.Component: Shapes.component,
    tree.Add: Shapes.add,
    tree.Negative: _same,
    tree.PlusMinus: _same,
    tree.Product: Shapes.product,
    tree.Dot: Shapes.dot,
    tree.Hadamard: Shapes.hadamard,
    tree.Quotient: Shapes.quotient,
    tree.Power: Shapes.power,
    tree.Root: lambda shapes, node: shapes.of(node.radicand),
    tree.Factorial: _same,
    tree.Transpose: Shapes.transpose,
    tree.Absolute: Shapes.absolute,
    tree.Norm: Shapes.norm,
    tree.Delta: _scalar,
    tree.Indicator: _scalar,
    tree.Call: Shapes.call,
    tree.Big: Shapes.big,
    tree.Integral: Shapes.integral,
    tree.Operator: Shapes.operator,
    tree.Limit: lambda shapes, node: shapes.of(node.body),
    tree.Derivative: Shapes.derivative,
    tree.Gradient: Shapes.gradient,
    tree.Optimum: Shapes.optimum,
    tree.Matrix: Shapes.matrix,
    tree.Tuple: Shapes.tuple,
    tree.Cases: Shapes.cases,
}
