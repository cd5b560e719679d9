"""Experiments on f = g + O(h), f = g + o(h), f ∼ g and f ≈ g: the remainder beside its order along a sequence.

A statement on a limit says nothing of any one argument: here it agrees, or it differs and so contradicts a proof, but
never is it refuted by these numbers alone (`Outcome.limiting`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from symbolic.crosscheck.assumed import assumed
from symbolic.crosscheck.dependencies import is_random, mentioned
from symbolic.crosscheck.growing import grows
from symbolic.crosscheck.polynomials import degrees
from symbolic.crosscheck.precise import DIGITS, MANY, PARTS, Place, enclosed, free, rough
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.sides import fitted, free_scope
from symbolic.crosscheck.values import Mismatch, Unsupported, Value
from symbolic.crosscheck.world import World, scope_of
from symbolic.language.orders import approach, order_terms, without_orders
from symbolic.language.symbols import Table
from symbolic.notation import tree

#: The remainder divided by its order, in a world.
Ratio = Callable[["Question", World], float]

#: Exponents k of the arguments 2^k or a ± 2^−k: where they can be followed far, where not, and in double precision.
FAR, NEAR, DOUBLE = (6, 8, 11, 16, 22, 32, 45, 64, 90, 128), tuple(range(2, 12)), tuple(range(1, 30))

#: Exponents up to which a + 2^−k is a number of double precision for any small whole a ≠ 0.
OFFSET = 40

#: Share of a remainder that rounding may be.
NOISE = 1e-2

#: Arguments close by, and their relative spacing, from whose fourth differences rounding is told.
NEIGHBOURS, SPACING = 5, 2.0**-10


@dataclass(frozen=True)
class Question:
    """Is (left − right)/scale bounded (`vanishes` false), or does it go to 0, as name → target?"""

    left: tree.Node
    right: tree.Node
    scale: tree.Node
    vanishes: bool
    name: str
    target: tree.Node


def question(left: tree.Node, relation: str, right: tree.Node, table: Table) -> Question:
    """What a relation in a limit asks of numbers; raises Unsupported where that is not said."""
    going = approach(table)
    if going is None:
        raise Unsupported("a relation in a limit, where the given says of no variable where it goes")
    terms = order_terms(left) + order_terms(right)
    if len(terms) > 1 or (terms and relation != "="):
        raise Unsupported("more than one O(·), or O(·) beside another relation")
    if terms:
        return Question(
            without_orders(left), without_orders(right), terms[0].arguments[0],
            terms[0].function == tree.Name("o"), *going,
        )  # fmt: skip
    order = None if relation == "∼" else _order(left, right, *going, table)
    scale = right if order is None else _distance_to(order, *going)
    return Question(left, right, scale, True, *going)


def _order(left: tree.Node, right: tree.Node, name: str, target: tree.Node, table: Table) -> int | None:
    """The order up to which f ≈ g: that of the given, else the degree of a side that is a polynomial of some terms."""
    if table.order is not None and table.order[0] == name:
        return table.order[1]
    for side in (right, left):
        found = degrees(side, name, _is_infinite(target), table)
        if found is not None and len(found) > 1 and min(found) >= 0:
            return max(found)
    return None


def _is_infinite(target: tree.Node) -> bool:
    bare = target.argument if isinstance(target, tree.Negative) else target
    return bare == tree.Name("∞")


def _distance_to(order: int, name: str, target: tree.Node) -> tree.Node:
    """(x − a)^order, at infinity x^(−order)."""
    if _is_infinite(target):
        return tree.Power(tree.Name(name), tree.Negative(tree.Number(str(order))))
    away = tree.Add((tree.Name(name), tree.Negative(target)))
    return tree.Power(away, tree.Number(str(order)))


def observed(asked: Question, world: World, effort: Effort) -> str:
    """ "agrees", "differs" or "unclear" in a world."""
    table = world.table
    parts = tree.Tuple((asked.left, asked.right, asked.scale))
    if grows(asked.name, parts, table):
        return _in_size(asked, world, effort)
    _may_move(asked, table)
    found = {_along(asked, side, world, effort) for side in _sides(asked, table)}
    return found.pop() if len(found) == 1 else ("differs" if "differs" in found else "unclear")


def _may_move(asked: Question, table: Table) -> None:
    """Raises Unsupported where something else was given its value by that of the variable."""
    names = mentioned(tree.Tuple((asked.left, asked.right, asked.scale)), table) - {asked.name}
    for name in names:
        if is_random(name, table) and asked.name in mentioned(tree.Name(name), table):
            raise Unsupported(f"a limit in {asked.name}, on which the law of {name} depends")
    for chain in assumed(table):
        if asked.name in mentioned(chain, table) and any(relation == "=" for relation, _ in chain.links):
            raise Unsupported(f"a limit in {asked.name}, which an assumption ties")


def _sides(asked: Question, table: Table) -> tuple[int, ...]:
    """From which sides the variable comes: 1 from above, or to +∞."""
    if _is_infinite(asked.target):
        return (-1,) if isinstance(asked.target, tree.Negative) else (1,)
    symbol = table.symbol(asked.name)
    signs = symbol.signs if symbol is not None else frozenset[str]()
    at_zero = asked.target == tree.Number("0")
    if at_zero and signs & {"positive", "nonnegative"}:
        return (1,)
    return (-1,) if at_zero and signs & {"negative", "nonpositive"} else (1, -1)


def _along(asked: Question, side: int, world: World, effort: Effort) -> str:
    """The answer along arguments from one side: to many digits where that can be, else in double precision."""
    from numeric.orders import LEAST, bounded, vanishing

    followed: list[tuple[tuple[int, ...], Ratio]] = [(DOUBLE, lambda a, w: _double_ratio(a, w, effort))]
    if free(tree.Tuple((asked.left, asked.right, asked.scale)), world):
        followed = [(FAR, _enclosed_ratio), (NEAR, _enclosed_ratio), *followed]
    members: list[tuple[float, float]] = []
    for exponents, ratio in followed:
        if len(members) < LEAST:
            members = list(_ratios(asked, exponents, side, world, ratio))
    if len(members) < LEAST:
        raise Unsupported("a remainder that cannot be followed far enough")
    ratios, distances = zip(*members, strict=True)
    return (vanishing if asked.vanishes else bounded)(ratios, distances)


def _ratios(
    asked: Question, exponents: tuple[int, ...], side: int, world: World, ratio: Ratio
) -> Iterator[tuple[float, float]]:
    """(ratio, log distance) at one argument after another, up to the first at which it cannot be told."""
    for exponent in exponents:
        moved = _moved(asked, exponent, side, world)
        if moved is None:
            return
        try:
            yield ratio(asked, moved), exponent * float(np.log(2))
        except (Unsupported, Mismatch, ArithmeticError, ValueError, OverflowError, LookupError):
            return


def _moved(asked: Question, exponent: int, side: int, world: World) -> World | None:
    """The world with the variable at 2^exponent or at the target ± 2^−exponent, a little off powers of two."""
    off = 1 + exponent % 3 / 4
    symbol, target = world.table.symbol(asked.name), _target(asked, world)
    if target and exponent > OFFSET:
        return None
    at = side * off * 2.0**exponent if target is None else target + side * off * 2.0**-exponent
    if symbol is not None and (symbol.kind == "dimension" or symbol.domain == "integer"):
        at = float(int(at) + exponent % 2)
    if asked.name in world.sizes:
        return replace(world, sizes={**world.sizes, asked.name: int(at)})
    return replace(world, values={**world.values, asked.name: Value(np.asarray(at))})


def _enclosed_ratio(asked: Question, world: World) -> float:
    """The ratio to as many digits as it takes; 0 for a remainder in which they all show 0."""
    from numeric.intervals import arithmetic

    for digits in DIGITS:
        at = arithmetic(digits)
        place = Place(world, at, left=[PARTS])
        first, second, scale = (enclosed(part, place) for part in (asked.left, asked.right, asked.scale))
        difference = first - second
        if 0 not in difference and difference.delta < NOISE * abs(difference).a:
            return rough(at.divided(difference, scale))
        if PARTS - place.left[0] > MANY:
            raise Unsupported("a remainder that would take too many digits")
    return 0.0


def _double_ratio(asked: Question, world: World, effort: Effort) -> float:
    """The largest ratio of all entries, where rounding leaves something of it."""
    own = world.sizes.get(asked.name) or float(world.values[asked.name].data)
    shifts = [1.0] if asked.name in world.sizes else [1 + SPACING * k for k in range(NEIGHBOURS)]
    target = _target(asked, world)
    rows = []
    for shift in shifts:
        at = own * shift if target is None else target + (own - target) * shift
        there = world if shift == 1 else replace(world, values={**world.values, asked.name: Value(np.asarray(at))})
        rows.append(_remainder(asked, there, effort))
    remainders, scales = (np.stack(part) for part in zip(*rows, strict=True))
    eps = float(np.finfo(np.float64).eps)
    noise = np.abs(np.diff(remainders, n=4, axis=0)).max() if len(rows) == NEIGHBOURS else eps
    ratio = float(np.max(np.abs(remainders[0] / scales[0])))
    if not np.isfinite(ratio) or noise > NOISE * np.abs(remainders[0]).max():
        raise Unsupported("a remainder lost in rounding")
    return ratio


def _target(asked: Question, world: World) -> float | None:
    """Where the variable goes; None for infinity."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    if _is_infinite(asked.target):
        return None
    return float(np.real(evaluate_scalar(asked.target, scope_of(world)).data).reshape(()))


