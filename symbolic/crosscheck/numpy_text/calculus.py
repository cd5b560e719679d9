"""Derivatives by differences, integrals, series, limits and optima as NumPy text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, bracketed, identifier, short
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along
from symbolic.crosscheck.values import Data, Unsupported, Value, mapped
from symbolic.notation import tree

#: ∂f/∂x by differences of fourth order: the axes of f, then those of x.
SLOPE = (
    "lambda f, x, h=1e-3: np.moveaxis(np.array([(8 * (f(x + h * e) - f(x - h * e)) - f(x + 2 * h * e)"
    " + f(x - 2 * h * e)) / (12 * h) for e in np.eye(np.size(x)).reshape((-1,) + np.shape(x))]), 0, -1)"
    ".reshape(np.shape(f(x)) + np.shape(x))"
)

#: The steps t of a doubly exponential change of variable, and ∫ f after it, over a finite, half-infinite or whole line.
GRID = "[np.pi / 2 * np.sinh(t) for t in np.linspace(-4, 4, 321)]"
INTEGRAL = (
    "lambda f, a, b: np.nansum([f(x) * w * np.pi / 80 * np.sqrt(1 + (2 * u / np.pi)**2) for u in grid for x, w in ["
    "(np.sinh(u), np.cosh(u)) if a == -np.inf and b == np.inf else (a + np.exp(u), np.exp(u)) if b == np.inf"
    " else (b - np.exp(u), np.exp(u)) if a == -np.inf else"
    " ((a + b) / 2 + (b - a) / 2 * np.tanh(u), (b - a) / 2 / np.cosh(u)**2)]])"
)

#: The minimum or maximum of a parabola.
VERTEX = "lambda f: (f(-1) - f(1)) / (2 * (f(1) - 2 * f(0) + f(-1)))"

#: Agreement with the value that is shown, at which a long series or a far point stands for what is infinite.
CLOSE = 1e-8

#: Terms of a series; points far out, for a limit.
TERMS, FAR = (60, 300, 2000), (30.0, 100.0, 1e3, 1e4, 1e6, 1e8)

Inside = Callable[[Writer, Scope], str]


def derivative(writer: Writer, node: Any, scope: Scope) -> str:
    return _by(node.variables, lambda inside, inner: inside.text(node.body, inner), writer, scope)


def _by(variables: Sequence[tree.Node], body: Inside, writer: Writer, scope: Scope) -> str:
    """slope(lambda x: …, x), the variables applied from the last; an entry of x is taken of the last axes."""
    if not variables:
        return body(writer, scope)
    variable, rest = variables[0], variables[1:]
    base = variable.array if isinstance(variable, tree.Component) else variable
    if not isinstance(base, tree.Name):
        raise NoLine("a derivative by an expression")
    at = writer.shape(base, scope)
    floating = mapped(lambda data: np.asarray(data, dtype=float), at)
    point = writer.text(base, scope)
    inside = _by(rest, body, writer.binding([base.id]), scope.bind(base.id, floating))
    text = f"{writer.helper('slope', SLOPE)}(lambda {identifier(base.id)}: {inside}, {point})"
    if isinstance(variable, tree.Component):
        first = at.first or (1,) * at.rank
        pairs = zip(variable.indices, first, strict=True)
        places = ", ".join(f"{bracketed(writer.text(index, scope))} - {start}" for index, start in pairs)
        return f"{text}[..., {places}]"
    return text


def gradient(writer: Writer, node: Any, scope: Scope) -> str:
    if node.variable is not None:
        return _by((node.variable,) * node.order, lambda w, s: w.text(node.body, s), writer, scope)
    if isinstance(node.body, tree.Call) and len(node.body.arguments) == 1:
        argument = node.body.arguments[0]
        return _at_argument(node.body.function, argument, node.order, writer, scope)
    raise NoLine("a ∇ that does not say by what")


def _at_argument(function: tree.Node, argument: tree.Node, order: int, writer: Writer, scope: Scope) -> str:
    name = f"t{len(writer.bound)}"
    at = mapped(lambda data: np.asarray(data, dtype=float), writer.shape(argument, scope))
    call = tree.Call(function, (tree.Name(name),))
    inner = scope.local({name: at})
    inside = writer.binding([name]).text(call, inner)
    point = writer.text(argument, scope)
    for step in range(order):
        at_step = name if step + 1 < order else point
        inside = f"{writer.helper('slope', SLOPE)}(lambda {name}: {inside}, {at_step})"
    return inside


def primed(writer: Writer, prime: Any, arguments: Sequence[tree.Node], scope: Scope) -> str:
    """f'(x), entry by entry where x is an array."""
    (argument,) = arguments
    at = writer.shape(argument, scope)
    if not at.rank:
        return _at_argument(prime.argument, argument, prime.order, writer, scope)
    name = f"s{len(writer.bound)}"
    entry = Value(np.asarray(at.data.reshape(*at.lanes, -1)[..., 0], dtype=float))
    inner = scope.local({name: entry})
    inside = _at_argument(prime.argument, tree.Name(name), prime.order, writer.binding([name]), inner)
    return f"np.vectorize(lambda {name}: {inside})({writer.text(argument, scope)})"


