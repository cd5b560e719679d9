"""The face: `Given(text).prove(claim)` gives a verdict, `Given(text).derive(expression)` a derivation.

Below it everything is pure data.  Claims and expressions are text (LaTeX, Unicode or plain) or trees.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic.notation.tree import Chain, Node
from symbolic.verdict import Failure, Verdict

if TYPE_CHECKING:
    from symbolic.derive import Derivation, Step
    from symbolic.language.build import Expression
    from symbolic.language.symbols import Table

    #: What is read: text, a tree, or an expression built in Python (`symbolic.language.build`).
    Formula = str | Node | Expression


class Unread(ValueError):
    """A given or a claim that could not be read; `failure` says where, `text` is what was read."""

    def __init__(self, failure: Failure, text: str) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.text = text


class Given:
    """What is assumed, read from the text of a given (or as the `table` of it); raises `Unread` when the text is none.

    >>> Given("q, k : random vector(d), iid, mean 0, variance 1; q, k : independent").prove("Var(q·k) = d").verdict
    'proved'
    """

    def __init__(self, text: str = "", table: Table | None = None) -> None:
        from symbolic.given import GivenError, read_given

        self.text = text
        try:
            self.table: Table = read_given(text) if table is None else table
        except GivenError as problem:
            raise Unread(_given_failure(problem), text) from problem

    def read(self, text: Formula) -> Node:
        """The tree of a formula or expression; raises `Unread`."""
        from symbolic.notation import ReadError, read

        if not isinstance(text, str):
            return text if isinstance(text, Node) else text.node
        try:
            tree: Node = read(text, self.table)
        except ReadError as problem:
            raise Unread(claim_failure(problem, text), text) from problem
        return tree

    def read_claim(self, text: Formula) -> Chain:
        """The tree of a formula with at least one relation; raises `Unread`."""
        tree = self.read(text)
        if isinstance(tree, Chain):
            return tree
        shown = text if isinstance(text, str) else self.plain(tree)
        message = f"a claim needs a relation such as `=`; `companion derive` works out an expression: {shown.strip()}"
        raise Unread(Failure(message, 1, 1), shown)

    def read_statement(self, text: Formula) -> Node:
        """The tree of a claim, with what is said beside it; raises `Unread`."""
        from symbolic.said import SAID

        tree = self.read(text)
        return tree if isinstance(tree, SAID) else self.read_claim(tree if isinstance(tree, Chain) else text)

    def judge(self, chain: Chain, table: Table | None = None) -> Verdict:
        """The verdict on a claim that was read; with a table, under that one."""
        from symbolic.given.pairs import paired

        both = paired(chain, table or self.table)
        verdict = self._judge(both, table)
        if both is not chain and verdict.verdict not in ("proved", "checked"):
            alone = self._judge(chain, table)
            return alone if alone.verdict in ("proved", "checked") else verdict
        return verdict

    def _judge(self, chain: Chain, table: Table | None) -> Verdict:
        from symbolic.crosscheck.judge import judge
        from symbolic.decide import decide
        from symbolic.derive import right_value
        from symbolic.given.drawn import drawn
        from symbolic.law_claims import judged_by_laws
        from symbolic.lemmas import believed

        stated, known = drawn(chain, table or self.table)
        assert isinstance(stated, Chain)
        verdict = judge(stated, known, decide, right_value)
        if table is not None:
            return verdict
        if stated is not chain:
            verdict = replace(verdict, read_as=self.plain(chain))
        verdict = judged_by_laws(self, chain, verdict)
        return believed(self, chain, verdict) if self.table.lemmas else verdict

    def prove(self, claim: Formula) -> Verdict:
        """The verdict on a claim: whatever the text, a verdict."""
        start = time.monotonic()
        try:
            verdict = self.judge_text(self.read_statement(claim), claim)
        except Unread as problem:
            verdict = Verdict("unread", error=problem.failure)
        return replace(verdict, seconds=round(time.monotonic() - start, 4))

    def judge_text(self, chain: Node, claim: Formula) -> Verdict:
        """The verdict on a claim as it was written: told when `x^2/2σ^2` meant as x²/(2σ²) would have another."""
        from symbolic.notation.reader import read_otherwise
        from symbolic.said import judge_said

        if not isinstance(chain, Chain):
            return judge_said(self, chain)
        verdict = self.judge(chain)
        other = read_otherwise(claim, self.table) if isinstance(claim, str) and "/" in claim else None
        if not isinstance(other, Chain):
            return verdict
        otherwise = self.judge(other)
        if otherwise.verdict == verdict.verdict:
            return verdict
        told = f"with everything behind the slash below it, {otherwise.verdict}: write {self.plain(other)}"
        return replace(verdict, note="; ".join(part for part in (verdict.note, told) if part))

    def derive(self, expression: Formula) -> Derived:
        """What an expression comes to, with its steps; raises `Unread`."""
        from symbolic.derive import derive
        from symbolic.given.drawn import drawn

        tree, table = drawn(self.read(expression), self.table)
        return Derived(tree, derive(tree, table), table)

    def plain(self, tree: Node) -> str:
        """The tree as plain text."""
        from symbolic.notation import plain

        return plain(tree, self.table)


@dataclass(frozen=True)
class Derived:
    """An expression and how it was worked out: `steps`, `result`, and both sides in print."""

    expression: Node
    derivation: Derivation
    table: Table

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.derivation.steps

    @property
    def result(self) -> Node:
        return self.derivation.result

    @property
    def statement(self) -> Chain:
        """expression = result."""
        return Chain(self.expression, (("=", self.result),))

    def latex(self) -> str:
        from symbolic.notation import latex

        return latex(self.statement, self.table)

    def unicode(self) -> str:
        from symbolic.notation import unicode

        return unicode(self.statement, self.table)

    def plain(self) -> str:
        from symbolic.notation import plain

        return plain(self.statement, self.table)


#: Givens that were read, the last used last; and how many, and how many lines back one is looked for to go on from.
_READ: OrderedDict[str, Given] = OrderedDict()
_HELD, _BACK = 256, 64


def given(text: str) -> Given:
    """The given of a text, read once; one that only adds definitions to a given that was read goes on from there."""
    found = _READ.pop(text, None) or _gone_on(text) or Given(text)
    _READ[text] = found
    if len(_READ) > _HELD:
        _READ.popitem(last=False)
    return found


def _gone_on(text: str) -> Given | None:
    """The given of a text whose first lines were read, and whose others are definitions that change nothing before."""
    from symbolic.given.extend import with_definition

    before, lines = text, list[str]()
    while before not in _READ:
        before, parted, line = before.rpartition("\n")
        lines.append(line)
        if not parted or len(lines) > _BACK:
            return None
    table: Table | None = _READ[before].table
    for line in reversed(lines):
        table = with_definition(table, before, line) if table is not None else None
        before = f"{before}\n{line}"
    return Given(text, table) if table is not None else None


def _given_failure(problem: object) -> Failure:
    """The place and words of a `GivenError`."""
    expected = getattr(problem, "expected", None)
    message = getattr(problem, "message", str(problem))
    if expected and str(expected) not in message:
        told = re.match(r"(add|write) |.*\?$", str(expected)) is not None
        message = f"{message}; {'' if told else 'expected '}{expected}"
    return Failure(message, getattr(problem, "line", None), getattr(problem, "column", None), "given")


def claim_failure(problem: object, text: str) -> Failure:
    """The place and words of a `ReadError`, whose offset counts characters from 0."""
    offset = min(int(getattr(problem, "offset", 0) or 0), len(text))
    before = text[:offset]
    hint = getattr(problem, "hint", "")
    message = getattr(problem, "message", str(problem))
    column = offset - (before.rfind("\n") + 1) + 1
    return Failure(f"{message}; {hint}" if hint else message, before.count("\n") + 1, column)
