"""The range of a bare index: read off the arrays that it enters, else as the given declares it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Mismatch, Unsupported, scalar
from symbolic.notation import tree

BUILT_IN = frozenset({"e", "π", "γ", "∞", "I", "𝟏"})


def index_range(name: str, body: tree.Node, scope: Scope) -> tuple[int, int]:
    """(first, last) of an index that nothing bounds in place."""
    found = next(_read_off(name, body, scope), None)
    declared = scope.world.table.symbol(name)
    if found is None and declared is not None and declared.span is not None:
        return whole(declared.span[0], scope.globally()), whole(declared.span[1], scope.globally())
    if found is None:
        raise Unsupported(f"the range of the index {name} (write its bounds, or declare `{name} : index(n)`)")
    return found


def whole(node: tree.Node, scope: Scope) -> int:
    """A size or bound as an integer."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    data = np.real(evaluate_scalar(node, scope).data)
    if data.size != 1 or not np.isfinite(data.reshape(-1)[0]):
        raise Unsupported("a size or bound that is no number")
    number = float(data.reshape(-1)[0])
    if abs(number - round(number)) > 1e-9:
        raise Unsupported(f"a size or bound of {number:g}")
    return round(number)


def _read_off(name: str, body: tree.Node, scope: Scope) -> Iterator[tuple[int, int]]:
    """The ranges of the axes that the bare index runs over, in written order, definitions of functions not opened."""
    for node in tree.walk(body):
        if not isinstance(node, tree.Component):
            continue
        for place, index in enumerate(node.indices):
            if isinstance(index, tree.Name) and index.id == name:
                found = _axis(node.array, place, scope)
                if found is not None:
                    yield found


def _axis(array: tree.Node, place: int, scope: Scope) -> tuple[int, int] | None:
    """(first, last) along one axis of an array, found from its declaration or, failing that, from its value."""
    from symbolic.crosscheck.evaluate import evaluate

    if isinstance(array, tree.Name) and array.id not in scope.locals:
        declared = scope.world.table.symbol(array.id)
        if declared is not None and declared.axes > place:
            return declared_axis(array.id, place, scope)
    unknown = {n for n in tree.names(array) if n not in scope.locals and not scope.world.table.knows(n)} - BUILT_IN
    try:
        value = evaluate(array, scope.local({n: scalar(1.0) for n in unknown}))
    except (Unsupported, Mismatch):
        return None
    if place >= value.rank:
        return None
    start = value.first[place] if value.first else 1
    return start, start + value.shape[place] - 1


def declared_axis(name: str, place: int, scope: Scope) -> tuple[int, int]:
    declared = scope.world.table.symbols[name]
    if declared.family is not None:
        if place == 0:
            return whole(declared.family[0], scope.globally()), whole(declared.family[1], scope.globally())
        place -= 1
    return 1, whole(declared.shape[place], scope.globally())
