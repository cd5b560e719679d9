"""What a given assumes of values and indices: whether it holds in a world, and values at which it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symbolic.crosscheck import solving
from symbolic.crosscheck.dependencies import is_random, mentioned
from symbolic.crosscheck.events import related
from symbolic.crosscheck.ranges import whole
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value, entrywise
from symbolic.crosscheck.world import World, scope_of
from symbolic.given import queries
from symbolic.language.symbols import Assumption, Table
from symbolic.notation import tree


def assumed(table: Table) -> list[tree.Chain]:
    """Assumptions about values, and what the parameters of the stated laws need; O and limits left out."""
    chains = [assumption.relation for assumption in table.assumptions if _about_values(assumption)]
    return chains + [chain for chain, _ in queries.requirements(table)]


def _about_values(assumption: Assumption) -> bool:
    return all(relation in ("=", "≠", "<", "≤", ">", "≥") for relation, _ in assumption.relation.links)


def index_scope(names: Sequence[str], scope: Scope) -> Scope:
    """Every named index bound to all its values, a lane each."""
    for name in names:
        symbol = scope.world.table.symbols[name]
        assert symbol.span is not None
        first, last = (whole(end, scope) for end in symbol.span)
        lane = Value(scope.lane(np.arange(first, max(first, last) + 1.0)))
        scope = scope.opened().vary({name: lane})
    return scope


def free_indices(node: tree.Node, table: Table) -> list[str]:
    """The declared indices that the value of a tree depends on."""
    reached = mentioned(node, table) - table.definitions.keys()
    return sorted(name for name in reached if (s := table.symbol(name)) is not None and s.kind == "index")


def sides(chain: tree.Chain, scope: Scope) -> Iterator[tuple[Value, str, Value]]:
    """(left, relation, right) of each link, at every value of the free indices."""
    from symbolic.crosscheck.evaluate import evaluate

    inner = index_scope(free_indices(chain, scope.world.table), scope)
    left = evaluate(chain.first, inner)
    for relation, node in chain.links:
        right = evaluate(node, inner)
        yield left, relation, right
        left = right


def holds(chain: tree.Chain, scope: Scope) -> bool:
    return all(bool(np.all(related(relation, left, right))) for left, relation, right in sides(chain, scope))


def _value_names(chain: tree.Chain, world: World) -> set[str]:
    return {name for name in mentioned(chain, world.table) if name in world.values}


def needs_law(chain: tree.Chain, table: Table) -> bool:
    return any(is_random(name, table) for name in mentioned(chain, table))


def solve(world: World) -> None:
    """Assumed equations between values are solved for them."""
    equations = [c for c in assumed(world.table) if all(r == "=" for r, _ in c.links)]
    solve_all(world, [c for c in equations if _value_names(c, world) and not needs_law(c, world.table)])


def solve_all(world: World, equations: list[tree.Chain]) -> None:
    if not equations or all(holds(chain, scope_of(world)) for chain in equations):
        return
    whole_numbers = {s.name for s in world.table.symbols.values() if s.domain == "integer"}
    written = set().union(*[tree.names(chain) for chain in equations]) & world.values.keys()
    reached = set().union(*[_value_names(chain, world) for chain in equations])
    names = sorted((written or reached) - whole_numbers)

    def residual(values: dict[str, Value]) -> Any:
        trial = replace(world, values={**world.values, **values})
        parts = [solving.broken(world.table.symbols[name], value) for name, value in values.items()]
        for chain in equations:
            for left, _, right in sides(chain, scope_of(trial)):
                parts.append(np.real(entrywise(np.subtract, left, right).data).reshape(-1))
        return np.concatenate(parts)

    unknown = {name: world.values[name] for name in names}
    world.values.update(solving.solved(unknown, residual, solving.kept_positive(names, world.table)))
    for name in names:
        if not solving.stays(world.table.symbols[name], world.values[name], world.table, scope_of(world)):
            raise solving.Unsolved(f"no {name} was found that is as it is said to be and satisfies what is assumed")


def check(world: World) -> None:
    """Raises ValueError unless every assumption about values holds."""
    for chain in assumed(world.table):
        if needs_law(chain, world.table) or is_mask(chain, world.table):
            continue
        if not holds(chain, scope_of(world)):
            raise ValueError("an assumption does not hold at the values that were tried")


def is_mask(chain: tree.Chain, table: Table) -> bool:
    """An assumption on indices (i ≠ j) restricts which of their values are tried."""
    return bool(free_indices(chain, table)) and all(
        (s := table.symbol(name)) is None or s.kind in ("index", "dimension") for name in mentioned(chain, table)
    )


def masks(table: Table) -> list[tree.Chain]:
    return [a.relation for a in table.assumptions if _about_values(a) and is_mask(a.relation, table)]
