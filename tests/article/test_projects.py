"""Macros that the settings of books tell are known in the articles of their folders, and in no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.document import Formula
from symbolic.article.hosts import read

SETTINGS = {
    "myst.yml": "version: 1\nproject:\n  math:\n    '\\two': '2'\n    add:\n      macro: '#1 + #2'\n",
    "_config.yml": "title: a\nsphinx:\n  config:\n    mathjax3_config:\n      tex:\n        macros:\n"
    '          two: "2"\n          add: ["#1 + #2", 2]\n',
    "_quarto.yml": "project: {type: book}\nformat:\n  html:\n    include-in-header:\n      - file: in/head.html\n"
    "  pdf:\n    include-in-header:\n      - text: |\n          \\newcommand{\\two}{2}\n",
}

FILES = {
    "in/head.html": '<script>MathJax = {tex: {macros: {add: ["#1 + #2", 2]}}};</script>\n',
    "in/_macros.qmd": "$$\n\\newcommand{\\two}{2}\n\\newcommand{\\add}[2]{#1 + #2}\n$$\n",
}

TEXT = "# One\n\n$$\\add{x}{x} = \\two x$$\n"


def bodies(path: Path) -> list[str]:
    return [" ".join(item.body.text.split()) for item in read(path).items if isinstance(item, Formula)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {**FILES, "in/a.md": TEXT}.items():
        path = tmp_path / "book" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "other.md").write_text(TEXT, encoding="utf-8")
    return tmp_path / "book"


@pytest.mark.parametrize("name", SETTINGS)
def test_macros_of_a_book_are_known_below_its_folder(name: str, folder: Path) -> None:
    (folder / name).write_text(SETTINGS[name], encoding="utf-8")
    assert bodies(folder / "in" / "a.md") == ["x + x = 2 x"]
    assert bodies(folder.parent / "other.md") == ["\\add{x}{x} = \\two x"]


@pytest.mark.parametrize(
    "head",
    [
        "---\nmath:\n  '\\two': '2'\n  add: '#1 + #2'\n---\n",
        "{{< include _macros.qmd >}}\n\n",
        "```{include} _macros.qmd\n```\n\n",
        "---\nformat:\n  html:\n    include-in-header: _macros.qmd\n---\n",
    ],
)
def test_an_article_tells_its_own(head: str, folder: Path) -> None:
    path = folder / "in" / "a.md"
    path.write_text(head + TEXT, encoding="utf-8")
    assert bodies(path) == ["x + x = 2 x"]


@pytest.mark.parametrize(
    "text", ["math: [", "- a", "math: 3", "math: {a: 1, '': b, 'x y': c, d: [e, 99]}", "\ud800", "a: !x b"]
)
def test_what_another_tool_reads_otherwise_is_left_to_it(text: str, folder: Path) -> None:
    (folder / "myst.yml").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert bodies(folder / "in" / "a.md") == ["\\add{x}{x} = \\two x"]
