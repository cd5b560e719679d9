"""An article's parts in order, every mark understood and paired, before anything is judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symbolic.article.document import Document, Fence, Formula, Fragment, Heading, Item, Mark, MarkError, Place
from symbolic.article.marks import Closes, Codes, Expects, Forgets, Gives, Keeps, Leans, Meaning, Opens, Uses, meaning


@dataclass(frozen=True)
class Block:
    """`NAME.step` … `/companion`: the half-open range between the marks, and the formulas in it."""

    name: str
    start: int
    end: int
    formulas: tuple[Formula, ...]
    place: Place


@dataclass(frozen=True)
class Value:
    """A number or formula in a sentence (`shown`, at start … end) and the expression that it is to equal."""

    shown: str
    start: int
    end: int
    kept: Keeps
    place: Place


@dataclass(frozen=True)
class Directive:
    """A mark that changes what is given or expected from here on."""

    does: Gives | Uses | Forgets | Leans | Expects
    place: Place


@dataclass(frozen=True)
class Coded:
    """`code FORMULA` and the fence of Python behind it."""

    formula: Fragment
    fence: Fence
    place: Place


Part = Block | Value | Directive | Coded | Formula | Heading

#: What may stand between a value and its mark: a comment up to the end of the line comes behind the full stop.
PUNCTUATION = ".,;:)"

NUMBER = re.compile(rf"([-+−]?(?:(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)[\s{PUNCTUATION}]*\Z")


def outline(document: Document) -> list[Part]:
    """The parts of an article; raises `MarkError` for marks that are malformed, unpaired or without their object."""
    parts = list(_parts(document))
    seen: set[str] = set()
    for part in parts:
        if isinstance(part, Block):
            if part.name in seen:
                raise MarkError(f"the block `{part.name}` stands twice in this article", part.place)
            seen.add(part.name)
    _expectations_met(parts)
    return parts


def _parts(document: Document) -> Iterator[Part]:
    items = iter(document.items)
    last: Item | None = None
    for item in items:
        if isinstance(item, Mark):
            said = meaning(item)
            if isinstance(said, Opens):
                yield _block(said.name, item, items)
            elif isinstance(said, Closes):
                raise MarkError("`/companion` closes no block", item.place)
            elif isinstance(said, Keeps):
                yield _value(document, item, said, last)
            elif isinstance(said, Codes):
                yield _coded(document, item, said)
            else:
                yield Directive(said, item.place)
        else:
            yield item
        last = item


def _block(name: str, opening: Mark, items: Iterator[Item]) -> Block:
    formulas: list[Formula] = []
    for item in items:
        if isinstance(item, Formula):
            formulas.append(item)
        elif isinstance(item, Mark):
            said: Meaning = meaning(item)
            if not isinstance(said, Closes):
                raise MarkError(f"the block `{name}` is not closed before this mark", item.place)
            return Block(name, opening.end, item.start, tuple(formulas), opening.place)
        else:
            break
    raise MarkError(f"the block `{name}` is not closed: `<!-- /companion -->` is missing", opening.place)


def _value(document: Document, mark: Mark, kept: Keeps, last: Item | None) -> Value:
    text = document.source.text
    if isinstance(last, Formula) and not text[last.end : mark.start].strip(" \n" + PUNCTUATION):
        body = last.body
        start, shown = document.source.offset(body.stripped().origins[0]), body.text.strip()
        if not text.startswith(shown, start):
            raise MarkError(r"a value in a table cell with `\|` cannot be kept", mark.place)
        return Value(shown, start, start + len(shown), kept, mark.place)
    match = NUMBER.search(text[max(0, mark.start - 60) : mark.start])
    if match is None:
        raise MarkError("`= …` keeps the number or formula just before it, and none stands there", mark.place)
    end = mark.start - (len(match.group()) - len(match[1]))
    start = end - len(match[1])
    return Value(text[start:end], start, end, kept, mark.place)


def _coded(document: Document, mark: Mark, said: Codes) -> Coded:
    fence = next((fence for fence in document.fences if fence.start >= mark.end), None)
    if fence is None or document.source.text[mark.end : fence.start].strip():
        raise MarkError("`code …` stands before a fence of Python, and none follows", mark.place)
    return Coded(said.formula, fence, mark.place)


def _expectations_met(parts: list[Part]) -> None:
    waiting: Directive | None = None
    for part in parts:
        if isinstance(part, Block | Coded) or (isinstance(part, Formula) and part.displayed):
            waiting = None
        elif isinstance(part, Directive) and (isinstance(part.does, Expects | Leans) or _once(part.does)):
            waiting = part
    if waiting is not None:
        raise MarkError("no displayed formula follows this mark", waiting.place)


def _once(does: object) -> bool:
    return isinstance(does, Gives) and does.once


def fragment_at(text: str, place: Place) -> Fragment:
    """A text all of whose lines are said to stand at one place."""
    return Fragment(text, (place,) * (text.count("\n") + 1))
