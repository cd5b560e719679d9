"""A world: one instance of a given, with sizes, values, functions and joint laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from symbolic.crosscheck import laws, parameters, recipes
from symbolic.crosscheck.blocks import Block, Conditional
from symbolic.crosscheck.dependencies import is_random, mentioned, outcomes
from symbolic.crosscheck.events import related
from symbolic.crosscheck.moments import Moments, stated_moments
from symbolic.crosscheck.ranges import whole
from symbolic.crosscheck.scope import Effort, Scope
from symbolic.crosscheck.values import Mismatch, Unsupported, Value, entrywise, scalar
from symbolic.given import queries
from symbolic.language.symbols import Assumption, Relation, Symbol, Table
from symbolic.notation import tree

#: Draws of parameters before a given counts as having no instance that was found.
ATTEMPTS = 60

#: Sizes in the order in which turns hand them to the dimensions; the last turn of all is every size 1.
SIZES: tuple[tuple[int, ...], ...] = (
    (2, 3, 4, 5, 6), (3, 2, 4, 5, 2), (1, 2, 3, 4, 5), (2, 1, 3, 2, 4), (4, 2, 3, 5, 1),
)  # fmt: skip


class NoInstance(Exception):
    """No values were found at which every assumption of the given holds."""


@dataclass
class World:
    """sizes and values by name; the joint law as independent blocks; `said` describes the laws in words."""

    table: Table
    sizes: dict[str, int] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()
    seed: int = 0
    slopes: dict[str, Value] = field(default_factory=dict)

    def value(self, name: str, scope: Scope) -> Value | None:
        """The value of a declared name that does not vary."""
        if name in self.sizes:
            return scalar(float(self.sizes[name]))
        found = self.values.get(name)
        declared = self.table.symbol(name)
        if found is not None and declared is not None and declared.depends_on:
            return self._dependent(found, declared, scope)
        return found

    def _dependent(self, found: Value, declared: Symbol, scope: Scope) -> Value:
        """A(α) = A + sin(α) B: an array that is a function of scalars."""
        from symbolic.crosscheck.evaluate import evaluate

        result = found
        for place, name in enumerate(declared.depends_on):
            at = evaluate(tree.Name(name), scope.globally())
            part = self.slopes[declared.name]
            moved = Value(np.sin(at.data * (1 + 0.3 * place)))
            result = entrywise(np.add, result, entrywise(np.multiply, moved, part))
        return result

    def function(self, name: str) -> Callable[[Sequence[Value]], Value]:
        declared = self.table.symbols[name]
        return parameters.generic_function(name, 0.0 if declared.parameters else 1.0)  # type: ignore[no-any-return]

    def blocks_of(self, names: frozenset[str]) -> list[Block]:
        """The blocks that govern any of the names."""
        found = [block for block in self.blocks if names & set(block.names)]
        missing = names - {name for block in found for name in block.names}
        if missing:
            raise Unsupported(f"the law of {', '.join(sorted(missing))}")
        return found

    def law_block(self, name: str, node: tree.Node, scope: Scope) -> Block:
        """The law that stands after ∼ under an expectation."""
        law = laws.standard_law(node)
        declared = self.table.symbol(node.id) if isinstance(node, tree.Name) else None
        if declared is not None and declared.kind == "law" and declared.law is not None:
            symbol = replace(declared, name=name, kind="scalar", random=True)
            moments = _moments(symbol, (), self.table, scope, np.random.default_rng(self.seed))
            return recipes.solo(recipes.Random(symbol, (), moments), scope)[0]
        if law is None or law.name == "normal":
            raise Unsupported("an average over such a law")
        return laws.named(name, law, ())

    @property
    def said(self) -> str:
        return "; ".join(block.said for block in self.blocks)


def scope_of(world: World, effort: Effort | None = None) -> Scope:
    return Scope(world, effort or Effort())


def dimensions(table: Table) -> list[str]:
    return [s.name for s in table.symbols.values() if s.kind == "dimension" and s.name not in table.definitions]


def instance(
    table: Table,
    turn: int = 0,
    readable: bool = False,
    seed: int = 0,
    small: frozenset[str] = frozenset(),
    special: float | None = None,
) -> World:
    """A world of the given; the turn chooses sizes and laws, the sizes in `small` before others.

    special  a value that everything takes which may take it
    Raises NoInstance when none is found.
    """
    from numeric.generic import Chooser

    rng = np.random.default_rng((seed, turn % 997))
    problem = "no sizes satisfy the assumptions"
    for sizes in _sizes(table, turn, small):
        unsolved = 0
        for attempt in range(ATTEMPTS):
            try:
                world = World(table, sizes, seed=seed)
                _fill(world, Chooser(rng, readable and attempt == 0))
                if special is not None:
                    _specialize(world, special)
                _check(world)
                _populate(world, turn, rng)
                return world
            except (ValueError, Mismatch) as reason:
                problem = str(reason)
                unsolved += isinstance(reason, parameters.Unsolved)
                if unsolved == 3 or (attempt > 5 and not table.assumptions and not queries.requirements(table)):
                    break
    raise NoInstance(problem)


def _sizes(table: Table, turn: int, small: frozenset[str]) -> Iterator[dict[str, int]]:
    """Assignments of sizes, those of the turn first, that satisfy what is assumed of sizes alone."""
    names = sorted(dimensions(table), key=lambda name: name not in small)
    about = [a for a in _relations(table) if mentioned(a, table) and mentioned(a, table) <= set(names)]
    first = [(1, 1, 1, 1, 1)] if turn % 2 and turn < 0 else []
    ladder = first + [SIZES[(abs(turn) + k) % len(SIZES)] for k in range(len(SIZES))]
    ladder += [tuple(k + j for j in range(5)) for k in (3, 5, 7)]
    found = 0
    for sizes in ladder:
        chosen = {name: sizes[place % len(sizes)] + (place // len(sizes)) for place, name in enumerate(names)}
        scope = scope_of(World(table, chosen))
        if all(_holds(chain, scope) for chain in about):
            yield chosen
            found += 1
            if found == 4:
                return


def _relations(table: Table) -> list[tree.Chain]:
    """Assumptions about values, and what the parameters of the stated laws need; O and limits left out."""
    chains = [assumption.relation for assumption in table.assumptions if _about_values(assumption)]
    return chains + [chain for chain, _ in queries.requirements(table)]


def _about_values(assumption: Assumption) -> bool:
    return all(relation in ("=", "≠", "<", "≤", ">", "≥") for relation, _ in assumption.relation.links)


def _fill(world: World, choose: Any) -> None:
    """Values for every name that has one."""
    scope = scope_of(world)
    for symbol in parameters.fixed_names(world.table):
        shape = shape_of(symbol, scope)
        world.values[symbol.name] = parameters.draw(symbol, shape, world.table, scope, choose)
        if symbol.depends_on:
            plain = replace(symbol, signs=frozenset())
            world.slopes[symbol.name] = parameters.draw(plain, shape, world.table, scope, choose)
    _solve(world)


def _specialize(world: World, special: float) -> None:
    """Every value whose declaration allows it becomes the special one."""
    for symbol in parameters.fixed_names(world.table):
        old = world.values[symbol.name]
        said = parameters.words(symbol, world.table)
        low, high = parameters.bounds(symbol, world.table, scope_of(world))
        inside = (low is None or low <= special) and (high is None or special <= high)
        if inside and parameters.allows(said, special):
            world.values[symbol.name] = Value(np.full_like(old.data, special), old.rank)


def shape_of(symbol: Symbol, scope: Scope) -> tuple[int, ...]:
    """The sizes of all axes, the family's first."""
    own = tuple(whole(size, scope) for size in symbol.shape)
    if symbol.family is None:
        return own
    first, last = (whole(end, scope) for end in symbol.family)
    return (last - first + 1, *own)


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


