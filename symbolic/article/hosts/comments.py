"""Comments that are marks: their content, and what only looks like one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from symbolic.article.document import Fragment, Mark, MarkError, Source

#: How comments begin and end where they are marks.
COMMENTS = {"<!--": "-->", "%%": "%%", "{/*": "*/}"}

#: The beginning of a mark, closed or not.
MARK = re.compile(r"(<!--|%%|\{/\*)\s*/?\s*companion\b", re.IGNORECASE)

_CONTENT = re.compile(r"\s*companion\s*:\s*(.*?)\s*\Z|\s*/\s*companion\s*\Z", re.DOTALL)

#: The content of the mark that ends a block.
END = Fragment("/companion", ((1, 1),))


def marks(fragment: Fragment, source: Source, start: int, end: int) -> Iterator[Mark]:
    """The mark that the comment text[start:end] is, if it is one; raises `MarkError` when it only looks like one."""
    comment, place = fragment.text[start:end], fragment.place(start)
    opening = next(opening for opening in COMMENTS if comment.startswith(opening))
    closing = COMMENTS[opening]
    if not MARK.match(comment):
        no_misspelling(comment[len(opening) :], place)
        return
    if not comment.endswith(closing) or len(comment) < len(opening) + len(closing):
        raise MarkError(f"the mark is not closed: `{closing}` is missing", place)
    rest = fragment.text[end:].split("\n", 1)[0]
    if opening != closing and closing in rest.split(opening, 1)[0]:
        raise MarkError(f"the mark ends at its first `{closing}`: write → or `\\to` inside a mark", place)
    inner = fragment.cut(start + len(opening), end - len(closing))
    outer = source.offset(place), source.offset(fragment.place(end - 1)) + 1
    yield Mark(content(inner, place, f"{opening} companion: … {closing}"), *outer, place)


def content(inner: Fragment, place: tuple[int, int], form: str) -> Fragment:
    """What stands behind `companion:` in a comment; raises `MarkError` when the comment is no mark."""
    match = _CONTENT.match(inner.text)
    if match is None:
        end = form.replace("companion: …", "/companion")
        raise MarkError(f"a mark is written `{form}`, the end of a block `{end}`", place)
    return END if match.group(1) is None else inner.cut(*match.span(1))


def no_misspelling(text: str, place: tuple[int, int]) -> None:
    """Raises `MarkError` for a comment that begins with what looks like `companion`."""
    match = re.match(r"\s*/?\s*([A-Za-z]{7,11})\s*(?::|-->|%%|\*/|\Z)", text)
    if match and SequenceMatcher(None, match.group(1).lower(), "companion").ratio() > 0.8:
        raise MarkError(f"`{match.group(1)}` looks like `companion` misspelled", place)
