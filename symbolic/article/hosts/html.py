"""HTML articles: formulas in the text, in MathJax's scripts and in the TeX annotation of MathML; marks in comments."""

from __future__ import annotations

import html as entities
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from symbolic.article.document import (
    Document,
    Dress,
    Fence,
    Formula,
    Fragment,
    Heading,
    Item,
    MarkError,
    Source,
    assembled,
)  # fmt: skip
from symbolic.article.hosts.comments import MARK, marks
from symbolic.article.hosts.frontmatter import front_matter
from symbolic.article.hosts.labels import label_of
from symbolic.article.hosts.scripts import definitions
from symbolic.article.tex.environments import NAMES, arguments_end
from symbolic.article.tex.expand import expanded
from symbolic.article.tex.formulas import with_macros
from symbolic.article.tex.macros import Macros
from symbolic.article.tex.tokens import tokens

DRESS = Dress(display=("\\[", "\\]"), escape=lambda latex: entities.escape(latex, quote=False))

#: Elements whose text is no text of the article.
HIDDEN = frozenset({"pre", "code", "script", "style", "textarea", "math", "noscript", "svg", "title", "template"})

#: Elements without an end.
VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])

#: Elements that end where one of their kind begins.
SELF_ENDING = frozenset(["p", "li", "td", "th", "tr", "dt", "dd", "option"])

#: Classes of elements in which a formula is typeset that stands beside them as source, or none is to be.
TYPESET = re.compile(r"(?:^|\s)(?:katex-html|MathJax\w*|MJX\S*|mjx-\S*|tex2jax_ignore|mathjax_ignore)(?:\s|$)")

#: Elements in which a formula is typeset, and why it cannot be read where its source is not in them.
MATH = frozenset({"math", "mjx-container"})
SOURCELESS = "it is typeset, and its source is not in the page: judge the text that the page is made of"

#: Opening delimiter → closing delimiter of a formula in text.
_CLOSING = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}

#: What begins a formula in text.
_OPENING = re.compile(rf"\$\$|\\\[|\\\(|\\begin\{{(?P<name>{NAMES})\}}")


def parse(path: Path, source: Source, macros: Macros | None = None) -> Document:
    """The document of an HTML text; raises `MarkError`."""
    given, text = front_matter(source.text)
    lines = text.split("\n")
    whole = Fragment(text, tuple((k + 1, 1) for k in range(len(lines))))
    reader = _read(whole, source)
    found = sorted(reader.items, key=lambda item: item.start)
    known = macros.copy() if macros else Macros()
    for script in reader.scripts:
        expanded(tokens("\n".join(definitions(script))), known)
    return Document(path, source, tuple(with_macros(found, known)), given, tuple(reader.fences), DRESS)


def items(fragment: Fragment, source: Source, fences: list[Fence]) -> list[Item]:
    """The formulas, marks and headings of a stretch of HTML; fences of Python are put with the others."""
    reader = _read(fragment, source)
    fences.extend(reader.fences)
    return reader.items


def _read(fragment: Fragment, source: Source) -> _Reader:
    for match in MARK.finditer(fragment.text):
        if match[1] == "<!--" and "-->" not in fragment.text[match.start() :]:
            list(marks(fragment, source, match.start(), len(fragment.text)))
    reader = _Reader(fragment, source)
    reader.read()
    return reader


def hides(tag: str) -> int:
    """1 for a tag that begins what is no text of the article, −1 for one that ends it, else 0."""
    match = re.match(r"<(/?)([a-zA-Z]+)", tag)
    if match is None or match[2].lower() not in HIDDEN:
        return 0
    return -1 if match[1] else 1


def _hidden(tag: str, kept: dict[str, str]) -> bool:
    return tag in HIDDEN or bool(TYPESET.search(kept.get("class", "")))


