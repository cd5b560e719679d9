"""Generic values for what a given declares and does not fix, such that all its assumptions hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Unsupported, Value, entrywise, mapped, scalar
from symbolic.given import queries
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.generic import Chooser

ENTRYWISE = ("positive", "negative", "nonnegative", "nonzero")
WHOLE = (
    "symmetric", "diagonal", "orthogonal", "invertible", "positive definite", "full column rank",
    "sums to 1", "unit norm", "one-hot", "unique maximum",
)  # fmt: skip
#: What is made of a generic matrix.
SHAPED: dict[str, Callable[[Data], Data]] = {
    "antisymmetric": lambda matrix: np.asarray(matrix - matrix.T),
    "lower triangular": lambda matrix: np.tril(matrix),
    "upper triangular": lambda matrix: np.triu(matrix),
}
#: What can be said and no generic value is made to have.
UNMADE = frozenset({"increasing", "decreasing", "convex", "bounded"})


def fixed_names(table: Table) -> list[Symbol]:
    """The declared names that stand for a value: neither random, defined, bound, nor a size or function."""
    return [
        symbol
        for symbol in table.symbols.values()
        if symbol.kind in ("scalar", "vector", "matrix") and not symbol.random and symbol.name not in table.definitions
    ]


def words(symbol: Symbol, table: Table) -> set[str]:
    """The properties that the chooser of generic values understands."""
    said = {word for word in WHOLE if word in symbol.signs}
    if "nonpositive" in symbol.signs:
        said.add("negative")
    said |= {word for word in ENTRYWISE if queries.has(table, symbol.name, word) is not None}
    if said & {"positive", "negative"}:
        said -= {"nonnegative", "nonzero"}
    if "positive semidefinite" in symbol.signs:
        said.add("positive definite")
    if symbol.maximum_at is not None:
        said.add("unique maximum")
    return said


def bounds(symbol: Symbol, table: Table, scope: Scope) -> tuple[float | None, float | None]:
    """(low, high) of each entry, from the declaration and from assumptions that compare the name with a number."""
    lows, highs = [], []
    for word, node in symbol.bounds:
        if word == "in" and isinstance(node, tree.Interval):
            lows.append(_number(node.lower, scope))
            highs.append(_number(node.upper, scope))
        elif word in ("at least", "above"):
            lows.append(_number(node, scope))
        elif word in ("at most", "below"):
            highs.append(_number(node, scope))
    for left, relation, right in comparisons(table):
        if _is_of(left, symbol.name):
            (lows if relation in (">", "≥") else highs).append(_number(right, scope))
        if _is_of(right, symbol.name):
            (highs if relation in (">", "≥") else lows).append(_number(left, scope))
    known_low, known_high = [x for x in lows if x is not None], [x for x in highs if x is not None]
    return max(known_low, default=None), min(known_high, default=None)


def on_open_end(symbol: Symbol, number: float, scope: Scope) -> bool:
    """Is a number an end that the declaration of a name leaves out: 1 of `in (0, 1)`, 0 of `above 0`?"""
    ends = []
    for word, node in symbol.bounds:
        if word == "in" and isinstance(node, tree.Interval):
            ends += [node.lower] if node.open_left else []
            ends += [node.upper] if node.open_right else []
        elif word in ("above", "below"):
            ends.append(node)
    return any(_number(end, scope) == number for end in ends)


def comparisons(table: Table) -> Iterable[tuple[tree.Node, str, tree.Node]]:
    """The inequalities between neighbours that the given assumes or its laws require."""
    chains = [assumption.relation for assumption in table.assumptions]
    chains += [chain for chain, _ in queries.requirements(table)]
    for chain in chains:
        left = chain.first
        for relation, right in chain.links:
            if relation in ("<", "≤", ">", "≥"):
                yield left, relation, right
            left = right


def _is_of(node: tree.Node, name: str) -> bool:
    return node == tree.Name(name) or (isinstance(node, tree.Component) and node.array == tree.Name(name))


def _number(node: tree.Node, scope: Scope) -> float | None:
    """The value of a bound that is a number or made of sizes alone."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    try:
        found = float(np.real(evaluate_scalar(node, scope).data).reshape(-1)[0])
    except (Unsupported, KeyError):
        return None
    return found if np.isfinite(found) else None


