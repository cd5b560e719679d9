"""Names, components and definitions as arrays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symbolic.algebra.functions import indicator
from symbolic.algebra.indices import delta, entry, span_of, within
from symbolic.algebra.poly import ONE, Poly, symbol
from symbolic.algebra.powers import PI
from symbolic.language.symbols import UNSHAPED, Definition, Symbol
from symbolic.lowering import kronecker
from symbolic.lowering.arrays import Array, ShapeError, describe, remembered, scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

CONSTANTS = {"e": symbol("e"), "π": PI, "γ": symbol("γ"), "∞": symbol("∞")}


def is_declared(name: str, scope: Scope) -> bool:
    return name in scope.locals or scope.situation.table.knows(name)


def lower_name(node: Any, scope: Scope) -> Array:
    """A local, a definition opened, a declared symbol, or a built-in constant."""
    name = node.id
    if name in scope.locals:
        return scope.locals[name]
    if name in scope.suspended:
        return scope.suspended[name]
    table = scope.situation.table
    if name in table.definitions and not table.definitions[name].parameters:
        return definition(table.definitions[name], scope)
    declared = table.symbol(name)
    if declared is not None:
        return variable(declared, scope)
    if name in CONSTANTS:
        return scalar(CONSTANTS[name])
    if name in ("I", "𝟏"):
        return Array((), lambda _: ONE, kind="identity" if name == "I" else "ones")
    raise Unsupported(f"the name {name}, which the given does not declare")


def variable(declared: Symbol, scope: Scope) -> Array:
    """The array of a declared symbol: its own entries as atoms."""
    if declared.kind in UNSHAPED:
        raise Unsupported(f"the {declared.kind} {declared.name} without arguments")
    if not declared.axes:
        return scalar(symbol(declared.name))
    sizes, first = axes(declared, scope)
    return Array(sizes, lambda at: entry(declared.name, at), first=first)


def axes(declared: Symbol, scope: Scope) -> tuple[tuple[Poly, ...], tuple[Poly, ...]]:
    """(last, first) values of each axis, the family's before the symbol's own."""
    from symbolic.lowering.lower import lower_scalar

    sizes = [lower_scalar(size, scope.globally()) for size in declared.shape]
    first = [ONE] * len(sizes)
    if declared.family is not None:
        start, stop = (lower_scalar(part, scope.globally()) for part in declared.family)
        sizes.insert(0, stop)
        first.insert(0, start)
    return tuple(sizes), tuple(first)


def definition(found: Definition, scope: Scope) -> Array:
    """The body of a definition, lowered once."""
    from symbolic.lowering.lower import lower

    if found.name not in scope.known:
        if found.indices:
            scope.known[found.name] = _by_components(found, scope)
        else:
            array = lower(found.body, scope.globally())
            remember = array.shape and not array.twin and kronecker.cells(array) is None
            scope.known[found.name] = replace(array, entry=remembered(array.entry)) if remember else array
    return scope.known[found.name]


def _by_components(found: Definition, scope: Scope) -> Array:
    """y_i = … as an array; a recurrence by its closed form."""
    from symbolic.lowering import ranges
    from symbolic.lowering.lower import lower

    labels = [index.id for index in found.indices if isinstance(index, tree.Name)]
    if _recurs(found, labels):
        from symbolic.lowering.recurrences import lower_recurrence

        return lower_recurrence(found, scope)
    spans = [ranges.index_range(label, found.body, scope.globally()) for label in labels]

    probe = lower(found.body, scope.globally({label: scalar(symbol(label)) for label in labels}))
    sizes = tuple(span[1] for span in spans) + probe.shape
    first = tuple(span[0] for span in spans) + (ONE,) * len(probe.shape)

    def by_components(at: tuple[Poly, ...]) -> Poly:
        local = {label: scalar(index) for label, index in zip(labels, at, strict=False)}
        return lower(found.body, scope.globally(local)).entry(at[len(labels) :])

    return Array(sizes, remembered(by_components), first=first)


def _recurs(found: Definition, labels: list[str]) -> bool:
    """Is it a sequence: with initial values, an index such as t + 1, or its own name in its body?"""
    return bool(found.initial) or len(labels) != len(found.indices) or found.name in tree.names(found.body)


def lower_component(node: Any, scope: Scope) -> Array:
    """x_i; fewer indices than axes leave an array."""
    from symbolic.lowering.lower import lower, lower_scalar

    array = lower(node.array, scope)
    if array.twin is not None and len(node.indices) == 2:
        array = array.twin
    if array.kind == "identity" and len(node.indices) == 2:
        left, right = (lower_scalar(index, scope) for index in node.indices)
        return scalar(array.entry(()) * delta(left, right))
    at = tuple(lower_scalar(index, scope) for index in node.indices)
    if len(at) > len(array.shape):
        raise ShapeError(f"{len(at)} indices of {describe(array)}")
    for axis, index in enumerate(at):
        _check_within(index, array.span(axis), scope)
    return component_of(array, at)


def _check_within(index: Poly, span: tuple[Poly, Poly], scope: Scope) -> None:
    """An index stays on its axis: one that runs over another range is known to lie within, a number is not below it.

    A range that ends at chance, `∑_{i=1}^N x_i` with a random N, is taken as meant: the family reaches so far.
    """
    below = (span[0] - index).number
    if index.number is not None and below is not None and below > 0:
        raise Unsupported(f"the entry at {index.number}, before the first one")
    inner = index.atom
    runs = span_of(inner.args[0]) if inner is not None and inner.kind == "sym" else None
    last = None if span[1] == CONSTANTS["∞"] else span[1]
    if runs is None or any(_is_random(name, scope) for end in runs for name in end.free):
        return
    if runs != span and not within(index, span[0], last):
        raise Unsupported("an index that may run beyond the axis on which it stands")


def _is_random(name: str, scope: Scope) -> bool:
    declared = scope.situation.table.symbol(name)
    return declared is not None and declared.random


def component_of(array: Array, at: tuple[Poly, ...]) -> Array:
    if len(at) == len(array.shape):
        return scalar(array.entry(at))
    return Array(array.shape[len(at) :], lambda rest: array.entry(at + rest), first=array.first[len(at) :])


def equality(left: Poly, right: Poly) -> Poly:
    """δ for indices and integers that are indices, the indicator of a zero difference otherwise."""
    from symbolic.algebra.signs import is_integer

    if is_integer(left) and is_integer(right):
        return delta(left, right)
    return indicator("=", left - right)

