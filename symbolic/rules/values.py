"""Numbers for checking: the value of a polynomial at generic values of its atoms, by mpmath."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import facts
from symbolic.algebra.poly import Poly
from symbolic.algebra.powers import as_base
from symbolic.algebra.signs import is_integer, is_nonnegative, is_positive

World = Mapping[Atom, Any]
_TRIES = 400
_BEYOND = 10**12


def _mp() -> Any:
    import mpmath

    return mpmath


#: Functions that are looked into; the rest are values of their own.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "log": lambda x: _mp().log(x), "sin": lambda x: _mp().sin(x), "cos": lambda x: _mp().cos(x),
    "abs": abs, "erf": lambda x: _mp().erf(x), "Gamma": lambda x: _mp().gamma(x), "psi": lambda x: _mp().digamma(x),
    "polygamma": lambda n, x: _mp().psi(int(n), x), "arctan": lambda x: _mp().atan(x),
    "arcsin": lambda x: _mp().asin(x), "arccos": lambda x: _mp().acos(x), "erfinv": lambda x: _mp().erfinv(x),
}  # fmt: skip
CONSTANTS: dict[str, Callable[[], Any]] = {
    "e": lambda: _mp().e, "π": lambda: _mp().pi, "γ": lambda: _mp().euler, "∞": lambda: _mp().inf,
}  # fmt: skip
RELATIONS: dict[str, Callable[[Any], bool]] = {"<": lambda x: x < 0, "≤": lambda x: x <= 0, "=": lambda x: x == 0}


def value(poly: Poly, world: World) -> Any:
    """The number that poly denotes when its leaves have the given values."""
    total = _mp().mpf(0)
    for mono, coefficient in poly.terms.items():
        term = _mp().mpf(coefficient.numerator) / coefficient.denominator
        for base, exponent in mono:
            term *= _power(_base(base, world), _exponent(exponent, world))
        total += term
    return total


def _power(base: Any, exponent: Any) -> Any:
    """base^exponent; what is beyond any number that matters counts as 0 or overflows."""
    if abs(exponent) > _BEYOND:
        if (exponent < 0) == (base > 1):
            return _mp().mpf(0)
        raise OverflowError("a power too large to weigh")
    return base**exponent


def _exponent(exponent: Any, world: World) -> Any:
    if isinstance(exponent, Poly):
        return value(exponent, world)
    return exponent if isinstance(exponent, int) else _mp().mpf(exponent.numerator) / exponent.denominator


def _base(base: Any, world: World) -> Any:
    if isinstance(base, int):
        return _mp().mpf(base)
    if isinstance(base, Poly):
        return value(base, world)
    if base in world:
        return world[base]
    if base.kind == "sym":
        return +CONSTANTS[base.args[0]]()
    if base.kind == "ind":
        return _mp().mpf(RELATIONS[base.args[0]](value(base.args[1], world)))
    return FUNCTIONS[base.args[0]](*(value(part, world) for part in base.args[1]))


def leaves(poly: Poly) -> Iterator[Atom]:
    """The atoms whose values fix the value of poly."""
    for mono in poly.terms:
        for base, exponent in mono:
            if isinstance(exponent, Poly):
                yield from leaves(exponent)
            if isinstance(base, Poly):
                yield from leaves(base)
            elif isinstance(base, Atom):
                yield from _atom_leaves(base)


def _atom_leaves(atom: Atom) -> Iterator[Atom]:
    if atom.kind == "sym":
        if atom.args[0] not in CONSTANTS:
            yield atom
    elif atom.kind == "ind":
        yield from leaves(atom.args[1])
    elif atom.kind == "fun" and atom.args[0] in FUNCTIONS and all(isinstance(part, Poly) for part in atom.args[1]):
        for part in atom.args[1]:
            yield from leaves(part)
    else:
        yield atom


def worlds(polys: tuple[Poly, ...], count: int, seed: int = 20) -> list[dict[Atom, Any]]:
    """Generic values of all leaves that agree with the signs and inequalities in force; fewer when hard to find."""
    found: list[dict[Atom, Any]] = []
    atoms = sorted({leaf for poly in polys for leaf in leaves(poly)}, key=lambda leaf: leaf.key)
    conditions = _conditions(frozenset(atoms))
    rng = random.Random(seed)
    for _ in range(_TRIES):
        world = {leaf: _generic(leaf, rng) for leaf in atoms}
        if all(value(poly, world) > 0 for poly in conditions):
            found.append(world)
            if len(found) == count:
                break
    return found


def _conditions(atoms: frozenset[Atom]) -> list[Poly]:
    return [poly for poly, _ in facts().known_positive() if atoms.issuperset(leaves(poly))]


def _generic(leaf: Atom, rng: random.Random) -> Any:
    poly = as_base(leaf)
    if is_integer(poly):
        bound = facts().lower_bound(leaf.args[0]) if leaf.kind == "sym" else None
        return _mp().mpf((bound if bound is not None else 1) + rng.randint(1, 6))
    low = 0.2 if rng.random() < 0.5 else 0.7
    size = _mp().mpf(rng.uniform(low, low + 1.6))
    if is_positive(poly) or is_nonnegative(poly):
        return size
    return -size if is_positive(-poly) or rng.random() < 0.5 else size
