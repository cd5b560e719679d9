"""Named laws of a random name as blocks: standard coordinates that are moved, weights that follow their parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.blocks import Block, Coordinates, Weighted, affine, cholesky, plain
from symbolic.crosscheck.functions import FUNCTIONS, power
from symbolic.crosscheck.law_parts import numeric_law, parameters, shaped
from symbolic.crosscheck.laws_arrays import ARRAYS
from symbolic.crosscheck.moments import Moments, deviation
from symbolic.crosscheck.scope import NotAnalytic, Scope
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.language.symbols import Law
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.laws import Law as NumericLaw

Parameters = Sequence[Data]


#: law → (standard law, its parameters taken from the stated ones, the map from standard to stated)
MOVED: dict[str, tuple[str, Callable[[Parameters], tuple[Data, ...]], Callable[[Data, Parameters], Data]]] = {
    "uniform": ("uniform", lambda p: _numbers(0, 1), lambda u, p: p[0] + (p[1] - p[0]) * u),
    "exponential": ("exponential", lambda p: _numbers(1), lambda u, p: u / p[0]),
    "gamma": ("gamma", lambda p: (p[0], np.asarray(1.0)), lambda u, p: u / p[1]),
    "chi-square": ("chi-square", lambda p: (p[0],), lambda u, p: u),
    "beta": ("beta", lambda p: (p[0], p[1]), lambda u, p: u),
    "laplace": ("laplace", lambda p: _numbers(0, 1), lambda u, p: p[0] + p[1] * u),
    "lognormal": ("normal", lambda p: _numbers(0, 1), lambda z, p: np.exp(p[0] + p[1] * z)),
    "student": ("student", lambda p: (p[0],), lambda u, p: u),
    "pareto": ("exponential", lambda p: _numbers(1), lambda u, p: p[0] * np.exp(u / p[1])),
    "gumbel": ("gumbel", lambda p: _numbers(0, 1), lambda u, p: p[0] + p[1] * u),
}


def _numbers(*values: float) -> tuple[Data, ...]:
    return tuple(np.asarray(float(v)) for v in values)


def continuous(name: str, law: Law, shape: tuple[int, ...], copies: bool, said: str) -> Block:
    """A continuous scalar law for every entry; with `copies`, one variable in all of them."""
    standard, taken, move = MOVED[law.name]
    size = 1 if copies else int(np.prod(shape, dtype=int))

    def laws(scope: Scope) -> list[tuple[NumericLaw, tuple[float, ...]]]:
        stated = [value.data for value in parameters(law, scope)]
        numbers = tuple(float(plain(Value(p))) for p in taken(stated))
        found = numeric_law(standard)
        found.check(*numbers)
        return [(found, numbers)] * size

    def placed(columns: list[Data], scope: Scope) -> dict[str, Value]:
        stated = parameters(law, scope)
        if any(value.rank for value in stated):
            raise Unsupported(f"{law.name} with an array for a parameter")
        moved = [move(column, [value.data for value in stated]) for column in columns]
        return {name: shaped(moved, shape)}

    return Coordinates((name,), size, laws, placed, said)


def normal(
    names: Sequence[str],
    shapes: Sequence[tuple[int, ...]],
    moments: Sequence[Moments],
    joint: Callable[[Scope], Value] | None,
    said: str,
) -> Block:
    """Normal names, jointly: m + L z with the root of the joint covariance, or entry by entry."""
    sizes = [int(np.prod(shape, dtype=int)) for shape in shapes]

    def laws(scope: Scope) -> list[tuple[NumericLaw, tuple[float, ...]]]:
        return [(numeric_law("normal"), (0.0, 1.0))] * sum(sizes)

    def placed(columns: list[Data], scope: Scope) -> dict[str, Value]:
        if joint is None:
            (name,), (shape,), (own,) = names, shapes, moments
            standard = shaped(columns, shape)
            spread = own.variance(scope)
            if spread.kind == "identity":
                spread = Value(spread.data)
            root = cholesky(spread) if spread.rank == 2 and spread.shape[0] == shape[-1] else deviation(spread)
            return {name: affine(own.mean(scope), root, standard)}
        z = Value(np.stack(np.broadcast_arrays(*columns), axis=-1), 1)
        moved = (cholesky(joint(scope)).data @ z.data[..., None])[..., 0]
        found, start = {}, 0
        for name, shape, size, own in zip(names, shapes, sizes, moments, strict=True):
            part = moved[..., start : start + size]
            part = part.reshape((*part.shape[:-1], *shape))
            found[name] = affine(own.mean(scope), Value(np.asarray(1.0)), Value(part, len(shape)))
            start += size
        return found

    return Coordinates(tuple(names), sum(sizes), laws, placed, said)


def _support(law: Law, scope: Scope, shape: tuple[int, ...]) -> Data:
    """The values of a discrete scalar law at the parameters' real parts, those of negligible weight left out."""
    stated = [np.real(value.data).reshape(-1) for value in parameters(law, scope)]
    if law.name == "bernoulli":
        return np.array([0.0, 1.0])
    if law.name == "rademacher":
        return np.array([-1.0, 1.0])
    if law.name in ("categorical", "one-hot categorical"):
        from symbolic.crosscheck.evaluate import evaluate

        return np.arange(1.0, evaluate(law.parameters[0], scope.globally()).shape[0] + 1)
    if law.name == "uniform integer":
        return np.arange(np.rint(stated[0][0]), np.rint(stated[1][0]) + 1)
    if law.name == "binomial":
        return np.arange(0.0, np.rint(stated[0].max()) + 1)
    if law.name == "geometric":
        return np.arange(1.0, 2 + np.ceil(-40 / np.log1p(-stated[0].min())))
    if law.name == "poisson":
        top = float(stated[0].max())
        last = (30 if shape else 80) + np.ceil(top + 12 * np.sqrt(top))
        return np.arange(0.0, min(last, LARGEST_FACTORIAL))
    raise Unsupported(f"the law {law.name}")


