"""Entropies of several quantities together, as numbers: of listed outcomes, and of jointly normal forms."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic.crosscheck.blocks import Coordinates, joined
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.sampling import outcomes_scope
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along
from symbolic.crosscheck.values import Data, Unsupported, Value, scalar
from symbolic.notation import tree

Parts = tuple[tree.Node, ...]


def entropy(node: Any, scope: Scope) -> Value:
    """H(X, Y), H(X | Y) = H(X, Y) − H(Y); h alike."""
    held = _parts(node.condition)
    whole = _together((*node.arguments, *held), scope)
    rest = _together(held, scope) if held else (node.kind, 0.0)
    if {whole[0], rest[0]} != {node.kind}:
        raise Unsupported(f"{node.kind} of such laws")
    return scalar(whole[1] - rest[1])


def mutual(node: Any, scope: Scope) -> Value:
    """I(X; Y | Z) = H(X, Z) + H(Y, Z) − H(X, Y, Z) − H(Z)."""
    if len(node.arguments) != 2:
        raise Unsupported("mutual information of other than two quantities")
    held = _parts(node.condition)
    first, second = (_parts(argument) for argument in node.arguments)
    groups = [(*first, *held), (*second, *held), (*first, *second, *held), *([held] if held else [])]
    found = [_together(group, scope) for group in groups]
    if len({kind for kind, _ in found}) != 1:
        raise Unsupported("mutual information of such laws")
    signs = (1, 1, -1, -1)
    return scalar(sum(sign * value for sign, (_, value) in zip(signs, found, strict=False)))


def _parts(node: tree.Node | None) -> Parts:
    return () if node is None else node.items if isinstance(node, tree.Tuple) else (node,)


def _together(parts: Parts, scope: Scope) -> tuple[str, float]:
    """("H", −Σ p log p) of listed outcomes, or ("h", ½ log det 2πeΣ) of what is seen to be jointly normal."""
    names = outcomes(tree.Tuple(parts), scope.world.table)
    blocks = scope.world.blocks_of(names)
    if scope.depth:
        raise Unsupported("the entropy of what varies")
    smooth = [block for block in blocks if block.coordinates]
    entries, weights = _outcomes(parts, names, scope)
    if not smooth:
        _, group = np.unique(np.round(entries, 10), axis=0, return_inverse=True)
        masses = np.bincount(group.reshape(-1), weights=weights)
        masses = masses[masses > 0]
        return "H", float(-np.sum(masses * np.log(masses)))
    if len(smooth) < len(blocks) or not all(_is_normal(block, scope) for block in smooth):
        raise Unsupported("the entropy of such laws")
    return "h", _of_normal(entries, weights)


def _is_normal(block: Any, scope: Scope) -> bool:
    return isinstance(block, Coordinates) and all(law.name == "normal" for law, _ in block.laws(scope))


def _outcomes(parts: Parts, names: frozenset[str], scope: Scope) -> tuple[Data, Data]:
    """Every part's entries, one row an outcome, and the weights: on a rule that gives fourth moments exactly."""
    from symbolic.crosscheck.evaluate import evaluate

    rows = joined([block.rows(scope, 3) for block in scope.world.blocks_of(names)], scope.depth)
    inner = outcomes_scope(rows, scope)
    columns = [np.real(along(evaluate(part, inner), 0, rows.count)).reshape(rows.count, -1) for part in parts]
    return np.concatenate(columns, axis=1), np.real(rows.weights).reshape(-1)


def _of_normal(entries: Data, weights: Data) -> float:
    """½ log det(2πeΣ) where a generic combination has the skewness and kurtosis of a normal law: then it is linear."""
    centred = entries - weights @ entries
    covariance = (centred * weights[:, None]).T @ centred
    mixed = centred @ np.cos(1.0 + np.arange(entries.shape[1]))
    variance, third, fourth = (float(weights @ mixed**k) for k in (2, 3, 4))
    if abs(third) > 1e-9 * variance**1.5 or abs(fourth - 3 * variance**2) > 1e-9 * variance**2:
        raise Unsupported("the entropy of what is not normal")
    sign, size = np.linalg.slogdet(2 * np.pi * np.e * covariance)
    if sign <= 0 or np.linalg.cond(covariance) > 1e10:
        raise Unsupported("the entropy of a law without density")
    return float(size) / 2
