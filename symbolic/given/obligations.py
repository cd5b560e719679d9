"""Where a definition makes sense: denominators that must not vanish, arguments of log and √ that must have a sign.

What certain signs settle is left out; the rest is for experiments to try wherever the given allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symbolic.given.constants import constant, table_sign
from symbolic.given.substitution import free_names
from symbolic.language.symbols import Definition, Sentence, Table
from symbolic.notation import tree
from symbolic.notation.tree import Chain, Node, Number

ZERO = Number("0")


@dataclass(frozen=True)
class Obligation:
    """The definition of `name` needs `condition` wherever the given allows."""

    name: str
    condition: Chain
    sentence: Sentence


def obligations(table: Table) -> list[Obligation]:
    """Every condition that the definitions need and that signs alone do not settle."""
    return [
        Obligation(definition.name, condition, definition.sentence)
        for definition in table.definitions.values()
        for condition in dict.fromkeys(_conditions(table, definition))
    ]


def _conditions(table: Table, definition: Definition) -> Iterator[Chain]:
    local = {*definition.parameters, *(name for index in definition.indices for name in tree.names(index))}
    for node in tree.walk(definition.body):
        for part, relation in _needs(node):
            sign = table_sign(table, part)
            settled = sign == 1 or (relation == "≠" and sign == -1) or (relation == "≥" and sign == 0)
            if not settled and free_names(part) <= table.symbols.keys() - local:
                yield Chain(part, ((relation, ZERO),))


def _needs(node: Node) -> Iterator[tuple[Node, str]]:
    """(part, relation to 0) that a node needs to have a real value."""
    if isinstance(node, tree.Quotient):
        yield node.denominator, "≠"
    elif isinstance(node, tree.Power):
        exponent = constant(node.exponent)
        if exponent is not None and exponent < 0:
            yield node.base, "≠"
    elif isinstance(node, tree.Root) and node.degree is None:
        yield node.radicand, "≥"
    elif isinstance(node, tree.Call) and node.function == tree.Name("log"):
        yield node.arguments[0], ">"
