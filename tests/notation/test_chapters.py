r"""Display formulas of open books, letter for letter, as an article that holds them is read.

`chapters/formulas.jsonl` holds them by book and chapter, each with a given that declares its names; a chapter's macros
stand in `chapters/*.tex`.  They were chosen by place alone: of the displays of a chapter (of the part of it that was
looked at), in order, the first two of every three; displays that follow one another with no word between are one, a
display that only repeats one before is left out.  Environments, labels, remarks, sizes and punctuation are the books'.

The third sample has 164 of them.  At its first run 103 were read (63 %), most of the others for sizes such as
\Large, for `~ = ~`, and for macros within macros; the reader was mended by it afterwards.  The fourth, of other
chapters, was made when that was done: at its first run 56 of 67 were read (84 %); five of the others hold one macro
with a `subarray`, four are sentences about a probability.  The fifth takes every display of seven chapters: at its
first run 71 of 77 were read (92 %).  The sixth holds the first displays of eight chapters of six other books, 107 of
them: at its first run 79 were read (74 %), and 87 (81 %) when eight that begin with = stood behind the display that
they go on from; six of the others hold quantities that are spelled in words.  The counts below may only rise.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

import pytest

from symbolic import api
from symbolic.article.continuing import continuing
from symbolic.article.document import Document, Formula, decoded
from symbolic.article.hosts import NAMED
from symbolic.article.statements import statements
from symbolic.article.tex.macros import Macros
from symbolic.notation import ReadError, latex, plain, read, unicode
from symbolic.notation.tree import Node

HERE = Path(__file__).parent / "chapters"
CHAPTERS = [json.loads(line) for line in (HERE / "formulas.jsonl").read_text("utf-8").splitlines()]
READ = {3: 158, 4: 61, 5: 74, 6: 100}


def article(entry: dict[str, str]) -> Document:
    """The formula in an article of its own, behind the macros of its chapter."""
    formula = entry["formula"]
    macros = (HERE / f"{entry['preamble']}.tex").read_text("utf-8") if "preamble" in entry else ""
    before = f"{display(entry['before'])}\nThen\n" if "before" in entry else ""
    text = f"\\documentclass{{book}}\n{macros}\\begin{{document}}\n{before}{display(formula)}\n\\end{{document}}\n"
    return NAMED["tex"].parse(Path("chapter.tex"), decoded(text.encode()), Macros())


def display(formula: str) -> str:
    """The formula as a display; many are one already."""
    return formula if re.match(r"\\begin\{(?:align|equation)\*?\}|\$\$", formula) else f"$$\n{formula}\n$$"


def under(given: api.Given, conditions: tuple[str, ...]) -> api.Given:
    """The given with the conditions of a statement, those that say nothing new left out."""
    for condition in conditions:
        try:
            given = api.given(f"{given.text}\n{condition}")
            assert given.table
        except api.Unread:
            continue
    return given


def trees(entry: dict[str, str]) -> list[tuple[Node, api.Given]]:
    """The statements of a formula; raises `Unread`."""
    given = api.given(entry["given"])
    found = []
    document = article(entry)
    shown = [item for item in continuing(list(document.items), document.source.text) if isinstance(item, Formula)]
    for item in shown["before" in entry :]:
        assert item.closed and not item.trouble
        for statement in statements(item.body):
            narrowed = under(given, statement.under)
            found.append((narrowed.read(statement.body.text), narrowed))
    assert found
    return found


@lru_cache(maxsize=1)
def outcomes() -> list[tuple[dict[str, str], list[tuple[Node, api.Given]] | api.Unread]]:
    found = []
    for entry in CHAPTERS:
        try:
            found.append((entry, trees(entry)))
        except api.Unread as problem:
            found.append((entry, problem))
    return found


@pytest.mark.parametrize("sample", sorted(READ))
def test_formulas_of_chapters_are_read(sample: int) -> None:
    mine = [outcome for entry, outcome in outcomes() if entry["sample"] == sample]
    assert sum(isinstance(outcome, list) for outcome in mine) >= READ[sample]


def test_an_unread_formula_says_why() -> None:
    for entry, outcome in outcomes():
        if isinstance(outcome, api.Unread):
            assert outcome.failure.message and outcome.failure.line, entry["formula"]


@pytest.mark.parametrize("write", [latex, unicode, plain])
def test_what_is_read_prints_back(write) -> None:
    lost = []
    for _, outcome in outcomes():
        for tree, given in outcome if isinstance(outcome, list) else []:
            written = write(tree, given.table)
            try:
                if read(written, given.table) != tree:
                    lost.append(written)
            except ReadError as problem:
                lost.append(problem.caret())
    assert lost == []
