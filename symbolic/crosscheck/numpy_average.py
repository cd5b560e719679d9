"""E, Var, Cov and P as NumPy text: the outcomes and weights written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symbolic.crosscheck.blocks import Finite, Weighted, joined
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.numpy_writer import NoLine, Writer, identifier, listed, relation
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value

#: Outcomes of a law that are written out.
ROWS = 64


def operator(writer: Writer, node: Any, scope: Scope) -> str:
    """E(lambda q, k: …) over the outcomes written out."""
    if node.condition is not None or node.subscript is not None or node.kind not in ("E", "Var", "Cov", "P"):
        raise NoLine(node.kind)
    table = scope.world.table
    names = sorted(set().union(*[outcomes(part, table) for part in node.arguments]))
    if not names:
        raise NoLine("an average of what is not random")
    average = _average(writer, names, scope)
    inner = scope.vary({name: _model(name, scope) for name in names})
    inside = Writer(writer.trial, writer.lines, {k: v for k, v in writer.known.items() if k not in names})
    head = f"lambda {', '.join(identifier(name) for name in names)}: "
    if node.kind == "P":
        return f"{average}({head}{relation(inside, node.arguments[0], inner)})"
    bodies = [inside.text(part, inner) for part in node.arguments]
    ranks = [inside.shape(part, inner).rank for part in node.arguments]
    if node.kind == "E":
        return f"{average}({head}{bodies[0]})"
    if any(ranks):
        raise NoLine("a covariance matrix")
    both = (bodies[0], bodies[-1])
    centred = " * ".join(f"({body} - {average}({head}{body}))" for body in both)
    return f"{average}({head}{centred})"


def _model(name: str, scope: Scope) -> Value:
    """One outcome of a name, for its shape."""
    (block,) = scope.world.blocks_of(frozenset({name}))
    value = block.rows(replace(scope, depth=0), 2).values[name]
    return Value(value.data[0], value.rank, value.row, first=value.first)


def _average(writer: Writer, names: Sequence[str], scope: Scope) -> str:
    """The name of E over these names: their outcomes and weights written out once."""
    key = "E·" + ",".join(names)
    if key in writer.known:
        return writer.known[key]
    blocks = scope.world.blocks_of(frozenset(names))
    if not all(isinstance(block, Finite | Weighted) for block in blocks):
        raise NoLine("a continuous law")
    rows = joined([block.rows(replace(scope, depth=0), 0) for block in blocks], 0)
    if rows.count > ROWS:
        raise NoLine("too many outcomes")
    suffix = "" if not any(k.startswith("E·") for k in writer.known) else str(len(writer.known))
    arrays = [f"np.array({listed(np.real(rows.values[name].data))})" for name in names]
    writer.lines.append(f"W{suffix} = {listed(np.real(rows.weights))}")
    writer.lines.append(f"X{suffix} = [{', '.join(arrays)}]")
    writer.lines.append(f"E{suffix} = lambda f: sum(w * f(*x) for w, *x in zip(W{suffix}, *X{suffix}))")
    writer.known[key] = f"E{suffix}"
    return writer.known[key]
