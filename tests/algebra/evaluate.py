"""A polynomial's value at numbers, by plain recursion: an oracle for the algebra that shares none of its rules."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import Poly

CONSTANTS = {"e": math.e, "π": math.pi, "γ": 0.5772156649015329}
FUNCTIONS = {
    "log": math.log, "sin": math.sin, "cos": math.cos, "abs": abs, "erf": math.erf, "Gamma": math.gamma,
    "arctan": math.atan,
}  # fmt: skip
RELATIONS = {"<": lambda x: x < 0, "≤": lambda x: x <= 0, "=": lambda x: x == 0}


@dataclass(frozen=True)
class World:
    """Values of scalars and arrays (indices from 1)."""

    scalars: Mapping[str, float] = field(default_factory=dict)
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)


def value(poly: Poly, world: World, levels: Mapping[int, int] | None = None) -> float:
    """The number that the polynomial denotes in the world."""
    total = 0.0
    for mono, coefficient in poly.terms.items():
        term = float(coefficient)
        for base, exponent in mono:
            term *= _base(base, world, levels or {}) ** _exponent(exponent, world, levels or {})
        total += term
    return total


def _exponent(exponent: Any, world: World, levels: Mapping[int, int]) -> float:
    return value(exponent, world, levels) if isinstance(exponent, Poly) else float(exponent)


def _base(base: Any, world: World, levels: Mapping[int, int]) -> float:
    if isinstance(base, int):
        return float(base)
    if isinstance(base, Poly):
        return value(base, world, levels)
    return _atom(base, world, levels)


def _atom(atom: Atom, world: World, levels: Mapping[int, int]) -> float:
    kind, args = atom.kind, atom.args
    if kind == "sym":
        return CONSTANTS[args[0]] if args[0] in CONSTANTS else world.scalars[args[0]]
    if kind == "bound":
        return float(levels[args[0]])
    if kind in ("comp", "scomp"):
        return float(world.arrays[args[0]][tuple(round(value(index, world, levels)) - 1 for index in args[1])])
    if kind == "δ":
        return float(round(value(args[0], world, levels)) == round(value(args[1], world, levels)))
    if kind == "ind":
        return float(RELATIONS[args[0]](value(args[1], world, levels)))
    if kind == "fun":
        return FUNCTIONS[args[0]](*(value(part, world, levels) for part in args[1]))
    if kind == "inv":
        return float(np.linalg.inv(_matrix(args[0], world, levels))[_place(args[1:], world, levels)])
    return _bound_value(atom, world, levels)


def _place(indices: Any, world: World, levels: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(round(value(index, world, levels)) - 1 for index in indices)


def _matrix(lam: Atom, world: World, levels: Mapping[int, int]) -> np.ndarray:
    base, sizes, body = lam.args
    shape = [round(value(size, world, levels)) for size in sizes]
    out = np.empty(shape)
    for at in product(*(range(size) for size in shape)):
        inner = {**levels, **{base + 1 + place: index + 1 for place, index in enumerate(at)}}
        out[at] = value(body, world, inner)
    return out


def _bound_value(atom: Atom, world: World, levels: Mapping[int, int]) -> float:
    base, ranges, body = atom.args
    spans = []
    for first, last in ranges:
        spans.append(range(round(value(first, world, levels)), round(value(last, world, levels)) + 1))
    parts = (value(body, world, {**levels, **_assigned(base, at)}) for at in product(*spans))
    return math.prod(parts) if atom.kind == "prod" else math.fsum(parts)


def _assigned(base: int, at: tuple[int, ...]) -> dict[int, int]:
    return {base + 1 + place: index for place, index in enumerate(at)}
