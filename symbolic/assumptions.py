"""What the assumptions of a given tell the algebra: signs and bounds of names, fixed sums, distinct indices."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ONE, Poly
from symbolic.algebra.powers import Undefined
from symbolic.algebra.situation import Situation
from symbolic.language.symbols import UNSHAPED, Symbol
from symbolic.lowering.arrays import ShapeError
from symbolic.lowering.lower import lower_scalar
from symbolic.lowering.names import variable
from symbolic.lowering.ranges import opaque
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

FLIPPED = {"<": ">", "≤": "≥"}


def learn_assumptions(situation: Situation) -> None:
    """Puts every assumption that the algebra can use into the facts; the others have no effect on it."""
    for declared in situation.table.symbols.values():
        _learn_bounds(declared, situation)
    for assumption in situation.table.assumptions:
        left = assumption.relation.first
        for relation, right in assumption.relation.links:
            with suppress(Unsupported, ShapeError, Undefined):
                _learn(left, relation, right, situation)
            left = right


def _learn_bounds(declared: Symbol, situation: Situation) -> None:
    """`in (a, b)` and `at least a`, component by component."""
    try:
        array = variable(declared, Scope(situation)) if declared.kind not in UNSHAPED else None
        if array is None:
            return
        entry = array.entry(array.free_indices()) if array.shape else array.scalar
        for kind, bound in declared.bounds:
            if isinstance(bound, tree.Interval):
                _above(entry - lower_scalar(bound.lower, Scope(situation)), bound.open_left, situation)
                _above(lower_scalar(bound.upper, Scope(situation)) - entry, bound.open_right, situation)
            elif kind == "at least":
                _above(entry - lower_scalar(bound, Scope(situation)), False, situation)
    except (Unsupported, ShapeError, Undefined):
        return


def _learn(left: tree.Node, relation: str, right: tree.Node, situation: Situation) -> None:
    scope = opaque(tree.Tuple((left, right)), Scope(situation))
    first, second = lower_scalar(left, scope), lower_scalar(right, scope)
    if relation == "=":
        _fixed(first, second, situation)
    elif relation == "≠":
        situation.facts.apart.add(frozenset((first, second)))
    elif relation in ("<", "≤"):
        _above(second - first, relation == "<", situation)
    elif relation in (">", "≥"):
        _above(first - second, relation == ">", situation)


def _fixed(first: Poly, second: Poly, situation: Situation) -> None:
    """Σ_j y_j = 1 gives that sum its value; other equations are kept."""
    for side, value in ((first, second), (second, first)):
        inner = side.atom
        if inner is not None and inner.kind == "sum":
            situation.facts.sums[inner] = value
            return
    situation.facts.equations.append(first - second)


def _above(poly: Poly, strict: bool, situation: Situation) -> None:
    """poly > 0, or poly ≥ 0 when not strict."""
    facts = situation.facts
    facts.positive.append((poly, strict))
    constant = poly.terms.get(frozenset(), Fraction(0))
    named = _name(poly - ONE.scale(constant)) if constant else _name(poly)
    negated = _name(ONE.scale(constant) - poly)
    if named is not None:
        if constant <= 0:
            facts.learn(named, "positive" if strict or constant < 0 else "nonnegative")
        if facts.has(named, "integer") and constant.denominator == 1:
            facts.learn_bound(named, int(-constant) + strict)
    if negated is not None and (constant < 1 or (constant == 1 and strict)):
        facts.learn(negated, "below 1")
    if named is not None and (constant < 1 or (constant == 1 and strict)):
        facts.learn(named, "above -1")
    inside = _absolute(ONE.scale(constant) - poly)
    if inside is not None:
        _above(ONE.scale(constant) - inside, strict, situation)
        _above(ONE.scale(constant) + inside, strict, situation)


def _absolute(poly: Poly) -> Poly | None:
    """u when poly is |u|."""
    inner: Atom | None = poly.atom
    return inner.args[1][0] if inner is not None and inner.kind == "fun" and inner.args[0] == "abs" else None


def _name(poly: Poly) -> str | None:
    """The name when poly is a bare symbol or component."""
    inner: Atom | None = poly.atom
    return inner.args[0] if inner is not None and inner.kind in ("sym", "comp", "scomp") else None


