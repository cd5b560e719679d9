"""What a given says of one random name: which entries are independent, and the cumulants that are known.

An `Occurrence` is one factor x_I of a product.  Entries that are said to be independent have cumulants that vanish
unless their indices coincide, so a cumulant is a product of δ's times its value at one place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from symbolic.algebra.indices import delta
from symbolic.algebra.poly import ONE, Poly
from symbolic.algebra.situation import Situation
from symbolic.language.symbols import Symbol
from symbolic.notation.tree import Node

if TYPE_CHECKING:
    from symbolic.lowering.arrays import Array

Indices = tuple[Poly, ...]


class Occurrence(NamedTuple):
    """The factor name_indices of a product of random entries."""

    name: str
    indices: Indices


@dataclass(frozen=True)
class Model:
    """A random name in the light of its given."""

    symbol: Symbol
    situation: Situation

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def family(self) -> bool:
        return self.symbol.family is not None

    @property
    def members_apart(self) -> bool:
        """Are the members of the family independent of one another?"""
        return self.symbol.members in ("iid", "independent")

    @property
    def entries_apart(self) -> bool:
        """Are the components (of one member) independent of one another?"""
        return self.symbol.components in ("iid", "independent")

    @property
    def free_axes(self) -> tuple[int, ...]:
        """The axes along which entries with different indices are independent, whatever their other indices."""
        own = range(int(self.family), self.symbol.axes)
        members = (0,) if self.family and self.members_apart else ()
        apart = self.entries_apart and (not self.family or self.members_apart)
        return (*members, *own) if apart else members

    @cached_property
    def first(self) -> Indices:
        """The first value of each axis."""
        from symbolic.lowering.names import axes
        from symbolic.lowering.scope import Scope

        return axes(self.symbol, Scope(self.situation))[1]

    def use(self, *said: str) -> None:
        for fact in said:
            self.situation.use(self.symbol.facts.get(fact))

    def unified(self, places: Sequence[Indices]) -> tuple[Poly, list[Indices]]:
        """(Π δ, places): entries that are independent unless they are one are made one."""
        on, found = ONE, list(places)
        if len(found) == 1:
            return on, found
        if self.family and self.members_apart:
            on, found = _joined(on, found, (0,))
            self.use("members")
        one_member = not self.family or all(place[0] == found[0][0] for place in found)
        if self.entries_apart and one_member and self.symbol.shape:
            on, found = _joined(on, found, range(int(self.family), self.symbol.axes))
            self.use("components")
        return on, found

    def representative(self, place: Indices) -> Indices:
        """The place whose moments are those of `place`: the first one along axes with one law."""
        symbol = self.symbol
        kept = list(place)
        if self.family and symbol.members == "iid":
            kept[0] = self.first[0]
        if symbol.components == "iid":
            start = int(self.family)
            kept[start:] = self.first[start:]
        return tuple(kept)

    def array(self, node: Node) -> Array:
        """A stated tree, lowered once."""
        from symbolic.lowering.lower import lower
        from symbolic.lowering.scope import Scope

        memory = self.situation.memory
        key = ("lowered", id(node))
        if key not in memory:
            memory[key] = (node, lower(node, Scope(self.situation)))
        found: Array = memory[key][1]
        return found

    def value(self, node: Node, place: Indices) -> Poly:
        """A stated tree at a place: a scalar serves every entry, an array goes by the axes it has."""
        array = self.array(node)
        rank = len(array.shape)
        if array.kind:
            return array.entry(()) * (delta(*place[-2:]) if array.kind == "identity" else ONE)
        if rank in (0, len(place)):
            return array.entry(place if rank else ())
        own = place[int(self.family) :]
        return array.entry(own if rank == len(own) else place[:rank])

    def stated(self, which: str, place: Indices) -> Poly | None:
        """A stated moment at a place."""
        node = self.symbol.moments.get(which)
        if node is None:
            return None
        self.use(which)
        return self.value(node, place)

    def mean(self, place: Indices) -> Poly | None:
        return self.stated("mean", place)

    def variance(self, place: Indices) -> Poly | None:
        """Var at one place, however it is stated."""
        if "variance" in self.symbol.moments:
            return self.stated("variance", place)
        if "standard deviation" in self.symbol.moments:
            deviation = self.stated("standard deviation", place)
            return None if deviation is None else deviation * deviation
        if "covariance" in self.symbol.moments:
            return self._matrix_entry("covariance", place, place)
        return None

    def covariance(self, left: Indices, right: Indices) -> Poly | None:
        """Cov(x_I, x_J) within one member, as stated."""
        return self._matrix_entry("covariance", left, right)

    def second(self, left: Indices, right: Indices) -> Poly | None:
        """E[x_I x_J] as stated."""
        node = self.symbol.moments.get("second moment")
        if node is None:
            return None
        if self.symbol.kind == "vector" and self._is_matrix(node):
            return self._matrix_entry("second moment", left, right)
        return self.stated("second moment", left) if left == right else None

    def _is_matrix(self, node: Node) -> bool:
        array = self.array(node)
        return array.kind == "identity" or len(array.shape) == 2

    def _matrix_entry(self, which: str, left: Indices, right: Indices) -> Poly | None:
        start = int(self.family)
        if self.family and left[0] != right[0]:
            return None
        self.use(which)
        return self.value(self.symbol.moments[which], left[start:] + right[start:])


def _joined(on: Poly, places: list[Indices], axes: Sequence[int]) -> tuple[Poly, list[Indices]]:
    """The places with the first one's indices along the axes, and the δ's that this takes."""
    first = places[0]
    for place in places[1:]:
        for axis in axes:
            on = on * delta(first[axis], place[axis])
    joined = set(axes)
    return on, [tuple(first[a] if a in joined else index for a, index in enumerate(place)) for place in places]


def model_of(name: str, situation: Situation) -> Model:
    """The model of a random name, made once for a situation."""
    key = ("model", name)
    if key not in situation.memory:
        situation.memory[key] = Model(situation.table.symbols[name], situation)
    found: Model = situation.memory[key]
    return found


def parameters(model: Model, place: Indices) -> tuple[Poly, ...]:
    """The parameters of a scalar law at a place."""
    law = model.symbol.law
    assert law is not None
    model.use("law")
    return tuple(model.value(node, place) for node in law.parameters)
