"""Limits of small scalar expressions by SymPy, used only where numbers on the way agree."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.poly import ZERO, Poly
from symbolic.rules.bridge import INFINITY, Bridge, Untranslatable, from_sympy, size, to_sympy
from symbolic.rules.limits_approach import Approach
from symbolic.rules.values import value, worlds

#: The size of what SymPy is asked about.
_LARGEST = 60


def by_sympy(approach: Approach) -> Poly | None:
    """SymPy's limit of a small scalar expression, where numbers agree."""
    if size(approach.poly) > _LARGEST:
        return None
    import sympy

    try:
        expression, back = to_sympy(approach.poly, Bridge(frozenset((approach.name,))))
        where = to_sympy(approach.target, back)[0]
        variable = back.symbol(Atom("sym", approach.name))
        found = sympy.limit(expression, variable, where, approach.side or "+")
        if not approach.endless and not approach.side and found != sympy.limit(expression, variable, where, "-"):
            return None
    except Untranslatable:
        return None
    except (ArithmeticError, AttributeError, NotImplementedError, RecursionError, TypeError, ValueError):
        return None
    result = from_sympy(found, back)
    return result if result is not None and _agrees(result, approach) else None


def _agrees(result: Poly, approach: Approach) -> bool:
    """Do values on the way come nearer to the result, at two generic points?"""
    import mpmath

    variable = Atom("sym", approach.name)
    found = worlds((approach.poly, result if result.free != {"∞"} else ZERO), 2)
    with mpmath.workdps(60):
        return bool(found) and all(_nears(result, approach, world, variable) for world in found)


def _nears(result: Poly, approach: Approach, world: dict[Atom, Any], variable: Atom) -> bool:
    import mpmath

    try:
        points = [_point(approach, step, world) for step in (3, 6, 9)]
        reached = [value(approach.poly, {**world, variable: point}) for point in points]
        if "∞" in result.free:
            sign = 1 if result == INFINITY else -1
            return bool(sign * reached[2] > sign * reached[1] > sign * reached[0] and sign * reached[2] > 10)
        aim = value(result, world)
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return False
    errors = [abs(each - aim) for each in reached]
    near = mpmath.mpf(10) ** -2 * (1 + abs(aim))
    return bool(errors[2] <= near and (errors[2] < errors[1] / 2 or errors[2] < mpmath.mpf(10) ** -30))


def _point(approach: Approach, step: int, world: dict[Atom, Any]) -> Any:
    import mpmath

    if approach.endless:
        return mpmath.mpf(10) ** step
    away = -1 if approach.side == "-" else 1
    return value(approach.target, world) + away * mpmath.mpf(10) ** -step
