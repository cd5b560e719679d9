"""Random expressions of the component algebra, each with the number it denotes computed without the algebra.

A drawn `Pair` holds a polynomial built through the algebra's operations and a plain function that computes the same
number by loops over NumPy arrays; whatever rewriting the algebra does, the two must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from symbolic.algebra.facts import Facts
from symbolic.algebra.functions import function
from symbolic.algebra.indices import delta, entry, fresh
from symbolic.algebra.poly import ONE, Poly, constant, symbol
from symbolic.algebra.sums import sum_over
from tests.algebra.evaluate import World

SIZE = 3
N = symbol("n")


class PlainFacts(Facts):
    """n is a positive integer, i and j run over 1 … n, a and b are positive; nothing else is known."""

    def has(self, name: str, fact: str) -> bool:
        return (name in ("n", "a", "b") and fact in ("positive", "nonnegative", "nonzero")) or (
            name in ("n", "i", "j") and fact == "integer"
        )

    def lower_bound(self, name: str) -> int | None:
        return 1 if name in ("n", "i", "j") else None

    def span(self, name: str) -> tuple[Poly, Poly] | None:
        return (ONE, N) if name in ("i", "j") else None


def world(seed: int) -> World:
    rng = np.random.default_rng(seed)
    scalars = {"n": SIZE, "i": 1 + seed % SIZE, "j": 1 + seed // 3 % SIZE, "a": 1.3, "b": 0.7}
    arrays = {"x": rng.normal(size=SIZE), "y": rng.normal(size=SIZE), "A": rng.normal(size=(SIZE, SIZE))}
    return World(scalars, arrays)


Numbers = Mapping[str, int]


@dataclass(frozen=True)
class Pair:
    """A polynomial and its value by loops; `bound` maps fresh indices to numbers while a sum runs."""

    poly: Poly
    value: Callable[[World, Numbers], float]


def _leaf(indices: tuple[str, ...]) -> st.SearchStrategy[Pair]:
    chosen = st.sampled_from(indices)
    return st.one_of(
        st.sampled_from([Pair(symbol(name), lambda w, _, name=name: w.scalars[name]) for name in ("a", "b", "n")]),
        st.integers(-3, 3).map(lambda k: Pair(constant(k), lambda w, _: float(k))),
        st.builds(_component, st.sampled_from("xy"), chosen),
        st.builds(_matrix_entry, chosen, chosen),
        st.builds(_kronecker, chosen, chosen),
    )


def _component(array: str, index: str) -> Pair:
    return Pair(entry(array, (symbol(index),)), lambda w, at: float(w.arrays[array][_at(w, at, index)]))


def _matrix_entry(row: str, column: str) -> Pair:
    poly = entry("A", (symbol(row), symbol(column)))
    return Pair(poly, lambda w, at: float(w.arrays["A"][_at(w, at, row), _at(w, at, column)]))


def _kronecker(left: str, right: str) -> Pair:
    return Pair(delta(symbol(left), symbol(right)), lambda w, at: float(_at(w, at, left) == _at(w, at, right)))


def _at(w: World, at: Numbers, index: str) -> int:
    return at[index] - 1 if index in at else int(w.scalars[index]) - 1


def _combined(first: Pair, second: Pair, sign: str) -> Pair:
    if sign == "*":
        return Pair(first.poly * second.poly, lambda w, at: first.value(w, at) * second.value(w, at))
    return Pair(first.poly + second.poly, lambda w, at: first.value(w, at) + second.value(w, at))


def _exponential(inner: Pair) -> Pair:
    scaled = inner.poly * constant(1) * symbol("a") ** -1
    small = function("exp", (function("sin", (scaled,)),))
    return Pair(small, lambda w, at: float(np.exp(np.sin(inner.value(w, at) / w.scalars["a"]))))


@st.composite
def pairs(draw: st.DrawFn, depth: int = 3, indices: tuple[str, ...] = ("i", "j")) -> Pair:
    """A random expression over i, j, x, y, A, a, b, n with sums, products and an elementary function."""
    if depth == 0:
        return draw(_leaf(indices))
    kind = draw(st.sampled_from(["leaf", "+", "*", "*", "sum", "sum", "exp"]))
    if kind == "leaf":
        return draw(_leaf(indices))
    if kind == "exp":
        return _exponential(draw(pairs(depth=0, indices=indices)))
    if kind == "sum":
        index = fresh((ONE, N))
        name = next(iter(index.free))
        inner = draw(pairs(depth=depth - 1, indices=(*indices, name)))
        total = sum_over(name, ONE, N, inner.poly)
        return Pair(total, lambda w, at: sum(inner.value(w, {**at, name: k}) for k in range(1, SIZE + 1)))
    first = draw(pairs(depth=depth - 1, indices=indices))
    second = draw(pairs(depth=depth - 1, indices=indices))
    return _combined(first, second, kind)
