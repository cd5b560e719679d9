"""E, Var, Cov and P as NumPy text: a sum over outcomes with their chances."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from symbolic.crosscheck.averages import weighed
from symbolic.crosscheck.blocks import joined
from symbolic.crosscheck.dependencies import mentioned, outcomes
from symbolic.crosscheck.events import truth
from symbolic.crosscheck.numpy_text.laws import Loop, loops
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, bracketed, relation
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value, scalar
from symbolic.notation import tree

#: Agreement of the sum that is written with the value that is shown; outcomes that it may go through.
CLOSE, ROWS = 5e-7, 120_000


def operator(writer: Writer, node: Any, scope: Scope) -> str:
    """sum(chance * body for chance, q in zip(…)), about the mean for Var and Cov, a ratio under an event."""
    if node.kind not in ("E", "Var", "Cov", "P"):
        raise NoLine(node.kind)
    if node.condition is not None and not isinstance(node.condition, tree.Chain):
        raise NoLine("an average given a quantity")
    table = scope.world.table
    parts = [*node.arguments, *([node.condition] if node.condition is not None else [])]
    names = frozenset().union(*[outcomes(part, table) for part in parts])
    if not names or (node.subscript is not None and tree.names(node.subscript) != names):
        raise NoLine("an average over something else than all that is random in it")
    if node.condition is not None and node.kind not in ("E", "P"):
        raise NoLine("a conditional covariance")
    for rough in (False, True):
        apart = writer.apart()
        found = loops(scope.world.blocks_of(names), apart, scope, rough)
        if _shows(found, node, scope, rough):
            writer.take(apart)
            text = _summed(node, found, writer, scope)
            moves = (mentioned(node, table) - names) & writer.bound
            return writer.list_of("average", text) if writer.bound and not moves else text
    raise NoLine("an average whose outcomes have no short list")


def _shows(found: Sequence[Loop], node: Any, scope: Scope, last: bool) -> bool:
    """Do the outcomes that would be written give the value?  Those of a law that is bound are taken as they are."""
    if any(loop.rows is None for loop in found):
        return True
    parts = [loop.rows for loop in found if loop.rows is not None]
    if prod(part.count for part in parts) > ROWS:
        if last:
            raise NoLine("too many outcomes")
        return False
    rows = joined(parts, scope.depth)
    body = _value_of(node)
    for argument in dict.fromkeys(node.arguments) if node.kind != "P" else ():
        whole = tree.Operator("E", (argument,), node.condition)
        if not _close(weighed(_value_of(whole), rows, scope), whole, scope):
            return False
    if node.kind in ("Var", "Cov"):
        return True
    return _close(weighed(body, rows, scope), node, scope)


def _value_of(node: Any) -> Any:
    """What is averaged: the argument, an event as 0 or 1; under a condition the product of both."""
    from symbolic.crosscheck.evaluate import evaluate

    def body(inner: Scope) -> Value:
        (argument,) = node.arguments[:1]
        value = scalar(truth(argument, inner) * 1.0) if node.kind == "P" else evaluate(argument, inner)
        if node.condition is None:
            return value
        event = truth(node.condition, inner) * 1.0
        return value.with_data(value.data * event.reshape(event.shape + (1,) * value.rank))

    return body


def _close(found: Value, node: Any, scope: Scope) -> bool:
    from symbolic.crosscheck.evaluate import evaluate

    wanted = evaluate(node, scope).data
    if node.condition is not None:
        wanted = wanted * evaluate(tree.Operator("P", (node.condition,)), scope).data
    return bool(np.all(np.abs(found.data - wanted) <= CLOSE * np.maximum(1.0, np.abs(wanted))))


def _summed(node: Any, found: Sequence[Loop], writer: Writer, scope: Scope) -> str:
    names = [name for loop in found for name in loop.names]
    inner = scope.vary({name: value for loop in found for name, value in loop.models.items()})
    inside = writer.binding(names)
    chances = " * ".join(loop.chance for loop in found)
    over = " ".join(loop.text for loop in found)

    def mean(body: str) -> str:
        return f"sum({chances} * {bracketed(body)} {over})"

    if node.kind in ("E", "P"):
        body = relation(inside, node.arguments[0], inner) if node.kind == "P" else inside.text(node.arguments[0], inner)
        if node.condition is None:
            return mean(body)
        event = relation(inside, node.condition, inner)
        return f"{mean(f'{bracketed(body)} * {event}')} / {mean(event)}"
    bodies = [inside.text(part, inner) for part in node.arguments]
    first, last = bodies[0], bodies[-1]
    ranks = [inside.shape(part, inner).rank for part in node.arguments]
    if max(ranks) > 1:
        raise NoLine("a covariance of matrices")
    one, other = f"({first} - mean_1)", f"({last} - mean_2)"
    both = f"np.outer({one}, {other})" if min(ranks) == 1 else f"{one} * {other}"
    if first == last:
        both = both.replace("mean_2", "mean_1") if ranks[0] else f"{one}**2"
        return f"(lambda mean_1: {mean(both)})({mean(first)})"
    return f"(lambda mean_1, mean_2: {mean(both)})({mean(first)}, {mean(last)})"
