"""The near formula that a function computes instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from symbolic.given.substitution import substitute
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.slips import Slip, slips

#: Near formulas that are tried, and the work that may be spent on them.
MOST, WORK = 500, 200_000

#: Greatest number in a simple fraction, and how close a ratio must come to it.
SIMPLE, CLOSE = 64, 1e-9


def nearest(
    formula: tree.Node,
    table: Table,
    fits: Callable[[tree.Node], bool],
    spent: Callable[[], int],
    factor: tree.Node | None = None,
) -> Slip | None:
    """The first slip of the formula that fits, then its multiple by a factor that its values have at one place; else
    None."""
    start = spent()
    for tried, slip in enumerate(_slips(formula, table)):
        if tried >= MOST or spent() - start > WORK:
            break
        if fits(slip.node):
            return slip
    if factor is not None:
        multiple = Slip("another constant factor", tree.Product((factor, formula)))
        return multiple if fits(multiple.node) else None
    return None


def constant_ratio(value: Any, wanted: Any) -> tree.Node | None:
    """The simple fraction, or root of one, that every entry of `value` is of `wanted`; None where there is none.

    >>> constant_ratio([1.0, 2.0], [3.0, 6.0]) == tree.Quotient(tree.Number("1"), tree.Number("3"))
    True
    """
    try:
        ratios = np.asarray(value, dtype=float) / np.asarray(wanted, dtype=float)
    except (TypeError, ValueError):
        return None
    if not ratios.size or not np.all(np.isfinite(ratios)) or np.ptp(ratios) > CLOSE * abs(ratios.flat[0]):
        return None
    ratio = float(ratios.flat[0])
    found = _fraction(abs(ratio))
    if found is None and (square := _fraction(ratio * ratio)) is not None:
        found = tree.Root(square)
    return tree.Negative(found) if found is not None and ratio < 0 else found


def _fraction(number: float) -> tree.Node | None:
    close = Fraction(number).limit_denominator(SIMPLE)
    if not close or close.numerator > SIMPLE or abs(float(close) / number - 1) > CLOSE:
        return None
    above = tree.Number(str(close.numerator))
    return above if close.denominator == 1 else tree.Quotient(above, tree.Number(str(close.denominator)))


def _slips(formula: tree.Node, table: Table) -> Iterator[Slip]:
    """The slips of the formula as it stands, then with its definitions written out."""
    yield from slips(formula, table)
    written = opened(formula, table)
    if written != formula:
        yield from slips(written, table)


def opened(node: tree.Node, table: Table) -> tree.Node:
    """The tree with every name that is defined as a whole, or component by component, replaced by what it is."""
    array = node.array if isinstance(node, tree.Component) else node
    found = table.definitions.get(array.id) if isinstance(array, tree.Name) else None
    if found is not None and not (found.parameters or found.recurrent):
        own = [index.id for index in found.indices if isinstance(index, tree.Name)]
        given = node.indices if isinstance(node, tree.Component) else ()
        if len(own) == len(found.indices) == len(given):
            return opened(substitute(found.body, dict(zip(own, given, strict=True))), table)
    return tree.rebuild(node, lambda part: opened(part, table))
