"""Entropy and divergence of named laws: expectations of logarithms of densities, the laws' own supports kept apart.

−E[log p(X)] and E_P[log p(X) − log q(X)] are taken with the rules of expectation, so that whatever law has a polynomial
or elementary log-density has an entropy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from symbolic.algebra.binders import lam
from symbolic.algebra.functions import PI, function
from symbolic.algebra.indices import fresh
from symbolic.algebra.matrix_atoms import determinant_atom, inverse_entry
from symbolic.algebra.poly import ONE, Poly, add, constant
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.situation import Situation
from symbolic.algebra.sums import sum_over_all
from symbolic.language.symbols import Symbol
from symbolic.lowering.arrays import sized
from symbolic.rules.laws_densities import DENSITIES
from symbolic.rules.moments_blocks import atom_of
from symbolic.rules.moments_models import Indices, Model, Occurrence, model_of, parameters

HALF = Fraction(1, 2)

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
#: Laws whose support depends on a parameter.
MOVING = frozenset({"uniform", "uniform integer", "pareto", "binomial"})
#: Of these, laws whose parameters are the ends of their support.
BETWEEN = frozenset({"uniform", "uniform integer"})


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
    def shape(self) -> tuple[Poly, ...]:
        """The sizes of the quantity's axes."""
        if "covariance" in self.model.symbol.moments:
            return self.model.array(self.model.symbol.moments["covariance"]).shape[:1]
        if "mean" in self.model.symbol.moments:
            return self.model.array(self.model.symbol.moments["mean"]).shape
        return ()


def stated(declared: Symbol, situation: Situation) -> Stated:
    """The law that a symbol has, with the symbol as a random quantity."""
    if declared.random:
        return Stated(model_of(declared.name, situation), situation)
    kind = "vector" if "covariance" in declared.moments else "scalar"
    drawn = replace(declared, kind=kind, random=True)
    inner = replace(situation, table=replace(situation.table, symbols={**situation.table.symbols, drawn.name: drawn}))
    inner.memory = {}
    return Stated(model_of(drawn.name, inner), inner)


def log_density(of: Stated, place: Indices, quantity: Poly) -> Poly | None:
    """log p(x) of the entry at a place, or log P(X = x) of a discrete law."""
    model = of.model
    if of.law == "normal":
        mean, variance = model.mean(place), model.variance(place)
        if mean is None or variance is None:
            return None
        return _log(DENSITIES["normal"].density(quantity, mean, variance))
    if of.law in DENSITIES and DENSITIES[of.law].through is None:
        return _log(DENSITIES[of.law].density(quantity, *parameters(model, place)))
    if of.law in LOG_MASS:
        return LOG_MASS[of.law](quantity, *parameters(model, place))
    return None


def entropy(of: Stated, discrete: bool) -> Poly | None:
    """−E[log p(X)]."""
    if discrete != (of.law in LOG_MASS or of.law == "categorical"):
        return None
    if of.law == "categorical":
        return _categorical(of, of)
    return _cross_entropy(of, of)


def divergence(one: Stated, other: Stated) -> Poly | None:
    """KL(P ‖ Q) = E_P[log p(X) − log q(X)]."""
    if one.law != other.law or (one.law in MOVING and not _within(one, other)):
        return None
    average = _categorical if one.law == "categorical" else _cross_entropy
    crossed, own = average(one, other), average(one, one)
    return None if crossed is None or own is None else crossed - own


def _within(one: Stated, other: Stated) -> bool:
    """Does the support of the one lie in that of the other, both being from the first parameter to the second?"""
    if one.law not in BETWEEN or one.model.symbol.axes or other.model.symbol.axes:
        return False
    (low, high), (least, most) = (parameters(each.model, ()) for each in (one, other))
    return is_nonnegative(low - least) and is_nonnegative(most - high)


def _cross_entropy(one: Stated, other: Stated) -> Poly | None:
    """−E_P[log q(X)]."""
    from symbolic.rules.moments import expectation

    if one.law == "normal" and one.shape:
        return _normal_vector(one, other)
    if one.model.symbol.axes:
        return None
    value = log_density(other, (), atom_of(Occurrence(one.model.name, ())))
    one.situation.note("entropy", "the entropy is minus the mean of the log-density")
    return None if value is None else -expectation(value, one.situation)


def _categorical(one: Stated, other: Stated) -> Poly:
    """−Σ_i p_i log q_i."""
    laws = [each.model.symbol.law for each in (one, other)]
    p, q = (each.model.array(law.parameters[0]) for each, law in zip((one, other), laws, strict=True) if law)
    index = fresh(p.span(0))
    body = -p.entry((index,)) * _log(q.entry((index,)))
    return sum_over_all([(next(iter(index.free)), p.span(0))], body)


def _normal_vector(one: Stated, other: Stated) -> Poly | None:
    """½ (d log 2π + log|Σ_Q| + tr(Σ_Q^{-1} Σ_P) + (μ_P − μ_Q)ᵀ Σ_Q^{-1} (μ_P − μ_Q))."""
    moments = [each.model.symbol.moments for each in (one, other)]
    if any("covariance" not in each or "mean" not in each for each in moments):
        return None
    own, cover = (each.model.array(m["covariance"]) for each, m in zip((one, other), moments, strict=True))
    own, cover = sized(own, cover), sized(cover, own)
    if len(own.shape) != 2 or len(cover.shape) != 2:
        return None
    whole = lam(cover.shape, lambda *at: cover.entry(at))
    i, j = fresh(own.span(0)), fresh(own.span(1))
    shifts = [one.model.mean((at,)) for at in (i, j)]
    targets = [other.model.mean((at,)) for at in (i, j)]
    if any(part is None for part in (*shifts, *targets)):
        return None
    left, right = (s - t for s, t in zip(shifts, targets, strict=True) if s is not None and t is not None)
    spans = [(next(iter(at.free)), span) for at, span in ((i, own.span(0)), (j, own.span(1)))]
    square = sum_over_all(spans, inverse_entry(whole, i, j) * (own.entry((i, j)) + left * right))
    size = own.shape[0] * _log(PI.scale(Fraction(2)))
    return add((size, _log(determinant_atom(whole)), square)).scale(HALF)


