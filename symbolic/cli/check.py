"""`companion check PATH…`: judges every formula of the articles, one line a formula, and counts them all."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.output import Output
from symbolic.cli.terminal import Refused, has_unicode, say, waiting

if TYPE_CHECKING:
    from symbolic.article.document import Document, MarkError, Place
    from symbolic.article.findings import Finding
    from symbolic.article.session import Session
    from symbolic.report import Report
    from symbolic.report.baseline import Baseline
    from symbolic.report.items import Item


def add(commands: Any) -> None:
    command = commands.add_parser("check", help="judge the formulas of articles", description=__doc__)
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=arguments.ARTICLES)
    arguments.add_kind(command)
    add_formats(command)
    add_baseline(command)
    command.add_argument(
        "--latex-status", action="store_true", help="write companion.sty, which shows verdicts in the margin of a PDF"
    )
    arguments.add_seconds(command)
    arguments.add_effort(command)
    command.add_argument("--strict", action="store_true", help="what is undecided or unread counts: status 3")
    command.add_argument("--run-code", action="store_true", help="run the Python that `code` marks speak of")
    command.add_argument("--inline", action="store_true", help="judge the formulas in sentences too")
    command.add_argument("--only", action="append", default=[], metavar="WHICH", help="a label, a block, or FILE:LINE")
    command.set_defaults(run=run)


def add_formats(command: ArgumentParser) -> None:
    from symbolic.report import FORMATS

    formats = command.add_mutually_exclusive_group()
    formats.add_argument(
        "--format", choices=("text", *FORMATS), default="text", help="how findings are printed (%(default)s)"
    )
    formats.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to a file, whole or not at all")


def add_baseline(command: ArgumentParser) -> None:
    baseline = command.add_mutually_exclusive_group()
    baseline.add_argument("--baseline", type=Path, metavar="FILE", help="accept what FILE accepts: only changes count")
    baseline.add_argument("--write-baseline", type=Path, metavar="FILE", help="accept today's verdicts, in FILE")


def run(options: Namespace) -> int:
    from symbolic.article.session import Session

    files = article_files(options.paths, options.kind)
    if options.write_baseline and options.only:
        raise Refused("--write-baseline takes all formulas: leave out --only")
    checking = Checking(options, chosen_report(options), Output(options.output), accepting(options))
    told, cache = waiting("judging"), arguments.cache(options)
    with Session(options.seconds, told, options.run_code, options.jobs, cache, options.inline) as session:
        statuses = [status for path in files for status in checking.file(session, path)]
    if not checking.tally["formulas"] and exits.USAGE not in statuses:
        say("nothing found to check" + (f" that is {' or '.join(options.only)}" if options.only else ""))
        statuses.append(exits.USAGE)
    return checking.ended(exits.first(statuses), files)


def chosen_report(options: Namespace) -> Report:
    """The report of the format that was asked for."""
    from symbolic.report import report_of

    if options.format == "text":
        from symbolic.cli.lines import Lines

        return Lines()
    home = options.output.parent if options.output else Path()
    return report_of(options.format, bool(options.output) or has_unicode(), home)


def accepting(options: Namespace) -> Baseline | None:
    """The baseline that was asked for."""
    if options.baseline is None:
        return None
    from symbolic.report.baseline import BaselineError, read_baseline

    try:
        return read_baseline(options.baseline)
    except (BaselineError, UnicodeDecodeError) as problem:
        raise Refused(str(problem)) from problem
    except OSError as problem:
        raise Refused(f"{options.baseline}: {problem.strerror}") from problem


def article_files(paths: list[Path], kind: str) -> list[Path]:
    """The files that the paths stand for, each once."""
    from symbolic.article.files import articles

    try:
        return list(dict.fromkeys(articles(paths, kind)))
    except (OSError, ValueError) as problem:
        raise Refused(str(problem)) from problem


@dataclass
class Checking:
    """A check under way: what is printed, and what is counted."""

    options: Namespace
    report: Report
    output: Output
    baseline: Baseline | None = None
    items: list[Item] = field(default_factory=list)
    margined: int = 0
    tally: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        from symbolic.report.items import Naming

        self.naming = Naming()

    def file(self, session: Session, path: Path) -> Iterator[int]:
        """Print the findings of a file; the statuses of them."""
        from symbolic.article.document import Formula, MarkError

        try:
            document, findings = session.check(path, self.options.kind)
            sentences = [item for item in document.items if isinstance(item, Formula) and not item.displayed]
            for finding in findings:
                self.tally["kept in sentences"] += finding.id.startswith("= ")
                item = self._taken(self.naming.item(finding, self.options.strict))
                if not self.options.only or chosen(finding, self.options.only):
                    self.tally.update(("formulas", finding.word))
                    self.output.write(self.report.found(item))
                    yield status(item)
            self.tally["in sentences"] += 0 if self.options.inline else len(sentences)
            if self.options.latex_status:
                self._margin(document)
        except (MarkError, OSError) as problem:
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

        if self.options.write_baseline:
            self._accept(status)
        elif self.baseline is not None and not self.options.only:
            for sentence in self.baseline.stale(files):
                say(f"baseline: {sentence}")
        line = counted(self.tally)
        self.output.write(self.report.ended(line, status))
        self.output.close()
        if self.options.format != "text" or self.options.output:
            print(line, file=sys.stderr)
        return status


    def _accept(self, status: int) -> None:
        """Write the baseline, unless a file could not be checked to its end."""
        from symbolic.report.baseline import baseline_text

        path = self.options.write_baseline
        if status == exits.USAGE:
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
    return any(which in (finding.id, *places) for which in only)
