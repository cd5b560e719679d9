"""A baseline accepts what is so today; every change counts, and what it no longer fits is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from symbolic.cli import main
from tests.report.articles import ARTICLE

ROOMY = ["a.md", "--strict"]


@pytest.fixture(autouse=True)
def _accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(ARTICLE, encoding="utf-8")
    assert main(["check", *ROOMY, "--write-baseline", "base.json"]) == 0
    capsys.readouterr()


def again(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    status = main(["check", *ROOMY, "--baseline", "base.json", *options])
    return status, *capsys.readouterr()


def changed(old: str, new: str) -> None:
    text = Path("a.md").read_text(encoding="utf-8")
    assert old in text
    Path("a.md").write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_accepted_does_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = again(capsys)
    assert (status, err) == (0, "")
    assert "(4 in the baseline)" in out.splitlines()[-1] and "^^" not in out
    assert again(capsys, "--format", "github")[1] == ""
    results = json.loads(again(capsys, "--format", "sarif")[1])["runs"][0]["results"]
    assert [result.get("baselineState") for result in results].count("unchanged") == 4


def test_text_may_move_and_be_set_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    changed("# Ünits", "More text.\n\n# Ünits")
    changed("&= 2Ax", "&=  2Ax")
    assert again(capsys)[::2] == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("= 2Ax", "= 3Ax", "is not there any more"),
        ("=d_k^2", "=d_k^3", "eq:var: accepted as refuted, says something else now"),
        ("(c + 1 < 2", "(c + 1 < 3", "is not there any more"),
        ("=1$$\n<!-- /comp", "=2$$\n<!-- /comp", "mean: accepted as drifted, says something else now"),
    ],
)
def test_a_change_counts(old: str, new: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    changed(old, new)
    status, out, err = again(capsys)
    assert status in (1, 3) and "(3 in the baseline)" in out and told in err


def test_a_new_mistake_counts(capsys: pytest.CaptureFixture[str]) -> None:
    changed("$$c + c = 2c$$", "$$c + c = 2c$$\n\n$$c + c = 3c$$")
    assert again(capsys)[::2] == (1, "")


def test_a_mistake_that_is_gone_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    changed("=d_k^2", "=d_k")
    status, _, err = again(capsys)
    assert status == 0 and re.search(r"a\.md: eq:var: accepted as refuted, says something else now", err)
    changed("    A : matrix(n, n)\n", "    A : matrix(n, n), symmetric\n")
    status, _, err = again(capsys)
    assert status == 0 and "accepted as refuted, is proved now" in err


def test_the_place_from_which_it_is_run_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    assert main(["check", "../a.md", "--strict", "--baseline", "../base.json"]) == 0
    assert not capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "{}", "[]", "no", '{"companion-baseline": 2, "accepted": []}', None])
def test_what_is_no_baseline_is_refused(text: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    Path("base.json").unlink() if text is None else Path("base.json").write_text(text, encoding="utf-8")
    status, out, err = again(capsys)
    assert status == 2 and not out and len(err.splitlines()) == 1


def test_it_is_not_written_when_something_could_not_be_checked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.md").write_text("$$1 = 1$$\n<!-- companion: nonsense! -->\n", encoding="utf-8")
    before = Path("base.json").read_bytes()
    assert main(["check", "a.md", "b.md", "--write-baseline", "base.json"]) == 2
    assert main(["check", "a.md", "--only", "eq:var", "--write-baseline", "base.json"]) == 2
    assert Path("base.json").read_bytes() == before
