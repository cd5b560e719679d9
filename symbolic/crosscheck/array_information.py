"""Entropies and divergences of random arrays, as averages of the laboratory's log-densities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck import averages, laws
from symbolic.crosscheck.blocks import Block, Ruled, plain
from symbolic.crosscheck.law_parts import parameters
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.language.symbols import Symbol
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.laws import Law

#: Laws whose shape is that of one of their parameters, or has the sizes of two.
SHAPES: dict[str, Callable[..., tuple[int, ...]]] = {
    "dirichlet": lambda a: a.shape,
    "one-hot categorical": lambda p: p.shape,
    "multinomial": lambda n, p: p.shape,
    "wishart": lambda v, n: v.shape,
    "matrix normal": lambda m, u, v: (u.shape[0], v.shape[0]),
}


@dataclass(frozen=True)
class Described:
    """A law of arrays: x ↦ log p(x), and a block that draws it."""

    log: Callable[[Data], Data]
    block: Callable[[], Block]
    discrete: bool
    size: int | None = None


def described(node: tree.Node, scope: Scope, size: int | None = None) -> Described | None:
    """The law of an array by its name, of independent entries, of a normal vector; None for that of a scalar.

    A normal vector's size is its mean's or covariance's, or the one that is asked for.
    """
    declared = scope.world.table.symbol(node.id) if isinstance(node, tree.Name) else None
    if declared is None or declared.law is None or declared.family is not None:
        return None
    if declared.law.name in SHAPES:
        return _named(declared, scope)
    if declared.shape and declared.random and declared.components in ("iid", "independent"):
        return _by_entries(declared, scope)
    return _normal_vector(declared, size, scope) if declared.law.name == "normal" else None


def _normal_vector(declared: Symbol, size: int | None, scope: Scope) -> Described | None:
    from numeric.laws import LAWS
    from numeric.laws.array_densities import normal_vector
    from symbolic.crosscheck.evaluate import evaluate

    nodes = [declared.moments.get("mean"), declared.moments.get("covariance", declared.moments.get("variance"))]
    if any(node is None for node in nodes):
        return None
    mean, spread = (evaluate(node, scope.globally()) for node in nodes if node is not None)
    if spread.kind != "identity" and spread.rank != 2:
        return None
    known = next((value.shape[0] for value in (spread, mean) if value.rank), size)
    if known is None:
        return None
    matrix = _square(plain(Value(spread.data, spread.rank)), spread, known)
    centre = np.broadcast_to(plain(mean), (known,))
    law = LAWS["normal vector"]
    block = Ruled((declared.name,), law, lambda _: (centre, matrix), known, 1, f"{declared.name} normal")
    return Described(lambda x: normal_vector(x, centre, matrix), lambda: block, False, known)


def _named(declared: Symbol, scope: Scope) -> Described:
    from numeric.laws import LAWS

    assert declared.law is not None
    law, name = declared.law, declared.name
    found: Law = LAWS[law.name]
    values = parameters(law, scope)
    numbers = [plain(value) for value in values]
    shape = SHAPES[law.name](*values)
    numbers = [_square(number, value, size) for number, value, size in zip(
        numbers, values, (*([None] if law.name == "matrix normal" else []), *shape, None), strict=False)]  # fmt: skip
    found.check(*numbers)
    density = found.log_density
    if density is None:
        raise Unsupported("the density of such a law")
    return Described(lambda x: density(x, *numbers), lambda: laws.named(name, law, shape), found.discrete)


def _square(number: Any, value: Value, size: int | None) -> Any:
    """s·I as the matrix of the size asked for."""
    return number * np.eye(size) if value.kind == "identity" and size is not None else number


def _by_entries(declared: Symbol, scope: Scope) -> Described:
    """Σ over the entries of the log-density of the law of one."""
    from numeric.laws import LAWS
    from symbolic.crosscheck.evaluate import evaluate

    assert declared.law is not None
    law: Law = LAWS[declared.law.name]
    if declared.law.name == "normal":
        nodes = [declared.moments.get("mean"), declared.moments.get("variance")]
    else:
        nodes = list(declared.law.parameters)
    if law.density is None or any(node is None for node in nodes):
        raise Unsupported("the density of what has no named law")
    values = [plain(evaluate(node, scope.globally())) for node in nodes if node is not None]
    density, name = law.density, declared.name

    def log(x: Data) -> Data:
        rows = x.reshape(-1, int(np.prod(x.shape[x.ndim - len(declared.shape) :], dtype=int)))
        spread = [np.broadcast_to(v, x.shape[x.ndim - len(declared.shape) :]).reshape(-1) for v in values]
        columns = [np.log(density(column, *(float(v[k]) for v in spread))) for k, column in enumerate(rows.T)]
        return np.asarray(sum(columns)).reshape(x.shape[: x.ndim - len(declared.shape)])

    blocks = scope.world.blocks_of(frozenset({name}))
    if len(blocks) != 1:
        raise Unsupported("the law of what hangs together with others")
    return Described(log, lambda: blocks[0], law.discrete)


def mean_log(draw: tree.Node, weigh: Callable[[Data], Data], of: Described, scope: Scope) -> Value:
    """E of a function of a draw, outcomes without weight left out."""
    from symbolic.crosscheck.evaluate import evaluate

    def body(inner: Scope) -> Value:
        with np.errstate(all="ignore"):
            return Value(weigh(np.real(evaluate(draw, inner).data)))

    return averages.over(body, [of.block()], scope)


def entropy(kind: str, node: tree.Node, of: Described, scope: Scope) -> Value:
    """−E log p, of the kind that is asked for."""
    if of.discrete != (kind == "H"):
        raise Unsupported(f"{kind} of such a law")
    return mean_log(node, lambda x: -of.log(x), of, scope)


def divergence(left: tree.Node, right: tree.Node, scope: Scope) -> Value | None:
    """E_P[log p − log q]; None for laws of scalars."""
    one, other = (described(node, scope) for node in (left, right))
    one = one or described(left, scope, other.size if other is not None else None)
    other = other or described(right, scope, one.size if one is not None else None)
    if one is None or other is None:
        return None
    if one.discrete != other.discrete:
        raise Unsupported("the divergence of a discrete law and a continuous one")
    return mean_log(left, lambda x: one.log(x) - other.log(x), one, scope)
