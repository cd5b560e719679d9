"""Averages over outcomes that are too many to list or to integrate: by draws, with a bound where one is proved.

False alarms.  A check refutes a true formula by chance with probability at most 1e-9:

1. `numeric.montecarlo` proves |mean − E f| ≤ bound with chance ≥ 1 − δ over all looks, for f of known range and
   independent draws.  Here f is an event, 0 or 1; question m of one claim gets δ_m = `CLAIM`/(m (m + 1)), whatever the
   world, the side, the link or the layout that asks it, so all bounds of a claim hold with chance ≥ 1 − `CLAIM`.
   Every question draws anew, from a generator of its own, so that what earlier questions found does not bear on it.
2. A bound speaks of the average alone.  It refutes only where a side of the relation is that one average
   (`Effort.certify`), and both bounds are subtracted from the difference; a function of a sampled average, a variance
   about a sampled mean, a ratio of two, or an average of unknown range is `guessed`: it may agree, it never refutes.
3. A check of at most `FORMULAS` claims therefore fails with chance at most FORMULAS · CLAIM = 1e-9.

Assumed: that the generator's draws are independent and have the law stated (the seeds are fixed, so the chance is over
which seed was fixed), and that rounding moves no draw across the border of an event by more than the bound allows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.blocks import Block, Drawn, Rows, joined
from symbolic.crosscheck.scope import Frame, Scope
from symbolic.crosscheck.sums import along, real
from symbolic.crosscheck.values import Data, Unsupported, Value

if TYPE_CHECKING:
    from numeric.montecarlo import Spending

Body = Callable[[Scope], Value]

#: Claims that one check may have for its bound on false alarms, and the share of each.
FORMULAS = 1_000_000
CLAIM = 1e-9 / FORMULAS

#: Draws of one average: of an event, whose bound is proved, and of anything else.
EVENTS, DRAWS = 1 << 18, 1 << 16

#: Half-width of an interval that is not proved, in standard errors.
SIGMAS = 6.5


def spending() -> Spending:
    """The shares of one claim."""
    from numeric.montecarlo import Spending

    return Spending(CLAIM)


def outcomes_scope(rows: Rows, scope: Scope) -> Scope:
    """The scope in which the names have their outcomes, a lane deeper."""
    frame = Frame(frozenset(rows.values), rows.weights, scope.depth)
    return scope.opened().vary(rows.values, frames=(*scope.frames, frame))


def sampled(body: Body, blocks: list[Block], scope: Scope, event: bool) -> Value:
    """E body by draws; of an `event` with a bound that holds over all looks."""
    share = scope.effort.spending.next()
    rng = np.random.default_rng((scope.world.seed, scope.effort.spending.taken))
    found = _of_event(body, blocks, scope, rng, share) if event else _of_any(body, blocks, scope, rng)
    scope.effort.kinds.add("monte carlo")
    scope.effort.sampled_at.append(scope.depth)
    return found


def _of_event(body: Body, blocks: list[Block], scope: Scope, rng: np.random.Generator, share: float) -> Value:
    from numeric.montecarlo import monte_carlo

    like = Value(np.asarray(0.0))
    names: list[tuple[str, Value]] = []

    def draw(generator: np.random.Generator, size: int) -> tuple[Data, ...]:
        rows = _drawn(blocks, scope, generator, size)
        names[:] = rows.values.items()
        return tuple(along(value, scope.depth, size) for value in rows.values.values())

    def happens(*columns: Data) -> Data:
        nonlocal like
        size = len(columns[0])
        values = {n: Value(c, v.rank, v.row, first=v.first) for (n, v), c in zip(names, columns, strict=True)}
        like = body(outcomes_scope(Rows(values, scope.lane(np.full(size, 1 / size))), scope))
        return real(along(like, scope.depth, size))

    estimate = monte_carlo(happens, draw, rng, span=(0.0, 1.0), delta=share, work=EVENTS)
    scope.effort.sampled += float(np.max(estimate.bound, initial=0.0))
    return like.with_data(np.asarray(estimate.value))


def _of_any(body: Body, blocks: list[Block], scope: Scope, rng: np.random.Generator) -> Value:
    value = body(outcomes_scope(_drawn(blocks, scope, rng, DRAWS), scope))
    data = along(value, scope.depth, DRAWS)
    result = data.mean(axis=0)
    error = SIGMAS * np.asarray(data).std(axis=0) / np.sqrt(DRAWS)
    relative = float(np.max(error / np.maximum(1.0, np.abs(result)), initial=0.0))
    scope.effort.guessed = max(scope.effort.guessed, relative)
    return value.with_data(result)


def _drawn(blocks: list[Block], scope: Scope, rng: np.random.Generator, count: int) -> Rows:
    """So many independent draws of all the blocks' names."""
    listed = [block for block in blocks if not block.coordinates]
    parts = [_of_block(block, scope, rng, count) for block in blocks if block.coordinates]
    if listed:
        parts.append(_picked(joined([block.rows(scope, 0) for block in listed], scope.depth), count, rng, scope))
    values = {name: value for part in parts for name, value in part.values.items()}
    return Rows(values, scope.lane(np.full(count, 1 / count)))


def _of_block(block: Block, scope: Scope, rng: np.random.Generator, count: int) -> Rows:
    if isinstance(block, Drawn):
        return block.drawn(scope, count, rng)
    raise Unsupported("an average that is neither listed nor integrated")


def _picked(rows: Rows, count: int, rng: np.random.Generator, scope: Scope) -> Rows:
    weights = np.real(rows.weights).reshape(rows.count, -1)
    if weights.shape[1] > 1:
        raise Unsupported("sampling under varied weights")
    chosen = rng.choice(rows.count, size=count, p=weights[:, 0] / weights.sum())
    values = {name: Value(v.data[chosen], v.rank, v.row, first=v.first) for name, v in rows.values.items()}
    return Rows(values, scope.lane(np.full(count, 1 / count)))
