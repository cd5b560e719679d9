"""One limit in question, the form of a rule for limits, and what the rules share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from symbolic.algebra.fractions import is_zero
from symbolic.algebra.indices import FRESH
from symbolic.algebra.poly import Poly
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute
from symbolic.rules.bridge import INFINITY

_names = count(1)


@dataclass(frozen=True)
class Approach:
    """lim_{name → target} poly from `side` ("", "+", "-")."""

    poly: Poly
    name: str
    target: Poly
    side: str
    situation: Situation

    @property
    def endless(self) -> bool:
        return self.target == INFINITY

    def of(self, poly: Poly) -> Poly | None:
        """The limit of another expression along the same way."""
        from symbolic.rules.limits import by_rules

        return by_rules(replace(self, poly=poly))


@dataclass(frozen=True)
class LimitRule:
    """A rule: its name, what it says, and how it applies (None where it does not)."""

    name: str
    text: str
    apply: Callable[[Approach], Poly | None]


def jumps(value: Any, name: str) -> bool:
    """Does an indicator, a δ or an opaque function depend on name?"""
    if isinstance(value, tuple):
        return any(jumps(part, name) for part in value)
    if name not in getattr(value, "free", ()):
        return False
    if isinstance(value, Poly):
        return any(jumps(pair, name) for mono in value.terms for pair in mono)
    return value.kind in ("δ", "ind", "mean", "comp", "scomp") or jumps(value.args, name)


def kinked(value: Any, approach: Approach) -> bool:
    """Does |·| or a sign change its form at the target, where no series goes through it?"""
    if isinstance(value, tuple):
        return any(kinked(part, approach) for part in value)
    if approach.endless or approach.name not in getattr(value, "free", ()):
        return False
    if isinstance(value, Poly):
        return any(kinked(pair, approach) for mono in value.terms for pair in mono)
    if value.kind == "fun" and value.args[0] in ("abs", "sign"):
        return is_zero(substitute(value.args[1][0], {approach.name: approach.target}))
    return kinked(value.args, approach)


def sign_of(poly: Poly) -> int | None:
    if is_positive(poly):
        return 1
    return -1 if is_positive(-poly) else None


def positive_name(situation: Situation) -> str:
    """A new name, known to be positive."""
    name = f"{FRESH}u{next(_names)}"
    situation.facts.learn(name, "positive")
    return name
