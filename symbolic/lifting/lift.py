"""lift(poly, situation): the tree of a polynomial, in the order and the notation of a mathematician."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.fractions import together
from symbolic.algebra.poly import ONE, Monomial, Poly, as_poly, monomial_key, product
from symbolic.algebra.powers import E
from symbolic.algebra.situation import Situation
from symbolic.algebra.smooth import MARK, read
from symbolic.lifting import build
from symbolic.lifting.factor import cancelled, factorials, factors, turned
from symbolic.lifting.graph import Factor, contracted, walk_of
from symbolic.notation import tree

LETTERS = "ijklmrstuv"
#: Function names of the algebra and how trees call them.
CALLED = {"Gamma": "Γ", "psi": "ψ", "erfinv": "erf⁻¹"}


def lift(poly: Poly, situation: Situation) -> tree.Node:
    """The tree of a polynomial: definitions put back, factored where that is shorter, free indices by their names."""
    from symbolic.lifting.fold import fold, named

    folded = fold(poly, situation)
    lifter = Lifter(situation, folded.free)
    forms = [lifter.whole(folded), lifter.factored(folded)]
    above, below = together(folded)
    if below != ONE:
        over, under = cancelled(above, below)
        forms.append(build.quotient(lifter.product_of(over), lifter.product_of(under)))
    return named(min(forms, key=length))


def length(node: tree.Node) -> int:
    """How many nodes a tree has."""
    return sum(1 for _ in tree.walk(node))


class Lifter:
    """Lifts one expression; hands out letters for bound indices that nothing else in it uses."""

    def __init__(self, situation: Situation, taken: frozenset[str]) -> None:
        self.situation = situation
        self.taken = set(taken) | set(situation.table.symbols) | set(situation.table.definitions)
        self.order = {name: place for place, name in enumerate(situation.table.symbols)}
        self.letters: dict[str, str] = {}
        self.lifted: dict[Poly, tree.Node] = {}

    def whole(self, poly: Poly) -> tree.Node:
        """The sum of the lifted terms, leading terms first."""
        if not poly:
            return tree.Number("0")
        if poly not in self.lifted:
            ordered = sorted(poly.terms.items(), key=self.term_rank)
            self.lifted[poly] = build.add([self.term(coefficient, mono) for mono, coefficient in ordered])
        return self.lifted[poly]

    def factored(self, poly: Poly) -> tree.Node:
        """The product of the lifted factors, constants and single terms in front, powers of negative terms below."""
        parts = factors(poly)
        return self.whole(poly) if parts == [(poly, 1)] else self.product_of(parts)

    def product_of(self, parts: list[tuple[Poly, int]]) -> tree.Node:
        """The product of powers of factors."""
        head = [part for part, exponent in parts if part.single() is not None and exponent == 1]
        rest = [(part, exponent) for part, exponent in parts if part.single() is None or exponent != 1]
        if not rest:
            return self.whole(product(head))
        single = product(head).single()
        assert single is not None
        if single[0] < 0:
            single, rest = turned(single, rest)
        return self.term(single[0], single[1], [build.raised(self.whole(part), exponent) for part, exponent in rest])

    def term_rank(self, item: tuple[Monomial, Fraction]) -> tuple[Any, ...]:
        mono, coefficient = item
        degree = sum((x for b, x in mono if isinstance(x, int) and not isinstance(b, int)), 0)
        return (-degree, coefficient < 0, monomial_key(mono))

    def term(self, coefficient: Fraction, mono: Monomial, more: Sequence[tree.Node] = ()) -> tree.Node:
        """One term times `more`, its negative powers gathered in a denominator."""
        above: list[tree.Node] = []
        below: list[tree.Node] = []
        mono, orders = factorials(mono)
        for argument, exponent in orders:
            node = build.raised(tree.Factorial(self.whole(argument)), abs(exponent))
            (above if exponent > 0 else below).append(node)
        for base, exponent in sorted(mono, key=self._factor_rank):
            if not isinstance(exponent, Poly) and exponent < 0 and base != E:
                below.append(self.power(base, -exponent))
            else:
                above.append(self.power(base, exponent))
        above += more
        size = abs(coefficient)
        if below:
            if size.numerator != 1 or not above:
                above.insert(0, build.number(Fraction(size.numerator)))
            if size.denominator != 1:
                below.insert(0, build.number(Fraction(size.denominator)))
            node = build.quotient(build.product(above), build.product(below))
        else:
            lead = [build.number(size)] if size != 1 or not above else []
            node = build.product([*lead, *above])
        return build.negative(node) if coefficient < 0 else node

    def _factor_rank(self, pair: tuple[Any, Any]) -> tuple[Any, ...]:
        base, _ = pair
        if isinstance(base, int):
            return (0, base, "")
        if isinstance(base, Poly) and base.number is not None:
            return (0, 0, base.key)
        if isinstance(base, Atom) and base.kind in ("sym", "comp", "scomp"):
            declared = self.situation.table.symbol(base.args[0])
            role = 1 if declared is not None and declared.kind == "dimension" else 2 if base.kind == "sym" else 4
            return (role, self.order.get(base.args[0], 999), base.key)
        rank = {"fun": 3, "δ": 5, "ind": 5, "mean": 6, "sum": 7, "prod": 7}
        return (rank.get(base.kind, 5) if isinstance(base, Atom) else 6, 0, getattr(base, "key", ""))

    def power(self, base: Any, exponent: Any) -> tree.Node:
        if base == E:
            return tree.Power(tree.Name("e"), self.whole(as_poly(exponent)))
        root = self.base(base)
        if isinstance(exponent, Poly):
            return tree.Power(root, self.whole(exponent))
        return build.raised(root, 2 * exponent if isinstance(root, tree.Norm) else exponent)

    def base(self, base: Any) -> tree.Node:
        """The tree of a base; the square of a norm is given as the norm itself."""
        if isinstance(base, int):
            return tree.Number(str(base))
        if isinstance(base, Poly):
            return self.whole(base)
        return getattr(self, "_" + NAMED[base.kind])(base)  # type: ignore[no-any-return]

    def _symbol(self, base: Atom) -> tree.Node:
        return tree.Name(self.letters.get(base.args[0], base.args[0]))

    def _component(self, base: Atom) -> tree.Node:
        return tree.Component(tree.Name(base.args[0]), tuple(self.whole(index) for index in base.args[1]))

    def _delta(self, base: Atom) -> tree.Node:
        first, second = sorted(base.args, key=lambda index: index.number is not None)
        return tree.Delta(self.whole(first), self.whole(second))

    def _indicator(self, base: Atom) -> tree.Node:
        relation, argument = base.args
        return tree.Indicator(tree.Chain(self.whole(argument), ((relation, tree.Number("0")),)))

    def _function(self, base: Atom) -> tree.Node:
        name, arguments = base.args
        if MARK in name:
            return self._partial(name, arguments)
        if name == "det":
            return tree.Call(tree.Name("det"), (self.array(arguments[0]),))
        if name == "abs":
            return tree.Absolute(self.whole(arguments[0]))
        parts = tuple(self.array(part) if isinstance(part, Atom) else self.whole(part) for part in arguments)
        if name in ("Var", "Cov"):
            return tree.Operator(name, parts)
        if name == "E|":
            return tree.Operator("E", parts[:1], parts[1] if len(parts) == 2 else tree.Tuple(parts[1:]))
        return tree.Call(tree.Name(CALLED.get(name, name)), parts)

    def _partial(self, name: str, arguments: tuple[Any, ...]) -> tree.Node:
        """f∂1∂1(x) is f''(x), f∂1(x, y) is ∂_1 f(x, y), L∂1(z; i) is the i-th entry of ∂_1 L(z)."""
        head, taken, own = read(name, arguments)
        parts = tuple(self.array(part) if isinstance(part, Atom) else self.whole(part) for part in own)
        function = tree.Name(head)
        if len(own) == 1 and not isinstance(own[0], Atom):
            return tree.Call(tree.Prime(function, len(taken)), parts)
        call = tree.Call(tree.Partial(function, tuple(place for place, _ in taken)), parts)
        indices = tuple(self.whole(index) for _, group in taken for index in group)
        return tree.Component(call, indices) if indices else call

    def _mean(self, base: Atom) -> tree.Node:
        return tree.Operator("E", (self.whole(base.args[0]),))

    def _inverse(self, base: Atom) -> tree.Node:
        array, row, column = base.args
        whole = tree.Power(self.array(array), tree.Negative(build.ONE))
        return tree.Component(whole, (self.whole(row), self.whole(column)))

    def _product(self, base: Atom) -> tree.Node:
        names, ranges, body = open_binder(base)
        return self._big("∏", names, ranges, body)

    def array(self, array: Atom) -> tree.Node:
        """The tree of an array by components."""
        names, _, body = open_binder(array)
        from symbolic.lifting.arrays import lifted_entries

        return lifted_entries(body, names, self)

    def _sum(self, base: Atom) -> tree.Node:
        names, ranges, body = open_binder(base)
        contracted = self.contraction(names, body)
        if contracted is not None:
            return contracted
        return self._big("∑", names, ranges, body)

    def _big(self, operator: str, names: list[str], ranges: Any, body: Poly) -> tree.Node:
        """∑ or ∏; its letters are free again afterwards."""
        bounds = self._bounds(names, ranges, body)
        node = tree.Big(operator, bounds, self.whole(body))
        self.taken -= {bound.index for bound in bounds}
        return node

    def _bounds(self, names: list[str], ranges: Any, body: Poly) -> tuple[tree.Bound, ...]:
        found = []
        for name, (first, last) in zip(names, ranges, strict=True):
            letter = self.letter()
            self.letters[name] = letter
            if first == ONE and self._evident(name, body, last):
                found.append(tree.Bound(letter))
            else:
                found.append(tree.Bound(letter, self.whole(first), self.whole(last)))
        return tuple(found)

    def letter(self) -> str:
        """A letter for a bound index that is not in use."""
        pool: list[str] = [*LETTERS, *(f"{letter}'" for letter in LETTERS)]
        chosen = next(letter for letter in pool if letter not in self.taken)
        self.taken.add(chosen)
        return chosen

    def _evident(self, name: str, body: Poly, last: Poly) -> bool:
        """Does some array of the body show that the index runs up to `last`?"""
        from symbolic.lowering.names import axes
        from symbolic.lowering.scope import Scope

        for inner in _atoms(body):
            if inner.kind in ("comp", "scomp"):
                declared = self.situation.table.symbol(inner.args[0])
                for place, index in enumerate(inner.args[1]):
                    if index.atom == Atom("sym", name) and declared is not None and declared.axes > place:
                        return axes(declared, Scope(self.situation))[0][place] == last
        return False

    def contraction(self, names: list[str], body: Poly) -> tree.Node | None:
        """x·y, xᵀAy, tr(AB), ‖x‖ (for its square) of a closed sum, or None."""
        single = body.single()
        if single is None:
            return None
        found = self.graph_factors(single[1])
        walk = walk_of(found, names) if found is not None else None
        return contracted(walk, self._rank_of) if walk is not None and walk.start is None else None

    def _rank_of(self, node: tree.Node) -> int:
        first = next((part.id for part in tree.walk(node) if isinstance(part, tree.Name)), "")
        return self.order.get(first, 999)

    def graph_factors(self, mono: Monomial) -> list[Factor] | None:
        """The factors as vertices and edges; None when one is not an array entry to a natural power."""
        found: list[Factor] = []
        for base, exponent in sorted(mono, key=self._factor_rank):
            factor = self._graph_factor(base)
            if factor is None or not isinstance(exponent, int) or exponent < 1:
                return None
            found += [factor] * exponent
        return found

    def _graph_factor(self, base: Any) -> Factor | None:
        if not isinstance(base, Atom):
            return None
        if base.kind in ("comp", "scomp"):
            indices = [index.atom for index in base.args[1]]
            if all(index is not None and index.kind == "sym" for index in indices) and len(indices) <= 2:
                labels = tuple(index.args[0] for index in indices if index is not None)
                return Factor(tree.Name(base.args[0]), labels, base.kind == "scomp")
        if base.kind == "inv":
            indices = [base.args[1].atom, base.args[2].atom]
            if all(index is not None and index.kind == "sym" for index in indices):
                whole = tree.Power(self.array(base.args[0]), tree.Negative(build.ONE))
                return Factor(whole, tuple(index.args[0] for index in indices if index is not None))
        return None


#: The method of `Lifter` for each kind of atom.
NAMED = {
    "sym": "symbol", "comp": "component", "scomp": "component", "δ": "delta", "ind": "indicator", "fun": "function",
    "mean": "mean", "inv": "inverse", "sum": "sum", "prod": "product",
}


def _atoms(poly: Poly) -> Iterator[Atom]:
    for mono in poly.terms:
        for base, exponent in mono:
            for part in (base, exponent):
                if isinstance(part, Atom):
                    yield part
                elif isinstance(part, Poly):
                    yield from _atoms(part)

