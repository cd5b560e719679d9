"""The facts of a given for the algebra: signs, integrality, structure of arrays, ranges, fixed sums.

Signs come from three places: what a symbol's declaration says, what an assumption of the form a < b says, and what
kind a symbol is (a dimension is a positive integer).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import Facts
from symbolic.algebra.poly import ONE, Poly
from symbolic.algebra.signs import is_positive
from symbolic.language.symbols import Symbol, Table

#: What each stated property implies, entry by entry or of the whole.
IMPLIES: dict[str, frozenset[str]] = {
    "positive": frozenset({"positive", "nonnegative", "nonzero"}),
    "negative": frozenset({"negative", "nonzero"}),
    "positive definite": frozenset({"positive definite", "symmetric", "invertible", "positive diagonal"}),
    "orthogonal": frozenset({"orthogonal", "invertible"}),
    "diagonal": frozenset({"diagonal", "symmetric"}),
    "one-hot": frozenset({"one-hot", "nonnegative", "sums to 1"}),
}

#: What the support of a law says of a random quantity.
SUPPORT: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("gamma", "exponential", "lognormal", "beta", "chi-square", "pareto", "dirichlet"),
        frozenset({"positive", "nonnegative", "nonzero"}),
    ),
    **dict.fromkeys(
        ("bernoulli", "binomial", "poisson", "multinomial", "one-hot categorical"),
        frozenset({"nonnegative", "integer"}),
    ),
    **dict.fromkeys(("geometric", "categorical"), frozenset({"positive", "nonnegative", "nonzero", "integer"})),
}


class GivenFacts(Facts):
    """Answers from a table.  `lower` turns the table's trees (sizes, bounds) into polynomials."""

    def __init__(self, table: Table, work: int = 300_000) -> None:
        super().__init__(work)
        self.table = table
        self.one_hot = frozenset(name for name, declared in table.symbols.items() if _is_one_hot(declared))
        self._said: dict[str, frozenset[str]] = {}
        self._spans: dict[str, tuple[Poly, Poly] | None] = {}
        self._lower: dict[str, int] = {}
        self.sums: dict[Atom, Poly] = {}
        self.positive: list[tuple[Poly, bool]] = []
        self.apart: set[frozenset[Poly]] = set()
        self.equations: list[Poly] = []
        self.evaluate: Callable[[object], Poly] | None = None

    def has(self, name: str, fact: str) -> bool:
        return fact in self.said(name)

    def said(self, name: str) -> frozenset[str]:
        """Everything known of a name."""
        if name not in self._said:
            declared = self.table.symbol(name)
            self._said[name] = _facts_of(declared) if declared is not None else frozenset()
        return self._said[name]

    def learn(self, name: str, *facts: str) -> None:
        """Adds what an assumption says of a name."""
        found = self.said(name)
        for fact in facts:
            found |= IMPLIES.get(fact, frozenset({fact}))
        self._said[name] = found

    def learn_bound(self, name: str, bound: int) -> None:
        self._lower[name] = max(bound, self._lower.get(name, bound))

    def lower_bound(self, name: str) -> int | None:
        bound = self._lower.get(name)
        declared = self.table.symbol(name)
        if declared is not None and declared.kind in ("dimension", "index"):
            return max(1, bound) if bound is not None else (1 if declared.kind == "dimension" else bound)
        if bound is None and name in self.open:
            first = self.open[name][0].number
            return int(first) if first is not None else None
        if bound is None and declared is not None and declared.domain == "integer" and not declared.axes:
            return 1 if self.has(name, "positive") else 0 if self.has(name, "nonnegative") else None
        return bound

    def span(self, name: str) -> tuple[Poly, Poly] | None:
        if name not in self._spans:
            declared = self.table.symbol(name)
            has_span = declared is not None and declared.span is not None and self.evaluate is not None
            self._spans[name] = (
                (self.evaluate(declared.span[0]), self.evaluate(declared.span[1]))  # type: ignore[union-attr,index,misc]
                if has_span
                else None
            )
        return self._spans[name]

    def sum_value(self, closed: Atom) -> Poly | None:
        if closed in self.sums:
            return self.sums[closed]
        body: Poly = closed.args[2]
        inner = body.atom
        whole = inner is not None and inner.kind == "comp" and len(inner.args[1]) == len(closed.args[1]) == 1
        if whole and inner is not None and self.has(inner.args[0], "sums to 1"):
            declared = self.table.symbol(inner.args[0])
            size = declared.shape[0] if declared is not None and declared.shape else None
            if size is not None and self.evaluate is not None and closed.args[1][0] == (ONE, self.evaluate(size)):
                return ONE
        return None

    def small(self, ratio: Poly) -> bool:
        """A number below 1 in size, or a product of natural powers none of which is above 1 and one is below it."""
        single = ratio.single()
        if single is None:
            return is_positive(ONE - ratio) and is_positive(ONE + ratio)
        if abs(single[0]) > 1:
            return False
        if not all(self._within(base, exponent) for base, exponent in single[1]):
            return False
        return abs(single[0]) < 1 or bool(single[1])

    def _within(self, base: Any, exponent: Any) -> bool:
        """Is |base^exponent| < 1?"""
        if not isinstance(exponent, int | Fraction):
            return False
        if isinstance(base, int):
            return exponent < 0
        if isinstance(base, Poly):
            return exponent > 0 and is_positive(ONE - base) and is_positive(ONE + base)
        if not isinstance(base, Atom) or base.kind != "sym" or exponent <= 0:
            return False
        said = self.said(base.args[0])
        return "below 1" in said and bool({"above -1", "nonnegative"} & said)

    def distinct(self, left: Poly, right: Poly) -> bool:
        return frozenset((left, right)) in self.apart

    def known_positive(self) -> list[tuple[Poly, bool]]:
        return self.positive


def _facts_of(declared: Symbol) -> frozenset[str]:
    found: set[str] = set()
    for said in declared.signs:
        found |= IMPLIES.get(said, frozenset({said}))
    if declared.kind in ("dimension", "index"):
        found |= {"integer"}
    if declared.kind == "dimension":
        found |= {"positive", "nonnegative", "nonzero"}
    if declared.domain == "integer" and not declared.axes:
        found |= {"integer"}
    if declared.law is not None:
        found |= SUPPORT.get(declared.law.name, frozenset())
    if declared.span is not None:
        found |= {"positive", "nonnegative", "nonzero"} if _starts_at_one(declared) else set()
    return frozenset(found)


def _is_one_hot(declared: Symbol) -> bool:
    named = declared.law is not None and declared.law.name == "one-hot categorical"
    return declared.axes == 1 and (named or "one-hot" in declared.signs)


def _starts_at_one(declared: Symbol) -> bool:
    from symbolic.notation.tree import Number

    first = declared.span[0] if declared.span else None
    return isinstance(first, Number) and first.value >= 1