def _sides(chain: tree.Chain, scope: Scope) -> Iterator[tuple[Value, str, Value]]:
    from symbolic.crosscheck.evaluate import evaluate

    inner = index_scope(free_indices(chain, scope.world.table), scope)
    left = evaluate(chain.first, inner)
    for relation, node in chain.links:
        right = evaluate(node, inner)
        yield left, relation, right
        left = right


def _holds(chain: tree.Chain, scope: Scope) -> bool:
    return all(bool(np.all(related(relation, left, right))) for left, relation, right in _sides(chain, scope))


def _value_names(chain: tree.Chain, world: World) -> set[str]:
    return {name for name in mentioned(chain, world.table) if name in world.values}


def _needs_law(chain: tree.Chain, table: Table) -> bool:
    return any(is_random(name, table) for name in mentioned(chain, table))


def _solve(world: World) -> None:
    """Assumed equations between values are solved for them."""
    equations = [c for c in _relations(world.table) if all(r == "=" for r, _ in c.links)]
    _solve_all(world, [c for c in equations if _value_names(c, world) and not _needs_law(c, world.table)])


def _solve_all(world: World, equations: list[tree.Chain]) -> None:
    if not equations or all(_holds(chain, scope_of(world)) for chain in equations):
        return
    whole_numbers = {s.name for s in world.table.symbols.values() if s.domain == "integer"}
    written = set().union(*[tree.names(chain) for chain in equations]) & world.values.keys()
    reached = set().union(*[_value_names(chain, world) for chain in equations])
    names = sorted((written or reached) - whole_numbers)

    def residual(values: dict[str, Value]) -> Any:
        trial = replace(world, values={**world.values, **values})
        parts = []
        for chain in equations:
            for left, _, right in _sides(chain, scope_of(trial)):
                parts.append(np.real(entrywise(np.subtract, left, right).data).reshape(-1))
        return np.concatenate(parts)

    world.values.update(parameters.solved({name: world.values[name] for name in names}, residual))


def _check(world: World) -> None:
    """Raises ValueError unless every assumption about values holds."""
    for chain in _relations(world.table):
        if _needs_law(chain, world.table) or _is_mask(chain, world.table):
            continue
        if not _holds(chain, scope_of(world)):
            raise ValueError("an assumption does not hold at the values that were tried")


