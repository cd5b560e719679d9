"""What the algebra may assume while it works: signs, integrality, symmetry, ranges; and how much work it may do.

The assumptions in force are held in a context variable, so that `with assuming(facts):` serves a whole derivation and
the arithmetic stays free of an extra argument.  With nothing in force, nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symbolic.algebra.atoms import Atom
    from symbolic.algebra.poly import Poly


class OutOfWork(Exception):
    """The work allowed for one claim is used up; the claim is then undecided."""


class Facts:
    """Nothing assumed.  `symbolic.algebra.given_facts.GivenFacts` answers from a given.

    properties of a name (scalar or array, entry by entry): "positive", "nonnegative", "nonzero", "integer";
    of an array as a whole: "symmetric", "diagonal", "orthogonal", "sums to 1", "unit norm".
    open     the ranges of indices that are open at the moment
    one_hot  the arrays of which x_i x_j = δ_ij x_i is known
    matrices what `matrix_atoms` has worked out of arrays
    comparing  a sign is being read off what is given as positive
    """

    def __init__(self, work: int = 2_000_000) -> None:
        self.work = work
        self.open: dict[str, tuple[Poly, Poly]] = {}
        self.one_hot: frozenset[str] = frozenset()
        self.matrices: dict[Atom, Any] = {}
        self.comparing = False

    def has(self, name: str, fact: str) -> bool:
        """Does the given say, or imply, this of the name?"""
        return False

    def lower_bound(self, name: str) -> int | None:
        """A known integer lower bound of a scalar (1 for a dimension)."""
        return None

    def span(self, name: str) -> tuple[Poly, Poly] | None:
        """(first, last) of a free index."""
        return None

    def sum_value(self, closed: Atom) -> Poly | None:
        """What the given says a closed sum is equal to (Σ_j y_j = 1)."""
        return None

    def known_positive(self) -> list[tuple[Poly, bool]]:
        """Polynomials given as > 0 (True) or ≥ 0 (False)."""
        return []

    def small(self, ratio: Poly) -> bool:
        """Is |ratio| < 1 known?"""
        return False

    def distinct(self, left: Poly, right: Poly) -> bool:
        """Is it given that two indices differ?"""
        return False


_NOTHING = Facts(work=10**12)
_facts: ContextVar[Facts | None] = ContextVar("facts", default=None)


def facts() -> Facts:
    """The assumptions in force."""
    return _facts.get() or _NOTHING


@contextmanager
def assuming(new: Facts) -> Iterator[Facts]:
    """Puts `new` in force for the block."""
    token = _facts.set(new)
    try:
        yield new
    finally:
        _facts.reset(token)


def spend(amount: int) -> None:
    """Counts work; raises OutOfWork when the budget is used up."""
    current = facts()
    current.work -= amount
    if current.work < 0:
        raise OutOfWork("the expression grows beyond the work allowed for one claim")
