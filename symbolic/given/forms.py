"""The forms a statement can have, told apart by its words and its relation signs before any expression is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from symbolic.given.source import Piece, tokens
from symbolic.language.symbols import Sentence


@dataclass(frozen=True)
class Declare:
    """NAMES : PROPERTIES; `condition` holds what stands behind a bar in `t | c : …`."""

    names: Piece
    properties: tuple[Piece, ...]
    sentence: Sentence
    condition: Piece | None = None


@dataclass(frozen=True)
class Follows:
    """NAMES ~ LAW, PROPERTIES; `shared` is "iid" or "independent" when it stands over the sign."""

    names: Piece
    law: Piece
    properties: tuple[Piece, ...]
    sentence: Sentence
    shared: str = ""
    condition: Piece | None = None


@dataclass(frozen=True)
class Member:
    """NAMES ∈ SET, PROPERTIES."""

    names: Piece
    set: Piece
    properties: tuple[Piece, ...]
    sentence: Sentence


@dataclass(frozen=True)
class Apart:
    """GROUP ⊥ GROUP ⊥ …: independent groups of names."""

    groups: tuple[Piece, ...]
    sentence: Sentence


@dataclass(frozen=True)
class Equal:
    """LEFT = RIGHT: a definition, an initial value, a cross-covariance or an assumption."""

    left: Piece
    right: Piece
    whole: Piece
    sentence: Sentence


@dataclass(frozen=True)
class Assume:
    """EXPRESSION RELATION EXPRESSION; `also` holds the other left sides of `a, b > 0`."""

    piece: Piece
    sentence: Sentence
    also: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Ranges:
    """i = 1, …, n."""

    name: Piece
    first: Piece
    last: Piece
    sentence: Sentence


@dataclass(frozen=True)
class Believe:
    """lemma NAME: CLAIM."""

    name: Piece
    claim: Piece
    sentence: Sentence


@dataclass(frozen=True)
class Setting:
    """layout: WORD (`kind` "layout"), to order K in NAME ("order"), use NAME ("use")."""

    kind: str
    values: tuple[Piece, ...]
    sentence: Sentence


Form = Declare | Follows | Member | Apart | Equal | Assume | Ranges | Believe | Setting

EXPECTED = "`NAMES : KIND, PROPERTY, …`, `NAMES : independent`, `NAME = EXPRESSION` or `EXPRESSION RELATION EXPRESSION`"

_APART = frozenset({"⊥", "⫫", "⟂", r"\perp", r"\bot", r"\indep", r"\Perp", r"\independent"})
_FOLLOWS = frozenset({"~", "∼", r"\sim"})
_IN = frozenset({"∈", r"\in"})
_EQUAL = frozenset({"=", "≡", "≔", "≜", "≝", ":=", "==", r"\equiv", r"\coloneqq", r"\triangleq", r"\doteq"})
_ORDER = frozenset(
    {"<", ">", "<=", ">=", "!=", "≤", "≥", "≠", "⩽", "⩾", "->", "→", "≈", "∝", r"\le", r"\leq", r"\leqslant", r"\ge",
     r"\geq", r"\geqslant", r"\ne", r"\neq", r"\lt", r"\gt", r"\to", r"\rightarrow", r"\longrightarrow", r"\approx",
     r"\propto", r"\not"}
)  # fmt: skip
_OVER = re.compile(
    r"\\(?:overset|stackrel)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{?\s*(?:\\sim|~|∼)\s*\}?|(?:\\sim|∼)\s*_\{?\s*(?:\\[a-z]+\{)?(iid|i\.i\.d\.)\}*"
)
_JOINING = re.compile(
    r"\s+(?:with|having|and)\s+(?=(?:zero |unit )?"
    r"(?:mean|variance|covariance|standard deviation|second|third|fourth|excess|iid)\b)"
)
_DOTS = frozenset({"…", "...", "..", r"\ldots", r"\dots", r"\cdots"})


@dataclass(frozen=True)
class _Sign:
    kind: str
    start: int
    stop: int
    over: str = ""


def sentence_of(piece: Piece) -> Sentence:
    return Sentence(" ".join(piece.text.split()), piece.line, piece.column)


def classify(piece: Piece) -> list[Form]:
    """The forms of one statement; clauses parted by commas (`m_t = …, m_0 = 0`) give several."""
    text = piece.text
    sentence = sentence_of(piece)
    keyword = _keyword(piece, sentence)
    if keyword is not None:
        return [keyword]
    colon = _colon(piece)
    if colon is not None:
        names, rest = piece.cut(0, colon), piece.cut(colon + 1)
        if not rest.text:
            raise piece.error("nothing is said after the colon", "a kind or a property", len(text))
        names, condition = _bar(names)
        properties = tuple(part for piece in rest.split(",") for part in _joined(piece))
        return [Declare(names, properties, sentence, condition)]
    return _clauses(piece, sentence)


def _joined(piece: Piece) -> list[Piece]:
    """`random scalar with mean 0 and variance 1` as three pieces."""
    parts, begin = [], 0
    for word in _JOINING.finditer(piece.text):
        parts.append(piece.cut(begin, word.start()))
        begin = word.end()
    return [*parts, piece.cut(begin)]


def _keyword(piece: Piece, sentence: Sentence) -> Form | None:
    text = piece.text
    found = re.match(r"use\s+(?=[\w./\"'-]+$)", text)
    if found:
        return Setting("use", (piece.cut(found.end()),), sentence)
    found = re.match(r"lemma\b\s*([^:]*):(?!=)", text)
    if found:
        if not found.group(1).strip():
            raise piece.error("a lemma needs a name", "lemma L1: CLAIM", 5)
        return Believe(piece.cut(*found.span(1)), piece.cut(found.end()), sentence)
    found = re.match(r"layout\s*:\s*", text)
    if found:
        return Setting("layout", (piece.cut(found.end()),), sentence)
    found = re.match(r"(?:up\s+)?to\s+(?:(first|second|third|leading)\s+order|order\s+(\S+))\s+in\s+", text)
    if found:
        order = found.span(1) if found.group(1) else found.span(2)
        return Setting("order", (piece.cut(*order), piece.cut(found.end())), sentence)
    return None


def _colon(piece: Piece) -> int | None:
    """The place of the colon that parts names from properties."""
    return next((t.start for t in tokens(piece.text) if t.depth == 0 and t.text == ":"), None)


def _bar(names: Piece) -> tuple[Piece, Piece | None]:
    """`t | c` as (t, c)."""
    for token in tokens(names.text):
        if token.depth == 0 and token.text in ("|", "∣", r"\mid", r"\vert"):
            return names.cut(0, token.start), names.cut(token.stop)
    return names, None


def _signs(piece: Piece) -> list[_Sign]:
    """The relation signs at the top level of a piece."""
    found = [
        _Sign("~", over.start(), over.end(), over.group(1) or over.group(2)) for over in _OVER.finditer(piece.text)
    ]
    taken = [(sign.start, sign.stop) for sign in found]
    for token in tokens(piece.text):
        if token.depth or any(start <= token.start < stop for start, stop in taken):
            continue
        for kind, signs in (("⊥", _APART), ("~", _FOLLOWS), ("∈", _IN), ("=", _EQUAL), ("<", _ORDER)):
            if token.text in signs:
                found.append(_Sign(kind, token.start, token.stop))
    for word in re.finditer(r"(?<=[\w})]) in (?=[\[({\\ℝℤℕℂR\d])", piece.text):
        found.append(_Sign("∈", word.start(), word.end()))
    return sorted(found, key=lambda sign: sign.start)


def _clauses(piece: Piece, sentence: Sentence) -> list[Form]:
    """Groups of comma-parted pieces, each around one relation; names before and properties after belong to it."""
    pieces = piece.split(",")
    marked = [place for place, part in enumerate(pieces) if _signs(part)]
    if not marked:
        raise piece.error(f"`{_short(piece.text)}` is not a statement", EXPECTED)
    forms: list[Form] = []
    begin = 0
    for order, place in enumerate(marked):
        following = marked[order + 1] if order + 1 < len(marked) else len(pieces)
        head = Piece(piece.source, pieces[begin].start, pieces[place].stop)
        tail = pieces[place + 1 : following]
        if order + 1 < len(marked) and not _is_range(pieces[place], tail):
            keep = _trailing(pieces[place], tail)
            begin, tail = place + 1 + keep, tail[:keep]
        else:
            begin = following
        forms.append(_clause(head, pieces[place], tuple(tail), sentence))
    return forms


def _trailing(part: Piece, tail: list[Piece]) -> int:
    """How many bare pieces after a relation are its properties; the rest are names of the next relation."""
    from symbolic.given.names import is_name

    kinds = {sign.kind for sign in _signs(part)}
    if not kinds & {"~", "∈"}:
        return 0
    return next((count for count, bare in enumerate(tail) if is_name(bare) and len(bare.text) < 4), len(tail))


def _is_range(part: Piece, tail: list[Piece]) -> bool:
    return len(tail) >= 2 and tail[0].text in _DOTS and _signs(part)[0].kind == "="


def _clause(head: Piece, part: Piece, tail: tuple[Piece, ...], sentence: Sentence) -> Form:
    signs = _signs(head)
    first = signs[0]
    left, right = head.cut(0, first.start), head.cut(first.stop)
    if not left.text or not right.text:
        raise head.error("one side of this relation is missing", EXPECTED, first.start)
    if first.kind == "⊥":
        return _apart(head, signs, sentence)
    if first.kind == "~":
        names, condition = _bar(left)
        return Follows(names, right, tail, sentence, _shared(first.over), condition)
    if first.kind == "∈" and len(signs) == 1:
        return Member(left, right, tail, sentence)
    if first.kind == "=" and len(signs) == 1:
        return _equal(head, left, right, tail, sentence)
    if tail:
        raise tail[0].error(f"`{_short(tail[0].text)}` after a relation is not understood", EXPECTED)
    *also, last = head.split(",")
    return Assume(last, sentence, tuple(also))


def _equal(head: Piece, left: Piece, right: Piece, tail: tuple[Piece, ...], sentence: Sentence) -> Form:
    lead = re.match(r"(?:for\s+(?:all\s+)?|\\forall\s*|∀\s*)", left.text)
    left = left.cut(lead.end()) if lead else left
    dots = re.search(r"(?<!\.)\.\.(?!\.)|(?<=\d)\s*(?:…|\.\.\.|\\l?dots)\s*(?=[A-Za-z\d\\])", right.text)
    if dots and not tail:
        return Ranges(left, right.cut(0, dots.start()), right.cut(dots.end()), sentence)
    if len(tail) == 2 and tail[0].text in _DOTS:
        return Ranges(left, right, tail[1], sentence)
    if tail:
        raise tail[0].error(f"`{_short(tail[0].text)}` after a definition is not understood", EXPECTED)
    return Equal(left, right, head, sentence)


def _apart(head: Piece, signs: list[_Sign], sentence: Sentence) -> Form:
    bounds = [0, *(place for sign in signs for place in (sign.start, sign.stop)), len(head.text)]
    groups = [head.cut(bounds[k], bounds[k + 1]) for k in range(0, len(bounds), 2)]
    last, condition = _bar(groups[-1])
    if condition is not None:
        raise condition.error("conditional independence is not in the language of a given", "q ⊥ k")
    groups = [group for group in [*groups[:-1], last] if group.text.replace(r"\!", "").strip()]
    return Apart(tuple(groups), sentence)


def _shared(over: str) -> str:
    plain = re.sub(r"[^a-z]", "", re.sub(r"\\[a-z]+", "", over.lower()))
    return {"iid": "iid", "ind": "independent", "indep": "independent", "independent": "independent"}.get(plain, "")


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
