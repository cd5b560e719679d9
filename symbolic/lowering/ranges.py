"""The range of a bare index: read off the arrays that it enters, else as the given declares it."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.algebra.poly import Poly, symbol
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

Range = tuple[Poly, Poly]


def index_range(name: str, body: tree.Node, scope: Scope) -> Range:
    """(first, last) of an index that ∑_i leaves without bounds."""
    found = next(iter(_read_off(name, body, scope)), None)
    declared = scope.situation.table.symbol(name)
    if found is None and declared is not None and declared.span is not None:
        return _declared(declared.span, scope)
    if found is None:
        raise Unsupported(f"the range of the index {name} (write its bounds, or declare `{name} : index(n)`)")
    return found


def _declared(span: tuple[tree.Node, tree.Node], scope: Scope) -> Range:
    from symbolic.lowering.lower import lower_scalar

    return lower_scalar(span[0], scope.globally()), lower_scalar(span[1], scope.globally())


def _read_off(name: str, body: tree.Node, scope: Scope) -> Iterator[Range]:
    """The ranges of the axes that the bare index runs over, in written order."""
    from symbolic.lowering.lower import lower

    for node in tree.walk(body):
        if isinstance(node, tree.Component):
            for place, index in enumerate(node.indices):
                if isinstance(index, tree.Name) and index.id == name:
                    array = lower(node.array, opaque(node.array, scope))
                    if place < len(array.shape):
                        yield array.span(place)


def opaque(node: tree.Node, scope: Scope) -> Scope:
    """The scope with undeclared index names inside `node` standing for themselves."""
    from symbolic.lowering.arrays import scalar

    unknown = {
        part.id
        for part in tree.walk(node)
        if isinstance(part, tree.Name) and part.id not in scope.locals and not scope.situation.table.knows(part.id)
    }
    unknown -= {"e", "π", "γ", "∞", "I", "𝟏"}
    return scope.with_locals({name: scalar(symbol(name)) for name in unknown}) if unknown else scope

