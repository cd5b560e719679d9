"""Articles as authors write them, with mistakes planted: a given is drafted, and each formula is judged under it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic.article.check import check
from symbolic.article.document import Source
from symbolic.article.hosts import host_of, read
from symbolic.article.session import Session
from symbolic.article.tex.macros import Macros
from symbolic.drafting import draft
from symbolic.run.tasks import warm

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.*"))


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    warm()
    with Session(60) as opened:
        yield opened


def with_given(text: str, given: str) -> str:
    """The article with a given in its front matter, or its preamble."""
    begin = "\\begin{document}\n"
    if begin in text:
        lines = "".join(f"%   {line}\n" for line in given.rstrip("\n").split("\n"))
        return text.replace(begin, f"% companion: given\n{lines}{begin}", 1)
    front = "companion:\n  given: |\n" + "".join(f"    {line}\n" for line in given.rstrip("\n").split("\n"))
    return text.replace("---\n", f"---\n{front}", 1) if text.startswith("---\n") else f"---\n{front}---\n{text}"


def planted(text: str) -> list[int]:
    """The lines of the comments that say which formula below them is wrong."""
    return [number for number, line in enumerate(text.split("\n"), 1) if "planted: " in line]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_true_formulas_hold_and_planted_mistakes_are_refuted(path: Path, session: Session) -> None:
    text = with_given(path.read_text(encoding="utf-8"), draft(read(path)).text)
    wrong = planted(text)
    refuted = 0
    host = host_of(path)
    assert host is not None
    for finding in check(host.parse(Path(path.name), Source(text), Macros()), session.ask):
        line, word = finding.place[0], finding.verdict.verdict
        if any(at < line <= at + 3 for at in wrong):
            assert word == "refuted", (line, finding.latex, finding.verdict)
            refuted += 1
        else:
            assert word in ("proved", "checked", "definition"), (line, finding.latex, finding.verdict)
    assert refuted == len(wrong) >= 2
