"""Medians, densities, entropies and divergences of named laws and of probability vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck import array_information as arrays
from symbolic.crosscheck import joint_information as joint
from symbolic.crosscheck.blocks import plain
from symbolic.crosscheck.dependencies import is_random, outcomes
from symbolic.crosscheck.law_parts import parameters
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import real
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value, describe, mapped, scalar
from symbolic.language.symbols import Symbol
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.laws import Law


#: A density below this adds nothing to a mean of logarithms where they lie beyond floating point.
NEGLIGIBLE = 1e-40


def law_of(node: tree.Node, scope: Scope) -> tuple[Law, tuple[float, ...]]:
    """The laboratory's law of a random scalar or of a law by itself, with its parameters."""
    from numeric.laws import LAWS
    from symbolic.crosscheck.evaluate import evaluate_scalar

    declared: Symbol | None = scope.world.table.symbol(node.id) if isinstance(node, tree.Name) else None
    if declared is None or declared.law is None or declared.shape or declared.family is not None:
        raise Unsupported("the density of what has no named law")
    if declared.law.name == "normal":
        stated = [declared.moments.get("mean"), declared.moments.get("variance")]
        if any(part is None for part in stated):
            raise Unsupported("the density of a normal law whose moments are not stated")
        values = [evaluate_scalar(part, scope.globally()) for part in stated if part is not None]
    else:
        values = parameters(declared.law, scope)
    law, numbers = LAWS[declared.law.name], tuple(plain(value) for value in values)
    law.check(*numbers)
    return law, numbers


def density(node: Any, scope: Scope) -> Value:
    """density(X, x): the density of X at x; the probability function of a discrete law."""
    from symbolic.crosscheck.evaluate import evaluate

    law, numbers = law_of(node.arguments[0], scope)
    if len(node.arguments) != 2 or law.density is None:
        raise Unsupported("a density without its point")
    return mapped(lambda x: np.asarray(law.density(real(x), *numbers)), evaluate(node.arguments[1], scope))  # type: ignore[misc]


def distribution(node: Any, scope: Scope) -> Value:
    """cdf(X, x) = P(X ≤ x)."""
    from symbolic.crosscheck.evaluate import evaluate

    law, numbers = law_of(node.arguments[0], scope)
    if len(node.arguments) != 2 or law.cdf is None:
        raise Unsupported("a distribution function without its point")
    return mapped(lambda x: np.asarray(law.cdf(real(x), *numbers)), evaluate(node.arguments[1], scope))  # type: ignore[misc]


def median(node: Any, scope: Scope) -> Value:
    """The least m with P(X ≤ m) ≥ ½; of what is not random, the middle entry."""
    from symbolic.crosscheck.calls import SPECIAL
    from symbolic.crosscheck.evaluate import evaluate

    names = outcomes(tree.Tuple(node.arguments), scope.world.table)
    if not names or scope.frames:
        return SPECIAL["median"]([evaluate(argument, scope) for argument in node.arguments])
    if len(node.arguments) != 1:
        raise Unsupported("the median of several random quantities")
    law, numbers = law_of(node.arguments[0], scope)
    return scalar(law.median(*numbers))


def entropy(node: Any, scope: Scope) -> Value:
    """H: of a probability vector, or of a random quantity with a finite law, −Σ p log p; h: −E log density."""
    from symbolic.crosscheck.evaluate import evaluate

    argument, *others = node.arguments
    array = None if others or node.condition is not None else arrays.described(argument, scope)
    if array is not None:
        return arrays.entropy(node.kind, argument, array, scope)
    if node.condition is not None or _together(node, scope):
        return joint.entropy(node, scope)
    if others:
        return _crossed(*(evaluate(part, scope) for part in node.arguments))
    if not isinstance(argument, tree.Name) or scope.world.table.symbol(argument.id) is None:
        return _entropy_of(evaluate(argument, scope))
    declared = scope.world.table.symbols[argument.id]
    if not is_random(argument.id, scope.world.table) and declared.kind != "law":
        return _entropy_of(evaluate(argument, scope))
    law, numbers = law_of(argument, scope)
    return _log_density(law, numbers, law, numbers, -1.0, False)


def _together(node: Any, scope: Scope) -> bool:
    """Several random quantities, or one that is no name with a law of its own."""
    table = scope.world.table
    if not all(outcomes(argument, table) for argument in node.arguments):
        return False
    (only, *more) = node.arguments
    declared = table.symbol(only.id) if isinstance(only, tree.Name) else None
    return bool(more) or declared is None or declared.law is None or bool(declared.shape)


