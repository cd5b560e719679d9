"""Markdown articles: CommonMark by markdown-it, with formulas, marks, headings and front matter at their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from symbolic.article import mathrules
from symbolic.article.document import Document, Fence, Formula, Fragment, Heading, Item, Mark, MarkError, Place, Source
from symbolic.article.frontmatter import given_of

LABEL = re.compile(r"\\label\{([^}]*)\}|\\tag\*?\{([^}]*)\}|\{#([\w:.-]+)")

#: The info of a fence of Python.
PYTHON = re.compile(r"\s*\{?\.?(?:python|py)3?\b", re.IGNORECASE)

#: Parts of HTML in which a formula is only text.
VERBATIM = re.compile(r"<(pre|code|script|style|textarea)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)

COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)

CONTENT = re.compile(r"<!--\s*companion\s*:\s*(.*?)\s*-->\Z|<!--\s*(/)\s*companion\s*-->\Z", re.DOTALL)


def parse(path: Path, source: Source) -> Document:
    """The document of a Markdown text; raises `MarkError`."""
    host = MarkdownIt("commonmark", {"html": True}).enable("table").use(front_matter_plugin)
    host.use(mathrules.plugin)
    items: list[Item] = []
    fences: list[Fence] = []
    given = None
    finder = _Finder(source)
    for token in host.parse(source.text):
        if token.type == "front_matter":
            given = given_of(token.content, Fragment(token.content, ((2, 1),)))
        elif token.type == "fence" and token.map and PYTHON.match(token.info):
            fences.append(Fence(token.content, source.starts[token.map[0]]))
        items.extend(_items(token, source, finder))
    return Document(path, source, tuple(sorted(items, key=lambda item: item.start)), given, tuple(fences))


class _Finder:
    """Finds where the lines of a token's content stand in the source; cells of one row are found in turn."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._used: dict[int, int] = {}

    def fragment(self, token: Token, first: int | None = None) -> Fragment:
        assert token.map is not None
        top = token.map[0] if first is None else first
        lines = token.content.split("\n")
        return Fragment(token.content, tuple(self._origin(top + k + 1, line) for k, line in enumerate(lines)))

    def _origin(self, number: int, content: str) -> Place:
        if number > len(self._source.starts):
            return len(self._source.starts), 1
        line, wanted = self._source.line(number), content.strip()
        start = max(line.find(wanted, self._used.get(number, 0)), 0)
        self._used[number] = start + len(wanted)
        return number, start + 1 - (len(content) - len(content.lstrip()))


def _items(token: Token, source: Source, finder: _Finder) -> Iterator[Item]:
    if token.type == "heading_open" and token.map:
        yield Heading(int(token.tag[1:]), source.starts[token.map[0]])
    elif token.type == "fence" and token.map and token.info.strip() == "math":
        yield _fenced(token, source, finder)
    elif token.type == "formula_block":
        yield _block(token, source, finder)
    elif token.type == "html_block":
        yield from _html(finder.fragment(token), source)
    elif token.type == "inline":
        fragment = finder.fragment(token)
        for child in token.children or ():
            yield from _inline(child, fragment, source)


def _fenced(token: Token, source: Source, finder: _Finder) -> Formula:
    assert token.map is not None
    first, last = token.map
    body = finder.fragment(token, first + 1)
    body = body.cut(0, len(body.text.rstrip("\n")))
    end = source.starts[last] - 1 if last < len(source.starts) else len(source.text)
    return Formula(body, source.starts[first], end, "math", label_of(token.content))


def _block(token: Token, source: Source, finder: _Finder) -> Formula:
    fragment = finder.fragment(token)
    left, right = token.meta["left"], token.meta["right"]
    start = fragment.text.index(left)
    return _formula(fragment, source, (start, _behind(fragment.text, start, left, right)), left, right)


def _behind(text: str, start: int, left: str, right: str) -> int:
    return text.index(right, start + len(left)) + len(right)


def _formula(fragment: Fragment, source: Source, span: tuple[int, int], left: str, right: str) -> Formula:
    start, end = span
    body = fragment.cut(start + len(left), end - len(right))
    if left == "$" and body.text.startswith("`"):
        body = body.cut(1, len(body.text) - 1)
    label = label_of(body.text) or label_of(fragment.text[end:].split("\n")[0])
    place = source.offset(fragment.place(start)), source.offset(fragment.place(end - 1)) + 1
    return Formula(body, *place, _style(left), label, closed=bool(right))


def _style(left: str) -> str:
    match = mathrules.ENVIRONMENT.match(left)
    return match.group(1) if match else left


def label_of(text: str) -> str:
    """The name that a formula is given: by \\label, \\tag, or {#name} behind it."""
    match = LABEL.search(text)
    return next(filter(None, match.groups()), "") if match else ""


def _inline(child: Token, fragment: Fragment, source: Source) -> Iterator[Item]:
    if child.type == "formula":
        meta = child.meta
        yield _formula(fragment, source, (meta["start"], meta["end"]), meta["left"], meta["right"])
    elif child.type == "comment":
        yield from _marks(fragment, source, child.meta["start"], child.meta["end"])


def _html(fragment: Fragment, source: Source) -> Iterator[Item]:
    """The marks of a block of HTML, and the displayed formulas of its text."""
    for comment in COMMENT.finditer(fragment.text):
        yield from _marks(fragment, source, *comment.span())
    bare = VERBATIM.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), fragment.text)
    for match in re.finditer(r"(\$\$)(?:[^$]+)(\$\$)|(\\\[)(?:.+?)(\\\])", bare, re.DOTALL):
        left, right = (match.group(1), match.group(2)) if match.group(1) else (match.group(3), match.group(4))
        yield _formula(fragment, source, match.span(), left, right)


def _marks(fragment: Fragment, source: Source, start: int, end: int) -> Iterator[Mark]:
    """The mark that the comment text[start:end] is, if it is one; raises `MarkError` when it only looks like one."""
    comment, place = fragment.text[start:end], fragment.place(start)
    if not mathrules.MARK.match(comment):
        _no_misspelling(comment, place)
        return
    if not comment.endswith("-->"):
        raise MarkError("the mark is not closed: `-->` is missing", place)
    rest = fragment.text[end:].split("\n", 1)[0]
    if "-->" in rest.split("<!--", 1)[0]:
        raise MarkError("the mark ends at its first `-->`: write → or `\\to` inside a mark", place)
    match = CONTENT.match(comment)
    if match is None:
        raise MarkError("a mark is written `<!-- companion: … -->`, the end of a block `<!-- /companion -->`", place)
    inner = fragment.cut(start + match.start(1), start + match.end(1)) if match.group(1) is not None else _END
    outer = source.offset(place), source.offset(fragment.place(end - 1)) + 1
    yield Mark(inner, *outer, place)


_END = Fragment("/companion", ((1, 1),))


def _no_misspelling(comment: str, place: Place) -> None:
    match = re.match(r"<!--\s*/?\s*([A-Za-z]{7,11})\s*(?::|-->)", comment)
    if match and SequenceMatcher(None, match.group(1).lower(), "companion").ratio() > 0.8:
        raise MarkError(f"`{match.group(1)}` looks like `companion` misspelled", place)
