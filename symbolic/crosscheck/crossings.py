"""The probability of an event of one continuous coordinate: where it begins and ends, by bisection, then by the law."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.blocks import Coordinates
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real
from symbolic.crosscheck.values import Data, Value

if TYPE_CHECKING:
    from numeric.laws import Law

#: Points at which the event is looked at, and halvings of the gaps in which it changes.
POINTS, HALVINGS = 1024, 56

#: How far into the tails.
TAIL = 1e-13


def probability(event: Callable[[Scope], Value], block: Coordinates, scope: Scope) -> Value | None:
    """P(event) = 1[event at +∞] − Σ jumps·F(place); None where the event changes too often to be followed."""
    law, parameters = block.laws(scope)[0]
    if law.cdf is None or law.quantile is None:
        return None

    def holds(places: Data) -> Data:
        inner = scope.opened()
        value = event(inner.vary(block.placed([places], inner)))
        return real(along(value, scope.depth, len(places)))

    shares = np.clip((np.arange(POINTS) + 0.5) / POINTS, TAIL, 1 - TAIL)
    shares[0], shares[-1] = TAIL, 1 - TAIL
    points = np.asarray(law.quantile(shares, *parameters), dtype=float)
    seen = holds(scope.lane(points))
    if not _followed(seen):
        return None
    low, high, jumps = _gaps(points, seen)
    for _ in range(HALVINGS if len(jumps) else 0):
        middle = (low + high) / 2
        before = holds(middle) == np.where(jumps > 0, 0.0, 1.0)
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    return Value(seen[-1] - _mass(law, parameters, (low + high) / 2, jumps))


def _followed(seen: Data) -> bool:
    """Do every second of the points show the same changes, all of them few?"""
    changes = (np.diff(seen, axis=0) != 0).sum(axis=0)
    coarse = (np.diff(seen[::2], axis=0) != 0).sum(axis=0)
    return bool(np.all(np.isfinite(seen)) and np.all(changes == coarse) and np.all(changes <= 16))


def _gaps(points: Data, seen: Data) -> tuple[Data, Data, Data]:
    """(low, high, jump) of the gaps in which the event changes, lane by lane; lanes with fewer are filled up."""
    steps = np.diff(seen, axis=0)
    most = int((steps != 0).sum(axis=0).max(initial=0))
    order = np.argsort(steps == 0, axis=0, kind="stable")[:most]
    jumps = np.take_along_axis(steps, order, axis=0)
    return points[order], points[order + 1], jumps


def _mass(law: Law, parameters: tuple[float, ...], places: Data, jumps: Data) -> Data:
    assert law.cdf is not None
    return np.asarray((np.asarray(law.cdf(places, *parameters)) * jumps).sum(axis=0))
