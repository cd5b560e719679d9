"""Lemmas at work: what one says equal is put for what it is equal to, and told where a given believes it."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree as t
from symbolic.notation.renaming import renamed
from symbolic.verdict import Verdict

if TYPE_CHECKING:
    from symbolic.api import Given

#: What changes when only values are equal: no lemma is used in it.
CLOSED = (t.Derivative, t.Gradient, t.Prime)

#: Replacements in one claim, at most.
MOST = 50

Bounds = dict[str, t.Bound | None]


def believed(given: Given, chain: t.Chain, verdict: Verdict) -> Verdict:
    """The verdict on a claim where the given believes lemmas: proved by them, or not refuted against them."""
    if verdict.verdict == "proved":
        return verdict
    bare = copy(given)
    bare.table = replace(given.table, lemmas=[])
    lemmas = [(lemma.name, lemma.claim) for lemma in given.table.lemmas]
    equations = [(name, claim) for name, claim in lemmas if all(sign == "=" for sign, _ in claim.links)]
    other, used = rewritten(chain, equations, given.table)
    by = bare.judge(other) if used else None
    if by is not None and by.verdict == "proved":
        return replace(by, read_as=given.plain(chain), lemmas=list(used))
    near = [(name, claim) for name, claim in lemmas if t.names(claim) & t.names(chain)]
    against = [name for name, claim in near if bare.judge(claim).verdict not in ("proved", "checked")]
    if verdict.verdict != "refuted" or not against:
        return verdict
    note = f"refuted only where {', '.join(against)} may fail, which the given believes"
    links = [replace(link, verdict="undecided") if link.verdict == "refuted" else link for link in verdict.links]
    return Verdict("undecided", verdict.read_as, links, verdict.uses, note=note)


def rewritten(chain: t.Chain, lemmas: list[tuple[str, t.Chain]], table: Table) -> tuple[t.Chain, tuple[str, ...]]:
    """The chain with the right end of each lemma in the place of its other members, and the lemmas that it took."""
    used: list[str] = []
    tree: t.Node = chain
    for name, lemma in lemmas:
        rewriting = _Rewriting(lemma, table)
        tree = rewriting.over(tree, {})
        if rewriting.count:
            used.append(name)
    assert isinstance(tree, t.Chain)
    return tree, tuple(used)


@dataclass
class _Rewriting:
    """One lemma used from the root down; its free indices stand for any index of the same range."""

    lemma: t.Chain
    table: Table
    count: int = 0

    def over(self, node: t.Node, bounds: Bounds) -> t.Node:
        if isinstance(node, CLOSED) or self.count >= MOST:
            return node
        members = (self.lemma.first, *(member for _, member in self.lemma.links))
        for member in members[:-1]:
            taken: dict[str, t.Node] = {}
            trivial = isinstance(member, t.Number | t.Name)
            if not trivial and self._fits(member, node, bounds, taken) and _free(members[-1], bounds, taken):
                self.count += 1
                return _put(members[-1], taken)
        return t.rebuild(node, lambda child: self.over(child, {**bounds, **_bound(node)}))

    def _fits(self, pattern: t.Node, node: t.Node, bounds: Bounds, taken: dict[str, t.Node]) -> bool:
        """Is the node the pattern, with indices for the pattern's own free ones?"""
        if isinstance(pattern, t.Name):
            own = self.table.symbols.get(pattern.id)
            if own is not None and own.kind == "index":
                return self._ranges(own, node, bounds) and taken.setdefault(pattern.id, node) == node
            return pattern == node and pattern.id not in bounds
        if type(pattern) is not type(node):
            return False
        if _bound(pattern):
            return renamed(pattern) == renamed(node) and not _outer(node) & bounds.keys()
        return all(
            self._fits_value(getattr(pattern, item.name), getattr(node, item.name), bounds, taken)
            for item in fields(pattern)
            if item.compare
        )

    def _fits_value(self, pattern: object, value: object, bounds: Bounds, taken: dict[str, t.Node]) -> bool:
        if isinstance(pattern, t.Node):
            return isinstance(value, t.Node) and self._fits(pattern, value, bounds, taken)
        if isinstance(pattern, tuple) and isinstance(value, tuple):
            pairs = list(zip(pattern, value, strict=False))
            return len(pattern) == len(value) and all(self._fits_value(*pair, bounds, taken) for pair in pairs)
        return pattern == value

    def _ranges(self, own: Symbol, node: t.Node, bounds: Bounds) -> bool:
        """Does the node run over no more than the index of the lemma?"""
        if not isinstance(node, t.Name):
            return False
        bound = bounds.get(node.id)
        if node.id in bounds:
            span = own.span
            return bound is not None and span is not None and (bound.lower, bound.upper) in (span, (None, None))
        symbol = self.table.symbols.get(node.id)
        return symbol is not None and symbol.kind == "index" and symbol.span == own.span


def _bound(node: t.Node) -> Bounds:
    """The names that a node binds in what is below it, with the ranges of indices."""
    if isinstance(node, t.Big):
        return {bound.index: None if bound.condition else bound for bound in node.bounds}
    if isinstance(node, t.Integral):
        return {node.variable: None}
    if isinstance(node, t.Limit | t.Optimum):
        return dict.fromkeys(t.names(node.variable))
    return {}


def _outer(node: t.Node) -> set[str]:
    """The names of a node that nothing in it binds."""
    return {name for name in t.names(renamed(node)) if not name.startswith("#")}


def _free(node: t.Node, bounds: Bounds, taken: dict[str, t.Node]) -> bool:
    """May the right end stand here: is no name of it caught by a binder, there or in itself?"""
    inner = {name for part in t.walk(node) for name in _bound(part)}
    found = {name for index in taken.values() for name in t.names(index)}
    return not inner & found and not (_outer(node) - taken.keys()) & bounds.keys()


def _put(node: t.Node, taken: dict[str, t.Node]) -> t.Node:
    """The right end of a lemma with the indices that were found."""
    if isinstance(node, t.Name):
        return taken.get(node.id, node)
    return t.rebuild(node, lambda child: _put(child, taken))

