"""Relations that mean a limit: f = g + O(h), f ∼ g, f ≈ g, where the given says which variable goes where.

`≈` between numbers holds to the digits printed.  Between expressions it needs an order (`to order 1 in h`) or a limit
from the given; with a limit alone, a side that is a polynomial in the small variable sets the order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from symbolic.algebra.fractions import is_zero
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, symbol
from symbolic.algebra.powers import Undefined, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.language.orders import order_terms, without_orders
from symbolic.lowering.lower import lower, lower_scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree
from symbolic.rules.bridge import INFINITY
from symbolic.rules.closed import sign
from symbolic.rules.expansions import differences
from symbolic.rules.limits import limit
from symbolic.rules.univariate import orders
from symbolic.rules.values import leaves, value

Judgement = tuple[str, str | None]


@dataclass(frozen=True)
class Regime:
    """name → target, and the order that the given names, if any."""

    name: str
    target: Poly
    order: int | None = None


def judged(left: tree.Node, relation: str, right: tree.Node, situation: Situation) -> Judgement:
    """("equal" | "different" | "unknown", why)."""
    if relation == "≈":
        rounded = _rounded(left, right, situation)
        if rounded is not None:
            return rounded
    regime = regime_of(situation)
    if regime is None:
        raise Unsupported("a relation in a limit, where the given says of no variable where it goes (`h -> 0`)")
    if relation == "≈":
        return _entrywise(left, right, situation, lambda f, g: _approximate(f, g, regime, situation))
    if relation == "∼":
        return _entrywise(left, right, situation, lambda f, g: _equivalent(f, g, regime, situation))
    if relation == "=":
        return _with_orders(left, right, regime, situation)
    raise Unsupported(f"the relation {relation} beside O(·)")


def regime_of(situation: Situation) -> Regime | None:
    """The limit or the order that the given states."""
    order = situation.table.order
    for assumption in situation.table.assumptions:
        first, links = assumption.relation.first, assumption.relation.links
        if isinstance(first, tree.Name) and links and links[0][0] == "→":
            situation.use(assumption.sentence)
            named = order[1] if order is not None and order[0] == first.id else None
            return Regime(first.id, lower_scalar(links[0][1], Scope(situation)), named)
    return Regime(order[0], ZERO, order[1]) if order is not None else None


def _entrywise(
    left: tree.Node, right: tree.Node, situation: Situation, judge: Callable[[Poly, Poly], Judgement]
) -> Judgement:
    from symbolic.decide import aligned

    first, second = aligned(lower(left, Scope(situation)), lower(right, Scope(situation)))
    at = tuple(fresh(first.span(axis)) for axis in range(len(first.shape)))
    return judge(first.entry(at), second.entry(at))


def _with_orders(left: tree.Node, right: tree.Node, regime: Regime, situation: Situation) -> Judgement:
    """f = g + O(h): (f - g)/h stays bounded; with o(h) it vanishes."""
    terms = order_terms(left) + order_terms(right)
    plain = [without_orders(side) for side in (left, right)]
    if len(terms) > 1:
        raise Unsupported("more than one O(·)")
    kind = terms[0].function
    bound = lower_scalar(terms[0].arguments[0], Scope(situation))

    def judge(f: Poly, g: Poly) -> Judgement:
        if is_zero(f - g):
            return "equal", None
        ratio = _limit((f - g) * power(bound, -1), regime, situation)
        if ratio is None:
            if any(leaf.kind == "inv" or leaf.args[0] == "det" for leaf in leaves(_at_target(f - g, regime))):
                return "unknown", None  # what does not open there may vanish there
            beyond = _limit(bound * power(f - g, -1), regime, situation) == ZERO
            return ("different", "the remainder is not of that order") if beyond else ("unknown", None)
        fits = ratio == ZERO or (kind == tree.Name("O") and not INFINITY.free & ratio.free)
        return ("equal", None) if fits else ("different", "the remainder is not of that order")

    return _entrywise(plain[0], plain[1], situation, judge)


def _at_target(poly: Poly, regime: Regime) -> Poly:
    """poly where the variable goes; as it is where it has no value there."""
    try:
        return substitute(poly, {regime.name: ZERO if regime.target == INFINITY else regime.target})
    except Undefined:
        return poly


def _limit(poly: Poly, regime: Regime, situation: Situation) -> Poly | None:
    return limit(poly, regime.name, regime.target, "", situation)


def _equivalent(left: Poly, right: Poly, regime: Regime, situation: Situation) -> Judgement:
    """f ∼ g: f/g → 1."""
    if is_zero(left - right):
        return "equal", None
    try:
        ratio = _limit(left * power(right, -1), regime, situation)
    except Undefined:
        return "unknown", None
    if ratio is None:
        return "unknown", None
    if is_zero(ratio - ONE):
        return "equal", None
    apart = ratio.number is not None or sign(ratio - ONE)
    return ("different", "the ratio does not go to 1") if apart else ("unknown", None)


def _approximate(left: Poly, right: Poly, regime: Regime, situation: Situation) -> Judgement:
    """f ≈ g: equal up to the order that the given, or the polynomial side, sets."""
    from symbolic.decide import compared

    if is_zero(left - right):
        return "equal", None
    order = regime.order if regime.order is not None else _own_order(left, right, regime)
    if order is None:
        return _equivalent(left, right, regime, situation)
    listed = differences(left, right, regime.name, regime.target, order, situation)
    if listed is None:
        return "unknown", None
    if all(is_zero(part) for part in listed):
        return "equal", None
    apart = next((k for k, part in enumerate(listed) if compared(part, "=", ZERO, situation)[0] == "different"), None)
    return ("unknown", None) if apart is None else ("different", f"the sides differ at order {apart}")


def _own_order(left: Poly, right: Poly, regime: Regime) -> int | None:
    """The degree of the side that is a polynomial of several terms in the small variable."""
    for side in (right, left):
        moved = _near_zero(side, regime)
        listed = orders(moved, regime.name)
        if listed is not None and len(listed) > 1:
            numbers = [order.number for order in listed]
            if all(number is not None and number.denominator == 1 and number >= 0 for number in numbers):
                return int(max(number for number in numbers if number is not None))
    return None


def _near_zero(poly: Poly, regime: Regime) -> Poly:
    """poly in the variable that goes to 0."""
    h = symbol(regime.name)
    if regime.target == INFINITY:
        return substitute(poly, {regime.name: power(h, -1)})
    return substitute(poly, {regime.name: regime.target + h})


def _rounded(left: tree.Node, right: tree.Node, situation: Situation) -> Judgement | None:
    """A number against its printed digits."""
    for exact, printed in ((left, right), (right, left)):
        digits = _printed(printed)
        if digits is None or isinstance(exact, tree.Number):
            continue
        array = lower(exact, Scope(situation))
        if array.shape or array.kind or list(leaves(array.scalar)):
            return None
        stated, places = digits
        import mpmath

        with mpmath.workdps(50):
            away = abs(value(array.scalar, {}) - mpmath.mpf(stated.numerator) / stated.denominator)
            near = bool(away <= mpmath.mpf(10) ** -places / 2)
        return ("equal", None) if near else ("different", "the number rounds differently")
    return None


def _printed(node: tree.Node) -> tuple[Fraction, int] | None:
    """(value, decimal places) of a number as written."""
    if isinstance(node, tree.Negative):
        inner = _printed(node.argument)
        return None if inner is None else (-inner[0], inner[1])
    if not isinstance(node, tree.Number):
        return None
    return node.value, len(node.text.partition(".")[2])