def _crossed(p: Value, q: Value) -> Value:
    """−Σ p log q."""
    if p.rank != 1 or q.rank != 1 or p.shape != q.shape:
        raise Mismatch(f"the cross-entropy of {describe(p)} and {describe(q)}")
    kept = np.real(p.data) > 0
    return scalar(np.where(kept, -p.data * np.log(np.where(kept, q.data, 1.0)), 0.0).sum(axis=-1))


def _entropy_of(p: Value) -> Value:
    if p.rank != 1:
        raise Mismatch(f"the entropy of {describe(p)}")
    terms = np.where(np.real(p.data) > 0, p.data * np.log(np.where(np.real(p.data) > 0, p.data, 1.0)), 0.0)
    return scalar(-terms.sum(axis=-1))


def _log_density(law: Law, numbers: Any, other: Law, others: Any, sign: float, ratio: bool) -> Value:
    """sign·E log p, or with `ratio` E log(p/q), under the first law."""
    from numeric.integrals import mean_of

    if law.density is None or other.density is None:
        raise Unsupported("an entropy of such a law")
    if ratio and _reaches_beyond(law, numbers, other, others):
        return scalar(np.inf)
    p, q = law.density, other.density

    def log(x: Data) -> Data:
        own = p(x, *numbers)
        found = np.log(own) - np.log(q(x, *others)) if ratio else sign * np.log(own)
        return np.where((own < NEGLIGIBLE) & ~np.isfinite(found), 0.0, found)

    both = () if law.discrete else ((law, numbers), (other, others))
    middle = [float(each.quantile(0.5, *its)) for each, its in both if each.quantile is not None]
    with np.errstate(all="ignore"):
        estimate = mean_of(log, law, *numbers, breaks=middle)
    if not estimate.converged:
        raise Unsupported("an entropy that does not settle")
    return scalar(estimate.value)


def _reaches_beyond(law: Law, numbers: Any, other: Law, others: Any) -> bool:
    """Does the first law give weight to where the other has no density?"""
    if law.span is None or other.span is None:
        return False
    (low, high), (least, most) = law.span(*numbers), other.span(*others)
    return bool(low < least or high > most)


def divergence(node: Any, scope: Scope) -> Value:
    """KL(p ‖ q) = Σ p log(p/q) of probability vectors; E log(p/q) of laws."""
    from symbolic.crosscheck.evaluate import evaluate

    left, right = node.arguments
    if isinstance(left, tree.Name) and (s := scope.world.table.symbol(left.id)) is not None and s.law is not None:
        found = arrays.divergence(left, right, scope)
        if found is not None:
            return found
        law, numbers = law_of(left, scope)
        target, others = law_of(right, scope)
        return _log_density(law, numbers, target, others, 1.0, True)
    p, q = evaluate(left, scope), evaluate(right, scope)
    if p.rank != 1 or q.rank != 1 or p.shape != q.shape:
        raise Mismatch(f"the divergence of {describe(p)} and {describe(q)}")
    kept = np.real(p.data) > 0
    return scalar(np.where(kept, p.data * np.log(np.where(kept, p.data / q.data, 1.0)), 0.0).sum(axis=-1))


def quantile(node: Any, scope: Scope) -> Value:
    """quantile(X, q): the x with P(X ≤ x) = q."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if len(node.arguments) != 2:
        raise Unsupported("a quantile without its level")
    law, numbers = law_of(node.arguments[0], scope)
    if law.quantile is None:
        raise Unsupported("a quantile of such a law")
    return scalar(float(law.quantile(plain(evaluate_scalar(node.arguments[1], scope)), *numbers)))


def mode(node: Any, scope: Scope) -> Value:
    """Where the density is greatest: the best of many points, then halved brackets around it."""
    (argument,) = node.arguments
    law, numbers = law_of(argument, scope)
    if law.density is None or law.quantile is None or law.discrete:
        raise Unsupported("the mode of such a law")
    points = law.quantile(np.linspace(1e-9, 1 - 1e-9, 4001), *numbers)
    if law.span is not None:
        points = np.concatenate([[end for end in law.span(*numbers) if np.isfinite(end)], points])
    points = np.sort(points)
    for _ in range(40):
        with np.errstate(all="ignore"):
            heights = np.nan_to_num(law.density(points, *numbers), nan=-1.0)
        best = int(np.argmax(heights))
        points = np.linspace(points[max(best - 1, 0)], points[min(best + 1, len(points) - 1)], 9)
    scope.effort.note("numeric", 1e-7)
    return scalar(float(points[4] if 0 < best < 8 else points[best]))


OPERATORS: dict[str, Callable[[Any, Scope], Value]] = {
    "quantile": quantile,
    "mode": mode,
    "density": density,
    "cdf": distribution,
    "median": median,
    "H": entropy,
    "h": entropy,
    "KL": divergence,
    "I": joint.mutual,
}
