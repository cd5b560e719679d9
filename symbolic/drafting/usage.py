"""How the formulas of an article use their names: as arrays, under an expectation, as indices, sizes, functions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from symbolic.article.definitions import as_equation
from symbolic.article.document import Document, Formula
from symbolic.article.statements import statements
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree as t


@dataclass
class Use:
    """What the formulas show of one name; `sizes` by axis, as trees; `line` of the first formula that has it.

    behind  the names that stand just before it in a product
    holds   does something lie in it, so that it is a set?
    """

    line: int
    axes: int = 0
    sizes: dict[int, t.Node] = field(default_factory=dict)
    array: bool = False
    square: bool = False
    averaged: bool = False
    positive: bool = False
    applied: int = 0
    displayed: bool = False
    holds: bool = False
    behind: list[str] = field(default_factory=list)


@dataclass
class Usage:
    """Uses by name; free indices with the arrays and axes they run over; upper bounds of sums; letters that index."""

    uses: dict[str, Use] = field(default_factory=dict)
    indices: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    sizes: set[str] = field(default_factory=set)
    letters: set[str] = field(default_factory=set)


def usage(document: Document) -> Usage:
    """The uses in all formulas that can be read without a given."""
    formulas = [item for item in document.items if isinstance(item, Formula) and item.closed]
    letters = index_letters([formula.body.text for formula in formulas])
    table = Table({letter: Symbol(letter, "index", domain="integer") for letter in letters})
    found = Usage(letters=letters)
    for formula in formulas:
        for statement in statements(formula.body):
            tree, unknown = _tree(as_equation(statement.body.text), table)
            if tree is not None:
                line = statement.body.origins[0][0]
                _Walk(found, letters, unknown, line, formula.displayed).over(tree, {}, False)
    return found


def _tree(text: str, table: Table) -> tuple[t.Node | None, set[str]]:
    """The tree of a formula, and the names in it that are not built in; letters side by side are a product."""
    from symbolic.notation.errors import ReadError
    from symbolic.notation.reader import read
    from symbolic.notation.scope import Undeclared

    unknown: list[Undeclared] = []
    try:
        tree = read(text, table, undeclared=unknown)
    except ReadError:
        return None, set()
    spaced = text
    for name in {one.id for one in unknown if re.fullmatch("[A-Za-z]{2,4}", one.id)}:
        spaced = re.sub(rf"(?<![\\A-Za-z{{]){name}(?![A-Za-z}}])", " ".join(name), spaced)
    primed = {one.id for one in unknown if one.id.endswith("'")}
    return (tree, {one.id for one in unknown} - primed) if spaced == text else _tree(spaced, table)


_BOUND = re.compile(r"(?:\\(?:sum|prod)|∑|∏|Σ)\s*(?:\\limits\s*)?_(?:\{\s*)?([a-z])(?![a-z])")
_DELTA = re.compile(r"(?:\\delta|δ)_\{?\s*([a-z])\s*,?\s*([a-z])\s*\}?")
_SUBSCRIPT = re.compile(r"(\\?[^\W\d_]+|\})_(?:\{([^{}]*)\}|(\w))")


def index_letters(texts: list[str]) -> set[str]:
    """The letters that are indices: bound by sums, in δ_ij, shifted in time, or beside such a letter on one array.

    >>> sorted(index_letters([r"\\\\sum_{i=1}^{d_k} q_i k_i", "q_j", "m_{t-1} + g_t"]))
    ['i', 'j', 't']
    """
    whole = "\n".join(texts)
    found = set(_BOUND.findall(whole)) | {letter for pair in _DELTA.findall(whole) for letter in pair}
    subscripts = [(base, (braced or one).strip()) for base, braced, one in _SUBSCRIPT.findall(whole)]
    found |= {match[1] for _, sub in subscripts if (match := re.fullmatch(r"([a-z])\s*[-+]\s*\d", sub))}
    while True:
        indexed = {base for base, sub in subscripts if base != "}" and set(re.findall("[a-z]", sub)) & found}
        more = {letter for base, sub in subscripts if base in indexed for letter in _letters(sub)}
        if more <= found:
            return found
        found |= more


def _letters(sub: str) -> set[str]:
    return set(re.findall("[a-z]", sub)) if re.fullmatch(r"[a-z]([, ]*[a-z])*", sub) else set()


@dataclass
class _Walk:
    found: Usage
    letters: set[str]
    unknown: set[str]
    line: int
    displayed: bool

    def use(self, name: str) -> Use:
        if name not in self.unknown:
            return Use(self.line)
        use = self.found.uses.setdefault(name, Use(self.line))
        use.displayed |= self.displayed
        return use

    def over(self, node: t.Node, bound: dict[str, t.Node | None], averaged: bool) -> None:
        if isinstance(node, t.Name):
            if node.id not in bound and node.id not in self.letters:
                self.use(node.id).averaged |= averaged
            return
        if isinstance(node, t.Component) and isinstance(node.array, t.Name):
            self._component(node.array.id, node.indices, bound, averaged)
        elif isinstance(node, t.Call) and isinstance(node.function, t.Name):
            self.use(node.function.id).applied = max(self.use(node.function.id).applied, len(node.arguments))
        self._shapes(node)
        if isinstance(node, t.Chain):
            for sign, right in node.links:
                if sign in ("∈", "∉", "⊂", "⊆") and isinstance(right, t.Name):
                    self.use(right.id).holds = True
        if isinstance(node, t.Big):
            for one in node.bounds:
                bound = {**bound, one.index: one.upper}
                if isinstance(one.upper, t.Name):
                    self.found.sizes.add(one.upper.id)
        averaged |= isinstance(node, t.Operator) and node.kind in ("E", "Var", "Cov")
        for child in t.children(node):
            self.over(child, bound, averaged)

    def _component(
        self, name: str, indices: tuple[t.Node, ...], bound: dict[str, t.Node | None], averaged: bool
    ) -> None:
        use = self.use(name)
        use.axes, use.averaged = max(use.axes, len(indices)), use.averaged or averaged
        for axis, index in enumerate(indices):
            letter = next((part.id for part in t.walk(index) if isinstance(part, t.Name)), "")
            upper = bound.get(letter)
            if upper is not None and index == t.Name(letter):
                use.sizes.setdefault(axis, upper)
            elif self.displayed and letter in self.letters and letter not in bound:
                self.found.indices.setdefault(letter, []).append((name, axis))

    def _shapes(self, node: t.Node) -> None:
        for name in _arrays(node):
            self.use(name).array = True
        if isinstance(node, t.Product):
            uses = [self.use(part.id) if isinstance(part, t.Name) else None for part in node.factors]
            for left, right in zip(node.factors, uses[1:], strict=False):
                if isinstance(left, t.Name) and right is not None:
                    right.behind.append(left.id)
        name, arguments = _called(node)
        if name in ("tr", "det"):
            factors = arguments[0].factors if isinstance(arguments[0], t.Product) else arguments
            for factor in factors:
                if isinstance(factor, t.Name) and factor.id[:1].isupper():
                    self.use(factor.id).square = True
        for name in _rooted(node):
            self.use(name).positive = True


def _rooted(node: t.Node) -> Iterator[str]:
    """The names whose sign a root or a logarithm asks for."""
    inner: t.Node | None = node.radicand if isinstance(node, t.Root) else None
    name, arguments = _called(node)
    if name == "log":
        inner = arguments[0]
    parts = t.children(inner) if isinstance(inner, t.Quotient | t.Product) else [inner]
    for part in parts:
        base = part.base if isinstance(part, t.Power) and isinstance(inner, t.Power) else part
        if isinstance(base, t.Name):
            yield base.id


def _called(node: t.Node) -> tuple[str, tuple[t.Node, ...]]:
    """The name and the arguments of a function or an operator that is applied."""
    if isinstance(node, t.Operator):
        return node.kind, node.arguments
    if isinstance(node, t.Call) and isinstance(node.function, t.Name):
        return node.function.id, node.arguments
    return "", ()


def _arrays(node: t.Node) -> Iterator[str]:
    """The names that a node shows to be arrays."""
    if isinstance(node, t.Transpose | t.Norm):
        if isinstance(node.argument, t.Name):
            yield node.argument.id
    elif isinstance(node, t.Dot):
        yield from (side.id for side in (node.left, node.right) if isinstance(side, t.Name))
    elif _called(node)[0] in ("diag", "softmax"):
        yield from (part.id for part in _called(node)[1] if isinstance(part, t.Name))
