"""Derivatives of code: complex step where the function is analytic, else extrapolated differences; kinks are found.

Complex step: f'(x) = Im f(x + ih)/h for h = 1e-30, without cancellation (Squire and Trapp, SIAM Review, 1998).
Higher orders: Cauchy's integral on a circle.  Both need code that is analytic in x; `abs`, `max`, `norm` and
comparisons are not, and may answer wrongly rather than fail.  Therefore a complex result is believed only where
Richardson's extrapolation of central differences agrees with it; where it does not, the differences are the answer.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.ensembles import Array
from numeric.expectation import Estimate

EPS = float(np.finfo(np.float64).eps)

#: Imaginary step.
TINY = 1e-30

#: Points of Cauchy's circle, its radius, and the greatest step of the differences, relative to max(1, |x|).
CIRCLE, RADIUS, STEP = 24, 0.1, 0.05

#: Shares of the steps that are tried in turn: near the end of a domain, near a kink, where f is steep.
SMALLER = (2.0**-6, 2.0**-12, 2.0**-18)

#: Halvings of the step, and roundings that one value of f may carry.
HALVINGS, ULPS = 9, 64.0

#: Error, relative to the derivative or to f, beyond which differences show nothing.
LOOSE = 1e-2

Function = Callable[[Any], Any]


@dataclass(frozen=True)
class _Line:
    """t ↦ f(x + t v), on an array of t at once when f takes a batch axis."""

    f: Function
    x: Array
    v: Array
    batched: bool

    def __call__(self, t: NDArray[Any]) -> NDArray[Any]:
        points = self.x + t.reshape(-1, *[1] * self.x.ndim) * self.v
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", np.exceptions.ComplexWarning)  # a dropped imaginary part is noticed
            if self.batched:
                return np.asarray(self.f(points))
            return np.stack([np.asarray(self.f(point if point.ndim else point[()])) for point in points])


def directional(f: Function, x: ArrayLike, v: ArrayLike, order: int = 1, batched: bool = False) -> Estimate:
    """d^order/dt^order f(x + t v) at t = 0.

    f        takes an array like x, real or complex, and gives an array; with `batched` both have a leading batch axis
    The estimate is not converged, and its value nan, where the derivative does not exist (a kink, a jump) or does not
    settle.

    >>> import numpy as np
    >>> bool(directional(np.exp, 0.3, 1.0).value == np.exp(0.3))
    True
    >>> bool(directional(np.abs, 0.0, 1.0).converged)
    False
    """
    place, way = np.asarray(x, dtype=np.float64), np.asarray(v, dtype=np.float64)
    line = _Line(f, place, np.broadcast_to(way, place.shape), batched)
    scale = max(1.0, float(np.abs(place).max(initial=0.0))) / max(1.0, float(np.abs(way).max(initial=0.0)))
    rough = _differences(line, order, STEP * scale)
    share = 1.0
    if not rough.converged:
        share = next((share for share in SMALLER if _confirmed(line, order, STEP * scale * share)), 1.0)
        rough = _differences(line, order, STEP * scale * share) if share < 1 else rough
    if not rough.converged:
        return rough
    analytic = _analytic(line, order, RADIUS * scale * share)
    if analytic is not None and analytic.value.shape == rough.value.shape:
        apart = np.abs(analytic.value - rough.value)
        allowed = 10 * rough.bound + analytic.bound + 1e-7 * (np.abs(rough.value) + 1e-3 * rough.scale)
        if bool(np.all(apart <= allowed)):
            used = analytic.evaluations + rough.evaluations
            return Estimate(analytic.value, analytic.bound, "numeric", used, rough.scale)
    return rough


def _confirmed(line: _Line, order: int, step: float) -> bool:
    """Do differences settle, and to the same value from a step that is no power of two smaller?"""
    one = _differences(line, order, step)
    other = _differences(line, order, 0.7 * step) if one.converged else one
    allowed = 10 * (one.bound + other.bound)
    return other.converged and bool(np.all(np.abs(one.value - other.value) <= allowed))


def _analytic(line: _Line, order: int, radius: float) -> Estimate | None:
    """The derivative by complex arguments, or None where the code refuses them or drops the imaginary part."""
    try:
        if order == 1:
            values = line(np.array([1j * TINY]))
            if not np.iscomplexobj(values):
                return None
            slope = values[0].imag / TINY
            bound = ULPS * EPS * (np.abs(slope) + np.abs(values[0].real)) + TINY
            return Estimate(slope, bound, "numeric", 1)
        outer, inner = (_cauchy(line, order, r) for r in (radius, radius / 2))
    except (TypeError, ValueError, np.linalg.LinAlgError):
        return None
    if outer is None or inner is None or not np.all(np.isfinite(outer[0])):
        return None
    bound = np.abs(outer[0] - inner[0]) + ULPS * EPS * factorial(order) * outer[1] / radius**order
    return Estimate(outer[0], bound, "numeric", 2 * CIRCLE)


def _cauchy(line: _Line, order: int, radius: float) -> tuple[Array, Array] | None:
    """n!/(2πi) ∮ f(z)/z^(n+1) dz by the trapezoidal rule on a circle; with it the greatest |f| there."""
    turn = np.exp(2j * np.pi * np.arange(CIRCLE) / CIRCLE)
    values = line(radius * turn)
    if not np.iscomplexobj(values):
        return None
    mean = np.tensordot(turn ** (-order), values, axes=(0, 0)) / CIRCLE
    return np.asarray(factorial(order) * mean.real / radius**order), np.asarray(np.abs(values).max(axis=0))


def _differences(line: _Line, order: int, step: float) -> Estimate:
    """Central differences of step h, h/2, …, extrapolated in h² (Richardson; error as in Ridders 1982)."""
    steps: Array = np.asarray(step * 0.5 ** np.arange(HALVINGS), dtype=np.float64)
    offsets = np.arange(order + 1) - order / 2
    signs = np.array([(-1.0) ** (order - j) * comb(order, j) for j in range(order + 1)])
    times = np.concatenate([(steps[:, None] * offsets).reshape(-1), [0.0], steps, -steps])
    found = line(times)
    eps = float(np.finfo(found.dtype).eps) if found.dtype.kind == "f" else EPS
    values = np.asarray(found, dtype=np.float64)
    stencil = values[: HALVINGS * (order + 1)].reshape(HALVINGS, order + 1, *values.shape[1:])
    centre, ahead, behind = values[-2 * HALVINGS - 1], values[-2 * HALVINGS : -HALVINGS], values[-HALVINGS:]
    scale = np.abs(values).max(axis=0)
    quotients = np.tensordot(stencil, signs, axes=(1, 0)) / _along(steps**order, values.ndim)
    noise = ULPS * eps * scale * 2**order / _along(steps**order, values.ndim)
    value, bound = _ridders(quotients, noise)
    broken = _broken(centre, ahead, behind, steps, ULPS * eps * scale)
    if order > 1:
        broken = broken | _bent(ahead, behind, steps, ULPS * eps * scale)
    broken = broken | ~(bound <= LOOSE * np.maximum(np.abs(value), scale))
    settled = not bool(np.any(broken))
    return Estimate(np.where(broken, np.nan, value), bound, "numeric", len(times), scale, settled)


def _along(steps: Array, dimensions: int) -> Array:
    return steps.reshape(-1, *[1] * (dimensions - 1))


def _ridders(quotients: Array, noise: Array) -> tuple[Array, Array]:
    """The entry of the extrapolation table that changes least from its neighbours, and that change plus the noise."""
    column, grain = quotients, noise
    value, bound = column[-1], np.full_like(column[-1], np.inf)
    for level in range(1, len(quotients)):
        power = 4.0**level
        finer = (power * column[1:] - column[:-1]) / (power - 1)
        grain = (power * grain[1:] + grain[:-1]) / (power - 1)
        change = np.maximum(np.abs(finer - column[1:]), np.abs(finer - column[:-1])) + grain
        change = np.where(np.isfinite(change), change, np.inf)
        best = np.argmin(change, axis=0)
        candidate, error = (np.take_along_axis(a, best[None], axis=0)[0] for a in (finer, change))
        value, bound = np.where(error < bound, candidate, value), np.minimum(error, bound)
        column = finer
    return value, bound


def _broken(centre: Array, ahead: Array, behind: Array, steps: Array, noise: Array) -> NDArray[np.bool_]:
    """Where f has a kink or jump at the point itself: (f(x+h) − 2f(x) + f(x−h))/h, or f(x±h) − f(x), does not fall."""
    bend = np.abs(ahead - 2 * centre + behind)
    rate = bend / _along(steps, bend.ndim)
    rise = np.maximum(np.abs(ahead - centre), np.abs(behind - centre))
    floor = 400 * noise
    return np.asarray(_stays(rate, bend, floor) | _stays(rise, rise, floor) | ~np.isfinite(centre))


def _bent(ahead: Array, behind: Array, steps: Array, noise: Array) -> NDArray[np.bool_]:
    """Where f' has a kink at the point itself: the second differences ahead and behind do not come together."""
    apart = np.abs((ahead[:-1] - 2 * ahead[1:]) - (behind[:-1] - 2 * behind[1:]))
    return _stays(apart / _along(steps[1:] ** 2, apart.ndim), apart, 400 * noise)


