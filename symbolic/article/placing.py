"""Where a finding stands: in the text that a host parsed, and in the file that it came from."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

from symbolic.article.document import Document, Fragment, offset_of
from symbolic.article.findings import Finding, heading_text
from symbolic.verdict import Verdict


def in_text(finding: Finding, document: Document, headings: list[int]) -> Finding:
    """The finding with its line of the file and the heading that it stands under."""
    source = document.source
    error = finding.verdict.error
    place = (finding.wrong or (finding.place,))[0]
    if error is not None and error.where == "claim" and error.line:
        place = error.line, error.column or 1
    before = bisect_right(headings, source.offset(finding.place))
    heading = heading_text(source.line(source.place(headings[before - 1])[0])) if before else ""
    return replace(finding, excerpt=source.shown(place), heading=heading)


def in_file(finding: Finding, document: Document) -> Finding:
    """The finding with its places counted in the file where it stands."""
    spot, verdict = document.spot(finding.place), finding.verdict
    error = verdict.error
    if error is not None and error.where == "claim" and error.line is not None:
        line, column = document.spot((error.line, error.column or 1)).place
        verdict = replace(verdict, error=replace(error, line=line, column=column))
    found = replace(finding, path=spot.path or finding.path, place=spot.place, cell=spot.cell, verdict=verdict)
    if finding.wrong is None:
        return found
    start, end = (document.spot(place).place for place in finding.wrong)
    return replace(found, wrong=(start, end))


def placed(verdict: Verdict, body: Fragment) -> Verdict:
    """The verdict with the place of its error counted in the file."""
    error = verdict.error
    if error is None or error.where != "claim" or error.line is None or not body.text:
        return verdict
    line, column = body.place(min(offset_of(body.text, error), len(body.text)))
    return replace(verdict, error=replace(error, line=line, column=column))
