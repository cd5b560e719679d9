"""Trees built with the small courtesies of notation: no 1·x, no x^1, differences, quotients gathered."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symbolic.notation import tree

ONE = tree.Number("1")


def number(value: Fraction) -> tree.Node:
    """A rational as a numeral or a quotient, with its sign outside."""
    if value < 0:
        return tree.Negative(number(-value))
    if value.denominator == 1:
        return tree.Number(str(value.numerator))
    return tree.Quotient(tree.Number(str(value.numerator)), tree.Number(str(value.denominator)))


def product(factors: Sequence[tree.Node]) -> tree.Node:
    flat: list[tree.Node] = []
    for factor in factors:
        flat.extend(factor.factors if isinstance(factor, tree.Product) else (factor,))
    flat = [factor for factor in flat if factor != ONE]
    if not flat:
        return ONE
    return flat[0] if len(flat) == 1 else tree.Product(tuple(flat))


def add(terms: Sequence[tree.Node]) -> tree.Node:
    flat: list[tree.Node] = []
    for term in terms:
        flat.extend(term.terms if isinstance(term, tree.Add) else (term,))
    if not flat:
        return tree.Number("0")
    if isinstance(flat[0], tree.Negative):
        first = next((place for place, term in enumerate(flat) if not isinstance(term, tree.Negative)), 0)
        flat.insert(0, flat.pop(first))
    return flat[0] if len(flat) == 1 else tree.Add(tuple(flat))


def negative(node: tree.Node) -> tree.Node:
    return node.argument if isinstance(node, tree.Negative) else tree.Negative(node)


def quotient(above: tree.Node, below: tree.Node) -> tree.Node:
    return above if below == ONE else tree.Quotient(above, below)


def raised(base: tree.Node, exponent: Fraction | int | tree.Node) -> tree.Node:
    """base^exponent, square roots as roots."""
    if isinstance(exponent, tree.Node):
        return tree.Power(base, exponent)
    if exponent == 1:
        return base
    if exponent == Fraction(1, 2):
        return tree.Root(base)
    if isinstance(exponent, Fraction) and exponent.denominator == 2 and exponent > 0:
        return tree.Power(base, tree.Quotient(tree.Number(str(exponent.numerator)), tree.Number("2"), style="slash"))
    return tree.Power(base, number(Fraction(exponent)))
