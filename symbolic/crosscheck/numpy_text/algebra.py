"""Sums, products, quotients, powers and arrays as NumPy text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic.crosscheck.events import truth
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, bracketed, identifier, relation
from symbolic.crosscheck.ranges import index_range
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value, scalar
from symbolic.notation import tree


def number(writer: Writer, node: Any, scope: Scope) -> str:
    return str(node.text).lstrip("0") or "0" if str(node.text).isdigit() else str(node.text)


def add(writer: Writer, node: Any, scope: Scope) -> str:
    """Terms in one shape: I and 𝟏 have the size of the whole, diag(matrix) the reading that fits."""
    whole = writer.shape(node, scope)
    inside = writer.sized(whole.shape[0]) if whole.rank else writer
    return f"({' + '.join(_term(inside, term, whole, scope) for term in node.terms)})".replace("+ -", "- ")


def _term(writer: Writer, term: tree.Node, whole: Value, scope: Scope) -> str:
    value = writer.shape(term, scope)
    text = writer.text(term, scope)
    return f"np.diag({text})" if value.twin is not None and value.rank != whole.rank else text


def negative(writer: Writer, node: Any, scope: Scope) -> str:
    return f"-{bracketed(writer.text(node.argument, scope))}"


def product(writer: Writer, node: Any, scope: Scope) -> str:
    """Factors from the left: * where one scales, @ where matrices and vectors meet."""
    value = writer.shape(node.factors[0], scope)
    text = writer.sized(_size(node.factors, 0, writer, scope)).text(node.factors[0], scope)
    for place, factor in enumerate(node.factors[1:], start=2):
        right = writer.shape(factor, scope)
        other = writer.sized(_size(node.factors, place - 1, writer, scope)).text(factor, scope)
        if _array(value) and _array(right):
            text, value = (f"np.diag({text})", value.twin) if value.twin else (text, value)
            other, right = (f"np.diag({other})", right.twin) if right.twin else (other, right)
            column, row = _is_row(value) is False, _is_row(right) is True
            text = f"np.outer({text}, {other})" if column and row else f"({bracketed(text)} @ {bracketed(other)})"
        else:
            text = f"{bracketed(text)} * {bracketed(other)}"
        value = writer.shape(tree.Product(node.factors[:place]), scope)
    return text


def _array(value: Value) -> bool:
    return bool(value.rank or value.kind)


def _is_row(value: Value) -> bool | None:
    """None for what is no vector."""
    return value.row if value.rank == 1 or value.kind == "ones" else None


def _size(factors: tuple[tree.Node, ...], place: int, writer: Writer, scope: Scope) -> int | None:
    """The size that I or 𝟏 has as this factor: its neighbour's, else that of the place where the product stands."""
    for step, axis in ((1, 0), (-1, -1)):
        if 0 <= place + step < len(factors):
            neighbour = writer.shape(factors[place + step], scope)
            if neighbour.rank:
                return neighbour.shape[axis]
    return writer.size


def dot(writer: Writer, node: Any, scope: Scope) -> str:
    left, right = (bracketed(writer.text(part, scope)) for part in (node.left, node.right))
    ranks = [writer.shape(part, scope).rank for part in (node.left, node.right)]
    if ranks == [1, 1]:
        return f"({left} @ {right})"
    if ranks[0] != ranks[1] or not ranks[0]:
        return product(writer, tree.Product((node.left, node.right)), scope)
    return f"np.sum({left} * {right})"


def two(sign: str) -> Callable[[Writer, Any, Scope], str]:
    def write(writer: Writer, node: Any, scope: Scope) -> str:
        left, right = (bracketed(writer.text(part, scope)) for part in tree.children(node))
        return f"{left} {sign} {right}"

    return write


def kronecker(writer: Writer, node: Any, scope: Scope) -> str:
    return f"np.kron({writer.text(node.left, scope)}, {writer.text(node.right, scope)})"


def power(writer: Writer, node: Any, scope: Scope) -> str:
    if node.base == tree.Name("e") and not scope.world.table.knows("e"):
        return f"np.exp({writer.text(node.exponent, scope)})"
    base, exponent = writer.text(node.base, scope), writer.text(node.exponent, scope)
    if writer.shape(node.base, scope).rank == 2:
        return _matrix_power(base, exponent)
    if exponent.startswith("-"):
        return f"1 / {bracketed(base)}**{bracketed(exponent[1:])}"
    return f"{bracketed(base)}**{bracketed(exponent)}"


