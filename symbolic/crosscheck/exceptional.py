"""Where a false claim holds after all: at one value, at equal values, at two values together.

Half of all published mistakes are invisible at such a place: σ = 1, mean 0, p = ½, one head, a = b.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import nan

from symbolic.crosscheck.compare import trial
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.parameters import fixed_names
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Unsupported
from symbolic.crosscheck.world import World, dimensions
from symbolic.given.substitution import substitute
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.names import unicode_name

#: Values of a scalar, of a size, and of two scalars together, at which false formulas hold most often.
VALUES, SIZES, TOGETHER = (1.0, 0.0, 0.5, -1.0, 2.0), (1.0, 2.0), (1.0, 0.0)

#: Most names that are tried, and entries that the search may touch.
NAMES, WORK = 6, 3_000_000

#: A relation with its sides.
Relation = tuple[tree.Node, str, tree.Node]

#: Worlds in which it must hold.
TURNS = (0, 1)

#: The values at which some names are put.
Place = Mapping[str, float]


def exceptional(relations: Sequence[Relation], table: Table) -> str | None:
    """`holds only at σ = 1, of the values tried`: where all the relations hold; None when at none of the usual places.

    Two names are tried together only where none helps alone.
    """
    search = _Search(relations, table)
    for places in (search.alone, search.equal, search.together):
        found = list(dict.fromkeys(places()))
        if found:
            return f"holds only at {', at '.join(found)}, of the values tried"
    return None


class _Search:
    """Tries places until too much work was done."""

    def __init__(self, relations: Sequence[Relation], table: Table) -> None:
        self.relations, self.table, self.work = relations, table, WORK
        both = tree.Tuple(tuple(side for left, _, right in relations for side in (left, right)))
        reached = mentioned(both, table)
        self.sizes = [name for name in dimensions(table) if name in reached]
        fixed = fixed_names(table)
        self.scalars = [s.name for s in fixed if s.kind == "scalar" and not s.axes and s.name in reached][:NAMES]

        self.indices = [n for n in sorted(reached) if (s := table.symbol(n)) is not None and s.kind == "index"]

    def alone(self) -> Iterator[str]:
        for name in (*self.scalars, *self.sizes):
            values = SIZES if name in self.sizes else VALUES
            found = next((value for value in values if self._hold_at({name: value})), None)
            if found is not None:
                yield f"{unicode_name(name)} = {found:g}"
        for name in self.indices:
            found = next((value for value in SIZES if self._hold_at({}, self._at_index(name, value))), None)
            if found is not None:
                yield f"{unicode_name(name)} = {found:g}"

    def _at_index(self, name: str, value: float) -> list[Relation]:
        at = {name: tree.Number(f"{value:g}")}
        return [(substitute(left, at), relation, substitute(right, at)) for left, relation, right in self.relations]

    def equal(self) -> Iterator[str]:
        for one, other in combinations(self.scalars, 2):
            if all(self._holds_in(turn, {other: self._usual(turn, one)}, self.relations) for turn in TURNS):
                yield f"{unicode_name(one)} = {unicode_name(other)}"

    def together(self) -> Iterator[str]:
        for one, other in combinations(self.scalars, 2):
            for values in product(TOGETHER, repeat=2):
                place = dict(zip((one, other), values, strict=True))
                if self._hold_at(place):
                    yield " and ".join(f"{unicode_name(name)} = {value:g}" for name, value in place.items())
                    break

    def _hold_at(self, place: Place, relations: Sequence[Relation] | None = None) -> bool:
        return all(self._holds_in(turn, place, relations or self.relations) for turn in TURNS)

    def _usual(self, turn: int, name: str) -> float:
        """The value of a name in a usual world; nan where there is none."""
        try:
            return _value(instance(self.table, turn), name)
        except (NoInstance, Unsupported):
            return nan

    def _holds_in(self, turn: int, place: Place, relations: Sequence[Relation]) -> bool:
        """Do all the relations hold in a world in which names that may have these values have them?"""
        if self.work <= 0 or any(value != value for value in place.values()):
            return False
        try:
            world = instance(self.table, turn, special=place)
        except (NoInstance, Unsupported):
            return False
        if any(_value(world, name) != value for name, value in place.items()):
            return False
        for left, relation, right in relations:
            found = trial(left, relation, right, world, Effort())
            self.work -= found.effort.spent
            if found.status != "agrees":
                return False
        return True


def _value(world: World, name: str) -> float:
    found = world.values.get(name)
    return float(world.sizes[name]) if found is None else float(found.data)
