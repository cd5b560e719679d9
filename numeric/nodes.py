"""Trapezoidal rules after a change of variable: ∫ f dP for smooth f, with geometric convergence.

Where f·density is analytic and x = φ(t) makes it decay double exponentially, equal steps in t are nearly optimal
(Takahasi and Mori, Publ. RIMS 9, 1974); singular ends do no harm.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from numeric.ensembles import Array, Ensemble

#: t ↦ (x, dx/dt)
Change = Callable[[Array], tuple[Array, Array]]

#: Where a change is looked at for weight, and the share of the greatest weight that still counts.
REACH, SHARE = 60.0, 1e-19


def trapezoidal(density: Callable[[Array], Array], change: Change, points: int) -> Ensemble:
    """The law of this density on `points` points, equally spaced in t over all that has weight."""

    def weigh(t: Array) -> tuple[Array, Array]:
        with np.errstate(all="ignore"):
            x, slope = change(t)
            weights = density(x) * slope
        return x, np.where(np.isfinite(x) & np.isfinite(weights), weights, 0.0)

    look = np.linspace(-REACH, REACH, 2401)
    weights = weigh(look)[1]
    seen = look[weights > SHARE * weights.max()]
    x, weights = weigh(np.linspace(seen[0], seen[-1], points))
    usable = weights > 0
    return Ensemble.of(x[usable], weights[usable] / weights[usable].sum(), degree=0)


def on_interval(low: float, high: float) -> Change:
    """x = the point of (low, high) at tanh(π/2 sinh t)."""
    half = (high - low) / 2

    def change(t: Array) -> tuple[Array, Array]:
        u = np.pi / 2 * np.sinh(t)
        inner = 2 / (1 + np.exp(2 * np.abs(u)))  # distance to the nearer end, in halves
        x = np.where(u < 0, low + half * inner, high - half * inner)
        return x, half * np.pi / 2 * np.cosh(t) / np.cosh(u) ** 2

    return change


def on_half_line(low: float, scale: float) -> Change:
    """x = low + scale·exp(t − e^(−t)), for densities that decay exponentially."""

    def change(t: Array) -> tuple[Array, Array]:
        grown = scale * np.exp(t - np.exp(-t))
        return low + grown, grown * (1 + np.exp(-t))

    return change


def on_heavy_half_line(low: float, scale: float) -> Change:
    """x = low + scale·exp(π/2 sinh t), for densities that decay like a power."""

    def change(t: Array) -> tuple[Array, Array]:
        grown = scale * np.exp(np.pi / 2 * np.sinh(t))
        return low + grown, grown * np.pi / 2 * np.cosh(t)

    return change


def on_line(centre: float, scale: float) -> Change:
    """x = centre + scale·sinh t, for densities that decay exponentially."""
    return lambda t: (centre + scale * np.sinh(t), scale * np.cosh(t))


def on_heavy_line(centre: float, scale: float) -> Change:
    """x = centre + scale·sinh(π/2 sinh t), for densities that decay like a power."""

    def change(t: Array) -> tuple[Array, Array]:
        u = np.pi / 2 * np.sinh(t)
        return centre + scale * np.sinh(u), scale * np.pi / 2 * np.cosh(t) * np.cosh(u)

    return change


def shifted(centre: float, scale: float) -> Change:
    """x = centre + scale·t, for densities that decay like a normal one."""
    return lambda t: (centre + scale * t, np.full_like(t, scale))
