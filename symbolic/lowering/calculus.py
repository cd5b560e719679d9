"""Derivatives, gradients, limits and optima of arrays, entry by entry.

∂scalar/∂array has the array's shape; ∂vector/∂vector is the Jacobian (rows: outputs).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import lam
from symbolic.algebra.indices import entry as component
from symbolic.algebra.poly import Poly, atom, symbol
from symbolic.algebra.substitute import mapped, transform
from symbolic.lowering.arrays import Array, ShapeError, describe, remembered, scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

_arguments = count(1)


def lower_derivative(node: Any, scope: Scope) -> Array:
    """∂^k body / ∂x ∂y …, the variables applied from the last."""
    scope, restores = _suspended(node.variables, scope)
    from symbolic.lowering.lower import lower

    array = lower(_applied(node.body, node.variables[0], scope), scope)
    for written in reversed(node.variables):
        array = derived(array, _variable(written, scope))
    return _restored(array, restores)


def _applied(body: tree.Node, variable: tree.Node, scope: Scope) -> tree.Node:
    """d²ℓ/dφ² of a function ℓ of one argument is that of ℓ(φ)."""
    if not isinstance(body, tree.Name) or body.id in scope.locals:
        return body
    made = scope.situation.table.definitions.get(body.id)
    return tree.Call(body, (variable,)) if made is not None and len(made.parameters) == 1 else body


def derived(array: Array, variable: Array) -> Array:
    """The array of derivatives of each entry by each entry of the variable."""
    from symbolic.rules.calculus import differentiate

    if array.kind:
        raise ShapeError(f"the derivative of {describe(array)}")
    split = len(array.shape)

    def entry(at: tuple[Poly, ...]) -> Poly:
        target = variable.entry(at[split:]).atom
        if target is None or target.kind not in ("sym", "comp", "scomp"):
            raise Unsupported("a derivative by an expression")
        return differentiate(array.entry(at[:split]), target)

    first = array.first or tuple(array.span(axis)[0] for axis in range(split))
    own = variable.first or tuple(variable.span(axis)[0] for axis in range(len(variable.shape)))
    row = (not split and variable.row) or (array.row and not variable.shape)
    return Array(array.shape + variable.shape, remembered(entry), row, "", first + own)


def _variable(written: tree.Node, scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    array = lower(written, scope)
    return Array(array.shape, array.entry, array.row, array.kind, array.first)


def _suspended(variables: tuple[tree.Node, ...], scope: Scope) -> tuple[Scope, list[Callable[[Poly], Poly]]]:
    """The scope in which every defined variable is free, and the ways back to its definition."""
    restores: list[Callable[[Poly], Poly]] = []
    for written in variables:
        base = written.array if isinstance(written, tree.Component) else written
        if isinstance(base, tree.Power):
            raise Unsupported("a derivative by an expression")
        if isinstance(base, tree.Name) and base.id in scope.locals:
            scope, restore = _freed(base.id, scope)
            restores.append(restore)
        elif isinstance(base, tree.Name) and _is_defined(base.id, scope):
            scope, restore = _suspend(base, scope)
            restores.append(restore)
    return scope, restores


def _freed(name: str, scope: Scope) -> tuple[Scope, Callable[[Poly], Poly]]:
    """A parameter as a variable of its own, whatever it stands for: f(x) = d/dx g(x, y) at x = y is ∂₁g(y, y)."""
    meant, own = scope.locals[name], f"·{next(_arguments)}"
    return scope.with_locals({name: opaque_like(own, meant)}), lambda poly: reopened(poly, own, meant)


def _is_defined(name: str, scope: Scope) -> bool:
    return name in scope.situation.table.definitions and name not in scope.suspended


def _suspend(base: tree.Name, scope: Scope) -> tuple[Scope, Callable[[Poly], Poly]]:
    from symbolic.lowering.lower import lower

    meant = lower(base, scope)
    opaque = opaque_like(base.id, meant)
    return scope.suspend(base.id, opaque), lambda poly: reopened(poly, base.id, meant)


def opaque_like(name: str, model: Array) -> Array:
    """An array of atoms with the shape of another."""
    if not model.shape:
        return scalar(symbol(name))
    return Array(model.shape, lambda at: component(name, at), model.row, "", model.first)


def reopened(poly: Poly, name: str, meant: Array) -> Poly:
    """poly with the atoms of `name` replaced by the entries of its meaning."""

    def change(inner: Atom) -> Poly:
        if inner.kind == "sym" and inner.args[0] == name:
            return meant.scalar
        if inner.kind in ("comp", "scomp") and inner.args[0] == name:
            return meant.entry(tuple(transform(index, change, frozenset((name,))) for index in inner.args[1]))
        if name not in inner.free:
            return atom(inner)
        return mapped(inner, lambda part: transform(part, change, frozenset((name,))))

    return transform(poly, change, frozenset((name,)))


def _restored(array: Array, restores: list[Callable[[Poly], Poly]]) -> Array:
    if not restores:
        return array

    def entry(at: tuple[Poly, ...]) -> Poly:
        value = array.entry(at)
        for restore in restores:
            value = restore(value)
        return value

    return Array(array.shape, remembered(entry), array.row, "", array.first)


def lower_gradient(node: Any, scope: Scope) -> Array:
    """∇_x f, ∇²_x f; a bare ∇ before f(x) is by f's argument, taken at that argument."""
    from symbolic.lowering.lower import lower

    if node.variable is None:
        return _bare_gradient(node, scope)
    if isinstance(node.variable, tree.Tuple):
        raise Unsupported("a gradient by several names")
    scope, restores = _suspended((node.variable,), scope)
    array = lower(node.body, scope)
    for _ in range(node.order):
        array = derived(array, _variable(node.variable, scope))
    return _restored(array, restores)


