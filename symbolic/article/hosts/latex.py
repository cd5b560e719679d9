"""LaTeX articles: formulas, marks and headings of a text whose macros are expanded, at their places in the files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from symbolic.article.document import Document, Dress, Fence, Formula, Fragment, Heading, Item, Mark, MarkError, Source
from symbolic.article.hosts.comments import content, no_misspelling
from symbolic.article.hosts.inputs import Assembly, assembly
from symbolic.article.hosts.labels import label_of
from symbolic.article.marks import Forgets, Gives, Uses, meaning
from symbolic.article.tex.environments import arguments_end, displayed
from symbolic.article.tex.expand import expanded
from symbolic.article.tex.formulas import trouble, unwrapped
from symbolic.article.tex.macros import Macros
from symbolic.article.tex.tokens import Token, fragment, joined, tokens

DRESS = Dress(mark=("% ", ""), display=("\\[", "\\]"))

#: Headings, from the highest.
HEADINGS = {
    "part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 6,
}  # fmt: skip

#: Opening delimiter → closing delimiter.
MATH = {"\\[": "\\]", "\\(": "\\)", "$$": "$$", "$": "$"}

PYTHON = re.compile(
    r"\\begin\{(?:lstlisting\}\s*\[[^]]*Python|minted\}\s*(?:\[[^]]*\])?\s*\{python3?\}|python\}|pycode\})"
)

#: A comment that is a mark, or one that lacks its colon; a comment may well speak of a companion.
_MARK = re.compile(
    r"%+\s*(?:/\s*companion\b|companion\s*:|companion\s+(?:given|use|forget|expect|code|=|[\w-]+\.[\w-]+\s*$))",
    re.IGNORECASE,
)

_GIVEN = re.compile(r"%+\s*companion\s*:\s*(?:given|code)\b")


def parse(path: Path, source: Source, macros: Macros | None = None) -> Document:
    """The document of a LaTeX file, with the files that it puts in; raises `MarkError`."""
    whole = assembly(path, source)
    table = macros.copy() if macros else Macros()
    for style in styles(whole.source.text, whole.folder):
        expanded(tokens(style.read_text(encoding="utf-8", errors="replace")), table)
    try:
        walk = _Walk(whole.source, expanded(tokens(whole.source.text), table))
        items = tuple(_asked(walk.items(), whole))
    except MarkError as problem:
        raise Document(path, whole.source, ()).located(problem) from None
    return Document(path, whole.source, items, fences=tuple(walk.fences), dress=DRESS, absent=whole.absent)


def styles(text: str, folder: Path) -> Iterator[Path]:
    """The packages of the author's own that stand beside the article, for their macros."""
    for match in re.finditer(r"^[^%\n]*\\usepackage(?:\[[^][]*\])?\{([^{}]*)\}", text, re.MULTILINE):
        for name in match[1].split(","):
            style = folder / f"{name.strip()}.sty"
            if style.is_file():
                yield style


def _asked(items: Iterator[Item], whole: Assembly) -> Iterator[Item]:
    """The items of the file that is asked for, and before it what is given by the others."""
    for item in items:
        inside = whole.start <= item.start < whole.end
        if inside or (item.start < whole.start and (isinstance(item, Heading) or _gives(item))):
            yield item


def _gives(item: Item) -> bool:
    said = meaning(item) if isinstance(item, Mark) else None
    return isinstance(said, Uses | Forgets) or (isinstance(said, Gives) and not said.once)


