"""Partial derivatives of declared functions, as functions of their own: f∂1∂1(x) is f''(x), L∂2(x, y; j) is ∂L/∂y_j.

The name lists the arguments differentiated by; for arguments that are arrays the indices of the entry follow the
function's own arguments.  Partial derivatives of a smooth function commute, so the list is kept in order.
"""

from __future__ import annotations

from typing import Any

from symbolic.algebra.atoms import Atom, key
from symbolic.algebra.poly import Poly, atom

MARK = "∂"


def partial(name: str, arguments: tuple[Any, ...], place: int, indices: tuple[Poly, ...]) -> Poly:
    """The derivative of name(arguments) by its argument at `place` (from 1), at that array's entry `indices`."""
    head, taken, own = read(name, arguments)
    return _written(head, [*taken, (place, indices)], own)


def ordered(name: str, arguments: tuple[Any, ...]) -> Poly:
    """The same derivative with its variables in order."""
    return _written(*read(name, arguments))


def read(name: str, arguments: tuple[Any, ...]) -> tuple[str, list[tuple[int, tuple[Poly, ...]]], tuple[Any, ...]]:
    """(function, [(argument, indices), …], the function's own arguments)."""
    head, *places = name.split(MARK)
    axes = [_axes(arguments[int(place) - 1]) for place in places]
    start = len(arguments) - sum(axes)
    own, indices = arguments[:start], arguments[start:]
    taken = []
    for place, count in zip(places, axes, strict=True):
        taken.append((int(place), indices[:count]))
        indices = indices[count:]
    return head, taken, own


def _written(head: str, taken: list[tuple[int, tuple[Poly, ...]]], own: tuple[Any, ...]) -> Poly:
    taken = sorted(taken, key=lambda each: (each[0], key(each[1], None)))
    name = head + "".join(f"{MARK}{place}" for place, _ in taken)
    return atom(Atom("fun", name, own + tuple(index for _, indices in taken for index in indices)))


def _axes(argument: Any) -> int:
    return len(argument.args[1]) if isinstance(argument, Atom) else 0
