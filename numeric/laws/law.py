"""What the laboratory knows of a law: how to draw, where it lives, its moments, and rules of quadrature."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from numeric.ensembles import Array, Ensemble


@dataclass(frozen=True)
class Law:
    """A named law; every function takes its parameters, in the order of `parameters`, last.

    valid     do the parameters make a law
    draw      (rng, size, …) → (size, *shape)
    rule      (points, …) → the law itself if it is finite, else a rule exact to degree 2·points − 1 (or as far as
              moments exist)
    moment    (order, …) → E X^order; inf where it diverges, nan where it is not defined.  None for laws of arrays
    fine      (points, …) → a rule that converges for every smooth function, not polynomials alone; None: `rule` is it
    density, cdf, quantile  of scalar laws; density is the probability function of a discrete one
    log_density  of laws of arrays, (x, …) → its logarithm for x of shape (…, *shape)
    span      (…) → (low, high), the closure of where it lives
    """

    name: str
    parameters: tuple[str, ...]
    valid: Callable[..., bool]
    draw: Callable[..., Array]
    rule: Callable[..., Ensemble]
    moment: Callable[..., float] | None = None
    fine: Callable[..., Ensemble] | None = None
    density: Callable[..., Array] | None = None
    cdf: Callable[..., Array] | None = None
    quantile: Callable[..., Array] | None = None
    span: Callable[..., tuple[float, float]] | None = None
    discrete: bool = False
    log_density: Callable[..., Array] | None = None

    def check(self, *parameters: Any) -> None:
        """Raise ValueError, naming the law and its parameters, unless it exists."""
        if len(parameters) != len(self.parameters) or not self.valid(*parameters):
            wanted = ", ".join(self.parameters)
            raise ValueError(f"there is no {self.name}({wanted}) with {', '.join(map(str, parameters))}")

    def sample(self, rng: np.random.Generator, size: int, *parameters: Any) -> Array:
        """`size` independent draws."""
        self.check(*parameters)
        return np.asarray(self.draw(rng, size, *parameters), dtype=np.float64)

    def ensemble(self, points: int, *parameters: Any) -> Ensemble:
        """The finite law, or its Gauss rule on `points` points for each of its independent coordinates."""
        self.check(*parameters)
        return self.rule(points, *parameters).named(self.name)

    def smooth(self, points: int, *parameters: Any) -> Ensemble:
        """A rule for smooth functions that are no polynomials; compare two numbers of points."""
        self.check(*parameters)
        return (self.fine or self.rule)(points, *parameters).named(self.name)

    def median(self, *parameters: Any) -> float:
        """The least m with P(X ≤ m) ≥ ½."""
        self.check(*parameters)
        if self.quantile is None:
            raise ValueError(f"no median of {self.name}")
        return float(self.quantile(0.5, *parameters))


def existing(moment: Callable[[int], float], most: int) -> list[float]:
    """The raw moments of orders 0, 1, … that are finite, an even number of at most `most`."""
    found: list[float] = []
    for order in range(most):
        value = moment(order)
        if not np.isfinite(value):
            break
        found.append(value)
    return found[: len(found) // 2 * 2]


def moments_of_cumulants(cumulants: Sequence[float]) -> list[float]:
    """E X^r for r = 0 … from κ_1, κ_2, …: m_r = Σ_k C(r−1, k−1) κ_k m_{r−k}."""
    moments = [1.0]
    for r in range(1, len(cumulants) + 1):
        moments.append(sum(comb(r - 1, k - 1) * cumulants[k - 1] * moments[r - k] for k in range(1, r + 1)))
    return moments


def moment_of_factorials(order: int, factorial: Callable[[int], float]) -> float:
    """E X^order = Σ_k S(order, k) E X(X−1)…(X−k+1), with Stirling's numbers of the second kind."""
    stirling = [1] + [0] * order
    for _ in range(order):
        stirling = [0] + [k * stirling[k] + stirling[k - 1] for k in range(1, order + 1)]
    return float(sum(count * factorial(k) for k, count in enumerate(stirling) if count))
