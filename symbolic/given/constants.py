"""The value of a constant tree: exact rational where it is one, else None."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from symbolic.language.symbols import Table
from symbolic.notation.tree import Add, Name, Negative, Node, Number, Power, Product, Quotient, Root

_LIMIT = 10**30


def constant(node: Node, depth: int = 0) -> Fraction | None:
    """The rational that a tree of numbers is; None when it holds a name, is not rational, or is out of reach.

    >>> constant(Quotient(Number("1"), Number("3")))
    Fraction(1, 3)
    """
    if depth > 40:
        return None
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Negative):
        inner = constant(node.argument, depth + 1)
        return None if inner is None else -inner
    if isinstance(node, Add | Product):
        return _folded(node, depth)
    if isinstance(node, Quotient):
        top, bottom = constant(node.numerator, depth + 1), constant(node.denominator, depth + 1)
        return top / bottom if top is not None and bottom else None
    if isinstance(node, Power):
        return _power(constant(node.base, depth + 1), constant(node.exponent, depth + 1))
    return None


def _folded(node: Add | Product, depth: int) -> Fraction | None:
    parts = [constant(part, depth + 1) for part in (node.terms if isinstance(node, Add) else node.factors)]
    result = Fraction(0 if isinstance(node, Add) else 1)
    for part in parts:
        if part is None:
            return None
        result = result + part if isinstance(node, Add) else result * part
        if max(abs(result.numerator), result.denominator) > _LIMIT:
            return None
    return result


def _power(base: Fraction | None, exponent: Fraction | None) -> Fraction | None:
    if base is None or exponent is None or exponent.denominator != 1 or abs(exponent) > 64:
        return None
    if (base == 0 and exponent < 0) or max(abs(base.numerator), base.denominator) > 10**6:
        return None
    return base ** int(exponent)


def certain_sign(node: Node) -> int | None:
    """-1, 0 or 1 when the sign of a tree is certain whatever its names are."""
    return _sign(node, lambda name: {"π": 1, "e": 1, "∞": 1}.get(name), 0)


def table_sign(table: Table, node: Node) -> int | None:
    """The sign of a tree, -1, 0 or 1, when what the table says of its names makes it certain."""

    def known(name: str) -> int | None:
        symbol = table.symbols.get(name)
        if symbol is None:
            return {"π": 1, "e": 1, "∞": 1}.get(name)
        positive = "positive" in symbol.signs or symbol.kind == "dimension"
        return 1 if positive else -1 if "negative" in symbol.signs else None

    return _sign(node, known, 0)


def _sign(node: Node, known: Callable[[str], int | None], depth: int) -> int | None:
    value = constant(node)
    if value is not None:
        return (value > 0) - (value < 0)
    if depth > 40:
        return None
    if isinstance(node, Name):
        return known(node.id)
    if isinstance(node, Negative):
        inner = _sign(node.argument, known, depth + 1)
        return None if inner is None else -inner
    if isinstance(node, Add):
        signs = {_sign(term, known, depth + 1) for term in node.terms}
        return signs.pop() if len(signs) == 1 else None
    if isinstance(node, Product):
        return _times(_sign(factor, known, depth + 1) for factor in node.factors)
    if isinstance(node, Quotient):
        return _times((_sign(node.numerator, known, depth + 1), _sign(node.denominator, known, depth + 1)))
    if isinstance(node, Root) and node.degree is None:
        return 1 if _sign(node.radicand, known, depth + 1) == 1 else None
    if isinstance(node, Power):
        base, exponent = _sign(node.base, known, depth + 1), constant(node.exponent)
        even = exponent is not None and exponent.denominator == 1 and exponent % 2 == 0
        return 1 if base == 1 or (base and even) else None
    return None


def _times(signs: Iterable[int | None]) -> int | None:
    result = 1
    for sign in signs:
        if sign is None:
            return None
        result *= sign
    return result
