"""Rules for derivations as people write them: each proposes a rewriting of one node of a tree.

A rule is data: its name, the identity in words and in LaTeX, and how it rewrites a node (None where it does not apply).
Whether a proposal holds under the given is decided by the normal form, so a rule states its identity and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symbolic.language.symbols import Table
from symbolic.lifting import build
from symbolic.notation import tree
from symbolic.rules.step_derivatives import DERIVATIVE_RULES
from symbolic.rules.step_rule import StepRule, free_letter

Rewriting = Callable[[tree.Node, Table], "tree.Node | None"]


@dataclass(frozen=True)
class _Names:
    """Which names of a table are random."""

    table: Table

    def random(self, node: tree.Node) -> bool:
        """Does the node hold a random quantity, definitions seen through?"""
        for name in tree.names(node):
            declared = self.table.symbol(name)
            if declared is not None and declared.random:
                return True
            made = self.table.definitions.get(name)
            if made is not None and not made.parameters and self.random(made.body):
                return True
        return False


def _is(node: tree.Node, kind: str) -> bool:
    return isinstance(node, tree.Operator) and node.kind == kind and len(node.arguments) == 1 and node.condition is None


def _operator(kind: str, argument: tree.Node) -> tree.Node:
    return tree.Operator(kind, (argument,))


def inner_product(node: tree.Node, table: Table) -> tree.Node | None:
    """q·k = ∑_i q_i k_i, inside an operator."""
    if not isinstance(node, tree.Operator):
        return None

    def opened(part: tree.Node) -> tree.Node:
        if isinstance(part, tree.Dot):
            letter = free_letter(node, table)
            index = (tree.Name(letter),)
            body = build.product([tree.Component(part.left, index), tree.Component(part.right, index)])
            return tree.Big("∑", (tree.Bound(letter),), body)
        return tree.rebuild(part, opened)

    after = tree.rebuild(node, opened)
    return None if after is node else after


def scaling(node: tree.Node, table: Table) -> tree.Node | None:
    """E[cX] = c E[X], Var(cX) = c² Var(X) for what is not random."""
    if not (_is(node, "E") or _is(node, "Var")):
        return None
    assert isinstance(node, tree.Operator)
    fixed, rest = _taken_out(node.arguments[0], _Names(table))
    if fixed is None:
        return None
    squared = build.raised(fixed, 2) if node.kind == "Var" else fixed
    if node.kind == "Var":
        squared = _square(fixed)
    return build.product([squared, _operator(node.kind, rest)])


def _square(node: tree.Node) -> tree.Node:
    if isinstance(node, tree.Quotient):
        return tree.Quotient(_square(node.numerator), _square(node.denominator))
    if isinstance(node, tree.Root) and node.degree is None:
        return node.radicand
    return node if node == build.ONE else tree.Power(node, tree.Number("2"))


def _taken_out(node: tree.Node, names: _Names) -> tuple[tree.Node | None, tree.Node]:
    """(what is not random, the rest) of a product or quotient."""
    if isinstance(node, tree.Negative):
        return tree.Negative(build.ONE), node.argument
    if isinstance(node, tree.Quotient) and not names.random(node.denominator):
        return tree.Quotient(build.ONE, node.denominator), node.numerator
    if isinstance(node, tree.Product):
        fixed = [factor for factor in node.factors if not names.random(factor)]
        rest = [factor for factor in node.factors if names.random(factor)]
        if fixed and rest:
            return build.product(fixed), build.product(rest)
    return None, node


def linearity(node: tree.Node, table: Table) -> tree.Node | None:
    """E[∑ X_i] = ∑ E[X_i], E[X + Y] = E[X] + E[Y]."""
    return _distributed(node, "E")


def variance_of_sum(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(∑ X_i) = ∑ Var(X_i) for uncorrelated terms."""
    return _distributed(node, "Var")


def _distributed(node: tree.Node, kind: str) -> tree.Node | None:
    if not _is(node, kind):
        return None
    assert isinstance(node, tree.Operator)
    inner = node.arguments[0]
    if isinstance(inner, tree.Big) and inner.operator == "∑":
        return tree.Big("∑", inner.bounds, _operator(kind, inner.body))
    if isinstance(inner, tree.Add):
        terms = [
            build.negative(_operator(kind, term.argument)) if isinstance(term, tree.Negative) and kind == "E"
            else _operator(kind, term)
            for term in inner.terms
        ]
        return build.add(terms)
    return None


def independence(node: tree.Node, table: Table) -> tree.Node | None:
    """E[XY] = E[X] E[Y] for independent factors."""
    if not _is(node, "E"):
        return None
    assert isinstance(node, tree.Operator)
    inner = node.arguments[0]
    if not isinstance(inner, tree.Product) or not all(_Names(table).random(factor) for factor in inner.factors):
        return None
    return build.product([_operator("E", factor) for factor in inner.factors])


