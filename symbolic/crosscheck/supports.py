"""Where the outcomes of a random name may lie, by the signs and bounds said of it, and moments of such laws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck import parameters
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data
from symbolic.language.symbols import Symbol

if TYPE_CHECKING:
    from numeric.ensembles import Ensemble

#: Least and largest outcome by sign, and whether that outcome is left out.
SIGNS: Mapping[str, tuple[float, float, bool]] = {
    "positive": (0.0, inf, True),
    "nonnegative": (0.0, inf, False),
    "negative": (-inf, 0.0, True),
    "nonpositive": (-inf, 0.0, False),
}


@dataclass(frozen=True)
class Support:
    """Outcomes from low to high; an end that is left out is open, and 0 where `nonzero`."""

    low: float = -inf
    high: float = inf
    open_low: bool = False
    open_high: bool = False
    nonzero: bool = False

    @property
    def whole(self) -> bool:
        """Is every real number, 0 perhaps left out, an outcome?"""
        return self.low == -inf and self.high == inf

    def holds(self, values: Data) -> bool:
        """Do all the values lie in it?"""
        least, largest = float(np.min(values)), float(np.max(values))
        above = least > self.low if self.open_low else least >= self.low
        below = largest < self.high if self.open_high else largest <= self.high
        return above and below and not (self.nonzero and bool(np.any(values == 0)))

    @property
    def bounded(self) -> bool:
        return self.low > -inf and self.high < inf

    def moments(self, rng: Any, size: tuple[int, ...], stated: Data | None = None) -> tuple[Any, Any]:
        """A mean well inside and a variance so small that laws of it, or of the stated mean, fit."""
        if self.whole:
            return rng.uniform(0.35, 1.4, size) * rng.choice([-1, 1], size), rng.uniform(0.6, 2.2, size)
        if self.bounded:
            mean = self.low + (self.high - self.low) * rng.uniform(0.4, 0.6, size)
        else:
            away = rng.uniform(1.2, 1.9, size)
            mean = self.low + away if self.low > -inf else self.high - away
        centre = mean if stated is None else stated
        room = max(0.0, float(min(np.min(centre) - self.low, self.high - np.max(centre))))
        return mean, (room * rng.uniform(0.1, 0.15, size)) ** 2

    def laws(self, mean: Data, width: float) -> list[Ensemble]:
        """Standardized laws whose outcomes, of this width and about these means, lie well inside."""
        from numeric.fitting import laws_within

        low, high = (self.low - float(np.min(mean))) / width, (self.high - float(np.max(mean))) / width
        return laws_within(low, high) if low < 0 < high else []

    def __str__(self) -> str:
        ends = "(" if self.open_low or self.low == -inf else "[", ")" if self.open_high or self.high == inf else "]"
        return f"in {ends[0]}{self.low:g}, {self.high:g}{ends[1]}" + (" without 0" if self.nonzero else "")


def support_of(symbol: Symbol, scope: Scope) -> Support:
    """What the signs, the bounds and the assumed inequalities of a name leave for its outcomes."""
    low, high, left_out = -inf, inf, set[float]()
    for sign in symbol.signs & SIGNS.keys():
        least, largest, is_open = SIGNS[sign]
        low, high = max(low, least), min(high, largest)
        left_out |= {0.0} if is_open else set()
    least_said, largest_said = parameters.bounds(symbol, scope.world.table, scope)
    low = low if least_said is None else max(low, least_said)
    high = high if largest_said is None else min(high, largest_said)
    left_out |= {end for end in (low, high) if parameters.on_open_end(symbol, end, scope)}
    return Support(low, high, low in left_out, high in left_out, "nonzero" in symbol.signs)
