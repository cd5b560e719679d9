"""Words inside a display: what joins claims, what says when one holds, and what only remarks on it."""

from __future__ import annotations

import re
from dataclasses import replace

from symbolic.article.document import Fragment
from symbolic.article.signs import Sign, signs

#: The first words of a text in a display → what it does: "and" joins claims, "when" opens a condition of them, "let" a
#: definition that they use, "why" a reason.
_LEADS = {
    "and": "and but so hence thus therefore consequently i.e. ie while then also equivalently vs versus",
    "when": "for if when whenever provided given assuming as on",
    "let": "where with",
    "why": "by since because using from due under recall see in this that which definition linearity independence",
}
_LEAD = {word: kind for kind, words in _LEADS.items() for word in words.split()}


#: Texts in a row; one with more is taken as it is.
MOST = 400


def lead(words: str) -> str:
    """What a text does: "and", "when", "let", "why"; "remark" when it stands for itself; "" when it is no words.

    >>> lead(" for all "), lead("(by (3))"), lead("softmax")
    ('when', 'remark', '')
    """
    plain = re.sub(r"[$~]|\\[, ;:!]", " ", words).strip(" ,.;:").lower()
    if not plain or plain[0] in "([" or plain == "otherwise":
        return "remark"
    if plain.startswith("or equivalently"):
        return "and"
    first = plain.split()[0]
    if first == "equality" or plain.startswith("with equality"):
        return "why"
    labels = "remark" if words.rstrip(" ~").endswith(":") else ""
    return _LEAD.get(first) or _LEAD.get(first.rstrip(",.:;"), labels)


def without_remarks(row: Fragment) -> Fragment:
    """The row with remarks and reasons blanked out, every character at its place."""
    text, found = row.text, list(signs(row.text))
    if sum(sign.kind == "words" for sign in found) > MOST:
        return row
    for order, sign in enumerate(found):
        kind = lead(sign.words) if sign.kind == "words" else ""
        kind = "remark" if kind == "" and sign.kind == "words" and _in_margin(row.text, found, order) else kind
        if kind not in ("remark", "why"):
            continue
        end = sign.end if kind == "remark" else _tail(row.text, sign.end, found[order + 1 :])
        text = text[: sign.start] + re.sub(r"[^\n]", " ", text[sign.start : end]) + text[end:]
    return replace(row, text=text)


def _in_margin(text: str, found: list[Sign], order: int) -> bool:
    """Does a text stand alone in the last column of its row, `a &= b & \\text{Algebra}`?"""
    before, sign, behind = found[order - 1] if order else None, found[order], found[order + 1 :]
    if before is None or before.kind != "column" or text[before.end : sign.start].strip():
        return False
    last = behind[0].start if behind else len(text)
    alone = not text[sign.end : last].strip() and (not behind or behind[0].kind == "row")
    opened = order > 1 and found[order - 2].kind in ("relation", "row") and not text[
        found[order - 2].end : before.start
    ].strip()
    return alone and order > 1 and not opened


def _tail(text: str, start: int, following: list[Sign]) -> int:
    """Where a reason ends: at the end of its row, or where the next words, wide space or relation begin."""
    for sign in following:
        if sign.kind in ("row", "column", "quad") or (sign.kind == "words" and lead(sign.words) not in ("", "why")):
            return sign.start
        if sign.kind == "relation" and not text[start : sign.start].strip():
            return sign.start
    return len(text)
