"""Values away from blind spots: at σ = 1, p = ½, n = 1 or a symmetric matrix a wrong formula often holds.

Everything is deterministic in the generator that is handed in.  Scalars are never near 0, ±½, ±1, ±2; the values that
one `Chooser` gives are pairwise different, and so are sizes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

import numpy as np

from numeric.ensembles import Array

#: Values at which false formulas hold: squares, reciprocals and doubles coincide there.
SPECIAL = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, np.pi, np.e)

#: Sizes of arrays, in the order in which a chooser hands them out.
SIZES = (3, 2, 4, 5, 6)

#: Small rationals that a reader likes, for what is shown.
READABLE = (3 / 4, -2 / 3, 5 / 3, 2 / 5, -7 / 4, 4 / 3, 3 / 5, -5 / 4, 7 / 3, 5 / 2, -3 / 2, 2 / 3, 7 / 5, 8 / 3)


#: Weights of readable probabilities.
SHARES = (3, 4, 6, 8, 9)


@dataclass
class Chooser:
    """Hands out generic values from a seeded generator; what it gave before is not given again.

    Each method takes `signs`, the words of a given ("positive", "nonzero", "symmetric", "sums to 1", …), and gives a
    value that has them; a word that it does not know raises ValueError.

    >>> choose = Chooser(np.random.default_rng(7))
    >>> bool(choose.scalar({"positive"}) > 0)
    True
    >>> choose.matrix(3, 3, {"symmetric"}).shape
    (3, 3)
    """

    rng: np.random.Generator
    readable: bool = False
    given_out: list[float] = field(default_factory=list)

    def scalar(self, signs: Collection[str] = (), low: float | None = None, high: float | None = None) -> float:
        """A real in the open interval (low, high) with the given sign, away from special and former values."""
        low, high = _interval(signs, low, high)
        for attempt in range(200):
            value = self._draw(low, high)
            apart = 0.03 / (1 + attempt // 20) * min(1.0, high - low)
            if all(abs(abs(value) - s) > apart for s in SPECIAL) and all(
                abs(abs(value) - abs(v)) > apart / 2 for v in self.given_out
            ):
                break
        self.given_out.append(value)
        return value

    def _draw(self, low: float, high: float) -> float:
        if self.readable:
            free = [v for v in READABLE if low < v < high and v not in self.given_out]
            if free:
                return free[0]
            snapped = round(20 * self._any(low, high)) / 20
            if low < snapped < high:
                return snapped
        return self._any(low, high)

    def _any(self, low: float, high: float) -> float:
        if np.isfinite(low) and np.isfinite(high):
            return float(low + (high - low) * self.rng.uniform(0.08, 0.92))
        magnitude = float(np.exp(self.rng.uniform(np.log(0.3), np.log(2.9))))
        if np.isfinite(low):
            return low + magnitude
        if np.isfinite(high):
            return high - magnitude
        return magnitude if self.rng.uniform() < 0.6 else -magnitude

    def integer(self, low: int = 3, high: int = 9, used: Collection[int] = ()) -> int:
        """An integer in low … high, of those not used the one drawn; any, when all are used."""
        free = [n for n in range(low, high + 1) if n not in used] or list(range(low, high + 1))
        return int(self.rng.choice(free))

    def vector(self, size: int, signs: Collection[str] = (), low: float | None = None, high: float | None = None,
               maximum_at: int = 1) -> Array:
        """A vector with the given properties: sign words for each entry, or one of the words for the whole."""
        words = set(signs)
        if "one-hot" in words:
            return np.asarray(np.eye(size)[int(self.rng.integers(size))])
        if "sums to 1" in words:
            return self._sum_one(size, bool(words & {"positive", "nonnegative"}) or (low is not None and low >= 0))
        if "unit norm" in words:
            raw = self.array((size,), words - {"unit norm"}, low, high)
            return np.asarray(raw / np.linalg.norm(raw))
        values = self.array((size,), words - {"unique maximum"}, low, high)
        if "unique maximum" in words:
            values = np.sort(values)[np.argsort(self.rng.permutation(size))]
            top = int(np.argmax(values))
            values[[maximum_at - 1, top]] = values[[top, maximum_at - 1]]
        return values

    def _sum_one(self, size: int, positive: bool) -> Array:
        if positive and self.readable and size <= len(SHARES):
            return np.array(SHARES[:size]) / sum(SHARES[:size])
        raw = self.array((size,), {"positive"} if positive or size == 1 else {"nonzero"})
        if not positive and size > 1:
            raw[-1] = 1 - raw[:-1].sum()
            return raw
        return np.asarray(raw / raw.sum())

    def array(self, shape: tuple[int, ...], signs: Collection[str] = (), low: float | None = None,
              high: float | None = None) -> Array:
        """An array of generic entries with the given sign words."""
        count = int(np.prod(shape, dtype=int))
        return np.array([self.scalar(signs, low, high) for _ in range(count)]).reshape(shape)

    def matrix(self, rows: int, columns: int, signs: Collection[str] = (), low: float | None = None,
               high: float | None = None) -> Array:
        """A matrix with the given properties; never symmetric, diagonal or orthogonal unless that is one of them."""
        words = set(signs)
        kinds = {"symmetric", "diagonal", "orthogonal", "invertible", "positive definite", "full column rank"}
        structure, entry = words & kinds, words - kinds
        if structure - {"full column rank"} and rows != columns:
            raise ValueError(f"a {', '.join(sorted(structure))} matrix is square, not {rows}×{columns}")
        if "full column rank" in structure and columns > rows:
            raise ValueError(f"a {rows}×{columns} matrix has no full column rank")
        if "orthogonal" in structure:
            return self._orthogonal(rows, structure)
        if "diagonal" in structure:
            signs = {"positive"} if "positive definite" in structure else entry
            return np.diag(self.array((rows,), signs, low, high))
        if "positive definite" in structure:
            return self.covariance(rows)
        raw = self.array((rows, columns), entry, low, high)
        if "symmetric" in structure:
            raw = (raw + raw.T) / 2
        if structure & {"invertible", "full column rank"} and np.linalg.cond(raw) > 50:
            raw = raw + 3 * np.eye(rows, columns)
        return raw

    def _orthogonal(self, size: int, structure: Collection[str]) -> Array:
        if "diagonal" in structure:
            return np.diag(np.where(np.arange(size) % 2 == 0, 1.0, -1.0))
        turn = np.linalg.qr(self.array((size, size)))[0]
        if "symmetric" not in structure:
            if size == 2 and np.linalg.det(turn) < 0:  # a plane reflection would be symmetric
                turn = turn * np.array([1.0, -1.0])
            return np.asarray(turn)
        return np.asarray(np.eye(size) - 2 * np.outer(turn[0], turn[0]))

    def covariance(self, size: int) -> Array:
        """A positive definite matrix with unequal variances and correlations, condition below about 100."""
        factor = np.tril(0.4 * self.array((size, size)), -1) + np.diag(self.array((size,), {"positive"}, 0.6, 2.2))
        if self.readable:
            factor = np.round(4 * factor) / 4
        return np.asarray(factor @ factor.T)


def _interval(signs: Iterable[str], low: float | None, high: float | None) -> tuple[float, float]:
    """The open interval that sign words and stated bounds leave."""
    bottom, top = -np.inf if low is None else low, np.inf if high is None else high
    for word in signs:
        if word in ("positive", "nonnegative"):
            bottom = max(bottom, 0.0)
        elif word == "negative":
            top = min(top, 0.0)
        elif word != "nonzero":
            raise ValueError(f"'{word}' is not a property of a number")
    if not bottom < top:
        raise ValueError(f"no number lies between {bottom} and {top}")
    return bottom, top


def sizes(names: Iterable[str], turn: int = 0, smallest: int = 2) -> dict[str, int]:
    """Pairwise different small sizes for dimension names; `turn` gives another assignment.

    >>> sizes(["m", "n"]), sizes(["m", "n"], turn=1)
    ({'m': 3, 'n': 2}, {'m': 2, 'n': 4})
    """
    names = list(names)
    ladder = [s for s in SIZES if s >= smallest] or [smallest]
    ladder += [max(ladder) + 1 + i for i in range(len(names))]
    width = max(len(SIZES) - 1, len(names))
    return {name: ladder[(place + turn) % width] for place, name in enumerate(names)}


def exceptional(low: float = -np.inf, high: float = np.inf) -> list[float]:
    """Special values in [low, high] at which a false claim may hold: tried after a refutation, to say so."""
    return [v for v in (1.0, 0.0, -1.0, 0.5, 2.0, -2.0, -0.5) if low <= v <= high]
