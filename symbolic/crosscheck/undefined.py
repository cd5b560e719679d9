"""Where one side of an equality has no value: x²/x = x at x = 0, √(xy) = √x √y at x = y = −1.

What rules prove holds where both sides have a value, and experiments at generic values meet no single point and not
every pattern of signs.  So an equality that both witnesses accept is looked at once more where a divisor vanishes, and
where the argument of a root, a logarithm or a power lies outside of the domain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from symbolic.crosscheck.compare import trial
from symbolic.crosscheck.counterexample import shown
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.experiments import LITTLE, Outcome
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.parameters import fixed_names
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Data, Mismatch, Unsupported
from symbolic.crosscheck.world import World, scope_of
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.names import unicode_name

#: Values at which divisors that authors write vanish; the value that all names take together, so that x − y does.
PLACES, TOGETHER = (0.0, 1.0, -1.0, 2.0, 0.5), 0.75

#: Sizes of the values with every pattern of signs, inside and outside of (−1, 1); names that take part in patterns.
PATTERNED, SIGNED = (0.75, 1.75), 3

#: Names that are tried.
MOST = 6

#: Functions that are real for some arguments only.
PARTIAL = frozenset({"log", "ln", "sqrt", "arcsin", "arccos", "arcosh", "artanh", "asin", "acos", "acosh", "atanh"})


def has_undefined_side(numeric: Outcome) -> bool:
    """Has one side of the counterexample alone no finite value?"""
    example = numeric.counterexample
    return example is not None and _open(example.left) != _open(example.right)


def is_infinite(numeric: Outcome) -> bool:
    """Is a side of the counterexample infinite?"""
    example = numeric.counterexample
    return example is not None and any(str(side).endswith("inf") for side in (example.left, example.right))


def _open(side: object) -> bool:
    return str(side).lstrip("-") in ("nan", "inf")


def where(numeric: Outcome) -> str:
    """Which side has no value, and at what, in words."""
    example = numeric.counterexample
    assert example is not None
    side, value = ("left", example.left) if _open(example.left) else ("right", example.right)
    at = ", ".join(f"{name} = {value}" for name, value in {**example.sizes, **example.values}.items())
    place = f" at {at}" if at else ""
    word = "undefined" if str(value) == "nan" else "infinite"
    return f"the {side} side, which is {word}{place}; the sides are equal elsewhere"


def removable(left: tree.Node, right: tree.Node, table: Table) -> Outcome | None:
    """Special values at which one side alone is undefined, as an outcome that differs; None where none was found."""
    found = list(_guarded((left, right), table))
    names = frozenset().union(*[mentioned(guarded, table) for guarded, _ in found]) if found else frozenset()
    named = [s for s in fixed_names(table) if s.name in names]
    partial = any(breaks is not _vanishes for _, breaks in found)
    scalars = [s for s in named if s.kind == "scalar" and not s.axes][:MOST]
    for special in _specials([s.name for s in scalars], [s.name for s in scalars if s.domain == "real"], partial):
        seen = _seen_at(special, left, right, table, found)
        if seen is not None:
            return seen
    arrays = [s.name for s in named if s.axes and not s.random][:MOST]
    zero: list[dict[str, float]] = [{name: 0.0} for name in arrays]
    return next(filter(None, (_seen_at(special, left, right, table, found) for special in zero)), None)


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
    divisors = [guarded for guarded, breaks in _guarded((left, right), table) if breaks is _vanishes]
    if any(_breaks(divisor, _vanishes, world) for divisor in divisors):
        return f"a divisor that vanishes at {', '.join(f'{name} = {value}' for name, value in found.items())}"
    return None


def _number(shown: object) -> float | None:
    try:
        return None if shown is None else float(Fraction(str(shown)))
    except ValueError:
        return None


def _specials(scalars: list[str], reals: list[str], partial: bool) -> Iterator[dict[str, float]]:
    """One name at a special value, all at one, and where functions are partial every pattern of signs."""
    yield from ({name: place} for name in scalars for place in PLACES)
    if len(scalars) > 1:
        yield dict.fromkeys(scalars, TOGETHER)
    signed = reals[:SIGNED] if partial else []
    for size in PATTERNED if signed else ():
        for signs in product((-1, 1), repeat=len(signed)):
            yield {name: sign * (size + k / 7) for k, (name, sign) in enumerate(zip(signed, signs, strict=True))}


def _seen_at(
    special: dict[str, float], left: tree.Node, right: tree.Node, table: Table, found: list[tuple[tree.Node, Breaks]]
) -> Outcome | None:
    """What differs at special values, where they may be taken and leave one side alone without a value."""
    try:
        world = instance(table, 0, special=special)
    except (NoInstance, Unsupported, RecursionError):
        return None
    if not all(np.all(world.values[name].data == value) for name, value in special.items()):
        return None
    concerned = [(guarded, breaks) for guarded, breaks in found if mentioned(guarded, table) & special.keys()]
    if not any(_breaks(guarded, breaks, world) for guarded, breaks in concerned):
        return None
    seen = trial(left, "=", right, world, Effort(LITTLE))
    if seen.status != "differs" or seen.left is None or np.isfinite(seen.left) == np.isfinite(seen.right):
        return None
    if _derives(left if np.isfinite(seen.left) else right):
        return None
    return Outcome("differs", None, shown(seen, left, right), seen.reason)


def _derives(side: tree.Node) -> bool:
    """Does the side hold a derivative?  Where there is none, as of ‖x‖ at 0, a difference quotient may have a value."""
    return any(isinstance(node, tree.Derivative | tree.Gradient) for node in tree.walk(side))


def _guarded(sides: tuple[tree.Node, ...], table: Table) -> Iterator[tuple[tree.Node, Breaks]]:
    """What must not vanish or must lie in a domain, through definitions, each with the test that it does not."""
    reached = frozenset().union(*[mentioned(side, table) for side in sides])
    bodies = [d.body for n, d in table.definitions.items() if n in reached and not d.parameters and not d.indices]
    for body in (*sides, *bodies):
        for node in tree.walk(body):
            yield from _guards(node)


def _guards(node: tree.Node) -> Iterator[tuple[tree.Node, Breaks]]:
    if isinstance(node, tree.Quotient):
        yield node.denominator, _vanishes
    if isinstance(node, tree.Power) and isinstance(node.exponent, tree.Negative):
        yield node.base, _vanishes
    if isinstance(node, tree.Root) or (isinstance(node, tree.Power) and not _whole(node.exponent)):
        yield node, _undefined
    if isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.id in PARTIAL:
        yield node, _undefined


def _whole(exponent: tree.Node) -> bool:
    number = exponent.argument if isinstance(exponent, tree.Negative) else exponent
    return isinstance(number, tree.Number) and float(number.value).is_integer()


#: Does a guarded part have a forbidden value?
Breaks = Callable[[Data], bool]


def _vanishes(value: Data) -> bool:
    return bool(np.any(value == 0))


def _undefined(value: Data) -> bool:
    return not bool(np.all(np.isfinite(value)))


def _breaks(guarded: tree.Node, breaks: Breaks, world: World) -> bool:
    """Does it break there?  What cannot be evaluated by itself, for an index that is bound around it, may."""
    try:
        value = evaluate(guarded, scope_of(world, Effort(LITTLE)))
    except (Unsupported, Mismatch, ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
        return False
    return breaks(value.data)


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
    yield from (f"{name} : {word}" for word in ("invertible", "nonzero") for name, s in fixed.items() if s.axes)
    yield from (f"{a} != {b}" for a, b in combinations(named, 2) if named[a] == named[b])
    yield from (f"{name} != {value}" for name, value in named.items() if value.denominator < LONG)
    yield from (f"{a} < {b}" for a, b in permutations(named, 2) if named[a] >= named[b])
    yield from (f"{name} > {bound}" for name, value in named.items() for bound in BOUNDS if value <= bound)
    yield from (f"|{name}| < 1" for name, value in named.items() if abs(value) >= 1)
