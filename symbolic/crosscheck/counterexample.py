"""A counterexample for a reader: sizes, values, the law, both sides."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from symbolic.crosscheck.compare import Trial
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.numpy_line import line
from symbolic.notation import tree
from symbolic.verdict import Counterexample


def shown(found: Trial, left: tree.Node, right: tree.Node) -> Counterexample:
    """What refutes, restricted to the names that the claim speaks of."""
    world = found.world
    names = mentioned(tree.Tuple((left, right)), world.table)
    sizes = {name: size for name, size in world.sizes.items() if name in names}
    values = {name: readable(value.data) for name, value in world.values.items() if name in names}
    values |= {name: readable(np.asarray(value)) for name, value in found.at.items()}
    said = "; ".join(block.said for block in world.blocks if set(block.names) & names)
    if found.left is None:
        return Counterexample(sizes, values, said or None, found.reason, None, None)
    numpy = line(found, left, right)
    return Counterexample(sizes, values, said or None, readable(np.asarray(found.left)), readable(np.asarray(found.right)), numpy)


def readable(data: Any) -> Any:
    """Numbers as short as they are: integers, small fractions as text, else twelve digits."""
    if data.ndim:
        return [readable(part) for part in data]
    number = float(np.real(data))
    if not np.isfinite(number):
        return str(number)
    if abs(number - round(number)) < 1e-12 and abs(number) < 1e15:
        return round(number)
    near = Fraction(number).limit_denominator(64)
    if abs(number - float(near)) < 1e-13 * max(1.0, abs(number)):
        return f"{near.numerator}/{near.denominator}"
    return float(f"{number:.12g}")
