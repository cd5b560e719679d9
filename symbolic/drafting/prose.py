"""The prose of an article as clauses in which a formula is a numbered token: `let ⟦3⟧ be a random vector`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symbolic.article.document import Document, Formula, Heading, Mark

#: Stands for the formula with this number among the items of the document.
TOKEN = re.compile(r"⟦(\d+)⟧")


@dataclass(frozen=True)
class Clause:
    """A clause, the word that opened it (`let`, `where`, … or the sentence's first), and its line."""

    text: str
    lead: str
    line: int


def clauses(document: Document) -> Iterator[Clause]:
    """The clauses of an article in order."""
    text, lines = _tokenized(document)
    start = 0
    for end in (*(match.end() for match in _SENTENCE.finditer(text)), len(text)):
        yield from _clauses(text[start:end], lines[start : end + 1])
        start = end


def _tokenized(document: Document) -> tuple[str, list[int]]:
    """The text with tokens for formulas, without marks, code and markup; and the line of each character."""
    source = document.source
    parts: list[str] = []
    lines: list[int] = []

    def put(text: str, line: int) -> None:
        parts.append(text)
        lines.extend([line] * len(text))

    place = _body_start(source.text)
    for number, item in enumerate(document.items):
        if item.start < place or isinstance(item, Heading):
            continue
        _prose(source.text[place : item.start], source.place(place)[0], put)
        if isinstance(item, Formula):
            display = "\n\n" if item.displayed else ""
            put(f"{display}⟦{number}⟧{display}", source.place(item.start)[0])
        if isinstance(item, Formula | Mark):
            place = item.end
    _prose(source.text[place:], source.place(place)[0], put)
    lines.append(lines[-1] if lines else 1)
    return "".join(parts), lines


def _body_start(text: str) -> int:
    """Where the text behind the front matter begins."""
    match = re.match(r"(---|\+\+\+)\n.*?\n\1[ \t]*\n", text, re.DOTALL)
    return match.end() if match else 0


def _prose(text: str, line: int, put: Callable[[str, int], None]) -> None:
    for row in _plain(text).splitlines(keepends=True):
        put(row, line)
        line += 1


#: Markup → what stands for it in prose; line ends stay.
_MARKUP = (
    (re.compile(r"```.*?```|<(pre|code|script|style)\b.*?</\1>|<!--.*?-->", re.DOTALL | re.IGNORECASE), ""),
    (re.compile(r"(?<!\\)%[^\n]*"), ""),
    (re.compile(r"<[^<>\n]*>"), " "),
    (re.compile(r"\\(?:emph|textbf|textit|text)\s*\{([^{}]*)\}"), r"\1"),
    (re.compile(r"\\(?:begin|end|label|section|subsection|chapter|cite|ref)\*?\{[^{}]*\}"), " "),
    (re.compile(r"\\n|~|[*_`]|\\[A-Za-z]+"), " "),
    (re.compile(r"\bi\.\s?i\.\s?d\b\.?", re.IGNORECASE), "iid"),
    (re.compile(r"\b(?:i\.e|e\.g|cf|resp|s\.t|w\.r\.t)\."), " "),
)


def _plain(text: str) -> str:
    for pattern, plain in _MARKUP:
        text = pattern.sub(
            lambda match, plain=plain: match.expand(plain) + "\n" * match.group().count("\n"), text  # type: ignore[misc]
        )
    return text


_SENTENCE = re.compile(r"[.!?:]\s+(?=[A-Z⟦(“\"])|\n\s*\n|\n(?=\s*(?:#|[-+>]\s|\d+\.\s))")

_OPENERS = "let suppose assume consider where whereas while here put set write take define denote call model given with"
_NOUN = r"(?:number|vector|matrix|constant|scalar|variable|function|prior|weight|parameter)s?"
_CLAUSE = re.compile(
    r";|,?\s*\b(?:and\s+)?(?:let|suppose|assume|consider|where|whereas|while|put|write|define|denote)\b(?:\s+that\b)?"
    r"|(?<!⟧),\s*(?:and\s+)?(?=⟦\d+⟧\s+(?:is|are|be|has|have|denotes?|being)\b)"
    r"|(?<!⟧)\s+and\s+(?=⟦\d+⟧\s+(?:is|are|be|has|have|denotes?|being)\b)"
    rf"|,?\s+and\s+(?=(?:the|an?|any|every|each|some)\s+(?:[\w-]+\s+){{0,3}}?{_NOUN}\s+(?:is\s+)?⟦)",
    re.IGNORECASE,
)


def _clauses(sentence: str, lines: list[int]) -> Iterator[Clause]:
    first = re.match(r"\W*([A-Za-z]+)", sentence)
    lead, start = first.group(1).lower() if first else "", 0
    for match in (*_CLAUSE.finditer(sentence), None):
        end = match.start() if match else len(sentence)
        text = " ".join(sentence[start:end].split())
        if text:
            filled = start + len(sentence[start:end]) - len(sentence[start:end].lstrip())
            yield Clause(text, lead if lead in _OPENERS.split() else "", lines[filled])
        if match:
            word = re.search(r"[A-Za-z]+", re.sub(r"(?i)\band\b", "", match.group()))
            lead = word.group().lower() if word else lead
            start = match.end()
