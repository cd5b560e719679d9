"""Definite integrals at symbolic parameters: split where the integrand breaks, read as kernels, summed by linearity.

log b under the integral is the derivative of b^s at s = 0; exponentials and logarithms of the variable are cleared by
substitution.  What no rule reaches goes to SymPy when it is small, and its answer must agree with quadrature.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.indices import FRESH
from symbolic.algebra.poly import ZERO, Monomial, Poly, add, as_exponent, monomial, symbol
from symbolic.algebra.powers import Undefined, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.lowering.scope import Unsupported
from symbolic.rules.bridge import Bridge, Untranslatable, from_sympy, size, to_sympy
from symbolic.rules.calculus import differentiate
from symbolic.rules.kernels import INFINITY, KERNELS, Kernel, Span, kernel
from symbolic.rules.kernels_factors import FACTOR_RULES
from symbolic.rules.laurent import NoSeries, at_zero
from symbolic.rules.metered import metered
from symbolic.rules.pieces import pieces
from symbolic.rules.substitutions import by_exponential, by_logarithm, by_scale
from symbolic.rules.values import value, worlds

#: The size of what SymPy is asked about.
_LARGEST = 40
_DEEPEST = 6
_names = count(1)


def integral(poly: Poly, name: str, lower: Poly, upper: Poly, situation: Situation) -> Poly | None:
    """∫_lower^upper poly d(name), or None when no rule gives it."""
    try:
        return _integrated(poly, name, (lower, upper), situation, _DEEPEST)
    except (NoSeries, Undefined, Unsupported):
        return None


def _integrated(poly: Poly, name: str, span: Span, situation: Situation, depth: int) -> Poly | None:
    if depth == 0:
        return None
    if name not in poly.free:
        return None if INFINITY in (span[1], -span[0]) and poly else poly * (span[1] - span[0])
    parts = pieces(poly, name, span)
    if parts is not None:
        values = [_integrated(body, name, part, situation, depth - 1) for body, part in parts]
        return None if any(each is None for each in values) else add(each for each in values if each is not None)
    found = []
    for mono, coefficient in poly.terms.items():
        term = _term(monomial(mono, coefficient), name, span, situation, depth)
        if term is None:
            return _substituted(poly, name, span, situation, depth) or _by_sympy(poly, name, span, situation)
        found.append(term)
    return add(found)


def _term(term: Poly, name: str, span: Span, situation: Situation, depth: int) -> Poly | None:
    """The integral of one term: what does not vary comes out."""
    ((mono, coefficient),) = term.terms.items()
    inside = frozenset(pair for pair in mono if any(name in getattr(part, "free", ()) for part in pair))
    head = monomial(mono - inside, coefficient)
    if not inside:
        return None if INFINITY in (span[1], -span[0]) else head * (span[1] - span[0])
    logarithm = next((pair for pair in inside if _is_log(pair)), None)
    if logarithm is not None:
        whole = _with_log(inside, logarithm, name, span, situation, depth)
        return None if whole is None else head * whole
    form = kernel(inside, name)
    whole = _known(form, span, situation) if form is not None else _factored(inside, name, span, situation)
    return None if whole is None else head * whole


def _factored(inside: Monomial, name: str, span: Span, situation: Situation) -> Poly | None:
    for rule in FACTOR_RULES:
        found = rule.value(inside, name, span)
        if found is not None:
            situation.note(rule.name, f"${rule.latex}$, where it converges")
            return found
    return None


def _known(form: Kernel, span: Span, situation: Situation) -> Poly | None:
    mirrored = _mirrored(form, span)
    if mirrored is not None:
        whole = _known(mirrored[0], (ZERO, INFINITY), situation)
        return None if whole is None else whole.scale(Fraction(mirrored[1]))
    for rule in KERNELS:
        found = rule.value(form, span)
        if found is not None:
            situation.note(rule.name, f"${rule.latex}$, where it converges")
            return found
    return None


def _mirrored(form: Kernel, span: Span) -> tuple[Kernel, int] | None:
    """∫_{-∞}^0 f(x) dx = ∫_0^∞ f(-x) dx."""
    if span != (-INFINITY, ZERO) or form.natural is None:
        return None
    growth = tuple(part.scale(Fraction((-1) ** k)) for k, part in enumerate(form.growth))
    bases = tuple((substitute(base, {form.name: -symbol(form.name)}), exponent) for base, exponent in form.bases)
    return Kernel(form.name, form.order, growth, bases), (-1) ** form.natural


def _is_log(pair: tuple[Any, Any]) -> bool:
    base, exponent = pair
    natural = isinstance(exponent, int) and 0 < exponent <= 3
    return natural and isinstance(base, Atom) and base.kind == "fun" and base.args[0] == "log"


def _with_log(
    inside: Monomial, pair: tuple[Any, Any], name: str, span: Span, situation: Situation, depth: int
) -> Poly | None:
    """∫ f (log b)^k = ∂^k/∂s^k ∫ f b^s at s = 0."""
    base, times = pair
    parameter = f"s′{next(_names)}"
    moved = monomial(inside - {pair}) * power(base.args[1][0], as_exponent(symbol(parameter)))
    whole = _integrated(moved, name, span, situation, depth - 1)
    if whole is None:
        return None
    for _ in range(times):
        whole = differentiate(whole, Atom("sym", parameter))
    situation.note("logarithm under an integral", "log b is the derivative of b^s at s = 0")
    return at_zero(whole, parameter)


def _substituted(poly: Poly, name: str, span: Span, situation: Situation, depth: int) -> Poly | None:
    """The integral after a change of variable."""
    new = f"{FRESH}x{next(_names)}"
    for change in (by_scale, by_logarithm, by_exponential):
        if change is by_exponential:
            situation.facts.learn(new, "positive")
        changed = change(poly, name, span, new)
        if changed is not None:
            found = _integrated(changed.poly, new, changed.span, situation, depth - 1)
            if found is not None:
                situation.note("substitution", changed.text)
                return found
    return None


def _by_sympy(poly: Poly, name: str, span: Span, situation: Situation) -> Poly | None:
    """SymPy's integral of a small scalar expression, where quadrature agrees."""
    if size(poly) > _LARGEST or _symbolic_powers(poly, name):
        return None
    import sympy

    try:
        expression, back = to_sympy(poly, Bridge(frozenset((name,))))
        lower, upper = (_end(end, back) for end in span)
        variable = back.symbol(Atom("sym", name))
        found = metered(lambda: sympy.integrate(expression, (variable, lower, upper)))
    except Untranslatable:
        return None
    except (ArithmeticError, AttributeError, NotImplementedError, RecursionError, TypeError, ValueError):
        return None
    result = None if found is None else from_sympy(found, back)
    if result is None or name in result.free or not _agrees(result, poly, name, span):
        return None
    situation.note("integral of a scalar expression", "SymPy takes the integral, and quadrature agrees")
    return result


