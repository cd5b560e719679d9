"""Cumulants as numbers: of averages of products over the blocks of every partition."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import Any

import numpy as np

from symbolic.crosscheck.averages import average
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Unsupported, Value, scalar
from symbolic.notation import tree

#: The highest order of a joint cumulant of several quantities, and of one.
SEVERAL, SINGLE = 4, 6


def cumulant(node: Any, scope: Scope) -> Value:
    """κ(X_1, …, X_r) = Σ over partitions of (−1)^{b−1} (b − 1)! Π E[Π of a block]; of centred quantities for r > 1."""
    from symbolic.crosscheck.evaluate import evaluate

    last = node.arguments[-1]
    if len(node.arguments) == 2 and isinstance(last, tree.Number):
        parts, most = [node.arguments[0]] * int(last.text), SINGLE
    else:
        parts, most = list(node.arguments), SEVERAL
    random = all(outcomes(part, scope.world.table) for part in parts)
    if node.condition is not None or not random or not 0 < len(parts) <= most:
        raise Unsupported("such a cumulant")
    names = outcomes(tree.Tuple(tuple(parts)), scope.world.table)
    known: dict[tuple[tree.Node, ...], Data] = {}

    def mean(block: tuple[tree.Node, ...], centres: dict[tree.Node, Data]) -> Data:
        if block not in known:
            def body(inner: Scope) -> Value:
                values = [evaluate(part, inner).data - centres.get(part, 0.0) for part in block]
                return scalar(np.prod(np.broadcast_arrays(*values), axis=0))

            known[block] = average(body, names, scope).data
        return known[block]

    if len(parts) == 1:
        return scalar(mean((parts[0],), {}))
    centres = {part: mean((part,), {}) for part in dict.fromkeys(parts)}
    known.clear()
    total: Data = np.asarray(0.0)
    for partition in _partitions(len(parts)):
        if min(len(block) for block in partition) > 1:
            sign = (-1) ** (len(partition) - 1) * factorial(len(partition) - 1)
            blocks = [mean(tuple(parts[k] for k in block), centres) for block in partition]
            total = total + sign * np.prod(np.broadcast_arrays(*blocks), axis=0)
    return scalar(total)


def _partitions(count: int) -> Iterator[list[list[int]]]:
    """All set partitions of 0 … count − 1."""
    if not count:
        yield []
        return
    for smaller in _partitions(count - 1):
        yield [*smaller, [count - 1]]
        for place, block in enumerate(smaller):
            yield [*smaller[:place], [*block, count - 1], *smaller[place + 1 :]]


def generating(node: Any, scope: Scope) -> Value:
    """cgf(X, t): the logarithm of the mean of e^{tX}."""
    from symbolic.crosscheck.statistics import OPERATORS as MEANS

    found = MEANS["mgf"](node, scope)
    with np.errstate(all="ignore"):
        return found.with_data(np.log(found.data))


OPERATORS = {"cumulant": cumulant, "cgf": generating}
