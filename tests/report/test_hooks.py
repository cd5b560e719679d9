"""The hooks take the files that hosts read, and run commands that are there; links of the guide lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from symbolic.article.hosts import HOSTS
from symbolic.cli import main
from symbolic.cli.parser import parser

TOP = Path(__file__).parents[2]


def test_hooks_run_commands_on_files_that_hosts_read() -> None:
    hooks = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert {hook["id"] for hook in hooks} == {"companion-check", "companion-sync"}
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert program == "companion" and parser().parse_args([*arguments, "a.md"]).paths == [Path("a.md")]
        assert hook["language"] == "python"
        endings = [ending for host in HOSTS for ending in host.endings]
        assert all(
            re.search(hook["files"], f"a b{ending}") and re.search(hook["files"], ending.upper()) for ending in endings
        )
        assert not any(re.search(hook["files"], name) for name in ("md", "a.py", "a.md.txt", "a.texi"))


def test_a_change_without_formulas_is_fine_for_the_hook(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Words.\n", encoding="utf-8")
    hooks = yaml.safe_load((TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [main([*hook["entry"].split()[1:], str(tmp_path / "README.md")]) for hook in hooks] == [0, 0]
    assert main(["check", str(tmp_path / "README.md")]) == 2


@pytest.mark.parametrize("name", ["README.md", "docs/guide.md"])
def test_links_of_the_guide_are_there(name: str) -> None:
    path = TOP / name
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert links and not [link for link in links if not (path.parent / link).exists()]
