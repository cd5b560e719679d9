"""Which sentence a claim lacks: candidates that the given could have said, tried one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from symbolic.given import queries
from symbolic.language.symbols import Law, Relation, Sentence, Symbol, Table
from symbolic.notation import tree

#: Candidates that are tried before the search ends.
MOST = 16

Holds = Callable[[Table], bool]


def saving_sentence(claim: tree.Node, table: Table, holds: Holds) -> str | None:
    """The first sentence that, added to the given, makes the claim hold; None when no single one does.

    holds(table) says whether the claim holds under a given; both witnesses may be asked.
    """
    for place, (sentence, trial) in enumerate(candidates(claim, table)):
        if place == MOST:
            return None
        if holds(trial):
            return sentence
    return None


def candidates(claim: tree.Node, table: Table) -> Iterator[tuple[str, Table]]:
    """Sentences about the claim's names, the likeliest first: independence, components, laws, properties."""
    from symbolic.crosscheck.dependencies import is_random, mentioned

    reached = mentioned(claim, table)
    random = [name for name in table.symbols if name in reached and is_random(name, table)]
    yield from _independence(random, table)
    yield from _components([table.symbols[name] for name in random], table)
    yield from _laws([table.symbols[name] for name in random], table)
    yield from _properties(claim, table)


def spelled(name: str) -> str:
    from symbolic.notation.names import unicode_name

    return unicode_name(name)


def _independence(names: list[str], table: Table) -> Iterator[tuple[str, Table]]:
    for a, b in combinations(names, 2):
        if queries.independent(table, a, b) is None:
            said = f"{spelled(a)}, {spelled(b)} : independent"
            relation = Relation("independent", (a, b), sentence=Sentence(said))
            kept = [r for r in table.relations if not (r.kind in ("uncorrelated",) and {*r.names} == {a, b})]
            yield said, replace(table, relations=[*kept, relation])


def _components(symbols: list[Symbol], table: Table) -> Iterator[tuple[str, Table]]:
    """iid, independent, uncorrelated: of names that one sentence declared together first, then of each alone."""
    for field, word in (("members", ""), ("components", " components")):
        axis = [s for s in symbols if (s.family if field == "members" else s.shape)]
        for said in ("iid", "independent", "uncorrelated"):
            weaker = [s for s in axis if getattr(s, field) in _WEAKER[said]]
            for group in _together(weaker):
                sentence = f"{', '.join(spelled(s.name) for s in group)} : {said}{'' if said == 'iid' else word}"
                changed = {s.name: _related(s, field, said, sentence) for s in group}
                yield sentence, replace(table, symbols={**table.symbols, **changed})


def _related(symbol: Symbol, field: str, said: str, sentence: str) -> Symbol:
    facts = {**symbol.facts, field: Sentence(sentence)}
    if field == "members":
        return replace(symbol, members=said, facts=facts)
    return replace(symbol, components=said, facts=facts)


_WEAKER: dict[str, tuple[str | None, ...]] = {
    "iid": (None, "independent", "uncorrelated"), "independent": (None, "uncorrelated"), "uncorrelated": (None,),
}  # fmt: skip


def _together(symbols: list[Symbol]) -> list[list[Symbol]]:
    """The symbols that share a declaration, as groups; then each by itself."""
    groups: dict[Sentence | None, list[Symbol]] = {}
    for symbol in symbols:
        groups.setdefault(symbol.facts.get("kind"), []).append(symbol)
    several = [group for group in groups.values() if len(group) > 1]
    return several + [[symbol] for symbol in symbols]


def _laws(symbols: list[Symbol], table: Table) -> Iterator[tuple[str, Table]]:
    for symbol in symbols:
        if symbol.law is not None:
            continue
        if "mean" not in symbol.moments:
            yield _with(symbol, "mean 0", table, moments={**symbol.moments, "mean": tree.Number("0")})
        if "symmetric law" not in symbol.signs:
            yield _with(symbol, "symmetric law", table, signs=symbol.signs | {"symmetric law"})
        if {"variance", "covariance", "standard deviation"} & symbol.moments.keys():
            yield _with(symbol, "normal", table, law=Law("normal"))


def _with(symbol: Symbol, said: str, table: Table, **changes: object) -> tuple[str, Table]:
    sentence = f"{spelled(symbol.name)} : {said}"
    facts = {**symbol.facts, said.split()[0]: Sentence(sentence), "law": Sentence(sentence)}
    changed = replace(symbol, **changes, facts=facts)  # type: ignore[arg-type]
    return sentence, replace(table, symbols={**table.symbols, symbol.name: changed})


def _properties(claim: tree.Node, table: Table) -> Iterator[tuple[str, Table]]:
    """A unique maximum, a symmetric matrix, a positive number."""
    from symbolic.crosscheck.dependencies import mentioned

    limits = any(isinstance(part, tree.Limit) for part in tree.walk(claim))
    for name in sorted(mentioned(claim, table)):
        symbol = table.symbols.get(name)
        if symbol is None or symbol.random or name in table.definitions:
            continue
        if symbol.kind == "vector" and symbol.maximum_at is None and limits:
            place = tree.Number("1")
            yield _with(symbol, "unique maximum at 1", table, maximum_at=place, signs=symbol.signs | {"unique maximum"})
        square = symbol.kind == "matrix" and len(symbol.shape) == 2 and symbol.shape[0] == symbol.shape[1]
        if square and not symbol.signs & {"symmetric", "diagonal", "positive definite"}:
            yield _with(symbol, "symmetric", table, signs=symbol.signs | {"symmetric"})
        if symbol.kind == "scalar" and not symbol.signs & {"positive", "negative"} and symbol.domain == "real":
            yield _with(symbol, "positive", table, signs=symbol.signs | {"positive"})
