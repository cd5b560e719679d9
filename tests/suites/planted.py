"""Slips of the pen on syntax trees, one line each in SLIPS; what comes out may by chance equal what went in."""

from __future__ import annotations

from random import Random

from symbolic.notation.tree import Add, Component, Delta, Name, Negative, Node, Number, Power, Product, Transpose
from tests.suites.expressions import ONE, TWO, N, sigma
from tests.suites.rewrites import Rewrite, at_random, bounds_of, is_scalar, turned


def sign(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Add):
        return None
    place = rng.randrange(len(node.terms))
    term = node.terms[place]
    new = term.argument if isinstance(term, Negative) else Negative(term)
    return Add((*node.terms[:place], new, *node.terms[place + 1 :]))


def lost_factor(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Product) or not is_scalar(node):
        return None
    place = rng.randrange(len(node.factors))
    rest = (*node.factors[:place], *node.factors[place + 1 :])
    return rest[0] if len(rest) == 1 else Product(rest)


def lost_square(node: Node, rng: Random) -> Node | None:
    return node.base if isinstance(node, Power) and node.exponent == TWO and is_scalar(node.base) else None


def doubled(node: Node, rng: Random) -> Node | None:
    return Product((TWO, node)) if is_scalar(node) else None


def other_index(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Component):
        return None
    place = rng.randrange(len(node.indices))
    indices = (*node.indices[:place], Name(rng.choice("ij")), *node.indices[place + 1 :])
    return Component(node.array, indices)


def lost_delta(node: Node, rng: Random) -> Node | None:
    return ONE if isinstance(node, Delta) else None


def moved_bound(node: Node, rng: Random) -> Node | None:
    if (found := bounds_of(node)) is None:
        return None
    index, low, high, body = found
    if rng.random() < 0.5:
        return sigma(index, body, Add((low, ONE)), high)
    return sigma(index, body, low, Add((high, Negative(ONE))))


def turned_matrix(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Product) or is_scalar(node):
        return None
    inner = [place for place, part in enumerate(node.factors) if part in (Name("A"), Name("B"))
             or part in (Transpose(Name("A")), Transpose(Name("B")))]  # fmt: skip
    if not inner:
        return None
    place = rng.choice(inner)
    return Product((*node.factors[:place], turned(node.factors[place]), *node.factors[place + 1 :]))


def swapped_entry(node: Node, rng: Random) -> Node | None:
    match node:
        case Component(indices=(row, column)):
            return Component(node.array, (column, row))
    return None


def one_less(node: Node, rng: Random) -> Node | None:
    return Add((N, Negative(ONE))) if node == N else None


def other_number(node: Node, rng: Random) -> Node | None:
    return Number(str(int(node.text) + rng.choice((1, 2)))) if isinstance(node, Number) else None


SLIPS: tuple[tuple[str, Rewrite], ...] = (
    ("a sign", sign),
    ("a lost factor", lost_factor),
    ("a lost square", lost_square),
    ("a factor 2", doubled),
    ("another index", other_index),
    ("a lost δ", lost_delta),
    ("a bound moved", moved_bound),
    ("a transpose", turned_matrix),
    ("places exchanged", swapped_entry),
    ("n − 1 for n", one_less),
    ("another number", other_number),
)


def slipped(node: Node, rng: Random) -> tuple[Node, str]:
    """The tree with one slip, and its name."""
    for _ in range(40):
        name, slip = rng.choice(SLIPS)
        new = at_random(node, slip, rng)
        if new is not None:
            return new, name
    return Product((TWO, node)), "a factor 2"
