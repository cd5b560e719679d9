"""Derivation rules for arrays: products and norms by components; gradients of linear and quadratic forms."""

from __future__ import annotations

from symbolic.given.shapes import Misfit, Shapes
from symbolic.language.symbols import Table
from symbolic.lifting import build
from symbolic.notation import tree
from symbolic.rules.step_rule import StepRule, free_letter

_TWO = tree.Number("2")


def axes(node: tree.Node, table: Table) -> int | None:
    """How many axes the value of a node has, as far as its shape is known."""
    try:
        shape = Shapes(table).of(node)
    except Misfit:
        return None
    return None if shape is None else len(shape)


def opened(node: tree.Node, table: Table) -> tree.Node | None:
    """q·k = ∑_i q_i k_i, xᵀAy = ∑_i ∑_j x_i A_ij y_j, ‖x‖² = ∑_i x_i², (Ax)_i = ∑_j A_ij x_j, inside an operator."""
    if not isinstance(node, tree.Operator):
        return None

    def change(part: tree.Node) -> tree.Node:
        for form in (_dot, _square, _entry):
            found = form(part, node, table)
            if found is not None:
                return found
        power = isinstance(part, tree.Power) and part is not node.arguments[0]
        return part if power else tree.rebuild(part, change)

    after = tree.rebuild(node, change)
    return None if after == node else after


def _dot(part: tree.Node, whole: tree.Node, table: Table) -> tree.Node | None:
    if isinstance(part, tree.Dot):
        return _summed((part.left, part.right), whole, table)
    if not isinstance(part, tree.Product) or not isinstance(part.factors[0], tree.Transpose):
        return None
    row, *between, last = part.factors
    assert isinstance(row, tree.Transpose)
    inner = (row.argument, *between, last)
    ends = axes(row.argument, table) == axes(last, table) == 1
    if not ends or len(inner) > 3 or any(axes(matrix, table) != 2 for matrix in between):
        return None
    return _summed(inner, whole, table)


def _summed(parts: tuple[tree.Node, ...], whole: tree.Node, table: Table) -> tree.Node:
    """∑ u_i v_i, or ∑ ∑ u_i A_ij v_j with a matrix between."""
    first = free_letter(whole, table)
    if len(parts) == 2:
        return tree.Big("∑", (tree.Bound(first),), build.product([_at(part, first) for part in parts]))
    second = free_letter(tree.Tuple((whole, tree.Name(first))), table)
    left, matrix, right = parts
    body = build.product([_at(left, first), _at(matrix, first, second), _at(right, second)])
    return tree.Big("∑", (tree.Bound(first),), tree.Big("∑", (tree.Bound(second),), body))


def _at(array: tree.Node, *letters: str) -> tree.Node:
    return tree.Component(array, tuple(tree.Name(letter) for letter in letters))


def _square(part: tree.Node, whole: tree.Node, table: Table) -> tree.Node | None:
    argument = _normed(part)
    if argument is None or axes(argument, table) != 1:
        return None
    letter = free_letter(whole, table)
    return tree.Big("∑", (tree.Bound(letter),), tree.Power(_at(argument, letter), _TWO))


def _normed(node: tree.Node) -> tree.Node | None:
    """u of ‖u‖²."""
    if isinstance(node, tree.Power) and node.exponent == _TWO and isinstance(node.base, tree.Norm):
        return node.base.argument if node.base.kind in ("", "2") else None
    return None


def _entry(part: tree.Node, whole: tree.Node, table: Table) -> tree.Node | None:
    if not isinstance(part, tree.Component) or not isinstance(part.array, tree.Product) or len(part.indices) != 1:
        return None
    if len(part.array.factors) != 2:
        return None
    matrix, vector = part.array.factors
    if axes(matrix, table) != 2 or axes(vector, table) != 1:
        return None
    letter = tree.Name(free_letter(whole, table))
    body = build.product([tree.Component(matrix, (part.indices[0], letter)), tree.Component(vector, (letter,))])
    return tree.Big("∑", (tree.Bound(letter.id),), body)


def _gradient(node: tree.Node) -> tuple[tree.Node, tree.Node] | None:
    """(body, variable) of a gradient of first order."""
    if isinstance(node, tree.Gradient) and node.order == 1 and isinstance(node.variable, tree.Name):
        return node.body, node.variable
    return None


def gradient_of_defined(node: tree.Node, table: Table) -> tree.Node | None:
    """The gradient of a defined quantity is that of its definition."""
    found = _gradient(node)
    made = table.definitions.get(found[0].id) if found is not None and isinstance(found[0], tree.Name) else None
    if found is None or made is None or made.parameters or made.indices or made.initial:
        return None
    return tree.Gradient(made.body, found[1])


