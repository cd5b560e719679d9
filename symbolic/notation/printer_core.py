"""The printer's machine: print each part once, then bracket it where its place asks for more than it binds.

A rule prints one node type; `Printer.set` gives a part the brackets that its place needs.  What a dialect spells
differently it finds in its `Dialect` (printer_dialects.py) or in its column of the layouts (printer_layouts.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symbolic.language.symbols import Table
from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.frames import deep
from symbolic.notation.names import parts
from symbolic.notation.printer_dialects import Dialect

CHAIN, SUM, SIGNED, TERM, PRODUCT, FACTOR, POWER, ATOM = range(8)
LEVELS = {
    "chain": CHAIN, "sum": SUM, "signed": SIGNED, "term": TERM, "product": PRODUCT, "factor": FACTOR, "power": POWER,
    "atom": ATOM,
}  # fmt: skip
_SLOT = re.compile(r"‹(\w+)(?::(\w+))?›")


@dataclass(frozen=True)
class Ink:
    """A printed part.

    level   how tightly it binds
    tall    does it stand higher than a line (its brackets grow)
    greedy  would it take a factor written after it as its own
    dotted  does a sign of multiplication stand in it outside brackets
    tail    the one-letter names that it ends in, which the next letters may join
    closed  the same part written so that nothing after it is taken as its own
    """

    text: str
    level: int = ATOM
    tall: bool = False
    greedy: bool = False
    dotted: bool = False
    tail: str = ""
    closed: Ink | None = None


Rule = Callable[["Printer", Any, bool], Ink]


class Printer:
    """Prints trees in one dialect, with the names as `table` has them."""

    def __init__(self, dialect: Dialect, table: Table | None, rules: Mapping[type, Rule]) -> None:
        self.dialect = dialect
        self.table = table
        self.rules = rules
        self.bound: frozenset[str] = frozenset()

    @cached_property
    def words(self) -> frozenset[str]:
        """The words that a reader would find in a run of letters."""
        return frozenset({*glyphs.WORDS, *glyphs.ACCENT_WORDS, "arg", *self.bases})

    @cached_property
    def bases(self) -> frozenset[str]:
        """The declared names without their scripts."""
        declared = (*self.table.symbols, *self.table.definitions) if self.table is not None else ()
        return frozenset(parts(name).base for name in declared)

    @property
    def letters(self) -> frozenset[str]:
        """The letters that stand for names somewhere in the tree that is being printed."""
        return self.bases | self.bound | {"e"}

    def whole(self, node: t.Node) -> str:
        """The text of a whole tree."""
        self.bound = frozenset(name for part in t.walk(node) for name in _bound_by(part))
        with deep():
            return self.ink(node).text

    def ink(self, node: t.Node, script: bool = False) -> Ink:
        """`node` as it stands by itself; `script`: in the small type of an exponent or a subscript."""
        return self.rules[type(node)](self, node, script)

    def set(self, node: t.Node, level: int = SUM, script: bool = False, last: bool = True, body: bool = False) -> Ink:
        """`node` where at least `level` is asked; `last`: no factor follows; `body`: a sign of product would end it."""
        ink = self.ink(node, script)
        if self.fits(ink, level, last, body):
            return ink
        if ink.closed is not None and self.fits(ink.closed, level, last, body):
            return ink.closed
        return self.bracketed(ink)

    @staticmethod
    def fits(ink: Ink, level: int, last: bool, body: bool) -> bool:
        """May `ink` stand without brackets in such a place?"""
        return ink.level >= level and (last or not ink.greedy) and not (body and ink.dotted)

    def bracketed(self, ink: Ink, pair: str = "()") -> Ink:
        """`ink` in brackets, which grow with it."""
        return Ink(self.fence(pair[0], ink, pair[1]), ATOM, ink.tall)

    def fence(self, opening: str, ink: Ink, closing: str) -> str:
        """opening ink closing, in LaTeX with \\left and \\right around what is tall."""
        if self.dialect.grows and ink.tall:
            return self.glue(rf"\left{opening}", ink.text, rf"\right{closing}")
        return self.glue(opening, ink.text, closing)

    def glue(self, *parts: str) -> str:
        """The parts one after another; a space keeps a LaTeX command from the letter after it."""
        text = ""
        for part in parts:
            if part and part[0].isalnum() and _ends_in_command(text):
                text += " "
            text += part
        return text

    def fill(self, template: str, node: t.Node, script: bool) -> Ink:
        """A layout's template with its slots ‹field› or ‹field:level› filled in; tall when a part of it is."""
        parts, at, tall = [], 0, False
        for slot in _SLOT.finditer(template):
            inner = self.set(getattr(node, slot[1]), LEVELS[slot[2] or "sum"], script)
            parts += [template[at : slot.start()], inner.text]
            at, tall = slot.end(), tall or inner.tall
        return Ink(self.glue(*parts, template[at:]), ATOM, tall)

    def listed(self, nodes: tuple[t.Node, ...], script: bool = False, level: int = SUM) -> Ink:
        """The nodes with commas between them."""
        inks = [self.set(node, level, script) for node in nodes]
        comma = "," if script else self.dialect.comma
        text = inks[0].text if inks else ""
        for ink in inks[1:]:
            text = self.glue(text, comma, ink.text)
        return Ink(text, ATOM, any(ink.tall for ink in inks))

    def script(self, mark: str, content: str) -> str:
        """^content or _content, in braces where it is more than one sign."""
        return self.dialect.script(mark, content)


def _bound_by(node: t.Node) -> tuple[str, ...]:
    if isinstance(node, t.Bound):
        return (node.index,)
    if isinstance(node, (t.Limit, t.Optimum)):
        return (node.variable.id,) if isinstance(node.variable, t.Name) else ()
    return (node.variable,) if isinstance(node, t.Integral) else ()


def _ends_in_command(text: str) -> bool:
    slash = text.rfind("\\")
    return slash >= 0 and text[slash + 1 :].isalpha()
