"""crosscheck(left, relation, right, table): several worlds, one outcome.

A world that the given allows and in which the relation fails refutes it; worlds in which it holds are evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from symbolic.crosscheck.compare import STRICT, Trial, closer, trial
from symbolic.crosscheck.counterexample import shown
from symbolic.crosscheck.dependencies import is_random, mentioned
from symbolic.crosscheck.instance import NoInstance, instance
from symbolic.crosscheck.orders import observed, question
from symbolic.crosscheck.pieces import apart
from symbolic.crosscheck.sampling import spending
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.strict import at_special_values, is_equal_at_constants
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.crosscheck.world import World, dimensions
from symbolic.language.orders import approach, is_asymptotic
from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.verdict import Counterexample, Evidence

if TYPE_CHECKING:
    from numeric.montecarlo import Spending

#: Turns when nothing is left open; for one random name of open law, for several; for an inequality, to be searched.
TURNS, NAMED, OPEN, MOST, SEARCH = 8, 4, 7, 10, 160

#: Entries that the first turns may have touched for the later ones of a claim without chance to follow.
CHEAP = 200_000

#: Entries that all experiments on one relation may touch together.
WORK = 150_000_000

#: Entries that one quick look at a relation may touch.
LITTLE = 1_000_000

#: Worlds in which a relation in a limit is followed.
FOLLOWED = 3

#: Worlds in which sides that agree are held against each other to many digits.
LOOKS = 2

SEED = 0


@dataclass(frozen=True)
class Outcome:
    """What the experiments showed.

    status   "agrees" (wherever it could be tried), "differs" (a counterexample), "unclear" (none could tell)
    evidence what was done
    counterexample  where the relation fails
    reason   why nothing was shown, or what fails in words
    numerical  the difference was judged by an error estimate
    untied   it agrees where the names are independent, and where they are tied to each other no experiment could tell
    edge     a side alone has no value there; elsewhere they agree
    limiting  finitely many numbers about a limit: they refute nothing alone
    work     entries touched
    """

    status: str
    evidence: Evidence | None = None
    counterexample: Counterexample | None = None
    reason: str = ""
    numerical: bool = False
    untied: bool = False
    limiting: bool = False
    edge: bool = False
    work: int = 0


@dataclass
class Worlds:
    """The worlds of one table, made once and shared by all links, with the chances of error of its sampling."""

    table: Table
    seed: int = SEED
    made: dict[int, World | str] = field(default_factory=dict)
    spending: Spending = field(default_factory=spending)

    def at(self, turn: int) -> World | str:
        """The world of a turn, or why there is none."""
        if turn not in self.made:
            try:
                self.made[turn] = instance(self.table, turn, seed=self.seed)
            except (NoInstance, Unsupported, RecursionError) as problem:
                self.made[turn] = str(problem) or type(problem).__name__
        return self.made[turn]


def crosscheck(left: tree.Node, relation: str, right: tree.Node, table: Table, worlds: Worlds | None = None) -> Outcome:
    """Both sides in several worlds of the given."""
    worlds = worlds or Worlds(table)
    spent: list[int] = []
    if is_asymptotic(left, relation, right, table) and (relation != "≈" or approach(table) is not None):
        found = _followed(left, relation, right, table, worlds, spent)
    else:
        found = _experimented(left, relation, right, table, worlds, spent)
    return replace(found, work=sum(spent))


def _followed(
    left: tree.Node, relation: str, right: tree.Node, table: Table, worlds: Worlds, spent: list[int]
) -> Outcome:
    """A relation in a limit, followed towards it in some worlds."""
    shown: dict[str, list[Trial]] = {"agrees": [], "differs": []}
    reasons: list[str] = []
    try:
        asked = question(left, relation, right, table)
    except Unsupported as problem:
        return Outcome("unclear", reason=str(problem))
    for world in _worlds(range(FOLLOWED), worlds, reasons):
        effort = Effort(spending=worlds.spending)
        try:
            status = observed(asked, world, effort)
        except (Mismatch, Unsupported, ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as problem:
            status = "unclear"
            reasons.append(str(problem))
        spent.append(effort.spent)
        effort.note("numeric", 0.0)
        shown.get(status, []).append(Trial(status, world, effort))
    if shown["differs"]:
        evidence, reason = _evidence(shown["differs"], worlds.seed), "the remainder is not of that order in numbers"
        return Outcome("differs", evidence, reason=reason, limiting=True)
    if shown["agrees"] and not _only_at_one(shown["agrees"], worlds):
        return Outcome("agrees", _evidence(shown["agrees"], worlds.seed), limiting=True)
    return Outcome("unclear", reason=reasons[0] if reasons else "a remainder whose order numbers do not show")


def _experimented(
    left: tree.Node, relation: str, right: tree.Node, table: Table, worlds: Worlds, spent: list[int]
) -> Outcome:
    held: list[Trial] = []
    reasons: list[str] = []
    numerical: list[Trial] = []
    turns = _turns(tree.Tuple((left, right)), relation, table)
    random = any(is_random(name, table) for name in mentioned(tree.Tuple((left, right)), table))
    for world in _worlds(turns, worlds, reasons):
        if not random and len(spent) >= NAMED and sum(spent) > CHEAP and not numerical:
            break
        found = trial(left, relation, right, world, Effort(spending=worlds.spending))
        spent.append(found.effort.spent)
        if found.status == "differs" and found.certain:
            return _refuted(left, relation, right, found, worlds)
        if found.status == "differs":
            numerical.append(found)
            if len(numerical) == min(3, len(turns)):
                return _refuted(left, relation, right, numerical[0], worlds, numerical=True)
        elif found.status == "agrees":
            held.append(found)
        else:
            reasons.append(found.reason)
            if len(reasons) >= 3 and not held:
                break
        if sum(spent) > WORK and not numerical:
            break
    if numerical:
        return _repeated(left, relation, right, numerical, worlds)
    if relation in STRICT:
        equal = at_special_values(left, relation, right, worlds.table, worlds.spending)
        if equal is not None:
            return Outcome("differs", _evidence([equal], worlds.seed), shown(equal, left, right), equal.reason)
        if is_equal_at_constants(left, relation, right, worlds.table, worlds.spending):
            return Outcome("unclear", reason="laws that give one value for certain, where the sides are equal")
    parted = next((other for found in held[:LOOKS] if (other := apart(left, relation, right, found.world))), None)
    if parted is not None:
        return Outcome("differs", _evidence([parted], worlds.seed), shown(parted, left, right), parted.reason)
    if relation in ("=", ":="):
        for found in held[:LOOKS]:
            looked = closer(found, left, relation, right)
            if looked.status == "differs":
                return Outcome("differs", _evidence([looked], worlds.seed), shown(looked, left, right))
    if held and not _only_at_one(held, worlds):
        return Outcome("agrees", _evidence(held, worlds.seed), untied=_only_untied(held, left, right, worlds))
    return Outcome("unclear", reason=reasons[0] if reasons else "no experiment")


def _only_at_one(held: list[Trial], worlds: Worlds) -> bool:
    """Did the relation show only where some size is 1, though it was tried at others?  Much holds there alone."""
    tried = [world for world in worlds.made.values() if not isinstance(world, str)]
    held_at = [found.world.sizes for found in held]
    return any(
        any(world.sizes.get(name, 1) > 1 for world in tried) and all(sizes.get(name, 1) == 1 for sizes in held_at)
        for name in held_at[0]
    )


def _only_untied(held: list[Trial], left: tree.Node, right: tree.Node, worlds: Worlds) -> bool:
    """Did the relation show only where random names are independent, though it was tried where they are not?"""
    names = mentioned(tree.Tuple((left, right)), worlds.table)

    def tied(world: World) -> bool:
        return any(len(names.intersection(block.names)) > 1 for block in world.blocks)

    tried = [world for world in worlds.made.values() if not isinstance(world, str)]
    return any(tied(world) for world in tried) and not any(tied(found.world) for found in held)


def survives(
    left: tree.Node, relation: str, right: tree.Node, table: Table, most: int | None = None, more: int = 0
) -> bool:
    """Does the relation hold in every world that can be tried, at least one?  Ends at the first that refutes it.

    most  how many worlds are tried, with little work each, before the rules are asked
    more  how many are tried beside the usual ones, where only numbers can tell
    """
    worlds, held = Worlds(table), 0
    turns = [*_turns(tree.Tuple((left, right)), relation, table)[:most], *range(MOST, MOST + more)]
    for world in _worlds(turns, worlds, []):
        found = trial(left, relation, right, world, Effort(WORK if most is None else LITTLE))
        if found.status == "differs":
            return False
        held += found.status == "agrees"
    return held > 0


def _repeated(left: tree.Node, relation: str, right: tree.Node, found: list[Trial], worlds: Worlds) -> Outcome:
    """A numerical difference is believed when it shows at three points: more worlds are tried for them."""
    for world in _worlds(range(MOST, MOST + 8), worlds, []):
        again = trial(left, relation, right, world, Effort(spending=worlds.spending))
        found += [again] if again.status == "differs" else []
        if len(found) == 3:
            return _refuted(left, relation, right, found[0], worlds, numerical=True)
    return Outcome("unclear", reason="a numerical difference that did not show at three points")


def _worlds(turns: Sequence[int], worlds: Worlds, reasons: list[str]) -> Iterator[World]:
    for turn in turns:
        world = worlds.at(turn)
        if isinstance(world, str):
            reasons.append(f"no instance of the given: {world}")
        else:
            yield world


def _turns(both: tree.Node, relation: str, table: Table) -> list[int]:
    """Which turns a claim needs: enough to see every law that is left open, and every size 1 at the end."""
    names = mentioned(both, table)
    random = [n for n in names if is_random(n, table)]
    count = TURNS
    if not any(table.symbol(n) is not None for n in names):
        return [0]
    if random:
        count = MOST if len(random) > 1 else OPEN
        count = count if any(table.symbols[n].law is None for n in random) else NAMED
    small = [-1] if any(n in names for n in dimensions(table)) else []
    if relation in ("<", "≤", ">", "≥"):
        small = list(range(-1, -SEARCH, -1))
    return [*range(count), *small]


def _evidence(held: list[Trial], seed: int) -> Evidence:
    kinds = set().union(*[found.effort.kinds for found in held])
    random = any(found.world.blocks for found in held)
    order = ("monte carlo", "numeric", "quadrature")
    kind = next((k for k in order if k in kinds), "exact" if random else "numeric")
    sizes = [dict(s) for s in dict.fromkeys(tuple(found.world.sizes.items()) for found in held) if s]
    laws = list(dict.fromkeys(found.world.said for found in held if found.world.said))
    return Evidence(kind, sizes, laws, seed, max(found.error for found in held))


def _refuted(
    left: tree.Node, relation: str, right: tree.Node, found: Trial, worlds: Worlds, numerical: bool = False
) -> Outcome:
    """The most readable of the worlds in which the relation fails: small sizes and small rationals first."""
    best = found
    names = mentioned(tree.Tuple((left, right)), worlds.table)
    for turn in dict.fromkeys((0, 2, max(found_turn(found, worlds), 0))):
        try:
            world = instance(worlds.table, turn, True, worlds.seed, names)
        except (NoInstance, Unsupported):
            continue
        again = trial(left, relation, right, world, Effort(spending=worlds.spending))
        if again.status == "differs" and (again.certain or numerical):
            best = again
            break
    return Outcome("differs", _evidence([best], worlds.seed), shown(best, left, right), best.reason, numerical)


def found_turn(found: Trial, worlds: Worlds) -> int:
    return next((turn for turn, world in worlds.made.items() if world is found.world), 0)
