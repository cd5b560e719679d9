"""A world: one instance of a given, with sizes, values, functions and joint laws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from symbolic.crosscheck import laws, parameters, recipes
from symbolic.crosscheck.blocks import Block
from symbolic.crosscheck.scope import Effort, Scope
from symbolic.crosscheck.standardized import Random
from symbolic.crosscheck.values import Unsupported, Value, entrywise, scalar
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree


@dataclass
class World:
    """sizes and values by name; the joint law as independent blocks; `said` describes the laws in words.

    readable  what is left open has small rational values
    constant  random names whose spread is left open have one outcome each
    """

    table: Table
    sizes: dict[str, int] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()
    seed: int = 0
    slopes: dict[str, Value] = field(default_factory=dict)
    readable: bool = False
    constant: bool = False

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
        return parameters.generic_function(name, whole=bool(declared.parameters))

    def blocks_of(self, names: frozenset[str]) -> list[Block]:
        """The blocks that govern any of the names."""
        found = [block for block in self.blocks if names & set(block.names)]
        missing = names - {name for block in found for name in block.names}
        if missing:
            raise Unsupported(f"the law of {', '.join(sorted(missing))}")
        return found

    def law_block(self, name: str, node: tree.Node, scope: Scope) -> Block:
        """The law that stands after ∼ under an expectation."""
        from symbolic.crosscheck.population import moments_of

        law = laws.standard_law(node)
        declared = self.table.symbol(node.id) if isinstance(node, tree.Name) else None
        if declared is not None and declared.kind == "law" and declared.law is not None:
            symbol = replace(declared, name=name, kind="scalar", random=True)
            moments = moments_of(symbol, (), self.table, scope, np.random.default_rng(self.seed))
            return recipes.solo(Random(symbol, (), moments), scope)[0]
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
