"""Powers and logarithms of the length of a normal vector: x·x/σ² has the law χ²_n where the entries are independent.

Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1 (1994), chapter 18.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function
from symbolic.algebra.indices import delta, entry, fresh
from symbolic.algebra.poly import ONE, Poly, as_poly, atom, monomial, symbol
from symbolic.algebra.powers import power
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import Factor, Names, is_declared, is_polynomial, natural, random_names
from symbolic.rules.moments_models import Model, model_of

HALF = Fraction(1, 2)


class Square(NamedTuple):
    """A sum of n squares of independent normal quantities of mean 0 and one variance."""

    terms: Poly
    variance: Poly


def by_length(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[(x·x)^p] = (2σ²)^p Γ(n/2 + p)/Γ(n/2) for n/2 + p > 0, and E[log x·x] = ψ(n/2) + log 2σ²."""
    if not is_declared(names, situation):
        return None
    if len(factors) != 1:
        return _with_direction(factors, names, situation)
    ((base, exponent),) = factors
    if not isinstance(base, Atom) or (natural(exponent) and base.kind == "sum"):
        return None
    if base.kind == "fun" and base.args[0] == "log" and exponent == 1:
        found = _square(base.args[1][0], names, situation)
        if found is None or not is_positive(found.variance):
            return None
        return function("psi", (found.terms.scale(HALF),)) + function("log", (found.variance.scale(Fraction(2)),))
    found = _square(monomial(frozenset({(base, 1)})), names, situation)
    order = as_poly(exponent)
    if found is None or not order.free.isdisjoint(names):
        return None
    half = found.terms.scale(HALF)
    if not is_positive(half + order) or not (is_positive(found.variance) or is_nonnegative(order)):
        return None
    ratio = function("Gamma", (half + order,)) / function("Gamma", (half,))
    return power(found.variance.scale(Fraction(2)), exponent) * ratio


def _with_direction(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(x) (x·x)^p] = E[f(x)] E[(x·x)^{p + r/2}]/E[(x·x)^{r/2}] for f of degree r: x/|x| is independent of |x|."""
    from symbolic.rules.moments import expectation, joined

    lengths = [pair for pair in factors if _is_length(pair, names, situation)]
    rest = [pair for pair in factors if pair not in lengths]
    degrees = [_degree(pair, situation) for pair in rest]
    if len(lengths) != 1 or len(names) != 1 or None in degrees:
        return None
    ((base, exponent),) = lengths
    found = _square(monomial(frozenset({(base, 1)})), names, situation)
    whole = _opened(monomial(frozenset({(base, 1)})), situation)
    (name,) = names
    if found is None or whole is None or not _is_every_entry(whole, name, situation):
        return None
    degree, order = as_poly(sum(d for d in degrees if d is not None)).scale(HALF), as_poly(exponent)
    half = found.terms.scale(HALF)
    if not is_positive(half + order + degree) or not is_positive(found.variance):
        return None
    ratio = function("Gamma", (half + degree + order,)) / function("Gamma", (half + degree,))
    return expectation(joined(rest), situation) * power(found.variance.scale(Fraction(2)), exponent) * ratio


def _is_length(pair: Factor, names: Names, situation: Situation) -> bool:
    base, exponent = pair
    summed = isinstance(base, Atom) and base.kind == "sum"
    return summed and not natural(exponent) and as_poly(exponent).number is not None


def _degree(pair: Factor, situation: Situation) -> int | None:
    """The degree of a factor in the entries; None where it is not homogeneous."""
    base, exponent = pair
    if not natural(exponent) or not isinstance(base, Atom) or not is_polynomial(pair, situation):
        return None
    if base.kind != "sum":
        return int(exponent)
    terms = [[pair for pair in mono if random_names(pair, situation)] for mono in base.args[2].terms]
    degrees = {sum(times for _, times in moving) for moving in terms}
    flat = all(getattr(part, "kind", "") != "sum" for moving in terms for part, _ in moving)
    return degrees.pop() * int(exponent) if len(degrees) == 1 and flat else None


def _is_every_entry(opened: tuple[str, tuple[Poly, Poly], Poly, Poly], name: str, situation: Situation) -> bool:
    """Is it Σ_i x_i² over all entries of the vector?"""
    index, span, inner, scale = opened
    model = model_of(name, situation)
    return model.symbol.axes == 1 and scale == ONE and inner == entry(name, (symbol(index),)) and span == _span(model)


def _span(model: Model) -> tuple[Poly, Poly]:
    from symbolic.lowering.names import axes
    from symbolic.lowering.scope import Scope

    last, first = axes(model.symbol, Scope(model.situation))
    return first[0], last[0]


def _square(poly: Poly, names: Names, situation: Situation) -> Square | None:
    """Σ_i c x_i² over at least one i, of jointly normal x_i with E[x_i] = 0 and Cov(x_i, x_j) = v δ_ij."""
    from symbolic.rules.moments import covariance, expectation

    opened = _opened(poly, situation)
    if opened is None or not jointly_normal(names, situation):
        return None
    index, (low, high), entry, scale = opened
    if not is_linear(entry, names, situation) or not scale.free.isdisjoint(names | {index}):
        return None
    other = fresh((low, high))
    spread = covariance(entry, entry, situation)
    apart = covariance(entry, substitute(entry, {index: other}), situation) - spread * delta(symbol(index), other)
    known = is_zero(expectation(entry, situation)) and index not in spread.free and is_zero(apart)
    count = high - low + ONE
    return Square(count, spread * scale) if known and is_positive(count) and is_positive(scale) else None


def _opened(poly: Poly, situation: Situation) -> tuple[str, tuple[Poly, Poly], Poly, Poly] | None:
    """(i, range, x_i, c) of c Σ_i x_i²."""
    if len(poly.terms) != 1:
        return None
    ((outer, front),) = poly.terms.items()
    sums = [base for base, times in outer if isinstance(base, Atom) and base.kind == "sum" and times == 1]
    if len(sums) != 1 or len(sums[0].args[1]) != 1:
        return None
    (index,), (span,), body = open_binder(sums[0])
    if len(body.terms) != 1:
        return None
    ((inner, coefficient),) = body.terms.items()
    squares = [pair for pair in inner if random_names(pair, situation)]
    if len(squares) != 1 or squares[0][1] != 2 or not isinstance(squares[0][0], Atom):
        return None
    scale = monomial(outer - {(sums[0], 1)}, front) * monomial(inner - {squares[0]}, coefficient)
    return index, span, atom(squares[0][0]), scale
