"""Where one side of an equality has no value: x²/x = x at x = 0, √(xy) = √x √y at x = y = −1.

What rules prove holds where both sides have a value, and experiments at generic values meet no single point and not
every pattern of signs.  So an equality that both witnesses accept is looked at once more where a divisor vanishes, and
where the argument of a root, a logarithm or a power lies outside of the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice, permutations

import numpy as np

from symbolic.crosscheck.compare import trial
from symbolic.crosscheck.counterexample import shown
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.experiments import LITTLE, Outcome
from symbolic.crosscheck.guards import Guard, guards
from symbolic.crosscheck.instance import NoInstance, Scaled, Special, instance
from symbolic.crosscheck.parameters import fixed_names
from symbolic.crosscheck.places import Place, places
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Unsupported
from symbolic.crosscheck.world import World, dimensions
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.names import unicode_name

#: Names of a kind that are tried.
MOST = 6

#: Relations of which both sides must have a value, and places that are looked at.
RELATIONS, PLACES = ("=", ":=", "≠", "<", "≤", ">", "≥"), 240

#: Entries that all places of one relation may touch together.
WORK = 1_000_000

#: What is followed along a sequence, and places at which that is done.
HEAVY, FOLLOWED = (tree.Limit, tree.Integral, tree.Optimum), 12


def has_undefined_side(numeric: Outcome) -> bool:
    """Has one side of the counterexample alone no value, or no finite one?"""
    example = numeric.counterexample
    return example is not None and _kind(example.left) != _kind(example.right)


def is_infinite(numeric: Outcome) -> bool:
    """Is a side of the counterexample infinite?"""
    example = numeric.counterexample
    return example is not None and any(str(side).endswith("inf") for side in (example.left, example.right))


def _kind(side: object) -> str:
    """What a side is: "nan", "inf" or "finite"."""
    value = str(side).lstrip("-")
    return value if value in ("nan", "inf") else "finite"


def where(numeric: Outcome) -> str:
    """Which side has no value, and at what, in words."""
    example = numeric.counterexample
    assert example is not None
    sides = (("left", example.left), ("right", example.right))
    side, value = min(sides, key=lambda named: ("nan", "inf", "finite").index(_kind(named[1])))
    at = ", ".join(f"{name} = {value}" for name, value in {**example.sizes, **example.values}.items())
    place = f" at {at}" if at else ""
    word = "undefined" if str(value) == "nan" else "infinite"
    return f"the {side} side, which is {word}{place}"


def removable(left: tree.Node, relation: str, right: tree.Node, table: Table) -> Outcome | None:
    """A place at which one side alone is undefined, as an outcome that differs; None where none was found."""
    found = guards((left, right), table) if relation in RELATIONS else []
    names = frozenset().union(*[mentioned(guard.part, table) for guard in found])
    named = [symbol for symbol in fixed_names(table) if symbol.name in names and not symbol.random]
    scalars = [symbol for symbol in named if symbol.kind == "scalar" and not symbol.axes][:MOST]
    arrays = [symbol for symbol in named if symbol.axes][:MOST]
    sizes = [name for name in dimensions(table) if name in names][:MOST]
    spent, heavy = 0, any(isinstance(node, HEAVY) for side in (left, right) for node in tree.walk(side))
    for place in islice(places(scalars, arrays, sizes, [guard.part for guard in found]), PLACES):
        seen, work = _seen_at(place, (left, relation, right), table, found)
        spent += WORK // FOLLOWED if work and heavy else work
        if seen is not None or spent > WORK:
            return seen
    return None


def at_a_pole(left: tree.Node, right: tree.Node, table: Table, numeric: Outcome) -> str | None:
    """Where the sides differ as a divisor vanishes, in words: Σ_{k=1}^{n-1} k/(n-1) is 0 and not n/2 at n = 1."""
    example = numeric.counterexample
    if example is None:
        return None
    found = {**example.sizes, **{n: v for n, v in example.values.items() if not isinstance(v, list | dict)}}
    special = {name: _number(found.get(name, found.get(unicode_name(name)))) for name in table.symbols}
    try:
        world = instance(table, 0, special={name: value for name, value in special.items() if value is not None})
    except (NoInstance, Unsupported, RecursionError):
        return None
    if any(guard.divisor and guard.breaks(world) for guard in guards((left, right), table)):
        return f"a divisor that vanishes at {', '.join(f'{name} = {value}' for name, value in found.items())}"
    return None


def _number(shown: object) -> float | None:
    try:
        return None if shown is None else float(Fraction(str(shown)))
    except ValueError:
        return None


def _seen_at(
    place: Place, claim: tuple[tree.Node, str, tree.Node], table: Table, found: list[Guard]
) -> tuple[Outcome | None, int]:
    """What differs at a place, where it may be taken and leaves one side alone without a value; the work spent."""
    left, relation, right = claim
    try:
        world = instance(table, 0, special=place)
    except (NoInstance, Unsupported, RecursionError):
        return None, 0
    if not all(_taken(world, name, value) for name, value in place.items()):
        return None, 0
    concerned = [guard for guard in found if mentioned(guard.part, table) & place.keys()]
    if not any(guard.breaks(world) for guard in concerned):
        return None, 1
    seen = trial(left, relation, right, world, Effort(LITTLE, edge=True))
    spent = LITTLE - seen.effort.work
    if seen.status != "differs" or seen.left is None or _kind(seen.left) == _kind(seen.right):
        return None, spent
    first = np.isfinite(seen.left) or np.isnan(seen.right)
    finite, open_side, value = (left, right, seen.right) if first else (right, left, seen.left)
    if seen.effort.lost or _derives(finite) or (np.isinf(value) and averages(open_side)):
        return None, spent
    found_there = Outcome("differs", None, shown(seen, left, right), edge=True)
    return replace(found_there, reason=where(found_there)), spent


def averages(side: tree.Node) -> bool:
    """Does the side write a moment?  Moments that a claim writes are taken to exist."""
    return any(isinstance(node, tree.Operator) for node in tree.walk(side))


def _taken(world: World, name: str, value: Special) -> bool:
    """Has the name that value?"""
    if name in world.sizes:
        return world.sizes[name] == value
    data = world.values[name].data
    if not isinstance(value, Scaled):
        return bool(np.all(data == value))
    return data.ndim == 2 and np.array_equal(data, value.factor * np.eye(len(data)))


def _derives(side: tree.Node) -> bool:
    """Does the side hold a derivative?  Where there is none, as of ‖x‖ at 0, a difference quotient may have a value."""
    return any(isinstance(node, tree.Derivative | tree.Gradient) for node in tree.walk(side))


#: Below which moments of common laws are infinite.
BOUNDS = (1, 2, 3, 4)

#: Values with a denominator from this on were drawn: nothing is special about them.
LONG = 100

#: Words of the given, and which values they leave out.
LEFT_OUT: tuple[tuple[str, Callable[[Fraction], bool]], ...] = (
    ("nonzero", lambda x: x == 0),
    ("positive", lambda x: x <= 0),
    ("nonnegative", lambda x: x < 0),
)


def sentences(numeric: Outcome, table: Table) -> Iterator[str]:
    """What the given could say of the names to leave out the values at which a side has none."""
    example = numeric.counterexample
    assert example is not None
    values = {unicode_name(name): value for name, value in example.values.items()}
    fixed = {unicode_name(s.name): s for s in fixed_names(table) if unicode_name(s.name) in values}
    named = {name: Fraction(str(values[name])) for name, s in fixed.items() if s.kind == "scalar" and not s.axes}
    for word, leaves_out in LEFT_OUT:
        yield from (f"{name} : {word}" for name, value in named.items() if leaves_out(value))
    yield from (f"{unicode_name(name)} : at least {size + 1}" for name, size in example.sizes.items())
    words = (("nonzero", fixed), ("positive", [name for name, s in fixed.items() if s.kind != "matrix"]))
    yield from (f"{name} : invertible" for name, s in fixed.items() if s.kind == "matrix")
    yield from (f"{name} : {word}" for word, group in words for name in group if fixed[name].axes)
    yield from (f"{a}, {b} : {word}" for word, group in words for a, b in combinations(group, 2))
    square = [name for name, s in fixed.items() if s.kind == "matrix"]
    yield from (f"{', '.join(names)} : positive definite" for names in (*((n,) for n in square), tuple(square)))
    yield from (f"{a} != {b}" for a, b in combinations(named, 2) if named[a] == named[b])
    yield from (f"{name} != {value}" for name, value in named.items() if value.denominator < LONG)
    yield from (f"{a} < {b}" for a, b in permutations(named, 2) if named[a] >= named[b])
    yield from (f"{name} > {bound}" for name, value in named.items() for bound in BOUNDS if value <= bound)
    yield from (f"|{name}| < 1" for name, value in named.items() if abs(value) >= 1)
