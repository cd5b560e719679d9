"""The command where nothing goes as planned: no arguments, wrong words, closed streams, Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from symbolic.cli import main

TOP = Path(__file__).parents[2]

POSIX = pytest.mark.skipif(os.name != "posix", reason="as a shell does it")


def started(*arguments: str, **options: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    command = [sys.executable, "-m", "symbolic.cli", *arguments]
    return subprocess.Popen(command, env=environment, text=True, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [([], "judge the formulas of articles"), (["chekc", "a.md"], "is `check` meant?"), (["zzz"], "invalid choice")],
)
def test_a_command_that_is_none_is_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    told = capsys.readouterr()
    assert stopped.value.code == 2 and words in told.err and not told.out


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (None, [], "no article there, whose name ends in .md"),
        ("Words.\n", [], "there is no formula"),
        ("So $x = x$.\n", [], "`--inline` judges the 1 in sentences"),
        ("$$1 = 1$$\n", ["--only", "eq:a"], "write a label, the name of a block, or FILE:LINE"),
    ],
)
def test_nothing_found_says_what_to_write_instead(
    text: str | None, options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert main(["check", str(tmp_path), *options]) == 2
    assert words in capsys.readouterr().err


@POSIX
def test_closed_streams_and_a_reader_that_leaves_are_no_fault() -> None:
    for redirection in (">&-", "2>&-", "<&-", "| head -n 1"):
        command = f'"{sys.executable}" -m symbolic.cli list {redirection}'
        done = subprocess.run(
            ["sh", "-c", command],
            env={**os.environ, "PYTHONPATH": str(TOP)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0 and not done.stderr, (redirection, done.stderr)


@POSIX
def test_ctrl_c_ends_a_run_with_130_and_no_traceback() -> None:
    process = started(
        "check", "--no-cache", str(TOP / "tests" / "article" / "samples"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in told and time.monotonic() - start < 30
