"""lower(node, scope): the array that a syntax tree denotes, by components.

One handler a node type, in the table `HANDLERS` at the end.  What the engine has no mathematics for raises
`Unsupported` with the construct's name; shapes that cannot fit raise `ShapeError`.
"""

from __future__ import annotations

from typing import Any

from symbolic.algebra.functions import function, indicator
from symbolic.algebra.indices import delta
from symbolic.algebra.poly import ONE, ZERO, Poly, as_exponent, constant, product
from symbolic.algebra.powers import power
from symbolic.lowering import arrays, big, calculus, calls, kronecker, names, statistics
from symbolic.lowering.arrays import Array, ShapeError, scalar
from symbolic.lowering.scope import Handler, Scope, Unsupported
from symbolic.notation import tree


def lower(node: tree.Node, scope: Scope) -> Array:
    """The array that `node` denotes."""
    handler = HANDLERS.get(type(node))
    if handler is None:
        raise Unsupported(f"the construct {type(node).__name__}")
    return handler(node, scope)


def lower_scalar(node: tree.Node, scope: Scope) -> Poly:
    """The value of a scalar expression."""
    array = lower(node, scope)
    if array.shape or array.kind:
        raise ShapeError(f"{arrays.describe(array)} stands where a scalar is needed")
    return array.scalar


def _number(node: Any, scope: Scope) -> Array:
    return scalar(constant(node.value))


def _add(node: Any, scope: Scope) -> Array:
    return kronecker.total([lower(term, scope) for term in node.terms])


def _negative(node: Any, scope: Scope) -> Array:
    return kronecker.scaled(lower(node.argument, scope), constant(-1))


def _product(node: Any, scope: Scope) -> Array:
    result = lower(node.factors[0], scope)
    for factor in node.factors[1:]:
        result = kronecker.times(result, lower(factor, scope))
    return result


def _dot(node: Any, scope: Scope) -> Array:
    scope.situation.note("inner product", "q·k is the sum of the products of corresponding components")
    return scalar(arrays.inner(lower(node.left, scope), lower(node.right, scope)))


def _hadamard(node: Any, scope: Scope) -> Array:
    return kronecker.entrywise(lower(node.left, scope), lower(node.right, scope))


def _kronecker(node: Any, scope: Scope) -> Array:
    return kronecker.kronecker(lower(node.left, scope), lower(node.right, scope))


def _quotient(node: Any, scope: Scope) -> Array:
    above, below = lower(node.numerator, scope), lower(node.denominator, scope)
    if below.shape or below.kind:
        if arrays.same_shape(above, below) and above.shape:
            return arrays.entrywise(above, arrays.each(below, lambda value: power(value, -1)))
        raise ShapeError(f"division by {arrays.describe(below)}")
    return kronecker.scaled(above, power(below.scalar, -1))


def _power(node: Any, scope: Scope) -> Array:
    exponent = lower(node.exponent, scope)
    if isinstance(node.base, tree.Name) and node.base.id == "e" and not names.is_declared("e", scope):
        return arrays.each(exponent, lambda value: function("exp", (value,)))
    base = lower(node.base, scope)
    if exponent.shape or exponent.kind:
        if base.shape or base.kind:
            raise Unsupported("an array to the power of an array")
        return arrays.each(exponent, lambda value: power(base.scalar, as_exponent(value)))
    if not base.shape and not base.kind:
        return scalar(power(base.scalar, as_exponent(exponent.scalar)))
    return _array_power(base, exponent.scalar)


def _array_power(base: Array, exponent: Poly) -> Array:
    """A^k of a square matrix by repeated products, A^{-1} its inverse; of a vector, entry by entry."""
    number = exponent.number
    if number is None or number.denominator != 1 or abs(number) > 12:
        raise Unsupported("a power of an array with a symbolic or broken exponent")
    if base.kind == "identity":
        return Array((), lambda _: power(base.entry(()), as_exponent(exponent)), kind="identity")
    if base.twin is not None:
        base = base.twin
    if len(base.shape) == 1:
        raise Unsupported("the power of a vector (write x ⊙ x, or ‖x‖²)")
    return kronecker.matrix_power(base, int(number))


def _root(node: Any, scope: Scope) -> Array:
    degree = as_exponent(lower_scalar(node.degree, scope)) if node.degree is not None else 2
    exponent = as_exponent(power(constant(1) * degree, -1))
    return arrays.each(lower(node.radicand, scope), lambda value: power(value, exponent))


def _factorial(node: Any, scope: Scope) -> Array:
    value = lower_scalar(node.argument, scope)
    if node.double:
        raise Unsupported("the double factorial")
    return scalar(function("factorial", (value,)))


def _transpose(node: Any, scope: Scope) -> Array:
    return kronecker.transposed(lower(node.argument, scope))


def _absolute(node: Any, scope: Scope) -> Array:
    array = lower(node.argument, scope)
    if len(array.shape) == 2:
        return scalar(kronecker.determinant(array))
    return arrays.each(array, lambda value: function("abs", (value,)))


