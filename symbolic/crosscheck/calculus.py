"""Derivatives, gradients and primes: an analytic expression by a complex step, another by extrapolated differences.

What is differentiated by is varied, and the expression evaluated again, so that definitions are seen through.
∂scalar/∂array has the array's shape; ∂vector/∂vector is the Jacobian (rows: outputs).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from symbolic.crosscheck.limits import limit
from symbolic.crosscheck.optima import optimum
from symbolic.crosscheck.scope import NotAnalytic, Scope
from symbolic.crosscheck.sums import along, real
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value, describe, mapped, taken
from symbolic.notation import tree

#: The imaginary step.
TINY = 1e-30

#: Relative error estimate beyond which a difference quotient shows nothing.
LOOSE = 1e-4

_fresh = count(1)

Body = Callable[[Value, bool], Value]


def slope(body: Body, at: Value, scope: Scope) -> Value:
    """∂body/∂x at x = `at`: the axes of the body's value, then those of x.

    body(x, complex) evaluates with x, in a lane opened at the scope's depth.
    """
    if at.kind:
        raise Mismatch(f"the derivative by {describe(at)}")
    if not scope.complex and not np.iscomplexobj(at.data):
        try:
            return _complex_step(body, at, scope)
        except NotAnalytic:
            pass
    return _differences(body, at, scope)


def _lane_of(at: Value, offsets: Data, scope: Scope) -> Value:
    """x + offsets, the first axis of the offsets being the lane at the scope's depth."""
    data = at.data.reshape((1,) * (scope.depth - len(at.lanes)) + at.data.shape)
    own = offsets.shape[1:]
    spread = offsets.reshape(offsets.shape[0], *(1,) * (data.ndim + 1 - 1 - len(own)), *own)
    return Value(data + spread, at.rank, at.row, first=at.first)


def _complex_step(body: Body, at: Value, scope: Scope) -> Value:
    """The last lane has no step: where the body has no value at the point itself, it has no slope there."""
    size = int(np.prod(at.shape, dtype=int))
    steps = 1j * TINY * np.eye(size + 1, size).reshape((size + 1, *at.shape))
    value = body(_lane_of(at, steps, scope), True)
    data = along(value, scope.depth, size + 1)
    slopes = np.imag(data) / TINY if np.iscomplexobj(data) else np.zeros(data.shape)
    slopes = np.where(np.isfinite(np.real(data)) & np.isfinite(np.real(data[-1:])), slopes, np.nan)[:-1]
    return _arranged(slopes, value, at)


def _arranged(slopes: Data, value: Value, at: Value) -> Value:
    """(entries of x, lanes, own) → lanes, own, axes of x."""
    data = np.moveaxis(slopes, 0, -1)
    data = data.reshape((*data.shape[:-1], *at.shape))
    rank = value.rank + at.rank
    row = (value.rank == 0 and at.row) or (value.row and at.rank == 0)
    first = (value.first or (1,) * value.rank) + (at.first or (1,) * at.rank)
    return Value(data, rank, row and rank == 1, first=first if any(f != 1 for f in first) else ())


def _differences(body: Body, at: Value, scope: Scope) -> Value:
    from numeric.derivatives import directional

    if np.iscomplexobj(at.data):
        raise NotAnalytic
    shape = Value(np.asarray(0.0))

    def line(way: Data, steps: Data) -> Data:
        nonlocal shape
        if np.iscomplexobj(steps):
            raise NotAnalytic
        shape = body(_lane_of(at, steps.reshape((-1, *(1,) * at.rank)) * way, scope), False)
        return real(along(shape, scope.depth, steps.size))

    slopes, errors = [], [0.0]
    for way in np.eye(int(np.prod(at.shape, dtype=int))).reshape((-1, *at.shape)):
        estimate = directional(partial(line, way), 0.0, 1.0, batched=True)
        size = np.maximum(1.0, np.abs(estimate.value))
        errors.append(float(np.max(np.asarray(estimate.bound) / size, initial=0.0)))
        slopes.append(estimate.value)
        if not errors[-1] < LOOSE:
            raise Unsupported("a derivative that does not settle")
    scope.effort.note("numeric", max(errors))
    return _arranged(np.stack(slopes), shape, at)


