"""Which function writes which node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic.crosscheck.numpy_text import algebra, averages, calculus, functions, names
from symbolic.crosscheck.numpy_text.writer import Writer
from symbolic.crosscheck.scope import Scope
from symbolic.notation import tree

WRITERS: dict[type[tree.Node], Callable[[Writer, Any, Scope], str]] = {
    tree.Number: algebra.number,
    tree.Name: names.name,
    tree.Component: names.component,
    tree.Add: algebra.add,
    tree.Negative: algebra.negative,
    tree.Product: algebra.product,
    tree.Dot: algebra.dot,
    tree.Hadamard: algebra.two("*"),
    tree.Kronecker: algebra.kronecker,
    tree.Quotient: algebra.two("/"),
    tree.Power: algebra.power,
    tree.Root: algebra.root,
    tree.Factorial: algebra.factorial,
    tree.Transpose: algebra.transpose,
    tree.Absolute: algebra.absolute,
    tree.Norm: algebra.norm,
    tree.Delta: algebra.delta,
    tree.Indicator: algebra.indicator,
    tree.Matrix: algebra.matrix,
    tree.Tuple: algebra.listing,
    tree.Cases: algebra.cases,
    tree.Call: functions.call,
    tree.Prime: calculus.prime,
    tree.Big: algebra.big,
    tree.Integral: calculus.integral,
    tree.Operator: averages.operator,
    tree.Limit: calculus.limit,
    tree.Derivative: calculus.derivative,
    tree.Gradient: calculus.gradient,
    tree.Optimum: calculus.optimum,
}
