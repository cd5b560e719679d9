"""Counterexamples: found among cases, shrunk until a reader can check them by hand, written as NumPy to paste."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from numeric.compare import Comparison
from numeric.ensembles import Array, Ensemble
from numeric.generic import exceptional

T = TypeVar("T")


def first_failure(
    cases: Iterable[T], judge: Callable[[T], Comparison | None], limit: int = 1000
) -> tuple[T, Comparison] | None:
    """The first of at most `limit` cases whose comparison differs for certain; None when none does.

    judge  gives None for a case that does not apply (a size that does not fit, a value that is not defined)
    """
    for _, case in zip(range(limit), cases, strict=False):
        comparison = judge(case)
        if comparison is not None and comparison.equal is False:
            return case, comparison
    return None


def shrink(case: T, simpler: Callable[[T], Iterable[T]], fails: Callable[[T], bool], work: int = 400) -> T:
    """The simplest failing case that is reached by steps of `simpler`, the first that still fails being taken.

    simpler  gives simpler cases, the simplest first; work: most cases tried

    >>> shrink(97, lambda n: [n // 2, n - 1], lambda n: n >= 10)
    10
    """
    tried = 0
    while True:
        for candidate in simpler(case):
            if tried >= work:
                return case
            tried += 1
            if fails(candidate):
                case = candidate
                break
        else:
            return case


def simpler_sizes(sizes: Mapping[str, int], least: int = 1) -> Iterator[dict[str, int]]:
    """The same sizes with all small, then with one less by one."""
    for small in (least, least + 1):
        if any(size > small for size in sizes.values()):
            yield {name: min(size, small) for name, size in sizes.items()}
    for name, size in sizes.items():
        if size > least:
            yield {**sizes, name: size - 1}


def simpler_values(value: ArrayLike) -> Iterator[Array]:
    """The same array of smaller and rounder numbers: all rounded to halves, thirds, quarters, tenths; one entry round.

    What a reader can check is preferred to what is near: [0.73] gives 1/2 or 1, then 2/3, 3/4, 7/10.
    """
    array = np.asarray(value, dtype=np.float64)
    seen = {array.tobytes()}
    for denominator in (1, 2, 3, 4, 5, 10):
        rounded = np.round(array * denominator) / denominator
        zero = (rounded == 0) & (array != 0)
        candidate = np.where(zero, np.sign(array) / denominator, rounded)
        if candidate.tobytes() not in seen and _complexity(candidate) < _complexity(array):
            seen.add(candidate.tobytes())
            yield candidate
    for place in np.ndindex(array.shape):
        for entry in (0.0, 1.0, -1.0, 2.0):
            candidate = array.copy()
            candidate[place] = entry
            if _complexity(candidate) < _complexity(array):
                yield candidate


def _complexity(array: Array) -> int:
    """Digits that a reader has to follow."""
    total = 0
    for entry in array.reshape(-1):
        fraction = Fraction(float(entry)).limit_denominator(1000)
        exact = abs(float(fraction) - entry) < 1e-12
        total += abs(fraction.numerator) + 2 * fraction.denominator + int(entry < 0) if exact else 10_000
    return total


def holds_only_at(
    holds: Callable[[float], bool | None], low: float = -np.inf, high: float = np.inf
) -> list[float]:
    """Special values of a parameter at which a refuted claim happens to hold: "holds only at σ = 1".

    holds  judges the claim with the parameter at a value; None: it does not apply there

    >>> holds_only_at(lambda sigma: sigma == sigma**2, low=0)
    [1.0, 0.0]
    """
    return [value for value in exceptional(low, high) if holds(value)]


def grids(choices: Mapping[str, Iterable[T]]) -> Iterator[dict[str, T]]:
    """All combinations of one choice for each name, the last name changing first."""
    names = list(choices)
    for combination in product(*(list(choices[name]) for name in names)):
        yield dict(zip(names, combination, strict=True))


def number(value: float) -> str:
    """A number as a reader likes it: an integer, a small fraction, else 12 digits.

    >>> number(0.75), number(-2.0), number(2 / 3), number(0.1234567)
    ('3/4', '-2', '2/3', '0.1234567')
    """
    if not np.isfinite(value):
        return f"np.{value}" if value == value and value > 0 else "-np.inf" if value == value else "np.nan"
    fraction = Fraction(float(value)).limit_denominator(64)
    if abs(float(fraction) - value) <= 1e-15 * max(1.0, abs(value)):
        return str(fraction)
    return f"{value:.12g}"


def literal(value: ArrayLike) -> str:
    """An array as NumPy to paste.

    >>> literal([[1.0, 0.5], [0.0, -2.0]])
    'np.array([[1, 1/2], [0, -2]])'
    """
    array = np.asarray(value)

    def written(part: Array) -> str:
        return number(float(part)) if part.ndim == 0 else f"[{', '.join(written(np.asarray(p)) for p in part)}]"

    return written(array) if array.ndim == 0 else f"np.array({written(array)})"


def law_in_words(law: Ensemble, most: int = 6) -> str:
    """A finite law as a line: its name, and its table when that is short.

    >>> law_in_words(Ensemble.of([2.0, -0.5], [0.2, 0.8], "two-point"))
    'two-point: 2 with probability 1/5, -1/2 with probability 4/5'
    """
    if law.rows > most or len(law.columns) > 1 or law.values[0].size > 4:
        return law.name
    rows = (f"{literal(x).removeprefix('np.array(').rstrip(')')} with probability {number(float(w))}"
            for x, w in zip(law.values, law.weights, strict=True))
    return f"{law.name}: {', '.join(rows)}" if law.name else ", ".join(rows)
