"""The stated moments of a random name as values, and values for those that the given leaves open."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Value, entrywise, mapped, times, transposed
from symbolic.given import queries
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree


@dataclass(frozen=True)
class Moments:
    """Mean, deviation and covariance of one name; what is not stated has the chosen value.

    joint  is the covariance of any two components fixed, by a stated covariance or a matrix of second moments?
    """

    name: str
    stated: dict[str, tree.Node]
    rank: int
    chosen_mean: Value
    chosen_variance: Value
    joint: bool = False

    def mean(self, scope: Scope) -> Value:
        found = self._read("mean", scope)
        return found if found is not None else self.chosen_mean

    def _read(self, which: str, scope: Scope) -> Value | None:
        from symbolic.crosscheck.evaluate import evaluate

        node = self.stated.get(which)
        return None if node is None else evaluate(node, scope.globally())

    def variance(self, scope: Scope) -> Value:
        """Of each component; a covariance matrix where one is stated."""
        for which in ("covariance", "variance"):
            found = self._read(which, scope)
            if found is not None:
                return found
        deviation = self._read("standard deviation", scope)
        if deviation is not None:
            return entrywise(np.multiply, deviation, deviation)
        second = self._read("second moment", scope)
        if second is not None:
            return entrywise(np.subtract, second, _square(self.mean(scope), second.rank))
        return self.chosen_variance

    def covariance(self, size: int, scope: Scope) -> Value:
        """The covariance matrix of a vector of this size."""
        found = self.variance(scope)
        if found.rank == 2:
            return found
        data = found.data[..., None, None] if found.rank == 0 else found.data[..., :, None]
        return Value(data * np.eye(size), 2)

    def standardized(self, which: str, order: int, scope: Scope) -> Value | None:
        """The stated third or fourth central moment over the power of the deviation."""
        found = self._read(which, scope)
        if found is None:
            return None
        spread = self.variance(scope)
        if spread.rank == 2:
            spread = Value(np.diagonal(spread.data, axis1=-2, axis2=-1), 1)
        return entrywise(lambda m, v: m / np.sqrt(v) ** order, found, spread)


def _square(mean: Value, rank: int) -> Value:
    if rank == 2 and mean.rank == 1:
        return times(mean, transposed(mean))
    return entrywise(np.multiply, mean, mean)


def deviation(variance: Value) -> Value:
    return mapped(np.sqrt, variance)


def skewness(moments: Moments, scope: Scope) -> Data | None:
    found = moments.standardized("third moment", 3, scope)
    return None if found is None else found.data.reshape(-1)


def kurtosis(moments: Moments, scope: Scope) -> Data | None:
    """E (x − m)⁴/σ⁴, from the fourth moment or the excess."""
    found = moments.standardized("fourth moment", 4, scope)
    if found is not None:
        return found.data.reshape(-1)
    excess = moments._read("excess kurtosis", scope)
    return None if excess is None else excess.data.reshape(-1) + 3


def stated_moments(symbol: Symbol, table: Table) -> dict[str, tree.Node]:
    """The moments of a declaration, the variance from whatever fixes it."""
    found = dict(symbol.moments)
    if "variance" not in found and "covariance" not in found:
        answer = queries.variance(table, symbol.name)
        if answer is not None and isinstance(answer.value, tree.Node):
            found["variance"] = answer.value
    return found


