"""Rules for functions with kinks: one coordinate in many equal steps, which a kink harms little, the others by Gauss.

What is integrated over the one coordinate is smooth in the others wherever the kinks cross it (max(x, y), |x + y|), so
that few points do there.  Compare two finenesses: their distance is an estimate of the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from numeric.ensembles import Ensemble, product
from numeric.nodes import Change, on_half_line, on_interval, on_line, trapezoidal

if TYPE_CHECKING:
    from numeric.laws import Law

Scalar = tuple["Law", tuple[float, ...]]

#: By the number of coordinates, two finenesses: points of the others, steps of the one.
FINENESS: dict[int, tuple[tuple[int, int], tuple[int, int]]] = {2: ((16, 1400), (25, 3001)), 3: ((6, 700), (9, 1201))}


def kinked(laws: Sequence[Scalar], one: int, fineness: int) -> Ensemble:
    """The joint law of independent scalars, a column each, the scalar at place `one` in equal steps.

    >>> from numeric.laws import LAWS
    >>> normal = (LAWS["normal"], (0.0, 1.0))
    >>> joint = kinked([normal, normal], 1, 1)
    >>> x, y = joint.columns
    >>> bool(abs(joint.weights @ np.maximum(x, y) - 1 / np.sqrt(np.pi)) < 1e-6)
    True
    """
    points, steps = FINENESS[len(laws)][fineness]
    rules = [
        in_equal_steps(law, steps, *parameters) if place == one else law.ensemble(points, *parameters)
        for place, (law, parameters) in enumerate(laws)
    ]
    return product(*rules)


def in_equal_steps(law: Law, steps: int, *parameters: float) -> Ensemble:
    """A continuous scalar law in equal steps of a variable in which its density dies out at both ends."""
    if law.density is None or law.span is None:
        raise ValueError(f"no density of {law.name}")
    density = law.density
    return trapezoidal(lambda x: density(x, *parameters), _change(*law.span(*parameters)), steps)


def _change(low: float, high: float) -> Change:
    if np.isfinite(low) and np.isfinite(high):
        return on_interval(low, high)
    return on_half_line(low, 1.0) if np.isfinite(low) else on_line(0.0, 1.0)