def _symbolic_powers(value: Any, name: str) -> bool:
    """Does a base other than e that depends on name stand under an exponent that is not a number?"""
    if isinstance(value, tuple):
        return any(_symbolic_powers(part, name) for part in value)
    if isinstance(value, Atom):
        return _symbolic_powers(value.args, name)
    if not isinstance(value, Poly) or name not in value.free:
        return False
    pairs = [pair for mono in value.terms for pair in mono if name in getattr(pair[0], "free", ())]
    return any(isinstance(x, Poly) or _symbolic_powers(base, name) for base, x in pairs)


def _end(end: Poly, back: Bridge) -> Any:
    return to_sympy(end, back)[0]


def _agrees(result: Poly, poly: Poly, name: str, span: Span) -> bool:
    """Does quadrature give the result at two generic points?"""
    variable = Atom("sym", name)
    found = worlds((poly, result, *(end for end in span if "∞" not in end.free)), 2)
    return bool(found) and all(_quadrature(result, poly, variable, span, world) for world in found)


def _quadrature(result: Poly, poly: Poly, variable: Atom, span: Span, world: dict[Atom, Any]) -> bool:
    import mpmath

    def integrand(x: Any) -> Any:
        try:
            return value(poly, {**world, variable: x})
        except OverflowError:
            return mpmath.mpf(0)

    try:
        ends = [value(end, world) for end in span]
        middle = [mpmath.mpf(0)] if ends[0] < 0 < ends[1] else []
        reached = mpmath.quad(integrand, [ends[0], *middle, ends[1]])
        return bool(abs(reached - value(result, world)) <= mpmath.mpf(10) ** -6 * (1 + abs(reached)))
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False

