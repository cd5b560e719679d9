"""Derivation rules for derivatives: definitions opened; sum, product, quotient and chain rule; components."""

from __future__ import annotations

from symbolic.language.symbols import Table
from symbolic.lifting import build
from symbolic.notation import tree
from symbolic.rules.step_rule import StepRule, free_letter


def _first(node: tree.Node) -> tuple[tree.Node, tree.Node] | None:
    """(body, variable) of a derivative of first order."""
    if isinstance(node, tree.Derivative) and len(node.variables) == 1:
        return node.body, node.variables[0]
    return None


def _d(body: tree.Node, variable: tree.Node) -> tree.Node:
    return build.ONE if body == variable else tree.Derivative(body, (variable,))


def _depends(node: tree.Node, variable: tree.Node) -> bool:
    base = variable.array if isinstance(variable, tree.Component) else variable
    return isinstance(base, tree.Name) and base.id in tree.names(node)


def definition(node: tree.Node, table: Table) -> tree.Node | None:
    """A defined quantity under a derivative is replaced by its definition."""
    found = _first(node)
    if found is None:
        return None
    body, variable = found
    kept = tree.names(variable)

    def opened(part: tree.Node) -> tree.Node:
        if isinstance(part, tree.Name) and part.id in table.definitions and part.id not in kept:
            made = table.definitions[part.id]
            if not made.parameters and not made.indices:
                return made.body
        return tree.rebuild(part, opened)

    after = opened(body)
    return None if after is body else tree.Derivative(after, (variable,))


def softmax(node: tree.Node, table: Table) -> tree.Node | None:
    """softmax(z)_i = e^{z_i} / ∑_k e^{z_k}, under a derivative."""
    found = _first(node)
    if found is None:
        return None

    def opened(part: tree.Node) -> tree.Node:
        if isinstance(part, tree.Component) and isinstance(part.array, tree.Call):
            call = part.array
            if call.function == tree.Name("softmax") and isinstance(call.arguments[0], tree.Name):
                letter = free_letter(node, table)
                e, logits = tree.Name("e"), call.arguments[0]
                total = tree.Big(
                    "∑", (tree.Bound(letter),), tree.Power(e, tree.Component(logits, (tree.Name(letter),)))
                )
                return tree.Quotient(tree.Power(e, tree.Component(logits, part.indices)), total)
        return tree.rebuild(part, opened)

    after = opened(found[0])
    return None if after is found[0] else tree.Derivative(after, (found[1],))


def sum_rule(node: tree.Node, table: Table) -> tree.Node | None:
    """(f + g)' = f' + g', (∑ f_i)' = ∑ f_i'."""
    found = _first(node)
    if found is None:
        return None
    body, variable = found
    if isinstance(body, tree.Add):
        return build.add([_d(term, variable) for term in body.terms])
    if isinstance(body, tree.Negative):
        return tree.Negative(_d(body.argument, variable))
    if isinstance(body, tree.Big) and body.operator == "∑":
        captured = {bound.index for bound in body.bounds} & tree.names(variable)
        return None if captured else tree.Big("∑", body.bounds, _d(body.body, variable))
    return None


def product_rule(node: tree.Node, table: Table) -> tree.Node | None:
    """(fg)' = f'g + fg'; what does not depend on the variable comes out."""
    found = _first(node)
    if found is None:
        return None
    body, variable = found
    if not isinstance(body, tree.Product):
        return None
    moving = [factor for factor in body.factors if _depends(factor, variable)]
    fixed = [factor for factor in body.factors if not _depends(factor, variable)]
    if not moving:
        return None
    terms = [
        build.product([*fixed, *(_d(f, variable) if place == here else f for place, f in enumerate(moving))])
        for here in range(len(moving))
    ]
    return build.add(terms)


def quotient_rule(node: tree.Node, table: Table) -> tree.Node | None:
    """(f/g)' = (f'g − fg')/g²."""
    found = _first(node)
    if found is None:
        return None
    body, variable = found
    if not isinstance(body, tree.Quotient):
        return None
    above, below = body.numerator, body.denominator
    if not _depends(below, variable):
        return tree.Quotient(_d(above, variable), below)
    difference = tree.Add(
        (build.product([_d(above, variable), below]), tree.Negative(build.product([above, _d(below, variable)])))
    )
    return tree.Quotient(difference, tree.Power(below, tree.Number("2")))


def chain_rule(node: tree.Node, table: Table) -> tree.Node | None:
    """(e^f)' = e^f f', (log f)' = f'/f, (f^k)' = k f^{k-1} f'."""
    found = _first(node)
    if found is None:
        return None
    body, variable = found
    if isinstance(body, tree.Power) and body.base == tree.Name("e"):
        return build.product([body, _d(body.exponent, variable)])
    if isinstance(body, tree.Call) and body.function == tree.Name("log"):
        return tree.Quotient(_d(body.arguments[0], variable), body.arguments[0])
    if isinstance(body, tree.Power) and isinstance(body.exponent, tree.Number) and body.exponent.value > 1:
        lower = build.raised(body.base, body.exponent.value - 1)
        return build.product([body.exponent, lower, _d(body.base, variable)])
    return None


def component(node: tree.Node, table: Table) -> tree.Node | None:
    """∂x_i/∂x_j = δ_ij."""
    found = _first(node)
    if found is None:
        return None
    body, variable = found
    if body == variable:
        return build.ONE
    if isinstance(body, tree.Component) and isinstance(variable, tree.Component) and body.array == variable.array:
        pairs = zip(body.indices, variable.indices, strict=True)
        return build.product([tree.Delta(left, right) for left, right in pairs])
    return None


DERIVATIVE_RULES: tuple[StepRule, ...] = (
    StepRule("definition", "put the definition in", "", definition),
    StepRule("softmax", "the softmax is an exponential over the sum of exponentials",
             r"\operatorname{softmax}(z)_i=\frac{e^{z_i}}{\sum_k e^{z_k}}", softmax),
    StepRule("sum rule", "differentiate term by term", r"(f+g)'=f'+g'", sum_rule),
    StepRule("quotient rule", "the quotient rule", r"\left(\frac fg\right)'=\frac{f'g-fg'}{g^2}", quotient_rule),
    StepRule("product rule", "the product rule", r"(fg)'=f'g+fg'", product_rule),
    StepRule("chain rule", "the chain rule", r"(e^f)'=e^ff'", chain_rule),
    StepRule("component", "components of one array are free of each other",
             r"\frac{\partial x_i}{\partial x_j}=\delta_{ij}", component),
)  # fmt: skip
