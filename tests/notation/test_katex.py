"""KaTeX, strict, renders all that the LaTeX printer writes.  `npm install katex`, and NODE_PATH names the folder."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.notation.printed import drawn, of_cases

SCRIPT = Path(__file__).with_name("katex_render.js")
NODE = shutil.which("node")


def _run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([NODE or "node", *arguments], input=text, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module", autouse=True)
def katex() -> None:
    """Skip where KaTeX is not installed."""
    if NODE is None:
        pytest.skip("node is not installed, so KaTeX cannot run")
    if _run("-e", "require('katex')").returncode:
        pytest.skip("the npm package katex is not found; install it and set NODE_PATH")


def rejected(formulas: list[str]) -> list[list[str]]:
    """[formula, error] for each formula that KaTeX does not render."""
    done = _run(str(SCRIPT), text=json.dumps(formulas))
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout)
    return found


def test_katex_rejects_what_is_broken() -> None:
    assert [formula for formula, _ in rejected([r"\frac{1", "x^a^b", "x"])] == [r"\frac{1", "x^a^b"]


def test_katex_renders_the_cases() -> None:
    formulas = of_cases()
    assert len(formulas) > 200
    assert rejected(formulas) == []


def test_katex_renders_random_statements() -> None:
    assert rejected(drawn()) == []
