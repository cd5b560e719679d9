"""What a relation in a limit says, as trees: O(·) and o(·) among the terms of a sum, and which variable goes where."""

from __future__ import annotations

from symbolic.language.symbols import Table
from symbolic.notation import tree

ORDERS = ("O", "o")


def is_asymptotic(left: tree.Node, relation: str, right: tree.Node, table: Table) -> bool:
    """Does the relation speak of a limit or of rounded numbers?  Of a random left side `∼` says its law."""
    if relation == "∼":
        return not any((made := table.symbol(name)) is not None and made.random for name in tree.names(left))
    return relation == "≈" or any(order_terms(side) for side in (left, right))


def order_terms(node: tree.Node) -> list[tree.Call]:
    """The O(·) and o(·) among the terms of a sum."""
    if isinstance(node, tree.Add):
        return [call for term in node.terms for call in order_terms(term)]
    if isinstance(node, tree.Negative):
        return order_terms(node.argument)
    named = isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.id in ORDERS
    return [node] if named and isinstance(node, tree.Call) and len(node.arguments) == 1 else []


def without_orders(node: tree.Node) -> tree.Node:
    """The sum of the other terms, 0 if there are none."""
    if not order_terms(node):
        return node
    terms = [term for term in node.terms if not order_terms(term)] if isinstance(node, tree.Add) else []
    if len(terms) > 1:
        return tree.Add(tuple(terms))
    return terms[0] if terms else tree.Number("0")


def approach(table: Table) -> tuple[str, tree.Node] | None:
    """(name, target) of what the given says goes somewhere (`n -> ∞`); 0 is the target of an order's variable."""
    for assumption in table.assumptions:
        first, links = assumption.relation.first, assumption.relation.links
        if isinstance(first, tree.Name) and links and links[0][0] == "→":
            return first.id, links[0][1]
    return (table.order[0], tree.Number("0")) if table.order is not None else None
