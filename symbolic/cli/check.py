"""`companion check PATH…`: judges every formula of the articles, one line a formula, and counts them all."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.output import Output
from symbolic.cli.terminal import Refused, has_unicode, say, waiting

if TYPE_CHECKING:
    from symbolic.article.document import MarkError, Place
    from symbolic.article.findings import Finding
    from symbolic.article.session import Session
    from symbolic.report import Report
    from symbolic.report.items import Item


def add(commands: Any) -> None:
    command = commands.add_parser("check", help="judge the formulas of articles", description=__doc__)
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=arguments.ARTICLES)
    arguments.add_kind(command)
    add_formats(command)
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


def run(options: Namespace) -> int:
    from symbolic.article.session import Session

    files = article_files(options.paths, options.kind)
    output = Output(options.output)
    checking = Checking(options, chosen_report(options), output)
    told, cache = waiting("judging"), arguments.cache(options)
    with Session(options.seconds, told, options.run_code, options.jobs, cache, options.inline) as session:
        statuses = [status for path in files for status in checking.file(session, path)]
    if not checking.tally["formulas"]:
        say("nothing found to check" + (f" that is {' or '.join(options.only)}" if options.only else ""))
        statuses.append(exits.USAGE)
    return checking.ended(exits.first(statuses))


def chosen_report(options: Namespace) -> Report:
    """The report of the format that was asked for."""
    from symbolic.report import report_of

    if options.format == "text":
        from symbolic.cli.lines import Lines

        return Lines()
    home = options.output.parent if options.output else Path()
    return report_of(options.format, bool(options.output) or has_unicode(), home)


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
                item = self.naming.item(finding, self.options.strict)
                if not self.options.only or chosen(finding, self.options.only):
                    self.tally.update(("formulas", finding.word))
                    self.output.write(self.report.found(item))
                    yield status(item)
            self.tally["in sentences"] += 0 if self.options.inline else len(sentences)
        except (MarkError, OSError) as problem:
            say(trouble(problem, path))
            self.output.write(self.report.broken(*parts(problem, path)))
            yield exits.USAGE

    def ended(self, status: int) -> int:
        """The end of the report, and the status of the whole."""
        from symbolic.cli.lines import counted

        line = counted(self.tally)
        self.output.write(self.report.ended(line, status))
        self.output.close()
        if self.options.format != "text" or self.options.output:
            print(line, file=sys.stderr)
        return status


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
