"""How many axes an expression has: 0 scalar, 1 vector, 2 matrix, ROW a transposed vector, None unknown."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.notation import tree as t

ROW = -1
Rank = int | None
Ranks = Callable[[str], Rank]

_SCALARS = (t.Number, t.Dot, t.Delta, t.Indicator, t.Norm)
_SCALAR_CALLS = frozenset({"tr", "det", "logsumexp", "mean", "var", "rank", "norm", "argmax", "argmin", "binom"})
_SECOND_MOMENTS = frozenset({"Var", "Cov"})
_DEPTH = 60


def rank(node: t.Node, ranks: Ranks, depth: int = 0) -> Rank:
    """The rank of `node`, names being ranked by `ranks`; None when it cannot be told.

    >>> rank(t.Product((t.Transpose(t.Name("q")), t.Name("k"))), lambda name: 1)
    0
    """
    if depth > _DEPTH:
        return None
    if isinstance(node, t.Name):
        return ranks(node.id)
    if isinstance(node, _SCALARS):
        return 0
    rule = _RULES.get(type(node))
    return rule(node, lambda part: rank(part, ranks, depth + 1)) if rule else None


def product(left: Rank, right: Rank) -> Rank:
    """The rank of left·right as matrix algebra has it; a scalar multiplies anything."""
    if left == 0:
        return right
    if right == 0:
        return left
    if left is None or right is None:
        return None
    return {(ROW, 1): 0, (1, ROW): 2, (ROW, 2): ROW, (2, 1): 1, (2, 2): 2, (1, 1): 1}.get((left, right))


Recur = Callable[[t.Node], Rank]


def _highest(nodes: tuple[t.Node, ...], recur: Recur) -> Rank:
    known = [recur(node) for node in nodes]
    arrays = [r for r in known if r]
    if arrays:
        return max(arrays, key=abs)
    return None if None in known else 0


def _product(node: t.Product, recur: Recur) -> Rank:
    result: Rank = 0
    for factor in node.factors:
        result = product(result, recur(factor))
    return result


def _transpose(node: t.Transpose, recur: Recur) -> Rank:
    inner = recur(node.argument)
    return -inner if inner in (1, ROW) else inner


def _component(node: t.Component, recur: Recur) -> Rank:
    inner = recur(node.array)
    return None if inner is None else max(abs(inner) - len(node.indices), 0)


def _call(node: t.Call, recur: Recur) -> Rank:
    name = node.function.id if isinstance(node.function, t.Name) else ""
    if name in _SCALAR_CALLS or (name in ("max", "min") and len(node.arguments) == 1):
        return 0
    if name in ("I", "𝟏"):
        return 2 if name == "I" else 1
    if name == "vec":
        return 1
    if name == "diag":
        return 2 if recur(node.arguments[0]) == 1 else None
    return _highest(node.arguments, recur)


def _operator(node: t.Operator, recur: Recur) -> Rank:
    if node.kind not in ("E", *_SECOND_MOMENTS):
        return 0
    inner = _highest(node.arguments, recur)
    return 2 if node.kind in _SECOND_MOMENTS and inner == 1 else inner


def _derivative(node: t.Derivative, recur: Recur) -> Rank:
    ranks = [recur(node.body), *(recur(v) for v in node.variables)]
    return None if None in ranks else sum(abs(r) for r in ranks if r)


def _gradient(node: t.Gradient, recur: Recur) -> Rank:
    inner = recur(node.body)
    by = 1 if node.variable is None else recur(node.variable)
    return None if inner is None or by is None else abs(inner) + node.order * abs(by)


def _matrix(node: t.Matrix, recur: Recur) -> Rank:
    if len(node.rows) == 1:
        return ROW if len(node.rows[0]) > 1 else 0
    return 1 if all(len(row) == 1 for row in node.rows) else 2


def _absolute(node: t.Absolute, recur: Recur) -> Rank:
    inner = recur(node.argument)
    return 0 if inner == 2 else inner


_RULES: dict[type, Callable[..., Rank]] = {
    t.Component: _component,
    t.Add: lambda node, recur: _highest(node.terms, recur),
    t.Negative: lambda node, recur: recur(node.argument),
    t.PlusMinus: lambda node, recur: recur(node.argument),
    t.Product: _product,
    t.Hadamard: lambda node, recur: _highest((node.left, node.right), recur),
    t.Kronecker: lambda node, recur: _highest((node.left, node.right), recur),
    t.Quotient: lambda node, recur: _highest((node.numerator, node.denominator), recur),
    t.Power: lambda node, recur: _highest((node.base, node.exponent), recur),
    t.Root: lambda node, recur: recur(node.radicand),
    t.Factorial: lambda node, recur: recur(node.argument),
    t.Transpose: _transpose,
    t.Absolute: _absolute,
    t.Call: _call,
    t.Prime: lambda node, recur: recur(node.argument),
    t.Big: lambda node, recur: recur(node.body),
    t.Integral: lambda node, recur: recur(node.body),
    t.Operator: _operator,
    t.Limit: lambda node, recur: recur(node.body),
    t.OuterLimit: lambda node, recur: recur(node.of),
    t.Derivative: _derivative,
    t.Gradient: _gradient,
    t.Optimum: lambda node, recur: recur(node.variable if node.kind.startswith("arg") else node.body),
    t.Matrix: _matrix,
    t.Tuple: lambda node, recur: 1,
    t.Cases: lambda node, recur: recur(node.branches[0][0]),
}