def _stays(rate: Array, size: Array, floor: Array) -> NDArray[np.bool_]:
    """Is a rate, which halves with the step where f is smooth, as large two or three steps later, beyond the noise?"""
    first, last = len(rate) // 3, 2 * len(rate) // 3
    late = slice(last - 1, last + 2)
    return np.asarray(np.any((rate[late] > 0.6 * rate[first]) & (size[late] > floor), axis=0))


def derivative(f: Function, x: float, order: int = 1, batched: bool = False) -> Estimate:
    """f^(order)(x) for a scalar x.

    >>> float(derivative(lambda x: x**5, 2.0, order=3).value.round(7))
    240.0
    """
    return directional(f, x, 1.0, order, batched)


def jacobian(f: Function, x: ArrayLike, batched: bool = False) -> Estimate:
    """∂f/∂x, of shape (*out, *shape of x): rows are outputs.  Of a scalar f: its gradient.

    >>> import numpy as np
    >>> jacobian(lambda x: np.array([x[0] * x[1], x[0] ** 2]), [2.0, 3.0]).value
    array([[3., 2.],
           [4., 0.]])
    """
    place = np.asarray(x, dtype=np.float64)
    return _gather([directional(f, place, basis, 1, batched) for basis in _basis(place)], place.shape)


def _basis(x: Array) -> list[Array]:
    return [row.reshape(x.shape) for row in np.eye(x.size)]