class _Walk:
    """The way through the tokens of a document."""

    def __init__(self, source: Source, found: list[Token]) -> None:
        self.source = source
        self.found = found
        self.at = 0
        self.fences: list[Fence] = []

    def items(self) -> Iterator[Item]:
        begun = not any(token.name == "documentclass" for token in self.found)
        while self.at < len(self.found):
            token = self.found[self.at]
            self.at += 1
            if token.kind == "comment":
                yield from self._mark(token)
            elif token.name == "begin":
                name = self._braced()
                begun = begun or name == "document"
                if begun and (displayed(name) or name in ("math", "math*")):
                    yield self._environment(token, name)
            elif token.name == "end" and self._braced() == "document":
                return
            elif begun:
                yield from self._plain(token)

    def _plain(self, token: Token) -> Iterator[Item]:
        if token.name in HEADINGS:
            yield Heading(HEADINGS[token.name], token.start)
        elif token.text in MATH and token.kind in ("symbol", "math"):
            yield self._delimited(token)
        elif token.kind == "verbatim" and PYTHON.match(token.text):
            self.fences.append(Fence(_code(token.text), token.start))

    def _braced(self) -> str:
        """The name in the braces that follow."""
        place, depth, parts = self.at, 0, []
        while place < len(self.found) and place < self.at + 20:
            token = self.found[place]
            place += 1
            depth += (token.kind == "open") - (token.kind == "close")
            parts.append(token)
            if depth == 0 and token.kind != "space":
                break
        text = joined(parts).strip()
        if not text.startswith("{"):
            return ""
        self.at = place
        return text[1:-1].strip()

    def _environment(self, opening: Token, name: str) -> Formula:
        body, end, closed = self._body(("\\end", name), opening)
        cut = arguments_end(name, joined(body)) if displayed(name) else 0
        formula = self._formula(opening, body, end, name if displayed(name) else "\\(", closed)
        inner = formula.body.cut(cut, len(formula.body.text))
        return Formula(inner, formula.start, formula.end, formula.style, formula.label, closed, formula.trouble)

    def _delimited(self, opening: Token) -> Formula:
        body, end, closed = self._body((MATH[opening.text], ""), opening)
        return self._formula(opening, body, end, opening.text, closed)

    def _body(self, closing: tuple[str, str], opening: Token) -> tuple[list[Token], Token, bool]:
        """The tokens up to a closing delimiter outside braces, the last token, and whether it closes."""
        body: list[Token] = []
        depth = 0
        while self.at < len(self.found):
            token = self.found[self.at]
            self.at += 1
            if depth <= 0 and token.text == closing[0]:
                behind = self.at
                if not closing[1] or self._braced() == closing[1]:
                    return body, self.found[self.at - 1], True
                self.at = behind
            elif depth <= 0 and closing[0] == "$" and token.text == "$$":
                self.at -= 1
                self.found[self.at] = Token("$", token.start + 1, token.end, "math")
                return body, Token("$", token.start, token.start + 1, "math"), True
            if token.kind == "comment" and _MARK.match(token.text):
                raise MarkError("a mark stands before or behind a formula, not in it", self.source.place(token.start))
            if token.kind == "space" and token.text.count("\n") > 1:
                break
            depth += (token.kind == "open") - (token.kind == "close")
            body.append(token)
        return body, body[-1] if body else opening, False

    def _formula(self, opening: Token, body: list[Token], last: Token, style: str, closed: bool) -> Formula:
        inner_end = last.start if closed else last.end
        if closed and body and style not in MATH and style != "\\(":
            inner_end = max(body[-1].end, opening.end)
        part = fragment(body, self.source.place, inner_end)
        start, end = opening.start, max(last.end, opening.end)
        return unwrapped(Formula(part, start, end, style, label_of(part.text), closed, trouble(body)))

    def _mark(self, token: Token) -> Iterator[Item]:
        """The mark that a comment is; a `given` goes on in the comments below, others in those that indent."""
        place = self.source.place(token.start)
        if not _MARK.match(token.text):
            no_misspelling(token.text.lstrip("%"), place)
            return
        lines = [token.text]
        origins = [place]
        for number in range(place[0] + 1, len(self.source.starts) + 1):
            line = self.source.line(number)
            if not _goes_on(line, lines[0]):
                break
            lines.append(line)
            origins.append((number, 1))
        last = origins[-1]
        end = self.source.offset(last) + len(lines[-1])
        while self.at < len(self.found) and self.found[self.at].end <= end:
            self.at += 1
        yield Mark(content(_bare(lines, origins), place, "% companion: …"), token.start, end, place)


def _goes_on(line: str, first: str) -> bool:
    match = re.match(r"\s*%(?!\s*!)(\s*)(?=[^\s%])", line)
    if match is None or _MARK.match(line.lstrip()):
        return False
    head = re.match(r"%+(\s*)", first)
    return bool(_GIVEN.match(first)) or len(match[1]) > len(head[1] if head else "")


def _bare(lines: list[str], origins: list[tuple[int, int]]) -> Fragment:
    """The lines of a comment without the signs that begin them."""
    texts, places = [], []
    for line, (row, column) in zip(lines, origins, strict=True):
        skip = len(line) - len(line.lstrip(" \t%"))
        texts.append(line[skip:])
        places.append((row, column + skip))
    return Fragment("\n".join(texts), tuple(places))


def _code(text: str) -> str:
    """The lines between the first and the last of a listing."""
    return "\n".join(text.split("\n")[1:-1]) + "\n"