def _is_mask(chain: tree.Chain, table: Table) -> bool:
    """An assumption on indices (i ≠ j) restricts which of their values are tried."""
    return bool(free_indices(chain, table)) and all(
        (s := table.symbol(name)) is None or s.kind in ("index", "dimension") for name in mentioned(chain, table)
    )


def masks(table: Table) -> list[tree.Chain]:
    return [a.relation for a in table.assumptions if _about_values(a) and _is_mask(a.relation, table)]


def _moments(symbol: Symbol, shape: tuple[int, ...], table: Table, scope: Scope, rng: Any) -> Moments:
    """Stated moments, and chosen ones for what is open."""
    stated = stated_moments(symbol, table)
    own = shape[1:] if symbol.family is not None else shape
    same = symbol.components == "iid" or not own
    positive = bool(symbol.signs & {"positive", "nonnegative"})
    size = () if same else own
    mean = rng.uniform(1.2, 1.9, size) if positive else rng.uniform(0.35, 1.4, size) * rng.choice([-1, 1], size)
    variance = rng.uniform(0.02, 0.05, size) if positive else rng.uniform(0.6, 2.2, size)
    if "second moment" in stated and "mean" not in stated:
        mean = _below_second(symbol, stated["second moment"], scope, size)
    if symbol.signs & {"negative", "nonpositive"}:
        mean, variance = -np.abs(mean) - 1, np.asarray(0.03 * variance)
    centre, spread = Value(np.asarray(mean), len(size)), Value(np.asarray(variance), len(size))
    return Moments(symbol.name, stated, len(shape), centre, spread)


def _below_second(symbol: Symbol, node: tree.Node, scope: Scope, size: tuple[int, ...]) -> Any:
    """A mean whose square is less than the stated second moment; 0 where that is a matrix."""
    from symbolic.crosscheck.evaluate import evaluate

    second = evaluate(node, scope)
    if second.rank == 2 or "symmetric law" in symbol.signs:
        return np.zeros(size)
    return np.broadcast_to(0.6 * np.sqrt(np.abs(second.data)), size)


def _populate(world: World, turn: int, rng: Any) -> None:
    """Joint laws for the random names, and values that are assumed through them."""
    table, scope = world.table, scope_of(world)
    randoms = []
    for symbol in table.symbols.values():
        if is_random(symbol.name, table):
            shape = shape_of(symbol, scope)
            randoms.append(recipes.Random(symbol, shape, _moments(symbol, shape, table, scope, rng)))
    conditional = {r.names[0]: r for r in table.relations if r.kind == "conditional"}
    inner = {r.name: _given_names(r.symbol, table, conditional) for r in randoms}
    plain = [r for r in randoms if not inner[r.name]]
    blocks: list[Block] = []
    for group in recipes.groups(plain, table):
        blocks += recipes.combine(group, table, abs(turn), scope)
    for random in [r for r in randoms if inner[r.name]]:
        blocks = _nested(random, inner[random.name], conditional.get(random.name), blocks, scope)
    world.blocks = tuple(blocks)
    _try_laws(world, scope)
    through_laws = [c for c in _relations(table) if _needs_law(c, table) and not outcomes(c, table)]
    _solve_all(world, [c for c in through_laws if all(r == "=" for r, _ in c.links)])
    for chain in through_laws:
        if not _holds(chain, scope_of(world)):
            raise ValueError("an assumption about a law does not hold at the values that were tried")


def _try_laws(world: World, scope: Scope) -> None:
    """Raises ValueError when a law does not exist at the values drawn."""
    for block in world.blocks:
        if not isinstance(block, Conditional):
            block.rows(scope, 2)


def _given_names(symbol: Symbol, table: Table, conditional: dict[str, Relation]) -> list[str]:
    """The random names on whose outcome the law of a name depends."""
    if symbol.name in conditional:
        return list(conditional[symbol.name].names[1:])
    trees = [*symbol.moments.values(), *(symbol.law.parameters if symbol.law else ())]
    found = set().union(*[queries.random_names(node, table) for node in trees]) if trees else set()
    return sorted(found - {symbol.name})


def _nested(
    random: recipes.Random, given: list[str], relation: Relation | None, blocks: list[Block], scope: Scope
) -> list[Block]:
    """The name's own law inside the block of what it is given."""
    outer = [block for block in blocks if set(given) & set(block.names)]
    if len(outer) != 1:
        raise Unsupported("a law given names that do not stand in one block")
    symbol = random.symbol
    if relation is not None:
        symbol = replace(symbol, law=relation.law or symbol.law, moments={**symbol.moments, **relation.moments})
    moments = replace(random.moments, stated=dict(symbol.moments))
    own = recipes.Random(symbol, random.shape, moments)
    inner = recipes.solo_given(own, scope)
    names = (*outer[0].names, random.name)
    nested = Conditional(names, outer[0], inner, f"{outer[0].said}; {random.name} given {', '.join(given)}")
    return [block for block in blocks if block is not outer[0]] + [nested]
