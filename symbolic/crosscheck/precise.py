"""told(left, relation, right, world): a relation between numbers, by intervals of as many digits as it takes.

Double precision takes 1 + 10⁻²⁰ for 1 and has no 1000!.  What is made of numbers, scalars, entries, sums and elementary
functions is enclosed here instead; anything else is Unsupported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from math import isfinite
from typing import TYPE_CHECKING, Any

from symbolic.crosscheck.assumed import assumed
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.parameters import WHOLE, words
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Unsupported
from symbolic.crosscheck.world import World, scope_of
from symbolic.notation import tree

if TYPE_CHECKING:
    from numeric.intervals import Arithmetic

#: Decimal digits, one try after another.
DIGITS = (60, 400, 1200)

#: Terms of a sum, and parts of formulas, that one comparison may take; after how many no more digits are tried.
TERMS, PARTS, MANY = 4_000, 40_000, 3_000


@dataclass(frozen=True)
class Told:
    """holds  does the relation hold: certainly, certainly not, or not to be told (None); the sides, roughly"""

    holds: bool | None
    left: float | str
    right: float | str
    digits: int


@dataclass
class Place:
    """Where a tree is enclosed: a world, bound indices and parameters, the arithmetic, and the parts that are left."""

    world: World
    at: Arithmetic
    locals: Mapping[str, Any] = field(default_factory=dict)
    left: list[int] = field(default_factory=lambda: [PARTS])

    def with_locals(self, values: Mapping[str, Any]) -> Place:
        return replace(self, locals=values)


def told(left: tree.Node, relation: str, right: tree.Node, world: World) -> Told:
    """The relation at the values of a world; raises Unsupported where a part cannot be enclosed.

    Sides that overlap at every number of digits, nothing in them being lost by rounding, are equal.
    """
    from numeric.intervals import arithmetic, compare

    if not free(tree.Tuple((left, right)), world):
        raise Unsupported("values that satisfy an assumption only to double precision")
    for digits in DIGITS:
        at = arithmetic(digits)
        at.lost, left_over = False, [PARTS]
        try:
            first, second = (enclosed(side, Place(world, at, left=left_over)) for side in (left, right))
        except (ArithmeticError, ValueError, OverflowError) as problem:
            raise Unsupported(str(problem)) from problem
        order = compare(first, second)
        if order is not None or PARTS - left_over[0] > MANY:
            break
    if order is None and not at.lost:
        order = 0
    return Told(_holds(order, relation), shown(first), shown(second), digits)


def _holds(order: int | None, relation: str) -> bool | None:
    """Does the relation hold for an order of the sides."""
    if relation not in RELATIONS:
        raise Unsupported(f"the relation {relation}")
    return None if order is None else RELATIONS[relation](order)


def free(node: tree.Node, world: World) -> bool:
    """Are all values that enter as they are: none was moved until an assumed equation held, or has a property."""
    table = world.table
    names = mentioned(node, table)
    equations = [chain for chain in assumed(table) if any(relation not in ORDERS for relation, _ in chain.links)]
    if any(names & mentioned(chain, table) for chain in equations):
        return False
    return not any(words(symbol, table) & set(WHOLE) for name in names if (symbol := table.symbol(name)) is not None)


ORDERS = ("<", ">", "≤", "≥", "≠")

RELATIONS: dict[str, Callable[[int], bool]] = {
    "=": lambda order: order == 0,
    ":=": lambda order: order == 0,
    "≠": lambda order: order != 0,
    "<": lambda order: order < 0,
    ">": lambda order: order > 0,
    "≤": lambda order: order <= 0,
    "≥": lambda order: order >= 0,
}


def rough(x: Any) -> float:
    """The middle of an interval."""
    return float(_middle(x))


def shown(x: Any) -> float | str:
    """The middle of an interval for a reader: its digits as text where floating point has no such number."""
    from mpmath import mp

    middle, number = _middle(x), rough(x)
    within = isfinite(number) and (number != 0) == (middle != 0)
    return number if within else str(mp.nstr(middle, 6))


def _middle(x: Any) -> Any:
    from mpmath import mp

    return mp.make_mpf(x.mid._mpi_[0])


def enclosed(node: tree.Node, place: Place) -> Any:
    """An interval around the value of a tree."""
    place.left[0] -= 1
    handler = HANDLERS.get(type(node))
    if handler is None or place.left[0] < 0:
        raise Unsupported(f"the construct {type(node).__name__} to many digits")
    return handler(node, place)


def _name(node: Any, place: Place) -> Any:
    if node.id in place.locals:
        return place.locals[node.id]
    table = place.world.table
    found = table.definitions.get(node.id)
    if found is not None and not found.parameters and not found.indices:
        return enclosed(found.body, place.with_locals({}))
    if node.id in place.world.sizes:
        return place.at.number(place.world.sizes[node.id])
    value = place.world.values.get(node.id)
    declared = table.symbol(node.id)
    if value is not None and not value.rank and not (declared is not None and declared.depends_on):
        return place.at.number(float(value.data))
    if not table.knows(node.id) and node.id in CONSTANTS:
        return CONSTANTS[node.id](place.at)
    raise Unsupported(f"{node.id} to many digits")


def _component(node: Any, place: Place) -> Any:
    name = node.array.id if isinstance(node.array, tree.Name) else ""
    value = place.world.values.get(name)
    if value is None or value.first or value.rank != len(node.indices) or name in place.world.table.definitions:
        raise Unsupported("such an entry to many digits")
    declared = place.world.table.symbols[name]
    if declared.depends_on or declared.family is not None:
        raise Unsupported("such an entry to many digits")
    indices = [_index(index, place) for index in node.indices]
    if any(not 1 <= index <= size for index, size in zip(indices, value.shape, strict=True)):
        raise Unsupported("an entry that a size lacks")
    return place.at.number(float(value.data[tuple(index - 1 for index in indices)]))


def _index(node: tree.Node, place: Place) -> int:
    found = enclosed(node, place)
    number = round(rough(found))
    if not (found.a == found.b == number):
        raise Unsupported("an index that is no whole number")
    return number


def _power(node: Any, place: Place) -> Any:
    exponent = enclosed(node.exponent, place)
    if node.base == tree.Name("e") and not place.world.table.knows("e") and "e" not in place.locals:
        return place.at.exp(exponent)
    return place.at.power(enclosed(node.base, place), exponent)


def _root(node: Any, place: Place) -> Any:
    radicand = enclosed(node.radicand, place)
    if node.degree is None:
        return place.at.sqrt(radicand)
    return place.at.power(radicand, place.at.divided(place.at.number(1), enclosed(node.degree, place)))


def _factorial(node: Any, place: Place) -> Any:
    if node.double:
        raise Unsupported("!! to many digits")
    return place.at.gamma(enclosed(node.argument, place) + 1)


def _big(node: Any, place: Place) -> Any:
    if len(node.bounds) != 1 or node.bounds[0].condition is not None:
        raise Unsupported("such a sum to many digits")
    (bound,) = node.bounds
    if bound.lower is None or bound.upper is None:
        from symbolic.crosscheck.ranges import index_range

        first, last = index_range(bound.index, node.body, scope_of(place.world, Effort()))
    else:
        first, last = _index(bound.lower, place), _index(bound.upper, place)
    if last - first >= TERMS:
        raise Unsupported("so many terms to many digits")
    total = place.at.number(0 if node.operator == "∑" else 1)
    for k in range(first, last + 1):
        term = enclosed(node.body, place.with_locals({**place.locals, bound.index: place.at.number(k)}))
        total = place.at.sum(total, term) if node.operator == "∑" else total * term
    return total


def _indicator(node: Any, place: Place) -> Any:
    if not isinstance(node.relation, tree.Chain):
        raise Unsupported("such an event to many digits")
    from numeric.intervals import compare

    left = enclosed(node.relation.first, place)
    for relation, side in node.relation.links:
        right = enclosed(side, place)
        held = _holds(compare(left, right), relation)
        if held is None:
            raise Unsupported("a comparison that these digits do not tell")
        if not held:
            return place.at.number(0)
        left = right
    return place.at.number(1)


def _call(node: Any, place: Place) -> Any:
    name = node.function.id if isinstance(node.function, tree.Name) else ""
    values = [enclosed(argument, place) for argument in node.arguments]
    found = place.world.table.definitions.get(name)
    if found is not None and len(found.parameters) == len(values) and not found.indices:
        return enclosed(found.body, place.with_locals(dict(zip(found.parameters, values, strict=True))))
    if name in FUNCTIONS and len(values) == 1 and not place.world.table.knows(name):
        return FUNCTIONS[name](place.at, values[0])
    if name in ("max", "min") and len(values) > 1:
        return reduce(place.at.larger if name == "max" else place.at.smaller, values)
    if name == "binom" and len(values) == 2:
        return place.at.binomial(*values)
    raise Unsupported(f"the function {name} to many digits")


def _rising(name: str) -> Callable[[Arithmetic, Any], Any]:
    return lambda at, x: at.monotone(name, x)


def _hyperbolic(sign: int) -> Callable[[Arithmetic, Any], Any]:
    return lambda at, x: at.sum(at.exp(x), sign * at.exp(-x)) / 2


CONSTANTS: dict[str, Callable[[Arithmetic], Any]] = {
    "e": lambda at: at.exp(at.number(1)),
    "π": lambda at: at.intervals.pi + 0,
}

FUNCTIONS: dict[str, Callable[[Arithmetic, Any], Any]] = {
    "exp": lambda at, x: at.exp(x),
    "log": lambda at, x: at.log(x),
    "ln": lambda at, x: at.log(x),
    "sqrt": lambda at, x: at.sqrt(x),
    "sin": lambda at, x: at.intervals.sin(x),
    "cos": lambda at, x: at.intervals.cos(x),
    "tan": lambda at, x: at.divided(at.intervals.sin(x), at.intervals.cos(x)),
    "sinh": _hyperbolic(-1),
    "cosh": _hyperbolic(1),
    "tanh": _rising("tanh"),
    "arctan": _rising("atan"),
    "arsinh": _rising("asinh"),
    "erf": _rising("erf"),
    "Φ": _rising("ncdf"),
    "sigmoid": lambda at, x: at.divided(at.number(1), at.sum(at.number(1), at.exp(-x))),
    "Γ": lambda at, x: at.gamma(x),
    "abs": lambda at, x: abs(x),
}

HANDLERS: dict[type[tree.Node], Callable[[Any, Place], Any]] = {
    tree.Number: lambda node, place: place.at.number(Fraction(node.value)),
    tree.Name: _name,
    tree.Component: _component,
    tree.Add: lambda node, place: reduce(place.at.sum, (enclosed(term, place) for term in node.terms)),
    tree.Negative: lambda node, place: -enclosed(node.argument, place),
    tree.Product: lambda node, place: reduce(lambda x, y: x * y, (enclosed(part, place) for part in node.factors)),
    tree.Quotient: lambda node, place: place.at.divided(
        enclosed(node.numerator, place), enclosed(node.denominator, place)
    ),
    tree.Power: _power,
    tree.Root: _root,
    tree.Factorial: _factorial,
    tree.Absolute: lambda node, place: abs(enclosed(node.argument, place)),
    tree.Big: _big,
    tree.Indicator: _indicator,
    tree.Call: _call,
}