class _Reader(HTMLParser):
    """Collects runs of text, a formula never going across the border of an element."""

    def __init__(self, fragment: Fragment, source: Source) -> None:
        super().__init__(convert_charrefs=False)
        self.items: list[Item] = []
        self.fences: list[Fence] = []
        self.scripts: list[str] = []
        self._fragment = fragment
        self._source = source
        self._starts = [0, *(k + 1 for k, char in enumerate(fragment.text) if char == "\n")]
        self._open: list[tuple[str, dict[str, str]]] = []
        self._within: Counter[str] = Counter()
        self._text: list[str] = []
        self._places: list[int] = []
        self._ends: list[int] = []
        self._typeset: tuple[int, int, int] | None = None

    def read(self) -> None:
        """Read all of it; what begins like a tag behind the last of all tags is text."""
        text = self._fragment.text
        behind = text.find("<", text.rfind(">") + 1)
        behind = behind if behind >= 0 else len(text)
        self.feed(text[:behind])
        self.close()
        self._add(text[behind:], behind, len(text))
        self.end_run()

    def _here(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column

    def _add(self, text: str, start: int, end: int) -> None:
        """Text of a run: a character reference is one character, or two, from a stretch of the source."""
        literal = len(text) == end - start
        for k, char in enumerate(text):
            self._text.append(char)
            self._places.append(start + k if literal else start)
            self._ends.append(start + k + 1 if literal else end)

    def handle_data(self, data: str) -> None:
        self._add(data, self._here(), self._here() + len(data))

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name}")

    def _reference(self, text: str) -> None:
        start = self._here()
        text += ";" if self._fragment.text.startswith(f"{text};", start) else ""
        self._add(entities.unescape(text), start, start + len(text))

    def unknown_decl(self, data: str) -> None:
        """A marked section is no text."""

    def handle_comment(self, data: str) -> None:
        start = self._here()
        if not self._fragment.text.startswith("<!--", start):
            if MARK.search(data):
                raise MarkError("what begins here is no comment, and goes over a mark", self._fragment.place(start))
            return
        end = self._fragment.text.find("-->", start)
        end = end + 3 if end >= 0 else len(self._fragment.text)
        found = list(marks(self._fragment, self._source, start, end))
        if found:
            self.end_run()
            self.items.extend(found)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("br", "wbr"):
            self._add("\n" if tag == "br" else "", self._here(), self._here() + 1)
            return
        self.end_run()
        if re.fullmatch(r"h[1-6]", tag):
            self.items.append(Heading(int(tag[1]), self._offset(self._here())))
        if tag in SELF_ENDING and self._open and self._open[-1][0] == tag:
            self._leave(1)
        if tag not in VOID:
            kept = {name: value or "" for name, value in attrs}
            if tag in MATH and not self._in("(hidden)"):
                self._typeset = len(self._open), self._here(), len(self.items)
            self._open.append((tag, kept))
            self._within.update((tag, *(["(hidden)"] if _hidden(tag, kept) else [])))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.end_run()
        if self._in(tag):
            names = [name for name, _ in reversed(self._open)]
            self._leave(names.index(tag) + 1)

    def _leave(self, count: int) -> None:
        for _ in range(count):
            if self._typeset and self._typeset[0] == len(self._open) - 1:
                self._sourceless(*self._typeset[1:])
            tag, kept = self._open.pop()
            self._within.subtract((tag, *(["(hidden)"] if _hidden(tag, kept) else [])))

    def _sourceless(self, start: int, before: int) -> None:
        """A formula is typeset in the innermost element; when its source was not found there, that is told."""
        self._typeset = None
        if len(self.items) == before:
            style = "$$" if self._displayed() else "$"
            place, body = self._offset(start), Fragment("", (self._fragment.place(start),))
            self.items.append(Formula(body, place, place + 1, style, trouble=SOURCELESS))

    def _displayed(self) -> bool:
        """Does an element around here display its formula?"""
        return any(
            one.get("display") in ("block", "true") or "katex-display" in one.get("class", "") for _, one in self._open
        )

    def _offset(self, place: int) -> int:
        return self._source.offset(self._fragment.place(place))

    def end_run(self) -> None:
        """Take what the run of text holds: a formula by the element that it is in, or those between delimiters."""
        text, places, ends = "".join(self._text), self._places, self._ends
        self._text, self._places, self._ends = [], [], []
        if not text.strip():
            return
        if self._open and self._open[-1][0] == "script":
            self.scripts.append(text)
        run = _Run(text, places, ends, self._fragment, self._source)
        if self._in("pre") and any(re.search(r"\bpython\b", kept.get("class", "")) for _, kept in self._open):
            self.fences.append(Fence(text, run.offset(0)))
            return
        style, rendered = self._named(text)
        if style:
            self.items.append(run.formula(0, len(text), (0, len(text)), style, rendered))
        elif not self._in("(hidden)"):
            self.items.extend(run.formulas())

    def _in(self, tag: str) -> bool:
        return self._within[tag] > 0

    def _named(self, text: str) -> tuple[str, bool]:
        """The style of the formula that an element says that it holds, "" for none, and whether it is typeset too."""
        if not self._open:
            return "", False
        tag, kept = self._open[-1]
        kind, classes = kept.get("type", "").lower(), kept.get("class", "").split()
        if tag == "script" and kind.startswith("math/tex"):
            return ("$$" if "mode=display" in kind.replace(" ", "") else "$"), False
        if tag == "annotation" and kept.get("encoding") == "application/x-tex":
            return ("$$" if self._displayed() else "$"), True
        bare = not text.lstrip().startswith(("\\(", "\\[", "$"))
        if bare and "math" in classes and {"display", "inline"} & set(classes):
            return ("$$" if "display" in classes else "$"), False
        return "", False


