"""Values at which assumed equations hold, and at which what is said of each name still does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from symbolic.crosscheck.parameters import bounds, words
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Value
from symbolic.language.symbols import Symbol, Table

#: How far from what is said of a name its value may end.
CLOSE = 1e-9


class Unsolved(ValueError):
    """An assumed equation for which no values were found, at these sizes or at all."""


#: What vanishes for a vector or matrix of which a word is said.
STRUCTURE: dict[str, tuple[int, Callable[[Data], Data]]] = {
    "symmetric": (2, lambda a: a - a.T),
    "positive definite": (2, lambda a: a - a.T),
    "positive semidefinite": (2, lambda a: a - a.T),
    "antisymmetric": (2, lambda a: a + a.T),
    "orthogonal": (2, lambda a: a.T @ a - np.eye(a.shape[1])),
    "diagonal": (2, lambda a: a - np.diag(np.diag(a))),
    "lower triangular": (2, lambda a: np.triu(a, 1)),
    "upper triangular": (2, lambda a: np.tril(a, -1)),
    "sums to 1": (1, lambda x: x.sum(keepdims=True) - 1),
    "unit norm": (1, lambda x: (x * x).sum(keepdims=True) - 1),
}


def broken(symbol: Symbol, value: Value) -> Data:
    """How far an array is from the structure that is said of it; empty where none is."""
    data = np.real(value.data)
    if symbol.family is not None or data.ndim != value.rank:
        return np.zeros(0)
    rules = (STRUCTURE[word] for word in sorted(symbol.signs & STRUCTURE.keys()))
    return np.concatenate([np.zeros(0), *(rule(data).reshape(-1) for rank, rule in rules if rank == value.rank)])


def stays(symbol: Symbol, value: Value, table: Table, scope: Scope) -> bool:
    """Has a value that was moved still the signs, bounds and structure that are said of its name?"""
    data, said = np.real(value.data), words(symbol, table)
    low, high = bounds(symbol, table, scope)
    if np.any(np.abs(broken(symbol, value)) > CLOSE):
        return False
    if "positive definite" in said and data.ndim == 2 and np.linalg.eigvalsh(data + data.T).min() <= 0:
        return False
    return not (
        ("positive" in said and np.any(data <= 0))
        or ("nonnegative" in said and np.any(data < 0))
        or ("negative" in said and np.any(data >= 0))
        or ("nonzero" in said and np.any(data == 0))
        or (low is not None and np.any(data < low - CLOSE))
        or (high is not None and np.any(data > high + CLOSE))
    )


def kept_positive(names: Iterable[str], table: Table) -> set[str]:
    """The names of which it is said, or needed by a law, that they are positive."""
    symbols = (symbol for name in names if (symbol := table.symbol(name)) is not None)
    return {symbol.name for symbol in symbols if words(symbol, table) & {"positive", "nonnegative"}}


def solved(unknown: dict[str, Value], residual: Any, positive: Iterable[str], rounds: int = 40) -> dict[str, Value]:
    """Values near `unknown` at which residual(values) vanishes: Gauss–Newton steps of least length.

    What is said to be positive stays so: its logarithm is what moves.
    """
    names = list(unknown)
    logs = {name for name in positive if name in unknown and np.all(unknown[name].data > 0)}
    shapes = [unknown[name].data.shape for name in names]
    ends = np.cumsum([int(np.prod(shape, dtype=int)) for shape in shapes])

    def unpacked(vector: Data) -> dict[str, Value]:
        parts = np.split(vector, ends[:-1])
        moved = [np.exp(part) if name in logs else part for name, part in zip(names, parts, strict=True)]
        return {n: Value(p.reshape(s), unknown[n].rank) for n, p, s in zip(names, moved, shapes, strict=True)}

    flat = [unknown[name].data.reshape(-1) for name in names]
    point = np.concatenate([np.log(part) if name in logs else part for name, part in zip(names, flat, strict=True)])
    return unpacked(_root(lambda vector: residual(unpacked(vector)), point, rounds))


def _root(f: Callable[[Data], Data], point: Data, rounds: int) -> Data:
    """f(point) = 0 by Gauss–Newton steps, the Jacobian kept up by Broyden's rank-one changes while that serves."""
    rest, slopes = f(point), None
    for _ in range(rounds):
        size = _size(rest)
        if size < 1e-12:
            break
        if slopes is None:
            slopes = _slopes(f, point)
        move = -np.linalg.pinv(slopes, rcond=1e-9) @ rest
        move = move * min(1.0, 1.0 / max(1e-12, float(np.abs(move).max())))
        new = f(point + move)
        change, point = new - rest - slopes @ move, point + move
        serves = _size(new) < 0.5 * size
        slopes = slopes + np.outer(change, move) / max(float(move @ move), 1e-300) if serves else None
        rest = new
    if not _size(rest) < 1e-9:
        raise Unsolved("no values were found that satisfy an assumed equation")
    return _polished(f, point, rest)


def _polished(f: Callable[[Data], Data], point: Data, rest: Data) -> Data:
    """One more step where one is left to make: a claim may multiply what the equations still miss."""
    if not _size(rest):
        return point
    closer = point - np.linalg.pinv(_slopes(f, point), rcond=1e-9) @ rest
    return closer if _size(f(closer)) < _size(rest) else point


def _slopes(f: Callable[[Data], Data], point: Data) -> Data:
    return np.stack([(f(point + 1e-6 * e) - f(point - 1e-6 * e)) / 2e-6 for e in np.eye(len(point))], axis=-1)


def _size(rest: Data) -> float:
    return float(np.max(np.abs(rest), initial=0.0))
