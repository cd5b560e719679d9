"""How an article spells a name, and where its displays define one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symbolic.article.definitions import as_equation, first_link
from symbolic.article.document import Document, Formula, Heading, Place
from symbolic.article.meanings import heads
from symbolic.article.names import lacking
from symbolic.article.signs import DEFINING
from symbolic.article.statements import statements
from symbolic.language.symbols import Table


def spelled(name: str, document: Document) -> str:
    """A name as its author types it: in bold where the formulas have it so."""
    from symbolic.notation.glyphs import latex_name

    plain = latex_name(name)
    base, _, rest = plain.partition("_")
    bold = re.compile(_bold(base))
    for item in document.items:
        match = bold.search(item.body.text) if isinstance(item, Formula) else None
        if match:
            return match.group() + (f"_{rest}" if rest else "")
    return plain


def _bold(base: str) -> str:
    """A letter in bold, as a pattern."""
    letter = re.escape(base)
    return rf"\\(?:mathbf|boldsymbol|bm|mathsf|textbf)\s*(?:\{{\s*{letter}\s*\}}|\s{letter}(?![A-Za-z]))"


def numbers_vectors(name: str, document: Document) -> bool:
    """Is a small letter in bold and never without an index, so that x_i is a vector and no component?"""
    from symbolic.notation.glyphs import latex_name

    base = latex_name(name)
    if not base.lstrip("\\")[:1].islower() or "_" in base:
        return False
    texts = [item.body.text for item in document.items if isinstance(item, Formula)]
    indexed = [
        bool(re.match(r"\s*_", text[match.end() :])) for text in texts for match in re.finditer(_bold(base), text)
    ]
    return bool(indexed) and all(indexed)


@dataclass(frozen=True)
class Told:
    """A displayed definition: its sentence and line, and whether a formula uses the name after its section's end."""

    sentence: str
    line: int
    outlives: bool = False


def definitions(document: Document) -> dict[str, Told]:
    """The first displayed definition of each name."""
    walk = _Definitions()
    for item in document.items:
        if isinstance(item, Heading):
            walk.enter(item.level)
        elif isinstance(item, Formula) and item.displayed and item.closed:
            for statement in statements(item.body):
                walk.read(as_equation(statement.body.text), item.place)
    return walk.found


@dataclass
class _Definitions:
    """The definitions so far, the section of each, and those whose section has ended."""

    found: dict[str, Told] = field(default_factory=dict)
    sections: dict[str, int] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    level: int = 0

    def enter(self, level: int) -> None:
        self.level = level
        self.ended |= {name for name, section in self.sections.items() if section >= level}

    def read(self, text: str, place: Place) -> None:
        for name in lacking(text, Table()):
            for known in {name, name.split("_")[0]} & self.ended:
                told = self.found[known]
                self.found[known] = Told(told.sentence, told.line, outlives=True)
        sides = first_link(text)
        if sides is None or not DEFINING.fullmatch(sides.sign):
            return
        for name in heads(sides.left) - self.found.keys() - set(lacking(sides.right, Table())):
            self.found[name] = Told(sides.sentence, place[0])
            self.sections[name] = self.level
