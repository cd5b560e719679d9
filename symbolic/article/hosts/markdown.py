"""Markdown articles: CommonMark by markdown-it, with formulas, marks, headings and front matter at their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin

from symbolic.article.document import Document, Fence, Formula, Fragment, Heading, Item, Place, Source, assembled
from symbolic.article.hosts import html, mathrules
from symbolic.article.hosts.comments import marks
from symbolic.article.hosts.frontmatter import front_matter, matter_of
from symbolic.article.hosts.labels import label_of
from symbolic.article.projects import own_macros
from symbolic.article.tex.environments import OPENING, arguments_end
from symbolic.article.tex.expand import expanded
from symbolic.article.tex.formulas import with_macros
from symbolic.article.tex.macros import Macros
from symbolic.article.tex.tokens import tokens

#: The info of a fence of Python.
PYTHON = re.compile(r"\s*\{?\.?(?:code-cell\}?\s+|code-block\}?\s+|code\}?\s+)?(?:python|i?py)3?\b", re.IGNORECASE)

#: The info of a fence that is a formula: ```math, and MyST's {math}, whose argument is its first line.
MATH = re.compile(r"\s*(?:math\s*\Z|\{math\}(.*))")

#: MyST's directives, and Pandoc's divisions, whose content is Markdown.
PROSE = re.compile(
    r"\s*\{(?:[a-z]+:)?(?:admonition|attention|caution|danger|error|hint|important|note|seealso|tip|warning|dropdown|"
    r"margin|sidebar|aside|topic|epigraph|card|grid|grid-item|tab-set|tab-item|figure|exercise|solution|example|"
    r"theorem|lemma|proof|proposition|corollary|definition|remark|axiom|property|observation|algorithm|div)\b",
)

#: An option of a directive: a line `:name: value`, or one of YAML between `---`.
OPTION = re.compile(r"\s*:[\w-]+:[^\n]*(?:\n|\Z)|\s*---[ \t]*\n(?:[^\n]*\n)*?\s*---[ \t]*(?:\n|\Z)")

_NAME = re.compile(r"^\s*:?(?:label|name)\s*:\s*(\S+)\s*$", re.MULTILINE)

#: Directives in directives.
DEEPEST = 8


def parse(path: Path, source: Source, macros: Macros | None = None) -> Document:
    """The document of a Markdown text; raises `MarkError`."""
    given, text = front_matter(source.text)
    known = macros.copy() if macros else Macros()
    for told in own_macros(matter_of(source.text), text, path.parent):
        expanded(tokens(told), known)
    items, fences = Text(source, known).read(text)
    return Document(path, source, items, given, fences)


class Text:
    """Reads stretches of Markdown in a source; macros that one defines are known to the next."""

    def __init__(self, source: Source, macros: Macros) -> None:
        self._source = source
        self._macros = macros
        self._finder = _Finder(source)
        self._fences: list[Fence] = []
        self._host = MarkdownIt("commonmark", {"html": True}).enable("table")
        self._host.use(colon_fence_plugin).use(mathrules.plugin)

    def read(self, text: str, top: int = 0) -> tuple[tuple[Item, ...], tuple[Fence, ...]]:
        """The items and fences of a text that begins behind line `top` of the source."""
        self._fences = []
        items = sorted(self._parts(text, top, 0), key=lambda item: item.start)
        return tuple(with_macros(items, self._macros)), tuple(self._fences)

    def _parts(self, text: str, top: int, depth: int) -> Iterator[Item]:
        for token in self._host.parse(text):
            if token.map is not None:
                yield from self._items(token, top + token.map[0], top + token.map[1], depth)

    def _items(self, token: Token, first: int, last: int, depth: int) -> Iterator[Item]:
        starts = self._source.starts
        if token.type == "heading_open":
            yield Heading(int(token.tag[1:]), starts[first])
        elif token.type in ("fence", "colon_fence"):
            yield from self._fenced(token, first, last, depth)
        elif token.type == "formula_block":
            yield self._block(token, first, last)
        elif token.type == "comment_block":
            fragment = self._finder.fragment(token.content, first)
            text = fragment.text.rstrip()
            yield from marks(fragment, self._source, len(text) - len(text.lstrip()), len(text))
        elif token.type == "html_block":
            yield from html.items(self._finder.fragment(token.content, first), self._source, self._fences)
        elif token.type == "inline":
            fragment = self._finder.fragment(token.content, first)
            code = 0
            for child in token.children or ():
                if child.type == "html_inline":
                    code += html.hides(child.content)
                elif code <= 0:
                    yield from self._inline(child, fragment)

    def _fenced(self, token: Token, first: int, last: int, depth: int) -> Iterator[Item]:
        if MATH.match(token.info):
            yield self._math(token, first, last)
        elif token.type == "fence" and PYTHON.match(token.info):
            self._fences.append(Fence(token.content, self._source.starts[first]))
        elif (token.type == "colon_fence" or PROSE.match(token.info)) and depth < DEEPEST:
            yield from self._parts(token.content, first + 1, depth + 1)

    def _math(self, token: Token, first: int, last: int) -> Formula:
        """A fence that is a formula, its options taken off."""
        body = self._finder.fragment(token.content, first + 1)
        argument = (MATH.match(token.info) or [None, None])[1]
        if argument and argument.strip():
            head = self._finder.fragment(argument.strip(), first)
            if not body.text.strip():
                body = head
        cut, label = 0, ""
        while option := OPTION.match(body.text, cut):
            cut = option.end()
            name = _NAME.search(option.group())
            label = name[1] if name else label
        body = body.cut(cut, max(len(body.text.rstrip("\n")), cut))
        end = self._source.starts[last] - 1 if last < len(self._source.starts) else len(self._source.text)
        return Formula(body, self._source.starts[first], end, "math", label or label_of(body.text))

    def _block(self, token: Token, first: int, last: int) -> Formula:
        fragment = self._finder.fragment(token.content, first)
        left, right = token.meta["left"], token.meta["right"]
        start = fragment.text.index(left)
        end = fragment.text.index(right, start + len(left)) + len(right)
        following = self._source.line(last + 1) if last < len(self._source.starts) else ""
        return formula(fragment, self._source, (start, end), left, right, f"\n{following}")

    def _inline(self, child: Token, fragment: Fragment) -> Iterator[Item]:
        meta = child.meta
        if child.type == "formula":
            yield formula(fragment, self._source, (meta["start"], meta["end"]), meta["left"], meta["right"])
        elif child.type == "comment":
            yield from marks(fragment, self._source, meta["start"], meta["end"])


class _Finder:
    """Finds where the lines of a token's content stand in the source; cells of one row are found in turn."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._used: dict[int, int] = {}

    def fragment(self, content: str, first: int) -> Fragment:
        lines = content.split("\n")
        if len(lines) == 1 and "|" in content and content.strip() not in self._source.line(first + 1):
            return self._cell(content, first + 1)
        return Fragment(content, tuple(self._origin(first + k + 1, line) for k, line in enumerate(lines)))

    def _cell(self, content: str, number: int) -> Fragment:
        """A cell of a table, whose `\\|` has lost its backslash: each letter at its own place."""
        pattern = r"(\\?\|)".join(f"({re.escape(part)})" for part in content.split("|"))
        match = re.compile(pattern).search(self._source.line(number), self._used.get(number, 0))
        if match is None:
            return Fragment(content, ((number, 1),))
        self._used[number] = match.end()
        spans = (match.span(group) for group in range(1, match.re.groups + 1))
        runs = (range(*span) if k % 2 == 0 else (span[1] - 1,) for k, span in enumerate(spans))
        columns = [column for run in runs for column in run]
        return assembled(content, tuple((number, column + 1) for column in (*columns, match.end())))

    def _origin(self, number: int, content: str) -> Place:
        if number > len(self._source.starts):
            return len(self._source.starts), 1
        line, wanted = self._source.line(number), content.strip()
        start = max(line.find(wanted, self._used.get(number, 0)), 0)
        self._used[number] = start + len(wanted)
        return number, start + 1 - (len(content) - len(content.lstrip()))


def formula(
    fragment: Fragment, source: Source, span: tuple[int, int], left: str, right: str, following: str = ""
) -> Formula:
    """The formula that text[start:end] is between its delimiters; the line that follows the text may name it."""
    start, end = span
    body = fragment.cut(start + len(left), end - len(right))
    environment = OPENING.match(left)
    if environment:
        body = body.cut(arguments_end(environment[1], body.text), len(body.text))
    if left == "$" and body.text.startswith("`"):
        body = body.cut(1, len(body.text) - 1)
    label = label_of(body.text, fragment.text[end:].rstrip("\n") + following)
    place = source.offset(fragment.place(start)), source.offset(fragment.place(end - 1)) + 1
    return Formula(body, *place, environment[1] if environment else _STYLES.get(left, left), label, closed=bool(right))


#: Delimiters that are another way to write a style.
_STYLES = {"\\\\[": "\\[", "\\\\(": "\\(", "\\$$": "$"}
