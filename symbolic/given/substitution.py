"""Substitution in syntax trees without capture: bound names are renamed when they would catch a free one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symbolic.notation import tree
from symbolic.notation.tree import Name, Node


class Blocked(Exception):
    """The substitution would put an expression where only a name can stand (a derivative's variable)."""


def substitute(node: Node, values: Mapping[str, Node]) -> Node:
    """`node` with each free name replaced by its value."""
    if not values:
        return node
    if isinstance(node, Name):
        return values.get(node.id, node)
    if isinstance(node, tree.Big):
        return _big(node, values)
    if isinstance(node, tree.Integral):
        return _integral(node, values)
    if isinstance(node, tree.Limit | tree.Optimum) and isinstance(node.variable, Name):
        return _variable(node, values)
    if isinstance(node, tree.Derivative):
        for variable in node.variables:
            changed = substitute(variable, values)
            if changed != variable and not isinstance(changed, Name | tree.Component):
                raise Blocked
    return tree.rebuild(node, lambda child: substitute(child, values))


def free_names(node: Node) -> set[str]:
    """The names that are free in a tree."""
    if isinstance(node, Name):
        return {node.id}
    if isinstance(node, tree.Big):
        bound = {binding.index for binding in node.bounds}
        inside = free_names(node.body)
        for binding in node.bounds:
            for part in (binding.lower, binding.upper, binding.condition):
                inside |= free_names(part) if part is not None else set()
        return inside - bound
    if isinstance(node, tree.Integral):
        limits = [part for part in (node.lower, node.upper) if part is not None]
        return (free_names(node.body) - {node.variable}).union(*(free_names(part) for part in limits))
    if isinstance(node, tree.Limit | tree.Optimum) and isinstance(node.variable, Name):
        inside = set().union(*(free_names(child) for child in tree.children(node)))
        return inside - {node.variable.id}
    return set().union(*(free_names(child) for child in tree.children(node)))


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _renaming(bound: list[str], inside: set[str], values: Mapping[str, Node]) -> tuple[dict[str, Node], dict[str, str]]:
    """(values without the bound names, with renamings of those that would capture; old → new name)."""
    kept = {name: value for name, value in values.items() if name not in bound and name in inside}
    caught = set().union(*(free_names(value) for value in kept.values())) if kept else set()
    new = {}
    for name in bound:
        if name in caught:
            new[name] = _fresh(name, caught | inside | set(bound))
    return {**kept, **{old: Name(name) for old, name in new.items()}}, new


def _big(node: tree.Big, values: Mapping[str, Node]) -> Node:
    bound = [binding.index for binding in node.bounds]
    inner, new = _renaming(bound, tree.names(node), values)
    bounds = tuple(
        replace(
            binding,
            index=new.get(binding.index, binding.index),
            lower=substitute(binding.lower, inner) if binding.lower is not None else None,
            upper=substitute(binding.upper, inner) if binding.upper is not None else None,
            condition=substitute(binding.condition, inner) if binding.condition is not None else None,
        )
        for binding in node.bounds
    )
    return replace(node, bounds=bounds, body=substitute(node.body, inner))


def _integral(node: tree.Integral, values: Mapping[str, Node]) -> Node:
    inner, new = _renaming([node.variable], tree.names(node.body), values)
    lower = substitute(node.lower, values) if node.lower is not None else None
    upper = substitute(node.upper, values) if node.upper is not None else None
    variable = new.get(node.variable, node.variable)
    return replace(node, variable=variable, lower=lower, upper=upper, body=substitute(node.body, inner))


def _variable(node: tree.Limit | tree.Optimum, values: Mapping[str, Node]) -> Node:
    assert isinstance(node.variable, Name)
    inner, _ = _renaming([node.variable.id], tree.names(node), values)
    return tree.rebuild(node, lambda child: substitute(child, inner))
