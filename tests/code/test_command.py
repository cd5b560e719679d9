"""`companion code`, alone and in a batch; code marks of articles."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symbolic.cli import main

GIVEN = "d : dimension; q, k : vector(d)"
SCORE = "import numpy as np\n\ndef score(q, k):\n    return q @ k / np.sqrt(len(q))\n"
WRONG = SCORE.replace("np.sqrt(len(q))", "len(q)")


@pytest.mark.parametrize(("code", "status", "said"), [(SCORE, 0, "checked"), (WRONG, 1, "a missing root")])
def test_a_function_of_a_file(
    code: str, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "score.py"
    file.write_text(code)
    assert main(["code", f"{file}:score", "-g", GIVEN, "--claim", "score(q, k) = (q·k)/√d"]) == status
    assert said in capsys.readouterr().out


def test_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "score.py"
    file.write_text(SCORE)
    assert main(["code", str(file), "--claim", "q·k"]) == 2
    assert main(["code", f"{file}:score", "-g", GIVEN]) == 2
    assert main(["code", f"{file}:missing", "-g", GIVEN, "--claim", "q·k"]) == 2
    assert "it defines score" in capsys.readouterr().err


def test_a_batch_answers_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"given": GIVEN, "claim": r"s = \frac{q\cdot k}{\sqrt{d}}", "function": "score", "args": {"q": "q", "k": "k"}}
    rows = [{**row, "id": "right", "code": SCORE}, {**row, "id": "wrong", "code": WRONG}, {"id": "none"}]
    file = tmp_path / "batch.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    assert main(["code", "--batch", str(file), "--seconds", "20", "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["id"], line["verdict"]) for line in found] == [
        ("right", "checked"), ("wrong", "refuted"), ("none", "unread"),
    ]  # fmt: skip


def article(code: str) -> str:
    mark = r"<!-- companion: code score(q, k) = \frac{q\cdot k}{\sqrt{d}} -->"
    return f"---\ncompanion:\n  given: |\n    {GIVEN}\n---\n\n{mark}\n```python\n{code}```\n"


@pytest.mark.parametrize(("code", "status"), [(SCORE, 0), (WRONG, 1)])
def test_a_code_mark_is_run_only_when_asked(
    code: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "article.md"
    file.write_text(article(code))
    assert main(["check", str(file)]) == 0
    assert "1 not run" in capsys.readouterr().out
    assert main(["check", str(file), "--run-code"]) == status
    assert "not run" not in capsys.readouterr().out


def test_a_code_mark_without_its_fence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "article.md"
    file.write_text("<!-- companion: code x -->\n\nText.\n")
    assert main(["check", str(file)]) == 2
    assert "none follows" in capsys.readouterr().err


def test_what_latexify_reads_is_read_back_and_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "focal.py"
    file.write_text("import math\n\ndef focal(p, gamma):\n    return -(2 - p) ** gamma * math.log(p)\n")
    given = "p : in (0, 1); gamma : positive"
    assert main(["code", f"{file}:focal", "-g", given, "-c", r"-(1-p)^\gamma\log p", "--show"]) == 1
    out = capsys.readouterr().out
    assert r"\mathrm{focal}" in out and "read back, the function is checked" in out
