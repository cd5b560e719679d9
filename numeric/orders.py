"""Does |f/h| stay bounded, or vanish, along a sequence of arguments that goes to a limit?

Numbers at finitely many arguments are evidence and prove nothing: log log n passes for bounded where few decades are
seen.  Arguments whose distances from the target double in the exponent tell a logarithm from a bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import Array

#: Members at least.
LEAST = 6

#: Growth of the largest ratio that still counts as bounded.
BOUNDED = 1.1

#: Fall from the second third to the last and from the first that counts as vanishing; by SLOWER it may slow down.
FALLS, VANISHES, SLOWER = 0.8, 0.125, 1.25

#: The exponent of growth from which a ratio grows for certain; spread of one that rests at another value than 0.
GROWS, RESTS = 0.4, 0.01


def bounded(ratios: ArrayLike, distances: ArrayLike) -> str:
    """ "agrees" where |ratio| no longer rises in the last third, "differs" where it grows as a power, else "unclear".

    distances  log of the distance in which each ratio was taken, rising towards the limit: log n, or −log|x − a|

    >>> import numpy as np
    >>> t = np.log(2) * np.array([6, 8, 11, 16, 22, 32, 45, 64, 90, 128.0])
    >>> bounded(1 + np.exp(-t), t), bounded(t, t), bounded(np.exp(t / 2), t)
    ('agrees', 'unclear', 'differs')
    """
    sizes, at = np.abs(np.asarray(ratios, dtype=np.float64)), np.asarray(distances, dtype=np.float64)
    if len(sizes) < LEAST or not np.all(np.isfinite(sizes)):
        return "unclear"
    first, middle, last = (part.max() for part in _thirds(sizes))
    if last <= BOUNDED * middle:
        return "agrees"
    ends = [part[-1] for part in _thirds(at)]
    slope = np.log(last / middle) / (ends[2] - ends[1]) if middle else 0.0
    return "differs" if first < middle < last and slope >= GROWS else "unclear"


def vanishing(ratios: ArrayLike, distances: ArrayLike) -> str:
    """ "agrees" where |ratio| falls from third to third without slowing down, "differs" where it rests or grows.

    >>> import numpy as np
    >>> k = np.arange(3.0, 12)
    >>> vanishing(2**-k, k), vanishing(0.3 + 2 ** (-4 * k), k), vanishing(0.3 + 2**-k, k)
    ('agrees', 'differs', 'unclear')
    """
    sizes = np.abs(np.asarray(ratios, dtype=np.float64))
    if len(sizes) < LEAST or not np.all(np.isfinite(sizes)):
        return "unclear"
    if bounded(sizes, distances) == "differs":
        return "differs"
    parts = _thirds(sizes)
    first, middle, last = (part.max() for part in parts)
    if last <= min(FALLS * middle, VANISHES * first) and last * first <= SLOWER * middle**2:
        return "agrees"
    rests = np.ptp(parts[2]) <= RESTS * last and abs(last - middle) <= RESTS * last
    return "differs" if rests and last else "unclear"


def _thirds(members: Array) -> list[Array]:
    """Three parts of one length, up to the last member."""
    return np.split(members[len(members) % 3 :], 3)
