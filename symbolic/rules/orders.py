"""f ≥ 0 and f > 0 shown backwards: a rule proposes goals that together are enough, each smaller than what it came from.

A goal is (polynomial, strict).  It is meant as the signs of `algebra.signs` are: for all values that the facts in force
allow, wherever the expression is defined.  A rule may put a fresh symbol for a quantity, with what is known of it: what
holds for every value of the symbol holds for the quantity.  `RULES` is the one table.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from symbolic.algebra.facts import OutOfWork
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.given_facts import GivenFacts
from symbolic.algebra.poly import Poly
from symbolic.algebra.powers import Undefined
from symbolic.algebra.signs import is_nonnegative, is_positive
from symbolic.algebra.situation import Situation
from symbolic.lowering.scope import Unsupported
from symbolic.rules import orders_cases, orders_means, orders_monotone, orders_roots, orders_squares, orders_sums
from symbolic.rules.bridge import Untranslatable, size
from symbolic.rules.orders_fresh import Goal, Proposals, holding

#: Goals within goals, goals in all, and factors of a goal that is still looked at.
_DEEPEST, _MOST, _LARGEST = 8, 240, 300
#: Products that one search may make.
_WORK = 120_000


@dataclass(frozen=True)
class OrderRule:
    """name, the inequality in words and LaTeX, its source, and the lists of goals any one of which is enough.

    lossless    where it applies its goals hold if and only if the goal does, so that no other rule need be tried
    """

    name: str
    text: str
    latex: str
    source: str
    propose: Callable[[Poly, bool], Proposals]
    lossless: bool = False


def shown(poly: Poly, strict: bool, situation: Situation) -> bool:
    """Is poly ≥ 0 (> 0 when strict)?  False says only that no rule shows it."""
    names = _found(Goal(poly, strict, orders_sums.at_most_one(poly)), situation.facts)
    for name in dict.fromkeys(names or ()):
        rule = next(each for each in RULES if each.name == name)
        situation.note(rule.name, rule.text)
    return names is not None


def _found(goal: Goal, facts: GivenFacts) -> list[str] | None:
    """The names of the rules that show a goal within the work of a search; None where there are none."""
    before = facts.work
    facts.work = allowed = min(before, _WORK)
    try:
        return _Search(facts).reached(goal, _DEEPEST)
    except (OutOfWork, RecursionError):
        return None
    finally:
        facts.work = before - (allowed - max(facts.work, 0))


class _Search:
    """One search: a goal that failed at a depth is not tried again at that depth or below."""

    def __init__(self, facts: GivenFacts) -> None:
        self.facts = facts
        self.left = _MOST
        self.failed: dict[tuple[Goal, int], int] = {}

    def reached(self, goal: Goal, depth: int) -> list[str] | None:
        """The names of the rules that show the goal, or None; what it knows besides is in force only here."""
        with holding(goal.known):
            return self._reached(goal, depth)

    def _reached(self, goal: Goal, depth: int) -> list[str] | None:
        poly, strict, _ = goal
        if not poly:
            return None if strict else []
        if is_positive(poly) if strict else is_nonnegative(poly) or is_zero(poly):
            return []
        if is_positive(-poly):
            return None
        self.left -= 1
        mark = (goal, len(self.facts.positive))
        if depth == 0 or self.left < 0 or size(poly) > _LARGEST or self.failed.get(mark, 0) >= depth:
            return None
        for rule in RULES:
            tried = False
            with suppress(Undefined, Unsupported, Untranslatable):
                for goals in rule.propose(poly, strict):
                    tried = True
                    names = self._all(goals, depth - 1)
                    if names is not None:
                        return [rule.name, *names]
            if tried and rule.lossless:
                break
        self.failed[mark] = depth
        return None

    def _all(self, goals: list[Goal], depth: int) -> list[str] | None:
        names: list[str] = []
        for goal in goals:
            found = self.reached(goal, depth)
            if found is None:
                return None
            names += found
        return names


RULES: tuple[OrderRule, ...] = (
    OrderRule("centred moments", "moments about the mean: X = E[X] + (X − E[X])",
              r"\mathbb{E}[X-\mathbb{E}X]=0", "linearity of E", orders_means.centred, lossless=True),
    OrderRule("sum of squares", "a quadratic form with a positive semidefinite matrix is not negative",
              r"m^\top Gm\ge 0,\ G\succeq 0", "Parrilo 2000", orders_squares.squares),
    OrderRule("positive factor", "a factor that is positive does not change the sign",
              r"cf\ge 0\iff f\ge 0,\ c>0", "order of the reals", orders_squares.factors),
    OrderRule("quadratic form", "a form ∑ K_ij u_i u_j with a positive semidefinite kernel is not negative",
              r"u^\top Ku\ge 0", "Horn and Johnson 2012, section 7.1", orders_sums.forms),
    OrderRule("bounded function", "sine and cosine stay within 1", r"|\sin x|\le 1,\ |\cos x|\le 1",
              "trigonometry", orders_cases.bounded),
    OrderRule("modulus", "|u| is the larger of u and −u", r"|u|=\max(u,-u)", "order of the reals",
              orders_cases.modulus, lossless=True),
    OrderRule("largest entry", "the largest entry is one of the entries and at least each of them",
              r"x_k\le\max_i x_i", "order of the reals", orders_cases.largest),
    OrderRule("cases", "what holds where u > 0, where u < 0 and where u = 0 holds",
              r"u>0\lor u<0\lor u=0", "order of the reals", orders_cases.cases, lossless=True),
    OrderRule("one term", "a sum of nonnegative terms is at least each of them",
              r"\sum_j f_j\ge f_i,\ f\ge 0", "order of the reals", orders_sums.one_term),
    OrderRule("monotone logarithm", "log and exp keep the order",
              r"\log a\ge b\iff a\ge e^b", "order of the reals", orders_roots.logarithms),
    OrderRule("squaring", "|q| ≤ p where p ≥ 0 and q² ≤ p²", r"|q|\le p\iff q^2\le p^2,\ p\ge 0", "order of the reals",
              orders_roots.squaring),
    OrderRule("Cauchy–Schwarz", "⟨f, g⟩² ≤ ⟨f, f⟩⟨g, g⟩ for sums and averages with nonnegative weights",
              r"\langle f,g\rangle^2\le\langle f,f\rangle\langle g,g\rangle", "Steele 2004, chapter 1",
              orders_sums.cauchy_schwarz),
    OrderRule("inner Cauchy–Schwarz", "∑_s (∑_a f g)² ≤ ∑_s (∑_a f²)(∑_a g²), term by term",
              r"\|Ax\|^2\le\|A\|_F^2\|x\|^2", "Horn and Johnson 2012, section 5.6", orders_sums.inner_cauchy_schwarz),
    OrderRule("diagonal terms", "a double sum of nonnegative terms is at least the sum of those with equal indices",
              r"\sum_{ij}f_{ij}\ge\sum_i f_{ii},\ f\ge 0", "order of the reals", orders_sums.diagonal),
    OrderRule("conditional averages", "E[X]² ≤ E[E[X | Y]²] ≤ E[X²]",
              r"\mathbb{E}[X]^2\le\mathbb{E}[\mathbb{E}[X\mid Y]^2]\le\mathbb{E}[X^2]",
              "Jensen 1906; tower rule", orders_means.conditional),
    OrderRule("averages keep order", "E[f] ≥ 0 where f ≥ 0", r"f\ge 0\Rightarrow\mathbb{E}[f]\ge 0",
              "linearity of E", orders_means.pointwise),
    OrderRule("Jensen", "a convex function lies above its tangent at the mean, whose average is 0",
              r"f(x)\ge f(m)+f'(m)(x-m)", "Jensen 1906", orders_means.tangent),
    OrderRule("sums keep order", "∑ f_i ≥ 0 where every f_i ≥ 0", r"f_i\ge 0\Rightarrow\sum_i f_i\ge 0",
              "order of the reals", orders_means.termwise),
    OrderRule("tangent", "a convex summand lies above its tangent, whose sum is 0",
              r"\sum_i f(x_i)\ge\sum_i f(m_i),\ \sum_i(x_i-m_i)=0", "Jensen 1906; Gibbs 1902", orders_means.supported),
    OrderRule("slope", "what is not negative at a point, rises behind it and falls before it is nowhere negative",
              r"f(c)\ge 0,\ (x-c)f'(x)\ge 0\Rightarrow f\ge 0", "mean value theorem", orders_monotone.slope),
)  # fmt: skip
