"""SymPy for scalar pieces: a polynomial becomes a SymPy expression, and comes back when nothing unknown returns.

Every symbol carries the signs that the facts in force give it.  What SymPy has no need to look into (sums over indices,
components, expectations, declared functions) travels as one symbol each.  Whoever uses a result of SymPy checks it
against numbers first (`symbolic.rules.values`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Poly, add, as_exponent, constant, product, symbol
from symbolic.algebra.powers import Undefined, as_base, power
from symbolic.algebra.signs import is_integer, is_nonnegative, is_positive

#: Functions of the algebra and what SymPy calls them.
SHARED = {
    "log": "log", "sin": "sin", "cos": "cos", "abs": "Abs", "erf": "erf", "Gamma": "gamma", "psi": "digamma",
    "polygamma": "polygamma", "arctan": "atan", "arcsin": "asin", "arccos": "acos", "erfinv": "erfinv",
}
CONSTANTS = {"e": "E", "π": "pi", "γ": "EulerGamma", "∞": "oo"}
INFINITY = symbol("∞")


def size(value: Any) -> int:
    """How many factors a polynomial is written with."""
    if isinstance(value, Poly):
        return sum(1 + size(base) + size(exponent) for mono in value.terms for base, exponent in mono) + 1
    if isinstance(value, Atom):
        return 1 + size(value.args)
    return sum(size(part) for part in value) if isinstance(value, tuple) else 0


class Untranslatable(Exception):
    """A variable that SymPy would have to look into stands inside something it cannot see."""


class Bridge:
    """Which SymPy symbol stands for which atom; `inside` are the names that no opaque symbol may hide."""

    def __init__(self, inside: frozenset[str] = frozenset()) -> None:
        self.inside = inside
        self.symbols: dict[Atom, Any] = {}
        self.meaning: dict[Any, Poly] = {}

    def symbol(self, atom: Atom) -> Any:
        """The SymPy symbol of an atom, with the signs that are known."""
        if atom not in self.symbols:
            if atom.kind != "sym" and not atom.free.isdisjoint(self.inside):
                raise Untranslatable(atom.key)
            import sympy

            found = sympy.Dummy(f"a{len(self.symbols)}", **_assumptions(as_base(atom)))
            self.symbols[atom] = found
            self.meaning[found] = as_base(atom)
        return self.symbols[atom]


def _assumptions(poly: Poly) -> dict[str, bool]:
    known = {"real": True}
    if is_integer(poly):
        known["integer"] = True
    for word, holds in (("positive", is_positive(poly)), ("negative", is_positive(-poly))):
        if holds:
            return {**known, word: True}
    if is_nonnegative(poly):
        known["nonnegative"] = True
    return known


def to_sympy(poly: Poly, back: Bridge | None = None) -> tuple[Any, Bridge]:
    """(expression, bridge that leads back); raises Untranslatable when an opaque part hides a name of `inside`."""
    import sympy

    bridge = back or Bridge()
    parts = []
    for mono, coefficient in poly.terms.items():
        factors = [sympy.Rational(coefficient.numerator, coefficient.denominator)]
        factors += [_base(base, bridge) ** _exponent(exponent, bridge) for base, exponent in mono]
        parts.append(sympy.Mul(*factors))
    return sympy.Add(*parts), bridge


def _exponent(exponent: Any, bridge: Bridge) -> Any:
    import sympy

    if isinstance(exponent, Poly):
        return to_sympy(exponent, bridge)[0]
    return sympy.Rational(Fraction(exponent).numerator, Fraction(exponent).denominator)


def _base(base: Any, bridge: Bridge) -> Any:
    import sympy

    if isinstance(base, int):
        return sympy.Integer(base)
    if isinstance(base, Poly):
        return to_sympy(base, bridge)[0]
    if base.kind == "sym" and base.args[0] in CONSTANTS:
        return getattr(sympy, CONSTANTS[base.args[0]])
    if base.kind == "fun" and base.args[0] in SHARED and all(isinstance(part, Poly) for part in base.args[1]):
        shared = getattr(sympy, SHARED[base.args[0]])
        return shared(*(to_sympy(part, bridge)[0] for part in base.args[1]))
    return bridge.symbol(base)


def from_sympy(expression: Any, back: Bridge) -> Poly | None:
    """The polynomial that a SymPy expression means, or None when something unknown comes back."""
    import sympy

    if expression is sympy.oo or expression is -sympy.oo:
        return INFINITY if expression is sympy.oo else -INFINITY
    try:
        return _returned(expression, back)
    except (_Unknown, Undefined):
        return None


class _Unknown(Exception):
    """A SymPy expression without a counterpart."""


def _returned(expression: Any, back: Bridge) -> Poly:
    import sympy

    if expression in back.meaning:
        return back.meaning[expression]
    if expression.is_Rational:
        return constant(Fraction(int(expression.p), int(expression.q)))
    name = next((ours for ours, theirs in CONSTANTS.items() if expression is getattr(sympy, theirs)), None)
    if name is not None and name != "∞":
        return symbol(name)
    handler = _RETURN.get(type(expression).__name__)
    if handler is None:
        raise _Unknown(str(type(expression)))
    return handler(expression, back)


def _all(expression: Any, back: Bridge) -> list[Poly]:
    return [_returned(part, back) for part in expression.args]


def _named(name: str) -> Callable[[Any, Bridge], Poly]:
    return lambda expression, back: function(name, tuple(_all(expression, back)))


def _power(expression: Any, back: Bridge) -> Poly:
    base, exponent = _all(expression, back)
    number = base.number
    if number is not None and number < 0 and not is_integer(exponent):
        raise _Unknown("a power outside the reals")
    return power(base, as_exponent(exponent))


def _polygamma(expression: Any, back: Bridge) -> Poly:
    order, argument = _all(expression, back)
    return function("psi", (argument,)) if order == ZERO else function("polygamma", (order, argument))


def _beta(expression: Any, back: Bridge) -> Poly:
    first, second = _all(expression, back)[:2]
    above = function("Gamma", (first,)) * function("Gamma", (second,))
    return above * function("Gamma", (first + second,)) ** -1


def _binomial(expression: Any, back: Bridge) -> Poly:
    n, k = _all(expression, back)
    below = function("factorial", (k,)) * function("factorial", (n - k,))
    return function("factorial", (n,)) * below**-1


def _piecewise(expression: Any, back: Bridge) -> Poly:
    """The first branch whose condition is known to hold, after branches known to fail."""
    for value, condition in expression.args:
        decided = _decided(condition, back)
        if decided is None:
            break
        if decided:
            return _returned(value, back)
    raise _Unknown("a condition that the given leaves open")


def _decided(condition: Any, back: Bridge) -> bool | None:
    import sympy

    if condition in (True, False):
        return bool(condition)
    if isinstance(condition, sympy.And | sympy.Or):
        parts = [_decided(part, back) for part in condition.args]
        absorbing = isinstance(condition, sympy.Or)
        if absorbing in parts:
            return absorbing
        return None if None in parts else not absorbing
    if isinstance(condition, sympy.StrictGreaterThan | sympy.StrictLessThan | sympy.GreaterThan | sympy.LessThan):
        strict = isinstance(condition, sympy.StrictGreaterThan | sympy.StrictLessThan)
        return _compared(_returned(condition.gts - condition.lts, back), strict)
    if isinstance(condition, sympy.Ne | sympy.Eq):
        difference = _returned(condition.lhs - condition.rhs, back)
        apart = is_positive(difference) or is_positive(-difference)
        return isinstance(condition, sympy.Ne) if apart else None
    return None


def _compared(difference: Poly, strict: bool) -> bool | None:
    if is_positive(difference) or (not strict and is_nonnegative(difference)):
        return True
    if is_positive(-difference) or (strict and is_nonnegative(-difference)):
        return False
    return None


_RETURN: dict[str, Callable[[Any, Bridge], Poly]] = {
    "Add": lambda e, back: add(_all(e, back)),
    "Mul": lambda e, back: product(_all(e, back)),
    "Pow": _power,
    "exp": _named("exp"),
    "log": lambda e, back: _named("log" if len(e.args) == 1 else "log_base")(e, back),
    **{theirs: _named(ours) for ours, theirs in SHARED.items() if ours not in ("log", "psi", "polygamma")},
    **{name: _named(name) for name in ("tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "sech", "sign", "erfc")},
    "factorial": _named("factorial"),
    "loggamma": lambda e, back: function("log", (function("Gamma", tuple(_all(e, back))),)),
    "polygamma": _polygamma,
    "digamma": lambda e, back: function("psi", tuple(_all(e, back))),
    "beta": _beta,
    "binomial": _binomial,
    "Piecewise": _piecewise,
    "Half": lambda e, back: constant(Fraction(1, 2)),
    "One": lambda e, back: ONE,
    "Zero": lambda e, back: ZERO,
}