DISCRETE = frozenset({
    "bernoulli", "rademacher", "categorical", "one-hot categorical", "uniform integer", "binomial",
    "geometric", "poisson",
})  # fmt: skip


#: Laws that are cut off, and the largest number whose factorial is one in double precision.
LARGEST_FACTORIAL = 170
ENDLESS = frozenset({"geometric", "poisson"})


def _weights(law: Law, support: Data, scope: Scope) -> Data:
    """The probabilities of the support, as functions of the parameters; the scope is a lane deeper."""
    stated = parameters(law, scope)
    k = support.reshape(-1, *(1,) * (scope.depth - 1))
    if law.name in ("categorical", "one-hot categorical"):
        return np.moveaxis(np.broadcast_to(stated[0].data, stated[0].data.shape), -1, 0).reshape(
            stated[0].shape[0], *(1,) * (scope.depth - 1 - len(stated[0].lanes)), *stated[0].lanes
        )
    if law.name in ("rademacher", "uniform integer"):
        return np.full(k.shape, 1 / len(support))
    p = stated[-1].data
    if law.name == "bernoulli":
        return np.where(k > 0, p, 1 - p)
    if law.name == "binomial":
        n = stated[0].data
        return _choose(n, k) * power(p + 0 * k, k + 0 * p) * power(1 - p + 0 * k, n - k + 0 * p)
    if law.name == "geometric":
        return p * power(1 - p + 0 * k, k - 1 + 0 * p)
    return power(p + 0 * k, k + 0 * p) * np.exp(-p) / FUNCTIONS["Γ"](k + 1)


def _choose(n: Data, k: Data) -> Data:
    if np.iscomplexobj(n):
        raise NotAnalytic
    from scipy.special import binom

    return np.asarray(binom(n, k))


def discrete(name: str, law: Law, shape: tuple[int, ...], copies: bool, said: str) -> Block:
    """A discrete scalar law for every entry, independent ones or (with `copies`) one in all of them."""
    one_hot = law.name == "one-hot categorical"
    size = 1 if copies or one_hot else int(np.prod(shape, dtype=int))

    def support(scope: Scope) -> Data:
        values = _support(law, scope, shape)
        if one_hot:
            return np.eye(len(values))
        if not shape:
            return values
        if len(values) ** size > 1 << 17:
            raise Unsupported("more outcomes than one average may list")
        grid = np.stack(np.meshgrid(*[values] * size, indexing="ij"), axis=-1).reshape(-1, size)
        return np.broadcast_to(grid, (len(grid), int(np.prod(shape)))).reshape(-1, *shape)

    def weights(listed: Data, scope: Scope) -> Data:
        values = _support(law, scope, shape)
        single = _weights(law, values, scope)
        if one_hot or not shape:
            return single
        result = single
        for _ in range(size - 1):
            result = (result[:, None] * single[None, :]).reshape(-1, *single.shape[1:])
        return result

    return Weighted((name,), support, weights, said, len(shape), endless=law.name in ENDLESS)


def named(name: str, law: Law, shape: tuple[int, ...], copies: bool = False) -> Block:
    """The block of a name whose law is named (all but `normal`, which takes its moments)."""
    said = f"{name} {law.name}" + (", one variable in all components" if copies else "")
    if law.name in MOVED:
        return continuous(name, law, shape, copies, said)
    if law.name in DISCRETE:
        return discrete(name, law, shape, copies, said)
    array = ARRAYS.get(law.name)
    if array is not None:
        return array(name, law, shape, said)
    raise Unsupported(f"the law {law.name}")


def standard_law(node: tree.Node) -> Law | None:
    """LAW(a, b) as written after ∼."""
    from symbolic.notation.glyphs import LAW_WORDS

    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name):
        found = LAW_WORDS.get(node.function.id)
        return Law(found, node.arguments) if found else None
    return None
