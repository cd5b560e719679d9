"""Givens that take in others: by folder, by file, from the library; circles and unknown names are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.document import Fragment, MarkError
from symbolic.article.shared import expanded
from symbolic.cli import main


def text(given: str, article: Path) -> str:
    return "\n".join(part.text for part in expanded(Fragment(given, ((1, 1),) * (given.count("\n") + 1)), article))


def test_a_given_takes_in_others_before_it(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "b.given").write_text("b : real\n")
    (tmp_path / "a.given").write_text("use inner/b.given; a : real\n")
    assert text("c : real\nuse a.given # both\nd : real", tmp_path / "x.md").split() == (
        ["b", ":", "real", ";", "a", ":", "real", "c", ":", "real", "#", "both", "d", ":", "real"]
    )
    assert text("useful : real", tmp_path / "x.md") == "useful : real"


def test_a_folder_names_givens_and_an_article_uses_one_twice(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('[givens]\nqk = "shared/qk.given"\n')
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "qk.given").write_text("q, k : random vector(d), iid, mean 0, variance 1\n")
    article = tmp_path / "notes" / "a.md"
    article.parent.mkdir()
    head = "---\ncompanion:\n  given: |\n    use qk\n    q ⊥ k\n---\n"
    article.write_text(f"{head}<!-- companion: use qk -->\n\n$$\\operatorname{{Var}}(q\\cdot k)=d$$\n")
    assert main(["check", str(article)]) == 0


def test_circles_and_unknown_names_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.given").write_text("use b.given\n")
    (tmp_path / "b.given").write_text("x : real\nuse a.given\n")
    with pytest.raises(MarkError, match=r"in a circle: a.given → b.given → a.given"):
        text("use a.given", tmp_path / "x.md")
    with pytest.raises(MarkError, match=r"no given is called `a.givn`; there is `a.given`"):
        text("use a.givn", tmp_path / "x.md")
    with pytest.raises(MarkError, match=r"there is `attention-scaling`"):
        text("use attention-scalng", tmp_path / "x.md")


def test_a_given_of_the_command_line_takes_in_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.given").write_text("x : real\n")
    monkeypatch.chdir(tmp_path)
    assert main(["prove", "x + x = 2x", "-g", "use a.given"]) == 0
    assert main(["prove", "x + x = 2x", "-g", "use b.given"]) == 2
    assert "no given is called `b.given`" in capsys.readouterr().err
