"""Named laws of random vectors and matrices as blocks: `ARRAYS` is the one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.blocks import Block, Coordinates, Weighted, affine, cholesky, plain
from symbolic.crosscheck.functions import FUNCTIONS, power
from symbolic.crosscheck.law_parts import numeric_law, parameters, shaped
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Value, sized
from symbolic.language.symbols import Law

if TYPE_CHECKING:
    from numeric.laws import Law as NumericLaw


def _square(value: Value, size: int) -> Value:
    """A parameter that is a matrix; I with the size that is asked of it."""
    return sized(value, Value(np.zeros((size, size)), 2))


def multinomial(name: str, law: Law, shape: tuple[int, ...], said: str) -> Block:
    """Counts of n draws: weights n!/∏x_i! ∏p_i^{x_i}."""

    def support(scope: Scope) -> Data:
        from numeric.laws.arrays import compositions

        n, p = parameters(law, scope)
        return np.array(list(compositions(round(float(np.real(n.data).reshape(-1)[0])), p.shape[0])), dtype=float)

    def weights(listed: Data, scope: Scope) -> Data:
        _, p = parameters(law, scope)
        gamma = FUNCTIONS["Γ"]
        counts = listed.reshape(len(listed), *(1,) * (scope.depth - 1), listed.shape[1])
        coefficient = gamma(listed.sum(axis=1) + 1) / np.prod(gamma(listed + 1), axis=1)
        chances = np.prod(power(p.data + 0 * counts, counts + 0 * p.data), axis=-1)
        return np.asarray(coefficient.reshape(-1, *(1,) * (scope.depth - 1)) * chances)

    return Weighted((name,), support, weights, said, len(shape))


def matrix_normal(name: str, law: Law, shape: tuple[int, ...], said: str) -> Block:
    """M + A Z Bᵀ with U = AAᵀ, V = BBᵀ."""
    size = int(np.prod(shape, dtype=int))

    def placed(columns: list[Data], scope: Scope) -> dict[str, Value]:
        mean, rows, across = parameters(law, scope)
        z = shaped(columns, shape).data
        rows, across = _square(rows, shape[0]), _square(across, shape[1])
        spread = cholesky(rows).data @ z @ np.swapaxes(cholesky(across).data, -1, -2)
        return {name: affine(mean, Value(np.asarray(1.0)), Value(spread, 2))}

    return Coordinates((name,), size, lambda scope: [(numeric_law("normal"), (0.0, 1.0))] * size, placed, said)


def dirichlet(name: str, law: Law, shape: tuple[int, ...], said: str) -> Block:
    """By broken sticks: v_j ~ Beta(a_j, a_{j+1} + …), x_j = v_j ∏_{l<j} (1 − v_l)."""
    size = shape[0]

    def laws(scope: Scope) -> list[tuple[NumericLaw, tuple[float, ...]]]:
        shapes = plain(parameters(law, scope)[0])
        rest = shapes[::-1].cumsum()[::-1]
        return [(numeric_law("beta"), (float(shapes[j]), float(rest[j + 1]))) for j in range(size - 1)]

    def placed(columns: list[Data], scope: Scope) -> dict[str, Value]:
        left: Data = np.ones((1,) * scope.depth)
        entries = []
        for stick in columns:
            entries.append(left * stick)
            left = left * (1 - stick)
        return {name: shaped([*entries, left], shape)}

    return Coordinates((name,), size - 1, laws, placed, said)


def wishart(name: str, law: Law, shape: tuple[int, ...], said: str) -> Block:
    """W = L A Aᵀ Lᵀ (Bartlett): V = LLᵀ, A lower triangular, A_ii² ~ χ²(n − i + 1), A_ij standard normal."""
    size = shape[0]
    below = [(i, j) for i in range(size) for j in range(i)]

    def stated(scope: Scope) -> tuple[Value, Value]:
        scale, degrees = parameters(law, scope)
        return _square(scale, size), degrees

    def laws(scope: Scope) -> list[tuple[NumericLaw, tuple[float, ...]]]:
        scale, degrees = (plain(value) for value in stated(scope))
        numeric_law("wishart").check(scale, degrees)
        squares = [(numeric_law("chi-square"), (float(degrees) - i,)) for i in range(size)]
        return [*squares, *[(numeric_law("normal"), (0.0, 1.0))] * len(below)]

    def placed(columns: list[Data], scope: Scope) -> dict[str, Value]:
        scale, _ = stated(scope)
        lanes = np.broadcast_shapes(*(column.shape for column in columns))
        factor = np.zeros((*lanes, size, size))
        for i in range(size):
            factor[..., i, i] = np.sqrt(columns[i])
        for column, (i, j) in zip(columns[size:], below, strict=True):
            factor[..., i, j] = column
        half = cholesky(scale).data @ factor
        return {name: Value(half @ np.swapaxes(half, -1, -2), 2)}

    return Coordinates((name,), size + len(below), laws, placed, said)


#: law → (name, law, shape, said) → its block.
ARRAYS: dict[str, Callable[[str, Law, tuple[int, ...], str], Block]] = {
    "multinomial": multinomial,
    "matrix normal": matrix_normal,
    "dirichlet": dirichlet,
    "wishart": wishart,
}
