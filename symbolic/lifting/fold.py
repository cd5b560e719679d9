"""Definitions put back: e^{z_i}/Σ_j e^{z_j} is written p_i where the given says p = softmax(z).

A definition folds when its component is one term with a denominator.  A term takes the definition in wherever dividing
by it leaves less: the same normal form, fewer factors.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.indices import entry, fresh, oriented
from symbolic.algebra.poly import Monomial, Poly, add, monomial, product, symbol
from symbolic.algebra.powers import E, Undefined, power
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.algebra.sums import sum_over_all
from symbolic.language.symbols import Definition
from symbolic.lifting.angles import angles
from symbolic.lifting.spreads import spreads
from symbolic.lowering.arrays import ShapeError
from symbolic.lowering.names import definition
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation.tree import Call, Name, Node, rebuild

#: The name of the softmax of a vector where no definition has one.
SOFTMAX = "softmax({})"


class Folded:
    """A vector definition whose component is a single term: its name, component and denominator."""

    def __init__(self, name: str, body: Poly, index: str) -> None:
        self.name, self.body, self.index = name, body, index
        single = body.single()
        assert single is not None
        self.below = monomial(frozenset((b, x) for b, x in single[1] if isinstance(x, int) and x < 0))

    def at(self, index: Poly) -> Poly:
        return substitute(self.body, {self.index: index})


def foldable(poly: Poly, situation: Situation) -> list[Folded]:
    """The definitions of the given that fold, later ones first; then the softmax of what stands in exponents."""
    found = []
    for made in (*reversed(list(situation.table.definitions.values())), *_softmaxes(poly)):
        if made.parameters or made.initial:
            continue
        try:
            array = definition(made, Scope(situation))
            if len(array.shape) == 1 and not array.kind:
                index = fresh(array.span(0))
                body = array.entry((index,))
                if _has_denominator(body):
                    found.append(Folded(made.name, body, next(iter(index.free))))
        except (Unsupported, ShapeError, Undefined):
            continue
    return found


def _softmaxes(poly: Poly) -> list[Definition]:
    """`softmax(z)` as a definition of that name, for every vector z with e^{z_i} in the polynomial."""
    exponents = [x for mono in poly.terms for base, x in mono if base == E and isinstance(x, Poly)]
    entries = [inner for exponent in exponents if (inner := exponent.atom) is not None and inner.kind == "comp"]
    names = sorted({inner.args[0] for inner in entries if len(inner.args[1]) == 1})
    return [Definition(SOFTMAX.format(name), Call(Name("softmax"), (Name(name),))) for name in names]


def named(node: Node) -> Node:
    """The tree with `softmax(z)` called, where the name of such a definition stands."""
    if isinstance(node, Name) and node.id.startswith(SOFTMAX.format("")[:-1]):
        return Call(Name("softmax"), (Name(node.id[len(SOFTMAX.format("")) - 1 : -1]),))
    return rebuild(node, named)


def _has_denominator(body: Poly) -> bool:
    single = body.single()
    return single is not None and any(isinstance(exponent, int) and exponent < 0 for _, exponent in single[1])


def fold(poly: Poly, situation: Situation) -> Poly:
    """poly with every definition that shortens it put back; then variances, covariances and angles."""
    for made in foldable(poly, situation):
        poly = add(_folded_term(monomial(mono, c), made) for mono, c in poly.terms.items())
    poly = angles(spreads(poly))
    turned = any("antisymmetric" in symbol.signs for symbol in situation.table.symbols.values())
    return oriented(poly) if turned else poly


def _folded_term(term: Poly, made: Folded) -> Poly:
    """The term with the definition divided out of its factors and of the sums in it, as long as that shortens it."""
    taken: list[Poly] = []
    while True:
        step = next(_shorter(term, made), None) or next(_in_sums(term, made), None)
        if step is None:
            return product((term, *taken))
        term, new = step
        taken.append(new)


def _shorter(term: Poly, made: Folded) -> Iterator[tuple[Poly, Poly]]:
    """(term / p_k, p_k) for the indices k that leave less."""
    for name in sorted(_indices(term)):
        index = symbol(name)
        rest = product((term, power(made.at(index), -1)))
        if len(rest.terms) == 1 and _size(rest) < _size(term):
            yield rest, entry(made.name, (index,))


def _in_sums(term: Poly, made: Folded) -> Iterator[tuple[Poly, Poly]]:
    """(term without a sum and one denominator, Σ p_k …) for a sum that takes the denominator in."""
    single = term.single()
    if single is None:
        return
    for base, exponent in sorted(single[1], key=lambda pair: str(getattr(pair[0], "key", ""))):
        if isinstance(base, Atom) and base.kind == "sum" and isinstance(exponent, int) and exponent > 0:
            names, ranges, body = open_binder(base)
            for name in names:
                inner = product((body, made.below, power(made.at(symbol(name)), -1)))
                outer = product((term, power(monomial(frozenset(((base, 1),))), -1), power(made.below, -1)))
                if len(outer.terms) == 1 and _size(inner) < _size(body) and _size(outer) < _size(term):
                    yield outer, sum_over_all(
                        list(zip(names, ranges, strict=True)), product((inner, entry(made.name, (symbol(name),))))
                    )


def _indices(term: Poly) -> set[str]:
    """The names that stand as a whole index of an array in the term."""
    found: set[str] = set()
    stack: list[Any] = [part for mono in term.terms for pair in mono for part in pair]
    while stack:
        part = stack.pop()
        if isinstance(part, Poly):
            stack.extend(piece for mono in part.terms for pair in mono for piece in pair)
        elif isinstance(part, Atom) and part.kind in ("comp", "scomp"):
            whole = (index.atom for index in part.args[1])
            found |= {index.args[0] for index in whole if index is not None and index.kind == "sym"}
    return found


def _size(poly: Poly) -> int:
    return sum(1 + _monomial_size(mono) for mono in poly.terms)


def _monomial_size(mono: Monomial) -> int:
    total = 0
    for base, exponent in mono:
        total += _size(exponent) if isinstance(exponent, Poly) else min(abs(int(exponent)) or 1, 4)
        total += _size(base) if isinstance(base, Poly) else 1
    return total

