"""Where a moment that a claim writes exists: E|X|^k for k below the tail's exponent, E[e^{tX}] for t below its rate.

Moments that a claim writes are taken to exist.  What that takes of a law's parameters, and the given does not say, is
listed with what a verdict uses: `E[X] exists (ν > 1)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import OutOfWork
from symbolic.algebra.poly import Poly, as_poly, constant
from symbolic.algebra.powers import E, Undefined, power
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.situation import Situation
from symbolic.lifting.lift import lift
from symbolic.lowering.arrays import ShapeError
from symbolic.lowering.lower import lower
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import plain, tree
from symbolic.rules.moments_factors import ENTRIES
from symbolic.rules.moments_models import Model, model_of, parameters


@dataclass(frozen=True)
class Ends:
    """How a density falls towards the ends of its support, each as a function of the law's parameters.

    tail    E|X|^k exists for k < tail
    rate    E[e^{tX}] exists for t < rate;  mirrored  and for t > -rate only
    origin  E[X^{-k}] exists for k < origin
    """

    tail: Callable[..., Poly] | None = None
    rate: Callable[..., Poly] | None = None
    origin: Callable[..., Poly] | None = None
    mirrored: bool = False


#: The tails of the named laws that have moments which may not exist.
ENDS: dict[str, Ends] = {
    "student": Ends(tail=lambda nu: nu),
    "pareto": Ends(tail=lambda m, a: a),
    "exponential": Ends(rate=lambda rate: rate, origin=lambda rate: constant(1)),
    "gamma": Ends(rate=lambda shape, rate: rate, origin=lambda shape, rate: shape),
    "chi-square": Ends(rate=lambda k: constant(Fraction(1, 2)), origin=lambda k: k.scale(Fraction(1, 2))),
    "beta": Ends(origin=lambda a, b: a),
    "laplace": Ends(rate=lambda m, b: power(b, -1), mirrored=True),
    "gumbel": Ends(rate=lambda m, b: power(b, -1)),
}

#: How many times a moment takes its argument.
ORDERS = {"E": 1, "Var": 2, "Skew": 3, "Kurt": 4}


def existing(sides: tuple[tree.Node, ...], situation: Situation) -> dict[str, list[str]]:
    """`E[X]` → [`ν > 1`] for every moment in the sides whose existence the given does not ensure.

    A claim that something is infinite takes nothing to exist.
    """
    found: dict[str, list[str]] = {}
    if any("∞" in tree.names(side) for side in sides if not isinstance(side, tree.Operator)):
        return found
    for side in sides:
        for node in tree.walk(side):
            if isinstance(node, tree.Operator) and node.condition is None and node.subscript is None:
                conditions = list(dict.fromkeys(_conditions(node, situation)))
                if conditions:
                    found[plain(node, situation.table)] = conditions
    return found


def _conditions(node: tree.Operator, situation: Situation) -> Iterator[str]:
    if node.kind == "Cov" and len(node.arguments) == 2:
        body: tree.Node = tree.Product(node.arguments)
    elif node.kind in ORDERS and len(node.arguments) == 1:
        body = node.arguments[0]
    else:
        return
    times = ORDERS.get(node.kind, 1)
    used = list(situation.used)
    try:
        array = lower(body, Scope(situation))
        poly = array.entry(tuple(constant(1) for _ in array.shape))
        for name in sorted(poly.free & situation.table.symbols.keys()):
            model = model_of(name, situation)
            law = model.symbol.law
            if model.symbol.random and law is not None and law.name in ENDS:
                yield from _of(poly, times, model, ENDS[law.name], situation)
    except (Unsupported, ShapeError, OutOfWork, Undefined, RecursionError):
        return
    finally:
        situation.used[:] = used


def _of(poly: Poly, times: int, model: Model, ends: Ends, situation: Situation) -> Iterator[str]:
    """What the terms of a moment ask of the parameters of one law."""
    stated = parameters(model, model.first)
    growth = _Growth(model.name)
    growth.read(poly)
    if ends.tail is not None and growth.highest > 0:
        yield from _above(ends.tail(*stated), constant(growth.highest * times), situation)
    if ends.origin is not None and growth.lowest < 0:
        yield from _above(ends.origin(*stated), constant(-growth.lowest * times), situation)
    for slope in growth.slopes if ends.rate is not None else ():
        rate = ends.rate(*stated)  # type: ignore[misc]
        yield from _above(rate, slope * times, situation)
        if ends.mirrored:
            yield from _above(rate, slope * -times, situation)


class _Growth:
    """The highest and lowest power of a random name in a polynomial, and its factors in exponents."""

    def __init__(self, name: str) -> None:
        self.name, self.highest, self.lowest = name, Fraction(0), Fraction(0)
        self.slopes: list[Poly] = []

    def read(self, poly: Poly) -> None:
        for mono in poly.terms:
            degree = Fraction(0)
            for base, exponent in mono:
                degree += self._degree(base, exponent)
            self.highest, self.lowest = max(self.highest, degree), min(self.lowest, degree)

    def _degree(self, base: Any, exponent: Any) -> Fraction:
        """The power of the name that a factor is; what its exponent says of the name is kept."""
        if base == E and isinstance(exponent, Poly):
            self._slope(exponent)
        if self.name not in getattr(base, "free", ()) or isinstance(exponent, Poly):
            return Fraction(0)
        if isinstance(base, Atom) and base.kind in ENTRIES:
            return Fraction(exponent)
        if isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "abs":
            inner = _Growth(self.name)
            inner.read(as_poly(base.args[1][0]))
            return inner.highest * Fraction(exponent)
        if isinstance(base, Atom) and base.kind == "sum" and exponent > 0:
            inner = _Growth(self.name)
            inner.read(as_poly(base.args[-1]))
            self.slopes += inner.slopes
            return inner.highest * Fraction(exponent)
        return Fraction(0)

    def _slope(self, exponent: Poly) -> None:
        """t of e^{tX}, where the exponent is linear in X."""
        pairs = [
            (mono, coefficient, [x for base, x in mono if self.name in getattr(base, "free", ())])
            for mono, coefficient in exponent.terms.items()
        ]
        held = [(mono, coefficient) for mono, coefficient, powers in pairs if powers]
        if len(held) == 1 and all(powers in ([], [1]) for _, _, powers in pairs):
            ((mono, coefficient),) = held
            rest = frozenset(pair for pair in mono if self.name not in getattr(pair[0], "free", ()))
            self.slopes.append(Poly({rest: coefficient}))


def _above(bound: Poly, least: Poly, situation: Situation) -> Iterator[str]:
    """`bound > least`, unless the given ensures it."""
    scale = Fraction(lcm(*(Fraction(c).denominator for part in (bound, least) for c in part.terms.values())))
    bound, least = bound.scale(scale), least.scale(scale)
    if is_positive(bound - least) or is_nonnegative(-least):
        return
    sides = [plain(lift(part, situation), situation.table) for part in (bound, least)]
    yield " > ".join(sides) if least.number is not None else f"{sides[1]} < {sides[0]}"
