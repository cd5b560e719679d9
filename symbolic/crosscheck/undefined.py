"""Where one side of an equality has no value: x²/x = x at x = 0.

What rules prove holds where both sides have a value, and experiments at generic values meet no single point.  So an
equality that both witnesses accept is looked at once more where a divisor vanishes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np

from symbolic.crosscheck.compare import trial
from symbolic.crosscheck.counterexample import shown
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.experiments import LITTLE, Outcome
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.parameters import fixed_names
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.crosscheck.world import World, scope_of
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.names import unicode_name

#: Values at which divisors that authors write vanish; the value that all names take together, so that x − y does.
PLACES, TOGETHER = (0.0, 1.0, -1.0, 2.0, 0.5), 0.75

#: Names that are tried.
MOST = 6


def has_undefined_side(numeric: Outcome) -> bool:
    """Is a side of the counterexample without a value?"""
    example = numeric.counterexample
    return example is not None and "nan" in (str(example.left), str(example.right))


def where(numeric: Outcome) -> str:
    """Which side has no value, and at what, in words."""
    example = numeric.counterexample
    assert example is not None
    side = "left" if str(example.left) == "nan" else "right"
    at = ", ".join(f"{name} = {value}" for name, value in {**example.sizes, **example.values}.items())
    place = f" at {at}" if at else ""
    return f"the {side} side, which is undefined{place}; the sides are equal elsewhere"


def removable(left: tree.Node, right: tree.Node, table: Table) -> Outcome | None:
    """A special value at which one side alone is undefined, as an outcome that differs; None where none was found."""
    found = list(_divisors((left, right), table))
    names = frozenset().union(*[mentioned(divisor, table) for divisor in found]) if found else frozenset()
    scalars = [s.name for s in fixed_names(table) if s.kind == "scalar" and not s.axes and s.name in names][:MOST]
    specials = [{name: place} for name in scalars for place in PLACES]
    specials += [dict.fromkeys(scalars, TOGETHER)] if len(scalars) > 1 else []
    for special in specials:
        try:
            world = instance(table, 0, special=special)
        except (NoInstance, Unsupported, RecursionError):
            continue
        if not all(float(world.values[name].data) == value for name, value in special.items()):
            continue
        if any(_vanishes(divisor, world) for divisor in found if mentioned(divisor, table) & special.keys()):
            seen = trial(left, "=", right, world, Effort(LITTLE))
            if seen.status == "differs" and seen.left is not None and np.isnan([seen.left, seen.right]).any():
                return Outcome("differs", None, shown(seen, left, right), seen.reason)
    return None


def _divisors(sides: tuple[tree.Node, ...], table: Table) -> Iterator[tree.Node]:
    """Denominators and bases of negative powers, through definitions."""
    reached = frozenset().union(*[mentioned(side, table) for side in sides])
    bodies = [d.body for n, d in table.definitions.items() if n in reached and not d.parameters and not d.indices]
    for body in (*sides, *bodies):
        for node in tree.walk(body):
            if isinstance(node, tree.Quotient):
                yield node.denominator
            if isinstance(node, tree.Power) and isinstance(node.exponent, tree.Negative):
                yield node.base


def _vanishes(divisor: tree.Node, world: World) -> bool:
    try:
        value = evaluate(divisor, scope_of(world, Effort(LITTLE)))
    except (Unsupported, Mismatch, ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
        return False
    return bool(np.any(value.data == 0))


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
    scalars = {s.name for s in fixed_names(table) if s.kind == "scalar" and not s.axes}
    named = {unicode_name(n): Fraction(str(v)) for n, v in example.values.items() if n in scalars}
    for word, leaves_out in LEFT_OUT:
        yield from (f"{name} : {word}" for name, value in named.items() if leaves_out(value))
    yield from (f"{a} != {b}" for a, b in combinations(named, 2) if named[a] == named[b])
    yield from (f"{name} != {value}" for name, value in named.items())
