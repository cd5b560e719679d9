"""scalar(rng, depth, indices): a random scalar expression over the symbols of `value.GIVEN`, as a syntax tree."""

from __future__ import annotations

from itertools import count
from random import Random

from symbolic.notation.tree import (
    Add,
    Big,
    Bound,
    Call,
    Component,
    Delta,
    Dot,
    Name,
    Negative,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Transpose,
)
from tests.suites.value import MATRICES, VECTORS

ONE, TWO, N = Number("1"), Number("2"), Name("n")
A, B = Name("a"), Name("b")
_LETTERS = count()


def letter() -> str:
    """An index name that no other part has."""
    return f"k_{next(_LETTERS)}"


def call(name: str, argument: Node) -> Node:
    return Call(Name(name), (argument,))


def component(name: str, *indices: str) -> Node:
    return Component(Name(name), tuple(Name(index) for index in indices))


def sigma(index: str, body: Node, lower: Node = ONE, upper: Node = N) -> Big:
    return Big("∑", (Bound(index, lower, upper),), body)


def positive(rng: Random) -> Node:
    """An expression that is positive in every instance."""
    index = letter()
    return rng.choice(
        [
            A, B, Add((A, B)), Product((A, B)), Add((ONE, Power(Name("c"), TWO))),
            Add((ONE, Dot(Name("x"), Name("x")))), sigma(index, call("exp", component("z", index))),
        ]
    )  # fmt: skip


def leaf(rng: Random, indices: tuple[str, ...]) -> Node:
    first, second = rng.choice(indices), rng.choice(indices)
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice([A, B, Name("c"), N, Number(str(rng.randint(1, 4)))])
    if kind == 1:
        return component(rng.choice(VECTORS), first)
    if kind == 2:
        return component(rng.choice(MATRICES), first, second)
    if kind == 3:
        return Delta(Name(first), Name(second)) if first != second else component("x", first)
    return contraction(rng) if kind == 4 else elementary(rng)


def contraction(rng: Random) -> Node:
    """A scalar in matrix notation."""
    x, y = Name(rng.choice(VECTORS)), Name(rng.choice(VECTORS))
    first, second, third = (_matrix(rng) for _ in range(3))
    return rng.choice(
        [
            Dot(x, y), Product((Transpose(x), first, y)), Product((Transpose(x), first, second, y)),
            call("tr", Product((first, second))), call("tr", Product((first, second, third))), call("tr", first),
            Power(Norm(x), TWO),
        ]
    )  # fmt: skip


def _matrix(rng: Random) -> Node:
    found = Name(rng.choice(MATRICES))
    return Transpose(found) if rng.random() < 0.3 else found


def elementary(rng: Random) -> Node:
    name = rng.choice(["exp", "log", "sin", "cos", "sinh", "cosh", "tanh", "Gamma", "psi", "root", "e"])
    if name == "root":
        return Root(rng.choice([A, B]))
    if name == "e":
        return Power(Name("e"), Name("c"))
    if name in ("log", "Gamma", "psi"):
        return call(name, rng.choice([A, B, Add((A, B)), Add((A, ONE))]))
    return call(name, rng.choice([A, B, Name("c"), Negative(B), Add((A, B)), Product((TWO, A))]))


def scalar(rng: Random, depth: int = 3, indices: tuple[str, ...] = ("i", "j")) -> Node:
    if depth == 0:
        return leaf(rng, indices)
    kind = rng.choice(["leaf", "+", "+", "·", "·", "∑", "∑", "/", "^", "-"])
    if kind == "leaf":
        return leaf(rng, indices)
    if kind == "∑":
        index = letter()
        return sigma(index, scalar(rng, depth - 1, (*indices, index)))
    parts = tuple(scalar(rng, depth - 1, indices) for _ in range(2))
    if kind == "+":
        return Add(parts)
    if kind == "·":
        return Product(parts)
    if kind == "/":
        return Quotient(parts[0], positive(rng))
    return Power(parts[0], TWO) if kind == "^" else Add((parts[0], Negative(parts[1])))
