"""`companion check PATH…`: judges every formula of the articles, one line a formula, and counts them all."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic.cli import arguments, exits
from symbolic.cli.terminal import Refused, as_json, paint, say, sign, waiting

if TYPE_CHECKING:
    from symbolic.article.document import MarkError
    from symbolic.article.findings import Finding


def add(commands: Any) -> None:
    command = commands.add_parser("check", help="judge the formulas of articles", description=__doc__)
    command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=arguments.ARTICLES)
    arguments.add_kind(command)
    arguments.add_json(command)
    arguments.add_seconds(command)
    arguments.add_effort(command)
    command.add_argument("--strict", action="store_true", help="what is undecided or unread counts: status 3")
    command.add_argument("--run-code", action="store_true", help="run the Python that `code` marks speak of")
    command.add_argument("--inline", action="store_true", help="judge the formulas in sentences too")
    command.add_argument("--only", action="append", default=[], metavar="WHICH", help="a label, a block, or FILE:LINE")
    command.set_defaults(run=run)


def run(options: Namespace) -> int:
    from symbolic.article.session import Session

    tally: Counter[str] = Counter()
    files = article_files(options.paths, options.kind)
    told, cache = waiting("judging"), arguments.cache(options)
    with Session(options.seconds, told, options.run_code, options.jobs, cache, options.inline) as session:
        statuses = [status for path in files for status in check_file(session, path, options, tally)]
    if not tally["formulas"]:
        say("nothing found to check" + (f" that is {' or '.join(options.only)}" if options.only else ""))
        statuses.append(exits.USAGE)
    print(counted(tally), file=sys.stderr if options.json else sys.stdout)
    return exits.first(statuses)


def article_files(paths: list[Path], kind: str) -> list[Path]:
    """The files that the paths stand for, each once."""
    from symbolic.article.files import articles

    try:
        return list(dict.fromkeys(articles(paths, kind)))
    except (OSError, ValueError) as problem:
        raise Refused(str(problem)) from problem


def check_file(session: Any, path: Path, options: Namespace, tally: Counter[str]) -> Iterator[int]:
    """Print the findings of a file; the statuses of them."""
    from symbolic.article.document import Formula, MarkError

    try:
        document, findings = session.check(path, options.kind)
        sentences = [item for item in document.items if isinstance(item, Formula) and not item.displayed]
        for finding in findings:
            tally["kept in sentences"] += finding.id.startswith("= ")
            if not options.only or chosen(finding, options.only):
                tally.update(("formulas", finding.word))
                print(as_json(finding.to_json()) if options.json else line(finding), flush=True)
                yield status(finding, options.strict)
        tally["in sentences"] += 0 if options.inline else len(sentences)
    except (MarkError, OSError) as problem:
        say(trouble(problem, path))
        yield exits.USAGE


def trouble(problem: MarkError | OSError, path: Path) -> str:
    """What is wrong with an article, in one line."""
    if isinstance(problem, OSError):
        return f"{problem.filename or path}: {problem.strerror}"
    return f"{problem.path or path}:{problem.place[0]}:{problem.place[1]}: {problem.message}"


def status(finding: Finding, strict: bool) -> int:
    if finding.verdict.disagreement:
        return exits.DISAGREE
    if finding.failed:
        return exits.REFUTED
    return exits.OPEN if strict and finding.open else exits.FINE


def chosen(finding: Finding, only: list[str]) -> bool:
    """Is the finding named by its label, its block, or its file and line?"""
    places = (f"{finding.path}:{finding.place[0]}", f"{finding.path.name}:{finding.place[0]}")
    return any(which in (finding.id, *places) for which in only)


def line(finding: Finding) -> str:
    """`file:line:column: ✗ refuted  eq:var  right: d_k`."""
    place = f"{finding.path}:{finding.place[0]}:{finding.place[1]}"
    name = finding.id or shortened(finding.verdict.read_as or finding.latex)
    return f"{place}: {sign(finding.word)}  " + "  ".join((paint(name, "1"), *remarks(finding)))


def shortened(text: str, width: int = 60) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def remarks(finding: Finding) -> Iterator[str]:
    """What there is to say beside the verdict, on the same line."""
    verdict = finding.verdict
    if finding.cell:
        yield f"({finding.cell})"
    if finding.drift:
        yield finding.drift + (f"; it states {finding.states}" if not finding.id.startswith("= ") else "")
    elif verdict.error:
        yield verdict.error.message
    if finding.expected:
        yield f"(expected {finding.expected})" if finding.unexpected else "(as expected)"
    if verdict.verdict == "refuted":
        if verdict.missing:
            yield "true if also " + "; ".join(f"`{sentence}`" for sentence in verdict.missing)
        if verdict.correct:
            yield f"right: {verdict.correct.plain}"
        if finding.id.startswith("code ") and verdict.note:
            yield verdict.note
    elif verdict.verdict == "undecided" and verdict.note:
        yield verdict.note


def counted(tally: Counter[str]) -> str:
    """The last line: everything, formulas that were not looked at included."""
    shown = (
        "proved", "checked", "definition", "redefined", "refuted", "drifted", "undecided", "unread", "no claim",
        "not run",
    )  # fmt: skip
    parts = ", ".join(f"{tally[word]} {word}" for word in shown if tally[word])
    rest = tally["in sentences"] - tally["kept in sentences"]
    many = "formula" if tally["formulas"] == 1 else "formulas"
    return f"{tally['formulas']} {many}: {parts or 'none'}; {max(rest, 0)} in sentences not looked at"
