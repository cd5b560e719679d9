"""E[X | Y]: Y is held fixed, what is independent of Y keeps its law, what has a conditional law takes that one.

What has neither stays an atom E[f | Y], with E[E[f | Y] g(Y)] = E[f g(Y)]; the laws of total expectation, variance and
covariance follow from these alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import lam
from symbolic.algebra.functions import function
from symbolic.algebra.indices import entry
from symbolic.algebra.poly import Poly, monomial, symbol
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.language.symbols import Relation, Sentence, Symbol
from symbolic.rules.moments_factors import (
    GIVEN,
    UNLAWED,
    Factor,
    Names,
    conditions_of,
    independent_classes,
    is_declared,
    parameters_of,
    random_names,
    random_roots,
)
from symbolic.rules.moments_models import Occurrence

if TYPE_CHECKING:
    from symbolic.lowering.arrays import Array


def conditional_expectation(value: Poly, condition: Array, situation: Situation) -> Poly:
    """E[value | condition] for a condition that is a random name, or a linear form of jointly normal quantities."""
    from symbolic.rules.moments import expectation
    from symbolic.rules.posteriors import by_posterior

    leaning = _given_form(value, condition, situation)
    if leaning is not None:
        return leaning
    held = _held(condition, situation)
    regressed = _regression(value, held, situation)
    if regressed is not None:
        return regressed
    posterior = by_posterior(value, held, situation)
    if posterior is not None:
        return posterior
    situation.note("conditional expectation", "what is given is held fixed; what is independent of it keeps its law")
    return expectation(value, given(held, random_names(value, situation), situation))


def _regression(value: Poly, held: Names, situation: Situation) -> Poly | None:
    """E[f(X) | Y] of X jointly normal with a scalar Y: X leans on Y by Cov(X, Y)/Var(Y)."""
    from symbolic.rules.moments import variance
    from symbolic.rules.moments_exponential import jointly_normal
    from symbolic.rules.moments_forms import regressed

    others = random_names(value, situation) - held
    (name,) = sorted(held)
    if not others or situation.table.symbols[name].axes or not is_declared(others | held, situation):
        return None
    if len(independent_classes(others | held, situation)) > 1 or not jointly_normal(others | held, situation):
        return None
    if not variance(symbol(name), situation):
        return None
    found = regressed(value, symbol(name), symbol(name), others, situation)
    if found is not None:
        situation.note("regression", "of jointly normal quantities, one leans on the other by covariance over variance")
    return found


def _given_form(value: Poly, condition: Array, situation: Situation) -> Poly | None:
    """E[f(X) | L] for a linear form L of positive variance, jointly normal with X."""
    from symbolic.rules.moments import variance
    from symbolic.rules.moments_exponential import is_linear, jointly_normal
    from symbolic.rules.moments_forms import regressed

    if condition.shape or condition.kind or condition.scalar.atom is not None:
        return None
    form = condition.scalar
    moving = Poly({mono: c for mono, c in form.terms.items() if random_names(monomial(mono), situation)})
    names = random_names((value, form), situation)
    if not moving or not is_declared(names, situation) or not is_linear(moving, names, situation):
        return None
    if not jointly_normal(names, situation) or not is_positive(variance(form, situation)):
        return None
    found = regressed(value, form, form, names, situation)
    if found is not None:
        situation.note("regression", "of jointly normal quantities, one leans on the other by covariance over variance")
    return found


def _held(condition: Array, situation: Situation) -> Names:
    """The names that the condition fixes."""
    from symbolic.lowering.scope import Unsupported

    value = condition.entry(condition.free_indices())
    inner = value.atom
    if inner is not None and inner.kind in ("sym", "comp", "scomp") and random_names(value, situation):
        whole = len(condition.shape) == situation.table.symbols[inner.args[0]].axes
        if whole:
            return frozenset({inner.args[0]})
    raise Unsupported("an expectation given something other than a random quantity by its name")


def given(held: Names, others: Names, situation: Situation) -> Situation:
    """The situation in which the names `held` are constants."""
    key = ("given", held, others)
    if key not in situation.memory:
        situation.memory[key] = _given(held, others, situation)
    found: Situation = situation.memory[key]
    return found


def _given(held: Names, others: Names, situation: Situation) -> Situation:
    every = held | others
    linked = frozenset().union(*(c for c in independent_classes(every, situation) if c & held)) - held
    symbols = dict(situation.table.symbols)
    unlawed = set()
    for name in held:
        symbols[name] = replace(symbols[name], random=False)
    for name in linked:
        lawful = _with_conditional_law(name, held, situation)
        if lawful is None:
            unlawed.add(name)
        else:
            symbols[name] = lawful
    relations = [r for r in situation.table.relations if not set(r.names) & (held | linked)]
    relations += _apart(every - held - linked, linked, situation)
    table = replace(situation.table, symbols=symbols, relations=relations)
    inner = replace(situation, table=table, memory={})
    inner.memory[UNLAWED] = frozenset(unlawed)
    inner.memory[GIVEN] = (tuple(_as_argument(name, situation) for name in sorted(held)), held, linked)
    return inner


def _with_conditional_law(name: str, held: Names, situation: Situation) -> Symbol | None:
    """The symbol with the law that it has given exactly the names held."""
    declared = situation.table.symbols.get(name)
    if declared is not None and parameters_of(name, situation) == held:
        return declared
    table = situation.table
    for relation in table.relations:
        if declared is None or relation.kind != "conditional" or relation.names[0] != name:
            continue
        if set(relation.names[1:]) == held:
            said = dict.fromkeys((*relation.moments, "law", "components", "members"), relation.sentence)
            return replace(
                declared, law=relation.law, moments=dict(relation.moments), components=relation.components,
                members=relation.members,
                facts={**declared.facts, **said},
            )  # fmt: skip
    return None


def _apart(free: Names, linked: Names, situation: Situation) -> list[Relation]:
    """What is independent of all that is linked to the condition stays independent of it."""
    groups = [group for group in (tuple(sorted(linked)),) if group]
    groups += [tuple(sorted(one)) for one in independent_classes(free, situation)]
    names = tuple(name for group in groups for name in group)
    return [Relation("independent", names, groups=tuple(groups))] if len(groups) > 1 else []


def _as_argument(name: str, situation: Situation) -> Poly | Atom:
    from symbolic.lowering.names import axes
    from symbolic.lowering.scope import Scope

    declared = situation.table.symbols[name]
    if not declared.axes:
        return symbol(name)
    return lam(axes(declared, Scope(situation))[0], lambda *at: entry(name, at))


def by_tower(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[E[f | Y] g(Y)] = E[f g(Y)]."""
    from symbolic.rules.moments import expectation, joined

    inner = [base for base, _ in factors if conditions_of(base) is not None]
    if len(inner) != 1 or (inner[0], 1) not in factors:
        return None
    body, *conditions = inner[0].args[1]
    rest = [factor for factor in factors if factor[0] != inner[0]]
    known = frozenset().union(*(random_names(part, situation) for part in conditions))
    if not random_names(tuple(rest), situation) <= known:
        return None
    return expectation(body * joined(rest), situation)


