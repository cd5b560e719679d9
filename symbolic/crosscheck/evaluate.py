"""evaluate(node, scope): the numbers that a syntax tree denotes, lane by lane.

One handler a node type, in the table `HANDLERS` at the end.  Nothing here shares code with the algebra: a mistake of
one witness must not be a mistake of the other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from symbolic.crosscheck import calculus, calls, names, statistics, sums
from symbolic.crosscheck.events import truth
from symbolic.crosscheck.functions import absolute, divided, double_factorial, factorial, power, raised_there
from symbolic.crosscheck.scope import Handler, Scope
from symbolic.crosscheck.values import (
    Mismatch,
    Unsupported,
    Value,
    describe,
    entrywise,
    inner,
    lifted,
    mapped,
    negative,
    scalar,
    times,
    transposed,
)
from symbolic.notation import tree


def evaluate(node: tree.Node, scope: Scope) -> Value:
    """The value of `node`."""
    handler = HANDLERS.get(type(node))
    if handler is None:
        raise Unsupported(f"the construct {type(node).__name__}")
    value = handler(node, scope) if type(node) not in FOLLOWED else _followed(handler, node, scope)
    scope.effort.spend(value.data.size)
    if scope.effort.close and not scope.effort.lost:
        scope.effort.watch(value.data, isinstance(node, tree.Call))
    return value


def _followed(handler: Handler, node: tree.Node, scope: Scope) -> Value:
    """What is taken along a sequence: a zero on the way may be a number that underflowed."""
    with scope.effort.following():
        return handler(node, scope)


def evaluate_scalar(node: tree.Node, scope: Scope) -> Value:
    """The value of a tree that must be a scalar."""
    value = evaluate(node, scope)
    if value.rank or value.kind:
        raise Mismatch(f"{describe(value)} stands where a scalar is needed")
    return value


def _number(node: Any, scope: Scope) -> Value:
    return scalar(float(node.value))


def _add(node: Any, scope: Scope) -> Value:
    terms = sorted((evaluate(term, scope) for term in node.terms), key=lambda term: bool(term.kind))
    total = terms[0]
    for term in terms[1:]:
        total = entrywise(np.add, total, term)
    return total


def _negative(node: Any, scope: Scope) -> Value:
    return negative(evaluate(node.argument, scope))


def _product(node: Any, scope: Scope) -> Value:
    result = evaluate(node.factors[0], scope)
    for factor in node.factors[1:]:
        result = times(result, evaluate(factor, scope))
    return result


def _dot(node: Any, scope: Scope) -> Value:
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    if not left.rank or not right.rank or left.rank != right.rank:
        return times(left, right)
    return inner(left, right)


def _hadamard(node: Any, scope: Scope) -> Value:
    return entrywise(np.multiply, evaluate(node.left, scope), evaluate(node.right, scope))


def _kronecker(node: Any, scope: Scope) -> Value:
    left, right = evaluate(node.left, scope), evaluate(node.right, scope)
    if left.rank != right.rank or left.rank not in (1, 2):
        raise Unsupported(f"{describe(left)} ⊗ {describe(right)}")
    if left.rank == 1:
        data = left.data[..., :, None] * right.data[..., None, :]
        return Value(data.reshape((*data.shape[:-2], -1)), 1, left.row)
    data = left.data[..., :, None, :, None] * right.data[..., None, :, None, :]
    shape = (left.shape[0] * right.shape[0], left.shape[1] * right.shape[1])
    return Value(data.reshape((*data.shape[:-4], *shape)), 2)


def _quotient(node: Any, scope: Scope) -> Value:
    above, below = evaluate(node.numerator, scope), evaluate(node.denominator, scope)
    if (below.rank or below.kind) and (above.rank, above.shape) != (below.rank, below.shape):
        raise Mismatch(f"division by {describe(below)}")
    if above.kind and not below.rank and not below.kind:
        return above.with_data(_divide(above.data, below.data))
    divide = divided if scope.effort.edge else _divide
    result = entrywise(divide, above, below)
    return replace(result, twin=entrywise(divide, above.twin, below)) if above.twin else result


def _divide(above: Any, below: Any) -> Any:
    return np.asarray(above) / np.asarray(below, dtype=np.result_type(below, float))


def _power(node: Any, scope: Scope) -> Value:
    if isinstance(node.base, tree.Name) and node.base.id == "e" and not names.is_declared("e", scope):
        return mapped(np.exp, evaluate(node.exponent, scope))
    base, exponent = evaluate(node.base, scope), evaluate(node.exponent, scope)
    if base.kind == "identity":
        return base.with_data(power(base.data, exponent.data))
    if base.rank == 2 and not exponent.rank:
        return matrix_power(base, exponent)
    raised = raised_there if scope.effort.edge else power
    result = entrywise(lambda x, y: raised(_floating(x), _floating(y)), base, exponent)
    return replace(result, twin=matrix_power(base.twin, exponent)) if base.twin else result


def _floating(data: Any) -> Any:
    return np.asarray(data, dtype=np.result_type(data, float))


def matrix_power(base: Value, exponent: Value) -> Value:
    """A^k of a square matrix for whole k; ½ and −½ are the symmetric roots."""
    number = complex(exponent.data.reshape(-1)[0]).real
    if base.shape[0] != base.shape[1] or np.ptp(np.real(exponent.data)) > 0:
        raise Mismatch(f"a power of {describe(base)}")
    if number in (0.5, -0.5) and not np.iscomplexobj(base.data):
        values, vectors = np.linalg.eigh(base.data)
        return Value((vectors * np.sqrt(values)[..., None, :] ** (2 * number)) @ np.swapaxes(vectors, -1, -2), 2)
    if number != int(number) or abs(number) > 64:
        raise Unsupported("a broken power of a matrix")
    return Value(np.linalg.matrix_power(invertible(base.data) if number < 0 else base.data, int(abs(number))), 2)


def invertible(data: Any) -> Any:
    """The inverse, undefined (nan) where the matrix is singular."""
    conditions = np.linalg.cond(np.real(data))
    safe = np.where((conditions < 1e13)[..., None, None], data, np.eye(data.shape[-1]))
    return np.where((conditions < 1e13)[..., None, None], np.linalg.inv(safe), np.nan)


def _root(node: Any, scope: Scope) -> Value:
    radicand = evaluate(node.radicand, scope)
    if node.degree is None:
        return mapped(np.sqrt, radicand)
    degree = evaluate_scalar(node.degree, scope)
    return entrywise(lambda x, y: power(_floating(x), 1 / _floating(y)), radicand, degree)


def _factorial(node: Any, scope: Scope) -> Value:
    return mapped(double_factorial if node.double else factorial, evaluate(node.argument, scope))


def _transpose(node: Any, scope: Scope) -> Value:
    return transposed(evaluate(node.argument, scope))


def _absolute(node: Any, scope: Scope) -> Value:
    value = evaluate(node.argument, scope)
    if value.rank == 2 and value.shape[0] == value.shape[1]:
        return scalar(np.linalg.det(value.data))
    scope.effort.rough += 1
    return mapped(absolute, value)


def _norm(node: Any, scope: Scope) -> Value:
    return calls.norm(evaluate(node.argument, scope), node.kind)


def _delta(node: Any, scope: Scope) -> Value:
    left, right = evaluate_scalar(node.left, scope), evaluate_scalar(node.right, scope)
    return entrywise(lambda x, y: np.where(np.abs(x - y) < 1e-9, 1.0, 0.0), left, right)


def _indicator(node: Any, scope: Scope) -> Value:
    return scalar(truth(node.relation, scope) * 1.0)


def _matrix(node: Any, scope: Scope) -> Value:
    rows = [[evaluate(item, scope) for item in row] for row in node.rows]
    if any(item.rank for row in rows for item in row):
        return _blocks(rows)
    if len({len(row) for row in rows}) > 1:
        raise Mismatch("the rows of a matrix differ in length")
    if len(rows) == 1 or len(rows[0]) == 1:
        return listed([item for row in rows for item in row], row=len(rows) == 1 and len(rows[0]) > 1)
    flat = np.stack(np.broadcast_arrays(*[item.data for row in rows for item in row]), axis=-1)
    return Value(flat.reshape((*flat.shape[:-1], len(rows), len(rows[0]))), 2)


def _blocks(rows: list[list[Value]]) -> Value:
    """A matrix of blocks, or vectors stacked in a column or a row of columns."""
    if all(len(row) == 1 and row[0].rank == 1 and not row[0].row for row in rows):
        return Value(np.concatenate([row[0].data for row in rows], axis=-1), 1)
    if any(item.rank > 2 for row in rows for item in row):
        raise Unsupported("a matrix of such blocks")
    lines = [np.concatenate([_as_matrix(item) for item in row], axis=-1) for row in rows]
    return Value(np.concatenate(lines, axis=-2), 2)


def _as_matrix(value: Value) -> Any:
    if value.rank == 1:
        return value.data[..., None, :] if value.row else value.data[..., :, None]
    return lifted(value, 2 - value.rank)


def listed(items: list[Value], row: bool = False) -> Value:
    """Scalars as one vector."""
    if any(item.rank or item.kind for item in items):
        raise Unsupported("a list of arrays")
    return Value(np.stack(np.broadcast_arrays(*[item.data for item in items]), axis=-1), 1, row)


def _tuple(node: Any, scope: Scope) -> Value:
    return listed(names.expanded(node.items, scope))


def _cases(node: Any, scope: Scope) -> Value:
    result = scalar(np.nan)
    for value, condition in reversed(node.branches):
        branch = evaluate(value, scope)
        if condition is None:
            result = branch
            continue
        holds = truth(condition, scope)
        mask = holds.reshape(holds.shape + (1,) * max(branch.rank, result.rank))
        result = entrywise(partial(_chosen, mask), branch, result)
    return result


def _chosen(mask: Any, x: Any, y: Any) -> Any:
    return np.where(mask, x, y)


#: What is followed along a sequence of arguments.
FOLLOWED = frozenset({tree.Limit, tree.Integral, tree.Optimum})

HANDLERS: dict[type[tree.Node], Handler] = {
    tree.Number: _number,
    tree.Name: names.name,
    tree.Component: names.component,
    tree.Add: _add,
    tree.Negative: _negative,
    tree.Product: _product,
    tree.Dot: _dot,
    tree.Hadamard: _hadamard,
    tree.Kronecker: _kronecker,
    tree.Quotient: _quotient,
    tree.Power: _power,
    tree.Root: _root,
    tree.Factorial: _factorial,
    tree.Transpose: _transpose,
    tree.Absolute: _absolute,
    tree.Norm: _norm,
    tree.Delta: _delta,
    tree.Indicator: _indicator,
    tree.Matrix: _matrix,
    tree.Tuple: _tuple,
    tree.Cases: _cases,
    tree.Call: calls.call,
    tree.Prime: calculus.prime,
    tree.Big: sums.big,
    tree.Integral: sums.integral,
    tree.Operator: statistics.operator,
    tree.Limit: calculus.limit,
    tree.Derivative: calculus.derivative,
    tree.Gradient: calculus.gradient,
    tree.Optimum: calculus.optimum,
}
