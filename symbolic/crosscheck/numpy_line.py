"""A line of NumPy that shows both sides of a counterexample, to paste and run.

What has no short plain form (a quadrature, a limit, a numerical derivative) has no line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from symbolic.crosscheck.compare import Trial
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.numpy_average import operator
from symbolic.crosscheck.numpy_writer import NoLine, Writer, bracketed, identifier, relation, written
from symbolic.crosscheck.ranges import index_range
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Mismatch, Unsupported, Value, scalar
from symbolic.crosscheck.world import scope_of
from symbolic.notation import tree

#: Characters that a line may have.
LENGTH = 4000


def line(found: Trial, left: tree.Node, right: tree.Node) -> str | None:
    """None where a side has no plain NumPy form."""
    try:
        writer = Writer(found)
        scope = _at(found, writer, scope_of(found.world))
        sides = []
        for side in (left, right):
            text = writer.text(side, scope)
            entry = found.at.get("entry")
            rank = writer.shape(side, scope).rank
            sides.append(f"({text})[{', '.join(str(i - 1) for i in entry)}]" if entry and rank else text)
    except (NoLine, Unsupported, Mismatch, ValueError, LookupError, TypeError):
        return None
    whole = "; ".join(["import numpy as np", *writer.lines, f"print({sides[0]}, {sides[1]})"])
    return whole if len(whole) <= LENGTH else None


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


def _name(writer: Writer, node: Any, scope: Scope) -> str:
    name = node.id
    if name in writer.known:
        return writer.known[name]
    table = scope.world.table
    found = table.definitions.get(name)
    if name in scope.locals or name in scope.varied:
        return identifier(name)
    if found is not None and not found.parameters:
        if outcomes(node, table):
            return f"({writer.text(found.body, scope.globally())})" if not found.indices else _refuse()
        return writer.assign(name, _defined(writer, found, scope))
    value = scope.world.value(name, scope)
    if value is not None:
        return writer.assign(name, written(value.data))
    constants = {"e": "np.e", "π": "np.pi", "γ": "np.euler_gamma", "∞": "np.inf"}
    if name in constants:
        return constants[name]
    raise NoLine(name)


def _refuse() -> str:
    raise NoLine("an array defined by its entries, of random quantities")


def _defined(writer: Writer, found: Any, scope: Scope) -> str:
    if found.indices:
        return written(evaluate(tree.Name(found.name), scope.globally()).data)
    return writer.text(found.body, scope.globally())


def _component(writer: Writer, node: Any, scope: Scope) -> str:
    value = writer.shape(node.array, scope)
    if value.kind:
        raise NoLine("an entry of I")
    first = value.first or (1,) * value.rank
    pairs = zip(node.indices, first, strict=False)
    at = [_shifted(writer.text(index, scope), start) for index, start in pairs]
    return f"{bracketed(writer.text(node.array, scope))}[{', '.join(at)}]"


def _shifted(text: str, start: int) -> str:
    return str(int(text) - start) if text.isdigit() else f"{text} - {start}"


def _add(writer: Writer, node: Any, scope: Scope) -> str:
    return f"({' + '.join(_term(writer, term, scope) for term in node.terms)})".replace("+ -", "- ")


def _term(writer: Writer, term: tree.Node, scope: Scope) -> str:
    """I and 𝟏 stand where the sum gives them a size; only what has a plain form is written."""
    if writer.shape(term, scope).kind:
        raise NoLine("I without a size")
    return writer.text(term, scope)


def _product(writer: Writer, node: Any, scope: Scope) -> str:
    text, value = writer.text(node.factors[0], scope), writer.shape(node.factors[0], scope)
    for place, factor in enumerate(node.factors[1:], start=2):
        right = writer.shape(factor, scope)
        if value.kind or right.kind:
            raise NoLine("I without a size")
        other = writer.text(factor, scope)
        if value.rank and right.rank:
            text, value = (f"np.diag({text})", value.twin) if value.twin else (text, value)
            other, right = (f"np.diag({other})", right.twin) if right.twin else (other, right)
            outer = value.rank == 1 and not value.row and right.rank == 1 and right.row
            text = f"np.outer({text}, {other})" if outer else f"({bracketed(text)} @ {bracketed(other)})"
        else:
            text = f"{bracketed(text)} * {bracketed(other)}"
        value = writer.shape(tree.Product(node.factors[:place]), scope)
    return text


def _dot(writer: Writer, node: Any, scope: Scope) -> str:
    left, right = (bracketed(writer.text(part, scope)) for part in (node.left, node.right))
    rank = writer.shape(node.left, scope).rank
    return f"({left} @ {right})" if rank == 1 else f"np.sum({left} * {right})"


def _two(sign: str) -> Callable[[Writer, Any, Scope], str]:
    def write(writer: Writer, node: Any, scope: Scope) -> str:
        left, right = (bracketed(writer.text(part, scope)) for part in tree.children(node))
        return f"{left} {sign} {right}"

    return write


def _power(writer: Writer, node: Any, scope: Scope) -> str:
    if node.base == tree.Name("e") and not scope.world.table.knows("e"):
        return f"np.exp({writer.text(node.exponent, scope)})"
    base, exponent = writer.text(node.base, scope), writer.text(node.exponent, scope)
    if writer.shape(node.base, scope).rank == 2:
        return f"np.linalg.matrix_power({base}, {exponent})"
    return f"{bracketed(base)}**{bracketed(exponent)}"


def _root(writer: Writer, node: Any, scope: Scope) -> str:
    if node.degree is not None:
        return f"({writer.text(node.radicand, scope)})**(1 / {bracketed(writer.text(node.degree, scope))})"
    return f"np.sqrt({writer.text(node.radicand, scope)})"


def _transpose(writer: Writer, node: Any, scope: Scope) -> str:
    text = writer.text(node.argument, scope)
    return f"{bracketed(text)}.T" if writer.shape(node.argument, scope).rank == 2 else text


def _absolute(writer: Writer, node: Any, scope: Scope) -> str:
    text = writer.text(node.argument, scope)
    return f"np.linalg.det({text})" if writer.shape(node.argument, scope).rank == 2 else f"abs({text})"


def _norm(writer: Writer, node: Any, scope: Scope) -> str:
    orders = {"": "", "2": "", "F": "", "1": ", 1", "∞": ", np.inf"}
    if node.kind == "2" and writer.shape(node.argument, scope).rank == 2:
        return f"np.linalg.norm({writer.text(node.argument, scope)}, 2)"
    return f"np.linalg.norm({writer.text(node.argument, scope)}{orders[node.kind]})"


def _delta(writer: Writer, node: Any, scope: Scope) -> str:
    return f"({writer.text(node.left, scope)} == {writer.text(node.right, scope)})"


def _indicator(writer: Writer, node: Any, scope: Scope) -> str:
    return relation(writer, node.relation, scope)


def _big(writer: Writer, node: Any, scope: Scope) -> str:
    if any(bound.condition is not None for bound in node.bounds):
        raise NoLine("a condition")
    inner, loops = scope, []
    for bound in node.bounds:
        if bound.lower is None or bound.upper is None:
            first, last = index_range(bound.index, node.body, inner)
        low = str(first) if bound.lower is None else writer.text(bound.lower, inner)
        high = str(last) if bound.upper is None else writer.text(bound.upper, inner)
        if "inf" in high:
            raise NoLine("a series")
        stop = str(int(high) + 1) if high.isdigit() else f"{high} + 1"
        loops.append(f"for {identifier(bound.index)} in range({low}, {stop})")
        inner = inner.local({bound.index: scalar(1.0)})
    writer_inside = Writer(writer.trial, writer.lines, {k: v for k, v in writer.known.items() if k not in inner.locals})
    body = writer_inside.text(node.body, inner)
    terms = f"{body} {' '.join(loops)}"
    return f"sum({terms})" if node.operator == "∑" else f"np.prod([{terms}])"


FUNCTIONS = {
    name: f"np.{name}" for name in ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "floor", "ceil")
} | {
    "ln": "np.log", "abs": "np.abs", "tr": "np.trace", "det": "np.linalg.det", "diag": "np.diag", "sign": "np.sign",
    "mean": "np.mean", "var": "np.var", "arctan": "np.arctan", "arcsin": "np.arcsin", "arccos": "np.arccos",
}  # fmt: skip


def _call(writer: Writer, node: Any, scope: Scope) -> str:
    if not isinstance(node.function, tree.Name):
        raise NoLine("a derivative")
    name, arguments = node.function.id, [writer.text(part, scope) for part in node.arguments]
    found = scope.world.table.definitions.get(name)
    if found is not None and found.parameters:
        values = {p: writer.shape(a, scope) for p, a in zip(found.parameters, node.arguments, strict=True)}
        inside = Writer(writer.trial, writer.lines, {k: v for k, v in writer.known.items() if k not in values})
        body = inside.text(found.body, scope.globally(values))
        writer.assign(name, f"lambda {', '.join(identifier(p) for p in found.parameters)}: {body}")
        return f"{writer.known[name]}({', '.join(arguments)})"
    if name == "softmax":
        softmax = writer.assign("softmax", "lambda z: np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)")
        return f"{softmax}({arguments[0]})"
    if name in ("max", "min") and len(arguments) == 2:
        return f"np.{name}imum({', '.join(arguments)})"
    if name not in FUNCTIONS or len(arguments) != 1:
        raise NoLine(name)
    return f"{FUNCTIONS[name]}({arguments[0]})"


def _matrix(writer: Writer, node: Any, scope: Scope) -> str:
    rows = [[writer.text(item, scope) for item in row] for row in node.rows]
    if len(rows) == 1 or len(rows[0]) == 1:
        return f"np.array([{', '.join(item for row in rows for item in row)}])"
    return f"np.array([{', '.join('[' + ', '.join(row) + ']' for row in rows)}])"


WRITERS: dict[type[tree.Node], Callable[[Writer, Any, Scope], str]] = {
    tree.Number: lambda writer, node, scope: node.text,
    tree.Name: _name,
    tree.Component: _component,
    tree.Add: _add,
    tree.Negative: lambda writer, node, scope: f"-{bracketed(writer.text(node.argument, scope))}",
    tree.Product: _product,
    tree.Dot: _dot,
    tree.Hadamard: _two("*"),
    tree.Quotient: _two("/"),
    tree.Power: _power,
    tree.Root: _root,
    tree.Transpose: _transpose,
    tree.Absolute: _absolute,
    tree.Norm: _norm,
    tree.Delta: _delta,
    tree.Indicator: _indicator,
    tree.Big: _big,
    tree.Call: _call,
    tree.Operator: operator,
    tree.Matrix: _matrix,
}
