"""A check in the terminal: one line a formula, what is wrong underlined in the author's own line, and the count."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic.cli import main
from symbolic.cli.lines import WIDE, underlined, width
from tests.report.articles import ARTICLE


@pytest.fixture
def printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(ARTICLE, encoding="utf-8")
    assert main(["check", "a.md"]) == 1
    return capsys.readouterr().out.split("\n")


def test_first_a_line_for_each_formula_then_what_is_wrong_then_the_count(printed: list[str]) -> None:
    end = printed.index("")
    assert [re.split(r"[ :]+", line)[4] for line in printed[:end]] == [
        "refuted", "refuted", "unread", "definition", "refuted", "proved", "drifted"
    ]  # fmt: skip
    assert printed[-2].startswith("7 formulas: 1 proved, 1 definition, 3 refuted, 1 drifted, 1 unread; 1 in sentences")


def test_carets_stand_under_what_is_wrong(printed: list[str]) -> None:
    marked = []
    for place, line in enumerate(printed):
        if set(line.strip()) == {"^"}:
            above, start = printed[place - 1], line.index("^")
            marked.append(above[start : start + line.count("^")])
            row, column = map(int, re.findall(r":(\d+):(\d+):", printed[place - 2])[0])
            assert ARTICLE.split("\n")[row - 1][column - 1 :].startswith(marked[-1])
    assert marked == ["d_k^2", "2Ax", "<", "1"]
    assert "  right: d_k" in printed and "  true if also `A : symmetric`" in printed


@pytest.mark.parametrize("where", [0, 10, 150, 290])
def test_a_long_line_is_cut_around_what_is_wrong(where: int) -> None:
    text = "x" * where + "WRONG" + "y" * (300 - where)
    shown, carets = underlined(text, where, where + 5)
    start = carets.index("^")
    assert shown[start : start + carets.count("^")] == "WRONG" and len(shown) <= WIDE + 6


def test_wide_and_combining_characters_keep_carets_in_place() -> None:
    shown, carets = underlined("数x̂ = WRONG", 6, 11)
    assert width(shown[: shown.index("WRONG")]) == carets.index("^")


NORMALIZED = """---
companion:
  given: |
    x : vector(m)
    k : random vector(d)
    i, j : index(m)
    epsilon > 0
---
$$\\mu = \\frac1m\\sum_{i=1}^m x_i$$
$$\\sigma^2 = \\frac1m\\sum_{i=1}^m (x_i-\\mu)^2$$
$$y_i = \\frac{x_i-\\mu}{\\sqrt{\\sigma^2+\\epsilon}}$$
$$\\frac{\\partial y_i}{\\partial x_j} = \\frac{1}{m\\sqrt{\\sigma^2+\\epsilon}}(m\\delta_{ij} - 1 + y_iy_j)$$
$$\\sum_k x_k^2 = m\\sigma^2$$
"""


def test_a_right_form_too_long_for_a_line_gives_way_to_the_slip_and_values_are_those_of_free_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text(NORMALIZED, encoding="utf-8")
    assert main(["check", "a.md"]) == 1
    out = capsys.readouterr().out
    slope, square = (line for line in out.split("\n") if line.startswith(("a.md:12:3", "a.md:13:3")))
    assert "likely slip: a sign" in slope and "right:" not in slope and "  right: norm(x)^2" in square
    where = re.findall(r"counterexample: (.*)", out)
    assert [re.findall(r"(\w+) = ", text) for text in where] == [["m", "x", "ε", "i", "j"], ["m", "x"]]
    assert all(re.search(r"x = \([−\d/]+, [−\d/]+\)", text) for text in where)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_every_format_survives_every_terminal(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.md").write_text("# Ünits 数\n\n$$1 = 2 \\label{é}$$\n", encoding="utf-8")
    for name in ("text", "json", "github", "sarif", "html"):
        done = subprocess.run(
            [sys.executable, "-m", "symbolic.cli", "check", "a.md", "--format", name],
            cwd=tmp_path,
            env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1 and not re.search(rb"Traceback", done.stderr), done.stderr
        text = done.stdout.decode(encoding)
        assert name in ("text", "github") or "?" not in text, text


def run(folder: Path, *arguments: str, out: int = subprocess.PIPE, **more: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **more}
    command = [sys.executable, "-m", "symbolic.cli", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, stdout=out, stderr=subprocess.PIPE, check=False)


def test_a_minus_survives_a_terminal_that_lacks_it(tmp_path: Path) -> None:
    done = run(tmp_path, "prove", "x = −2", "-g", "x : real", PYTHONIOENCODING="ascii")
    assert b"x refuted" in done.stdout and b"?" not in done.stdout.split(b"\n")[0]


def test_an_article_does_not_command_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("$$1 = 2 \\label{a\x1b[2J}$$ \x1b[31m\n", encoding="utf-8")
    done = run(tmp_path, "check", "a.md")
    assert done.returncode == 1 and b"\x1b" not in done.stdout


def test_what_is_put_in_and_not_there_is_told_and_counted(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("\\input{one}\n$$1 = 1$$\n", encoding="utf-8")
    done = run(tmp_path, "check", "a.tex")
    assert b"a.tex:1:1: `\\input{one}`: no such file" in done.stderr and b"; 1 file not found" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", [("check", "a.md"), ("list",), ("prove", "1 = 1")])
def test_a_full_disk_is_one_line_and_status_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "a.md").write_text("$$1 = 1$$\n", encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        done = run(tmp_path, *arguments, out=full.fileno())
    assert done.returncode == 2 and done.stderr.startswith(b"companion: standard output: ")


def test_a_closed_pipe_ends_a_check_in_silence(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("$$1 = 1$$\n" * 3, encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = run(tmp_path, "check", "a.md", out=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