def derivative(node: Any, scope: Scope) -> Value:
    """∂^k body / ∂x ∂y …, the variables applied from the last."""
    from symbolic.crosscheck.evaluate import evaluate

    return _by(node.variables, lambda inner: evaluate(node.body, inner), scope)


def _by(variables: Sequence[tree.Node], inside: Callable[[Scope], Value], scope: Scope) -> Value:
    from symbolic.crosscheck.evaluate import evaluate, evaluate_scalar

    if not variables:
        return inside(scope)
    written, rest = variables[0], variables[1:]
    base = written.array if isinstance(written, tree.Component) else written
    if not isinstance(base, tree.Name):
        raise Unsupported("a derivative by an expression")
    at = _floating(evaluate(base, scope))

    def body(x: Value, is_complex: bool) -> Value:
        inner = replace(scope.opened().bind(base.id, x), complex=scope.complex or is_complex)
        return _by(rest, inside, inner)

    result = slope(body, at, scope)
    if not isinstance(written, tree.Component):
        return result
    places = [evaluate_scalar(index, scope) for index in written.indices]
    turned = Value(_axes_first(result, at.rank), result.rank, first=at.first)
    return taken(turned, places)


def _floating(value: Value) -> Value:
    return value if value.kind else mapped(lambda data: np.asarray(data, dtype=np.result_type(data, float)), value)


def _axes_first(result: Value, count: int) -> Data:
    """The last `count` own axes moved before the others."""
    lanes = len(result.lanes)
    own = list(range(lanes, lanes + result.rank))
    order = [*range(lanes), *own[result.rank - count :], *own[: result.rank - count]]
    return np.transpose(result.data, order)


def gradient(node: Any, scope: Scope) -> Value:
    """∇_x f, ∇²_x f; a bare ∇ before f(x) is by f's argument, taken at that argument."""
    from symbolic.crosscheck.evaluate import evaluate

    if node.variable is not None:
        return _by((node.variable,) * node.order, lambda inner: evaluate(node.body, inner), scope)
    if isinstance(node.body, tree.Call) and len(node.body.arguments) == 1:
        at = _floating(evaluate(node.body.arguments[0], scope))
        return _at_argument(node.body.function, at, node.order, scope)
    if isinstance(node.body, tree.Name) and node.order == 1 and node.body.id not in scope.world.table.definitions:
        return _by((node.body,), lambda inner: evaluate(node.body, inner), scope)
    raise Unsupported("a ∇ that does not say by what (write ∇_x)")


def _at_argument(function: tree.Node, at: Value, order: int, scope: Scope) -> Value:
    """The derivatives of a function of an array at its argument."""
    from symbolic.crosscheck.evaluate import evaluate

    name = f"·{next(_fresh)}"
    node = tree.Call(function, (tree.Name(name),))
    return _by((tree.Name(name),) * order, lambda inner: evaluate(node, inner), scope.local({name: at}))


def primed_call(prime: Any, arguments: Sequence[tree.Node], scope: Scope) -> Value:
    """f'(x): the derivative in the function's own variable, entry by entry."""
    from symbolic.crosscheck.calls import entry_by_entry
    from symbolic.crosscheck.evaluate import evaluate

    if len(arguments) != 1:
        raise Unsupported("a prime on a function of several arguments")
    at = _floating(evaluate(arguments[0], scope))
    if at.rank:
        return entry_by_entry(lambda entry: _at_argument(prime.argument, entry, prime.order, scope), at)
    return _at_argument(prime.argument, at, prime.order, scope)


def prime(node: Any, scope: Scope) -> Value:
    """(x Φ(x))': the derivative in the one real variable that the expression has."""
    from symbolic.crosscheck.evaluate import evaluate

    table = scope.world.table
    variables = sorted(
        name for name in tree.names(node.argument) if (s := table.symbol(name)) and s.kind == "scalar" and not s.axes
    )
    if len(variables) != 1:
        raise Unsupported("a prime on an expression that has not exactly one real variable")
    return _by((tree.Name(variables[0]),) * node.order, lambda inner: evaluate(node.argument, inner), scope)


__all__ = ["derivative", "gradient", "limit", "optimum", "prime", "primed_call", "slope"]
