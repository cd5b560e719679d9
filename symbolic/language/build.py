"""Expressions built in Python instead of read from text: `Var(dot(q, k)) ` makes the tree that "Var(q·k)" reads as.

>>> q, k, d = names("q k d")
>>> equation(Var(dot(q, k) / sqrt(d)), 1).node == Chain(
...     Operator("Var", (Quotient(Dot(Name("q"), Name("k")), Root(Name("d"))),)), (("=", Number("1")),)
... )
True
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symbolic.notation.glyphs import canonical
from symbolic.notation.tree import (
    Add,
    Call,
    Chain,
    Component,
    Derivative,
    Dot,
    Name,
    Negative,
    Node,
    Norm,
    Number,
    Operator,
    Power,
    Product,
    Quotient,
    Root,
    Transpose,
)


@dataclass(frozen=True, eq=False)
class Expression:
    """A tree that Python's operators extend; `x[i, j]` is an entry, `x.T` the transpose."""

    node: Node

    def __add__(self, other: Operand) -> Expression:
        return _sum(self.node, tree(other))

    def __radd__(self, other: Operand) -> Expression:
        return _sum(tree(other), self.node)

    def __sub__(self, other: Operand) -> Expression:
        return _sum(self.node, Negative(tree(other)))

    def __rsub__(self, other: Operand) -> Expression:
        return _sum(tree(other), Negative(self.node))

    def __mul__(self, other: Operand) -> Expression:
        return _product(self.node, tree(other))

    def __rmul__(self, other: Operand) -> Expression:
        return _product(tree(other), self.node)

    __matmul__ = __mul__

    def __truediv__(self, other: Operand) -> Expression:
        return Expression(Quotient(self.node, tree(other)))

    def __rtruediv__(self, other: Operand) -> Expression:
        return Expression(Quotient(tree(other), self.node))

    def __pow__(self, other: Operand) -> Expression:
        return Expression(Power(self.node, tree(other)))

    def __neg__(self) -> Expression:
        return Expression(Negative(self.node))

    def __getitem__(self, indices: Operand | tuple[Operand, ...]) -> Expression:
        each = indices if isinstance(indices, tuple) else (indices,)
        return Expression(Component(self.node, tuple(tree(index) for index in each)))

    def __call__(self, *arguments: Operand) -> Expression:
        return Expression(Call(self.node, tuple(tree(argument) for argument in arguments)))

    @property
    def T(self) -> Expression:
        return Expression(Transpose(self.node))


Operand = Expression | Node | int | Fraction | str


def tree(operand: Operand) -> Node:
    """The tree of an operand: a number, a name as text, a tree, or an expression."""
    if isinstance(operand, Expression):
        return operand.node
    if isinstance(operand, Node):
        return operand
    if isinstance(operand, str):
        return Name(canonical(operand))
    if operand < 0:
        return Negative(tree(-operand))
    if isinstance(operand, Fraction) and operand.denominator != 1:
        return Quotient(Number(str(operand.numerator)), Number(str(operand.denominator)))
    return Number(str(operand))


def _sum(left: Node, right: Node) -> Expression:
    first = left.terms if isinstance(left, Add) else (left,)
    return Expression(Add((*first, right)))


def _product(left: Node, right: Node) -> Expression:
    first = left.factors if isinstance(left, Product) else (left,)
    return Expression(Product((*first, right)))


def names(text: str) -> tuple[Expression, ...]:
    """The names in a text, parted by spaces or commas."""
    return tuple(Expression(Name(canonical(name))) for name in text.replace(",", " ").split())


def E(of: Operand, given: Operand | None = None) -> Expression:
    """The expectation, conditional where `given` says on what."""
    return Expression(Operator("E", (tree(of),), tree(given) if given is not None else None))


def Var(of: Operand, given: Operand | None = None) -> Expression:
    """The variance; of a vector, its covariance matrix."""
    return Expression(Operator("Var", (tree(of),), tree(given) if given is not None else None))


def Cov(one: Operand, other: Operand) -> Expression:
    """The covariance."""
    return Expression(Operator("Cov", (tree(one), tree(other))))


def dot(left: Operand, right: Operand) -> Expression:
    """The inner product of two vectors."""
    return Expression(Dot(tree(left), tree(right)))


def norm(of: Operand) -> Expression:
    """‖x‖."""
    return Expression(Norm(tree(of)))


def sqrt(of: Operand) -> Expression:
    """√x."""
    return Expression(Root(tree(of)))


def diff(of: Operand, *by: Operand) -> Expression:
    """∂of/∂by₁∂by₂…"""
    return Expression(Derivative(tree(of), tuple(tree(variable) for variable in by)))


def equation(*members: Operand) -> Expression:
    """The chain first = second = …"""
    first, *rest = (tree(member) for member in members)
    return Expression(Chain(first, tuple(("=", member) for member in rest)))
