"""Which random names a factor holds, how names fall into independent classes, and which factors are polynomial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import spend
from symbolic.algebra.poly import Poly
from symbolic.algebra.situation import Situation
from symbolic.given import queries
from symbolic.notation.tree import Name
from symbolic.rules.moments_models import Occurrence

Factor = tuple[Any, Any]
Names = frozenset[str]
EMPTY: Names = frozenset()
ENTRIES = frozenset({"sym", "comp", "scomp"})
#: Where a situation remembers what is held fixed, (arguments, names, names linked to them), and names without a law.
GIVEN = "given"
UNLAWED = "unlawed"


def random_roots(situation: Situation) -> dict[str, Names]:
    """Every name whose value is random, with the declared random names that it is made of."""
    if "roots" not in situation.memory:
        table = situation.table
        roots = {name: frozenset({name}) for name, declared in table.symbols.items() if declared.random}
        for name in table.definitions:
            made_of = frozenset(queries.random_names(Name(name), table))
            if made_of:
                roots[name] = made_of
        situation.memory["roots"] = roots
    found: dict[str, Names] = situation.memory["roots"]
    return found


def random_names(part: Any, situation: Situation) -> Names:
    """The random names in a polynomial, atom or factor; what stands inside an expectation is no longer random."""
    if isinstance(part, tuple):
        return EMPTY.union(*(random_names(inner, situation) for inner in part))
    free = getattr(part, "free", EMPTY) & random_roots(situation).keys()
    if not free:
        return EMPTY
    memory = situation.memory
    if ("random", part) not in memory:
        memory["random", part] = _deep(part, situation)
    found: Names = memory["random", part]
    return found


def _deep(part: Any, situation: Situation) -> Names:
    if isinstance(part, Poly):
        return EMPTY.union(*(random_names(pair, situation) for mono in part.terms for pair in mono))
    if part.kind == "mean":
        return EMPTY
    conditions = conditions_of(part)
    if conditions is not None:
        return random_names(conditions, situation)
    here = frozenset({part.args[0]}) if part.kind in ENTRIES else EMPTY
    return (here & random_roots(situation).keys()) | random_names(part.args, situation)


def conditions_of(part: Any) -> tuple[Any, ...] | None:
    """(Y, …) of an atom E[f | Y, …]."""
    if isinstance(part, Atom) and part.kind == "fun" and part.args[0] == "E|":
        found: tuple[Any, ...] = part.args[1][1:]
        return found
    return None


def independent_classes(names: Names, situation: Situation) -> list[Names]:
    """The names in the finest classes that are known to be mutually independent."""
    memory = situation.memory
    if ("classes", names) not in memory:
        memory["classes", names] = _classes(names, situation)
    found: list[Names] = memory["classes", names]
    return found


def _classes(names: Names, situation: Situation) -> list[Names]:
    classes = [frozenset({name}) for name in sorted(names)]
    merged = True
    while merged:
        merged = False
        for place, one in enumerate(classes):
            rest = [other for other in classes if other is not one]
            if rest and not _apart(one, EMPTY.union(*rest), situation):
                close = next((other for other in rest if not _apart(one, other, situation)), rest[0])
                classes[place] = one | close
                classes.remove(close)
                merged = True
                break
    return classes


def _apart(left: Names, right: Names, situation: Situation) -> bool:
    roots = random_roots(situation)
    one = EMPTY.union(*(roots[name] for name in left))
    other = EMPTY.union(*(roots[name] for name in right))
    answer = queries.independent_groups(situation.table, one, other)
    if answer is not None:
        for sentence in answer.sentences:
            situation.use(sentence)
    return answer is not None


def split_by_independence(factors: Iterable[Factor], situation: Situation) -> list[tuple[Names, list[Factor]]]:
    """The factors in groups that are independent of one another, each with its random names."""
    held = [(random_names(factor, situation), factor) for factor in factors]
    return [(names, [f for mine, f in held if mine & names]) for names in _merged(held, situation)]


def _merged(held: list[tuple[Names, Factor]], situation: Situation) -> list[Names]:
    """Independent classes of all names, joined where one factor holds names of several."""
    every = EMPTY.union(*(names for names, _ in held))
    classes = independent_classes(every, situation)
    for names, _ in held:
        touched = [one for one in classes if one & names]
        classes = [one for one in classes if not one & names]
        classes.append(EMPTY.union(*touched))
    return classes


def natural(exponent: Any) -> bool:
    return isinstance(exponent, int) and exponent > 0


def is_declared(names: Names, situation: Situation) -> bool:
    """Are all names declared random quantities whose law, as far as it is stated, holds here?"""
    table = situation.table
    if names & situation.memory.get(UNLAWED, EMPTY):
        return False
    return all(
        (declared := table.symbols.get(name)) is not None
        and declared.random
        and name not in table.definitions
        and not parameters_of(name, situation)
        for name in names
    )


def parameters_of(name: str, situation: Situation) -> Names:
    """The random names that the stated law of a name depends on: Y in `X : poisson(Y)`."""
    memory = situation.memory
    if ("parameters", name) not in memory:
        declared = situation.table.symbols[name]
        law = declared.law.parameters if declared.law is not None else ()
        found = (queries.random_names(node, situation.table) for node in (*law, *declared.moments.values()))
        memory["parameters", name] = EMPTY.union(*found) - {name}
    known: Names = memory["parameters", name]
    return known


def is_polynomial(factor: Factor, situation: Situation) -> bool:
    """Is the factor a natural power of a random entry, or of a sum of products of such?"""
    base, exponent = factor
    if not random_names(factor, situation):
        return True
    if not isinstance(base, Atom) or not natural(exponent):
        return False
    if base.kind in ENTRIES:
        return base.args[0] in random_roots(situation) and not random_names(base.args[1:], situation)
    return base.kind == "sum" and all(
        is_polynomial(inner, situation) for mono in base.args[2].terms for inner in mono
    )


def occurrences(factors: Iterable[Factor]) -> list[Occurrence]:
    """The random entries with multiplicity."""
    found = []
    for base, exponent in factors:
        indices = base.args[1] if base.kind != "sym" else ()
        spend(exponent)
        found += [Occurrence(base.args[0], indices)] * exponent
    return found


def entries(part: Any, names: Names) -> Iterator[Occurrence]:
    """Every entry of the names in a polynomial or atom, however deep."""
    if isinstance(part, tuple):
        for inner in part:
            yield from entries(inner, names)
    elif isinstance(part, Poly):
        for mono in part.terms:
            for pair in mono:
                yield from entries(pair, names)
    elif isinstance(part, Atom) and part.kind != "mean" and not part.free.isdisjoint(names):
        if part.kind in ENTRIES and part.args[0] in names:
            yield Occurrence(part.args[0], part.args[1] if part.kind != "sym" else ())
        yield from entries(part.args, names)


def holds_bound(index: Poly) -> bool:
    """Is an index bound by a binder that was not opened?"""
    return any(isinstance(base, Atom) and base.kind == "bound" for mono in index.terms for base, _ in mono)
