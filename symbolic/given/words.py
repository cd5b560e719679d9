"""A given said back in words: one sentence a symbol, definition and relation, and what is left open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symbolic.given.laws import BY_NAME
from symbolic.given.obligations import obligations
from symbolic.given.queries import independent
from symbolic.given.shapes import spell
from symbolic.language.symbols import Assumption, Definition, Law, Relation, Symbol, Table
from symbolic.notation.names import unicode_name
from symbolic.notation.tree import Chain, Interval, Name, Node, Number

_SHARED = {
    "iid": "independent of one another with one law",
    "independent": "independent of one another",
    "uncorrelated": "uncorrelated with one another",
}
_BARE_KINDS = {
    "law": "a law",
    "density": "the density (or probability) of whatever its argument names",
    "event": "an event",
    "set": "a set",
}
_BOUNDS = {
    "at least": "at least",
    "at most": "at most",
    "above": "greater than",
    "below": "less than",
    "not": "not equal to",
    "in": "in",
}
_SIGNS_AT_ZERO = {"above": "positive", "at least": "nonnegative", "below": "negative", "at most": "nonpositive"}
_RELATED = {
    "independent": "independent of {}",
    "uncorrelated": "uncorrelated with {}",
    "jointly normal": "jointly normal",
}
MAX_OPEN = 6


def describe(table: Table) -> str:
    """The sentences, one a line, in the order in which the given says things."""
    return "\n".join([*_symbols(table), *_relations(table), *_assumptions(table), *_needed(table), *_open(table)])


def _needed(table: Table) -> Iterator[str]:
    """Where a definition makes sense, when signs alone do not settle that it does everywhere."""
    for need in obligations(table):
        ((relation, _),) = need.condition.links
        yield f"{unicode_name(need.name)} makes sense only where {spell(need.condition.first)} {relation} 0."


def _symbols(table: Table) -> Iterator[str]:
    def place(symbol: Symbol) -> tuple[int, int]:
        said = symbol.facts.get("kind")
        return (said.line, said.column) if said is not None else (0, 0)

    for symbol in sorted(table.symbols.values(), key=place):
        definition = table.definitions.get(symbol.name)
        if definition is not None:
            yield _definition(symbol, definition)
        if definition is None or _says_more(symbol):
            yield from _symbol(symbol)


def _says_more(symbol: Symbol) -> bool:
    return bool(symbol.moments or symbol.law or symbol.bounds or symbol.signs - {"nonnegative"})


def _symbol(symbol: Symbol) -> Iterator[str]:
    name = unicode_name(symbol.name)
    parts = [f"{name} is {_kind(symbol)}"]
    shared = _sharing(symbol)
    details = [*_law(symbol), *_moments(symbol), *_signs(symbol)]
    if shared:
        parts.append(f"{shared}{', ' + ', '.join(details) if details else ''}")
    elif details:
        parts.append(", ".join(details))
    told = symbol.facts.get("declares itself")
    yield "; ".join(parts) + (f" (it declares itself in `{told.text}`)." if told is not None else ".")
    if symbol.random and symbol.axes and not shared and not _joint(symbol):
        yield f"Nothing is said of how the {_parts(symbol)} of {name} depend on one another."


def _joint(symbol: Symbol) -> bool:
    """Does the covariance or the law speak of the whole array?"""
    whole = symbol.law is not None and symbol.law.name in BY_NAME and "scalar" not in BY_NAME[symbol.law.name].governs
    return whole or "covariance" in symbol.moments


def _parts(symbol: Symbol) -> str:
    return "members" if symbol.family is not None else "entries" if symbol.kind == "matrix" else "components"


def _kind(symbol: Symbol) -> str:
    """`a random vector of size d_k`, `a family x_1, …, x_N of random scalars`, `an index from 1 to n` …"""
    name = unicode_name(symbol.name)
    if symbol.family is not None:
        first, last = (spell(end) for end in symbol.family)
        return f"a family {name}_{first}, …, {name}_{last}, each {_one(symbol)}"
    if symbol.span is not None:
        return f"an index from {spell(symbol.span[0])} to {spell(symbol.span[1])}"
    return _one(symbol)


def _one(symbol: Symbol) -> str:
    if symbol.kind == "dimension":
        return "a size, a positive integer"
    if symbol.kind in _BARE_KINDS:
        return _BARE_KINDS[symbol.kind]
    if symbol.kind == "function":
        listed = ", ".join(spell(parameter) for parameter in symbol.parameters)
        return f"a smooth function of {listed}" if listed else "a smooth function of one real variable"
    random = "random " if symbol.random else ""
    domain = "" if symbol.domain == "real" and symbol.random else f"{symbol.domain} "
    if symbol.kind == "scalar":
        noun = {"real ": "real number", "integer ": "integer", "complex ": "complex number", "": "scalar"}[domain]
        article = "an" if (random + noun)[0] in "aeiou" else "a"
        return f"{article} {random}{noun}"
    sizes = "×".join(spell(size) for size in symbol.shape)
    article = "an" if (random + domain).startswith("i") else "a"
    return f"{article} {random}{domain}{symbol.kind} of size {sizes}"


def _sharing(symbol: Symbol) -> str:
    found = []
    if symbol.members:
        found.append(f"its members are {_SHARED[symbol.members]}")
    if symbol.components:
        found.append(f"its {'entries' if symbol.kind == 'matrix' else 'components'} are {_SHARED[symbol.components]}")
    return " and ".join(found)


def _law(symbol: Symbol) -> Iterator[str]:
    if symbol.law is not None:
        shared = "iid" in (symbol.components, symbol.members) or symbol.kind == "law"
        yield spell_law(symbol.law) if shared else f"its law is {spell_law(symbol.law)}"


def spell_law(law: Law) -> str:
    """`gamma(a, b)`."""
    listed = ", ".join(spell(parameter) for parameter in law.parameters)
    return f"{law.name}({listed})" if listed else law.name


def _moments(symbol: Symbol) -> Iterator[str]:
    for name, value in symbol.moments.items():
        yield f"{name} {spell(value)}"


def _signs(symbol: Symbol) -> Iterator[str]:
    signs = symbol.signs - ({"symmetric"} if symbol.signs & {"positive definite", "diagonal"} else set())
    bounded = {kind for kind, _ in symbol.bounds}
    for sign in sorted(signs):
        if sign == "unique maximum":
            where = f" at {spell(symbol.maximum_at)}" if symbol.maximum_at is not None else ""
            yield f"its maximum is unique{where}"
        elif sign == "moments finite":
            yield "its moments are finite"
        elif not (bounded and sign in ("positive", "nonnegative", "negative", "nonpositive", "nonzero")):
            yield sign
    for kind, value in symbol.bounds:
        plain = _SIGNS_AT_ZERO.get(kind) if value == Number("0") else None
        yield plain or f"{_BOUNDS[kind]} {_interval(value)}"
    if symbol.depends_on:
        yield f"a function of {', '.join(unicode_name(name) for name in symbol.depends_on)}"


def _interval(value: Node) -> str:
    if isinstance(value, Interval):
        left, right = "(" if value.open_left else "[", ")" if value.open_right else "]"
        return f"{left}{spell(value.lower)}, {spell(value.upper)}{right}"
    return spell(value)


def _definition(symbol: Symbol, definition: Definition) -> str:
    name = unicode_name(symbol.name)
    body = spell(definition.body)
    if definition.parameters:
        return f"{name} is the function {name}({', '.join(unicode_name(p) for p in definition.parameters)}) = {body}."
    if definition.indices:
        index = ",".join(spell(i).replace(" ", "") for i in definition.indices)
        left = f"{name}_{index}" if len(index) == 1 else f"{name}_{{{index}}}"
        start = ", ".join(
            f"{name}_{','.join(spell(i) for i in at)} = {spell(value)}" for at, value in definition.initial
        )
        if definition.recurrent or start:
            told = f"starting at {start}" if start else "its start left open"
            return f"{name} is the sequence {left} = {body}, {told}."
        return f"{name} is defined by components: {left} = {body}."
    return f"{name} is defined as {body}, {_one(symbol)}."


def _and(names: list[str]) -> str:
    return " and ".join(names) if len(names) < 3 else ", ".join(names[:-1]) + " and " + names[-1]


def _relations(table: Table) -> Iterator[str]:
    for relation in table.relations:
        yield _relation(relation)


def _relation(relation: Relation) -> str:
    names = [unicode_name(name) for name in relation.names]
    if relation.kind in ("cov", "corr") and relation.value is not None:
        noun = "covariance" if relation.kind == "cov" else "correlation"
        return f"The {noun} of {names[0]} and {names[1]} is {spell(relation.value)}."
    if relation.kind == "conditional":
        said = [spell_law(relation.law)] if relation.law else []
        shared = (("components", relation.components), ("members", relation.members))
        said += [f"{how} {what}" for what, how in shared if how]
        said += [f"{name} {spell(value)}" for name, value in relation.moments.items()]
        return f"Given {_and(names[1:])}, {names[0]} has the law {', '.join(said)}."
    if any(len(group) > 1 for group in relation.groups):
        listed = ["(" + ", ".join(unicode_name(name) for name in group) + ")" for group in relation.groups]
        return f"The groups {_and(listed)} are independent of one another."
    other = "each other" if len(names) == 2 else "one another"
    return f"{_and(names)} are {_RELATED[relation.kind].format(other)}."


def _assumptions(table: Table) -> Iterator[str]:
    for assumption in table.assumptions:
        yield _assumption(assumption)
    for lemma in table.lemmas:
        yield f"The lemma {lemma.name} is believed: {spell(lemma.claim)}."
    if table.layout != "jacobian":
        yield f"Derivatives are laid out by the {table.layout} convention."
    if table.order is not None:
        yield f"Approximate equalities hold to order {table.order[1]} in {unicode_name(table.order[0])}."


def _assumption(assumption: Assumption) -> str:
    relation = assumption.relation
    if isinstance(relation, Chain) and relation.links[0][0] == "→":
        return f"{spell(relation.first)} tends to {spell(relation.links[0][1])}."
    return f"It is assumed that {spell(relation)}."


def _open(table: Table) -> Iterator[str]:
    """Pairs of random names of whose dependence nothing is said."""
    names = [s.name for s in table.symbols.values() if s.random and s.name not in table.definitions]
    pairs = [pair for pair in combinations(names[:30], 2) if not _related(table, *pair)]
    for one, other in pairs[:MAX_OPEN]:
        yield f"Nothing is said of how {unicode_name(one)} and {unicode_name(other)} depend on each other."
    if len(pairs) > MAX_OPEN:
        yield f"Nothing is said of the dependence of {len(pairs) - MAX_OPEN} other pairs."


def _related(table: Table, one: str, other: str) -> bool:
    said = any(
        {one, other} <= set(relation.names) and relation.kind != "jointly normal" for relation in table.relations
    )
    through = any(isinstance(v, Name) and v.id == other for v in table.symbols[one].moments.values())
    return said or through or independent(table, one, other) is not None
