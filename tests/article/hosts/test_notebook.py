"""Notebooks: places by file and by cell, and only the bytes of what is written change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symbolic.article.document import Document, Formula, MarkError, Source
from symbolic.article.hosts.notebook import parse
from symbolic.article.outline import Coded, outline

HEAD = "---\ncompanion:\n  given: |\n    x : real\n---\n# Head"
CELLS = (
    ("markdown", HEAD),
    ("markdown", "Text é and\n\n$$\\beta\n= 2$$\n\n<!-- companion: code f(x) = 2x -->"),
    ("code", "def f(x):\n    return 2*x"),
    ("raw", "$$no$$"),
    ("markdown", '$$\\text{"}\ta$$'),
)


def notebook(cells: Any = CELLS, listed: bool = True, **options: Any) -> str:
    made = [
        {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True) if listed else text}
        | ({"outputs": [], "execution_count": None} if kind == "code" else {})
        for kind, text in cells
    ]
    book = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(book, **{"indent": 1, "ensure_ascii": False, **options}) + "\n"


def read(text: str) -> Document:
    return parse(Path("a.ipynb"), Source(text))


def formulas(document: Document) -> list[Formula]:
    return [item for item in document.items if isinstance(item, Formula)]


FORMS = [{}, {"ensure_ascii": True}, {"indent": 4}, {"indent": None}, {"listed": False}]


@pytest.mark.parametrize("options", FORMS)
def test_markdown_cells_are_the_article(options: dict[str, Any]) -> None:
    document = read(notebook(**options))
    assert document.given is not None and document.given.text == "x : real"
    first, second = formulas(document)
    assert (first.body.text, second.body.text) == ("\\beta\n= 2", '\\text{"}\ta')
    assert document.spot(first.place).cell == "cell 2, line 3" and document.spot(second.place).cell == "cell 5, line 1"
    (coded,) = (part for part in outline(document) if isinstance(part, Coded))
    assert coded.fence.text == "def f(x):\n    return 2*x"


@pytest.mark.parametrize("options", FORMS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_places_are_those_of_the_file(options: dict[str, Any], newline: str) -> None:
    text = notebook(**options)
    document = read(text.replace("\n", newline))
    for formula, start in zip(formulas(document), ("\\\\beta", "\\\\text"), strict=True):
        line, column = document.spot(formula.place).place
        assert text.split("\n")[line - 1][column - 1 :].startswith(start)


@pytest.mark.parametrize("options", FORMS)
@pytest.mark.parametrize("new", ["é = 1", "a\n\\b", '"\\n"', "𝔼[x]\n\n= 0\n"])
def test_an_edit_changes_what_it_changes_and_no_other_byte(options: dict[str, Any], new: str) -> None:
    text = notebook(**options)
    document = read(text)
    formula = formulas(document)[0]
    start = document.source.offset(formula.body.origins[0])
    end = document.source.offset(formula.body.place(len(formula.body.text)))
    ((before, after),) = document.source.rewritten([(start, end, new)]).values()
    wanted = CELLS[1][1].replace("\\beta\n= 2", new)
    source = json.loads(after)["cells"][1]["source"]
    assert before == text and "".join(source) == wanted
    assert (source == wanted.splitlines(keepends=True)) if isinstance(source, list) else options == {"listed": False}
    same = json.loads(before)
    same["cells"][1]["source"] = source
    assert same == json.loads(after)
    head, tail = text.index("\\\\beta"), text.index("$$\\n", text.index("= 2"))
    assert after.startswith(text[:head]) and after.endswith(text[tail:])
    assert after.isascii() == (options == {"ensure_ascii": True})


def test_what_goes_across_cells_is_not_written() -> None:
    document = read(notebook((("markdown", "a"), ("markdown", "b"))))
    with pytest.raises(MarkError, match="across cells"):
        document.source.rewritten([(0, 3, "c")])


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("no notebook", "not JSON", (1, 1)),
        ('{"cells": [\n  }', "not JSON", (2, 3)),
        ("[" * 100_000, "not JSON", None),
        ("[1, 2]", "no notebook", (1, 1)),
        ('{"worksheets": [], "metadata": {}, "nbformat": 3, "nbformat_minor": 0}', "no list of cells", (1, 1)),
        (notebook((("markdown", "a\n\n<!-- companion given x -->"),)), "a mark is written", (9, 6)),
        (notebook((("markdown", '---\ncompanion:\n  given: "\\beta"\n---\n'),)), "ate a backslash", (9, 15)),
    ],
)
def test_what_is_malformed_is_one_clear_error(text: str, words: str, place: tuple[int, int] | None) -> None:
    with pytest.raises(MarkError) as caught:
        read(text)
    assert words in caught.value.message and "\n" not in caught.value.message
    assert place is None or caught.value.place == place
