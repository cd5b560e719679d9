"""Trials: worlds of a given in which a function is called, and in which the formula has a value for the same arguments.

Every argument has generic values: a random quantity too, whose law may be one where all values are ±1, unless its law
has values on whole numbers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symbolic.crosscheck import parameters
from symbolic.crosscheck.assumed import free_indices, index_scope
from symbolic.crosscheck.dependencies import outcomes
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.population import shape_of
from symbolic.crosscheck.ranges import index_range, whole
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.sides import bare_indices
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value, describe
from symbolic.crosscheck.world import World, dimensions, scope_of
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree

#: Turns in which sizes differ pairwise, so many that a branch of the code is seldom missed; every size 1 comes last,
#: where there are sizes.
TURNS = (0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14)

#: Laws whose values are whole numbers, and laws whose values are positive.
WHOLE = frozenset({
    "bernoulli", "binomial", "poisson", "geometric", "categorical", "one-hot categorical", "multinomial", "rademacher",
})  # fmt: skip
POSITIVE = frozenset({"exponential", "gamma", "beta", "dirichlet", "chi-squared", "lognormal", "inverse gamma"})

Arguments = Mapping[str, tree.Node]


@dataclass(frozen=True)
class Trial:
    """One world; `scope` holds the outcomes of random names; `arguments` are what the function is handed.

    places  the values of the indices that are arguments, as the formula counts them
    """

    scope: Scope
    arguments: dict[str, Any]
    places: dict[str, int]
    from_zero: bool = False

    @property
    def world(self) -> World:
        return self.scope.world


def trials(
    table: Table, arguments: Arguments, formulas: Sequence[tree.Node], from_zero: bool = False
) -> tuple[list[Trial], str]:
    """The trials that the given allows, and why there is none where that is so.

    from_zero  does the function count indices from 0
    """
    found: list[Trial] = []
    problem = ""
    for turn in (*TURNS, *([-1] if dimensions(table) else [])):
        try:
            found.append(trial_at(table, arguments, formulas, turn, from_zero=from_zero))
        except (NoInstance, Unsupported, Mismatch) as reason:
            problem = problem or str(reason)
    return found, problem


def trial_at(
    table: Table, arguments: Arguments, formulas: Sequence[tree.Node], turn: int, seed: int = 0, readable: bool = False,
    from_zero: bool = False,
) -> Trial:  # fmt: skip
    """The trial of one turn; raises NoInstance, Unsupported or Mismatch."""
    world = instance(table, turn, readable, seed)
    scope = _realized(world, tree.Tuple((*arguments.values(), *formulas)), turn, readable)
    indices = [node.id for node in arguments.values() if is_index(node, table)]  # type: ignore[attr-defined]
    spans = {name: tuple(whole(end, scope) for end in table.symbols[name].span or ()) for name in indices}
    numbered = enumerate(spans.items(), start=turn)
    places = {name: first + number % (last - first + 1) for number, (name, (first, last)) in numbered}
    handed: dict[str, Any] = {}
    for name, node in arguments.items():
        if is_index(node, table):
            at = node.id  # type: ignore[attr-defined]
            handed[name] = places[at] - (spans[at][0] if from_zero else 0)
        else:
            handed[name] = _handed(node, evaluate(node, scope), table)
    return Trial(scope, handed, places, from_zero)


def is_index(node: tree.Node, table: Table) -> bool:
    """Is the argument an index, whose values code and formula may count differently."""
    symbol = table.symbol(node.id) if isinstance(node, tree.Name) else None
    return symbol is not None and symbol.kind == "index"


def _realized(world: World, both: tree.Node, turn: int, readable: bool) -> Scope:
    """The scope in which every random name that matters has one outcome."""
    from numeric.generic import Chooser

    scope = scope_of(world)
    chooser = Chooser(np.random.default_rng((world.seed, turn % 997, 1)), readable)
    values: dict[str, Value] = {}
    for name in sorted(outcomes(both, world.table)):
        symbol = world.table.symbols[name]
        if symbol.law is not None and symbol.law.name in WHOLE:
            values[name] = _outcome(world, name, scope, chooser)
        else:
            values[name] = parameters.draw(_fixed(symbol), shape_of(symbol, scope), world.table, scope, chooser)
    return scope.vary(values) if values else scope


def _fixed(symbol: Symbol) -> Symbol:
    """The symbol with the signs that its law implies."""
    law = symbol.law
    if law is None:
        return symbol
    if law.name == "uniform" and len(law.parameters) == 2:
        low, high = law.parameters
        return replace(symbol, bounds=(*symbol.bounds, ("in", tree.Interval(low, high))))
    if law.name == "beta":
        zero_one = tree.Interval(tree.Number("0"), tree.Number("1"))
        return replace(symbol, bounds=(*symbol.bounds, ("in", zero_one)))
    return replace(symbol, signs=symbol.signs | {"positive"}) if law.name in POSITIVE else symbol


def _outcome(world: World, name: str, scope: Scope, chooser: Any) -> Value:
    """One of the outcomes of a law on whole numbers, not all zero where that can be."""
    rows = world.blocks_of(frozenset({name}))[0].rows(scope, 3)
    value = rows.values[name]
    order = chooser.rng.permutation(rows.count)
    lively = [k for k in order if np.any(value.data[k])]
    return Value(value.data[(lively or list(order))[0]], value.rank, value.row, first=value.first)


def _handed(node: tree.Node, value: Value, table: Table) -> Any:
    """A size or whole number as int, another scalar as float, an array as array."""
    if value.kind:
        raise Unsupported(f"the size of {describe(value)} as an argument")
    data = np.real(value.data)
    symbol = table.symbol(node.id) if isinstance(node, tree.Name) else None
    integer = symbol is not None and (symbol.kind in ("dimension", "index") or symbol.domain == "integer")
    if value.rank:
        return np.rint(data).astype(np.int64) if integer else np.array(data, dtype=float)
    return round(float(data)) if integer else float(data)


def formula_at(trial: Trial, node: tree.Node, names: Arguments, order: Callable[[list[str]], list[str]]) -> Any:
    """The formula as a function of the arguments, by their names in the code; raises what evaluation raises."""

    placed = _placed(node, trial.places)

    def formula(**arguments: Any) -> Data:
        values = {
            symbol.id: Value(np.asarray(arguments[name], dtype=float), np.ndim(arguments[name]), _row(trial, symbol))
            for name, symbol in names.items()
            if isinstance(symbol, tree.Name) and np.ndim(arguments[name])
        }
        return by_index(placed, trial.scope.vary(values) if values else trial.scope, order)

    return formula


def _placed(node: tree.Node, places: Mapping[str, int]) -> tree.Node:
    """The tree with the indices that are arguments at their values, where no sum binds them."""
    if not places:
        return node
    if isinstance(node, tree.Name) and node.id in places:
        return tree.Number(str(places[node.id]))
    bound = {one.index for one in node.bounds} if isinstance(node, tree.Big) else set()
    inner = {name: at for name, at in places.items() if name not in bound}
    return tree.rebuild(node, lambda part: _placed(part, inner))


def _row(trial: Trial, symbol: tree.Name) -> bool:
    return evaluate(symbol, trial.scope).row


def by_index(node: tree.Node, scope: Scope, order: Callable[[list[str]], list[str]]) -> Data:
    """The array of a formula over its free indices, in the wanted order, then over its own axes."""
    names, inner = _at_indices(node, scope)
    value = evaluate(node, inner)
    if value.kind:
        raise Unsupported(f"the size of {describe(value)} here")
    own = value.shape
    data = np.real(value.data)
    data = data.reshape((1,) * (len(names) - len(value.lanes)) + data.shape)
    sizes = [_size(inner, name) for name in reversed(names)]
    data = np.broadcast_to(data, (*sizes, *own))
    axes = [len(names) - 1 - names.index(name) for name in order(names)]
    return np.transpose(data, (*axes, *range(len(names), data.ndim)))


def _at_indices(node: tree.Node, scope: Scope) -> tuple[list[str], Scope]:
    """The free indices of a formula, and the scope in which each has all its values, a lane each."""
    free = unbound(node, scope.world.table, frozenset())
    names = [name for name in free_indices(node, scope.world.table) if name in free]
    inner = index_scope(names, scope)
    for name in bare_indices(node, inner):
        first, last = index_range(name, node, inner)
        lane = Value(inner.lane(np.arange(first, last + 1.0)))
        inner = inner.opened().local({name: lane})
        names.append(name)
    return names, inner


def unbound(node: tree.Node, table: Table, bound: frozenset[str]) -> frozenset[str]:
    """The names that no sum, limit, integral or definition binds, definitions opened."""
    if isinstance(node, tree.Name):
        found = None if node.id in bound else table.definitions.get(node.id)
        if found is None or found.recurrent:
            return frozenset({node.id}) - bound
        own = frozenset(found.parameters).union(*(tree.names(index) for index in found.indices))
        return unbound(found.body, table, own)
    if isinstance(node, tree.Big):
        bound |= {one.index for one in node.bounds}
    elif isinstance(node, tree.Limit | tree.Optimum):
        bound |= tree.names(node.variable)
    elif isinstance(node, tree.Integral):
        bound |= {node.variable}
    return frozenset().union(*(unbound(part, table, bound) for part in tree.children(node)))


def _size(scope: Scope, name: str) -> int:
    return int((scope.varied[name] if name in scope.varied else scope.locals[name]).data.size)
