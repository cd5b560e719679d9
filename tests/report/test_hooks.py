"""The hooks and the action name commands and files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from symbolic.cli.parser import parser

TOP = Path(__file__).parents[2]


def test_hooks_run_commands_on_files_that_hosts_read() -> None:
    hooks = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {hook["id"] for hook in hooks} == {"companion-check", "companion-sync"}
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert program == "companion" and parser().parse_args([*arguments, "a.md"]).paths == [Path("a.md")]
        assert hook["language"] == "python" and set(hook["types_or"]) == {"markdown", "tex", "html", "jupyter"}


def test_the_action_runs_a_command_that_there_is() -> None:
    action = yaml.safe_load((TOP / "docs" / "action.yml").read_text(encoding="utf-8"))
    steps = [step for step in action["runs"]["steps"] if "run" in step]
    assert action["runs"]["using"] == "composite" and all(step["shell"] == "bash" for step in steps)
    line = steps[-1]["run"].replace("$PATHS", "docs").replace("$ARGUMENTS", "--strict").split()
    options = parser().parse_args(line[1:])
    assert line[0] == "companion" and options.format == "github" and options.strict
    used = {match for value in steps[-1]["env"].values() for match in re.findall(r"inputs\.(\w+)", value)}
    assert used <= set(action["inputs"])


@pytest.mark.parametrize("name", ["README.md", "docs/guide.md"])
def test_links_of_the_guide_are_there(name: str) -> None:
    path = TOP / name
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert links and not [link for link in links if not (path.parent / link).exists()]
