"""The table of rules for derivations as people write them: each proposes a rewriting of one node of a tree.

A rule is data: its name, the identity in words and in LaTeX, and how it rewrites a node (None where it does not apply).
Whether a proposal holds under the given is decided by the normal form, so a rule states its identity and nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.rules.step_arrays import GRADIENT_RULES
from symbolic.rules.step_derivatives import DERIVATIVE_RULES
from symbolic.rules.step_moments import MOMENT_RULES
from symbolic.rules.step_rule import StepRule, arithmetic


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
    *MOMENT_RULES,
    *GRADIENT_RULES,
    *DERIVATIVE_RULES,
    StepRule("arithmetic", "collect and cancel", "", arithmetic, innermost=True),
)
