"""SARIF 2.1.0, the interchange format for results of static analysis: one run, one rule for each fate of a formula.

Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", section 3.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from symbolic.article.document import Place
from symbolic.report import address
from symbolic.report.items import ERROR, WARNING, Item, likely, said
from symbolic.report.lines import finite

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

#: Fate of a formula → what it means, and the kind of result that it is when it does not count as a failure.
RULES = {
    "refuted": ("A counterexample shows the formula false.", "review"),
    "drifted": ("A block or value no longer states what it is to state.", "review"),
    "undecided": ("Neither proved nor refuted.", "open"),
    "unread": ("The formula could not be read.", "open"),
    "proved": ("Equal for all sizes and all laws that the given allows, and the experiments agree.", "pass"),
    "checked": ("Agrees at stated sizes, laws and values; not proved for all.", "pass"),
    "definition": ("The formula gives its left side a meaning.", "informational"),
    "redefined": ("The formula gives its left side a new meaning.", "informational"),
    "no claim": ("The formula has no relation to judge.", "notApplicable"),
    "not run": ("Code that was not run.", "notApplicable"),
    "unexpected": ("The verdict is not the one that a mark expects.", "review"),
}


@dataclass
class Sarif:
    """Gathers results, and writes the whole log at the end; `wide`: characters beyond ASCII stand as they are."""

    wide: bool = True
    results: list[dict[str, Any]] = field(default_factory=list)
    notifications: list[dict[str, Any]] = field(default_factory=list)

    def found(self, item: Item) -> Iterator[str]:
        self.results.append(result(item))
        return iter(())

    def broken(self, path: Path, place: Place | None, message: str) -> Iterator[str]:
        where = {"artifactLocation": {"uri": address(path)}}
        region = {"region": {"startLine": place[0], "startColumn": place[1]}} if place else {}
        location = {"physicalLocation": {**where, **region}}
        self.notifications.append({"level": "error", "message": {"text": message}, "locations": [location]})
        return iter(())

    def ended(self, counted: str, status: int) -> Iterator[str]:
        yield json.dumps(finite(self._log(counted, status)), ensure_ascii=not self.wide, indent=1, allow_nan=False)

    def _log(self, counted: str, status: int) -> dict[str, Any]:
        rules = [
            {"id": rule_id(word), "shortDescription": {"text": text}, "defaultConfiguration": {"level": level(word)}}
            for word, (text, _) in RULES.items()
        ]
        driver = {"name": "companion", "version": metadata.version("symbolic-companion"), "rules": rules}
        invocation = {
            "executionSuccessful": not self.notifications,
            "exitCode": status,
            "toolExecutionNotifications": self.notifications,
        }
        run = {
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": self.results,
            "properties": {"counted": counted},
        }
        return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def rule_id(word: str) -> str:
    return f"companion/{word.replace(' ', '-')}"


def level(word: str) -> str:
    """The level of a rule's results when they count."""
    kind = RULES[word][1]
    return {"review": "error", "open": "warning"}.get(kind, "none")


def result(item: Item) -> dict[str, Any]:
    """One formula."""
    found = item.finding
    word = "unexpected" if found.unexpected and not found.drift else found.word
    counts = item.level in (ERROR, WARNING)
    start, end = item.region
    slip = (likely(found.verdict.slip),) if found.verdict.slip else ()
    region: dict[str, Any] = {"startLine": start[0], "startColumn": start[1]}
    if end is not None:
        region |= {"endLine": end[0], "endColumn": end[1]}
    region["snippet"] = {"text": found.excerpt}
    own = {
        "ruleId": rule_id(word),
        "ruleIndex": list(RULES).index(word),
        "kind": "fail" if counts else RULES[word][1],
        "level": item.level,
        "message": {"text": "; ".join((f"{word}: {found.verdict.read_as or found.latex}", *said(found), *slip))},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": address(found.path)}, "region": region}},
        ],
        "partialFingerprints": {"formula/v1": item.fingerprint},
    }
    if found.expected and not found.unexpected:
        own["suppressions"] = [{"kind": "inSource"}]
    elif item.accepted:
        own |= {"suppressions": [{"kind": "external"}], "baselineState": "unchanged"}
    return own
