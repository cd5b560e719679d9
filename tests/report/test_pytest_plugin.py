"""`pytest --companion`: formulas are tests with readable ids, a failure is the report, and nothing loads unused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.report.articles import ARTICLE

TOP = Path(__file__).parents[2]


def run(folder: Path, *options: str) -> tuple[int, str]:
    plugins = ("no:companion", "symbolic.pytest_plugin", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *(part for name in plugins for part in ("-p", name))]
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    done = subprocess.run(
        [*command, *options], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(ARTICLE, encoding="utf-8")
    (tmp_path / "docs" / "test_own.py").write_text("def test_own():\n    assert True\n", encoding="utf-8")
    return tmp_path


def test_formulas_are_tests(folder: Path) -> None:
    status, told = run(folder, "--companion", "docs", "-v", "-rs")
    assert status == 1
    fates = dict(re.findall(r"docs/a\.md::(.*) (PASSED|FAILED|SKIPPED)", told))
    assert fates["eq:var"] == "FAILED" == fates["attention-scaling::mean"]
    assert fates["line 32: c + c = 2c"] == fates["line 30: c = 1"] == fates["line 27: s = c + 1"] == "PASSED"
    assert fates["line 25: (c + 1 < 2"] == "SKIPPED" and len(fates) == 7
    assert "3 failed, 4 passed, 1 skipped" in told
    assert "right: d_k" in told and "^^^^^" in told and "Traceback" not in told
    assert "\ndocs/a.md:12:65: ✗ refuted" in told


def test_one_formula_can_be_chosen_and_what_is_open_can_fail(folder: Path) -> None:
    status, told = run(folder, "--companion", "docs", "-k", "2c", "-q")
    assert status == 0 and "1 passed" in told
    status, told = run(folder, "--companion", "--companion-strict", "docs/a.md", "-k", "25")
    assert status == 1 and "1 failed" in told


def test_a_malformed_mark_is_an_error_with_its_place(folder: Path) -> None:
    (folder / "docs" / "b.md").write_text("$$1 = 1$$\n<!-- companion: nonsense! -->\n", encoding="utf-8")
    status, told = run(folder, "--companion", "docs/b.md")
    assert status == 2 and re.search(r"b\.md:2:1: `nonsense!` is no mark", told)


def test_without_the_option_nothing_is_collected_or_loaded(folder: Path) -> None:
    (folder / "docs" / "test_own.py").write_text(
        "import sys\n\n\ndef test_own():\n"
        "    assert not {'sympy', 'numpy', 'symbolic.article', 'symbolic.notation'} & set(sys.modules)\n",
        encoding="utf-8",
    )
    status, told = run(folder, "docs")
    assert status == 0 and "1 passed" in told
