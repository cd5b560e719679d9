"""`companion check PATH…`: judges every formula of the articles, one line a formula, and counts them all."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.checking import Checking
from symbolic.cli.output import Output
from symbolic.cli.terminal import Refused, has_unicode, say

if TYPE_CHECKING:
    from symbolic.report import Report
    from symbolic.report.baseline import Baseline


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
    command.add_argument("--allow-none", action="store_true", help="articles without formulas are fine: status 0")
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
    told, cache = checking.progress.waiting, arguments.cache(options)
    with Session(options.seconds, told, options.run_code, options.jobs, cache, options.inline) as session:
        statuses = [status for path in files for status in checking.file(session, path)]
    fine = options.allow_none and not options.only
    if not checking.tally["formulas"] and exits.USAGE not in statuses and not fine:
        say(f"nothing found to check{nothing(options, len(files), checking.tally['in sentences'])}")
        statuses.append(exits.USAGE)
    return checking.ended(exits.first(statuses), files)


def nothing(options: Namespace, files: int, inside: int) -> str:
    """Why nothing was found, and what to write instead."""
    if options.only:
        return f" that is {' or '.join(options.only)}: write a label, the name of a block, or FILE:LINE"
    if not files:
        from symbolic.article.hosts import HOSTS

        return f": no article there, whose name ends in {', '.join(host.endings[0] for host in HOSTS)} or the like"
    if inside:
        return f": no formula is displayed; `--inline` judges the {inside} in sentences"
    return ": there is no formula"


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
    except OSError as problem:
        told = f"{problem.filename}: {problem.strerror}" if problem.filename is not None else str(problem)
        raise Refused(told) from problem
    except ValueError as problem:
        raise Refused(str(problem)) from problem
