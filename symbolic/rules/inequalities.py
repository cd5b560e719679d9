"""Upper bounds that hold for every law: each rule turns a side into a larger expression that the algebra can compare.

A rule proposes (bound, what must hold besides); the side conditions are decided like any other relation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symbolic.notation import tree
from symbolic.verdict import Reason

Condition = tuple[tree.Node, str, tree.Node]
Proposal = tuple[tree.Node, tuple[Condition, ...]]
ZERO = tree.Number("0")


@dataclass(frozen=True)
class BoundRule:
    """name, the inequality in words and LaTeX, its source, and how it bounds a node (None where it does not apply)."""

    name: str
    text: str
    latex: str
    source: str
    propose: Callable[[tree.Node], Proposal | None]


def _tail(node: tree.Node) -> tuple[tree.Node, tree.Node] | None:
    """(Y, c) of P(Y ≥ c), P(Y > c), P(c ≤ Y), P(c < Y)."""
    if not isinstance(node, tree.Operator) or node.kind != "P" or node.condition is not None:
        return None
    event = node.arguments[0]
    if len(node.arguments) != 1 or not isinstance(event, tree.Chain) or len(event.links) != 1:
        return None
    ((relation, right),) = event.links
    if relation in ("≥", ">"):
        return event.first, right
    return (right, event.first) if relation in ("≤", "<") else None


def chebyshev(node: tree.Node) -> Proposal | None:
    """P(|Y| ≥ c) ≤ E[Y²]/c² for c > 0."""
    found = _tail(node)
    if found is None or not isinstance(found[0], tree.Absolute):
        return None
    two = tree.Number("2")
    second = tree.Operator("E", (tree.Power(found[0].argument, two),))
    return tree.Quotient(second, tree.Power(found[1], two)), ((found[1], ">", ZERO),)


def markov(node: tree.Node) -> Proposal | None:
    """P(Y ≥ c) ≤ E[Y]/c for Y ≥ 0 and c > 0."""
    found = _tail(node)
    if found is None:
        return None
    bound = tree.Quotient(tree.Operator("E", (found[0],)), found[1])
    return bound, ((found[1], ">", ZERO), (found[0], "≥", ZERO))


def proposals(node: tree.Node) -> Iterator[tuple[tree.Node, tuple[Condition, ...], Reason]]:
    """Every larger expression that a rule offers for a node."""
    for rule in BOUNDS:
        found = rule.propose(node)
        if found is not None:
            yield (*found, Reason(rule.name, rule.text))


BOUNDS: tuple[BoundRule, ...] = (
    BoundRule("Chebyshev", "a tail is at most the second moment over the squared threshold",
              r"P(|Y|\ge c)\le\frac{\mathbb{E}[Y^2]}{c^2}", "Chebyshev 1867", chebyshev),
    BoundRule("Markov", "the tail of a nonnegative quantity is at most its mean over the threshold",
              r"P(Y\ge c)\le\frac{\mathbb{E}[Y]}{c}", "Markov 1884", markov),
)  # fmt: skip
