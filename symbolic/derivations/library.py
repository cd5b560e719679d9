"""What a derivation of the library states, and how it becomes a statement: the right side is the engine's."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symbolic.api import Derived
    from symbolic.language.symbols import Table
    from symbolic.notation.tree import Chain, Node

#: The modules of this package that hold an `ENTRY`, in the order in which they are listed.
MODULES = ("attention_scaling",)


@dataclass(frozen=True)
class Step:
    """One expression to derive.

    given   what it needs beyond the entry's given
    shows   the rules whose outcome stands in the statement, between the expression and the result
    terms   quantities in whose product the result is wanted, where it is a multiple of that product
    """

    name: str
    title: str
    expression: str
    given: str = ""
    shows: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()


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
    result = in_terms(derived.result, [given.read(term) for term in step.terms], given.table)
    shown = [done.after for done in derived.steps if done.rule in step.shows and done.after != result]
    chain = Chain(derived.expression, tuple(("=", node) for node in (*shown, result)))
    table = given.table
    return Statement(found, step, chain, latex(chain, table), unicode(chain, table), plain(chain, table), derived)


#: Factors that may stand before a product of wanted terms.
FACTORS = tuple(Fraction(sign * above, below) for above, below in ((1, 1), (2, 1), (1, 2)) for sign in (1, -1))


def in_terms(result: Node, terms: list[Node], table: Table) -> Node:
    """The result as a multiple of the product of the terms, where the rules prove it to be one; else as it is."""
    from symbolic.decide import decide
    from symbolic.language.build import tree
    from symbolic.notation.tree import Negative, Product

    for factor in FACTORS if terms else ():
        size = () if abs(factor) == 1 else (tree(abs(factor)),)
        product = Product((*size, *terms)) if len(terms) + len(size) > 1 else terms[0]
        wanted = Negative(product) if factor < 0 else product
        if decide(result, "=", wanted, table).status == "equal":
            return wanted
    return result
