"""The kinds of slips that move a bracket."""

from __future__ import annotations

from dataclasses import replace

from symbolic.language.symbols import Table
from symbolic.notation.tree import Add, Call, Node, Product, Quotient, Root
from symbolic.slip_kinds import Made


def brackets(node: Node, table: Table) -> Made:
    """What stands in a bracket leaves it: a(b + c) → ab + c, a/(b + c) → a/b + c, √(a + b) → √a + b, √(a/b) → √a/b."""
    if isinstance(node, Quotient) and isinstance(node.denominator, Add):
        first, *rest = node.denominator.terms
        yield Add((Quotient(node.numerator, first), *rest))
    if isinstance(node, Quotient) and isinstance(node.numerator, Add):
        *start, last = node.numerator.terms
        yield Add((*start, Quotient(last, node.denominator)))
    if isinstance(node, Quotient) and isinstance(node.denominator, Product):
        first, *others = node.denominator.factors
        yield Product((Quotient(node.numerator, first), *others))
    if isinstance(node, Product) and isinstance(node.factors[-1], Add):
        *before, (total) = node.factors
        first, *rest = total.terms  # type: ignore[attr-defined]
        yield Add((Product((*before, first)), *rest))
    if isinstance(node, Root) and isinstance(node.radicand, Add):
        first, *rest = node.radicand.terms
        yield Add((replace(node, radicand=first), *rest))
    if isinstance(node, Call) and len(node.arguments) == 1 and isinstance(node.arguments[0], Add):
        first, *rest = node.arguments[0].terms
        yield Add((Call(node.function, (first,)), *rest))
    if isinstance(node, Call) and len(node.arguments) == 1 and isinstance(node.arguments[0], Quotient):
        inner = node.arguments[0]
        yield Quotient(Call(node.function, (inner.numerator,)), inner.denominator)
    if isinstance(node, Root) and isinstance(node.radicand, Quotient):
        yield Quotient(replace(node, radicand=node.radicand.numerator), node.radicand.denominator)


def brackets_added(node: Node, table: Table) -> Made:
    """What stands beside a bracket enters it: √a + b → √(a + b), a/b + c → (a + c)/b."""
    if not isinstance(node, Add):
        return
    first, *rest = node.terms
    if isinstance(first, Root):
        yield Root(Add((first.radicand, *rest)))
    if isinstance(first, Quotient):
        yield Quotient(Add((first.numerator, *rest)), first.denominator)
