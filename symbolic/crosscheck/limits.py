"""Limits along sequences: a lane of arguments, extrapolated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck.growing import grows, limit_in_size
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sums import along, real, settled
from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.expectation import Estimate

#: Doublings of the argument; of a whole number, and of a size that an array has.
DOUBLINGS, WHOLE = 40, 12

#: How near the last member before an underflow must be to the limit found beyond it.
NEAR = 1e-2

#: Entries that members may have touched for those of each parity to be looked at too.
CHEAP = 5_000_000

#: Agreement of three members in a row at which a sequence rests.
RESTING = 1e-9


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
    finite = np.isfinite(above.data) & np.isfinite(below.data)
    agree = finite & (np.abs(above.data - below.data) <= 1e-6 * np.maximum(1.0, np.abs(above.data)))
    return above.with_data(np.where(agree | (above.data == below.data), above.data, np.nan))


def _along_sequence(node: Any, to: float, side: float, scope: Scope, meant: bool = False) -> Value:
    """The limit from one side; `meant` to be whole is a name that nothing declares where there are no other values."""
    from numeric.limits import approach, limit_of

    declared = scope.world.table.symbol(node.variable.id)
    size = declared is not None and declared.kind == "dimension"
    if size and grows(node.variable.id, node.body, scope.world.table):
        return limit_in_size(node, scope)
    whole = meant or size or (declared is not None and declared.domain == "integer") or _is_whole(node)
    if np.isinf(to) and _bounds_a_sum(node):
        return _in_reciprocals(node, to, scope)
    arguments = approach(to, int(side), whole, WHOLE if whole else DOUBLINGS)
    before = scope.effort.work
    value, members, kept = _members(node, arguments, scope)
    cheap = before - scope.effort.work < CHEAP
    estimate = limit_of(members)
    if not estimate.converged and whole and cheap and np.isinf(to) and _splits(node, to, scope):
        scope.effort.note("numeric", RESTING)
        scope.effort.split = True
        return value.with_data(np.full(members.shape[2:], np.nan))
    if kept < len(members):
        estimate = _before_underflow(estimate, members[:kept])
    if not estimate.converged and whole and np.isinf(to):
        return _in_reciprocals(node, to, scope)
    if np.all(np.isnan(members)) and declared is None and np.isinf(to) and not whole:
        return _along_sequence(node, to, side, scope, meant=True)
    if np.all(np.isnan(members)) and not _overflows_at(arguments[:1], node, scope):
        scope.effort.note("numeric", RESTING)
        return value.with_data(np.full(members.shape[2:], np.nan))  # nowhere on the way there is a value
    if not estimate.converged:
        return value.with_data(np.where(np.isnan(estimate.value), _resting(members[:, 0], scope), estimate.value))
    return settled(estimate, value, scope, "a limit")


def _members(node: Any, arguments: Data, scope: Scope) -> tuple[Value, Data, int]:
    """The body at every argument, (members, neighbours, lanes, own), and how many come before numbers underflow."""
    effort, before = scope.effort, scope.effort.left_range
    effort.lost, kept = False, len(arguments)
    value = _at(arguments, node, scope)
    low = 0 if effort.lost else kept
    while kept - low > 1:
        effort.lost, middle = False, (low + kept) // 2
        _at(arguments[:middle], node, scope)
        low, kept = (low, middle) if effort.lost else (middle, kept)
    effort.left_range = before  # the limit itself judges members that leave the floating-point range
    members = real(along(value, scope.depth, arguments.size))
    return value, members.reshape(*arguments.shape, *members.shape[1:]), low


def _at(arguments: Data, node: Any, scope: Scope) -> Value:
    """The body at arguments, in a lane."""
    from symbolic.crosscheck.evaluate import evaluate

    lane = Value(scope.lane(arguments.reshape(-1)))
    return evaluate(node.body, scope.opened().bind(node.variable.id, lane))


def _splits(node: Any, to: float, scope: Scope) -> bool:
    """Has the body over even numbers a limit that it has not over odd ones?"""
    from numeric.parity import of_parity, parts

    before = scope.effort.left_range
    tables = []
    for odd in (False, True):
        arguments = np.sign(to) * of_parity(odd, WHOLE)
        members = real(along(_at(arguments, node, scope), scope.depth, arguments.size))
        tables.append(members.reshape(*arguments.shape, *members.shape[1:]))
    scope.effort.left_range = before
    return tables[0][0, 0].size == 1 and parts(tables[0], tables[1])


def _overflows_at(arguments: Data, node: Any, scope: Scope) -> bool:
    before, scope.effort.large = scope.effort.large, False
    _at(arguments, node, scope)
    found, scope.effort.large = scope.effort.large, before
    return found


def _before_underflow(whole: Estimate, members: Data) -> Estimate:
    """The limit of the members before a number underflowed, where the others lead elsewhere: (xᵖ)^{1/p} is not 0."""
    from numeric.limits import limit_of

    last = members[-1, 0] if len(members) else np.asarray(np.nan)
    near = np.abs(last - whole.value) <= NEAR * np.maximum(1.0, np.abs(whole.value))
    if np.all(near | (last == whole.value)):
        return whole
    estimate = limit_of(members)
    if not estimate.converged:
        raise Unsupported("a limit on the way to which numbers underflow")
    return estimate


def _resting(members: Data, scope: Scope) -> Data:
    """The value at which members rest before they overflow: three in a row that agree."""
    finite = np.isfinite(members)
    last = np.where(finite.all(axis=0), len(members), np.argmin(finite, axis=0)) - 1
    if np.any(last < 3):
        raise Unsupported("a limit that does not settle")
    three = [np.take_along_axis(members, (last - back)[None], axis=0)[0] for back in range(3)]
    spread = np.max(three, axis=0) - np.min(three, axis=0)
    if np.any(spread > RESTING * np.maximum(1.0, np.abs(three[0]))):
        raise Unsupported("a limit that does not settle")
    scope.effort.note("numeric", RESTING)
    return np.asarray(three[0])


def _in_reciprocals(node: Any, to: float, scope: Scope) -> Value:
    """The limit over whole numbers that cannot be followed far, by extrapolation in 1/n."""
    from numeric.extrapolation import WHOLE as arguments
    from numeric.extrapolation import in_reciprocals
    from symbolic.crosscheck.evaluate import evaluate

    lane = Value(scope.lane(np.sign(to) * arguments))
    value = evaluate(node.body, scope.opened().bind(node.variable.id, lane))
    estimate = in_reciprocals(arguments, real(along(value, scope.depth, len(arguments))))
    return settled(estimate, value, scope, "a limit")


def _bounds_a_sum(node: Any) -> bool:
    """Does the variable say how many terms there are?"""
    bounds = [bound for part in tree.walk(node.body) if isinstance(part, tree.Big) for bound in part.bounds]
    ends = [end for bound in bounds for end in (bound.lower, bound.upper) if end is not None]
    return any(node.variable.id in tree.names(end) for end in ends)


def _is_whole(node: Any) -> bool:
    """Does the variable stand in a factorial, so that it is meant to be whole."""
    factorials = [part for part in tree.walk(node.body) if isinstance(part, tree.Factorial)]
    return any(node.variable.id in tree.names(part) for part in factorials)
