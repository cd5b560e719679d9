"""What folders say of the articles in them: `[tool.companion]` of pyproject.toml, companion.toml, the nearest first."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from symbolic.article.document import MarkError, read_source
from symbolic.article.projects import book_macros
from symbolic.article.tex.expand import expanded
from symbolic.article.tex.macros import Macros
from symbolic.article.tex.tokens import tokens

#: File → where in it the settings stand.
FILES = {"companion.toml": (), "pyproject.toml": ("tool", "companion")}


def settings(article: Path) -> Iterator[tuple[Path, dict[str, object]]]:
    """The files with settings in the folders above an article, the nearest first, and what they say."""
    for folder in article.resolve().parents:
        for name, keys in FILES.items():
            path = folder / name
            if path.is_file():
                table: object = _toml(path)
                for key in keys:
                    table = table.get(key, {}) if isinstance(table, dict) else {}
                if isinstance(table, dict) and table:
                    yield path, table


def _toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise MarkError(f"{problem}", (1, 1), path) from problem


def shared_macros(article: Path) -> Macros:
    """The macros of a book's settings, then of the files that `macros = ["macros.tex"]` names; the nearest are last."""
    known = Macros()
    for text in book_macros(article):
        expanded(tokens(text), known)
    for file in macro_files(article):
        expanded(tokens(read_source(file).text), known)
    return known


def macro_files(article: Path) -> Iterator[Path]:
    """The files that `macros` names, those of the nearest folder last; raises `MarkError`."""
    for path, table in reversed(list(settings(article))):
        named = table.get("macros", [])
        if not isinstance(named, list) or not all(isinstance(name, str) for name in named):
            raise MarkError('`macros` is a list of files: `macros = ["macros.tex"]`', (1, 1), path)
        for name in named:
            file = path.parent / str(name)
            if not file.is_file():
                raise MarkError(f"`macros` names `{name}`, and there is no such file", (1, 1), path)
            yield file
