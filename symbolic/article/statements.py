"""One display may hold several statements: rows of an aligned environment, claims parted by \\qquad."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symbolic.article.document import Fragment

#: Relations, as LaTeX and Unicode write them; `=` is the one that matters for splitting.
RELATION = re.compile(
    r":=|≔|\\coloneqq|=|<|>|≈|≤|≥|≠|∼|∝|∈|→|\\(?:le|ge|leq|geq|ne|neq|approx|sim|propto|in|to|equiv)(?![A-Za-z])"
)

_WRAPPER = re.compile(
    r"\s*\\begin\{(aligned|split|gathered|align\*?|gather\*?)\}(.*)\\end\{\1\}\s*([.,;]?)\s*\Z", re.DOTALL
)

_NAMING = re.compile(r"\\label\{[^}]*\}|\\tag\*?\{[^}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")


def statements(body: Fragment) -> list[Fragment]:
    """The statements of a display, each a fragment of it; one display is most often one statement."""
    body = _unnamed(body)
    match = _WRAPPER.match(body.text)
    inner = body.cut(*match.span(2)) if match else body
    rows = [row for row in _rows(inner) if row.text.strip(" \n&")]
    found = [part.stripped() for row in rows for part in _parted(row)]
    return found if len(found) > 1 else [body.stripped()]


def _unnamed(body: Fragment) -> Fragment:
    """The formula with its label blanked out, every character at its place."""
    text = _NAMING.sub(lambda match: " " * len(match.group()), body.text)
    return Fragment(text, body.origins)


def _rows(inner: Fragment) -> Iterator[Fragment]:
    """The rows, a row that goes on with the chain of the one before joined to it."""
    start, cuts = 0, [place for place, sign in signs(inner.text) if sign == "\\\\"]
    for cut in cuts:
        if _begins_statement(inner.text[cut + 2 :]) and _related(inner.text[start:cut]):
            yield inner.cut(start, cut)
            start = cut + 2
    yield inner.cut(start, len(inner.text))


def _begins_statement(rest: str) -> bool:
    """Does the row that `rest` begins with have a left side of its own?"""
    row = next((rest[:place] for place, sign in signs(rest) if sign == "\\\\"), rest)
    first = next((place for place, sign in signs(row) if sign == "relation"), None)
    return first is not None and bool(row[:first].strip(" \n&"))


def _parted(row: Fragment) -> Iterator[Fragment]:
    """The claims of a row, parted by \\quad or \\qquad where both sides have a relation."""
    start = 0
    for place, sign in signs(row.text):
        if sign == "quad" and place >= start:
            end = place + (6 if row.text.startswith("\\qquad", place) else 5)
            if _related(row.text[start:place]) and _begins_statement(row.text[end:]):
                comma = row.text[start:place].rstrip(" \n,;")
                yield row.cut(start, start + len(comma))
                start = end
    yield row.cut(start, len(row.text))


def _related(text: str) -> bool:
    return any(sign == "relation" for _, sign in signs(text))


def signs(text: str) -> Iterator[tuple[int, str]]:
    """The row ends, wide spaces and relations of a LaTeX text outside its groups: (offset, kind)."""
    depth, place = 0, 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        assert token is not None
        word = token.group()
        relation = RELATION.match(text, place)
        if word.startswith(("\\begin", "\\left")) or word in "{([":
            depth += 1
        elif word.startswith(("\\end", "\\right")) or word in "})]":
            depth -= 1
        elif depth <= 0 and word == "\\\\":
            yield place, word
        elif depth <= 0 and word in ("\\quad", "\\qquad"):
            yield place, "quad"
        elif depth <= 0 and relation:
            yield place, "relation"
        place = max(token.end(), relation.end() if relation else 0)


_TOKEN = re.compile(
    r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\\(?:left|right)(?![A-Za-z])\s*\\?.?|\\[A-Za-z]+|\\.|.|\\", re.DOTALL
)