def gradient_of_sum(node: tree.Node, table: Table) -> tree.Node | None:
    """∇(f + cg) = ∇f + c∇g, for numbers c that do not depend on the variable."""
    found = _gradient(node)
    if found is None:
        return None
    body, variable = found
    if isinstance(body, tree.Add):
        return build.add([tree.Gradient(term, variable) for term in body.terms])
    if isinstance(body, tree.Negative):
        return tree.Negative(tree.Gradient(body.argument, variable))
    if isinstance(body, tree.Big) and body.operator == "∑":
        return tree.Big("∑", body.bounds, tree.Gradient(body.body, variable))
    fixed, moving = _parted(body, variable, table)
    return build.product([*fixed, tree.Gradient(moving, variable)]) if fixed else None


def _parted(body: tree.Node, variable: tree.Node, table: Table) -> tuple[list[tree.Node], tree.Node]:
    """Scalar factors that do not hold the variable, and the rest."""
    assert isinstance(variable, tree.Name)
    if isinstance(body, tree.Quotient) and variable.id not in tree.names(body.denominator):
        return [tree.Quotient(build.ONE, body.denominator)], body.numerator
    if not isinstance(body, tree.Product):
        return [], body
    fixed = [f for f in body.factors if axes(f, table) == 0 and variable.id not in tree.names(f)]
    rest = [factor for factor in body.factors if factor not in fixed]
    return (fixed, build.product(rest)) if rest else ([], body)


def gradient_of_square(node: tree.Node, table: Table) -> tree.Node | None:
    """∇‖u‖² = 2 (∂u/∂x)ᵀu."""
    found = _gradient(node)
    argument = _normed(found[0]) if found is not None else None
    if found is None or argument is None or axes(argument, table) != 1:
        return None
    if argument == found[1]:
        return build.product([_TWO, argument])
    jacobian = tree.Derivative(argument, (found[1],))
    return build.product([_TWO, tree.Transpose(jacobian), argument])


def gradient_of_form(node: tree.Node, table: Table) -> tree.Node | None:
    """∇(xᵀAx) = (A + Aᵀ)x, ∇(bᵀx) = ∇(xᵀb) = b."""
    found = _gradient(node)
    if found is None:
        return None
    body, variable = found
    if isinstance(body, tree.Dot) and variable in (body.left, body.right) and body.left != body.right:
        return body.right if body.left == variable else body.left
    if not isinstance(body, tree.Product) or not isinstance(body.factors[0], tree.Transpose):
        return None
    first, *middle, last = body.factors
    assert isinstance(first, tree.Transpose)
    if first.argument == last == variable and len(middle) == 1 and axes(middle[0], table) == 2:
        return build.product([tree.Add((middle[0], tree.Transpose(middle[0]))), variable])
    if not middle and last == variable and first.argument != variable:
        return first.argument
    return last if not middle and first.argument == variable and last != variable else None


def affine(node: tree.Node, table: Table) -> tree.Node | None:
    """∂(Ax + b)/∂x = A."""
    variable = node.variables[0] if isinstance(node, tree.Derivative) and len(node.variables) == 1 else None
    if not isinstance(node, tree.Derivative) or not isinstance(variable, tree.Name):
        return None
    terms = node.body.terms if isinstance(node.body, tree.Add) else (node.body,)
    moving = [term for term in terms if variable.id in tree.names(term)]
    if len(moving) != 1:
        return None
    (term,), sign = moving, 1
    if isinstance(term, tree.Negative):
        term, sign = term.argument, -1
    if not isinstance(term, tree.Product) or term.factors[-1] != variable or axes(term, table) != 1:
        return None
    matrix = build.product(list(term.factors[:-1]))
    return tree.Negative(matrix) if sign < 0 else matrix


COMPONENTS = StepRule(
    "inner product", "products of arrays are sums over their components", r"q\cdot k=\sum_i q_ik_i", opened
)

GRADIENT_RULES: tuple[StepRule, ...] = (
    StepRule("gradient of a definition", "put the definition in", "", gradient_of_defined),
    StepRule("gradient of a sum", "differentiate term by term", r"\nabla(f+cg)=\nabla f+c\nabla g", gradient_of_sum),
    StepRule("gradient of a square", "the squared norm is differentiated through its vector",
             r"\nabla_x\|u\|^2=2\left(\frac{\partial u}{\partial x}\right)^{\!\top}u", gradient_of_square),
    StepRule("gradient of a form", "the gradient of a linear or quadratic form",
             r"\nabla_x(x^\top Ax)=(A+A^\top)x", gradient_of_form),
    StepRule("Jacobian of a linear map", "a linear map is its own derivative",
             r"\frac{\partial(Ax+b)}{\partial x}=A", affine),
)  # fmt: skip

