"""line(trial, left, right): both sides of a relation where it fails, as one line of NumPy."""

from __future__ import annotations

import numpy as np

from symbolic.crosscheck.compare import Trial
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, written
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sides import fitted
from symbolic.crosscheck.values import Mismatch, Unsupported, Value
from symbolic.crosscheck.world import scope_of
from symbolic.notation import tree

#: Characters that a line may have.
LENGTH = 4000


def line(found: Trial, left: tree.Node, right: tree.Node) -> str | None:
    """None where a side has no short form."""
    try:
        writer = Writer(found)
        scope = _at(found, writer, scope_of(found.world))
        sides = _sides(writer, left, right, scope, found.at.get("entry"))
    except (NoLine, Unsupported, Mismatch, ValueError, LookupError, TypeError, ArithmeticError, RecursionError):
        return None
    whole = "; ".join([*writer.imports(), *writer.lines, f"print({', '.join(sides)})"])
    return whole if len(whole) <= LENGTH else None


def _sides(writer: Writer, left: tree.Node, right: tree.Node, scope: Scope, entry: list[int] | None) -> list[str]:
    """The text of each side, at the entry that is furthest apart."""
    values = [writer.shape(side, scope) for side in (left, right)]
    zero = [isinstance(side, tree.Number) and side.value == 0 for side in (left, right)]
    whole = fitted(values[0], values[1], zero[0], zero[1])[0]
    writer = writer.sized(whole.shape[0] if whole.rank else None)
    sides = []
    for side, value in zip((left, right), values, strict=True):
        text = writer.text(side, scope)
        if value.twin is not None and value.rank != whole.rank:
            text = f"np.diag({text})"
        ranked = value.rank or value.kind
        sides.append(f"({text})[{', '.join(str(i - 1) for i in entry)}]" if entry and ranked else text)
    return sides


def _at(found: Trial, writer: Writer, scope: Scope) -> Scope:
    """The scope at the free indices and outcomes of the counterexample."""
    values = {}
    for name, number in found.at.items():
        if name == "entry":
            continue
        data = np.asarray(number)
        values[name] = Value(data, data.ndim)
        writer.assign(name, written(data))
    known = {name: value for name, value in values.items() if scope.world.table.knows(name)}
    return scope.vary(known).local({name: value for name, value in values.items() if name not in known})
