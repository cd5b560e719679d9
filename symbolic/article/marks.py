"""What a mark asks for: the grammar of `<!-- companion: … -->`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from symbolic.article.document import Fragment, Mark, MarkError

#: Verdicts that `expect` may name.
EXPECTED = ("undecided", "refuted", "proved", "checked", "unread")


@dataclass(frozen=True)
class Opens:
    """`NAME.step`: the block up to `/companion` states that step of the library."""

    name: str


@dataclass(frozen=True)
class Closes:
    """`/companion`."""


@dataclass(frozen=True)
class Gives:
    """`given …`: more given from here, or (`given next: …`) for the next formula alone."""

    text: Fragment
    once: bool


@dataclass(frozen=True)
class Uses:
    """`use NAME`: another file's given."""

    name: str


@dataclass(frozen=True)
class Forgets:
    """`forget A, B`: symbols released."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Leans:
    """`by NAME, …`: the next formula rests on formulas of these labels."""

    labels: tuple[str, ...]


@dataclass(frozen=True)
class Expects:
    """`expect VERDICT: REASON` of the next formula."""

    verdict: str
    reason: str


@dataclass(frozen=True)
class Keeps:
    """`= EXPRESSION` (or `≈ EXPRESSION`) after a number or formula in a sentence."""

    expression: Fragment
    relation: str


@dataclass(frozen=True)
class Codes:
    """`code FORMULA` before a fence of Python."""

    formula: Fragment


Meaning = Opens | Closes | Gives | Uses | Forgets | Leans | Expects | Keeps | Codes

FORMS = (
    "NAME.step, /companion, given …, given next: …, use NAME, by LABEL, forget A, expect VERDICT: REASON, "
    "= EXPRESSION, code FORMULA"
)


#: First word of a mark → how it is written whole.
WORDS = {
    "given": "`given SENTENCE`, or `given next: SENTENCE`",
    "use": "`use NAME`, a file's or the library's given",
    "by": "`by LABEL`, a formula before this one",
    "forget": "`forget A, B`",
    "expect": "`expect VERDICT: REASON`",
    "code": "`code FORMULA` before a fence of Python",
    "=": "`= EXPRESSION` behind a number or formula",
}


def meaning(mark: Mark) -> Meaning:
    """What the mark says; raises `MarkError` when it is none of the forms."""
    text = mark.content.text
    for pattern, make in _FORMS:
        match = pattern.fullmatch(text)
        if match:
            return make(mark, match)
    if not text.strip():
        raise MarkError(f"this mark is empty; the marks are: {FORMS}", mark.place)
    word = re.split(r"[\s:]", text, maxsplit=1)[0]
    if word in WORDS:
        raise MarkError(f"`{word}` stands alone; write {WORDS[word]}", mark.place)
    near = get_close_matches(word, WORDS, 1, 0.7)
    meant = f"; is `{near[0]}` meant?" if near else f"; the marks are: {FORMS}"
    raise MarkError(f"`{_short(text)}` is no mark{meant}", mark.place)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"


def _gives(mark: Mark, match: re.Match[str]) -> Meaning:
    if not match["text"].strip():
        raise MarkError("`given` is followed by what is assumed", mark.place)
    return Gives(mark.content.cut(*match.span("text")), match["next"] is not None)


def _expects(mark: Mark, match: re.Match[str]) -> Meaning:
    if match["verdict"] not in EXPECTED:
        message = f"`expect` is followed by one of {', '.join(EXPECTED)}, not `{_short(match['verdict'])}`"
        raise MarkError(message, mark.place)
    return Expects(match["verdict"], (match["reason"] or "").strip())


def _keeps(mark: Mark, match: re.Match[str]) -> Meaning:
    return Keeps(mark.content.cut(*match.span("expression")), "=" if match["relation"] == "=" else "≈")


def _forgets(mark: Mark, match: re.Match[str]) -> Meaning:
    return Forgets(tuple(name.strip() for name in match[1].split(",") if name.strip()))


def _leans(mark: Mark, match: re.Match[str]) -> Meaning:
    return Leans(tuple(label for label in re.split(r"\s*(?:,|\band\b)\s*|\s+", match[1].strip()) if label))


#: Form of a mark → what it means, in order.
_FORMS = (
    (re.compile(r"/companion"), lambda mark, match: Closes()),
    (re.compile(r"(?P<relation>=|≈|\\approx)\s*(?P<expression>\S.*)", re.DOTALL), _keeps),
    (re.compile(r"given(?P<next>\s+next\s*:)?(?:\s*:)?(?=\s|$)\s*(?P<text>.*)", re.DOTALL), _gives),
    (re.compile(r"use\s+(\S+)"), lambda mark, match: Uses(match[1])),
    (re.compile(r"code(?:\s*:)?\s+(\S.*)", re.DOTALL), lambda mark, match: Codes(mark.content.cut(*match.span(1)))),
    (re.compile(r"forget\s+(\S.*)"), _forgets),
    (re.compile(r"by\s+(\S.*)"), _leans),
    (re.compile(r"expect\s+(?P<verdict>[^\s:]+)\s*(?::(?P<reason>.*))?", re.DOTALL), _expects),
    (
        re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\.[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*"),
        lambda mark, match: Opens(match[0]),
    ),
)
