"""A counterexample for a reader: sizes, values, the law, both sides."""

from __future__ import annotations

import numpy as np

from symbolic.crosscheck.compare import Trial
from symbolic.crosscheck.dependencies import spoken
from symbolic.crosscheck.described import law, readable
from symbolic.crosscheck.numpy_text import line
from symbolic.crosscheck.world import scope_of
from symbolic.notation import tree
from symbolic.verdict import Counterexample


def shown(found: Trial, left: tree.Node, right: tree.Node) -> Counterexample:
    """What refutes, restricted to the names that the claim speaks of."""
    world = found.world
    names = spoken(tree.Tuple((left, right)), world.table)
    sizes = {name: size for name, size in world.sizes.items() if name in names}
    values = {name: readable(value.data) for name, value in world.values.items() if name in names}
    at = {name: value for name, value in found.at.items() if name in names or world.table.symbol(name) is None}
    values |= {name: readable(np.asarray(value)) for name, value in at.items()}
    said = "; ".join(law(block, scope_of(world)) for block in world.blocks if set(block.names) & names)
    if found.left is None:
        return Counterexample(sizes, values, said or None, found.reason, None, None)
    sides = (found.left, found.right)
    both = [side if isinstance(side, str) else readable(np.asarray(side)) for side in sides]
    beyond = any(isinstance(side, str) for side in sides)
    numpy = None if beyond else line(found, left, right)
    return Counterexample(sizes, values, said or None, both[0], both[1], numpy, list(found.shape) or None)
