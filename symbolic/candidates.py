"""Sentences that a given could have said of a claim's names, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from symbolic.given import queries
from symbolic.language.symbols import Sentence, Symbol, Table
from symbolic.notation import tree

#: How many names of a kind are looked at, and how long a value taken from the claim may be.
NAMES, LONGEST = 6, 24

#: What is weaker than a word about components or members, so that the word adds to it.
_WEAKER: dict[str, tuple[str | None, ...]] = {
    "iid": (None, "independent", "uncorrelated"), "independent": (None, "uncorrelated"), "uncorrelated": (None,),
}  # fmt: skip

#: (what is said, the moments and signs that already say it or more), in the order in which they are tried
_SHAPES: tuple[tuple[str, frozenset[str]], ...] = (
    ("symmetric law", frozenset({"symmetric law"})),
    ("third moment 0", frozenset({"third moment", "symmetric law"})),
    ("excess kurtosis 0", frozenset({"excess kurtosis", "fourth moment"})),
)

#: Properties by the kind of what is not random, each with the signs that already say it or more.
_PROPERTIES: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "matrix": (
        ("symmetric", frozenset({"symmetric", "diagonal", "positive definite"})),
        ("orthogonal", frozenset({"orthogonal"})),
        ("diagonal", frozenset({"diagonal"})),
        ("positive definite", frozenset({"positive definite"})),
        ("invertible", frozenset({"invertible", "positive definite", "orthogonal"})),
    ),
    "vector": (
        ("unit norm", frozenset({"unit norm", "one-hot"})),
        ("sums to 1", frozenset({"sums to 1", "one-hot"})),
        ("nonnegative", frozenset({"positive", "nonnegative"})),
        ("positive", frozenset({"positive"})),
        ("one-hot", frozenset({"one-hot"})),
    ),
    "scalar": (
        ("nonnegative", frozenset({"positive", "nonnegative", "negative"})),
        ("positive", frozenset({"positive", "negative"})),
        ("negative", frozenset({"positive", "negative", "nonnegative"})),
        ("nonzero", frozenset({"positive", "negative", "nonzero"})),
        ("in (0, 1)", frozenset({"negative", "nonpositive"})),
    ),
}


def candidates(claim: tree.Node, table: Table, reported: Iterable[str] = ()) -> Iterator[str]:
    """Sentences about the claim's names: independence, components, moments, laws, indices, properties.

    reported  what the rules said is missing: behind the independence of whole names, which is forgotten most often
    """
    from symbolic.crosscheck.dependencies import is_random, mentioned

    reached = mentioned(claim, table)
    names = [name for name in table.symbols if name in reached and name not in table.definitions]
    random = [table.symbols[name] for name in names if is_random(name, table)][:NAMES]
    fixed = [table.symbols[name] for name in names if not table.symbols[name].random]
    yield from _apart(random, table)
    yield from reported
    yield from _components(random)
    yield from _moments(random, _values(claim, table))
    yield from _laws(random)
    yield from _indices(fixed)
    yield from _properties(fixed, limits=any(isinstance(part, tree.Limit) for part in tree.walk(claim)))


def _said(symbols: list[Symbol], said: str) -> str:
    from symbolic.notation.names import unicode_name

    return f"{', '.join(unicode_name(symbol.name) for symbol in symbols)} : {said}"


def _apart(symbols: list[Symbol], table: Table) -> Iterator[str]:
    """Independent: each pair, then all together."""
    for one, other in combinations(symbols, 2):
        if queries.independent(table, one.name, other.name) is None:
            yield _said([one, other], "independent")
    if len(symbols) > 2:
        yield _said(symbols, "independent")


def _components(symbols: list[Symbol]) -> Iterator[str]:
    """iid, independent, uncorrelated: of names that one sentence declared together first, then of each alone."""
    for field, tail in (("members", " members"), ("components", " components")):
        axis = [symbol for symbol in symbols if (symbol.family if field == "members" else symbol.shape)]
        for said, weaker in _WEAKER.items():
            for group in _together([symbol for symbol in axis if getattr(symbol, field) in weaker]):
                plain = said == "iid" and not all(symbol.family and symbol.shape for symbol in group)
                yield _said(group, said if plain else said + tail)


def _together(symbols: list[Symbol]) -> list[list[Symbol]]:
    """The symbols that share a declaration, as groups; then each by itself."""
    groups: dict[Sentence | None, list[Symbol]] = {}
    for symbol in symbols:
        groups.setdefault(symbol.facts.get("kind"), []).append(symbol)
    several = [group for group in groups.values() if len(group) > 1]
    return several + [[symbol] for symbol in symbols]


def _open(symbols: list[Symbol]) -> list[Symbol]:
    """Those of no stated law."""
    return [symbol for symbol in symbols if symbol.law is None or symbol.law.name == "normal"]


def _moments(symbols: list[Symbol], values: list[str]) -> Iterator[str]:
    """Mean, variance and second moment where they are open: 0 and 1, then the values that the claim names."""
    free = _open(symbols)
    centred = [symbol for symbol in free if not symbol.moments.keys() & {"mean", "second moment"}]
    spread = [s for s in free if not s.moments.keys() & {"variance", "covariance", "standard deviation"}]
    raw = [symbol for symbol in spread if "second moment" not in symbol.moments]
    for moment, lacking, usual in (("mean", centred, "0"), ("variance", raw, "1"), ("second moment", raw, "1")):
        for value in dict.fromkeys((usual, *values)):
            groups = sorted(_together(lacking), key=len)
            yield from (_said(group, f"{moment} {value}") for group in groups)


def _values(claim: tree.Node, table: Table) -> list[str]:
    """The sides of the claim that are plain numbers or parameters, as a given would say them."""
    from symbolic.notation import plain

    sides = [claim.first, *(side for _, side in claim.links)] if isinstance(claim, tree.Chain) else []
    found = [plain(side, table) for side in sides if all(_is_parameter(part, table) for part in tree.walk(side))]
    return [text for text in found if len(text) <= LONGEST]


def _is_parameter(part: tree.Node, table: Table) -> bool:
    if isinstance(part, tree.Name):
        symbol = table.symbols.get(part.id)
        return symbol is None or (symbol.kind in ("scalar", "dimension") and not symbol.random and not symbol.axes)
    return isinstance(part, tree.Number | tree.Add | tree.Negative | tree.Product | tree.Quotient | tree.Power)


def _laws(symbols: list[Symbol]) -> Iterator[str]:
    """A symmetric law, moments of the third and fourth order, normal alone, normal together."""
    free = [symbol for symbol in symbols if symbol.law is None]
    for said, known in _SHAPES:
        groups = _together([symbol for symbol in free if not known & (symbol.moments.keys() | symbol.signs)])
        yield from (_said(group, said) for group in groups)
    yield from (_said(group, "normal") for group in _together(free))
    yield from (_said(list(pair), "jointly normal") for pair in combinations(_open(symbols), 2))


def _indices(symbols: list[Symbol]) -> Iterator[str]:
    """Indices that differ; sizes above 1."""
    from symbolic.notation.names import unicode_name

    indices = [symbol for symbol in symbols if symbol.kind == "index"][:NAMES]
    yield from (f"{unicode_name(i.name)} != {unicode_name(j.name)}" for i, j in combinations(indices, 2))
    yield from (_said([symbol], "at least 2") for symbol in symbols if symbol.kind == "dimension")


def _properties(symbols: list[Symbol], limits: bool) -> Iterator[str]:
    """A unique maximum where a limit is taken, properties of matrices and vectors, signs of numbers."""
    for symbol in symbols:
        if symbol.kind == "vector" and symbol.maximum_at is None and limits:
            yield _said([symbol], "unique maximum at 1")
    for kind, properties in _PROPERTIES.items():
        of_kind = [symbol for symbol in symbols if symbol.kind == kind and symbol.domain == "real"][:NAMES]
        for said, known in properties:
            yield from (_said([symbol], said) for symbol in of_kind if not known & symbol.signs)
