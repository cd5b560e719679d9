"""One display may hold several statements: rows of an aligned environment, claims parted by words or wide spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from symbolic.article.document import LONGEST as MOST_LETTERS
from symbolic.article.document import Fragment
from symbolic.article.remarks import lead, without_remarks
from symbolic.article.signs import CONNECTING, DEFINING, FILLING, RELATION, relations, signs

#: Sizes that may stand before a display.
SIZES = r"\s*(?:\\(?:tiny|small|footnotesize|normalsize|[lL]arge|LARGE|[hH]uge)(?![A-Za-z])\s*)*"
_WRAPPER = re.compile(
    rf"{SIZES}\\begin\{{(aligned|split|gathered|align\*?|gather\*?|eqnarray\*?)\}}(.*)\\end\{{\1\}}\s*([.,;]?)\s*\Z",
    re.DOTALL,
)
_ARRAY = re.compile(
    rf"{SIZES}\\begin\{{(array)\}}\s*(?:\[[tbc]\]\s*)?\{{[lcr@{{}}\s]*\}}(.*)\\end\{{\1\}}\s*([.,;]?)\s*\Z", re.DOTALL
)
#: A column of relations, as in \begin{array}{rcl} a & = & b.
_COLUMN = re.compile(rf"&\s*(?:{RELATION.pattern}|{CONNECTING.pattern})\s*&")

#: Rows of a display, and parts of a row; one with more is taken whole.
MOST = 400

#: Letters of a condition.
LONGEST = 300

_NAMING = re.compile(r"\\label\{[^}]*\}|\(\\#[\w:.-]+\)|\\tag\*?\{[^}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")

#: The extra space behind a row: `\\\\[0.5em]`.
_ROW_SPACE = re.compile(r"(\\\\)\s*\[-?[\d.]+\s*(?:pt|em|ex|mm|cm|in)\]")

#: Spaces of TeX about a relation: `a ~ = ~ b`.
_TIES = re.compile(rf"(?:\s*~)+\s*(?={RELATION.pattern})|(?:{RELATION.pattern})(?:\s*~)+")


@dataclass(frozen=True)
class Statement:
    """A statement of a display and the conditions that the display puts on it (`i = 1, …, n`, `x > 0`)."""

    body: Fragment
    under: tuple[str, ...] = ()


def statements(body: Fragment) -> list[Statement]:
    """The statements of a display, each a fragment of it; one display is most often one statement.

    >>> [s.body.text for s in statements(Fragment("a &= b \\\\\\\\ c &= d", ((1, 1),)))]
    ['a &= b', 'c &= d']
    """
    if len(body.text) > MOST_LETTERS:
        return [Statement(body.stripped())]
    body = without_remarks(_unnamed(body))
    match = _WRAPPER.match(body.text) or (_COLUMN.search(body.text) and _ARRAY.match(body.text))
    inner = without_remarks(body.cut(*match.span(2))) if match else body
    rows = [row for row in _rows(inner) if row.text.strip(FILLING)]
    found = [statement for row in rows for statement in _parted(row)]
    return found or [Statement(body.stripped())]


def _unnamed(body: Fragment) -> Fragment:
    """The formula with its label blanked out, every character at its place."""
    text = _NAMING.sub(lambda match: " " * len(match.group()), body.text)
    text = _ROW_SPACE.sub(lambda match: match[1] + " " * (len(match.group()) - 2), text)
    text = _TIES.sub(lambda match: match.group().replace("~", " "), text)
    return replace(body, text=text)


def _rows(inner: Fragment) -> Iterator[Fragment]:
    """The rows, a row that goes on with the chain of the one before joined to it."""
    start, cuts = 0, [sign.start for sign in signs(inner.text) if sign.kind == "row"]
    cuts = cuts if len(cuts) <= MOST else []
    for cut in cuts:
        if _begins_statement(inner.text[cut + 2 :]) and relations(inner.text[start:cut]):
            yield inner.cut(start, cut)
            start = cut + 2
    yield inner.cut(start, len(inner.text))


def _begins_statement(rest: str) -> bool:
    """Does the row that `rest` begins with have a left side of its own?"""
    row = next((rest[: sign.start] for sign in signs(rest) if sign.kind == "row"), rest)
    if _joining(row):
        return False
    first = next(iter(relations(row)), None)
    return first is not None and bool(row[: first.start].strip(FILLING))


@dataclass(frozen=True)
class _Part:
    """A part of a row, and what stands before it: "", "quad", "comma", or what its words do."""

    text: Fragment
    lead: str
    words: str = ""


_QUANTIFIER = re.compile(r"\s*(?:\\forall(?![A-Za-z])|∀)(.*)", re.DOTALL)


def _parted(row: Fragment) -> list[Statement]:
    """The claims of a row with the conditions on them; a definition that they use comes before them."""
    claims: list[Fragment] = []
    under: list[str] = []
    before: list[Fragment] = []
    for part in _parts(row):
        quantified = _QUANTIFIER.fullmatch(part.text.text)
        if quantified and condition(quantified[1]):
            under.append(_tidy(quantified[1]))
        elif part.lead == "let" and _equation(part.text.text):
            before.append(part.text)
        elif part.lead in ("when", "let") or (claims and part.lead and condition(part.text.text)):
            under.append(_sentence(part))
        else:
            claims.append(part.text)
    kept = tuple(sentence for sentence in under if sentence)
    return [Statement(_trimmed(text)) for text in before] + [Statement(_trimmed(text), kept) for text in claims]


@dataclass(frozen=True)
class _Gap:
    """Neighbouring separators, at start … end; its kind is that of the strongest of them."""

    kind: str
    start: int
    end: int
    words: str = ""


_STRENGTH = ("comma", "column", "quad", "and", "when", "let")


def _gaps(text: str) -> list[_Gap]:
    found: list[_Gap] = []
    for sign in signs(text):
        kind = lead(sign.words) if sign.kind == "words" else sign.kind
        if kind not in _STRENGTH:
            continue
        if found and not text[found[-1].end : sign.start].strip(FILLING):
            kind = max(kind, found[-1].kind, key=_STRENGTH.index)
            found[-1] = _Gap(kind, found[-1].start, sign.end, f"{found[-1].words} {sign.words}".strip())
        else:
            found.append(_Gap(kind, sign.start, sign.end, sign.words))
    return found


def _parts(row: Fragment) -> Iterator[_Part]:
    """The parts of a row, cut at the gaps behind which a claim or a condition begins."""
    text, start, before = row.text, 0, _Gap("", 0, 0)
    gaps = _gaps(text)
    gaps = gaps if len(gaps) <= MOST else []
    for order, gap in enumerate(gaps):
        ahead = text[start : gap.start]
        if not ahead.strip(FILLING):
            start, before = gap.end, gap
        elif _cut(ahead, gap.kind, _behind(text, gaps[order:])):
            yield _Part(row.cut(start, gap.start), before.kind, before.words)
            goes_on = gap.kind in ("comma", "and") and before.kind in ("when", "let")
            start, before = gap.end, before if goes_on else gap
    yield _Part(row.cut(start, len(text)), before.kind, before.words)


def _behind(text: str, gaps: list[_Gap]) -> str:
    """The text behind a gap, up to the next one that is neither a comma nor a &."""
    end = next((gap.start for gap in gaps[1:] if gap.kind not in ("comma", "column")), len(text))
    return text[gaps[0].end : end]


def _cut(ahead: str, kind: str, behind: str) -> bool:
    """Does a part end here?"""
    if kind == "column" and (_COLUMN_OPEN.search(ahead) or not _begins_statement(behind)):
        return False
    if not relations(ahead) or _joining(behind) or _JOINED.search(ahead):
        return False
    if kind in ("when", "let"):
        return True
    listed = re.search(rf"{_DOTS}\s*\Z", ahead) or re.match(rf"\s*{_DOTS}", behind)
    return not listed and (_begins_statement(behind) or (kind == "quad" and condition(behind)))


#: A & behind which the right side of the same equation stands.
_COLUMN_OPEN = re.compile(rf"(?:{RELATION.pattern})[\s&]*\Z")


def _joining(text: str) -> bool:
    """Does it begin with ⟹ or its kin?"""
    return bool(CONNECTING.match(text.lstrip(FILLING)))


_JOINED = re.compile(rf"{CONNECTING.pattern}\s*\Z")
_DOTS = r"(?:…|\.\.\.|\\(?:l|c)?dots(?![A-Za-z]))"
_NAME = r"(?:\\?[^\W\d_]+(?:_(?:\{[^{}]*\}|\w|\\[A-Za-z]+))?)"
_VALUE = rf"(?:[-+−]?\d[\d.]*|{_NAME}|\\mathbb\s*\{{?\w\}}?\S*|[ℝℤℕℂ]\S*|[(\[][^()\[\]]*[)\]])"
_SIGN = r"(?:<|>|≤|≥|≠|∈|→|\\(?:le|ge|leq|geq|lt|gt|ne|neq|in|to)(?![A-Za-z]))"
_CONDITION = re.compile(
    rf"\s*(?:{_VALUE}\s*,\s*)*{_VALUE}\s*(?:{_SIGN}\s*{_VALUE}\s*)+"
    rf"|\s*(?:{_NAME}\s*,\s*)*{_NAME}\s*=\s*\S+\s*(?:,\s*\S+\s*)?,\s*{_DOTS}\s*(?:,.*)?"
)
_BRACKETED = re.compile(r"\s*(?:\(([^()]*)\)|\[([^\[\]]*)\])\s*")


def condition(text: str) -> bool:
    r"""Does a part say for which values of bare names the claim before it holds: `x > 0`, `i = 1, …, n`, `(i ≠ j)`?

    >>> condition(r"i = 1, \dots, n"), condition("0 < p < 1"), condition("(i ≠ j)"), condition("E[x] > 0")
    (True, True, True, False)
    """
    inner = _unbracketed(_tidy(text))
    return len(inner) <= LONGEST and bool(_CONDITION.fullmatch(inner))


def _unbracketed(text: str) -> str:
    match = _BRACKETED.fullmatch(text)
    return next(filter(None, match.groups()), "") if match else text


#: Words that lead on to what does not come.
_DANGLING = re.compile(r"\\text\{\s*(?:and|or|where|with|,)?\s*\}\s*\Z")
_QUANTIFIED = re.compile(rf"(?:{_NAME}(?:(?:\s*,\s*|\s+){_NAME})*)?")
_BARE_LEAD = re.compile(r"(?:for|if|when|whenever|all|any|every|each|both|and|,|\s)*")


def _sentence(part: _Part) -> str:
    """The condition as a sentence of given; "" where it restricts nothing: `for all i`, or words behind `where`."""
    inner = _unbracketed(_tidy(_DANGLING.sub("", part.text.text)))
    if relations(inner):
        return inner
    if part.lead == "let" or (_QUANTIFIED.fullmatch(inner) and _BARE_LEAD.fullmatch(part.words.lower())):
        return ""
    return " ".join(f"{part.words} {inner}".split())


_TRIM = re.compile(r"\\[,;:! ]|\\q?quad(?![A-Za-z])|[&~]")


def _tidy(text: str) -> str:
    """On one line, without alignment, spacing and final punctuation."""
    return " ".join(_TRIM.sub(" ", text).split()).rstrip(".,; ")


def _equation(text: str) -> bool:
    """A single equation, no range."""
    found = relations(text)
    return len(found) == 1 and bool(DEFINING.fullmatch(text[found[0].start : found[0].end])) and not condition(text)


def _trimmed(part: Fragment) -> Fragment:
    """Without the spaces around it and a comma behind it."""
    return part.cut(0, len(_TAIL.sub("", part.text))).stripped()


_TAIL = re.compile(r"(?:(?<!\\)\\[,;:! ]|[\s,;&])+\Z")
