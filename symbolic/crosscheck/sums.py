"""Sums, products, series and integrals: a lane for the index, closed by a reduction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck.events import truth
from symbolic.crosscheck.ranges import index_range
from symbolic.crosscheck.scope import NotAnalytic, Scope
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.expectation import Estimate

#: Terms of a finite sum.
TERMS = 100_000

#: Relative error estimate beyond which a series, limit or integral shows nothing.
LOOSE = 1e-5

#: Entries that an integral may have touched for poles to be looked for, which takes as many again.
CHEAP = 1_000_000


def big(node: Any, scope: Scope) -> Value:
    """∑ and ∏ over the bounds, the first one outermost."""
    return _over(node, node.bounds, scope, np.asarray(True))


def _over(node: Any, bounds: Sequence[tree.Bound], scope: Scope, mask: Data) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    if not bounds:
        for bound in node.bounds:
            if bound.condition is not None:
                mask = mask & truth(bound.condition, scope)
        return _masked(evaluate(node.body, scope), mask, 0.0 if node.operator == "∑" else 1.0)
    bound, rest = bounds[0], bounds[1:]
    first, last = _ends(bound, node.body, scope)
    if np.any(np.isinf(last)) or np.any(np.isinf(first)):
        with scope.effort.following():
            return _series(node, bounds, scope, mask, first, last)
    start, stop = int(np.rint(first.min())), int(np.rint(last.max()))
    if stop - start > TERMS:
        raise Unsupported(f"a sum of {stop - start} terms")
    indices = scope.lane(np.arange(start, max(stop, start) + 1.0))
    inside = mask & (indices >= first - 1e-9) & (indices <= last + 1e-9)
    value = _over(node, rest, scope.opened().local({bound.index: Value(indices)}), inside)
    data = along(value, scope.depth, len(indices))
    return value.with_data(data.sum(axis=0) if node.operator == "∑" else data.prod(axis=0))


def _ends(bound: tree.Bound, body: tree.Node, scope: Scope) -> tuple[Data, Data]:
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if bound.lower is None or bound.upper is None:
        first, last = index_range(bound.index, body, scope)
    low = np.asarray(first) if bound.lower is None else np.real(evaluate_scalar(bound.lower, scope).data)
    high = np.asarray(last) if bound.upper is None else np.real(evaluate_scalar(bound.upper, scope).data)
    return low, high


def _masked(value: Value, mask: Data, neutral: float) -> Value:
    if np.all(mask):
        return value
    return value.with_data(np.where(mask.reshape(mask.shape + (1,) * value.rank), value.data, neutral))


def along(value: Value, depth: int, size: int) -> Data:
    """The data with its lane at `depth` in front, whether or not the value varied along it."""
    data = value.data
    if len(value.lanes) <= depth:
        data = data.reshape((1,) * (depth + 1 - len(value.lanes)) + data.shape)
    return np.broadcast_to(data, (size, *data.shape[1:]))


def _series(node: Any, bounds: Sequence[tree.Bound], scope: Scope, mask: Data, first: Data, last: Data) -> Value:
    from numeric.limits import infinite_sum

    if node.operator != "∑" or np.any(np.isinf(first)) or not np.all(np.isinf(last)) or np.ptp(first):
        raise Unsupported("a series without a fixed beginning, or an infinite product")
    shape = Value(np.asarray(0.0))

    def terms(n: Data) -> Data:
        nonlocal shape
        lane = {bounds[0].index: Value(scope.lane(n))}
        shape = _over(node, bounds[1:], scope.opened().local(lane), mask)
        return real(along(shape, scope.depth, len(n)))

    estimate = infinite_sum(terms, int(np.rint(first.min())), 1 << 13)
    return settled(estimate, shape, scope, "a series")


def real(data: Data) -> Data:
    """Data for the laboratory, whose extrapolations are real."""
    if np.iscomplexobj(data):
        raise NotAnalytic
    return data


def settled(estimate: Estimate, like: Value, scope: Scope, what: str) -> Value:
    """The value of an estimate, its error noted.

    Inside an integral errors are relative to the greatest of the lanes, and where one lane does not settle it is
    undefined: the enclosing integral settles only when that does not matter.
    """
    value, bound = np.asarray(estimate.value), np.asarray(estimate.bound)
    scale = np.maximum(1.0, np.abs(value))
    if scope.sheltered:
        scale = np.maximum(scale, float(np.max(np.abs(value), initial=0.0)))
    relative = np.where(np.isinf(value), 0.0, bound / scale)
    lost = ~(relative <= LOOSE) & ~(np.isnan(value) & (bound == 0.0))
    if np.all(lost) or (np.any(lost) and not scope.sheltered):
        raise Unsupported(f"{what} that does not settle")
    scope.effort.note("numeric", float(np.max(np.where(lost, 0.0, relative), initial=0.0)))
    return like.with_data(np.where(lost, np.nan, value))


def integral(node: Any, scope: Scope) -> Value:
    """∫ body d(variable) over a range whose ends may differ from lane to lane."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if node.lower is None or node.upper is None:
        raise Unsupported("an indefinite integral")
    low, high = (real(evaluate_scalar(end, scope).data) for end in (node.lower, node.upper))
    if _half_infinite(low, high):
        origin = np.zeros_like(low)
        return _sum_of(_between(node, low, origin, scope), _between(node, origin, high, scope))
    return _between(node, low, high, scope)


