"""Where a tree is evaluated: an instance of the given, what is varied at present, and the effort spent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic.crosscheck.values import Data, Unsupported, Value
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.montecarlo import Spending
    from symbolic.crosscheck.world import World

#: Entries that one evaluation may touch before it is given up.
WORK = 250_000_000

#: Entries that one value may have.
LARGEST = 12_000_000


def _spending() -> Spending:
    from symbolic.crosscheck.sampling import spending

    return spending()


#: Numbers beyond this, or below its inverse, may be lost beside others.
EXTREME = 1e10


class NotAnalytic(ValueError):
    """A function met complex numbers that it has no continuation for: the derivative is then taken by differences."""


class TooMuch(Unsupported):
    """The work allowed to one evaluation is spent."""


@dataclass
class Effort:
    """What one evaluation may do, and what it did.

    kinds    "quadrature", "numeric", "monte carlo": what was not exact
    error    the largest relative error estimate of a numerical limit, integral or derivative that entered
    sampled  the proved half-widths of the Monte Carlo intervals that entered, added up; sampled_at: at which depths
    guessed  the largest relative half-width of an interval that is not proved: beyond it a difference shows nothing
    spending  the chances of error of one claim's questions
    rough    how often something with jumps or kinks was evaluated: rules for smooth functions then show nothing
    large    did a number leave the floating-point range: what is not finite then shows nothing
    small    did one fall below that range: sides that are zero then show nothing
    close    is a strict relation asked, so that a number lost beside another counts;  lost  may one have been
    edge     an exact point at the edge of a domain: what is divided by 0 is undefined, though ∞ would go on
    split    a sequence was found to have more than one limit: that it has none is known
    """

    work: int = WORK
    kinds: set[str] = field(default_factory=set)
    error: float = 0.0
    sampled: float = 0.0
    sampled_at: list[int] = field(default_factory=list)
    guessed: float = 0.0
    spending: Spending = field(default_factory=_spending)
    rough: int = 0
    large: bool = False
    small: bool = False
    close: bool = False
    lost: bool = False
    edge: bool = False
    split: bool = False

    @property
    def left_range(self) -> tuple[bool, bool, bool]:
        """Which ways numbers left the floating-point range; to be put back by who has judged those that did."""
        return self.lost, self.large, self.small

    @left_range.setter
    def left_range(self, flags: tuple[bool, bool, bool]) -> None:
        self.lost, self.large, self.small = flags

    @contextmanager
    def following(self) -> Iterator[None]:
        """While arguments run along a sequence: a zero on the way may be a number that underflowed."""
        before, self.edge = self.edge, False
        try:
            yield
        finally:
            self.edge = before

    def overflowed(self, kind: str, _flag: int) -> None:
        """A number left the floating-point range (as NumPy calls it)."""
        if kind == "underflow":
            self.lost = self.small = True
        else:
            self.large = True

    def watch(self, data: Data, bounded: bool) -> None:
        """Was a number met beside which another is lost: very large, very small, or a bounded function's bound."""
        sizes = np.abs(data[data != 0])
        if np.any((sizes > EXTREME) | (sizes < 1 / EXTREME)) or (bounded and np.any(sizes == 1)):
            self.lost = True

    @property
    def spent(self) -> int:
        return WORK - self.work

    def spend(self, amount: int) -> None:
        self.work -= amount
        if self.work < 0 or amount > LARGEST:
            raise TooMuch("more work than one experiment may take")

    def certify(self, side: tree.Node, asked: int, depth: int) -> None:
        """Its bound speaks of a side only if the side is one sampled average: `asked` were taken before the side."""
        new = self.sampled_at[asked:]
        whole = isinstance(side, tree.Operator) and side.kind in ("E", "P") and new == [depth]
        if new and not whole:
            self.guessed = max(self.guessed, self.sampled)

    def note(self, kind: str, error: float) -> None:
        """A numerical result entered, with this relative error estimate."""
        self.kinds.add(kind)
        self.error = max(self.error, error)


@dataclass(frozen=True)
class Frame:
    """The outcomes of random names over which an enclosing expectation averages: weights along the lane at `depth`."""

    names: frozenset[str]
    weights: Data
    depth: int


@dataclass(frozen=True, eq=False)
class Scope:
    """locals are bound indices and parameters; `varied` are declared names that are perturbed, drawn or optimized.

    Definitions are evaluated with `varied` but without locals, so that they see what is varied and nothing else.
    complex    a complex step is being taken;  averaged  inside an average, where an event is not analytic
    sheltered  inside an integral, which passes over points where something does not settle
    """

    world: World
    effort: Effort
    locals: Mapping[str, Value] = field(default_factory=dict)
    varied: Mapping[str, Value] = field(default_factory=dict)
    depth: int = 0
    frames: tuple[Frame, ...] = ()
    complex: bool = False
    sheltered: bool = False
    averaged: bool = False
    memo: dict[str, Value] = field(default_factory=dict)
    running: set[str] = field(default_factory=set)

    def with_local(self, **values: Value) -> Scope:
        return self.local(values)

    def local(self, values: Mapping[str, Value]) -> Scope:
        """The scope with more bound indices or parameters."""
        return replace(self, locals={**self.locals, **values})

    def vary(self, values: Mapping[str, Value], **changes: Any) -> Scope:
        """The scope with declared names at other values."""
        hidden = {name: value for name, value in self.locals.items() if name not in values}
        return replace(self, varied={**self.varied, **values}, locals=hidden, memo={}, running=set(), **changes)

    def bind(self, name: str, value: Value) -> Scope:
        """A variable of an integral, limit or optimum: where the given knows the name, definitions see it too."""
        if name not in self.locals and self.world.table.knows(name):
            return self.vary({name: value})
        return self.local({name: value})

    def opened(self) -> Scope:
        """One lane deeper."""
        return replace(self, depth=self.depth + 1)

    def globally(self, values: Mapping[str, Value] | None = None) -> Scope:
        """The scope of a definition's body, with the values of its parameters or indices."""
        return replace(self, locals=dict(values or {}))

    def lane(self, data: Any) -> Data:
        """An array whose first axis is a new lane: (n, *own) with room for the lanes already open."""
        array = np.asarray(data)
        return array.reshape(array.shape[:1] + (1,) * self.depth + array.shape[1:])


Handler = Callable[[Any, Scope], Value]

