"""The operators of probability: E, Var, Cov, P, KL with what hangs below them and what stands behind their bar."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import script_content, word_id
from symbolic.notation.reader_cursor import OPENING
from symbolic.notation.reader_grammar import Grammar

_DEVIATIONS = frozenset({"SD", "sd", "Std", "StdDev"})
_BRACKETS = ("(", "[", "⦃", "{")
#: What is an operator or a function only before a bracket.
ONLY_BRACKETED = frozenset({
    "H", "h", "P", "I", "O", "o", "density", "cdf", "quantile", "mgf", "cgf", "cumulant", "Corr",
})  # fmt: skip


class Probability(Grammar):
    """operator → E [_{x∼P}] [^2] bracket; bracket → statement (, statement)* [∣ condition]."""

    def operator(self, kind: str, start: int) -> t.Node | None:
        """E[X | Y], Var X, P(X ≤ m); None when the letter has no operand, and so is no operator."""
        at, subscript, power = self.at, None, None
        bound: list[str] = []
        if self.kind == "_" and (kind not in ONLY_BRACKETED or self.bracket_follows_script()):
            self.at += 1
            bound = self.bound_below()
            with self.binding(bound):
                subscript = self.operator_subscript()
        if self.kind == "^" and self.bracket_follows_script():
            self.at += 1
            power = self.script()
        if self.kind in _BRACKETS:
            with self.binding(bound):
                node = self.operand(kind, subscript, start)
        elif self.starts() and kind not in ONLY_BRACKETED and len(kind) > 0:
            node = t.Operator(kind, (self.factor(),), None, subscript, span=self.since(start))
        else:
            node = None
        if node is None:
            self.at = at
            if len(kind) > 1:
                raise self.fail(f"{kind} without its argument", start, f"write {kind}(…)")
            return None
        if power is None and isinstance(node, t.Operator) and self.powers_inside(node):
            self.at += 1
            inner = t.Power(node.arguments[0], self.script(), span=self.since(start))
            return replace(node, arguments=(inner,), span=self.since(start))
        return self.raised(node, power, start)

    def deviation(self, name: str, start: int) -> t.Node | None:
        """SD(X), set upright, is the root of the variance; None, and nothing read, for anything else."""
        dressed = self.row[start].dress in ("upright", "command")
        if name not in _DEVIATIONS or not dressed or self.kind not in ("(", "["):
            return None
        variance = self.operator("Var", start)
        return None if variance is None else t.Root(variance, span=self.since(start))

    def powers_inside(self, node: t.Operator) -> bool:
        """Is the number behind E(X − μ)² a power of the bracket, as round ones about a sum say?  Not in E[X − μ]²."""
        if node.kind != "E" or self.kind != "^" or self.row[self.at - 1].kind != ")" or node.condition is not None:
            return False
        content, _ = script_content(self.row, self.at + 1)
        numbered = len(content) == 1 and content[0].kind == "num"
        return numbered and len(node.arguments) == 1 and isinstance(node.arguments[0], t.Add)

    def operator_subscript(self) -> t.Node:
        """x∼P or a name below an operator."""
        if self.kind != "{":
            return self.script()
        opening = self.at
        with self.nested():
            self.at += 1
            found = [self.statement()]
            while self.accept(","):
                found.append(self.statement())
        self.expect("}", opening)
        return found[0] if len(found) == 1 else t.Tuple(tuple(found))

    def bound_below(self) -> list[str]:
        """The x, y and z of E_{x∼P}, E_{(x,y)∼P, z∼Q}: bound there where nothing declares them."""
        if self.kind != "{":
            return []
        inner = self.row[self.at + 1 : self.matching(self.at)]
        starts = [k for k, token in enumerate(inner) if token.kind == "rel" and token.text in ("∼", "∈")]
        found: list[str] = []
        for place, stop in enumerate(starts):
            found += _bound_names(inner[_after_comma(inner, stop) if place else 0 : stop])
        return [name for name in found if not self.scope.declared(name)]

    def operand(self, kind: str, subscript: t.Node | None, start: int) -> t.Node | None:
        """What an operator's bracket holds, its condition behind a bar included."""
        opening = self.at
        with self.nested("kl" if kind == "KL" else "given"):
            self.at += 1
            found = [self.one_claim() if self.kind in ("∀", "∃") else self.event(kind)]
            while self.kind in (",", ";") or (kind == "KL" and self.kind in ("‖", "|")):
                self.at += 2 if self.kind == "|" and self.peek().kind == "|" else 1
                found.append(self.law_in_operator(kind) or self.statement())
            condition = self.condition()
        self.expect(OPENING[self.row[opening].kind], opening)
        if kind == "I" and len(found) == 1:
            return None
        if kind != "P":
            for k, node in enumerate(found):
                if isinstance(node, t.Chain):
                    raise self.fail(f"a relation inside {kind}", opening, f"argument {k + 1} is to be an expression")
        return t.Operator(kind, tuple(found), condition, subscript, span=self.since(start))

    def event(self, kind: str) -> t.Node:
        """A statement; of P also one with its quantifier behind it, and ω ∈ Ω : claim for the set of such ω."""
        start, node = self.at, (self.law_in_operator(kind) or self.statement())
        if kind != "P" or not isinstance(node, t.Chain):
            return node
        if self.accept(":"):
            return t.Builder(node, (self.claim(),), span=self.since(start))
        sign = self.kind
        if sign in ("∀", "∃"):
            self.at += 1
            return t.Quantified(sign, self.claim(), node, span=self.since(start))
        return node

    def law_in_operator(self, kind: str) -> t.Node | None:
        """N(a, b) as what KL compares; None, and nothing read, for anything else."""
        return self.law() if kind == "KL" and self.kind in ("name", "run") and self.peek().kind == "(" else None

    def condition(self) -> t.Node | None:
        """What stands behind the bar."""
        if self.kind not in ("∣", "|", "|>"):
            return None
        start = self.at
        self.at += 1
        parts = [self.statement()]
        while self.accept(","):
            parts.append(self.statement())
        if self.accept(";"):
            return t.Conditioned(tuple(parts), (), tuple(self.spoken()), span=self.since(start))
        return parts[0] if len(parts) == 1 else t.Tuple(tuple(parts), span=self.since(start))


def _after_comma(row: list[Token], stop: int) -> int:
    """Behind the last comma before a place that no bracket holds."""
    depth, last = 0, 0
    for k, token in enumerate(row[:stop]):
        depth += (token.kind in OPENING) - (token.kind in OPENING.values())
        last = k + 1 if token.kind == "," and depth == 0 else last
    return last


def _bound_names(row: list[Token]) -> list[str]:
    """The names x, y, x' that a row is made of; none when something else stands there."""
    kept = [token for token in row if token.kind not in ("(", ")", ",", "{", "}")]
    if not all(token.kind in ("name", "′") for token in kept):
        return []
    return [
        word_id(token) + "'" * sum(mark.kind == "′" for mark in kept[k + 1 : k + 2])
        for k, token in enumerate(kept)
        if token.kind == "name"
    ]
