"""The formats in which articles are written, by the endings of their files; each yields the same `Document`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from symbolic.article.document import Document, Source, decoded, read_source
from symbolic.article.tex.macros import Macros

Parse = Callable[[Path, Source, Macros], Document]


@dataclass(frozen=True)
class Host:
    """A format: the module here that parses it, and the endings of its files, the first one its short name."""

    module: str
    endings: tuple[str, ...]

    def parse(self, path: Path, source: Source, macros: Macros) -> Document:
        """The document of a text; raises `MarkError`."""
        parser: Parse = import_module(f"symbolic.article.hosts.{self.module}").parse
        return parser(path, source, macros)


HOSTS = (
    Host("markdown", (".md", ".markdown", ".qmd", ".rmd", ".mdx", ".mkd", ".mdown", ".myst")),
    Host("latex", (".tex", ".ltx", ".latex")),
    Host("html", (".html", ".htm", ".xhtml")),
    Host("notebook", (".ipynb",)),
)

#: Short name, as `--as` takes it → host.
NAMED = {host.endings[0].removeprefix("."): host for host in HOSTS}

_BY_ENDING = {ending: host for host in HOSTS for ending in host.endings}

#: What stands for standard input.
STANDARD_INPUT = Path("-")


def host_of(path: Path) -> Host | None:
    """The host of a file, by its ending."""
    return _BY_ENDING.get(path.suffix.lower())


def read(path: Path, kind: str = "") -> Document:
    """The document of a file, or of standard input for `-`; `kind` (a key of NAMED) overrules the ending.

    Raises `MarkError`, and OSError when the file cannot be read.
    """
    from symbolic.article.settings import shared_macros

    source = decoded(sys.stdin.buffer.read()) if path == STANDARD_INPUT else read_source(path)
    host = NAMED.get(kind) or host_of(path) or NAMED["md"]
    return host.parse(path, source, shared_macros(path))
