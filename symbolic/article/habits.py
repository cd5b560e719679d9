"""How an author writes: names in bold, macros, transposes and inner products; what is written for them follows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from symbolic.article.document import Document, Formula
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree as t

#: Operator → spellings of it, the printer's own first.
_SPELLINGS = {
    name: (printed, *(other for other in others if other != printed))
    for name, printed, others in (
        ("E", r"\mathbb{E}", (r"\mathbb E", r"\operatorname{E}", r"\mathrm{E}", r"\E", r"\EE", r"\Ex", r"\Expect")),
        *(
            (name, printed, (rf"\operatorname{{{name}}}", rf"\mathrm{{{name}}}", rf"\text{{{name}}}", *macros))
            for name, printed, macros in (
                ("Var", r"\operatorname{Var}", (r"\Var", r"\var", r"\Variance")),
                ("Cov", r"\operatorname{Cov}", (r"\Cov", r"\cov")),
                ("tr", r"\operatorname{tr}", (r"\tr", r"\Tr", r"\trace")),
                ("diag", r"\operatorname{diag}", (r"\diag",)),
                ("softmax", r"\mathrm{softmax}", (r"\softmax",)),
            )
        ),
    )
}

_TRANSPOSES = (r"^\top", r"^T", r"^{T}", r"^{\top}", r"^\intercal", r"^{\mathsf{T}}", r"^\mathsf{T}", r"^{\mathrm{T}}")

_BOLD = r"\\(?:mathbf|boldsymbol|bm|pmb)\s*"


@dataclass(frozen=True)
class Habits:
    """What an article shows of its author's hand.

    bold     name → how it is typed in bold
    words    (as printed, as this author types it)
    product  how an inner product is written: "·", "⟨⟩" or "⊤"
    """

    bold: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    product: str = "·"

    def latex(self, node: t.Node, table: Table) -> str:
        """The node as this author would type it."""
        from symbolic.notation import latex

        dressed = replace(table, symbols=dict(self._dressed(table)))
        text = latex(_products(node, self.product, table), dressed)
        for printed, own in self.words:
            text = text.replace(printed, f"{own} " if own.isascii() and own[-1].isalpha() and own[0] == "\\" else own)
        return re.sub(r"(\\[A-Za-z]+) (?=[^A-Za-z ])", r"\1", text)

    def _dressed(self, table: Table) -> Iterator[tuple[str, Symbol]]:
        bold = dict(self.bold)
        for name, symbol in table.symbols.items():
            yield name, replace(symbol, dress=bold.get(name, symbol.dress))


def habits(document: Document, outside: Iterable[tuple[int, int]] = ()) -> Habits:
    """The habits that the formulas of an article show, those in the half-open ranges left out."""
    left_out = list(outside)
    formulas = [item for item in document.items if isinstance(item, Formula) and item.closed]
    own = [one for one in formulas if not any(start <= one.start < end for start, end in left_out)]
    typed = "\n".join(document.source.text[one.start : one.end] for one in own)
    given = document.given.text if document.given else ""
    return Habits(tuple(_bold(f"{typed}\n{given}")), tuple(_words(typed)), _product(typed))


def _bold(text: str) -> Iterator[tuple[str, str]]:
    """The names that are bold throughout."""
    from symbolic.article.names import name_of

    for dress in dict.fromkeys(re.findall(_BOLD + r"(?:\{\s*(?:\\?[A-Za-z]+)\s*\}|\\?[A-Za-z](?![A-Za-z]))", text)):
        name = name_of(dress)
        if name:
            yield name, dress


def _words(text: str) -> Iterator[tuple[str, str]]:
    """The operators that the author spells in another way than the printer does."""
    for spellings in (*_SPELLINGS.values(), _TRANSPOSES):
        counts = Counter({spelling: len(_places(spelling, text)) for spelling in spellings})
        best, count = max(counts.items(), key=lambda pair: pair[1])
        if count and best != spellings[0]:
            yield spellings[0], best


def _places(spelling: str, text: str) -> list[str]:
    ends = r"(?![A-Za-z])" if spelling[-1].isalpha() else ""
    return re.findall(re.escape(spelling) + ends, text)


def _product(text: str) -> str:
    """How inner products are written, as far as the text shows one."""
    behind = r"\s*(?:\\(?:mathbf|bm|boldsymbol)|[a-z])"
    transposed = sum(len(re.findall(re.escape(mark) + behind, text)) for mark in _TRANSPOSES)
    counts = {"·": len(re.findall(r"\\cdot(?![A-Za-z])|·", text)), "⟨⟩": text.count(r"\langle"), "⊤": transposed}
    return max(counts, key=lambda style: counts[style]) if any(counts.values()) else "·"


def _products(node: t.Node, style: str, table: Table) -> t.Node:
    """The inner products of vectors as the author writes them."""
    node = t.rebuild(node, lambda child: _products(child, style, table))
    if not isinstance(node, t.Dot) or style == "·":
        return node
    if style == "⟨⟩":
        return replace(node, style=style)
    names = isinstance(node.left, t.Name) and isinstance(node.right, t.Name | t.Component)
    return t.Product((t.Transpose(node.left), node.right)) if names else node