def _half_infinite(low: Data, high: Data) -> bool:
    """Is one end infinite and the other one varied: then the range is cut at 0, near which there is most mass."""
    infinite = [bool(np.all(np.isinf(end))) for end in (low, high)]
    return infinite in ([True, False], [False, True]) and max(low.size, high.size) > 1


def _sum_of(first: Value, second: Value) -> Value:
    return first.with_data(first.data + second.data)


def _between(node: Any, low: Data, high: Data, scope: Scope) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    inner = replace(scope.opened(), sheltered=True)
    shape = Value(np.asarray(0.0))

    def integrand(points: Data) -> Data:
        nonlocal shape
        place, slope = _placed(scope.lane(points), low, high)
        shape = evaluate(node.body, inner.bind(node.variable, Value(place)))
        data = along(shape, scope.depth, len(points))
        slope = np.broadcast_to(slope, np.broadcast_shapes(slope.shape, (len(points),) + (1,) * scope.depth))
        return real(data) * slope.reshape(slope.shape + (1,) * shape.rank)

    before, small = scope.effort.work, scope.effort.small
    found = _integrated(integrand, low, high, scope.sheltered)
    scope.effort.small = small or (scope.effort.small and not np.any(found.scale))
    cheap = not scope.sheltered and before - scope.effort.work < CHEAP
    if cheap and found.converged and np.size(found.value) == 1 and _is_principal(integrand, _canonical(low, high)):
        found = replace(found, value=np.full(np.shape(found.value), np.nan), bound=np.asarray(0.0))
    return settled(found, shape, scope, "an integral")


def _integrated(integrand: Any, low: Data, high: Data, sheltered: bool) -> Estimate:
    """By the double exponential rule, else by bisection; inside another integral many at once."""
    from numeric.adaptive import adaptive
    from numeric.divergent import diverges, endless
    from numeric.integrals import integral as double_exponential
    from numeric.nested import nested

    ends = _canonical(low, high)
    if sheltered:
        return nested(integrand, *ends)
    estimate = double_exponential(integrand, *ends)
    estimate = estimate if estimate.converged else adaptive(integrand, *ends)
    if estimate.converged or np.size(estimate.value) != 1:
        return estimate
    tails = [sign for end, sign in zip(ends, (-1.0, 1.0), strict=True) if np.isinf(end)]
    infinite = any(endless(integrand, 0.0, sign) for sign in tails)
    if len(tails) == 1:  # at the other end, which is 0, 1/x runs to infinity
        infinite = infinite or endless(lambda x: np.reshape(integrand(1 / x), -1) / x**2)
    elif not tails:
        infinite = diverges(integrand, lambda f: adaptive(f, *ends))
    return replace(estimate, value=np.full(np.shape(estimate.value), np.inf), converged=True) if infinite else estimate


def _is_principal(integrand: Any, ends: tuple[float, float]) -> bool:
    """Is a value that was found a principal one: do infinite parts cancel at a pole, or those of two infinite tails?"""
    from numeric.divergent import endless
    from numeric.poles import crosses_a_pole

    if crosses_a_pole(integrand, *ends):
        return True
    tails = (integrand, lambda x: -integrand(x))
    return ends == (-np.inf, np.inf) and any(endless(tail) for tail in tails)


def _canonical(low: Data, high: Data) -> tuple[float, float]:
    if np.all(np.isfinite(low)):
        return (0.0, 1.0) if np.all(np.isfinite(high)) else (0.0, np.inf)
    return (0.0, np.inf) if np.all(np.isfinite(high)) else (-np.inf, np.inf)


def _placed(points: Data, low: Data, high: Data) -> tuple[Data, Data]:
    """The points of the canonical range moved to the true one, and the slope of that map."""
    if np.isfinite(low).all() and np.isfinite(high).all():
        return low + (high - low) * points, np.asarray(high - low)
    if np.isfinite(low).all() and np.all(high == np.inf):
        return low + points, np.asarray(1.0)
    if np.isfinite(high).all() and np.all(low == -np.inf):
        return high - points, np.asarray(1.0)
    if np.all(low == -np.inf) and np.all(high == np.inf):
        return points, np.asarray(1.0)
    raise Unsupported("an integral over such a range")
