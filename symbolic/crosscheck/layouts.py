"""Other layouts of derivatives: the same claim with the derivatives of one kind transposed.

The companion's own layout gives ∂scalar/∂array the array's shape and ∂vector/∂vector its outputs as rows.  In the
denominator layout the second is transposed, in the numerator layout the first.
"""

from __future__ import annotations

import numpy as np

from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.sides import free_scope
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.crosscheck.world import World, scope_of
from symbolic.notation import tree

DENOMINATOR, NUMERATOR = "denominator layout", "numerator layout"


def relaid(node: tree.Node, layout: str, world: World) -> tree.Node:
    """The tree with every derivative that the layout writes otherwise transposed; the same object if there is none."""
    if isinstance(node, tree.Derivative | tree.Gradient):
        rank = _body_rank(node, world)
        if (rank == 1 and layout == DENOMINATOR) or (rank == 0 and layout == NUMERATOR):
            return tree.Transpose(node)
        return node
    return tree.rebuild(node, lambda child: relaid(child, layout, world))


def _body_rank(node: tree.Derivative | tree.Gradient, world: World) -> int | None:
    """The rank of what is differentiated, when the derivative is by an array; None otherwise."""
    try:
        with np.errstate(all="ignore"):
            scope = free_scope(node, scope_of(world, Effort()))
            whole = evaluate(node, scope).rank
            body = evaluate(node.body, scope).rank
    except (Unsupported, Mismatch, ArithmeticError, LookupError, TypeError, ValueError):
        return None
    return body if whole > body else None
