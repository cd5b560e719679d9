"""One relation in one world: both sides evaluated at every free index and outcome, and told apart or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from symbolic.crosscheck.assumed import free_indices, masks
from symbolic.crosscheck.events import truth
from symbolic.crosscheck.scope import Effort, Scope
from symbolic.crosscheck.sides import fitted, freed
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value, describe
from symbolic.crosscheck.world import World, scope_of
from symbolic.notation import tree

#: Roundings allowed, in units of the last place: one part in 1e9, far below what a slip makes at generic values.
ULPS = 4e6

#: Scale below which values are compared absolutely.
SCALE = 1e-3

#: How far beyond its error estimate a numerical result must miss.
GAP = 1000.0

#: Why a difference of sampled averages is not shown.
GUESSED = "averages that were sampled, with no bound proved for what is made of them"

#: Relations that fail where the sides meet, and how close sides are that may.
STRICT, MEETING = ("<", ">", "≠"), 1e-6


@dataclass(frozen=True)
class Trial:
    """What one world showed: "agrees", "differs" or "unclear"; where, and the values there.

    shape  that of both sides, when they are arrays that differ; `at["entry"]` is then the first entry that does
    """

    status: str
    world: World
    effort: Effort
    left: Any = None
    right: Any = None
    at: dict[str, Any] = field(default_factory=dict)
    error: float = 0.0
    reason: str = ""
    shape: tuple[int, ...] = ()

    @property
    def certain(self) -> bool:
        """Is the difference exact, and not beyond an estimate of numerical error only."""
        return "numeric" not in self.effort.kinds


def trial(left: tree.Node, relation: str, right: tree.Node, world: World, effort: Effort | None = None) -> Trial:
    """One relation in one world, with the effort that it may take."""
    effort = effort or Effort()
    try:
        with np.errstate(all="ignore", over="call", under="call", call=effort.overflowed):
            found = _tried(left, relation, right, world, effort)
    except Mismatch as problem:
        return Trial("differs", world, effort, reason=f"shapes that cannot fit: {problem}")
    except Unsupported as problem:
        return Trial("unclear", world, effort, reason=str(problem))
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError, MemoryError) as problem:
        return Trial("unclear", world, effort, reason=f"an experiment that broke off: {problem}")
    if _met(found, relation) or (found.status == "unclear" and (effort.large or effort.small)):
        return closer(found, left, relation, right)
    return found


def _met(found: Trial, relation: str) -> bool:
    """Does a strict relation fail only because its sides meet, as far as double precision tells?"""
    if relation not in STRICT or found.status != "differs" or found.left is None or found.reason:
        return False
    return bool(abs(found.left - found.right) <= MEETING * max(1.0, abs(found.left)))


def closer(found: Trial, left: tree.Node, relation: str, right: tree.Node) -> Trial:
    """What as many digits as it takes tell of a trial in its world; the trial itself where they tell nothing."""
    from symbolic.crosscheck.precise import told

    effort, world = found.effort, found.world
    try:
        digits = told(left, relation, right, world)
    except (Unsupported, RecursionError):
        sure = not effort.lost and found.left is not None and abs(found.left - found.right) <= 1e-13
        if found.status != "differs" or sure:
            return found
        return Trial("unclear", world, effort, reason="closer than double precision tells")
    if digits.holds:
        return Trial("agrees", world, effort)
    if digits.holds is None:
        return replace(found, status="unclear", reason="closer than can be told")
    return Trial("differs", world, effort, digits.left, digits.right)


def _tried(left: tree.Node, relation: str, right: tree.Node, world: World, effort: Effort) -> Trial:
    both = tree.Tuple((left, right))
    effort.close = relation in STRICT
    scope, lanes = freed(both, scope_of(world, effort))
    if relation == "∈":
        return _membership(left, right, scope, effort)
    first, second = _side(left, scope), _side(right, scope)
    first, second = fitted(first, second, _is_zero(left), _is_zero(right))
    mask = np.asarray(True)
    for chain in masks(world.table):
        if set(free_indices(chain, world.table)) <= set(lanes):
            mask = mask & truth(chain, scope)
    return _judged(first, second, relation, mask, lanes, scope, _digits(left, right))


def _side(node: tree.Node, scope: Scope) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    asked = len(scope.effort.sampled_at)
    value = evaluate(node, scope)
    scope.effort.certify(node, asked, scope.depth)
    return value


def _is_zero(node: tree.Node) -> bool:
    """Is it 0, of any shape, with or without a sign or factors before it."""
    if isinstance(node, tree.Negative):
        return _is_zero(node.argument)
    if isinstance(node, tree.Product):
        return any(_is_zero(factor) for factor in node.factors)
    return isinstance(node, tree.Number) and node.value == 0


def _digits(left: tree.Node, right: tree.Node) -> float | None:
    """Half a unit in the last printed digit of a side that is a decimal."""
    for node in (right, left):
        number = node.argument if isinstance(node, tree.Negative) else node
        if isinstance(number, tree.Number):
            places = len(number.text.partition(".")[2])
            return 0.5 * 10.0**-places
    return None


def _judged(
    first: Value, second: Value, relation: str, mask: Data, lanes: dict[str, Value], scope: Scope, digits: float | None
) -> Trial:
    effort, world = scope.effort, scope.world
    a, b = np.broadcast_arrays(*_padded(first, second))
    if np.iscomplexobj(a) or np.iscomplexobj(b):
        a, b = np.real(a), np.real(b)
    keep = np.broadcast_to(mask.reshape(mask.shape + (1,) * first.rank), a.shape)
    whole = np.isfinite(a) & np.isfinite(b)
    alike = np.isfinite(a) | np.isfinite(b) | (np.isinf(a) & np.isinf(b))
    lost = ~whole & (effort.large | ~(alike | (effort.split & (np.isnan(a) != np.isnan(b)))))
    usable = keep & ~lost
    if not usable.any() and effort.large and keep.any():
        return Trial("unclear", world, effort, reason="numbers beyond the floating-point range")
    if effort.small and not np.any(a[usable]) and not np.any(b[usable]):
        return Trial("unclear", world, effort, reason="numbers below the floating-point range")
    if not usable.any():
        return Trial("unclear", world, effort, reason="both sides are undefined" if keep.any() else "no index is left")
    if relation == "≈":
        if digits is None:
            raise Unsupported("≈ without an order or a limit")
        verdicts = np.abs(a - b) <= digits * (1 + 1e-9) + effort.error + effort.sampled
        signs, error = np.where(verdicts, 1, -1), 0.0
    else:
        signs, error = _told(a, b, relation, GAP * effort.error + max(effort.sampled, effort.guessed))
    if effort.sampled_at and relation in ("≠", "≈"):
        signs = np.where(np.abs(a - b) <= max(effort.sampled, effort.guessed), 0, signs)
    if effort.guessed and np.any(signs[usable] == -1):
        return Trial("unclear", world, effort, reason=GUESSED)
    return _located(signs, a, b, usable, lanes, scope, first.rank, error)


def _padded(first: Value, second: Value) -> tuple[Data, Data]:
    lanes = max(len(first.lanes), len(second.lanes))
    return tuple(v.data.reshape((1,) * (lanes - len(v.lanes)) + v.data.shape) for v in (first, second))  # type: ignore[return-value]


def _told(a: Data, b: Data, relation: str, bound: float) -> tuple[Data, float]:
    """1 where the relation holds, −1 where it fails for certain, 0 where it cannot be told; and the largest error."""
    eps = float(np.finfo(float).eps)
    scale = np.maximum(SCALE, np.maximum(np.abs(a), np.abs(b)))
    scale = np.where(np.isfinite(scale), scale, 1.0)
    allowed = ULPS * eps * scale + bound * np.maximum(1.0, scale)
    gap = np.where(a == b, 0.0, a - b)
    defined = np.isfinite(a) == np.isfinite(b)
    close = defined & (np.abs(gap) <= allowed)
    shows = allowed <= 0.02 * np.maximum(1.0, scale)
    test: dict[str, Callable[[], Data]] = {
        "=": lambda: np.where(close, np.where(shows, 1, 0), -1),
        ":=": lambda: np.where(close, np.where(shows, 1, 0), -1),
        "≠": lambda: np.where(close, -1, 1),
        "<": lambda: np.where(defined & (gap < -allowed), 1, np.where(close & (bound > 0), 0, -1)),
        ">": lambda: np.where(defined & (gap > allowed), 1, np.where(close & (bound > 0), 0, -1)),
        "≤": lambda: np.where(defined & (gap <= allowed), 1, -1),
        "≥": lambda: np.where(defined & (gap >= -allowed), 1, -1),
    }
    if relation not in test:
        raise Unsupported(f"the relation {relation}")
    relative = np.abs(gap) / np.maximum(1.0, scale)
    error = float(np.max(np.where(close, relative, 0.0), initial=0.0))
    return test[relation](), error


def _located(
    signs: Data, a: Data, b: Data, usable: Data, lanes: dict[str, Value], scope: Scope, rank: int, error: float
) -> Trial:
    """The trial, at the entry that is furthest apart when the relation fails."""
    world, effort = scope.world, scope.effort
    if np.all(signs[usable] == 1):
        return Trial("agrees", world, effort, error=error)
    failing = usable & (signs == -1)
    if not failing.any():
        return Trial("unclear", world, effort, reason="numerical error hides the difference")
    distance = np.where(failing, np.nan_to_num(np.abs(a - b), nan=1e300, posinf=1e300), -1.0)
    where = np.unravel_index(int(np.argmax(distance)), a.shape)
    shape = a.shape[a.ndim - rank :]
    at: dict[str, Any] = {name: _at(value, where, a.ndim - rank) for name, value in lanes.items()}
    where = _first(failing, where, a.ndim - rank)
    entry = tuple(int(i) + 1 for i in where[a.ndim - rank :])
    if entry:
        at["entry"] = list(entry)
    reason = ""
    if np.isfinite(a[where]) != np.isfinite(b[where]) or np.isnan(a[where]) != np.isnan(b[where]):
        reason = f"{'right' if np.isfinite(a[where]) or np.isnan(b[where]) else 'left'} side undefined"
    return Trial("differs", world, effort, float(a[where]), float(b[where]), at, reason=reason, shape=shape)


def _first(failing: Data, where: tuple[Any, ...], lanes: int) -> tuple[Any, ...]:
    """The first entry that fails in the lane of a place."""
    lane = where[:lanes]
    return (*lane, *(int(i) for i in np.argwhere(failing[lane])[0])) if len(where) > lanes else where


def _at(value: Value, where: tuple[Any, ...], count: int) -> Any:
    """A free index or outcome at the lane that was found."""
    own = len(value.lanes)
    place = tuple(0 if value.lanes[k] == 1 else int(where[count - own + k]) for k in range(own))
    data = np.asarray(value.data[place])
    return data.tolist() if value.rank else float(data)


def _membership(left: tree.Node, right: tree.Node, scope: Scope, effort: Effort) -> Trial:
    """x ∈ ℝ^{m×n} claims a shape; x ∈ (a, b) an interval."""
    from symbolic.crosscheck.evaluate import evaluate
    from symbolic.crosscheck.events import member
    from symbolic.crosscheck.ranges import whole

    value = evaluate(left, scope)
    if not isinstance(right, tree.Space):
        holds = bool(np.all(member(value, right, scope)))
        if effort.sampled_at:
            return Trial("unclear", scope.world, effort, reason=GUESSED)
        return Trial("agrees" if holds else "differs", scope.world, effort, reason="" if holds else "it lies outside")
    wanted = tuple(whole(size, scope) for size in right.shape)
    shape = (1, *value.shape) if value.row and len(wanted) == 2 else (*value.shape, 1)[: max(len(wanted), value.rank)]
    if shape != wanted:
        reason = f"the left side is {describe(value)}, not {'×'.join(map(str, wanted))}"
        return Trial("differs", scope.world, effort, reason=f"shapes that cannot fit: {reason}")
    return Trial("agrees", scope.world, effort)