def prime(writer: Writer, node: Any, scope: Scope) -> str:
    table = scope.world.table
    variables = sorted(
        name for name in tree.names(node.argument) if (s := table.symbol(name)) and s.kind == "scalar" and not s.axes
    )
    if len(variables) != 1:
        raise NoLine("a prime on such an expression")
    return _by((tree.Name(variables[0]),) * node.order, lambda w, s: w.text(node.argument, s), writer, scope)


def integral(writer: Writer, node: Any, scope: Scope) -> str:
    if node.lower is None or node.upper is None:
        raise NoLine("an indefinite integral")
    ends = [writer.text(end, scope) for end in (node.lower, node.upper)]
    inside = writer.binding([node.variable]).text(node.body, scope.bind(node.variable, Value(np.asarray(0.5))))
    writer.helper("grid", GRID)
    helper = writer.helper("integral", INTEGRAL)
    return f"{helper}(lambda {identifier(node.variable)}: {inside}, {', '.join(ends)})"


def terms(writer: Writer, node: tree.Big, bound: tree.Bound, scope: Scope) -> int:
    """How far a series is summed to come close to its value."""
    whole = writer.shape(node, scope)
    for count in TERMS:
        cut = replace(bound, upper=tree.Number(str(count)))
        partial = replace(node, bounds=tuple(cut if b is bound else b for b in node.bounds))
        if _near(writer.shape(partial, scope).data, whole.data):
            return count
    raise NoLine("a series that converges slowly")


def _near(one: Data, other: Data) -> bool:
    return bool(np.all(np.abs(one - other) <= CLOSE * np.maximum(1.0, np.abs(other))))


def limit(writer: Writer, node: Any, scope: Scope) -> str:
    """The body at a point so far out that it is the limit to the digits shown."""
    if not isinstance(node.variable, tree.Name):
        raise NoLine("such a limit")
    name, whole = node.variable.id, writer.shape(node, scope)
    target = float(np.real(writer.shape(node.target, scope).data))
    side = -1.0 if node.side == "-" or target == -np.inf else 1.0
    for far in FAR:
        point = side * far if np.isinf(target) else target + side / far
        lane = Value(scope.lane(np.array([point])))
        with np.errstate(all="ignore"):
            try:
                value = writer.shape(node.body, scope.opened().bind(name, lane))
            except Unsupported:
                continue
        if _near(along(value, scope.depth, 1)[0], whole.data):
            inner = scope.bind(name, Value(np.asarray(point)))
            inside = writer.binding([name]).text(node.body, inner)
            return f"(lambda {identifier(name)}: {inside})({short(point)})"
    raise NoLine("a limit that no point shows to all digits")


def optimum(writer: Writer, node: Any, scope: Scope) -> str:
    """Over an index by enumeration; over a real where the body is a parabola."""
    from symbolic.crosscheck.ranges import index_range

    if not isinstance(node.variable, tree.Name) or node.domain is not None:
        raise NoLine("such an optimum")
    name = node.variable.id
    try:
        first, last = index_range(name, node.body, scope)
    except Unsupported:
        return _of_parabola(writer, node, name, scope)
    inside = writer.binding([name]).text(node.body, scope.bind(name, Value(np.asarray(float(first)))))
    kind, values = node.kind.removeprefix("arg"), f"range({first}, {last + 1})"
    if node.kind.startswith("arg"):
        return f"{kind}({values}, key=lambda {identifier(name)}: {inside})"
    return f"{kind}({inside} for {identifier(name)} in {values})"


def _of_parabola(writer: Writer, node: Any, name: str, scope: Scope) -> str:
    body = [writer.shape(node.body, scope.bind(name, Value(np.asarray(x)))) for x in (-1.0, 0.0, 1.0, 2.0)]
    low, middle, high, beyond = (float(np.real(value.data)) for value in body)
    if not _near(np.asarray(3 * high - 3 * middle + low), np.asarray(beyond)):
        raise NoLine("an optimum of what is no parabola")
    inside = writer.binding([name]).text(node.body, scope.bind(name, Value(np.asarray(0.0))))
    function = f"lambda {identifier(name)}: {inside}"
    place = f"{writer.helper('vertex', VERTEX)}({function})"
    return place if node.kind.startswith("arg") else f"({function})({place})"
