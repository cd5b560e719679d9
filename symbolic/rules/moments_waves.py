"""Sines and cosines of linear forms of jointly normal quantities, times powers of linear forms."""

from __future__ import annotations

from fractions import Fraction

from symbolic.algebra.poly import ONE, ZERO, Poly, add, atom
from symbolic.algebra.powers import exponential
from symbolic.algebra.situation import Situation
from symbolic.rules.kernels_factors import Complex, phase, waves
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import Factor, Names, is_declared, is_polynomial

HALF = Fraction(1, 2)


def by_waves(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(x) e^{iL}] = e^{iE[L] - Var(L)/2} E[f(x + i Cov(x, L))] for jointly normal x, a linear L, a polynomial f."""
    if not is_declared(names, situation):
        return None
    opened = waves(frozenset(factors), lambda angle: is_linear(angle, names, situation))
    if opened is None or not jointly_normal(names, situation):
        return None
    found, rest = opened
    powers = sorted(rest, key=lambda factor: atom(factor[0]).key)
    if not all(is_polynomial(each, situation) and is_linear(atom(each[0]), names, situation) for each in powers):
        return None
    return add((weight * _rotated(powers, angle, situation)).re for angle, weight in found.items())


def _rotated(powers: list[Factor], angle: Poly, situation: Situation) -> Complex:
    from symbolic.rules.moments import covariance, expectation, variance

    moved = Complex(ONE)
    for base, exponent in powers:
        shift = covariance(atom(base), angle, situation) if angle else ZERO
        moved = moved * Complex(atom(base), shift) ** exponent
    mean = Complex(expectation(moved.re, situation), expectation(moved.im, situation))
    front = exponential(variance(angle, situation).scale(-HALF)) if angle else ONE
    return (phase(expectation(angle, situation)) * mean).scale(front)
