"""Display formulas as textbooks, lecture notes and papers write them: how many are read whole, and print back.

`texts.jsonl` holds two samples, by topic, each formula with a given that declares its names.  The first was written
before the reader was mended by it; the second, written afterwards, was at first read at 128 of 143.  The counts below
may only rise.  A formula that is not read says where and why.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from symbolic.article.document import Fragment
from symbolic.article.statements import statements
from symbolic.given import GivenError, read_given
from symbolic.language.symbols import Table
from symbolic.notation import ReadError, latex, plain, read, unicode
from symbolic.notation.tree import Node

TEXTS = [json.loads(line) for line in (Path(__file__).parent / "texts.jsonl").read_text("utf-8").splitlines()]
READ = {1: 577, 2: 140}


def parts(formula: str) -> list[str]:
    """The formula, or the statements of an aligned display of several."""
    if r"\begin{aligned}" not in formula:
        return [formula]
    return [found.body.text for found in statements(Fragment(formula, ((1, 1),)))]


@lru_cache(maxsize=1)
def outcomes() -> list[tuple[dict[str, str], Table | None, list[Node] | ReadError | GivenError]]:
    found = []
    for text in TEXTS:
        table = None
        try:
            table = read_given(text["given"])
            found.append((text, table, [read(part, table) for part in parts(text["formula"])]))
        except (ReadError, GivenError) as problem:
            found.append((text, table, problem))
    return found


@pytest.mark.parametrize("sample", [1, 2])
def test_formulas_of_textbooks_are_read(sample: int) -> None:
    mine = [outcome for text, _, outcome in outcomes() if text["sample"] == sample]
    assert sum(isinstance(outcome, list) for outcome in mine) >= READ[sample]
    assert READ[sample] >= 0.9 * len(mine)


def test_the_sample_is_wide() -> None:
    topics = [text["topic"] for text in TEXTS if text["sample"] == 1]
    assert len(topics) >= 400 and len(set(topics)) >= 20
    assert all(topics.count(topic) >= 16 for topic in set(topics))


def test_an_unread_formula_says_where_and_why() -> None:
    for text, _, outcome in outcomes():
        if isinstance(outcome, ReadError):
            assert outcome.message and 0 <= outcome.offset <= len(text["formula"])
            assert outcome.caret().count("\n") == 1


@pytest.mark.parametrize("write", [latex, unicode, plain])
def test_what_is_read_prints_back(write) -> None:
    lost = []
    for _, table, outcome in outcomes():
        for tree in outcome if isinstance(outcome, list) else []:
            written = write(tree, table)
            try:
                if read(written, table) != tree:
                    lost.append(written)
            except ReadError as problem:
                lost.append(problem.caret())
    assert lost == []
