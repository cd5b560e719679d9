"""The cache answers what was asked before in the same state, and nothing else."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic.run import cache as module
from symbolic.run.cache import Cache, place, stamp
from symbolic.run.records import rebuilt
from symbolic.verdict import Counterexample, Evidence, Failure, Form, Link, Reason, Verdict


def entries(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.json"))


def test_it_answers_the_same_question_only(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    assert kept.get("a") is None
    kept.put("a", {"verdict": "proved"})
    assert kept.get("a") == {"verdict": "proved"} == Cache(tmp_path).get("a")
    assert kept.get("b") is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "{}", "null", '{"sum": "x", "answer": 1}', "[" * 100_000, "\ud800"])
def test_a_damaged_entry_is_none(tmp_path: Path, damage: str) -> None:
    kept = Cache(tmp_path)
    kept.put("a", [1])
    entries(tmp_path)[0].write_bytes(damage.encode("utf-8", "surrogatepass"))
    assert kept.get("a") is None
    kept.put("a", [1])
    assert kept.get("a") == [1]


def test_an_entry_whose_answer_was_changed_or_moved_is_none(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    kept.put("a", {"verdict": "refuted"})
    kept.put("b", {"verdict": "proved"})
    one, other = entries(tmp_path)
    one.write_bytes(other.read_bytes())
    assert sum(kept.get(name) is not None for name in "ab") == 1
    other.write_text(other.read_text().replace("refuted", "proved").replace("proved", "checked"), encoding="utf-8")
    assert kept.get("a") is None and kept.get("b") is None


@pytest.fixture
def fresh() -> Iterator[None]:
    yield
    stamp.cache_clear()


@pytest.mark.parametrize("changed", module.STANDS_ON)
@pytest.mark.usefixtures("fresh")
def test_every_version_changes_the_stamp(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here, real = stamp(), module.metadata.version
    stamp.cache_clear()
    monkeypatch.setattr(module.metadata, "version", lambda name: real(name) + "0" * (name == changed))
    assert stamp() != here


@pytest.mark.parametrize("changed", ["symbolic/rules/laws.py", "numeric/search.py", "symbolic/crosscheck/judge.py"])
@pytest.mark.usefixtures("fresh")
def test_every_source_changes_the_stamp(changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here, read = stamp(), Path.read_bytes
    stamp.cache_clear()
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * path.as_posix().endswith(changed))
    assert stamp() != here


def test_what_another_state_answered_is_not_seen_and_goes_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Cache(tmp_path).put("a", 1)
    old = next(tmp_path.iterdir())
    monkeypatch.setattr(module, "stamp", lambda: "0" * 64)
    assert Cache(tmp_path).get("a") is None and old.exists()
    os.utime(old, (0, time.time() - 2 * module.KEPT))
    monkeypatch.setattr(module, "stamp", lambda: "1" * 64)
    Cache(tmp_path)
    assert not old.exists() and len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = Cache(tmp_path / "file")
    kept.put("a", 1)
    assert kept.get("a") is None


def test_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert place() == Path(os.environ["COMPANION_CACHE"])
    monkeypatch.delenv("COMPANION_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "companion" in place().name


def _busy(folder: Path, most: int) -> None:
    kept = Cache(folder)
    for number in range(most):
        kept.put(str(number % 7), {"long": [number % 7] * 3000})
        found = kept.get(str(number % 7))
        assert found == {"long": [number % 7] * 3000}, found


def test_two_processes_share_it(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn" if os.name == "nt" else "fork")
    both = [context.Process(target=_busy, args=(tmp_path, 150)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert len(entries(tmp_path)) == 7 == len([path for path in tmp_path.rglob("*") if path.is_file()])


FULL = Verdict(
    "refuted",
    "Var(x) = 2",
    [Link("Var(x)", "2", "refuted", [Reason("variance", "so")], Evidence("exact", [{"d": 2}], ["normal"], 7, 1e-12))],
    ["x : random"],
    [],
    Form("d", "d"),
    Counterexample({"d": 2}, {"s": [[1, 2], [3, "4/3"]], "t": 0.5}, None, "9/2", 4, "np.sum(1)"),
    error=Failure("no"),
    lemmas=["a"],
)


def test_a_verdict_comes_back_as_it_was() -> None:
    assert rebuilt(Verdict, json.loads(json.dumps(FULL.to_json()))) == FULL


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("verdict", 1), ("links", {}), ("links", [{"left": "a"}]), ("seconds", "1"), ("uses", [1]), ("correct", "d")],
)
def test_what_is_no_verdict_is_refused(name: str, wrong: object) -> None:
    with pytest.raises(ValueError):
        rebuilt(Verdict, {**FULL.to_json(), name: wrong})
    with pytest.raises(ValueError):
        rebuilt(Verdict, {"verdict": "proved"})
