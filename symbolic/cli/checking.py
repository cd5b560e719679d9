"""A check under way: what is printed of each finding, what is counted, and what is written at the end."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic.cli import exits
from symbolic.cli.output import Output
from symbolic.cli.progress import Progress
from symbolic.cli.terminal import say

if TYPE_CHECKING:
    from symbolic.article.document import Document, MarkError, Place
    from symbolic.article.findings import Finding
    from symbolic.article.session import Session
    from symbolic.report import Report
    from symbolic.report.baseline import Baseline
    from symbolic.report.items import Item


@dataclass
class Checking:
    """A check under way: what is printed, and what is counted."""

    options: Namespace
    report: Report
    output: Output
    baseline: Baseline | None = None
    items: list[Item] = field(default_factory=list)
    margined: int = 0
    broken: bool = False
    tally: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        from symbolic.report.items import Naming

        self.naming = Naming()
        self.progress = Progress()

    def file(self, session: Session, path: Path) -> Iterator[int]:
        """Print the findings of a file; the statuses of them."""
        from symbolic.article.document import Formula, MarkError

        try:
            document, findings = session.check(path, self.options.kind)
            formulas = [item for item in document.items if isinstance(item, Formula)]
            sentences = [item for item in formulas if not item.displayed]
            self.progress.begins(path, len(formulas) - (0 if self.options.inline else len(sentences)))
            for finding in findings:
                self.progress.found()
                self.tally["kept in sentences"] += finding.id.startswith("= ")
                item = self._taken(self.naming.item(finding, self.options.strict))
                if not self.options.only or chosen(finding, self.options.only):
                    self.tally.update(("formulas", finding.word))
                    self._write(self.report.found(item))
                    yield status(item)
            self._absent(document)
            self.tally["in sentences"] += 0 if self.options.inline else len(sentences)
            if self.options.latex_status:
                self._margin(document)
        except (MarkError, OSError) as problem:
            self.broken = True
            self.progress.clear()
            say(trouble(problem, path))
            self.output.write(self.report.broken(*parts(problem, path)))
            yield exits.USAGE

    def _taken(self, item: Item) -> Item:
        """The item, accepted when the baseline says so."""
        if self.options.write_baseline or self.options.latex_status:
            self.items.append(item)
        taken = bool(self.options.write_baseline) or (self.baseline is not None and self.baseline.accepts(item))
        if not taken or not (item.finding.failed or item.finding.open):
            return item
        self.tally["accepted"] += 1
        return replace(item, accepted=True)

    def _absent(self, document: Document) -> None:
        """Tell what the article puts in that is not there: nothing passes in silence."""
        self.tally["not found"] += len(document.absent)
        self.progress.clear()
        for absent in document.absent:
            line, column = absent.place
            say(f"{absent.path}:{line}:{column}: `{absent.command}`: no such file here, so it is not looked at")

    def _margin(self, document: Document) -> None:
        """Write the verdicts of an article in LaTeX for the margin of its PDF."""
        from symbolic.article.files import LATEX
        from symbolic.report.margin import write_margin

        own, self.items = self.items[self.margined :], self.items if self.options.write_baseline else []
        self.margined = len(self.items)
        if document.path.suffix.lower() in LATEX:
            write_margin(document, own)

    def ended(self, status: int, files: list[Path]) -> int:
        """The end of the report, and the status of the whole."""
        from symbolic.cli.lines import counted

        self.progress.clear()
        if self.options.write_baseline:
            self._accept()
        elif self.baseline is not None and not self.options.only:
            for sentence in self.baseline.stale(files):
                say(f"baseline: {sentence}")
        line = counted(self.tally)
        self.output.write(self.report.ended(line, status))
        self.output.close()
        if self.options.format != "text" or self.options.output:
            print(line, file=sys.stderr)
        return status

    def _write(self, lines: Iterator[str]) -> None:
        self.progress.clear()
        self.output.write(lines)

    def _accept(self) -> None:
        """Write the baseline, unless a file could not be checked to its end."""
        from symbolic.report.baseline import baseline_text

        path = self.options.write_baseline
        if self.broken:
            say(f"{path}: not written, since not everything could be checked")
            return
        output = Output(path)
        output.write([baseline_text(self.items, path.parent).rstrip("\n")])
        output.close()


def trouble(problem: MarkError | OSError, path: Path) -> str:
    """What is wrong with an article, in one line."""
    file, place, message = parts(problem, path)
    return ":".join(map(str, (file, *(place or ())))) + f": {message}"


def parts(problem: MarkError | OSError, path: Path) -> tuple[Path, Place | None, str]:
    """The file, the place in it, and what is wrong there."""
    if isinstance(problem, OSError):
        return Path(problem.filename or path), None, str(problem.strerror)
    return problem.path or path, problem.place, problem.message


def status(item: Item) -> int:
    if item.finding.verdict.disagreement:
        return exits.DISAGREE
    return {"error": exits.REFUTED, "warning": exits.OPEN}.get(item.level, exits.FINE)


def chosen(finding: Finding, only: list[str]) -> bool:
    """Is the finding named by its label, its block, or its file and line?"""
    places = (f"{finding.path}:{finding.place[0]}", f"{finding.path.name}:{finding.place[0]}")
    return any(which in (finding.id, *finding.also, *places) for which in only)