class _Run:
    """A run of text, each character with the half-open range that it came from."""

    def __init__(self, text: str, places: list[int], ends: list[int], fragment: Fragment, source: Source) -> None:
        self.text, self.places, self.ends = text, places, ends
        self._fragment, self._source = fragment, source

    def offset(self, place: int) -> int:
        return self._source.offset(self._fragment.place(self.places[place]))

    def formulas(self) -> Iterator[Formula]:
        place, never = 0, set[str]()
        while match := _OPENING.search(self.text, place):
            name, start = match["name"], match.end()
            closing = f"\\end{{{name}}}" if name else _CLOSING[match.group()]
            end = self._closing(closing, start) if closing not in never else -1
            place = start if end < 0 else end + len(closing)
            if end > start:
                start += arguments_end(name, self.text[start:end]) if name else 0
                yield self.formula(start, end, (match.start(), place), name or match.group())
            elif end < 0 and match.group() in ("$$", "\\["):
                yield self.formula(start, len(self.text), (match.start(), len(self.text)), match.group(), closed=False)
                return
            elif end < 0:
                never.add(closing)

    def _closing(self, closing: str, start: int) -> int:
        """Where a formula closes; a dollar behind a backslash is one in the formula."""
        end = self.text.find(closing, start)
        while closing == "$$" and end > 0 and self.text[end - 1] == "\\":
            end = self.text.find(closing, end + 1)
        return end

    def formula(
        self, start: int, end: int, span: tuple[int, int], style: str, rendered: bool = False, closed: bool = True
    ) -> Formula:
        letters = [self._fragment.place(self.places[k]) for k in range(start, end)]
        last = self._fragment.place(self.ends[end - 1])
        body = assembled(self.text[start:end], (*letters, last))
        outer = self.offset(span[0]), self._source.offset(self._fragment.place(self.ends[span[1] - 1] - 1)) + 1
        label = label_of(body.text, self.text[span[1] :].split("\n")[0])
        return Formula(body, *outer, style, label, closed, rendered=rendered)
