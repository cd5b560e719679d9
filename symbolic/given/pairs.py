"""∑_{i≠j} a_i a_j over both indices, where a given declares them and nothing else in a claim is free at the second.

A condition binds its first name and those that are new.  A declared index beside it stays free (∑_{j≠i} w_{ij} = s_i),
unless the sum alone speaks of it and it comes later in the alphabet, as pairs are written: i ≠ j, k < l.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic.given.substitution import free_names
from symbolic.language.symbols import Table
from symbolic.notation import tree as t

#: Relations between two indices of one sum.
_APART = frozenset({"<", "≤", "≠"})


def paired(claim: t.Chain, table: Table) -> t.Chain:
    """The claim with every such index bound."""
    for big in [node for node in t.walk(claim) if isinstance(node, t.Big)]:
        for name in _candidates(big, table):
            outside = _with_hole(claim, big)
            if name in free_names(claim) and name not in free_names(outside):
                bound = replace(big, bounds=(t.Bound(name), *big.bounds))
                changed = _replaced(claim, big, bound)
                assert isinstance(changed, t.Chain)
                return paired(changed, table)
    return claim


def _candidates(big: t.Big, table: Table) -> Iterator[str]:
    """Declared indices beside the bound ones in a condition, that the body holds or that are bounded on both sides."""
    bound = {each.index for each in big.bounds}
    for each in big.bounds:
        condition = each.condition
        if not isinstance(condition, t.Chain) or any(relation not in _APART for relation, _ in condition.links):
            continue
        members = [condition.first, *(right for _, right in condition.links)]
        for place, member in enumerate(members):
            if not isinstance(member, t.Name) or member.id <= max(bound) or not _is_index(member.id, table):
                continue
            if member.id in t.names(big.body) or 0 < place < len(members) - 1:
                yield member.id


def _is_index(name: str, table: Table) -> bool:
    declared = table.symbol(name)
    return declared is not None and declared.kind == "index"


def _with_hole(node: t.Node, big: t.Big) -> t.Node:
    return _replaced(node, big, t.Number("1"))


def _replaced(node: t.Node, old: t.Node, new: t.Node) -> t.Node:
    return new if node is old else t.rebuild(node, lambda part: _replaced(part, old, new))
