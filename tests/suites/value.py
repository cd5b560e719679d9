"""value(node, world): the number or array a syntax tree denotes, by plain loops; shares no rule with the engine."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import digamma, gamma

from symbolic.notation import tree

GIVEN = """a, b : positive
c : real
x, y, z : vector(n)
A, B : matrix(n, n)
S : matrix(n, n), symmetric
p = softmax(z)
i, j : index(n)"""
VECTORS, MATRICES = ("x", "y", "z", "p"), ("A", "B", "S")
FUNCTIONS = {
    "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh,
    "tanh": np.tanh, "Gamma": gamma, "psi": digamma, "tr": np.trace,
}  # fmt: skip

World = Mapping[str, Any]


def world(seed: int, size: int | None = None) -> dict[str, Any]:
    """An instance of GIVEN."""
    rng = np.random.default_rng(seed)
    n = size or 2 + seed % 3
    arrays = {name: rng.normal(size=n) for name in "xyz"}
    square = {name: rng.normal(size=(n, n)) for name in MATRICES}
    square["S"] = square["S"] + square["S"].T
    p = np.exp(arrays["z"]) / np.exp(arrays["z"]).sum()
    scalars = {"a": rng.uniform(0.5, 2), "b": rng.uniform(0.5, 2), "c": rng.normal(), "e": math.e}
    indices = {name: int(rng.integers(1, n + 1)) for name in "ij"}
    return {"n": n, "p": p, **scalars, **indices, **arrays, **square}


def value(node: tree.Node, here: World) -> Any:
    match node:
        case tree.Number():
            return float(node.value)
        case tree.Name():
            return here[node.id]
        case tree.Component():
            places = tuple(round(value(index, here)) for index in node.indices)
            array = value(node.array, here)
            if any(not 1 <= place <= size for place, size in zip(places, array.shape, strict=True)):
                raise IndexError(places)
            return float(array[tuple(place - 1 for place in places)])
        case tree.Add():
            return sum(value(term, here) for term in node.terms)
        case tree.Negative():
            return -value(node.argument, here)
        case tree.Product():
            return _product([value(factor, here) for factor in node.factors])
        case tree.Quotient():
            return value(node.numerator, here) / value(node.denominator, here)
        case tree.Dot():
            return float(value(node.left, here) @ value(node.right, here))
        case _:
            return _rarer(node, here)


def _rarer(node: tree.Node, here: World) -> Any:
    match node:
        case tree.Power():
            return value(node.base, here) ** value(node.exponent, here)
        case tree.Root():
            return math.sqrt(value(node.radicand, here))
        case tree.Norm():
            return float(np.linalg.norm(value(node.argument, here)))
        case tree.Transpose():
            return np.atleast_2d(value(node.argument, here)).T if _is_matrix(node.argument) else _row(node, here)
        case tree.Delta():
            return float(round(value(node.left, here)) == round(value(node.right, here)))
        case tree.Call(function=tree.Name(id=name), arguments=(argument,)):
            with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
                return FUNCTIONS[name](value(argument, here))
        case tree.Big(bounds=(bound,)):
            parts = (value(node.body, {**here, bound.index: k}) for k in _range(bound, here))
            return sum(parts) if node.operator == "∑" else math.prod(parts)
    raise NotImplementedError(type(node).__name__)


def _is_matrix(node: tree.Node) -> bool:
    return isinstance(node, tree.Name) and node.id in MATRICES


def _row(node: tree.Transpose, here: World) -> Any:
    found = value(node.argument, here)
    return found.T if found.ndim == 2 else found[None, :]


def _range(bound: tree.Bound, here: World) -> range:
    first = 1 if bound.lower is None else round(value(bound.lower, here))
    last = here["n"] if bound.upper is None else round(value(bound.upper, here))
    return range(first, last + 1)


def _product(factors: list[Any]) -> Any:
    result = factors[0]
    for factor in factors[1:]:
        result = result @ factor if np.ndim(result) and np.ndim(factor) else result * factor
    return float(np.squeeze(result)) if np.ndim(result) == 1 and np.size(result) == 1 else result