def _bare_gradient(node: Any, scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    if not isinstance(node.body, tree.Call) or len(node.body.arguments) != 1:
        if isinstance(node.body, tree.Name) and node.order == 1:
            own = lower(node.body, scope)
            if own.shape and node.body.id not in scope.situation.table.definitions:
                return derived(own, own)
        raise Unsupported("a ∇ that does not say by what (write ∇_x)")
    meant = lower(node.body.arguments[0], scope)
    name = f"·{next(_arguments)}"
    free = opaque_like(name, meant)
    array = lower(tree.Call(node.body.function, (tree.Name(name),)), scope.with_locals({name: free}))
    for _ in range(node.order):
        array = derived(array, free)
    return _restored(array, [lambda poly: reopened(poly, name, meant)])


def lower_limit(node: Any, scope: Scope) -> Array:
    """lim by the rules of limits, entry by entry."""
    from symbolic.lowering.lower import lower, lower_scalar
    from symbolic.rules.limits import limit

    if not isinstance(node.variable, tree.Name):
        raise Unsupported("a limit in something other than a name")
    name = node.variable.id
    target = lower_scalar(node.target, scope)
    array = lower(node.body, scope.with_index(name, symbol(name)))

    def entry(at: tuple[Poly, ...]) -> Poly:
        value = limit(array.entry(at), name, target, node.side, scope.situation)
        if value is None:
            raise Unsupported("a limit that no rule evaluates")
        return value

    return Array(array.shape, remembered(entry), array.row, array.kind, array.first)


def lower_optimum(node: Any, scope: Scope) -> Array:
    """min, max, argmin, argmax over a scalar or a vector by the rules of optima."""
    from symbolic.rules.optima import optimum
    from symbolic.rules.quadratic_forms import vector_optimum

    if not isinstance(node.variable, tree.Name) or node.domain is not None:
        raise Unsupported(f"{node.kind} over a constrained variable")
    name = node.variable.id
    extreme = _extreme_of_a_sample(node, name, scope)
    if extreme is not None:
        return scalar(extreme)
    body, size = _over_name(node, name, scope)
    if size is not None:
        found = vector_optimum(node.kind, body, name, size, scope.situation)
    else:
        value = optimum(node.kind, body, name, scope.situation)
        found = scalar(value) if value is not None else None
    if found is None:
        raise Unsupported(f"a {node.kind} that no rule evaluates")
    return found


def _over_name(node: Any, name: str, scope: Scope) -> tuple[Poly, Poly | None]:
    """(the body, the size of the name where it is a vector); an undeclared name has the one shape that fits."""
    from symbolic.lowering.lower import lower_scalar

    if scope.situation.table.knows(name):
        return lower_scalar(node.body, scope), _free_vector(name, scope)
    tries: list[tuple[Scope, Poly | None]] = [(scope.with_index(name, symbol(name)), None)]
    for declared in scope.situation.table.symbols.values():
        if declared.kind == "dimension":
            own = symbol(declared.name)
            tries.append((scope.with_locals({name: Array((own,), lambda at: component(name, at))}), own))
    found = []
    for local, size in tries:
        with suppress(ShapeError, Unsupported):
            found.append((lower_scalar(node.body, local), size))
    if len(found) != 1:
        raise Unsupported(f"{node.kind} over {name}, whose shape is not declared")
    return found[0]


def _extreme_of_a_sample(node: Any, name: str, scope: Scope) -> Poly | None:
    """max_i X_i and min_i X_i over an index, as one quantity."""
    from symbolic.algebra.functions import function
    from symbolic.lowering.lower import lower_scalar
    from symbolic.lowering.ranges import index_range

    declared = scope.situation.table.symbol(name)
    if node.kind not in ("max", "min") or (declared is not None and declared.kind != "index"):
        return None
    try:
        first, last = index_range(name, node.body, scope)
    except Unsupported:
        return None
    array = lam((last - first + 1,), lambda at: lower_scalar(node.body, scope.with_index(name, at + first - 1)))
    return function(node.kind, (array,))


def _free_vector(name: str, scope: Scope) -> Poly | None:
    """The size of a declared vector that nothing restricts."""
    from symbolic.lowering.names import axes

    declared = scope.situation.table.symbol(name)
    if declared is None or declared.kind != "vector" or declared.family is not None or declared.random:
        return None
    if declared.signs or declared.bounds or name in scope.situation.table.definitions:
        raise Unsupported("an optimum over a constrained vector")
    return axes(declared, scope)[0][0]
