"""Helpers of the tests of expectations: given and formula become a polynomial; finite laws are the oracle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np

from symbolic.algebra.fractions import is_zero
from symbolic.algebra.poly import Poly
from symbolic.algebra.situation import Situation
from symbolic.decide import situation_of
from symbolic.given import read_given
from symbolic.lowering.lower import lower_scalar
from symbolic.lowering.scope import Scope
from symbolic.notation.reader import read_expression
from tests.algebra.evaluate import World, value


def lowered(formula: str, given: str) -> tuple[Poly, Situation]:
    """The polynomial that a scalar formula denotes, and the record of its derivation."""
    table = read_given(given)
    situation = situation_of(table)
    with situation.working():
        return lower_scalar(read_expression(formula, table), Scope(situation)), situation


def same(left: str, right: str, given: str) -> bool:
    """Are two formulas proved equal?"""
    situation = situation_of(table := read_given(given))
    with situation.working():
        one, other = (lower_scalar(read_expression(each, table), Scope(situation)) for each in (left, right))
        return is_zero(one - other)


def bernoulli_worlds(names: tuple[str, ...], size: int, p: float, fixed: World) -> Iterator[tuple[float, World]]:
    """(probability, world) of every outcome of vectors of independent Bernoulli entries."""
    for bits in product((0, 1), repeat=len(names) * size):
        probability = float(np.prod([p if bit else 1 - p for bit in bits]))
        arrays: dict[str, np.ndarray] = dict(fixed.arrays)
        for place, name in enumerate(names):
            arrays[name] = np.array(bits[place * size : (place + 1) * size], dtype=float)
        yield probability, World(fixed.scalars, arrays)


def enumerated(body: str, given: str, names: tuple[str, ...], size: int, fixed: World) -> float:
    """E[body] by going through all outcomes."""
    poly, _ = lowered(body, given)
    p = fixed.scalars["p"]
    return sum(weight * value(poly, world) for weight, world in bernoulli_worlds(names, size, p, fixed))


def at(poly: Poly, scalars: Mapping[str, float], arrays: Mapping[str, np.ndarray] | None = None) -> float:
    return value(poly, World(scalars, arrays or {}))
