"""Paths, folders and patterns name the articles, and nothing that tools installed or built."""

from __future__ import annotations

from pathlib import Path

import pytest

from symbolic.article.files import articles

TREE = ("a.md", "b/c.QMD", "b/d.txt", ".git/e.md", "_build/f.md", "b/node_modules/g.md", "b/.hidden.md", "b/h.mdx")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in TREE:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("$$1=1$$\n", encoding="utf-8")
    return tmp_path


def found(root: Path, *names: str) -> list[str]:
    return [path.relative_to(root).as_posix() for path in articles([root / name for name in names])]


def test_a_folder_stands_for_the_articles_below_it(tree: Path) -> None:
    assert found(tree, "") == ["a.md", "b/c.QMD", "b/h.mdx"]


def test_a_hidden_or_built_folder_is_read_when_it_is_named(tree: Path) -> None:
    assert found(tree, ".git", "_build") == [".git/e.md", "_build/f.md"]


def test_a_pattern_that_the_shell_left_alone_is_matched_here(tree: Path) -> None:
    assert found(tree, "**/*.md") == ["a.md"]
    assert found(tree, "b/*") == ["b/c.QMD", "b/h.mdx"]


@pytest.mark.parametrize(
    ("name", "words"),
    [("no.md", "no such file"), ("b/d.txt", "no article by its ending"), ("x/*.md", "no article is matched")],
)
def test_what_is_no_article_is_told(name: str, words: str, tree: Path) -> None:
    with pytest.raises((FileNotFoundError, ValueError), match=words):
        found(tree, name)
