"""How far the values of code and formula may lie apart, and when that they lie so close shows something."""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric.compare import ULPS as ROUNDINGS
from symbolic.crosscheck.code.trials import Trial
from symbolic.crosscheck.compare import GAP, ULPS

EPS = float(np.finfo(float).eps)

#: Agreement, relative to the values themselves, that shows something however small they are.
RELATIVE = 1e-6


def allowed(trial: Trial, dtype: str) -> tuple[float, float]:
    """The magnitude of what is added up, and the roundings allowed; a numerical error counts a thousandfold."""
    sizes = [float(np.max(np.abs(value), initial=0.0)) for value in trial.arguments.values()]
    ulps = ULPS if dtype == "float64" else ROUNDINGS
    return max(1.0, *sizes), max(ulps, GAP * trial.scope.effort.error / EPS)


def telling(value: Any, wanted: Any, scale: float) -> bool:
    """Does it show something that two values agree beside a scale: are they within rounding, or alike by themselves?

    >>> telling(7e-12, 1.5e-10, 7.0), telling(7e-12, 7e-12, 7.0), telling(1e-16, 0.0, 1.0), telling(1, 1 + 1e-12, 1.0)
    (False, True, True, True)
    """
    one, other = np.asarray(value, dtype=complex), np.asarray(wanted, dtype=complex)
    finite = np.isfinite(one) & np.isfinite(other)
    apart = np.abs(np.where(finite, one, 0) - np.where(finite, other, 0))
    size = float(np.max(np.abs(other[np.isfinite(other)]), initial=0.0))
    return bool(np.all(apart <= max(ROUNDINGS * EPS * scale, RELATIVE * size)))