def _norm(node: Any, scope: Scope) -> Array:
    array = lower(node.argument, scope)
    if node.kind in ("", "2", "F") and (len(array.shape) < 2 or node.kind in ("", "F")):
        return scalar(power(kronecker.summed(array, lambda value: value**2), as_exponent(constant(1) / 2)))
    if node.kind == "1" and len(array.shape) == 1:
        return scalar(kronecker.summed(array, lambda value: function("abs", (value,))))
    raise Unsupported(f"the norm ‖·‖_{node.kind} of {arrays.describe(array)}")


def _delta(node: Any, scope: Scope) -> Array:
    return scalar(delta(lower_scalar(node.left, scope), lower_scalar(node.right, scope)))


def _indicator(node: Any, scope: Scope) -> Array:
    if not isinstance(node.relation, tree.Chain):
        raise Unsupported("an indicator of something other than a relation")
    return scalar(truth(node.relation, scope))


def truth(event: tree.Chain | tree.Tuple, scope: Scope) -> Poly:
    """1 where every relation of the event holds, else 0."""
    if isinstance(event, tree.Tuple):
        return product(_chain_holds(item, scope) for item in event.items if isinstance(item, tree.Chain))
    return _chain_holds(event, scope)


def _chain_holds(chain: tree.Chain, scope: Scope) -> Poly:
    result, left, left_node = ONE, lower_scalar(chain.first, scope), chain.first
    for operator, right_node in chain.links:
        right = lower_scalar(right_node, scope)
        apart = _extremes(left_node, operator, right_node)
        if apart is None:
            result = result * relation_indicator(operator, left, right)
        for first, second in apart or ():
            result = result * relation_indicator(operator, lower_scalar(first, scope), lower_scalar(second, scope))
        left, left_node = right, right_node
    return result


def _extremes(left: tree.Node, operator: str, right: tree.Node) -> list[tuple[tree.Node, tree.Node]] | None:
    """max(a, b) ≤ c as a ≤ c and b ≤ c, min(a, b) ≥ c as a ≥ c and b ≥ c; None for any other relation."""
    low, high = ("max", "min") if operator in ("<", "≤") else ("min", "max") if operator in (">", "≥") else ("", "")
    for side, name in ((left, low), (right, high)):
        if isinstance(side, tree.Call) and side.function == tree.Name(name) and len(side.arguments) > 1:
            return [(part, right) if side is left else (left, part) for part in side.arguments]
    return None


def relation_indicator(operator: str, left: Poly, right: Poly) -> Poly:
    if operator in ("=", "≠"):
        equal = names.equality(left, right)
        return equal if operator == "=" else ONE - equal
    if operator in (">", "≥"):
        left, right = right, left
    if operator in ("<", ">", "≤", "≥"):
        return indicator("<" if operator in ("<", ">") else "≤", left - right)
    raise Unsupported(f"the relation {operator} as an event")


def _matrix(node: Any, scope: Scope) -> Array:
    rows = [[lower_scalar(item, scope) for item in row] for row in node.rows]
    if len(rows[0]) == 1:
        return _listed([row[0] for row in rows])
    if len(rows) == 1:
        listed = _listed(rows[0])
        return Array(listed.shape, listed.entry, row=True)
    shape = (constant(len(rows)), constant(len(rows[0])))
    if any(len(row) != len(rows[0]) for row in rows):
        raise ShapeError("the rows of a matrix differ in length")
    return Array(shape, lambda at: arrays.picked(at[0], [arrays.picked(at[1], row) for row in rows]))


def _tuple(node: Any, scope: Scope) -> Array:
    items = [lower(item, scope) for item in node.items]
    if any(item.shape or item.kind for item in items):
        raise Unsupported("a list of arrays")
    return _listed([item.scalar for item in items])


def _listed(values: list[Poly]) -> Array:
    return Array((constant(len(values)),), lambda at: arrays.picked(at[0], values))


def _cases(node: Any, scope: Scope) -> Array:
    result, left = ZERO, ONE
    for value, condition in node.branches:
        holds = truth(condition, scope) if isinstance(condition, tree.Chain) else ONE
        result = result + left * holds * lower_scalar(value, scope)
        left = left * (ONE - holds)
    return scalar(result)


HANDLERS: dict[type[tree.Node], Handler] = {
    tree.Number: _number,
    tree.Name: names.lower_name,
    tree.Component: names.lower_component,
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
    tree.Call: calls.lower_call,
    tree.Prime: calls.lower_prime,
    tree.Big: big.lower_big,
    tree.Integral: big.lower_integral,
    tree.Operator: statistics.lower_operator,
    tree.Limit: calculus.lower_limit,
    tree.Derivative: calculus.lower_derivative,
    tree.Gradient: calculus.lower_gradient,
    tree.Optimum: calculus.lower_optimum,
    tree.Matrix: _matrix,
    tree.Tuple: _tuple,
    tree.Cases: _cases,
}