def _matrix_power(base: str, exponent: str) -> str:
    if exponent in ("-1", "-(1)"):
        return f"np.linalg.inv({base})"
    if not exponent.lstrip("-").isdigit():
        raise NoLine("a broken power of a matrix")
    return f"np.linalg.matrix_power({base}, {exponent})"


def root(writer: Writer, node: Any, scope: Scope) -> str:
    if node.degree is not None:
        return f"({writer.text(node.radicand, scope)})**(1 / {bracketed(writer.text(node.degree, scope))})"
    return f"np.sqrt({writer.text(node.radicand, scope)})"


def factorial(writer: Writer, node: Any, scope: Scope) -> str:
    text = writer.text(node.argument, scope)
    if node.double:
        return f"math.prod(range(int({text}), 0, -2))"
    return f"math.gamma({text} + 1)"


def transpose(writer: Writer, node: Any, scope: Scope) -> str:
    text = writer.text(node.argument, scope)
    return f"{bracketed(text)}.T" if writer.shape(node.argument, scope).rank == 2 else text


def absolute(writer: Writer, node: Any, scope: Scope) -> str:
    text = writer.text(node.argument, scope)
    return f"np.linalg.det({text})" if writer.shape(node.argument, scope).rank == 2 else f"abs({text})"


def norm(writer: Writer, node: Any, scope: Scope) -> str:
    orders = {"": "", "2": "", "F": "", "1": ", 1", "∞": ", np.inf"}
    if node.kind == "2" and writer.shape(node.argument, scope).rank == 2:
        return f"np.linalg.norm({writer.text(node.argument, scope)}, 2)"
    return f"np.linalg.norm({writer.text(node.argument, scope)}{orders[node.kind]})"


def delta(writer: Writer, node: Any, scope: Scope) -> str:
    return f"float({writer.text(node.left, scope)} == {writer.text(node.right, scope)})"


def indicator(writer: Writer, node: Any, scope: Scope) -> str:
    return f"{relation(writer, node.relation, scope)} * 1.0"


def big(writer: Writer, node: Any, scope: Scope) -> str:
    """sum(… for i in range(1, n + 1))."""
    from symbolic.crosscheck.numpy_text.calculus import terms

    inner, loops, inside = scope, [], writer
    for bound in node.bounds:
        first, last = index_range(bound.index, node.body, inner) if None in (bound.lower, bound.upper) else (0, 0)
        low = str(first) if bound.lower is None else inside.text(bound.lower, inner)
        high = str(last) if bound.upper is None else inside.text(bound.upper, inner)
        if "inf" in high:
            high = str(terms(inside, node, bound, scope))
        stop = str(int(high) + 1) if high.isdigit() else f"{_whole(high)} + 1"
        loops.append(f"for {identifier(bound.index)} in range({_whole(low)}, {stop})")
        start = writer.shape(bound.lower, inner) if bound.lower is not None else scalar(float(first))
        inner = inner.local({bound.index: start})
        inside = inside.binding([bound.index])
    kept = "".join(f" if {relation(inside, b.condition, inner)}" for b in node.bounds if b.condition is not None)
    for bound in node.bounds:
        if bound.condition is not None:
            truth(bound.condition, inner)
    over = f"{inside.text(node.body, inner)} {' '.join(loops)}{kept}"
    return f"sum({over})" if node.operator == "∑" else f"np.prod([{over}], axis=0)"


def _whole(text: str) -> str:
    return text if text.isdigit() else f"int({text})" if any(sign in text for sign in "/.") else text


def matrix(writer: Writer, node: Any, scope: Scope) -> str:
    values = [[writer.shape(item, scope) for item in row] for row in node.rows]
    rows = [[writer.text(item, scope) for item in row] for row in node.rows]
    if any(value.rank for row in values for value in row):
        if all(len(row) == 1 and row[0].rank == 1 for row in values):
            return f"np.concatenate([{', '.join(row[0] for row in rows)}])"
        raise NoLine("a matrix of blocks")
    if len(rows) == 1 or len(rows[0]) == 1:
        return f"np.array([{', '.join(item for row in rows for item in row)}])"
    return f"np.array([{', '.join('[' + ', '.join(row) + ']' for row in rows)}])"


def listing(writer: Writer, node: Any, scope: Scope) -> str:
    return f"np.array([{', '.join(writer.text(item, scope) for item in node.items)}])"


def cases(writer: Writer, node: Any, scope: Scope) -> str:
    text = "np.nan"
    for value, condition in reversed(node.branches):
        branch = bracketed(writer.text(value, scope))
        text = branch if condition is None else f"({branch} if {relation(writer, condition, scope)} else {text})"
    return text
