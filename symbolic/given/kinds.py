"""Kinds: `dimension`, `vector(n)`, `random matrix(m, n)`, `family(a..b) of KIND`, `index(n)`, `function of (x, y)` …

`read_kind` recognizes a kind by its words and hands its sizes on as text, to be read when the names are known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from symbolic.given.source import Piece

Range = tuple[Piece | None, Piece]


@dataclass(frozen=True)
class Kind:
    """What a kind says before its sizes are read; fields as in `Symbol`.  A range without a first value starts at 1.

    domains   the sizes of the arguments of f : ℝ^n → ℝ
    """

    kind: str
    sizes: tuple[Piece, ...] = ()
    family: Range | None = None
    span: Range | None = None
    domain: str = "real"
    random: bool = False
    signs: frozenset[str] = frozenset()
    parameters: tuple[Piece, ...] = ()
    domains: tuple[tuple[Piece, ...], ...] = ()


#: Words of a kind without sizes → (kind, domain).
SIMPLE: dict[str, tuple[str, str]] = {
    "dimension": ("dimension", "integer"),
    "size": ("dimension", "integer"),
    "integer": ("scalar", "integer"),
    "real": ("scalar", "real"),
    "real number": ("scalar", "real"),
    "scalar": ("scalar", "real"),
    "variable": ("scalar", "real"),
    "complex": ("scalar", "complex"),
    "complex number": ("scalar", "complex"),
    "law": ("law", "real"),
    "distribution": ("law", "real"),
    "function": ("function", "real"),
    "density": ("density", "real"),
    "event": ("event", "real"),
    "set": ("set", "real"),
}
#: Words that may stand before a kind and say a property, or the domain of its entries.
ADJECTIVES = ("positive definite", "positive", "negative", "nonnegative", "non-negative", "nonzero", "symmetric",
              "diagonal", "orthogonal", "invertible", "smooth")  # fmt: skip
DOMAINS = {"real": "real", "integer": "integer", "complex": "complex", "real-valued": "real", "natural": "integer"}
#: How many sizes an array kind takes.
ARRAYS = {"vector": 1, "matrix": 2}

EXPECTED = (
    "dimension, integer, real, complex, vector(n), matrix(m, n), function, random scalar, random vector(n), "
    "random matrix(m, n), random integer, family(N) of KIND, index(n), law, density, event or set"
)
#: The kinds that a family may be of.
_MEMBERS = frozenset({"scalar", "vector", "matrix", "function", "event", "set", "density", "law"})
_WORD = re.compile(r"[A-Za-z-]+")
_BLANK = re.compile(r"(?:\s|\\[,;:! ]|~)*")
_ARTICLE = re.compile(r"(?:an?|the)\s+(?=[A-Za-z])")


def read_kind(piece: Piece) -> Kind | None:
    """The kind that the whole piece spells; None when it is none (it may be a property)."""
    article = _ARTICLE.match(piece.text)
    return _kind(piece.cut(article.end()) if article else piece)


def _kind(piece: Piece) -> Kind | None:
    word = _WORD.match(piece.text)
    if word is None:
        return None
    rest = piece.cut(word.end())
    head = word.group()
    if head == "family":
        return _family(rest)
    if head == "index":
        return _index(rest)
    if head == "random":
        return _random(rest)
    if head in ARRAYS:
        return _array(piece, head, rest)
    if head == "function":
        return _function(rest)
    spelled = " ".join(piece.text.split())
    if spelled in SIMPLE:
        kind, domain = SIMPLE[spelled]
        return Kind(kind, domain=domain)
    return _described(piece)


def _described(piece: Piece) -> Kind | None:
    """An adjective before a kind: `positive real`, `symmetric matrix(n, n)`, `integer vector(n)`."""
    for adjective in ADJECTIVES:
        if re.match(re.escape(adjective) + r"\s", piece.text):
            inner = _kind(piece.cut(len(adjective)))
            said = adjective.replace("non-", "non")
            described = inner is not None and inner.kind not in ("law", "density", "event", "set")
            return replace(inner, signs=inner.signs | {said}) if inner and described else None
    word = _WORD.match(piece.text)
    if word and word.group() in DOMAINS:
        inner = _kind(piece.cut(word.end()))
        return replace(inner, domain=DOMAINS[word.group()]) if inner else None
    return None


def _random(rest: Piece) -> Kind | None:
    """`random KIND`; `random variable` is a random scalar."""
    if not rest.text:
        return None
    inner = _kind(rest)
    if inner is None or inner.kind not in ("scalar", "vector", "matrix"):
        return None
    return replace(inner, random=True)


def _arguments(rest: Piece) -> tuple[list[Piece], Piece] | None:
    """The pieces of a bracketed list at the start of `rest`, and what follows it."""
    blank = _BLANK.match(rest.text)
    rest = rest.cut(blank.end() if blank else 0)
    open_, close = ("\\left(", "\\right)") if rest.text.startswith("\\left") else ("(", ")")
    if not rest.text.startswith(open_):
        return None
    depth = 0
    for place, char in enumerate(rest.text):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0 and place and char == ")":
            inside = rest.cut(len(open_), place + 1 - len(close))
            return inside.split(","), rest.cut(place + 1)
    return None


def _array(piece: Piece, head: str, rest: Piece) -> Kind:
    found = _arguments(rest)
    wanted = "vector(n)" if head == "vector" else "matrix(m, n)"
    if found is None:
        raise piece.error(f"`{head}` needs its size", wanted, len(head))
    sizes, after = found
    if after.text:
        raise after.error(f"`{after.text}` after `{wanted}` is not understood", "a comma before the next property")
    if len(sizes) != ARRAYS[head] or not all(size.text for size in sizes):
        raise rest.error(f"a {head} has {ARRAYS[head]} size{'s' * (ARRAYS[head] > 1)}, not {len(sizes)}", wanted)
    return Kind(head, tuple(sizes))


def _range(piece: Piece, what: str) -> Range:
    """`n` (from 1) or `a..b`."""
    if not piece.text:
        raise piece.error(f"`{what}` needs its range", f"{what}(n) or {what}(a..b)")
    found = re.search(r"\.\.+|…|\\l?dots(?:\s*(?![a-zA-Z]))", piece.text)
    if found is None:
        return None, piece
    first, last = piece.cut(0, found.start()), piece.cut(found.end())
    if not first.text or not last.text:
        raise piece.error("this range lacks an end", f"{what}(a..b)")
    return first, last


def _bracketed_range(rest: Piece, what: str) -> tuple[Range, Piece]:
    found = _arguments(rest)
    if found is None:
        raise rest.error(f"`{what}` needs its range", f"{what}(n) or {what}(a..b)")
    parts, after = found
    if len(parts) == 2:
        return (parts[0], parts[1]), after
    if len(parts) == 3 and parts[1].text in ("...", "…", r"\ldots", r"\dots"):
        return (parts[0], parts[2]), after
    if len(parts) != 1:
        raise rest.error(f"`{what}` has one range", f"{what}(n) or {what}(a..b)")
    return _range(parts[0], what), after


def _index(rest: Piece) -> Kind:
    span, after = _bracketed_range(rest, "index")
    if after.text:
        raise after.error(f"`{after.text}` after `index(…)` is not understood", "a comma before the next property")
    return Kind("index", span=span, domain="integer")


def _family(rest: Piece) -> Kind:
    family, after = _bracketed_range(rest, "family")
    of = re.match(r"of\b", after.text)
    inner = read_kind(after.cut(of.end())) if of else None
    if inner is None:
        raise after.error("a family is a family of some kind", "family(N) of random scalar, family(N) of vector(d), …")
    if inner.family is not None or inner.kind not in _MEMBERS:
        raise after.error(f"a family of `{after.cut(of.end() if of else 0).text}` is not understood", EXPECTED)
    return replace(inner, family=family)


def _function(rest: Piece) -> Kind | None:
    """`function`, `function of alpha`, `function of (a, b)`."""
    if not rest.text:
        return Kind("function")
    of = re.match(r"of\b", rest.text)
    if not of:
        return None
    listed = rest.cut(of.end())
    found = _arguments(listed)
    if found is not None and not found[1].text:
        return Kind("function", parameters=tuple(found[0]))
    return Kind("function", parameters=(listed,))
