"""Vectors and matrices written back whole: Ax, xyᵀ, diag(p) − ppᵀ, c·I."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.indices import fresh, span_of
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, constant, monomial, symbol
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.lifting import build
from symbolic.lifting.fold import fold, named
from symbolic.lifting.graph import walk_of
from symbolic.lifting.lift import Lifter, length, lift
from symbolic.lowering.arrays import Array
from symbolic.notation import tree

#: The largest size of an array that is written out by its entries.
_WRITTEN = 4


def lift_array(array: Array, situation: Situation) -> tree.Node:
    """The tree of an array: whole where a matrix expression is found, else its component at free indices."""
    if array.kind:
        name = tree.Name("I" if array.kind == "identity" else "𝟏")
        return build.product([Lifter(situation, frozenset()).whole(array.entry(())), name])
    indices = tuple(fresh(array.span(axis)) for axis in range(len(array.shape)))
    if not array.shape:
        return lift(array.scalar, situation)
    body = fold(array.entry(indices), situation)
    lifter = Lifter(situation, body.free)
    names = [next(iter(index.free)) for index in indices]
    whole = named(lifted_entries(body, names, lifter))
    return tree.Transpose(whole) if array.row and len(array.shape) == 1 else whole


def lifted_entries(body: Poly, names: Sequence[str], lifter: Lifter) -> tree.Node:
    """The tree of the array with these entries; the component formula when no matrix expression is found."""
    if not body:
        return tree.Number("0")
    terms = []
    for mono, coefficient in sorted(body.terms.items(), key=lifter.term_rank):
        term = _array_term(coefficient, mono, names, lifter)
        if term is None:
            return _component_formula(body, names, lifter)
        terms.append(term)
    return build.add(terms)


def _component_formula(body: Poly, names: Sequence[str], lifter: Lifter) -> tree.Node:
    sizes = [_few(name) for name in names]
    if all(sizes):
        return _written_out(body, names, sizes, lifter)
    return _shortest(substitute(body, {name: symbol(lifter.letter()) for name in names}), lifter)


def _shortest(body: Poly, lifter: Lifter) -> tree.Node:
    return min((lifter.whole(body), lifter.factored(body)), key=length)


def _few(name: str) -> int:
    """The number of values of an index that runs from 1 to a small number, else 0."""
    first, last = span_of(name) or (ZERO, ZERO)
    number = last.number if first == ONE else None
    return int(number) if number is not None and number <= _WRITTEN else 0


def _written_out(body: Poly, names: Sequence[str], sizes: Sequence[int], lifter: Lifter) -> tree.Node:
    """(a_1, a_2), or [[A_11, A_12], [A_21, A_22]]."""
    def at(*place: int) -> tree.Node:
        entry = substitute(body, {name: constant(index) for name, index in zip(names, place, strict=True)})
        return _shortest(fold(entry, lifter.situation), lifter)

    if len(sizes) == 1:
        return tree.Tuple(tuple(at(i + 1) for i in range(sizes[0])))
    return tree.Matrix(tuple(tuple(at(i + 1, j + 1) for j in range(sizes[1])) for i in range(sizes[0])))


def _array_term(coefficient: Fraction, mono: Monomial, names: Sequence[str], lifter: Lifter) -> tree.Node | None:
    inside = [pair for pair in mono if any(name in getattr(part, "free", ()) for part in pair for name in names)]
    if not inside:
        return None
    scale = lifter.term(abs(coefficient), frozenset(mono - set(inside)))
    if len(names) == 1:
        core = _open_walk(inside, names, lifter)
    else:
        core = _diagonal(inside, names, lifter) or _outer(inside, names, lifter) or _open_walk(inside, names, lifter)
    if core is None:
        return None
    whole = build.product([scale, core])
    return build.negative(whole) if coefficient < 0 else whole


def _diagonal(inside: list[Any], names: Sequence[str], lifter: Lifter) -> tree.Node | None:
    """δ_ij c is c·I, δ_ij a_i is diag(a)."""
    on = [base for base, _ in inside if isinstance(base, Atom) and base.kind == "δ"]
    if len(on) != 1 or on[0].free != frozenset(names):
        return None
    rest = [pair for pair in inside if pair[0] is not on[0]]
    if not rest:
        return tree.Name("I")
    used = {name for pair in rest for part in pair for name in names if name in getattr(part, "free", ())}
    if len(used) != 1:
        return None
    vector = lifted_vector(monomial(frozenset(rest)), next(iter(used)), lifter)
    return tree.Call(tree.Name("diag"), (vector,)) if vector is not None else None


def lifted_vector(body: Poly, name: str, lifter: Lifter) -> tree.Node | None:
    single = body.single()
    return _array_term(single[0], single[1], [name], lifter) if single is not None else None


def _outer(inside: list[Any], names: Sequence[str], lifter: Lifter) -> tree.Node | None:
    """x_i y_j is xyᵀ."""
    first, second = names
    left = [pair for pair in inside if any(first in getattr(part, "free", ()) for part in pair)]
    right = [pair for pair in inside if pair not in left]
    if any(second in getattr(part, "free", ()) for pair in left for part in pair) or not left or not right:
        return None
    column = lifted_vector(monomial(frozenset(left)), first, lifter)
    row = lifted_vector(monomial(frozenset(right)), second, lifter)
    if column is None or row is None:
        return None
    return build.product([column, tree.Transpose(row)])


def _open_walk(inside: list[Any], names: Sequence[str], lifter: Lifter) -> tree.Node | None:
    """A walk that starts at the free index of the rows."""
    from symbolic.algebra.binders import open_binder

    bound: list[str] = []
    pairs: list[Any] = []
    for base, exponent in inside:
        if isinstance(base, Atom) and base.kind == "sum" and exponent == 1:
            opened, _, body = open_binder(base)
            single = body.single()
            if single is None:
                return None
            bound += opened
            pairs += list(single[1])
        else:
            pairs.append((base, exponent))
    factors = lifter.graph_factors(frozenset(pairs))
    walk = walk_of(factors, bound) if factors is not None else None
    if walk is None or walk.start is None:
        return None
    trees = walk.trees()
    whole = build.product(trees)
    return tree.Transpose(whole) if len(names) == 2 and walk.start != names[0] else whole
