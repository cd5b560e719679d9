"""What the moments and laws of a given imply of the names that they are: no law has a covariance that is not symmetric.

A declared matrix that stands as a covariance is symmetric and positive semidefinite, a declared real that stands as a
variance is not negative, one that stands as the mean of what is positive, or of what lies in an interval, is so too.
What is made of names (2S, A + B) implies nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symbolic.given.laws import BY_NAME
from symbolic.language.symbols import Law, Sentence, Symbol, Table
from symbolic.notation.tree import Component, Name, Node, names

#: Moments whose matrices are symmetric and positive semidefinite, and whose scalars are not negative.
SQUARES = frozenset({"variance", "covariance", "second moment", "standard deviation", "fourth moment"})

_SIGNED = frozenset({"positive", "negative", "nonnegative", "nonpositive"})


def imply(table: Table) -> None:
    """Add to the symbols of the table what their places imply."""
    for node, sentence in _squares(table):
        array = node.array if isinstance(node, Component) else node
        symbol = table.symbols.get(array.id) if isinstance(array, Name) else None
        if symbol is None or symbol.random or symbol.name in table.definitions:
            continue
        signs = _implied(symbol, isinstance(node, Component))
        if signs:
            facts = {**dict.fromkeys(signs, sentence), **symbol.facts}
            table.symbols[symbol.name] = replace(symbol, signs=symbol.signs | signs, facts=facts)
    for random in [symbol for symbol in table.symbols.values() if symbol.random and "mean" in symbol.moments]:
        _imply_mean(random, table)


def _imply_mean(random: Symbol, table: Table) -> None:
    """A mean lies where the outcomes lie."""
    node, sentence = random.moments["mean"], random.facts.get("mean")
    symbol = table.symbols.get(node.id) if isinstance(node, Name) else None
    if symbol is None or sentence is None or symbol.random or symbol.name in table.definitions:
        return
    if symbol.kind == "scalar" and symbol.domain == "real" and not (symbol.signs & _SIGNED or symbol.bounds):
        signs, named = random.signs & _SIGNED, set().union(*(names(end) for _, end in random.bounds))
        if any(name not in table.symbols or table.symbols[name].random for name in named):
            return
        facts = {**dict.fromkeys(signs, sentence), **symbol.facts}
        table.symbols[symbol.name] = replace(symbol, signs=symbol.signs | signs, bounds=random.bounds, facts=facts)


def _implied(symbol: Symbol, entry: bool) -> frozenset[str]:
    if symbol.kind == "matrix" and (not entry or symbol.family is not None) and "positive definite" not in symbol.signs:
        square = len(symbol.shape) == 2 and symbol.shape[0] == symbol.shape[1]
        return frozenset({"symmetric", "positive semidefinite"} if square else ()) - symbol.signs
    if symbol.kind == "scalar" and symbol.domain == "real" and not (symbol.signs & _SIGNED or symbol.bounds):
        return frozenset({"nonnegative"})
    return frozenset()


def _squares(table: Table) -> Iterator[tuple[Node, Sentence]]:
    """What stands as a covariance or variance, with the sentence that says so."""
    for symbol in list(table.symbols.values()):
        yield from _of_moments(symbol.moments, symbol.facts)
        if symbol.law is not None:
            yield from ((node, symbol.facts["law"]) for node in _of_law(symbol.law))
    for relation in table.relations:
        yield from _of_moments(relation.moments, dict.fromkeys(relation.moments, relation.sentence))


def _of_moments(moments: Mapping[str, Node], facts: Mapping[str, Sentence]) -> Iterator[tuple[Node, Sentence]]:
    yield from ((node, facts[which]) for which, node in moments.items() if which in SQUARES and which in facts)


def _of_law(law: Law) -> Iterator[Node]:
    form = BY_NAME.get(law.name)
    if form is not None:
        parts = zip(form.parameters, law.parameters, strict=False)
        yield from (node for parameter, node in parts if parameter.domain == "spd matrix")