def variance_of_product(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(XY) = E[X²]E[Y²] − E[X]²E[Y]² for independent factors."""
    if not _is(node, "Var"):
        return None
    assert isinstance(node, tree.Operator)
    inner = node.arguments[0]
    if not isinstance(inner, tree.Product) or not all(_Names(table).random(factor) for factor in inner.factors):
        return None
    two = tree.Number("2")
    squares = build.product([_operator("E", tree.Power(factor, two)) for factor in inner.factors])
    means = build.product([tree.Power(_operator("E", factor), two) for factor in inner.factors])
    return tree.Add((squares, tree.Negative(means)))


def variance_by_moments(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(X) = E[X²] − E[X]²."""
    if not _is(node, "Var"):
        return None
    assert isinstance(node, tree.Operator)
    inner, two = node.arguments[0], tree.Number("2")
    return tree.Add((_operator("E", tree.Power(inner, two)), tree.Negative(tree.Power(_operator("E", inner), two))))


def stated_moment(node: tree.Node, table: Table) -> tree.Node | None:
    """E[x_i], E[x_i²] and Var(x_i) as the given states them."""
    if not (_is(node, "E") or _is(node, "Var")) or not isinstance(node, tree.Operator):
        return None
    inner, square = node.arguments[0], False
    if node.kind == "E" and isinstance(inner, tree.Power) and inner.exponent == tree.Number("2"):
        inner, square = inner.base, True
    base = inner.array if isinstance(inner, tree.Component) else inner
    declared = table.symbol(base.id) if isinstance(base, tree.Name) else None
    if declared is None or not declared.random:
        return None
    mean, variance = declared.moments.get("mean"), declared.moments.get("variance")
    if square:
        if mean is None or variance is None:
            return None
        return variance if mean == tree.Number("0") else build.add([variance, tree.Power(mean, tree.Number("2"))])
    return mean if node.kind == "E" else variance


def arithmetic(node: tree.Node, table: Table) -> tree.Node | None:
    """An expression worked out where that is shorter."""
    from symbolic.derive import right_value
    from symbolic.lifting.lift import length

    if isinstance(node, tree.Name | tree.Number | tree.Component | tree.Chain):
        return None
    after = right_value(node, table)
    return after if after is not None and length(after) < length(node) else None


def rewritings(node: tree.Node, rule: StepRule, table: Table) -> Iterator[tree.Node]:
    """The tree with the rule applied wherever it can be at once, then at one node alone, outermost or innermost."""
    if not rule.innermost:
        whole = _everywhere(node, rule, table)
        if whole != node:
            yield whole
    yield from _single(node, rule, table)


def _everywhere(node: tree.Node, rule: StepRule, table: Table) -> tree.Node:
    after = rule.rewrite(node, table)
    return after if after is not None else tree.rebuild(node, lambda part: _everywhere(part, rule, table))


def _with(node: tree.Node, child: tree.Node, changed: tree.Node) -> tree.Node:
    return tree.rebuild(node, lambda part: changed if part is child else part)


def _single(node: tree.Node, rule: StepRule, table: Table) -> Iterator[tree.Node]:
    here = rule.rewrite(node, table)
    if here is not None and here != node and not rule.innermost:
        yield here
    for child in tree.children(node):
        for changed in _single(child, rule, table):
            yield _with(node, child, changed)
    if here is not None and here != node and rule.innermost:
        yield here


STEPS: tuple[StepRule, ...] = (
    StepRule("inner product", "the inner product is the sum of products of components",
             r"q\cdot k=\sum_i q_ik_i", inner_product),
    StepRule("scaling", "what is not random comes out, squared from a variance",
             r"\operatorname{Var}(cX)=c^2\operatorname{Var}(X)", scaling),
    StepRule("linearity", "expectation is linear", r"\mathbb{E}[X+Y]=\mathbb{E}[X]+\mathbb{E}[Y]", linearity),
    StepRule("variances add", "variances of uncorrelated terms add",
             r"\operatorname{Var}\left(\sum_i X_i\right)=\sum_i\operatorname{Var}(X_i)", variance_of_sum),
    StepRule("independence", "independence lets the expectation factor",
             r"\mathbb{E}[XY]=\mathbb{E}[X]\,\mathbb{E}[Y]", independence),
    StepRule("stated moment", "the given states this moment", r"\mathbb{E}[X]=\mu", stated_moment),
    StepRule("variance of a product", "second moments of independent factors multiply",
             r"\operatorname{Var}(XY)=\mathbb{E}[X^2]\,\mathbb{E}[Y^2]-\mathbb{E}[X]^2\,\mathbb{E}[Y]^2",
             variance_of_product),
    StepRule("variance by moments", "the variance is the second moment less the squared mean",
             r"\operatorname{Var}(X)=\mathbb{E}[X^2]-\mathbb{E}[X]^2", variance_by_moments),
    *DERIVATIVE_RULES,
    StepRule("arithmetic", "collect and cancel", "", arithmetic, innermost=True),
)  # fmt: skip
