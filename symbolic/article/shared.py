"""Givens that `use NAME` takes in: of the library, of a folder's configuration, or of a file."""

from __future__ import annotations

import tomllib
from pathlib import Path

from symbolic.article.document import MarkError, Place, Source, read_source


def shared_given(name: str, article: Path, place: Place) -> str:
    """The text of a given by its name: of [tool.companion.givens], a file beside the article, or the library."""
    from symbolic.derivations import entries

    path = configured(article).get(name) or article.parent / name
    if path.is_file():
        return _given_in(path, place)
    if name in entries():
        return entries()[name].given
    raise MarkError(f"no given is called `{name}`: neither a file, nor shared here, nor of the library", place)


def configured(article: Path) -> dict[str, Path]:
    """The shared givens of the folders above an article, the nearest first: name → file."""
    found: dict[str, Path] = {}
    for folder in article.resolve().parents:
        for file, keys in (("companion.toml", ("givens",)), ("pyproject.toml", ("tool", "companion", "givens"))):
            if (folder / file).is_file():
                table: object = _toml(folder / file)
                for key in keys:
                    table = table.get(key, {}) if isinstance(table, dict) else {}
                named = table if isinstance(table, dict) else {}
                found = {**{name: folder / str(value) for name, value in named.items()}, **found}
    return found


def _toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise MarkError(f"{path}: {problem}", (1, 1)) from problem


def _given_in(path: Path, place: Place) -> str:
    """The whole of a file, or the given in an article's front matter."""
    from symbolic.article.markdown import parse

    source = read_source(path)
    if path.suffix not in (".md", ".markdown"):
        return source.text
    given = parse(path, Source(source.raw)).given
    if given is None:
        raise MarkError(f"{path.name} has no given in its front matter", place)
    return given.text
