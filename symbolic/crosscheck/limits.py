"""Limits along sequences: a lane of arguments, extrapolated."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real, settled
from symbolic.crosscheck.values import Unsupported, Value
from symbolic.notation import tree

#: Doublings of the argument; of a whole number, and of a size that an array has.
DOUBLINGS, WHOLE = 40, 12


def limit(node: Any, scope: Scope) -> Value:
    """lim_{variable → target} body, entry by entry; from both sides where none is said."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if not isinstance(node.variable, tree.Name):
        raise Unsupported("a limit in something other than a name")
    target = np.real(evaluate_scalar(node.target, scope).data)
    if target.size != 1:
        raise Unsupported("a limit whose target varies")
    to = float(target.reshape(-1)[0])
    if np.isinf(to) or node.side:
        return _along_sequence(node, to, -1.0 if node.side == "-" else 1.0, scope)
    above, below = (_along_sequence(node, to, side, scope) for side in (1.0, -1.0))
    agree = np.abs(above.data - below.data) <= 1e-6 * np.maximum(1.0, np.abs(above.data))
    return above.with_data(np.where(agree | (above.data == below.data), above.data, np.nan))


def _along_sequence(node: Any, to: float, side: float, scope: Scope) -> Value:
    from numeric.limits import approach, limit_of
    from symbolic.crosscheck.evaluate import evaluate

    declared = scope.world.table.symbol(node.variable.id)
    if declared is not None and declared.kind == "dimension":
        raise Unsupported(f"a limit in the size {node.variable.id}")
    whole = (declared is not None and declared.domain == "integer") or _is_whole(node)
    arguments = approach(to, int(side), whole, WHOLE if whole else DOUBLINGS)
    value = evaluate(node.body, scope.opened().bind(node.variable.id, Value(scope.lane(arguments.reshape(-1)))))
    members = real(along(value, scope.depth, arguments.size))
    estimate = limit_of(members.reshape(*arguments.shape, *members.shape[1:]))
    return settled(estimate, value, scope, "a limit")


def _is_whole(node: Any) -> bool:
    """Does the variable stand in a factorial, so that it is meant to be whole."""
    factorials = [part for part in tree.walk(node.body) if isinstance(part, tree.Factorial)]
    return any(node.variable.id in tree.names(part) for part in factorials)
