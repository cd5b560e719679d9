"""Where an article gives its names a meaning, so that a formula that lacks one can be told what to add to the given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from symbolic.article.definitions import first_link, head
from symbolic.article.document import Document, Formula, Place
from symbolic.article.judging import Judged
from symbolic.article.signs import DEFINING
from symbolic.article.statements import statements
from symbolic.verdict import Verdict


@dataclass(frozen=True)
class Said:
    """`sentence`, in the formula at `place`, gives a name its meaning."""

    sentence: str
    place: Place


@dataclass
class Meanings:
    """The equations of an article by the name on their left, displayed or in a sentence."""

    document: Document

    @cached_property
    def said(self) -> dict[str, Said]:
        """name → the first equation that gives it a meaning."""
        found: dict[str, Said] = {}
        for item in self.document.items:
            if not isinstance(item, Formula) or not item.closed:
                continue
            for statement in statements(item.body):
                sides = first_link(statement.body.text)
                if sides is not None and DEFINING.fullmatch(sides.sign):
                    for name in heads(sides.left):
                        found.setdefault(name, Said(sides.sentence, statement.body.origins[0]))
        return found

    def told(self, judged: Judged, place: Place) -> Verdict:
        """The verdict; of a formula that lacks a name, with the sentence of the article that the given could take."""
        verdict = judged.verdict
        name = next((name for name in judged.unknown if name in self.said), "")
        if verdict.verdict != "unread" or verdict.error is None or not name:
            return verdict
        said = self.said[name]
        if said.place == place:
            return verdict
        where = f"line {self.document.spot(said.place).place[0]} says what it is"
        message = f"{name} has no meaning here; {where}: add `{said.sentence}` to the given"
        return replace(verdict, error=replace(verdict.error, message=message))


def defined(text: str) -> set[str]:
    """The names that an equation may define."""
    sides = first_link(text)
    return heads(sides.left) if sides is not None and DEFINING.fullmatch(sides.sign) else set()


def heads(left: str) -> set[str]:
    """The names that a left side may define: itself, that of its square, its component, or its function.

    >>> sorted(heads(r"\\hat x_i")), heads("f(t)"), heads("S^2"), heads("E[x]"), heads("a + b")
    (['hat x', 'hat x_i'], {'f'}, {'S'}, set(), set())
    """
    from symbolic.language.symbols import Table
    from symbolic.notation.errors import ReadError
    from symbolic.notation.reader import read
    from symbolic.notation.tree import Number, Power

    try:
        node = read(left, Table(), undeclared=[])
    except ReadError:
        return set()
    name = head(node.base if isinstance(node, Power) and node.exponent == Number("2") else node)
    return {name, name.split("_")[0]} - {""}