def _gather(parts: list[Estimate], shape: tuple[int, ...]) -> Estimate:
    """Estimates of the entries of the trailing axes, as one."""

    def joined(arrays: list[Array]) -> Array:
        stack = np.stack([np.asarray(a) for a in arrays], axis=-1)
        return stack.reshape(*stack.shape[:-1], *shape)

    return Estimate(
        joined([p.value for p in parts]), joined([p.bound for p in parts]), "numeric",
        sum(p.evaluations for p in parts), joined([np.broadcast_to(np.asarray(p.scale), p.value.shape) for p in parts]),
        all(p.converged for p in parts),
    )


def hessian(f: Function, x: ArrayLike, batched: bool = False) -> Estimate:
    """∂²f/∂x∂x, of shape (*out, n, n) for x of n entries in row-major order, by polarization:
    H_ij = (D²_{e_i + e_j} − D²_{e_i} − D²_{e_j})/2, so that it is symmetric."""
    place = np.asarray(x, dtype=np.float64)
    basis = _basis(place)
    size = len(basis)
    pure = [directional(f, place, e, 2, batched) for e in basis]
    parts: dict[tuple[int, int], Estimate] = {(i, i): pure[i] for i in range(size)}
    for i in range(size):
        for j in range(i):
            both = directional(f, place, basis[i] + basis[j], 2, batched)
            value = (both.value - pure[i].value - pure[j].value) / 2
            bound = (both.bound + pure[i].bound + pure[j].bound) / 2
            settled = both.converged and pure[i].converged and pure[j].converged
            parts[i, j] = Estimate(value, bound, "numeric", both.evaluations, both.scale, settled)
    return _gather([parts[max(i, j), min(i, j)] for i in range(size) for j in range(size)], (size, size))
