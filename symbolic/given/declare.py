"""From kinds to symbols: the names a given declares, their shapes and ranges, sizes that declare themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from symbolic.given import kinds
from symbolic.given.constants import constant
from symbolic.given.expressions import Reading
from symbolic.given.kinds import Kind
from symbolic.given.names import Declared, left_side, letters_of, read_names
from symbolic.given.source import Piece
from symbolic.language.symbols import Sentence, Symbol
from symbolic.notation.tree import Name, Node, Number

ONE = Number("1")
KINDS = ("scalar", "vector", "matrix")
INFINITY = Name("∞")


@dataclass
class Draft:
    """A name with its kind before its sizes are read."""

    declared: Declared
    kind: Kind
    sentence: Sentence


@dataclass
class Declarations:
    """The declared names of a given, first by kind, then, when all are known, with their sizes."""

    reading: Reading
    drafts: dict[str, Draft] = field(default_factory=dict)

    def add(self, names: list[Declared], kind: Kind, sentence: Sentence) -> list[str]:
        """Notes a kind for each name; the ids under which they now stand."""
        return [self._add(declared, kind, sentence) for declared in names]

    def _add(self, declared: Declared, kind: Kind, sentence: Sentence) -> str:
        if declared.last:
            kind = replace(kind, family=(_alone(declared.first), _alone(declared.last)))
        old = self.drafts.get(declared.id)
        if old is not None and declared.bold != old.declared.bold and _differ(old.kind, kind):
            return self._both(declared, kind, sentence)
        if old is not None and _differ(old.kind, kind):
            said = f"`{old.sentence.text}` (line {old.sentence.line})"
            raise declared.piece.error(
                f"`{declared.piece.text}` is declared twice, with another kind: {said} said first what it is",
                "one declaration, or another name",
            )
        if old is None:
            self.drafts[declared.id] = Draft(declared, kind, sentence)
        return declared.id

    def _both(self, declared: Declared, kind: Kind, sentence: Sentence) -> str:
        """𝐱 and x both declared are two names; the bold one is `bold x`."""
        old = self.drafts[declared.id]
        if declared.bold:
            self.drafts.setdefault(f"bold {declared.id}", Draft(declared, kind, sentence))
            return f"bold {declared.id}"
        self.drafts.setdefault(f"bold {declared.id}", old)
        self.drafts[declared.id] = Draft(declared, kind, sentence)
        return declared.id

    def family_of(self, declared: Declared, kind: Kind) -> tuple[Declared, Kind]:
        """x_i, with a declared index i, speaks of a family x; W_ij of a matrix W."""
        side = left_side(declared.piece)
        if side is None or kind.kind not in KINDS or kind.family is not None or declared.id in self.drafts:
            return declared, kind
        drafts = [self.drafts.get(index) for text in side.indices for index in letters_of(text, self.drafts)]
        spans = [draft.kind.span for draft in drafts if draft is not None and draft.kind.kind == "index"]
        whole = replace(declared, id=side.base, dress=side.base)
        if not drafts or len(spans) < len(drafts) or len(spans) > 2:
            return declared, kind
        if len(spans) == 1:
            return whole, replace(kind, family=spans[0])
        sizes = tuple(span[1] for span in spans if span is not None)
        return (whole, replace(kind, kind="matrix", sizes=sizes)) if kind.kind == "scalar" else (declared, kind)

    def settle(self) -> None:
        """Makes symbols of the drafts: names first, then index ranges, then sizes."""
        table = self.reading.table
        for name, draft in self.drafts.items():
            table.symbols[name] = _bare(name, draft)
        for name, draft in self.drafts.items():
            kind = draft.kind
            span, family = (self._range(r, draft.sentence) for r in (kind.span, kind.family))
            shape = tuple(self.size(size, draft.sentence) for size in kind.sizes)
            parameters = self._parameters(draft)
            shapes = tuple(tuple(self.size(size, draft.sentence) for size in sizes) for sizes in kind.domains)
            shapes = shapes or tuple(() for _ in parameters)
            table.symbols[name] = replace(
                table.symbols[name],
                span=span,
                family=family,
                shape=shape,
                parameters=parameters,
                parameter_shapes=shapes,
            )
        self._arrays_in_functions()

    def size(self, piece: Piece, sentence: Sentence) -> Node:
        """A size; unknown names in it become dimensions."""
        self._grow(piece, sentence)
        size = self.reading.expression(piece)
        value = constant(size)
        if value is not None and (value.denominator != 1 or value < 1):
            raise piece.error(f"a size is a positive integer, not {value}", "a positive integer or a dimension")
        return size

    def _grow(self, piece: Piece, sentence: Sentence) -> None:
        table = self.reading.table
        for name, _, _ in self.reading.unknown(piece):
            if name not in table.symbols:
                self.reading.declare_new(name, sentence, Symbol(name, "dimension", domain="integer"))

    def _range(self, found: kinds.Range | None, sentence: Sentence) -> tuple[Node, Node] | None:
        if found is None:
            return None
        first, last = found
        if first is not None:
            self._grow(first, sentence)
        self._grow(last, sentence)
        start = self.reading.expression(first) if first is not None else ONE
        return start, self.reading.expression(last)

    def _parameters(self, draft: Draft) -> tuple[Node, ...]:
        """The listed arguments of a function: names, `o_1, …, o_T`, or arrays."""
        found: list[Node] = []
        if draft.kind.domains:
            return (Name("x"),)
        for part in draft.kind.parameters:
            dots = part.text in ("…", "...", r"\ldots", r"\dots")
            found.append(_dots() if dots else Name(read_names(part)[0].id))
        return tuple(found)

    def _arrays_in_functions(self) -> None:
        """A function of declared arrays takes arrays: its parameters get their shapes."""
        symbols = self.reading.table.symbols
        for name, symbol in symbols.items():
            if symbol.kind == "function" and symbol.parameters and not any(symbol.parameter_shapes):
                shapes = tuple(_shape_of(parameter, symbols) for parameter in symbol.parameters)
                symbols[name] = replace(symbol, parameter_shapes=shapes)


def _dots() -> Node:
    from symbolic.notation.tree import Dots

    return Dots()


def _shape_of(parameter: Node, symbols: dict[str, Symbol]) -> tuple[Node, ...]:
    if not isinstance(parameter, Name):
        return ()
    symbol = symbols.get(parameter.id)
    base, _, _ = parameter.id.rpartition("_")
    family = symbols.get(base)
    return symbol.shape if symbol is not None else family.shape if family is not None else ()


def _bare(name: str, draft: Draft) -> Symbol:
    kind = draft.kind
    signs = kind.signs | ({"symmetric"} if "positive definite" in kind.signs else frozenset())
    facts = {"kind": draft.sentence, **dict.fromkeys(signs, draft.sentence)}
    return Symbol(
        name, kind.kind, domain=kind.domain, signs=frozenset(signs), random=kind.random,
        dress=draft.declared.dress, facts=facts,
    )  # fmt: skip


def _alone(text: str) -> Piece:
    return Piece(text, 0, len(text))


def _differ(old: Kind, new: Kind) -> bool:
    """Do two kinds say different things?  The place of their text does not count."""

    def said(kind: Kind) -> tuple[object, ...]:
        ranges = tuple(r and tuple(p and p.text for p in r) for r in (kind.family, kind.span))
        return (kind.kind, tuple(p.text for p in kind.sizes), ranges, kind.domain, kind.random)

    return said(old) != said(new)


def read_space(piece: Piece) -> Kind | None:
    """ℝ, ℝ^n, ℝ^{m×n}, ℤ, ℕ, ℂ as kinds, ℝ^n → ℝ as a function; None when the piece is no such space."""
    text = piece.text
    arrow = re.search(r"→|->|\\(?:to|rightarrow)(?![a-z])", text)
    if arrow:
        source, target = read_space(piece.cut(0, arrow.start())), read_space(piece.cut(arrow.end()))
        return Kind("function", target.sizes, domains=(source.sizes,)) if source and target else None
    found = re.match(
        r"\\mathbb\s*\{?\s*([RZNC])\s*\}?|([ℝℤℕℂ])|\\(R|Reals?|reals)(?![A-Za-z])|(R)(?=\s*[\^⁰-₟ᵐⁿᵈᵏ]|$)", text
    )
    if not found:
        return None
    letter = next(group for group in found.groups() if group)
    letter = {"R": "ℝ", "Z": "ℤ", "N": "ℕ", "C": "ℂ", "Real": "ℝ", "Reals": "ℝ", "reals": "ℝ"}.get(letter, letter)
    domain = {"ℝ": "real", "ℤ": "integer", "ℕ": "integer", "ℂ": "complex"}[letter]
    rest = piece.cut(found.end())
    signs = frozenset({"positive"} if letter == "ℕ" else ())
    below = re.match(r"_\s*\{?\s*(\+\+|\+|>\s*0|\\geq?\s*0|≥\s*0|>=\s*0|\\geqslant\s*0)\s*\}?", rest.text)
    if below:
        signs = frozenset({"positive" if below.group(1)[0] == ">" and "=" not in below.group(1) else "nonnegative"})
        signs = frozenset({"positive"}) if below.group(1) == "++" else signs
        rest = rest.cut(below.end())
    sizes = _exponent(rest)
    if sizes is None or len(sizes) > 2:
        return None
    kind = ("scalar", "vector", "matrix")[len(sizes)]
    return Kind(kind, sizes, domain=domain, signs=signs)


def _exponent(rest: Piece) -> tuple[Piece, ...] | None:
    """The sizes in ^{m×n}."""
    text = rest.text
    if not text:
        return ()
    if not text.startswith("^"):
        return _raised(rest)
    inside = rest.cut(1)
    if inside.text[:1] in "{(" and inside.text[-1:] in "})":
        inside = inside.cut(1, len(inside.text) - 1)
    parts, begin = [], 0
    for cross in re.finditer(r"×|\\times(?![A-Za-z])", inside.text):
        parts.append(inside.cut(begin, cross.start()))
        begin = cross.end()
    parts.append(inside.cut(begin))
    return tuple(parts) if all(part.text for part in parts) else None


_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴺᴹᴰᴷ", "0123456789abcdefghijklmnoprstuvwxyzNMDK", strict=True))


def _raised(rest: Piece) -> tuple[Piece, ...] | None:
    """The sizes in ℝⁿ or ℝᵐˣⁿ."""
    letters = [_RAISED.get(char) for char in rest.text]
    if None in letters:
        return None
    plain = "".join(letter or "" for letter in letters)
    parts = plain.split("x") if len(plain) > 2 and "x" in plain else [plain]
    return tuple(_alone(part) for part in parts)
