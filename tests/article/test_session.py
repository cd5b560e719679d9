"""Sessions: what was judged is not judged again, several processes find what one finds, and nothing stale is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from symbolic.article import session as module
from symbolic.article.findings import Finding
from symbolic.article.judging import Judged
from symbolic.article.session import Session
from symbolic.run.cache import Cache
from symbolic.run.crew import Crew
from symbolic.run.worker import Answer
from symbolic.verdict import Verdict

#: Definitions, a second meaning, one that a claim hangs on, sections that end, marks and blocks.
ARTICLE = r"""---
companion:
  given: |
    q, k : random vector(d_k), iid, mean 0, variance 1
    q ⊥ k
    c > 0
---
# One
$$s = c^2 + 1$$
$$s - 1 = c^2$$
$$\operatorname{Var}(q\cdot k)=d_k$$
## Two
$$t = s + c = c^2 + c + 1$$
$$t - s = c$$
$$t = 2c$$
$$t - c = c$$
$$\operatorname{Var}(q\cdot k)=d_k^2$$
<!-- companion: attention-scaling.variance -->
$$\operatorname{Var}(q\cdot k)=d_k^2$$
<!-- /companion -->
## Three
$$t + 1 = 2c + 1$$
$$(c + 1$$
<!-- companion: given next: a > 3 -->
$$a > 2$$
It is $3$ <!-- companion: = 1 + 2 -->.
$$s - 1 = c$$
$$c + c$$
"""


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "a.md"
    path.write_text(ARTICLE, encoding="utf-8")
    return path


def found(path: Path, jobs: int = 1, cache: Cache | None = None) -> list[Finding]:
    with Session(60, jobs=jobs, cache=cache) as session:
        return [without_time(finding) for finding in session.check(path)[1]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the questions that workers get."""
    texts: list[str] = []
    put = Crew.put

    def noted(self: Crew, key: str, task: object, first: bool = False) -> None:
        texts.append(getattr(task, "text", ""))
        put(self, key, task, first)

    monkeypatch.setattr(Crew, "put", noted)
    return texts


def without_time(finding: Finding) -> Finding:
    return replace(finding, verdict=replace(finding.verdict, seconds=0.0))


def test_several_processes_find_what_one_finds(article: Path) -> None:
    alone = found(article)
    words = [finding.word for finding in alone]
    assert {"definition", "redefined", "refuted", "proved", "unread", "drifted", "no claim"} <= set(words), words
    assert found(article, jobs=2) == alone == found(article, jobs=5)


def test_a_second_run_asks_nobody(article: Path, tmp_path: Path, asked: list[str]) -> None:
    cache = Cache(tmp_path / "cache")
    first = found(article, cache=cache)
    assert asked
    asked.clear()
    assert found(article, cache=cache) == first == found(article, jobs=2, cache=cache)
    assert not asked


def test_a_change_is_judged_anew_and_the_rest_is_not(article: Path, tmp_path: Path, asked: list[str]) -> None:
    cache = Cache(tmp_path / "cache")
    found(article, cache=cache)
    asked.clear()
    article.write_text(ARTICLE.replace("t - s = c$$", "t - s = 2c$$"), encoding="utf-8")
    words = [finding.word for finding in found(article, cache=cache)]
    assert set(asked) == {"t - s = 2c"} and words[4] == "refuted"
    asked.clear()
    article.write_text(ARTICLE.replace("c > 0", "c < 0"), encoding="utf-8")
    found(article, cache=cache)
    assert "s - 1 = c^2" in asked


def test_what_was_cut_short_or_disagrees_is_not_kept(
    article: Path, tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "cache")
    take = Crew.finished

    def short(self: Crew, most: float) -> Iterator[tuple[object, Answer]]:
        for key, answer in take(self, most):
            verdict = getattr(answer.value, "verdict", None)
            if verdict and verdict.verdict == "proved":
                disagreeing = Verdict("undecided", disagreement="rules and numbers")
                yield key, replace(answer, value=replace(answer.value, verdict=disagreeing))
            else:
                yield key, replace(answer, fate="time" if verdict and verdict.verdict == "refuted" else answer.fate)

    with monkeypatch.context() as patch:
        patch.setattr(Crew, "finished", short)
        found(article, cache=cache)
    asked.clear()
    words = {finding.word for finding in found(article, cache=cache)}
    assert {"t - s = c", r"\operatorname{Var}(q\cdot k)=d_k^2"} <= set(asked)
    assert {"proved", "refuted"} <= words


def test_a_wrong_guess_costs_time_only(article: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = found(article)
    guess = module.foreseen

    def wrong(task: object) -> object:
        said = guess(task)
        return replace(said, sentence="") if isinstance(said, Judged) else said

    monkeypatch.setattr(module, "foreseen", wrong)
    assert found(article, jobs=2) == alone
