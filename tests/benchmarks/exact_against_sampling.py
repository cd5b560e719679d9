"""Enumeration against Monte Carlo at equal accuracy: `python -m tests.benchmarks.exact_against_sampling [--size 4]`.

Var(q·k) with iid components of a skewed two-point law is enumerated, and sampled.  The error of sampling falls with the
root of the draws, so the time that it would take to the enumeration's error bound is its time for one draw times
(deviation/bound)²; at a stated coarse accuracy it is measured.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from numeric import Ensemble, expectation, iid, two_point
from numeric.expectation import Estimate


def dot_squared(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    return np.asarray(((q * k).sum(axis=1)) ** 2)


def timed(work: Callable[[], Estimate]) -> tuple[float, Estimate]:
    """The least time of three runs, and the result."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def ratio(law: Ensemble, size: int, draws: int = 1 << 16) -> tuple[float, float]:
    """Time of sampling over time of enumeration, at an error of 1e-3 and at the enumeration's own bound."""
    vector = iid(law, size)
    exact_seconds, exact = timed(lambda: expectation(dot_squared, vector, vector))
    rng = np.random.default_rng(0)

    def sampled() -> Estimate:
        values = dot_squared(vector.sample(rng, draws)[0], vector.sample(rng, draws)[0])
        return Estimate(values.mean(), values.std(), "monte carlo", draws)

    sample_seconds, sample = timed(sampled)
    needed = (float(sample.bound) / np.array([1e-3, float(exact.bound)])) ** 2
    coarse, fine = sample_seconds / draws * needed / exact_seconds
    return float(coarse), float(fine)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", type=int, default=4)
    coarse, fine = ratio(two_point(1.5), parser.parse_args().size)
    print(f"sampling takes {coarse:.3g} times as long at an error of 1e-3, {fine:.3g} times at the exact bound")


if __name__ == "__main__":
    main()
