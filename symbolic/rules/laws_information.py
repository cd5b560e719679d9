"""Entropy and divergence of named laws: expectations of logarithms of densities, the laws' own supports kept apart.

−E[log p(X)] and E_P[log p(X) − log q(X)] are taken with the rules of expectation, so that whatever law has a polynomial
or elementary log-density has an entropy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from symbolic.algebra.functions import function
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, add, constant
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import sum_over_all
from symbolic.language.symbols import Symbol
from symbolic.lowering.arrays import Array
from symbolic.lowering.names import axes
from symbolic.lowering.scope import Scope
from symbolic.rules.laws_array_densities import COUNTED, LOG_DENSITIES, SIZED, normal, over
from symbolic.rules.laws_densities import DENSITIES, INFINITY
from symbolic.rules.moments_blocks import atom_of
from symbolic.rules.moments_models import Indices, Model, Occurrence, model_of, parameters


def _log(value: Poly) -> Poly:
    return function("log", (value,))


def _log_binomial(x: Poly, n: Poly, p: Poly) -> Poly:
    counts = (function("factorial", (each,)) for each in (n, x, n - x))
    all_ways, *orders = (_log(count) for count in counts)
    return all_ways - add(orders) + x * _log(p) + (n - x) * _log(ONE - p)


#: name → (x, parameters) → log P(X = x) on the support
LOG_MASS: dict[str, Callable[..., Poly]] = {
    "bernoulli": lambda x, p: x * _log(p) + (ONE - x) * _log(ONE - p),
    "geometric": lambda x, p: _log(p) + (x - 1) * _log(ONE - p),
    "poisson": lambda x, r: x * _log(r) - r - _log(function("factorial", (x,))),
    "binomial": _log_binomial,
    "uniform integer": lambda x, a, b: -_log(b - a + 1),
    "rademacher": lambda x: -_log(constant(2)),
}
@dataclass(frozen=True)
class Stated:
    """A law, by a law's name or by that of a random quantity, as a quantity in a situation of its own."""

    model: Model
    situation: Situation

    @property
    def law(self) -> str:
        law = self.model.symbol.law
        return law.name if law is not None else ""

    @property
    def sizes(self) -> tuple[Poly, ...] | None:
        """The sizes of the axes; None where what is stated does not say them."""
        symbol, law = self.model.symbol, self.model.symbol.law
        if symbol.axes:
            return axes(symbol, Scope(self.situation))[0]
        if law is not None and law.name == "matrix normal":
            return tuple(self.model.array(node).shape[0] for node in law.parameters[1:])
        if law is not None and law.name in SIZED:
            return self.model.array(law.parameters[SIZED[law.name]]).shape
        if self.covariance is None:
            return ()
        stated = (self.covariance, self.model.array(symbol.moments["mean"]))
        return next((array.shape[:1] for array in stated if array.shape), None)

    @property
    def covariance(self) -> Array | None:
        """The covariance matrix of a normal vector; `variance I` of what has no size says one."""
        moments = self.model.symbol.moments
        node = moments.get("covariance", moments.get("variance"))
        array = self.model.array(node) if node is not None and "mean" in moments else None
        return array if array is not None and (array.kind == "identity" or len(array.shape) == 2) else None

    @property
    def counted(self) -> bool:
        """Is the law discrete?"""
        return self.law in LOG_MASS or self.law in COUNTED or self.law == "categorical"


def _kind(declared: Symbol) -> str:
    name = declared.law.name if declared.law is not None else ""
    return "matrix" if name in ("matrix normal", "wishart") else "vector" if name in LOG_DENSITIES else "scalar"


def stated(declared: Symbol, situation: Situation) -> Stated:
    """The law that a symbol has, with the symbol as a random quantity."""
    if declared.random:
        return Stated(model_of(declared.name, situation), situation)
    kind = "vector" if "covariance" in declared.moments else _kind(declared)
    drawn = replace(declared, kind=kind, random=True)
    inner = replace(situation, table=replace(situation.table, symbols={**situation.table.symbols, drawn.name: drawn}))
    inner.memory = {}
    return Stated(model_of(drawn.name, inner), inner)


def log_density(of: Stated, place: Indices, x: Poly) -> Poly | None:
    """log p(x) of the entry at a place, or log P(X = x) of a discrete law."""
    model = of.model
    if of.law == "normal":
        mean, variance = model.mean(place), model.variance(place)
        known = mean is not None and variance is not None
        return _log(DENSITIES["normal"].density(x, mean, variance)) if known else None
    if of.law in DENSITIES:
        row, values = DENSITIES[of.law], parameters(model, place)
        if row.through is None:
            return _log(row.density(x, *values))
        z = _log(x)
        return _log(row.density(z, *values)) - z
    return LOG_MASS[of.law](x, *parameters(model, place)) if of.law in LOG_MASS else None


