"""The scope of a lowering: the situation of the claim, and what local names (bound indices, parameters) stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from symbolic.algebra.poly import Poly
from symbolic.algebra.situation import Situation
from symbolic.lowering.arrays import Array, scalar
from symbolic.lowering.arrays import Unsupported as Unsupported
from symbolic.notation.tree import Node


@dataclass(frozen=True)
class Scope:
    """locals    bound indices and parameters of functions: visible in the expression they are bound in
    suspended names treated as free variables although they are defined, everywhere (for derivatives by them)
    """

    situation: Situation
    locals: Mapping[str, Array] = field(default_factory=dict)
    suspended: Mapping[str, Array] = field(default_factory=dict)
    known: dict[str, Array] = field(default_factory=dict)
    depth: int = 0

    def with_locals(self, added: Mapping[str, Array]) -> Scope:
        """The scope inside a binder."""
        return Scope(self.situation, {**self.locals, **added}, self.suspended, self.known, self._deeper())

    def with_index(self, name: str, value: Poly) -> Scope:
        return self.with_locals({name: scalar(value)})

    def globally(self, added: Mapping[str, Array] | None = None) -> Scope:
        """The scope of a definition's body: its own parameters and nothing of the place where it is used."""
        return Scope(self.situation, dict(added or {}), self.suspended, self.known, self._deeper())

    def suspend(self, name: str, value: Array) -> Scope:
        """The scope in which a defined name is a variable of its own."""
        return Scope(self.situation, self.locals, {**self.suspended, name: value}, {}, self._deeper())

    def _deeper(self) -> int:
        if self.depth > 60:
            raise Unsupported("definitions nested too deeply")
        return self.depth + 1


Handler = Callable[[Node, Scope], Array]
