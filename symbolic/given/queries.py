"""What rules and experiments ask of a table; each answer comes with the sentences of the given that say so.

Only what is said, or follows from it by definition of the words, is answered; None means that the given leaves it open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from symbolic.given.expansion import expand, random_names
from symbolic.given.laws import BY_NAME
from symbolic.language.symbols import Relation, Sentence, Symbol, Table
from symbolic.notation.tree import (
    Add,
    Chain,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Root,
    Transpose,
    walk,
)

__all__ = [
    "Answer",
    "components_relation",
    "covariance",
    "cross_covariance",
    "expand",
    "has",
    "independent",
    "independent_groups",
    "is_positive",
    "jointly_normal",
    "mean",
    "members_relation",
    "missing_independence",
    "moment",
    "only_in_pairs",
    "random_names",
    "requirements",
    "uncorrelated",
    "variance",
]

ZERO, ONE, TWO = Number("0"), Number("1"), Number("2")


@dataclass(frozen=True)
class Answer:
    """A value and the sentences of the given on which it rests."""

    value: Node | str | bool
    sentences: tuple[Sentence, ...] = ()


def moment(table: Table, name: str, which: str) -> Answer | None:
    """A moment as stated: "mean", "variance", "covariance", "second moment", …"""
    symbol = table.symbols.get(name)
    if symbol is None or which not in symbol.moments:
        return None
    return Answer(symbol.moments[which], (symbol.facts[which],))


def mean(table: Table, name: str) -> Answer | None:
    """E[x] as stated; a scalar holds for each component."""
    return moment(table, name, "mean")


def variance(table: Table, name: str) -> Answer | None:
    """Var(x) of each component: stated, or the square of a stated standard deviation, or E[x²] − E[x]²."""
    stated = moment(table, name, "variance")
    if stated is not None:
        return stated
    deviation = moment(table, name, "standard deviation")
    if deviation is not None and isinstance(deviation.value, Node):
        return Answer(Power(deviation.value, TWO), deviation.sentences)
    second, first = moment(table, name, "second moment"), moment(table, name, "mean")
    if second is None or first is None:
        return None
    assert isinstance(second.value, Node) and isinstance(first.value, Node)
    if _is_square(second.value, table):
        return None
    return Answer(Add((second.value, Negative(Power(first.value, TWO)))), (*second.sentences, *first.sentences))


def _is_square(node: Node, table: Table) -> bool:
    """Does a matrix stand there: the second moments E[xxᵀ] of pairs of components?"""
    symbol = table.symbols.get(node.id) if isinstance(node, Name) else None
    return len(symbol.shape) == 2 if symbol is not None else Name("I") in walk(node)


def covariance(table: Table, name: str) -> Answer | None:
    """The covariance matrix of a vector, as stated."""
    return moment(table, name, "covariance")


def components_relation(table: Table, name: str) -> Answer | None:
    """ "iid", "independent" or "uncorrelated", as said of the components of one array."""
    symbol = table.symbols.get(name)
    if symbol is None or symbol.components is None:
        return None
    return Answer(symbol.components, (symbol.facts["components"],))


def members_relation(table: Table, name: str) -> Answer | None:
    """The same of the members of a family."""
    symbol = table.symbols.get(name)
    if symbol is None or symbol.members is None:
        return None
    return Answer(symbol.members, (symbol.facts["members"],))


def _groups(relation: Relation) -> tuple[tuple[str, ...], ...]:
    return relation.groups or tuple((name,) for name in relation.names)


def independent(table: Table, a: str, b: str) -> Answer | None:
    """a ⊥ b: said of them, or of all the random names that they are made of."""
    return independent_groups(table, random_names(Name(a), table), random_names(Name(b), table))


def independent_groups(table: Table, left: Iterable[str], right: Iterable[str]) -> Answer | None:
    """Are the names of `left` together independent of those of `right` together?"""
    one, other = frozenset(left), frozenset(right)
    if one & other:
        return None
    found = _apart(table, one, other, 0)
    return Answer(True, found) if found is not None else None


def _apart(table: Table, left: frozenset[str], right: frozenset[str], depth: int) -> tuple[Sentence, ...] | None:
    """Sentences that part `left` from `right`: one that does, or A ⊥ B and AB ⊥ C, which give A ⊥ BC."""
    if not left or not right:
        return ()
    for relation in table.relations:
        if relation.kind == "independent" and _parts(_groups(relation), left, right):
            return (relation.sentence,)
    if depth > 6 or len(left) + len(right) > 8:
        return None
    for one, other in ((left, right), (right, left)):
        for name in sorted(other) if len(other) > 1 else ():
            rest = other - {name}
            first = _apart(table, one, rest, depth + 1)
            second = _apart(table, one | rest, frozenset({name}), depth + 1) if first is not None else None
            if first is not None and second is not None:
                return tuple(dict.fromkeys((*first, *second)))
    return None


def _parts(groups: tuple[tuple[str, ...], ...], left: frozenset[str], right: frozenset[str]) -> bool:
    places = {name: place for place, group in enumerate(groups) for name in group}
    if not left | right <= places.keys():
        return False
    return not {places[name] for name in left} & {places[name] for name in right}


def uncorrelated(table: Table, a: str, b: str) -> Answer | None:
    """Cov(a, b) = 0: said, or by independence."""
    apart = independent(table, a, b)
    if apart is not None:
        return apart
    for relation in table.relations:
        zero = relation.kind in ("cov", "corr") and relation.value == ZERO
        if (relation.kind == "uncorrelated" or zero) and {a, b} <= set(relation.names) and a != b:
            return Answer(True, (relation.sentence,))
    return None


def jointly_normal(table: Table, names: Iterable[str]) -> Answer | None:
    """Are the names together jointly normal: one normal vector, said of them all, or normal and independent?"""
    wanted = sorted(set(names))
    for relation in table.relations:
        if relation.kind == "jointly normal" and set(wanted) <= set(relation.names):
            return Answer(True, (relation.sentence,))
    symbols = [table.symbols.get(name) for name in wanted]
    if not wanted or not all(_is_normal(symbol) for symbol in symbols):
        return None
    said = [symbol.facts["law"] for symbol in symbols if symbol is not None]
    for place, name in enumerate(wanted[1:], start=1):
        apart = independent_groups(table, wanted[:place], [name])
        if apart is None:
            return None
        said += apart.sentences
    return Answer(True, tuple(dict.fromkeys(said)))


def _is_normal(symbol: Symbol | None) -> bool:
    return symbol is not None and symbol.law is not None and symbol.law.name == "normal"


def cross_covariance(table: Table, a: str, b: str) -> Answer | None:
    """Cov(a, b) as stated (transposed where the statement has them the other way round), 0 when uncorrelated."""
    for relation in table.relations:
        if relation.kind not in ("cov", "corr") or relation.value is None or set(relation.names) != {a, b}:
            continue
        turned = relation.names != (a, b) and any(table.symbols[name].shape for name in (a, b))
        value: Node = Transpose(relation.value) if turned and relation.value != ZERO else relation.value
        if relation.kind == "cov":
            return Answer(value, (relation.sentence,))
        spread = [variance(table, name) for name in (a, b)]
        if None not in spread:
            roots = [Root(s.value) for s in spread if s is not None and isinstance(s.value, Node)]
            said = [sentence for s in spread if s is not None for sentence in s.sentences]
            return Answer(Product((value, *roots)), (relation.sentence, *said))
    apart = uncorrelated(table, a, b)
    return Answer(ZERO, apart.sentences) if apart is not None else None


_IMPLIED = {
    "positive": ("positive",),
    "negative": ("negative",),
    "nonnegative": ("nonnegative", "positive", "one-hot"),
    "nonpositive": ("nonpositive", "negative"),
    "nonzero": ("nonzero", "positive", "negative"),
    "symmetric": ("symmetric", "diagonal", "positive definite", "positive semidefinite"),
    "invertible": ("invertible", "positive definite", "orthogonal"),
    "sums to 1": ("sums to 1", "one-hot"),
}
#: Laws whose support is positive, or not negative.
_SUPPORT = {
    "positive": (
        "gamma",
        "exponential",
        "beta",
        "chi-square",
        "lognormal",
        "pareto",
        "dirichlet",
        "geometric",
        "categorical",
    ),
    "nonnegative": ("bernoulli", "binomial", "poisson", "multinomial", "one-hot categorical"),
}


def has(table: Table, name: str, fact: str) -> Answer | None:
    """Does the given say, or imply, a property ("positive", "symmetric", …) of each entry or of the whole?"""
    symbol = table.symbols.get(name)
    if symbol is None:
        return None
    for said in _IMPLIED.get(fact, (fact,)):
        if said in symbol.signs:
            return Answer(True, (symbol.facts.get(said, symbol.facts.get("kind", Sentence(""))),))
    if symbol.kind == "dimension" and fact in ("positive", "nonnegative", "nonzero"):
        return Answer(True, (symbol.facts["kind"],))
    laws = _SUPPORT.get(fact, ()) + (_SUPPORT["positive"] if fact in ("nonnegative", "nonzero") else ())
    if symbol.law is not None and symbol.law.name in laws:
        return Answer(True, (symbol.facts["law"],))
    return _as_parameter(table, name, fact)


def is_positive(table: Table, name: str) -> Answer | None:
    """Is the name positive: said, by kind, by its law's support, or as a law's parameter that must be?"""
    return has(table, name, "positive")


def _as_parameter(table: Table, name: str, fact: str) -> Answer | None:
    """A bare parameter that its law needs positive is positive."""
    if fact not in ("positive", "nonnegative", "nonzero"):
        return None
    for symbol in table.symbols.values():
        if symbol.law is None or symbol.law.name not in BY_NAME:
            continue
        for parameter, node in zip(BY_NAME[symbol.law.name].parameters, symbol.law.parameters, strict=False):
            positive = parameter.domain in ("positive", "count", "positive vector")
            if node == Name(name) and (
                positive or (parameter.domain.startswith("probability") and fact == "nonnegative")
            ):
                return Answer(True, (symbol.facts["law"],))
    return None


def requirements(table: Table) -> list[tuple[Chain, Sentence]]:
    """What must hold of the parameters for the stated laws to exist: uniform(a, b) needs a < b, gamma(a, b) a > 0."""
    found: list[tuple[Chain, Sentence]] = []
    for symbol in table.symbols.values():
        if symbol.law is None or symbol.law.name not in BY_NAME:
            continue
        before: Node = ZERO
        for parameter, node in zip(BY_NAME[symbol.law.name].parameters, symbol.law.parameters, strict=False):
            links = {
                "positive": Chain(node, ((">", ZERO),)),
                "count": Chain(node, (("≥", ONE),)),
                "probability": Chain(ZERO, (("≤", node), ("≤", ONE))),
                "upper": Chain(before, (("<", node),)),
                "positive vector": Chain(node, ((">", ZERO),)),
            }
            if parameter.domain in links:
                found.append((links[parameter.domain], symbol.facts["law"]))
            before = node
    return found


def missing_independence(names: Iterable[str]) -> str:
    """The sentence that would state it: `q, k : independent`."""
    from symbolic.notation.names import unicode_name

    return f"{', '.join(unicode_name(name) for name in sorted(set(names), key=str))} : independent"


def only_in_pairs(names: Iterable[str], table: Table) -> bool:
    """Are some three of the names said to be independent in pairs, and nowhere all three together?"""
    said = [set(relation.names) for relation in table.relations if relation.kind == "independent"]
    for triple in combinations(sorted(names), 3):
        pairs = all(any({a, b} <= each for each in said) for a, b in combinations(triple, 2))
        if pairs and not any(set(triple) <= each for each in said):
            return True
    return False
