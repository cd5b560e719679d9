"""A baseline: the fates of formulas that are accepted as they are today, so that only changes count.

A formula is known by its label, or by its heading and content, in its file; it is accepted while it says the same and
its fate is the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from symbolic.report.items import Item

#: The form of the file.
VERSION = 1

#: File (from the baseline's folder), and key in it.
Key = tuple[str, str]


class BaselineError(ValueError):
    """A file that is no baseline."""


@dataclass
class Baseline:
    """What is accepted: key → fate and content; `met` are the keys that a check came across, with their fates."""

    folder: Path
    accepted: dict[Key, tuple[str, str]]
    met: dict[Key, tuple[str, str]] = field(default_factory=dict)

    def accepts(self, item: Item) -> bool:
        """Is the formula in the baseline, and as it is there?  Where witnesses disagree, never."""
        key, now = key_of(item, self.folder), fate(item)
        self.met[key] = now
        return self.accepted.get(key) == now and not item.finding.verdict.disagreement

    def stale(self, files: Iterable[Path]) -> Iterator[str]:
        """What the baseline accepts in these files and is no longer so, a sentence each."""
        checked = {relative(path, self.folder) for path in files}
        for (file, key), (verdict, content) in self.accepted.items():
            now = self.met.get((file, key))
            if file not in checked or now == (verdict, content):
                continue
            found = "is not there any more" if now is None else f"is {now[0]} now"
            found = "says something else now" if now is not None and now[1] != content else found
            yield f"{file}: {key}: accepted as {verdict}, {found}"


def read_baseline(path: Path) -> Baseline:
    """The baseline of a file; raises `BaselineError`, OSError."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["companion-baseline"] != VERSION:
            raise BaselineError(f"{path}: a baseline of another version; write it anew")
        rows = content["accepted"]
        accepted = {(str(row["file"]), str(row["key"])): (str(row["verdict"]), str(row["content"])) for row in rows}
    except BaselineError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise BaselineError(f"{path} is no baseline; `--write-baseline` writes one") from problem
    return Baseline(path.parent, accepted)


def baseline_text(items: Iterable[Item], folder: Path) -> str:
    """The text of a baseline that accepts what counts against these formulas."""
    rows = []
    for item in items:
        finding = item.finding
        if (finding.failed or finding.open) and not finding.verdict.disagreement:
            file, key = key_of(item, folder)
            verdict, content = fate(item)
            shown = " ".join(finding.latex.split())
            rows.append({"file": file, "key": key, "verdict": verdict, "content": content, "formula": shown})
    rows.sort(key=lambda row: (row["file"], row["key"]))
    return json.dumps({"companion-baseline": VERSION, "accepted": rows}, ensure_ascii=False, indent=1) + "\n"


def key_of(item: Item, folder: Path) -> Key:
    return relative(item.finding.path, folder), item.key


def fate(item: Item) -> tuple[str, str]:
    """The verdict in a word, and what the formula says."""
    return item.finding.word, item.content


def relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()
