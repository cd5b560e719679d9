"""What is left open of quantities where one is known whose law is stated given them.

Where all are normal, the two are jointly so; a single continuous quantity, or listed ones, are weighed by the density
of what is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck import averages
from symbolic.crosscheck.averages import Body
from symbolic.crosscheck.blocks import Block, Conditional, Coordinates, plain
from symbolic.crosscheck.sampling import outcomes_scope
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.language.symbols import Symbol
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.laws import Law

#: Points of the rule that finds how large the likelihood is, and how often it is scaled until its average is about 1.
COARSE, TURNS = 25, 4


@dataclass(frozen=True)
class Weighed:
    """The outer names of a conditional law, to be weighed by the density of the inner name where it is known."""

    outer: Block
    known: str


def average(body: Body, found: Weighed, rest: list[Block], scope: Scope) -> Value:
    """E[f(θ) L(θ)]/E[L(θ)], L scaled so that the latter is about 1."""
    shift = _level(found, scope)

    def likelihood(inner: Scope) -> Data:
        with np.errstate(all="ignore"):
            return np.asarray(np.exp(log_density(found.known, inner) - shift))

    def scaled(inner: Scope) -> Value:
        value = body(inner)
        weight = likelihood(inner)
        return value.with_data(value.data * weight.reshape(weight.shape + (1,) * value.rank))

    for _ in range(TURNS):
        below = np.real(averages.over(lambda inner: Value(likelihood(inner)), [found.outer], scope).data)
        if np.all((below > 0.5) & (below < 2)):
            above = averages.over(scaled, [found.outer, *rest], scope)
            return above.with_data(above.data / below.reshape(below.shape + (1,) * above.rank))
        with np.errstate(all="ignore"):
            shift = shift + np.log(below)
        if not np.all(np.isfinite(shift)):
            break
    raise Unsupported("a likelihood too small to be averaged")


def _level(found: Weighed, scope: Scope) -> Data:
    """log E[L] by a coarse rule."""
    rows = found.outer.rows(scope, COARSE)
    log = log_density(found.known, outcomes_scope(rows, scope))
    highest = log.max(axis=0)
    with np.errstate(all="ignore"):
        return np.asarray(highest + np.log((rows.weights * np.exp(log - highest)).sum(axis=0)))


def left_open(block: Conditional, scope: Scope) -> Coordinates | Weighed | None:
    """The law of the outer names as far as it can be weighed; of normal ones, of both together."""
    if _is_normal(block.outer, scope) and _is_normal(block.inner, scope):
        return _both(block)
    if block.outer.coordinates > 1:
        return None
    return Weighed(block.outer, block.inner.names[0])


def _is_normal(block: Block, scope: Scope) -> bool:
    return isinstance(block, Coordinates) and all(law.name == "normal" for law, _ in block.laws(scope))


def _both(block: Conditional) -> Coordinates:
    outer, inner = block.outer, block.inner
    assert isinstance(outer, Coordinates) and isinstance(inner, Coordinates)

    def placed(columns: list[Data], scope: Scope) -> dict[str, Value]:
        first = outer.placed(columns[: outer.coordinates], scope)
        return {**first, **inner.placed(columns[outer.coordinates :], scope.vary(first))}

    def laws(scope: Scope) -> list[tuple[Law, tuple[float, ...]]]:
        return [*outer.laws(scope), *inner.laws(scope)]

    return Coordinates(block.names, block.coordinates, laws, placed, block.said)


def log_density(name: str, scope: Scope) -> Data:
    """log p of a name's present value, its law and parameters taken where the others stand."""
    from numeric.laws import LAWS
    from symbolic.crosscheck.evaluate import evaluate

    symbol = _as_stated(name, scope)
    if symbol.law is None:
        raise Unsupported("such a law, given what is known of it")
    x = evaluate(tree.Name(name), scope)
    if symbol.law.name == "normal" and "covariance" in symbol.moments:
        return _of_normal_vector(symbol, x, scope)
    if symbol.law.name == "normal":
        stated = [symbol.moments.get("mean"), symbol.moments.get("variance")]
        if any(node is None for node in stated):
            raise Unsupported("the density of a normal law whose moments are not stated")
        nodes = [node for node in stated if node is not None]
    else:
        nodes = list(symbol.law.parameters)
    law = LAWS[symbol.law.name]
    values = [evaluate(node, scope.globally()) for node in nodes]
    if law.log_density is not None:
        return np.asarray(law.log_density(np.real(x.data), *(np.real(value.data) for value in values)))
    apart = symbol.components in ("iid", "independent") or not symbol.shape
    if law.density is None or not apart or (symbol.family is not None and symbol.members not in ("iid", "independent")):
        raise Unsupported("such a law, given what is known of it")
    return _by_entries(law.density, x, values)


def _as_stated(name: str, scope: Scope) -> Symbol:
    table = scope.world.table
    symbol = table.symbols[name]
    for relation in table.relations:
        if relation.kind == "conditional" and relation.names[0] == name:
            return replace(
                symbol, law=relation.law, moments=relation.moments, components=relation.components,
                members=relation.members,
            )  # fmt: skip
    return symbol


def _by_entries(density: Callable[..., Data], x: Value, values: list[Value]) -> Data:
    """Σ over the entries; a scalar parameter holds for each."""
    spread = [np.real(v.data).reshape(v.data.shape + (1,) * x.rank) if not v.rank else np.real(v.data) for v in values]
    if any(v.rank not in (0, x.rank) for v in values):
        raise Unsupported("a law whose parameters are arrays of another shape")
    with np.errstate(all="ignore"):
        try:
            logs = np.log(np.asarray(density(np.real(x.data), *spread), dtype=float))
        except (TypeError, ValueError) as failed:
            raise Unsupported("the density of such a law at many parameters") from failed
    return np.asarray(logs.sum(axis=tuple(range(-x.rank, 0))) if x.rank else logs)


def _of_normal_vector(symbol: Symbol, x: Value, scope: Scope) -> Data:
    from numeric.laws.array_densities import normal_vector
    from symbolic.crosscheck.evaluate import evaluate

    mean, spread = (evaluate(symbol.moments[which], scope.globally()) for which in ("mean", "covariance"))
    size = x.shape[0]
    matrix = plain(Value(spread.data, spread.rank))
    matrix = matrix * np.eye(size) if spread.kind == "identity" else matrix
    centre = np.real(mean.data) if mean.rank else np.real(mean.data)[..., None]
    return normal_vector(np.real(x.data), centre, matrix)
