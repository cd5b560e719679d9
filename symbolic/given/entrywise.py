"""μ_i said of member i becomes μ said of the whole family: indexed trees read as arrays, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from symbolic.given.substitution import free_names
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.tree import Component, Name, Node

_ENTRYWISE = (tree.Negative, tree.Add, tree.Power, tree.Root, tree.Quotient)


def free_indices(node: Node, table: Table, local: Sequence[str] = ()) -> list[str]:
    """The index names that are free in a tree."""
    symbols = table.symbols
    return sorted(
        name for name in free_names(node) if name in local or (name in symbols and symbols[name].kind == "index")
    )


def without_index(node: Node, index: str) -> Node | None:
    """The array whose entry at `index` is the tree: σ_i² is σ² entry by entry; None when it is no such array.

    >>> without_index(tree.Power(Component(Name("σ"), (Name("i"),)), tree.Number("2")), "i")
    Power(base=Name(id='σ'), exponent=Number(text='2'))
    """
    if index not in free_names(node):
        return node
    if isinstance(node, Component) and node.indices == (Name(index),) and index not in free_names(node.array):
        return node.array
    if isinstance(node, tree.Product):
        return _product(node, index)
    if not isinstance(node, _ENTRYWISE):
        return None
    parts = [without_index(child, index) for child in tree.children(node)]
    if None in parts:
        return None
    found = iter(parts)
    return tree.rebuild(node, lambda child: next(found) or child)


def _product(node: tree.Product, index: str) -> Node | None:
    """Factors with the index multiply entry by entry, the others scale."""
    arrays = [without_index(factor, index) for factor in node.factors if index in free_names(factor)]
    scalars = [factor for factor in node.factors if index not in free_names(factor)]
    known = [array for array in arrays if array is not None]
    if len(known) < len(arrays):
        return None
    whole = reduce(tree.Hadamard, known)
    return tree.Product((*scalars, whole)) if scalars else whole


def size_of_index(node: Node, index: str, table: Table) -> Node | None:
    """The size of the first array that the index enters."""
    for part in tree.walk(node):
        if isinstance(part, Component) and isinstance(part.array, Name) and Name(index) in part.indices:
            symbol = table.symbols.get(part.array.id)
            place = part.indices.index(Name(index)) - (symbol is not None and symbol.family is not None)
            if symbol is not None and 0 <= place < len(symbol.shape):
                return symbol.shape[place]
            if symbol is not None and symbol.family is not None:
                return symbol.family[1]
    return None