def draw(symbol: Symbol, shape: tuple[int, ...], table: Table, scope: Scope, choose: Chooser) -> Value:
    """A generic value of one declared name, with the properties that the given says of it."""
    said = words(symbol, table)
    low, high = bounds(symbol, table, scope)
    if symbol.domain == "integer":
        return Value(_integers(shape, said, low, high, choose), len(shape))
    entry = said & set(ENTRYWISE)
    if not shape:
        return scalar(choose.scalar(entry, low, high))
    own = shape[1:] if symbol.family is not None else shape
    count = shape[0] if symbol.family is not None else 1
    members = [_array(own, said, low, high, symbol, scope, choose) for _ in range(count)]
    data = np.stack(members) if symbol.family is not None else members[0]
    return Value(data, len(shape))


def _array(
    own: tuple[int, ...], said: set[str], low: Any, high: Any, symbol: Symbol, scope: Scope, choose: Chooser
) -> Data:
    if len(own) == 1:
        place = 1
        if symbol.maximum_at is not None:
            place = int(_number(symbol.maximum_at, scope) or 1)
        return choose.vector(own[0], said, low, high, min(place, own[0]))
    if len(own) == 2:
        return _shaped(symbol.signs, choose.matrix(own[0], own[1], said, low, high))
    return choose.array(own, said & set(ENTRYWISE), low, high)


def _shaped(signs: Iterable[str], matrix: Data) -> Data:
    """The matrix made antisymmetric or triangular where that is said."""
    for word in signs:
        if word in SHAPED:
            matrix = SHAPED[word](matrix)
    if "full row rank" in signs and matrix.shape[0] > matrix.shape[1]:
        raise ValueError("a matrix with more rows than columns has no full row rank")
    if "invertible" in signs and np.linalg.cond(matrix) > 1e6:
        raise ValueError("a matrix that is to be invertible came out singular")
    return matrix


def _integers(shape: tuple[int, ...], said: set[str], low: float | None, high: float | None, choose: Chooser) -> Data:
    smallest = -4 if low is None else int(np.ceil(low))
    if said & {"positive", "nonnegative"}:
        smallest = max(smallest, 1)
    largest = smallest + 6 if high is None else int(np.floor(high))
    if "negative" in said:
        smallest, largest = -7, min(largest, -1)
    drawn = [choose.integer(smallest, max(smallest, largest)) for _ in range(int(np.prod(shape, dtype=int)))]
    kept = [value if value or "nonzero" not in said else 2 for value in drawn]
    return np.array(kept, dtype=float).reshape(shape)


def allows(said: set[str], special: float) -> bool:
    """May every entry of what has these properties be this number?"""
    if said - set(ENTRYWISE):
        return False
    return not (
        ("positive" in said and special <= 0)
        or ("negative" in said and special >= 0)
        or ("nonnegative" in said and special < 0)
        or ("nonzero" in said and special == 0)
    )


def generic_function(name: str, whole: bool) -> Callable[[Sequence[Value]], Value]:
    """A smooth function without symmetry: of one scalar, on arrays entry by entry unless it takes them whole."""
    seed = crc32(name.encode())

    def call(values: Sequence[Value]) -> Value:
        if len(values) == 1 and not (whole and values[0].rank):
            return mapped(lambda x: _curve(x, seed), values[0])
        first, second = scalar(0.1), scalar(-0.2)
        for place, value in enumerate(values):
            rng = np.random.default_rng((seed, place, *value.shape))
            first = entrywise(np.add, first, _contracted(value, rng))
            second = entrywise(np.add, second, _contracted(value, rng))
        return entrywise(lambda s, t: np.sin(s) + s * t / 2 + np.exp(0.3 * t), first, second)

    return call


def _contracted(value: Value, rng: np.random.Generator) -> Value:
    weighted = value.data * rng.uniform(0.3, 0.9, value.shape)
    return Value(weighted.sum(axis=tuple(range(-value.rank, 0))) if value.rank else weighted)


def _curve(x: Data, seed: int) -> Data:
    a, b, c = np.random.default_rng(seed).uniform(0.6, 1.4, 3)
    return np.asarray(a * np.sin(b * x + c) + 0.3 * c * x + 0.15 * a * x * x)
