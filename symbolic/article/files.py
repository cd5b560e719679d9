"""The files that are articles: those that paths, patterns and folders stand for."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from symbolic.article.hosts import HOSTS, NAMED, STANDARD_INPUT, host_of

#: The endings of files that put in others.
LATEX = NAMED["tex"].endings

#: Folders in which no author writes: what tools install or build.
BUILT = frozenset({
    "node_modules", "__pycache__", "site-packages", "venv", "build", "dist", "htmlcov", "_build", "_site", "_book",
    "_freeze", "_output",
})  # fmt: skip


def articles(paths: Iterable[Path], kind: str = "") -> Iterator[Path]:
    """The articles among the paths, below the folders among them, and of patterns such as `**/*.md`.

    A file that another article puts in (`\\input`) is read there.  With a `kind` any file is an article.
    Raises OSError and ValueError with what is wrong in one line.
    """
    found = list(_named(paths, kind))
    covered = _covered(found)
    yield from (path for path in found if path.resolve() not in covered)


def _named(paths: Iterable[Path], kind: str) -> Iterator[Path]:
    for path in paths:
        if path == STANDARD_INPUT:
            yield path
        elif path.is_dir():
            yield from _below(path)
        elif path.exists():
            yield path if kind else _known(path)
        elif glob.has_magic(str(path)):
            yield from _matching(path)
        else:
            raise FileNotFoundError(f"{path}: there is no such file")


def _known(path: Path) -> Path:
    if host_of(path) is None:
        endings = ", ".join(host.endings[0] for host in HOSTS)
        raise ValueError(f"{path}: no article by its ending ({endings}, …); `--as` says what it is")
    return path


def _covered(found: list[Path]) -> set[Path]:
    """The files that others among the found ones put in."""
    sources = [path for path in found if path.suffix.lower() in LATEX]
    if len(sources) < 2:
        return set()
    from symbolic.article.hosts.inputs import inputs_of

    return {inner for path in sources for inner in inputs_of(path)}


def _below(folder: Path) -> Iterator[Path]:
    """The articles below a folder; hidden folders and those of tools are left out."""
    for place, folders, names in os.walk(folder, onerror=_unread):
        folders[:] = sorted(name for name in folders if not _passed_over(name))
        for name in sorted(names):
            file = Path(place) / name
            if not name.startswith(".") and host_of(file) is not None and file.is_file():
                yield file


def _unread(problem: OSError) -> None:
    """A folder that cannot be looked into is told: nothing in it passes in silence."""
    raise problem


def _passed_over(name: str) -> bool:
    return name.startswith(".") or name in BUILT


def _matching(pattern: Path) -> Iterator[Path]:
    """The articles that a pattern matches, those in folders that are passed over left out."""
    fixed = next(k for k, part in enumerate(pattern.parts) if glob.has_magic(part))
    base = Path(*pattern.parts[:fixed])
    count = 0
    for path in sorted(base.glob(str(Path(*pattern.parts[fixed:])))):
        inner = path.relative_to(base).parts
        if path.is_file() and host_of(path) is not None and not any(map(_passed_over, inner)):
            count += 1
            yield path
    if not count:
        raise FileNotFoundError(f"{pattern}: no article is matched by this pattern")
