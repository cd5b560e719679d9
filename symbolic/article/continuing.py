"""Displays that go on with one chain: `log Z`, then `= …`, then `= …`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from symbolic.article.document import Formula, Fragment, Heading, assembled
from symbolic.article.signs import FILLING, RELATION, relations
from symbolic.article.statements import SIZES, statements

_BEGINS = re.compile(rf"[\s&]*{SIZES}(?:{RELATION.pattern})")


#: Of words between displays that go on with one chain: a sentence or two.
FAR = 300


def continuing(parts: list[Any], text: str) -> list[Any]:
    """The parts of an article, whose source is `text`, with each display that goes on led by what it goes on from.

    A display goes on when the one right before it ends with a relation, or it begins with one: then from the one right
    before it, or behind words (`next, group the terms: = …`) from the last of its section that has a line of its own.
    """
    found: list[Any] = []
    for part in parts:
        before = found[-1] if found else None
        if before and _shown(before) and _shown(part) and not text[before.end : part.start].strip():
            loose = _loose(before.body)
            if loose is not None or _BEGINS.match(part.body.text):
                found[-1] = before = replace(before, body=before.body.cut(0, loose)) if loose is not None else before
                part = replace(part, body=_led(before.body, part.body, "" if loose is None else "="))
        elif _shown(part) and _BEGINS.match(part.body.text):
            last = _last(found, text[: part.start])
            part = replace(part, body=_led(last.body, part.body, "")) if last is not None else part
        found.append(part)
    return found


def _last(found: list[Any], text: str) -> Any:
    """The last display since the heading, not far before the end of `text`, that stands on a line of its own."""
    for part in reversed(found):
        if isinstance(part, Heading) or len(text) - part.end > FAR:
            return None
        if _shown(part) and not text[: part.start].rpartition("\n")[2].strip(" \t>*-"):
            return part
    return None


def _shown(part: Any) -> bool:
    return isinstance(part, Formula) and part.displayed and part.closed and bool(part.body.text.strip())


def _loose(body: Fragment) -> int | None:
    """Where the = begins that a display ends with; None where it ends with none."""
    found = relations(body.text)
    if not found or body.text[found[-1].end :].strip(FILLING):
        return None
    return found[-1].start if body.text[found[-1].start : found[-1].end] == "=" else None


def _led(before: Fragment, body: Fragment, sign: str) -> Fragment:
    """The display behind the last member of the one before; the places are those of the display itself."""
    said = statements(before)[-1].body.text
    found = relations(said)
    member = said[found[-1].end :] if found else said
    first = _BEGINS.match(body.text)
    lead = f"{member.strip(' .,;&')} {'' if first else sign} "
    places = tuple(body.place(k) for k in range(len(body.text) + 1))
    return assembled(lead + body.text, (places[0],) * len(lead) + places)
