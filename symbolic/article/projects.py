"""Macros that a book's own settings tell: MyST's `math`, Jupyter Book's MathJax, what Quarto puts into the header.

Sources: MyST, "Math macros" (`math:` of myst.yml or of the front matter: name → body); Jupyter Book, `mathjax3_config`
of Sphinx (name → body, or body and number of arguments); Quarto, `include-in-header` and `{{< include FILE >}}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from symbolic.article.hosts.scripts import definitions
from symbolic.article.tex.macros import MOST

#: Settings of a book → where in them tables of macros stand.
BOOKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "_config.yml": (
        ("sphinx", "config", "mathjax3_config", "tex", "macros"),
        ("sphinx", "config", "mathjax_config", "TeX", "Macros"),
    ),
    "myst.yml": (("math",), ("project", "math")),
    "_quarto.yml": (),
}

#: In front matter.
MATTER = (("math",),)

#: Keys under which Quarto names files, or text, for the header.
HEADERS = frozenset({"include-in-header", "include-before-body"})

#: Files that a text of Quarto or MyST puts in.
_INCLUDED = re.compile(r"\{\{<\s*include\s+(\S+?)\s*>\}\}|^\s*(?:`{3,}|:{3,})\{include\}\s*(\S+)", re.MULTILINE)

#: What defines a macro; a name is letters, or one other character.
_NAME = re.compile(r"\\?([A-Za-z@]+|[^A-Za-z\s])")

#: Mappings in one another.
DEEPEST = 12


def book_macros(article: Path) -> Iterator[str]:
    """TeX that defines the macros of the books in whose folders an article is, the nearest last."""
    for folder in reversed(article.resolve().parents):
        for name, places in BOOKS.items():
            if (folder / name).is_file():
                yield from told(_text(folder / name), places, folder)


def own_macros(matter: str, text: str, folder: Path) -> Iterator[str]:
    """TeX that defines the macros of an article's front matter (YAML), and of the files that its text puts in."""
    yield from told(matter, MATTER, folder)
    for match in _INCLUDED.finditer(text):
        yield _text(folder / (match[1] or match[2]))


def told(settings: str, places: tuple[tuple[str, ...], ...], folder: Path) -> Iterator[str]:
    r"""TeX that defines the macros that settings in YAML tell at these places, or in what they put into the header.

    >>> list(told(r"math: {'\E': '\mathbb{E}', norm: ['\|#1\|', 1]}", MATTER, Path()))
    ['\\newcommand{\\E}[0]{\\mathbb{E}}', '\\newcommand{\\norm}[1]{\\|#1\\|}']
    """
    try:
        root = yaml.safe_load(settings)
    except (yaml.YAMLError, ValueError, RecursionError):
        return  # another tool's file: what is wrong with it, that tool tells
    for keys in places:
        table = root
        for key in keys:
            table = table.get(key) if isinstance(table, dict) else None
        for name, said in table.items() if isinstance(table, dict) else ():
            yield from _definition(str(name), said)
    for said in _headers(root, 0):
        text = _text(folder / said) if "\n" not in said and "\\" not in said and "<" not in said else said
        yield from definitions(text)
        yield text


def _definition(name: str, said: object) -> Iterator[str]:
    """The macro of a name: a body, a body with the number of its arguments and a default, or a mapping with `macro`."""
    if isinstance(said, dict):
        said = said.get("macro")
    body, count, default = (*said, None, None)[:3] if isinstance(said, list) else (said, None, None)
    match = _NAME.fullmatch(name.strip())
    if not isinstance(body, str) or match is None:
        return
    count = count if isinstance(count, int) else max(map(int, re.findall(r"#([1-9])", body)), default=0)
    if 0 <= count <= MOST:
        own = f"[{default}]" if isinstance(default, str) else ""
        yield rf"\newcommand{{\{match[1]}}}[{count}]{own}{{{body}}}"


def _headers(node: object, depth: int) -> Iterator[str]:
    """The files and texts that settings put into a header, wherever they say so."""
    if depth > DEEPEST:
        return
    if isinstance(node, list):
        for inner in node:
            yield from _headers(inner, depth + 1)
    elif isinstance(node, dict):
        for key, inner in node.items():
            if key in HEADERS:
                for one in inner if isinstance(inner, list) else [inner]:
                    said = next(iter(one.values()), "") if isinstance(one, dict) else one
                    yield from (said,) if isinstance(said, str) else ()
            else:
                yield from _headers(inner, depth + 1)


def _text(path: Path) -> str:
    """The text of a file; "" where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    except (OSError, ValueError):
        return ""
