"""`pytest --companion docs/`: every formula of the articles below the paths is a test.

Without the option nothing but this module is loaded.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from symbolic.article.document import Document
    from symbolic.article.findings import Finding
    from symbolic.article.session import Session

_SESSION = pytest.StashKey[Any]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("companion")
    group.addoption("--companion", action="store_true", help="judge the formulas of articles, each as a test")
    group.addoption("--companion-strict", action="store_true", help="what is undecided or unread fails")
    group.addoption("--companion-seconds", type=float, default=30.0, metavar="S", help="the guard of one formula")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Article | None:
    """The article of a file that a host reads."""
    if not parent.config.getoption("companion"):
        return None
    from symbolic.article.hosts import host_of

    return Article.from_parent(parent, path=file_path) if host_of(file_path) is not None else None


def pytest_unconfigure(config: pytest.Config) -> None:
    session = config.stash.get(_SESSION, None)
    if session is not None:
        session.__exit__(None, None, None)


class Article(pytest.File):
    """A file whose formulas are tests; they are judged in the order of the text, as far as tests ask for them."""

    def collect(self) -> Iterable[Formula]:
        from symbolic.article.document import MarkError

        self._shown = Path(os.path.relpath(self.path, self.config.invocation_params.dir))
        self._findings: Iterator[Finding] | None = None
        self._found: list[Finding] = []
        try:
            document = self._read()
            seen: dict[str, int] = {}
            for number, finding in enumerate(foreseen_findings(document)):
                name = name_of(finding)
                seen[name] = seen.get(name, 0) + 1
                name = name if seen[name] == 1 else f"{name} ({seen[name]})"
                yield Formula.from_parent(self, name=name, number=number, where=(finding.path, finding.place[0]))
        except MarkError as problem:
            place = ":".join(map(str, (problem.path or self.path, *problem.place)))
            raise self.CollectError(f"{place}: {problem.message}") from problem
        except OSError as problem:
            raise self.CollectError(f"{self.path}: {problem.strerror}") from problem

    def _read(self) -> Document:
        from symbolic.article.hosts import read

        return read(self.path)

    def finding(self, number: int) -> Finding:
        """What is found of the numbered formula."""
        if self._findings is None:
            self._findings = session_of(self.config).check(self._shown)[1]
        while len(self._found) <= number:
            self._found.append(next(self._findings))
        return self._found[number]


def session_of(config: pytest.Config) -> Session:
    """The session with the companion that all articles share."""
    if _SESSION not in config.stash:
        from symbolic.article.session import Session
        from symbolic.run.cache import Cache

        config.stash[_SESSION] = Session(config.getoption("companion_seconds"), cache=Cache())
    session: Session = config.stash[_SESSION]
    return session


def foreseen_findings(document: Document) -> Iterator[Finding]:
    """The formulas of an article with their places and names, and nothing judged."""
    from symbolic.article.ahead import guessed
    from symbolic.article.check import check

    return check(document, guessed)


def name_of(finding: Finding) -> str:
    """Its label, or its line and how it begins."""
    if finding.id:
        return finding.id
    text = " ".join(finding.latex.split())
    return f"line {finding.place[0]}: {text if len(text) <= 40 else text[:39] + '…'}"


class Wrong(Exception):
    """A formula that counts as a failure; `text` is the report on it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Formula(pytest.Item):
    """One formula of an article."""

    def __init__(self, *, number: int, where: tuple[Path, int], **own: Any) -> None:
        super().__init__(**own)
        self.number, self.where = number, where

    def runtest(self) -> None:
        from symbolic.article.document import MarkError
        from symbolic.cli.lines import details, line
        from symbolic.report.items import NONE, Naming

        assert isinstance(self.parent, Article)
        try:
            finding = self.parent.finding(self.number)
        except (MarkError, OSError) as problem:
            raise Wrong(str(problem)) from problem
        item = Naming().item(finding, self.config.getoption("companion_strict"))
        if item.level != NONE:
            raise Wrong("\n".join((line(item), *details(item))))
        if finding.open or finding.word in ("no claim", "not run"):
            pytest.skip(line(item))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Wrong):
            return excinfo.value.text
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        path, line = self.where
        return path, line - 1, self.name
