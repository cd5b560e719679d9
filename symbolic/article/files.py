"""The files that are articles: those that paths, patterns and folders stand for."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

#: The endings of files that are read as Markdown.
MARKDOWN = (".md", ".markdown", ".qmd", ".rmd", ".mdx")

#: Folders in which no author writes: what tools install or build.
BUILT = frozenset({"node_modules", "__pycache__", "_build", "_site", "site-packages", "build", "dist", "venv"})


def articles(paths: Iterable[Path]) -> Iterator[Path]:
    """The articles among the paths, below the folders among them, and of patterns such as `**/*.md`.

    Raises FileNotFoundError and ValueError with what is wrong in one line.
    """
    for path in paths:
        if path.is_dir():
            yield from _below(path)
        elif path.exists():
            yield _known(path)
        elif glob.has_magic(str(path)):
            yield from _matching(path)
        else:
            raise FileNotFoundError(f"{path}: there is no such file")


def _known(path: Path) -> Path:
    if path.suffix.lower() not in MARKDOWN:
        raise ValueError(f"{path}: only Markdown ({', '.join(MARKDOWN)}) is read")
    return path


def _below(folder: Path) -> Iterator[Path]:
    """The articles below a folder; hidden folders and those of tools are left out."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _passed_over(name))
        for name in sorted(names):
            file = Path(place) / name
            if not name.startswith(".") and file.suffix.lower() in MARKDOWN and file.is_file():
                yield file


def _passed_over(name: str) -> bool:
    return name.startswith(".") or name in BUILT


def _matching(pattern: Path) -> Iterator[Path]:
    """The articles that a pattern matches, those in folders that are passed over left out."""
    fixed = next(k for k, part in enumerate(pattern.parts) if glob.has_magic(part))
    base = Path(*pattern.parts[:fixed])
    count = 0
    for path in sorted(base.glob(str(Path(*pattern.parts[fixed:])))):
        inner = path.relative_to(base).parts
        if path.is_file() and path.suffix.lower() in MARKDOWN and not any(map(_passed_over, inner)):
            count += 1
            yield path
    if not count:
        raise FileNotFoundError(f"{pattern}: no article is matched by this pattern")
