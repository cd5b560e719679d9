"""The form of a derivation rule, and letters for the indices that rules introduce."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic.language.symbols import Table
from symbolic.notation import tree


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
