"""What a derivation of the library states, and how it becomes a statement: the right side is the engine's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symbolic.api import Derived
    from symbolic.notation.tree import Chain

#: The modules of this package that hold an `ENTRY`, in the order in which they are listed.
MODULES = ("attention_scaling",)


@dataclass(frozen=True)
class Step:
    """One expression to derive.

    given   what it needs beyond the entry's given
    shows   the rules whose outcome stands in the statement, between the expression and the result
    """

    name: str
    title: str
    expression: str
    given: str = ""
    shows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Entry:
    """A derivation of the library."""

    name: str
    title: str
    given: str
    steps: tuple[Step, ...]

    def given_of(self, step: Step) -> str:
        return f"{self.given}\n{step.given}" if step.given else self.given


@dataclass(frozen=True)
class Statement:
    """A step worked out: `chain` is expression = … = result, in three spellings."""

    entry: Entry
    step: Step
    chain: Chain
    latex: str
    unicode: str
    plain: str
    derived: Derived


@lru_cache(maxsize=1)
def entries() -> dict[str, Entry]:
    """Every entry by its name."""
    loaded = (import_module(f"symbolic.derivations.{module}").ENTRY for module in MODULES)
    return {found.name: found for found in loaded}


def entry(name: str) -> tuple[Entry, Step | None]:
    """The entry, and the step for `NAME.step`; raises LookupError with the names that there are."""
    head, _, tail = name.partition(".")
    found = entries().get(head)
    if found is None:
        raise LookupError(f"the library has no `{head}`; it has {', '.join(entries())}")
    if not tail:
        return found, None
    step = next((step for step in found.steps if step.name == tail), None)
    if step is None:
        raise LookupError(f"`{head}` has no step `{tail}`; it has {', '.join(step.name for step in found.steps)}")
    return found, step


@lru_cache(maxsize=64)
def statement(name: str) -> Statement:
    """The statement of `NAME.step`, derived; raises LookupError."""
    from symbolic import api
    from symbolic.notation import latex, plain, unicode
    from symbolic.notation.tree import Chain

    found, step = entry(name)
    if step is None:
        raise LookupError(f"name a step of `{name}`: {', '.join(step.name for step in found.steps)}")
    given = api.given(found.given_of(step))
    derived = given.derive(step.expression)
    shown = [done.after for done in derived.steps if done.rule in step.shows and done.after != derived.result]
    chain = Chain(derived.expression, tuple(("=", node) for node in (*shown, derived.result)))
    table = given.table
    return Statement(found, step, chain, latex(chain, table), unicode(chain, table), plain(chain, table), derived)
