"""Theorems that no rule of the engine reaches: each with its source and the preconditions under which it is used.

A theorem rewrites one node of a tree; where a precondition is not stated by the given it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic.language.symbols import Symbol, Table
from symbolic.lifting import build
from symbolic.notation import tree
from symbolic.verdict import Reason

ONE, TWO = tree.Number("1"), tree.Number("2")


@dataclass(frozen=True)
class Theorem:
    """name, statement in words and LaTeX, source, and how it rewrites a node (None where it does not apply)."""

    name: str
    text: str
    latex: str
    source: str
    rewrite: Callable[[tree.Node, Table], tree.Node | None]


def apply_theorems(node: tree.Node, table: Table) -> tuple[tree.Node, list[Reason]]:
    """The tree with every theorem applied that the given allows, and the reasons."""
    reasons: list[Reason] = []

    def changed(part: tree.Node) -> tree.Node:
        for theorem in THEOREMS:
            found = theorem.rewrite(part, table)
            if found is not None:
                reasons.append(Reason(theorem.name, f"{theorem.text} ({theorem.source})"))
                return found
        return tree.rebuild(part, changed)

    return changed(node), reasons


def gumbel_maximum(node: tree.Node, table: Table) -> tree.Node | None:
    """P(argmax_i (x_i + G_i) = k) = e^{x_k/b} / ∑_i e^{x_i/b} for independent G_i of one Gumbel law with scale b."""
    found = _argmax_event(node)
    if found is None or not isinstance(found[0].variable, tree.Name) or found[0].domain is not None:
        return None
    optimum, chosen = found
    index = optimum.variable
    terms = optimum.body.terms if isinstance(optimum.body, tree.Add) else (optimum.body,)
    noise = [term for term in terms if isinstance(term, tree.Component) and _gumbel(term, index, table) is not None]
    if len(noise) != 1:
        return None
    rest = [term for term in terms if term is not noise[0]]
    declared = _gumbel(noise[0], index, table)
    assert declared is not None and declared.law is not None and isinstance(index, tree.Name)
    if any(_random(term, table) for term in rest) or _random(chosen, table):
        return None
    scale = declared.law.parameters[1]
    weight = tree.Power(tree.Name("e"), build.quotient(build.add(rest), scale))
    size = declared.family[1] if declared.family is not None else declared.shape[0]
    total = tree.Big("∑", (tree.Bound(index.id, ONE, size),), weight)
    return tree.Quotient(_put(weight, index.id, chosen), total)


def _argmax_event(node: tree.Node) -> tuple[tree.Optimum, tree.Node] | None:
    """(argmax, k) of P(argmax … = k), in either order."""
    if not isinstance(node, tree.Operator) or node.kind != "P" or node.condition is not None:
        return None
    event = node.arguments[0]
    if len(node.arguments) != 1 or not isinstance(event, tree.Chain) or [r for r, _ in event.links] != ["="]:
        return None
    sides = (event.first, event.links[0][1])
    for side, other in (sides, sides[::-1]):
        if isinstance(side, tree.Optimum) and side.kind == "argmax":
            return side, other
    return None


def _gumbel(term: tree.Component, index: tree.Node, table: Table) -> Symbol | None:
    """The symbol of G_i when its entries are independent of one another with one Gumbel law."""
    declared = table.symbol(term.array.id) if isinstance(term.array, tree.Name) else None
    if declared is None or not declared.random or declared.law is None or declared.law.name != "gumbel":
        return None
    together = declared.components if declared.family is None else declared.members
    return declared if together == "iid" and term.indices == (index,) and declared.axes == 1 else None


def _random(node: tree.Node, table: Table) -> bool:
    from symbolic.given.queries import random_names

    return bool(random_names(node, table))


def _put(node: tree.Node, name: str, value: tree.Node) -> tree.Node:
    if node == tree.Name(name):
        return value
    return tree.rebuild(node, lambda part: _put(part, name, value))


def median_variance(node: tree.Node, table: Table) -> tree.Node | None:
    """lim_{n→∞} n Var(median(x_1, …, x_n)) = 1/(4 f(m)²) for an iid sample of density f with median m."""
    if not isinstance(node, tree.Limit) or node.target != tree.Name("∞") or not isinstance(node.body, tree.Product):
        return None
    variances = [factor for factor in node.body.factors if _is_median_variance(factor)]
    if len(variances) != 1 or not isinstance(variances[0], tree.Operator):
        return None
    rest = [factor for factor in node.body.factors if factor is not variances[0]]
    declared = _sample(variances[0], node.variable, table)
    if rest.count(node.variable) != 1 or declared is None:
        return None
    fixed = [factor for factor in rest if factor != node.variable]
    if any(node.variable in tree.walk(factor) for factor in fixed):
        return None
    height = _density_at_median(declared)
    return None if height is None else build.product([*fixed, height])


def _is_median_variance(node: tree.Node) -> bool:
    if not isinstance(node, tree.Operator) or node.kind != "Var" or len(node.arguments) != 1:
        return False
    inner = node.arguments[0]
    return isinstance(inner, tree.Operator) and inner.kind == "median"


def _sample(variance: tree.Operator, size: tree.Node, table: Table) -> Symbol | None:
    """The family x of median(x_1, …, x_n) or median(x), iid, of n members."""
    median = variance.arguments[0]
    assert isinstance(median, tree.Operator)
    names = {part.id for part in tree.walk(median) if isinstance(part, tree.Name)} - tree.names(size)
    declared = table.symbol(names.pop()) if len(names) == 1 else None
    if declared is None or declared.axes != 1:
        return None
    last = declared.family[1] if declared.family is not None else declared.shape[0]
    together = declared.members if declared.family is not None else declared.components
    whole = median.arguments == (tree.Name(declared.name),) or _listed(median.arguments, declared.name, size)
    return declared if together == "iid" and last == size and whole else None


def _listed(arguments: tuple[tree.Node, ...], name: str, size: tree.Node) -> bool:
    items = arguments[0].items if len(arguments) == 1 and isinstance(arguments[0], tree.Tuple) else arguments
    ends = [tree.Component(tree.Name(name), (ONE,)), tree.Component(tree.Name(name), (size,))]
    return len(items) >= 3 and [items[0], items[-1]] == ends and any(isinstance(item, tree.Dots) for item in items)


def _density_at_median(declared: Symbol) -> tree.Node | None:
    """1/(4 f(m)²) of the law of one member."""
    if declared.law is None:
        return None
    if declared.law.name == "normal" and "variance" in declared.moments:
        return build.product([tree.Quotient(tree.Name("π"), TWO), declared.moments["variance"]])
    if declared.law.name == "uniform":
        low, high = declared.law.parameters
        width = tree.Add((high, tree.Negative(low)))
        return tree.Quotient(tree.Power(width, TWO), tree.Number("4"))
    if declared.law.name == "laplace":
        return tree.Power(declared.law.parameters[1], TWO)
    return None


THEOREMS: tuple[Theorem, ...] = (
    Theorem("Gumbel maximum", "the largest of logits with independent Gumbel noise is distributed as their softmax",
            r"P\left(\operatorname{argmax}_i(x_i+G_i)=k\right)=\operatorname{softmax}(x)_k",
            "Gumbel 1954; Maddison, Tarlow and Minka 2014, section 2", gumbel_maximum),
    Theorem("median of a sample", "the variance of a sample median is 1/(4 n f(m)²) to leading order",
            r"\lim_{n\to\infty}n\operatorname{Var}(\operatorname{median}(x_1,\ldots,x_n))=\frac{1}{4f(m)^2}",
            "Cramér 1946, section 28.5", median_variance),
)  # fmt: skip
