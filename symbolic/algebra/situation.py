"""A given as the rules see it: its table, the facts the algebra may assume, and a record of what was used.

A `Situation` is made once for a claim.  Rules note each application with `note(rule, text)` and each sentence they rely
on with `use(sentence)`; moments that a given leaves open are named with `lack(text)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from symbolic.algebra.facts import assuming
from symbolic.algebra.given_facts import GivenFacts
from symbolic.language.symbols import Sentence, Table
from symbolic.verdict import Reason


@dataclass
class Situation:
    """The table of a given, facts in force, and the record of one derivation.

    memory  what rules have worked out for this given
    hidden  the sides are closed numbers that double precision cannot tell apart
    """

    table: Table
    facts: GivenFacts
    reasons: list[Reason] = field(default_factory=list)
    used: list[Sentence] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    stopped_by: str | None = None
    hidden: bool = False
    memory: dict[Any, Any] = field(default_factory=dict, repr=False)

    def note(self, rule: str, text: str) -> None:
        """Records that a rule was applied, once."""
        reason = Reason(rule, text)
        if reason not in self.reasons:
            self.reasons.append(reason)

    def use(self, sentence: Sentence | None) -> None:
        """Records a sentence of the given that a result rests on."""
        if sentence is not None and sentence not in self.used:
            self.used.append(sentence)

    def lack(self, text: str) -> None:
        """Records what the given would have to say for the result to be fixed."""
        if text not in self.missing:
            self.missing.append(text)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Puts the facts in force for the algebra."""
        with assuming(self.facts):
            yield
