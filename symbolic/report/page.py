"""An HTML page of a check: one file, nothing loaded from elsewhere, legible in dark and light, filtered by verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from importlib import resources
from pathlib import Path

from symbolic.article.document import Place
from symbolic.article.findings import Finding
from symbolic.report import address
from symbolic.report.items import Item, likely, said, sides, written
from symbolic.report.mathml import mathml
from symbolic.verdict import Counterexample, Verdict

#: Verdict → sign; in the order of the filter.
SIGNS = {
    "refuted": "✗", "drifted": "✗", "undecided": "?", "unread": "!", "checked": "✓", "proved": "✓", "definition": "≔",
    "redefined": "≔", "no claim": "·", "not run": "·",
}  # fmt: skip


@dataclass
class Page:
    """Gathers formulas by file, and writes the page at the end.

    home  the folder that its links start from
    wide  may characters beyond ASCII be written as they are
    """

    home: Path
    wide: bool = True
    files: dict[Path, list[str]] = field(default_factory=dict)
    tally: Counter[str] = field(default_factory=Counter)
    headings: dict[Path, str] = field(default_factory=dict)

    def found(self, item: Item) -> Iterator[str]:
        finding = item.finding
        rows = self.files.setdefault(finding.path, [])
        if finding.heading and self.headings.get(finding.path) != finding.heading:
            rows.append(f"<h3>{escape(finding.heading)}</h3>")
        self.headings[finding.path] = finding.heading
        rows.append(formula(item, self.home))
        self.tally[finding.word] += 1
        return iter(())

    def broken(self, path: Path, place: Place | None, message: str) -> Iterator[str]:
        where = link(path, place or (1, 1), self.home)
        self.files.setdefault(path, []).append(f'<p class="broken">{where} {escape(message)}</p>')
        return iter(())

    def ended(self, counted: str, status: int) -> Iterator[str]:
        parts = {"{counted}": escape(counted), "{filter}": self._filter(), "{body}": self._body()}
        frame = resources.files("symbolic.report").joinpath("page.html").read_text("utf-8").rstrip("\n")
        text = re.sub(r"\{counted\}|\{filter\}|\{body\}", lambda match: parts[match.group()], frame)
        yield text if self.wide else text.encode("ascii", "xmlcharrefreplace").decode("ascii")

    def _filter(self) -> str:
        return "".join(
            f'<label class="{slug(word)}"><input type="checkbox" value="{slug(word)}" checked> '
            f"<span>{SIGNS[word]} {self.tally[word]} {word}</span></label>"
            for word in SIGNS
            if self.tally[word]
        )

    def _body(self) -> str:
        return "\n".join(
            f"<section><h2>{escape(str(path))}</h2>\n" + "\n".join(rows) + "\n</section>"
            for path, rows in self.files.items()
        )


def slug(word: str) -> str:
    return word.replace(" ", "-")


def link(path: Path, place: Place, home: Path) -> str:
    """A place in a file, relative to the page."""
    shown = f"{path.name}:{place[0]}:{place[1]}"
    return f'<a class="place" href="{escape(address(path, home))}#L{place[0]}">{escape(shown)}</a>'


def formula(item: Item, home: Path) -> str:
    """One formula: its sign, place and name, how it looks, and what there is to say."""
    finding = item.finding
    word = finding.word
    name = f' <b class="name">{escape(finding.id)}</b>' if finding.id else ""
    accepted = " (in the baseline)" if item.accepted else ""
    slip = (likely(finding.verdict.slip),) if finding.verdict.slip else ()
    remarks = "".join(f"<p>{_code(text)}</p>" for text in (*said(finding), *slip))
    more = "".join(evidence(finding.verdict))
    more = f"<details><summary>how it was judged</summary>{more}</details>" if more else ""
    return (
        f'<article class="{slug(word)}" id="{item.fingerprint}"><header><span class="verdict">{SIGNS[word]} {word}'
        f"{accepted}</span>{name} {link(finding.path, finding.place, home)}</header>"
        f'<div class="formula">{shown(finding)}</div>{remarks}{more}</article>'
    )


def shown(finding: Finding) -> str:
    """The formula: as MathML, else as it was read, else as it was written."""
    drawn = mathml(finding.latex)
    if drawn is not None:
        return drawn
    return f"<code>{escape(finding.verdict.read_as or finding.latex)}</code>"


def evidence(verdict: Verdict) -> Iterator[str]:
    """What speaks for a verdict."""
    for side in verdict.links:
        reasons = "".join(f"<li><b>{escape(why.rule)}</b>: {escape(why.text)}</li>" for why in side.reason)
        chain = f"{side.left} {side.relation} {side.right}"
        yield f"<p><code>{escape(chain)}</code> {escape(side.verdict)}</p>" + (f"<ul>{reasons}</ul>" if reasons else "")
    if verdict.counterexample:
        yield from counterexample(verdict.counterexample)
    if verdict.uses:
        yield "<p>uses: " + "; ".join(f"<code>{escape(sentence)}</code>" for sentence in verdict.uses) + "</p>"
    if verdict.note:
        yield f"<p>{escape(verdict.note)}</p>"


def counterexample(found: Counterexample) -> Iterator[str]:
    known = {**found.sizes, **found.values}
    values = [f"{name} = {written(value)}" for name, value in known.items() if not (found.shape and name == "entry")]
    where = "; ".join((*values, *((found.law,) if found.law else ())))
    yield f"<p>counterexample: {escape(where)}; {escape(sides(found))}</p>"
    if found.numpy:
        yield f"<pre>{escape(found.numpy)}</pre>"


def _code(text: str) -> str:
    """The text with what stands between backquotes as code."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
