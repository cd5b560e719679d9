"""Givens that `use NAME` takes in: of the library, of a folder's configuration, or of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from symbolic.article.document import Document, Fragment, Mark, MarkError, Place, read_source
from symbolic.article.marks import Gives, Uses, meaning
from symbolic.article.settings import settings


def shared_given(name: str, article: Path, place: Place) -> list[Fragment]:
    """A given by its name, with those that it uses before it, all at one place.

    Names are those of [tool.companion.givens], files beside the article, and the library; raises `MarkError`.
    """
    return _shared(name, article, place, ())


def expanded(given: Fragment, article: Path) -> list[Fragment]:
    """A given with the givens that it takes in by `use NAME` before it; its own text keeps its places."""
    return _expanded(given, article, ())


def files_used(document: Document) -> Iterator[Path]:
    """The files that the given of an article is taken from, by `use NAME` there or in one another."""
    texts = [document.given.text] if document.given is not None else []
    for item in document.items:
        said = meaning(item) if isinstance(item, Mark) else None
        if isinstance(said, Uses):
            texts.append(f"use {said.name}")
        elif isinstance(said, Gives):
            texts.append(said.text.text)
    waiting, seen = [(text, document.path) for text in texts], set[Path]()
    while waiting:
        text, article = waiting.pop(0)
        for match in _USE.finditer(text):
            path = _file(match["name"], article)
            if path.is_file() and path not in seen:
                seen.add(path)
                yield path
                waiting.append((_given_in(path, (1, 1)), path))


def _file(name: str, article: Path) -> Path:
    """Where the given of a name stands if a file holds it."""
    return configured(article).get(name) or article.parent / name


def _shared(name: str, article: Path, place: Place, within: tuple[str, ...]) -> list[Fragment]:
    from symbolic.derivations import entries

    if name in within:
        raise MarkError(f"the givens use one another in a circle: {' → '.join((*within, name))}", place)
    path = _file(name, article)
    if path.is_file():
        return _expanded(_at(_given_in(path, place), place), path, (*within, name))
    if name in entries():
        return [_at(entries()[name].given, place)]
    raise MarkError(f"no given is called `{name}`{_near(name, article)}", place)


def _near(name: str, article: Path) -> str:
    """The names that there are and that may have been meant."""
    from symbolic.derivations import entries

    folder = article.parent
    files = sorted(file.name for file in folder.iterdir() if file.is_file()) if folder.is_dir() else []
    known = [*configured(article), *entries()]
    near = get_close_matches(name, [*known, *files], 3, 0.6) or known
    return f"; there is {', '.join(f'`{one}`' for one in near)}" if near else ""


#: `use NAME` as a statement of a given.
_USE = re.compile(r"(?P<before>^|;)(?P<said>[ \t]*use[ \t]+(?P<name>[\w./-]+)[ \t]*)(?=$|;|#)", re.MULTILINE)


def _expanded(given: Fragment, article: Path, within: tuple[str, ...]) -> list[Fragment]:
    found = [
        fragment
        for match in _USE.finditer(given.text)
        for fragment in _shared(match["name"], article, given.place(match.start("name")), within)
    ]
    blank = _USE.sub(lambda match: match["before"] + " " * len(match["said"]), given.text)
    return [*found, replace(given, text=blank)] if found else [given]


def _at(text: str, place: Place) -> Fragment:
    return Fragment(text, (place,) * (text.count("\n") + 1))


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