def by_conditional_law(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(t, c)] = E[E[f(t, c) | c]] for a t whose law given c is stated."""
    from symbolic.rules.moments import expectation, joined

    for name, held, sentence in _stated(names, situation):
        inside = expectation(joined(factors), given(held, names | held, situation))
        if _has_conditional_atoms(inside) or name in random_names(inside, situation):
            continue
        situation.use(sentence)
        return expectation(inside, situation)
    return None


def _stated(names: Names, situation: Situation) -> Iterator[tuple[str, Names, Sentence | None]]:
    """(t, what its law is given on, the sentence): by `t | c : …`, or by a law with random parameters."""
    known = random_roots(situation).keys()
    for relation in situation.table.relations:
        if relation.kind == "conditional" and relation.names[0] in names and known >= set(relation.names[1:]):
            yield relation.names[0], frozenset(relation.names[1:]), relation.sentence
    for name in sorted(names & situation.table.symbols.keys()):
        held = parameters_of(name, situation)
        if held:
            yield name, held, situation.table.symbols[name].facts.get("law")


def _has_conditional_atoms(part: Any) -> bool:
    """Does an atom E[f | Y] stand in it, however deep?"""
    if isinstance(part, tuple):
        return any(_has_conditional_atoms(inner) for inner in part)
    if isinstance(part, Poly):
        return any(_has_conditional_atoms(pair) for mono in part.terms for pair in mono)
    return isinstance(part, Atom) and (conditions_of(part) is not None or _has_conditional_atoms(part.args))


def by_iteration(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[f(X, Y)] = E[E[f(X, Y) | Y]], the inner one at fixed Y, for independent X and Y."""
    from symbolic.rules.moments import expectation, joined
    from symbolic.rules.moments_quantities import learn_support

    if len(names) < 2 or not is_declared(names, situation):
        return None
    if any(len(one) > 1 for one in independent_classes(names, situation)):
        return None
    for name in sorted(names):
        learn_support(Occurrence(name, ()), situation)
    for name in sorted(names):
        inside = expectation(joined(factors), given(names - {name}, names, situation))
        if not _has_conditional_atoms(inside) and name not in random_names(inside, situation):
            return expectation(inside, situation)
    return None


def by_random_range(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[Σ_{i≤N} x_i] = E[E[Σ_{i≤N} x_i | N]] for a random number of terms."""
    from symbolic.rules.moments import expectation, joined
    from symbolic.rules.moments_blocks import unresolved

    held = frozenset().union(*(_range_names(base, situation) for base, _ in factors))
    if not held:
        return None
    whole = joined(factors)
    inside = expectation(whole, given(held, names, situation))
    if _has_conditional_atoms(inside) or not random_names(inside, situation) <= held or inside == whole:
        return unresolved(whole, situation)
    return expectation(inside, situation)


def _range_names(base: object, situation: Situation) -> Names:
    """The random names in the ranges of a sum or product."""
    if isinstance(base, Atom) and base.kind in ("sum", "prod"):
        return random_names(base.args[1], situation)
    return frozenset()


def kept_given(body: Poly, situation: Situation) -> Poly | None:
    """The atom E[body | Y] while Y is held fixed and body holds Y or is linked to it; None otherwise."""
    if GIVEN not in situation.memory:
        return None
    conditions, held, linked = situation.memory[GIVEN]
    if not random_names(body, situation) & linked and body.free.isdisjoint(held):
        return None
    return function("E|", (body, *conditions))
