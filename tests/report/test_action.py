"""The action's steps run as a code host runs them: inputs in the environment, bash that stops at an error."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ACTION = Path(__file__).parents[2] / "docs" / "action.yml"

BASH = shutil.which("bash")

pytestmark = pytest.mark.skipif(BASH is None, reason="no bash here")

GOOD, WRONG = "$$1 + 1 = 2$$\n", "$$1 + 1 = 3$$\n"


def ran(step: int, folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """The numbered one of the steps with a script, run in a folder; `python` only says what it is asked for."""
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    values = {f"inputs.{name}": str(said.get("default", "")) for name, said in action["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()} | {"runner.temp": str(folder / "runner temp")}
    chosen = [one for one in action["runs"]["steps"] if "run" in one][step]
    programs = folder / "bin"
    programs.mkdir(exist_ok=True)
    program(programs / "python", 'printf "%s\\n" "$@"')
    program(programs / "companion", f'exec "{sys.executable}" -m symbolic.cli "$@"')
    script = folder / "step.sh"
    script.write_text(filled(chosen["run"], values), encoding="utf-8")
    environment = {name: filled(text, values) for name, text in chosen["env"].items()}
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    top = str(ACTION.parents[1])
    environment = {**os.environ, "PYTHONPATH": top, "PATH": path, **environment}
    command = [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def filled(text: str, values: dict[str, str]) -> str:
    """The text with its `${{ … }}` evaluated."""
    return re.sub(r"\$\{\{\s*([\w.]+)\s*\}\}", lambda match: values[match[1]], text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"docs/good one.md": GOOD, "docs/in/deep.md": WRONG, "notes.md": WRONG}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_what_is_asked_for_is_installed(folder: Path) -> None:
    done = ran(0, folder, version="git+https://example.org/a b@v1")
    assert done.stdout.splitlines()[-1] == "git+https://example.org/a b@v1" and "install" in done.stdout.splitlines()


def test_what_is_wrong_is_annotated_and_fails(folder: Path) -> None:
    done = ran(1, folder)
    files = [re.search(r"file=([^,]*),", line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and [found and found[1] for found in files] == ["notes.md", "docs/in/deep.md"]
    assert (folder / "runner temp" / "companion").is_dir()


def test_paths_stand_one_a_line_and_patterns_are_the_companions(folder: Path) -> None:
    done = ran(1, folder, paths="docs/good one.md\ndocs/**/deep.md\n", arguments="--strict --inline")
    assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith("2 formulas: 1 proved, 1 refuted")


def test_what_an_input_says_is_never_run(folder: Path) -> None:
    done = ran(1, folder, paths="$(touch a).md\n; touch b", arguments="`touch c`")
    assert done.returncode == 2 and not {"a", "b", "c"} & {path.name for path in folder.iterdir()}