def _remainder(asked: Question, world: World, effort: Effort) -> tuple[np.ndarray, np.ndarray]:
    """(left − right, scale), entry by entry."""
    from symbolic.crosscheck.evaluate import evaluate

    scope = free_scope(tree.Tuple((asked.left, asked.right, asked.scale)), scope_of(world, effort))
    zeros = [side == tree.Number("0") for side in (asked.left, asked.right)]
    first, second = fitted(evaluate(asked.left, scope), evaluate(asked.right, scope), *zeros)
    scale = second if asked.scale is asked.right else evaluate(asked.scale, scope)
    if "monte carlo" in effort.kinds:
        raise Unsupported("a remainder of sampled averages")
    difference = np.asarray(np.real(first.data - second.data), dtype=np.float64)
    return difference, np.broadcast_to(np.real(scale.data), difference.shape)


def _in_size(asked: Question, world: World, effort: Effort) -> str:
    """The ratio as an array grows, extrapolated in the reciprocal of its size."""
    from symbolic.crosscheck.evaluate import evaluate_scalar

    difference = tree.Add((asked.left, tree.Negative(asked.right)))
    body = tree.Quotient(difference, asked.scale)
    limit = tree.Limit(tree.Name(asked.name), asked.target, body)
    value = float(np.real(evaluate_scalar(limit, scope_of(world, effort)).data).reshape(()))
    if not np.isfinite(value):
        return "differs" if np.isinf(value) else "unclear"
    return "agrees" if not asked.vanishes or abs(value) <= 1e-6 else "differs"
