"""Givens that `use NAME` takes in: of the library, of a folder's configuration, or of a file."""

from __future__ import annotations

from pathlib import Path

from symbolic.article.document import MarkError, Place, read_source
from symbolic.article.settings import settings


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
    for file, table in settings(article):
        named = table.get("givens", {})
        for name, value in named.items() if isinstance(named, dict) else ():
            found.setdefault(name, file.parent / str(value))
    return found


def _given_in(path: Path, place: Place) -> str:
    """The whole of a file, or the given in an article's front matter."""
    from symbolic.article.hosts import host_of, read

    if host_of(path) is None:
        return read_source(path).text
    given = read(path).given
    if given is None:
        raise MarkError(f"{path.name} has no given in its front matter", place)
    return given.text
