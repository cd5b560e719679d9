"""The form of a derivation rule, letters for the indices that rules introduce, and the rule that works things out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic.language.symbols import Table
from symbolic.notation import tree

#: What is worked out by more than collecting and cancelling.
DEEPER = (tree.Operator, tree.Limit, tree.Derivative, tree.Gradient, tree.Integral, tree.Optimum)


@dataclass(frozen=True)
class StepRule:
    """name, the identity in words and in LaTeX, and the rewriting of one node (None where it does not apply).

    An `innermost` rule works from the inside out, one node a step.
    """

    name: str
    text: str
    latex: str
    rewrite: Callable[[tree.Node, Table], tree.Node | None]
    innermost: bool = False


def free_letter(node: tree.Node, table: Table) -> str:
    """An index letter that neither the node nor the given uses."""
    bound = {each.index for part in tree.walk(node) if isinstance(part, tree.Big) for each in part.bounds}
    used = tree.names(node) | bound
    letters: list[str] = [*"ijklmrst", *(f"{letter}'" for letter in "ijklmrst")]
    return next(letter for letter in letters if letter not in used and not table.knows(letter))


def arithmetic(node: tree.Node, table: Table) -> tree.Node | None:
    """An expression worked out where that is shorter."""
    from symbolic.derive import right_value
    from symbolic.lifting.lift import length

    if isinstance(node, tree.Name | tree.Number | tree.Component | tree.Chain):
        return None
    if any(isinstance(part, DEEPER) for part in tree.walk(node)):
        return None
    after = right_value(node, table)
    return after if after is not None and length(after) < length(node) else None