def joint_log_density(of: Stated, draw: Stated, sizes: tuple[Poly, ...]) -> Poly | None:
    """log p of one law at a draw of another: of a scalar, of an array of a named law, of independent entries."""
    model, law = of.model, of.model.symbol.law

    def x(*at: Poly) -> Poly:
        return atom_of(Occurrence(draw.model.name, at))

    if law is None or any(start != ONE for start in model.first):
        return None
    if not sizes:
        return log_density(of, (), x())
    if law.name in LOG_DENSITIES:
        if model.family:
            return None
        model.use("law")
        return LOG_DENSITIES[law.name](x, sizes, *(model.array(node) for node in law.parameters))
    if of.covariance is not None and not model.entries_apart and not model.family:
        model.use("law", "mean", "covariance")
        known = len(sizes) == 1
        return normal(x, sizes, lambda *at: model.stated("mean", at) or ZERO, of.covariance) if known else None
    if len(model.free_axes) < model.symbol.axes or log_density(of, model.first, x(*model.first)) is None:
        return None
    model.use("members", "components")
    return over(sizes, lambda *at: log_density(of, at, x(*at)) or ZERO)


def entropy(of: Stated, discrete: bool) -> Poly | None:
    """−E[log p(X)]."""
    sizes = of.sizes
    if discrete != of.counted or sizes is None:
        return None
    if of.law == "categorical":
        return _categorical(of, lambda p: -_log(p))
    value = joint_log_density(of, of, sizes)
    if value is None:
        return None
    of.situation.note("entropy", "the entropy is minus the mean of the log-density")
    return -_mean(value, of.situation)


def divergence(one: Stated, other: Stated) -> Poly | None:
    """KL(P ‖ Q) = E_P[log p(X) − log q(X)], for a P whose support lies in that of Q."""
    sizes = one.sizes if one.sizes is not None else other.sizes
    if sizes is None or other.sizes not in (sizes, None) or one.counted != other.counted:
        return None
    if "categorical" in (one.law, other.law):
        return _categorical(one, _log, other) if one.law == other.law else None
    own, crossed = (joint_log_density(of, one, sizes) for of in (one, other))
    if own is None or crossed is None or not within(one, other, sizes):
        return None
    one.situation.note("divergence", "the divergence is the mean of log p − log q under p")
    return _mean(own - crossed, one.situation)


def _mean(value: Poly, situation: Situation) -> Poly:
    from symbolic.rules.moments import expectation

    return expectation(value, situation)


def within(one: Stated, other: Stated, sizes: tuple[Poly, ...]) -> bool:
    """Does the support of the one law lie in that of the other?  Of arrays: where it depends on no parameter."""
    if one.law in LOG_DENSITIES or other.law in LOG_DENSITIES:
        return one.law == other.law and (one.law != "multinomial" or _parameter(one, 0) == _parameter(other, 0))
    place = tuple(fresh((ONE, size)) for size in sizes)
    own, over_all = (support(each, place) for each in (one, other))
    if own is None or over_all is None:
        return one.law == other.law
    (low, high), (least, most) = own, over_all
    return (least in (low, -INFINITY) or _beyond(low, least)) and (most in (high, INFINITY) or _beyond(most, high))


def _beyond(greater: Poly, less: Poly) -> bool:
    infinite = INFINITY in (greater, -greater, less, -less)
    return not infinite and is_nonnegative(greater - less)


def support(of: Stated, place: Indices) -> tuple[Poly, Poly] | None:
    """The ends of the support of a scalar law."""
    from symbolic.rules.moments_discrete import VALUES

    if of.law == "normal":
        return -INFINITY, INFINITY
    if of.law in DENSITIES:
        row, values = DENSITIES[of.law], parameters(of.model, place)
        return row.support(*values) if row.through is None else (ZERO, INFINITY)
    return VALUES[of.law](*parameters(of.model, place)) if of.law in VALUES else None


def _parameter(of: Stated, which: int) -> Poly:
    law = of.model.symbol.law
    assert law is not None
    return of.model.array(law.parameters[which]).scalar


def _categorical(one: Stated, weigh: Callable[[Poly], Poly], other: Stated | None = None) -> Poly:
    """Σ_i p_i weigh(p_i), or Σ_i p_i (weigh(p_i) − weigh(q_i)) against another law."""
    laws = [each.model.symbol.law for each in (one, other) if each is not None]
    stated = [each.model for each in (one, other) if each is not None]
    p, *q = (model.array(law.parameters[0]) for model, law in zip(stated, laws, strict=True) if law)
    index = fresh(p.span(0))
    gap = weigh(p.entry((index,))) - add(weigh(each.entry((index,))) for each in q)
    return sum_over_all([(next(iter(index.free)), p.span(0))], p.entry((index,)) * gap)
